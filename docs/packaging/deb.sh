#!/bin/sh
# Makes the Debian package, with cargo-deb and dpkg-dev.
#
#   docs/packaging/deb.sh [PROGRAM [FOLDER [OPTION...]]]
#
# PROGRAM is one that was built before; without it, `build.sh` builds it. The package is written to
# FOLDER, which is otherwise the current one. OPTIONs are for cargo-deb.
set -eu
program=${1:+$(realpath "$1")}
out=$(realpath "${2:-.}")
shift $(($# > 2 ? 2 : $#))
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "$program" ]; then
	program=$work/built
	docs/packaging/build.sh "$program"
fi
release=$work/release
mkdir -p "$release/package/completions"
strip --strip-unneeded -o "$release/zugpost" "$program"

# What the program says about itself.
"$program" man "$release/package/man" >"$work/log"
gzip -9n "$release/package/man"/*
"$program" completions bash >"$release/package/completions/zugpost"
"$program" completions zsh >"$release/package/completions/_zugpost"
"$program" completions fish >"$release/package/completions/zugpost.fish"
# The settings that `zugpost init` writes, with the folders of the package.
sed -e 's|^data = "data"|data = "/var/lib/zugpost"|' \
	-e 's|^dir = "mail/|dir = "/var/lib/zugpost/mail/|' \
	src/config/zugpost.toml >"$release/package/zugpost.toml"

# Times in the package are those of its changelog, so that it is the same whenever it is made.
made=$(sed -n 's/^ -- .*>  //p' docs/packaging/changelog | head -n 1)
SOURCE_DATE_EPOCH=$(date -d "$made" +%s)
export SOURCE_DATE_EPOCH
find "$release" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
CARGO_TARGET_DIR=$work cargo deb --no-build --no-strip --locked --offline --output "$out" "$@"
