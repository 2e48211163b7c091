#!/bin/sh
# What the container runs: a command of zugpost, or, without one, the server, after an older database was brought up to
# date. Mail waits meanwhile.
set -eu
[ $# -eq 0 ] || exec zugpost "$@"
# A shell that waits for a program would not hear that the container is to stop.
zugpost upgrade &
trap 'kill "$!"' TERM INT
wait "$!"
trap - TERM INT
exec zugpost run
