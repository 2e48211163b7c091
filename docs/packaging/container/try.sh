#!/bin/bash
# Tries the image without a program for containers: as root, the steps of the Containerfile in a Debian that is unpacked
# for it, then a game there as the user of the image, with everything read-only but the volume and /tmp, and without
# network.
#
#   docs/packaging/container/try.sh PROGRAM [SYSTEM]
#
# PROGRAM is a release build for Debian 12. SYSTEM is the archive of a bare Debian (`tar` of a `debootstrap
# --variant=minbase bookworm`); without it, debootstrap makes one. The last line says how large program and libraries are.
here=$(realpath "$(dirname "$0")")
# shellcheck source=docs/packaging/debian.sh
. "$here/../debian.sh"
enter_namespaces "$@"
program=$(realpath "${1:?the program}")
system=${2:-}
unpack_debian "$system"

echo "== the steps of the image"
install -m 755 "$program" "$root/usr/bin/zugpost"
strip --strip-unneeded "$root/usr/bin/zugpost"
install -m 755 "$here/start.sh" "$root/usr/bin/zugpost-start"
install -m 644 "$here/image.sh" "$root/tmp/image.sh"
# apt asks the servers of this machine.
if [[ -z $system ]]; then
    cp -r /etc/apt/. "$root/etc/apt/"
fi
chroot "$root" sh /tmp/image.sh >"$work/image" 2>&1 || fail "$(tail -n 5 "$work/image")"
umount "$root/proc"

# What the engine of containers does for `--read-only --tmpfs /tmp --volume`.
mkdir "$work/volume"
cp -a "$root/var/lib/zugpost/." "$work/volume"
chown --reference="$root/var/lib/zugpost" "$work/volume"
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs none "$root/tmp"
mount -t proc none "$root/proc"
mount --bind "$work/volume" "$root/var/lib/zugpost"
# `--net` leaves nothing but a loopback that is down. Each program takes the place of the one before.
# shellcheck disable=SC2016 # the inner shell fills it in
inside=(unshare --net chroot --userspec=zugpost:zugpost "$root"
    env -i PATH=/usr/bin:/bin HOME=/var/lib/zugpost ZUGPOST_CONFIG=/var/lib/zugpost/zugpost.toml
    sh -c 'cd /var/lib/zugpost && exec "$@"' sh)
start=("${inside[@]}" /usr/bin/zugpost-start)
! chroot "$root" sh -c 'echo >/usr/bin/other' 2>/dev/null || fail "the system can be written to"

echo "== setup"
"${start[@]}" setup --address play@example.org --umpire umpire@example.org \
    --mail maildir:/var/lib/zugpost/in --send maildir:/var/lib/zugpost/out
"${start[@]}" game new chess --white "Anna <anna@example.com>" --black "Boris <boris@example.net>"

echo "== a game"
"${start[@]}" >"$work/server" 2>&1 &
server=$!
letters=$work/volume/out
healthy() { "${inside[@]}" sh -c "zugpost status | grep -q '^running  daemon'"; }
until_so "healthy" healthy
# The key that is in the newest letter to a player.
key() {
    local letter
    letter=$(grep -lr "^To:.*$1" "$letters" | xargs ls -t | head -n 1)
    key_of "$letter"
}
# has_letters PLAYER NUMBER: more letters than that.
has_letters() { [[ $(grep -lr "^To:.*$1" "$letters" 2>/dev/null | wc -l) -gt $2 ]]; }
number=0
for turn in f3 e5 g4 Qh4; do
    who=$([[ $((number % 2)) -eq 0 ]] && echo anna@example.com || echo boris@example.net)
    # The first letter, and one about each turn.
    until_so "a letter to $who" has_letters "$who" "$number"
    number=$((number + 1))
    printf 'From: %s\r\nTo: %s\r\nDate: %s\r\nMessage-ID: <%s@try.example>\r\nSubject: Re: chess\r\n\r\n%s\r\n' \
        "$who" "$(key "$who")" "$(date -R)" "$number" "$turn" >"$work/mail"
    install -o "$(stat -c %u "$work/volume")" -g "$(stat -c %g "$work/volume")" -m 600 \
        "$work/mail" "$work/volume/in/new/$number.try"
    played() { [[ $(turns "${start[@]}") -eq $number ]]; }
    until_so "turn $number ($turn)" played
    echo "played: $turn"
done
"${start[@]}" game show 1 | grep -q '0-1' || fail "the game has another end"
kill "$server"
wait "$server" || fail "it did not end well"

bytes=$(stat -c %s "$root/usr/bin/zugpost")
while read -r library; do
    bytes=$((bytes + $(stat -Lc %s "$root$library")))
done < <(chroot "$root" ldd /usr/bin/zugpost | grep -o '/[^ ]*')
printf 'won by Boris; program and libraries: %d.%d MB\n' $((bytes / 1000000)) $((bytes / 100000 % 10))
