#!/usr/bin/env bash
# Runs all checks of this project: format, lints, documentation, tests. It can be called from any
# folder, and writes to the build folder and to temporary folders only, but for the seed of a failed
# property test, which is saved beside its source. It installs packages only as root on a CI machine (CI
# is set), and reports it. No check is skipped: a missing program that cannot be
# installed is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
exec </dev/null

say() { printf '== %s\n' "$*"; }
fail() {
    printf 'test.sh: %s\n' "$*" >&2
    exit 1
}
# Mail servers are installed in folders that are not in the PATH of ordinary users.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
have() { command -v "$1" >/dev/null 2>&1; }

# Commands that undo changes; they are run at the end, also after a failure.
undo=()
undo_all() {
    local at
    for ((at = ${#undo[@]} - 1; at >= 0; at--)); do ${undo[at]} || true; done
    undo=()
}
trap undo_all EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Whether packages may be installed: only on CI machines, which are deleted afterwards.
may_install() { [[ -n ${CI:-} && $(id -u) -eq 0 ]] && have apt-get; }

# need_program PROGRAM PACKAGE: makes sure that PROGRAM exists, and installs PACKAGE if allowed.
need_program() {
    local program=$1 package=$2
    have "$program" && return
    may_install || fail "$program is missing: install it, on Debian with 'apt-get install $package'"
    say "installing $package, for $program"
    install_packages "$package" || fail "$package could not be installed: install $program by hand"
    have "$program" || fail "$package is installed, but $program is still missing"
}

policy=/usr/sbin/policy-rc.d
put_policy_back() {
    rm -f "$policy"
    [[ ! -e $policy.zugpost ]] || mv "$policy.zugpost" "$policy"
}

# install_packages PACKAGE...: installs packages without starting their daemons.
install_packages() (
    trap put_policy_back EXIT
    [[ ! -e $policy ]] || mv "$policy" "$policy.zugpost"
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q && apt-get install -q -y --no-install-recommends "$@"
)

# Dovecot has built-in paths, so it has to be installed. The tests start it themselves.
has_dovecot() {
    have dovecot && [[ -e /usr/lib/dovecot/lmtp || -e /usr/lib64/dovecot/lmtp || -e /usr/libexec/dovecot/lmtp ]]
}

need_dovecot() {
    has_dovecot && return
    may_install || fail "Dovecot or its lmtp is missing: install them, on Debian with 'apt-get install --no-install-recommends dovecot-imapd dovecot-lmtpd'"
    say "installing dovecot-imapd and dovecot-lmtpd; no daemon is started"
    install_packages dovecot-imapd dovecot-lmtpd || fail "Dovecot could not be installed: install it by hand"
    has_dovecot || fail "Dovecot is installed, but its lmtp is still missing"
}

# Exim can run without being installed, next to any mail server of this host.
need_exim() {
    have exim4 || have exim && return
    have apt-get && have dpkg ||
        fail "exim4 is missing, and without apt-get it cannot be had: install it"
    local store=${CARGO_TARGET_DIR:-target}/test-tools root packages
    say "unpacking Exim, which is not installed here, for the tests alone"
    mkdir -p "$store"
    store=$(cd "$store" && pwd)
    if ! ls "$store"/exim4-daemon-light_*.deb >/dev/null 2>&1; then
        ! may_install || apt-get update -q || fail "apt-get update failed: is there a network?"
        packages=$(apt-get -qq --print-uris --no-install-recommends install exim4-daemon-light |
            sed -n "s/^'[^']*' \([^_ ]*\)_.*/\1/p") && [[ -n $packages ]] ||
            fail "apt-get does not know exim4-daemon-light: run 'apt-get update', or install exim4"
        # shellcheck disable=SC2086 # one word per package
        (cd "$store" && apt-get -q download $packages) ||
            fail "Exim could not be fetched: is there a network? Otherwise install exim4"
    fi
    # Not in the build folder: if the tests run as root, they run Exim as nobody, who may have no access.
    root=$(mktemp -d)
    undo+=("rm -rf $root")
    chmod 755 "$root"
    local deb
    for deb in "$store"/*.deb; do dpkg -x "$deb" "$root" || fail "$deb cannot be unpacked: remove it"; done
    # The name of its user is built in, and that user does not exist if Exim was never installed. Replace
    # it by another one, since the configuration of the tests sets the user.
    if getent passwd Debian-exim >/dev/null; then
        cp "$root/usr/sbin/exim4" "$root/exim4"
    else
        sed 's/Debian-exim/mail\x00\x00\x00\x00\x00\x00\x00/g' "$root/usr/sbin/exim4" >"$root/exim4"
    fi
    chmod 755 "$root/exim4"
    ZUGPOST_TEST_EXIM=$root/exim4
    ZUGPOST_TEST_EXIM_LIBRARIES=$(find "$root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
    export ZUGPOST_TEST_EXIM ZUGPOST_TEST_EXIM_LIBRARIES
    LD_LIBRARY_PATH=$ZUGPOST_TEST_EXIM_LIBRARIES "$ZUGPOST_TEST_EXIM" -C /dev/null -bV >/dev/null 2>&1 ||
        fail "the unpacked Exim does not run: install exim4"
}

# Chromium lays letters out as their readers see them. It is large: where nothing may be installed, its absence is
# reported, and only that one test is left out.
find_chromium() {
    local name
    for name in chromium chromium-browser google-chrome; do
        if have "$name"; then
            export ZUGPOST_TEST_CHROMIUM=$name
            return
        fi
    done
    if may_install; then
        say "installing chromium and fonts, to look at letters"
        install_packages chromium fonts-dejavu-core fonts-noto-cjk || fail "chromium could not be installed: install it by hand"
        export ZUGPOST_TEST_CHROMIUM=chromium
        return
    fi
    say "Chromium is missing: letters are not laid out in a browser (tests/browser)"
}

need_rust() {
    have cargo || fail "cargo is missing: install Rust from https://rustup.rs"
    cargo fmt --version >/dev/null 2>&1 || fail "rustfmt is missing: run 'rustup component add rustfmt'"
    cargo clippy --version >/dev/null 2>&1 || fail "clippy is missing: run 'rustup component add clippy'"
}

# Checks for all programs that the tests need.
prepare() {
    need_rust
    need_program cc gcc # builds the bundled SQLite
    need_program strace strace
    need_dovecot
    need_exim
    find_chromium
}

check() {
    say "format"
    cargo fmt --check || fail "the code is not formatted: run 'cargo fmt'"
    say "lints"
    cargo clippy --locked --all-targets -- -D warnings
    say "documentation"
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps
    say "tests"
    # With UPDATE the tests would write what they find as expected.
    unset UPDATE
    # A fixed seed, so that a failure can be repeated. `PROPTEST_CASES=4000 cargo test` tries more cases.
    export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-20261121}
    if [[ -n ${ZUGPOST_TEST_CHROMIUM:-} ]]; then
        cargo test --locked --test browser -- --ignored
    fi
    cargo test --locked
}

prepare
check
