#!/bin/sh
# Builds the program as it is passed on: optimised, with the list of its libraries inside (cargo-auditable), without
# symbols, and the same byte for byte in whichever folder it is built.
#
#   docs/packaging/build.sh FILE
#
# `cargo audit bin FILE` and other programs that look for known weaknesses read the list.
set -eu
out=$(realpath "${1:?the file to write}")
cd "$(dirname "$0")/../.."
if ! cargo auditable --version >/dev/null 2>&1; then
	echo 'build.sh: cargo-auditable is missing: cargo install --locked cargo-auditable' >&2
	exit 1
fi
target=${CARGO_TARGET_DIR:-$PWD/target}
home=${CARGO_HOME:-$HOME/.cargo}
# Folders of this machine are in messages of the program otherwise, in those of libraries in C, too.
RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=zugpost --remap-path-prefix=$target=target --remap-path-prefix=$home=cargo"
CFLAGS="${CFLAGS:-} -ffile-prefix-map=$target=target -ffile-prefix-map=$home=cargo -ffile-prefix-map=$PWD=zugpost"
export RUSTFLAGS CFLAGS
cargo auditable build --release --locked --bin zugpost
strip --strip-unneeded -o "$out" "$target/release/zugpost"
