#!/bin/sh
# What the container runs: a command of zugpost, or, without one, the server, after an older database was brought up to
# date. Mail waits meanwhile.
set -eu
[ $# -eq 0 ] || exec zugpost "$@"
zugpost upgrade
exec zugpost run
