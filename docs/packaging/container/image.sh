#!/bin/sh
# The steps of the image that need no container: what is installed, the user, and the folder of the volume.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends ca-certificates
apt-get clean
rm -rf /var/lib/apt/lists/*
# The same number at each build, since it owns what is in the volume.
groupadd --gid 850 zugpost
useradd --uid 850 --gid 850 --home-dir /var/lib/zugpost --no-create-home --shell /usr/sbin/nologin zugpost
install -d -o zugpost -g zugpost -m 750 /var/lib/zugpost
chmod 755 /usr/bin/zugpost /usr/bin/zugpost-start
rm -f /tmp/image.sh
