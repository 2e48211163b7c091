#!/usr/bin/env bash
# Runs every check of this project: format, lints, documentation, tests. The last lines are the
# test runner's. Works from any folder, writes to the build folder and temporary folders alone, and
# installs nothing except as root on a CI machine (CI is set), saying so. Nothing is ever skipped:
# what is missing and cannot be had is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
exec </dev/null

say() { printf '== %s\n' "$*"; }
fail() {
    printf 'test.sh: %s\n' "$*" >&2
    exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Whether packages may be installed here: only on machines that are thrown away afterwards.
may_install() { [[ -n ${CI:-} && $(id -u) -eq 0 ]] && have apt-get; }

# need_program PROGRAM PACKAGE: PROGRAM is there, from PACKAGE if need be.
need_program() {
    local program=$1 package=$2
    have "$program" && return
    may_install || fail "$program is missing: install it, on Debian with 'apt-get install $package'"
    say "installing $package, for $program"
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$package"; } ||
        fail "$package could not be installed: install $program by hand"
    have "$program" || fail "$package is installed, but $program is still missing"
}

need_rust() {
    have cargo || fail "cargo is missing: install Rust from https://rustup.rs"
    cargo fmt --version >/dev/null 2>&1 || fail "rustfmt is missing: run 'rustup component add rustfmt'"
    cargo clippy --version >/dev/null 2>&1 || fail "clippy is missing: run 'rustup component add clippy'"
}

# What the tests need, one line each.
prepare() {
    need_rust
    need_program cc gcc # builds the bundled SQLite
}

check() {
    say "format"
    cargo fmt --check || fail "the code is not formatted: run 'cargo fmt'"
    say "lints"
    cargo clippy --locked --all-targets -- -D warnings
    say "documentation"
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps
    say "tests"
    cargo test --locked
}

prepare
check
