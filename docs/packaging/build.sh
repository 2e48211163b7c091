#!/bin/sh
# Builds the program as it is passed on: optimised, with the list of its libraries inside (cargo-auditable), without
# symbols, and the same byte for byte in whichever folder it is built.
#
#   docs/packaging/build.sh FILE
#
# `cargo audit bin FILE` and other programs that look for known weaknesses read the list.
set -eu
# With these the program would be elsewhere, or the flags below would not count.
unset CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET CARGO_BUILD_TARGET_DIR
out=$(realpath "${1:?the file to write}")
cd "$(dirname "$0")/../.."
if ! cargo auditable --version >/dev/null 2>&1; then
	echo 'build.sh: cargo-auditable is missing: cargo install --locked cargo-auditable' >&2
	exit 1
fi
target=${CARGO_TARGET_DIR:-$PWD/target}
home=${CARGO_HOME:-$HOME/.cargo} rustup=${RUSTUP_HOME:-$HOME/.rustup}
# Folders of this machine are in messages of the program otherwise, in those of libraries in C, too.
RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=zugpost --remap-path-prefix=$target=target --remap-path-prefix=$home=cargo --remap-path-prefix=$rustup=rustup"
CFLAGS="${CFLAGS:-} -ffile-prefix-map=$target=target -ffile-prefix-map=$home=cargo -ffile-prefix-map=$PWD=zugpost"
export RUSTFLAGS CFLAGS
# Optimised as one whole, equal functions stored once, and relocations in a short form, so that the program is smaller.
export CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
cargo auditable rustc --release --locked --bin zugpost -- \
	-C link-arg=-Wl,--icf=all -C link-arg=-Wl,-z,pack-relative-relocs
strip --strip-unneeded -o "$out" "$target/release/zugpost"
