#!/bin/sh
# Builds the program twice, in two folders of different names, and compares the two: the same source leads to the same
# program, byte for byte.
#
#   docs/packaging/reproduce.sh
#
# Takes as long as two release builds. What is not committed is not built.
set -eu
unset CARGO_TARGET_DIR
cd "$(dirname "$0")/../.."
git rev-parse --quiet --verify HEAD >/dev/null || {
	echo 'reproduce.sh: needs the history: what is committed is built' >&2
	exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in one another-folder; do
	mkdir -p "$work/$folder"
	git archive HEAD | tar -x -C "$work/$folder"
	"$work/$folder/docs/packaging/build.sh" "$work/$folder.program"
	rm -rf "$work/$folder/target"
done
if ! cmp "$work/one.program" "$work/another-folder.program"; then
	echo 'reproduce.sh: the two programs differ' >&2
	exit 1
fi
readelf --sections --wide "$work/one.program" | grep -q '\.dep-v0' || {
	echo 'reproduce.sh: the program has no list of its libraries' >&2
	exit 1
}
for place in "$work" "${CARGO_HOME:-$HOME/.cargo}" "${RUSTUP_HOME:-$HOME/.rustup}"; do
	if grep -qaF "$place" "$work/one.program"; then
		echo "reproduce.sh: the program names $place" >&2
		exit 1
	fi
done
sha256sum "$work/one.program" | sed 's/ .*/  both/'
