#!/usr/bin/env bash
# Runs all checks of this project: format, lints, documentation, tests.
#
#   ./test.sh             every check; what is long has a short form of at most a minute
#   ./test.sh --long      the long forms, too
#   ./test.sh --install   as root, where apt is: installs the programs that tests need, and ends
#
# As root, where apt is, it installs what is missing before it begins, and says so. No package is ever removed for
# that, and no daemon is started. For other users nothing is installed: what does not need the missing program runs,
# and the last lines say what was left out. On a CI machine (CI is set) nothing is left out: what is missing is a
# failure, but for the list of known weaknesses of libraries, which not every machine reaches. There the tests run once
# more as an ordinary user.
#
# It can be called from any folder, and writes to the build folder, to cargo's own one, and to a temporary folder that it
# deletes, but for the seed of a failed property test, which is saved beside its source.
#
# The last line is 'N passed, N failed, N skipped': tests, and each other check as one.
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
is_root() { [[ $(id -u) -eq 0 ]]; }
can_install() { is_root && have apt-get; }

long='' only_install=''
for argument; do
    case $argument in
        --long) long=1 ;;
        --install) only_install=1 ;;
        *) fail "there is no '$argument': only --long and --install" ;;
    esac
done

# All that the tests put into the temporary folder goes here. Root runs mail servers as nobody, who has to get in.
work=$(mktemp -d -t zugpost.XXXXXX)
chmod 755 "$work"
mkdir "$work/tests"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# ---- Programs

# Packages that would bring what is missing, and what is missing, for people.
packages=() missing=()
need() {
    missing+=("$1")
    packages+=("${@:2}")
}

# Dovecot has built-in paths, so it has to be installed. The tests start it themselves.
has_dovecot() {
    have dovecot && [[ -e /usr/lib/dovecot/lmtp || -e /usr/lib64/dovecot/lmtp || -e /usr/libexec/dovecot/lmtp ]]
}

# Chromium lays letters out as their readers see them.
has_chromium() {
    local name
    for name in chromium chromium-browser google-chrome; do
        ! have "$name" || export ZUGPOST_TEST_CHROMIUM=$name
    done
    [[ -n ${ZUGPOST_TEST_CHROMIUM:-} ]]
}

# axe-core finds what is wrong in letters for people who listen to them. Its licence is not the one of this project,
# which therefore has no copy: one file is taken out of a package that has it, and kept for the next time.
axe_package=axe-playwright-python==0.1.8
axe_sum=84494fec757e4710dc751c8d7a636e457f4532f08f85c86dc9070133fbff53bc
axe_file() { printf '%s/test-tools/axe.min.js' "${CARGO_TARGET_DIR:-target}"; }
is_axe() { [[ -e $1 ]] && printf '%s  %s\n' "$axe_sum" "$1" | sha256sum --check --status 2>/dev/null; }
has_pip() { python3 -m pip --version >/dev/null 2>&1; }

# The tests start a PostgreSQL of their own, as an ordinary user, in a temporary folder.
has_postgres() {
    local program
    for program in initdb postgres; do
        have "$program" || compgen -G "/usr/lib/postgresql/*/bin/$program" >/dev/null || return 1
    done
    have psql && have pg_isready
}
has_pgbouncer() { have pgbouncer || [[ -x /usr/sbin/pgbouncer ]]; }

# The package for Debian is made by cargo-deb, and cargo-deny looks at licences and sources of libraries. Both are built
# once, and kept for the next time.
tools_root() { printf '%s/test-tools/cargo' "${CARGO_TARGET_DIR:-target}"; }
# has_tool NAME VERSION: another version may have other options.
has_tool() { [[ $("$1" --version 2>/dev/null) == *"$2"* ]]; }
has_packaging() { have lintian && have dpkg-shlibdeps; }

has_rustfmt() { cargo fmt --version >/dev/null 2>&1; }
has_clippy() { cargo clippy --version >/dev/null 2>&1; }
# Whether this user may have mounts of his own.
has_mounts() { unshare -rm true 2>/dev/null; }

# Names everything that is missing in one go.
look_around() {
    packages=() missing=()
    have cc || need "a C compiler" build-essential
    have strace || need strace strace
    has_dovecot || need "Dovecot with its lmtp" dovecot-imapd dovecot-lmtpd
    has_chromium || need Chromium chromium fonts-dejavu-core fonts-noto-cjk
    is_axe "$(axe_file)" || has_pip || need "pip, which gets axe-core" python3-pip
    has_postgres || need PostgreSQL postgresql
    has_pgbouncer || need pgbouncer pgbouncer
    have unshare || need unshare util-linux
    [[ -x /usr/games/fairy-stockfish ]] || need Fairy-Stockfish fairy-stockfish
    [[ -x /usr/games/fairymax ]] || need Fairy-Max fairymax
    have systemd-analyze || need systemd-analyze systemd
    has_packaging || need "lintian and dpkg-dev" lintian dpkg-dev
    # These come with Rust, not from apt.
    have cargo || need "cargo (https://rustup.rs)"
    ! have cargo || has_rustfmt || need "rustfmt ('rustup component add rustfmt')"
    ! have cargo || has_clippy || need "clippy ('rustup component add clippy')"
}

commas() {
    local text
    text=$(printf ', %s' "$@")
    printf '%s' "${text:2}"
}

policy=/usr/sbin/policy-rc.d
no_cluster=/etc/postgresql-common/createcluster.d/zugpost-tests.conf
put_policy_back() {
    rm -f "$policy" "$no_cluster"
    [[ ! -e $policy.zugpost ]] || mv "$policy.zugpost" "$policy"
}

# install_packages PACKAGE...: installs packages, if that removes none. Their daemons are neither started now nor at
# the next start of this machine.
install_packages() (
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >"$work/apt" 2>&1 || say "apt-get update failed: $(tail -n 1 "$work/apt")"
    local known=() package removed had_dovecot='' had_pgbouncer=''
    ! have dovecot || had_dovecot=1
    ! has_pgbouncer || had_pgbouncer=1
    for package; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            known+=("$package")
        else
            say "apt does not know $package"
        fi
    done
    [[ ${#known[@]} -gt 0 ]] || return 1
    if ! apt-get -s install --no-install-recommends "${known[@]}" >"$work/apt" 2>&1; then
        say "nothing is installed: $(tail -n 1 "$work/apt")"
        return 1
    fi
    removed=$(sed -n 's/^Remv \([^ ]*\).*/\1/p' "$work/apt" | paste -sd' ')
    if [[ -n $removed ]]; then
        say "nothing is installed: that would remove $removed"
        return 1
    fi
    say "installing ${known[*]}, for the tests; no daemon is started"
    trap put_policy_back EXIT
    # PostgreSQL would make a cluster for this machine.
    mkdir -p "$(dirname "$no_cluster")"
    printf 'create_main_cluster = false\n' >"$no_cluster"
    [[ ! -e $policy ]] || mv "$policy" "$policy.zugpost"
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
    if ! apt-get install -q -y --no-remove --no-install-recommends "${known[@]}" >"$work/apt" 2>&1; then
        cat "$work/apt"
        return 1
    fi
    # What was not here before is for the tests alone.
    if [[ -z $had_dovecot ]] && have dovecot; then update-rc.d dovecot disable >/dev/null 2>&1 || true; fi
    if [[ -z $had_pgbouncer ]] && has_pgbouncer; then update-rc.d pgbouncer disable >/dev/null 2>&1 || true; fi
)

prepare() {
    look_around
    if [[ ${#packages[@]} -gt 0 ]] && can_install; then
        install_packages "${packages[@]}" || true
        look_around
    fi
    if [[ -n $only_install ]]; then
        can_install || fail "--install works as root, and where apt is"
        [[ ${#missing[@]} -eq 0 ]] || fail "still missing: $(commas "${missing[@]}")"
        say "every program that the tests need is there"
        exit 0
    fi
    [[ ${#missing[@]} -eq 0 ]] || say "missing: $(commas "${missing[@]}")"
    if ! { have cargo && have cc; }; then fail "without Rust and a C compiler nothing can be tested"; fi
    if [[ -n ${CI:-} && ${#missing[@]} -gt 0 ]]; then
        fail "on a CI machine nothing is left out: install it, as root by './test.sh --install'"
    fi
    leave_out_what_is_missing
}

# ---- What is left out

# Lines that say what is left out; names of tests for `--skip`.
left_out=() skips=()
leave_out() {
    [[ -z ${CI:-} ]] || fail "on a CI machine nothing is left out, but $1: $2"
    left_out+=("$1: $2")
    local name
    for name in "${@:3}"; do skips+=(--skip "$name"); done
}

leave_out_what_is_missing() {
    have strace || leave_out "the system calls of the server (durable)" "strace is missing" durable::
    if ! has_chromium; then
        leave_out "letters in a browser (browser)" "Chromium is missing" \
            letters_fit_and_can_be_read letters_can_be_heard axe_finds_nothing rules_find_faults \
            a_game_of_each_family_is_played_by_tapping
    elif ! get_axe; then
        leave_out "what axe-core finds in letters (browser)" "there is no axe-core" axe_finds_nothing
    fi
    has_mounts || leave_out "disks that are full or read-only (mounts)" "'unshare -rm true' does not work" mounts:: a_program_has_no_network
    has_postgres || leave_out "a database that hosts share (postgres)" "PostgreSQL is missing" postgres::
    has_pgbouncer || leave_out "a pooler before the database (pooler)" "pgbouncer is missing" pooler::
    [[ -x /usr/games/fairy-stockfish ]] ||
        leave_out "Fairy-Stockfish as a program that plays" "it is missing" installed_fairy_stockfish_plays
    [[ -x /usr/games/fairymax ]] || leave_out "Fairy-Max as a program that plays" "it is missing" installed_fairy_max_plays
    if [[ -n $long ]]; then get_before; else say "stored databases stand in for the program before, which --long builds"; fi
    have systemd-analyze || leave_out "the units of systemd (units)" "systemd-analyze is missing" units::
    if ! has_packaging; then
        leave_out "the package for Debian (debian)" "lintian or dpkg-dev is missing" debian::
    elif ! get_tool cargo-deb 3.8.0; then
        leave_out "the package for Debian (debian)" "there is no cargo-deb" debian::
    fi
    get_tool cargo-deny 0.20.2 --no-default-features || true
    local why=''
    has_dovecot || why="Dovecot is missing"
    [[ -n $why ]] || get_exim || why="there is no Exim"
    [[ -z $why ]] || leave_out "real mail servers (real)" "$why" real::
}

get_axe() {
    local file
    file=$(axe_file)
    if ! is_axe "$file"; then
        say "getting axe-core, for the tests alone"
        mkdir -p "$(dirname "$file")"
        if ! timeout 120 python3 -m pip --disable-pip-version-check download --quiet --no-deps \
            --dest "$work/axe" "$axe_package" >"$work/pip" 2>&1; then
            say "axe-core cannot be fetched: $(tail -n 1 "$work/pip")"
            return 1
        fi
        python3 -m zipfile -e "$work"/axe/*.whl "$work/axe"
        if ! is_axe "$work/axe/axe_playwright_python/axe.min.js"; then
            say "$axe_package has another axe-core than the one that is expected"
            return 1
        fi
        cp "$work/axe/axe_playwright_python/axe.min.js" "$file"
    fi
    ZUGPOST_TEST_AXE=$(cd "$(dirname "$file")" && pwd)/axe.min.js
    export ZUGPOST_TEST_AXE
}

# get_tool NAME VERSION [OPTION...]
get_tool() {
    mkdir -p "$(tools_root)/bin"
    PATH=$(cd "$(tools_root)/bin" && pwd):$PATH
    if ! has_tool "$1" "$2"; then
        say "building $1, for the tests alone"
        # Not optimised: building it is what takes time.
        if ! CARGO_PROFILE_DEV_DEBUG=0 cargo install --quiet --locked --debug --root "$(tools_root)" \
            --target-dir "$work/tools" "$1@$2" "${@:3}" >"$work/install" 2>&1; then
            say "$1 cannot be built: $(tail -n 1 "$work/install")"
            return 1
        fi
        rm -rf "$work/tools"
    fi
}

# Builds the program of the commit that tests/upgrade/before names, where the history has it. Libraries of the same version
# are built once for both.
get_before() {
    local instead="stored databases stand in"
    local commit built=${CARGO_TARGET_DIR:-target}
    commit=$(<tests/upgrade/before)
    if ! git cat-file -e "$commit^{commit}" 2>/dev/null; then
        left_out+=("the program before: the history has no $commit; $instead")
        return 0
    fi
    mkdir -p "$built/test-tools"
    built=$(cd "$built" && pwd)
    local program=$built/test-tools/zugpost-${commit:0:12}
    export ZUGPOST_TEST_BEFORE=$program
    [[ ! -x $program ]] || return 0
    say "building the program before, ${commit:0:12}, for the tests alone"
    mkdir "$work/before"
    git archive "$commit" | tar -x -C "$work/before"
    if ! (cd "$work/before" && CARGO_TARGET_DIR=$built CARGO_PROFILE_DEV_DEBUG=0 cargo build --quiet --locked --bin zugpost) >"$work/install" 2>&1; then
        left_out+=("the program before: it cannot be built: $(tail -n 1 "$work/install"); $instead")
        unset ZUGPOST_TEST_BEFORE
        return 0
    fi
    cp "$built/debug/zugpost" "$program.new"
    mv "$program.new" "$program"
    rm -rf "$work/before"
}

# Exim can run without being installed, next to any mail server of this host: the tests use an unpacked one.
get_exim() {
    ! { have exim4 || have exim; } || return 0
    have apt-get && have dpkg || return 1
    local store=${CARGO_TARGET_DIR:-target}/test-tools root=$work/exim fetched deb
    say "unpacking Exim, which is not installed here, for the tests alone"
    mkdir -p "$store"
    store=$(cd "$store" && pwd)
    if ! ls "$store"/exim4-daemon-light_*.deb >/dev/null 2>&1; then
        ! is_root || apt-get update -q >/dev/null 2>&1 || true
        fetched=$(apt-get -qq --print-uris --no-install-recommends install exim4-daemon-light 2>/dev/null |
            sed -n "s/^'[^']*' \([^_ ]*\)_.*/\1/p")
        # shellcheck disable=SC2086 # one word per package
        if [[ -z $fetched ]] || ! (cd "$store" && apt-get -qq download $fetched) >/dev/null 2>&1; then
            say "Exim cannot be fetched: is there a network? Otherwise install exim4"
            return 1
        fi
    fi
    # Not in the build folder: if the tests run as root, they run Exim as nobody, who may have no access.
    mkdir "$root"
    for deb in "$store"/*.deb; do
        if ! dpkg -x "$deb" "$root"; then
            say "$deb cannot be unpacked: delete it"
            return 1
        fi
    done
    # The name of its user is built in, and that user does not exist if Exim was never installed. Replace
    # it by another one, since the configuration of the tests sets the user.
    if getent passwd Debian-exim >/dev/null; then
        cp "$root/usr/sbin/exim4" "$root/exim4"
    else
        sed 's/Debian-exim/mail\x00\x00\x00\x00\x00\x00\x00/g' "$root/usr/sbin/exim4" >"$root/exim4"
    fi
    chmod 755 "$root" "$root/exim4"
    ZUGPOST_TEST_EXIM=$root/exim4
    ZUGPOST_TEST_EXIM_LIBRARIES=$(find "$root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
    export ZUGPOST_TEST_EXIM ZUGPOST_TEST_EXIM_LIBRARIES
    if ! LD_LIBRARY_PATH=$ZUGPOST_TEST_EXIM_LIBRARIES "$ZUGPOST_TEST_EXIM" -C /dev/null -bV >/dev/null 2>&1; then
        say "the unpacked Exim does not run: delete $store, or install exim4"
        return 1
    fi
}

# ---- Checks

passed=0 failed=0 skipped=0 failures=()
# check NAME COMMAND...: a check that is no test.
check() {
    say "$1"
    if "${@:2}"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        failures+=("$1")
    fi
}

skip_check() {
    skipped=$((skipped + 1))
    left_out+=("$1: $2")
}

# A test that waits for ever is a failure with a name. The long forms take as long as they take, and at a terminal
# somebody can end it: `timeout` would keep that signal from it.
terminal=''
[[ ! -t 1 ]] || terminal=1
within() {
    if [[ -n $long$terminal ]]; then "$@"; else timeout --kill-after=10 55m "$@"; fi
}

# tests NAME COMMAND...: runs programs of tests, and counts what they say.
tests() {
    local ok bad ignored filtered before=$failed status=0
    say "$1"
    within "${@:2}" 2>&1 | tee "$work/log" || status=$?
    if [[ $status -eq 124 || $status -eq 137 ]]; then
        say "ended after 55 minutes; the last tests that ran long:"
        grep 'has been running for' "$work/log" | tail -n 3 || true
    fi
    while read -r ok bad ignored filtered; do
        passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + ignored + filtered))
    done < <(sed -n 's/^test result: .*\. \([0-9]*\) passed; \([0-9]*\) failed; \([0-9]*\) ignored; [0-9]* measured; \([0-9]*\) filtered out.*/\1 \2 \3 \4/p' "$work/log")
    [[ $status -ne 0 || $failed -ne $before ]] || return 0
    # A program that ends without a word about its tests is a failure, too.
    [[ $failed -ne $before ]] || failed=$((failed + 1))
    failures+=("$1")
}

# Tests may leave nothing in the temporary folder.
is_clean() {
    local left
    left=$(find "$work/tests" -mindepth 1 -maxdepth 1)
    [[ -z $left ]] || printf 'left in the temporary folder:\n%s\n' "$left"
    [[ -z $left ]]
}

# deny [--offline] CHECK...
deny() {
    local offline=()
    if [[ $1 == --offline ]]; then
        offline=("$1")
        shift
    fi
    cargo deny --locked "${offline[@]}" --config docs/packaging/deny.toml check "$@"
}

# Their list is in a repository, which not every machine reaches.
weaknesses() {
    if timeout 60 cargo deny --locked --config docs/packaging/deny.toml fetch db >"$work/fetched" 2>&1; then
        check "known weaknesses of libraries" deny --offline advisories
    else
        left_out+=("known weaknesses of libraries: their list cannot be fetched")
    fi
}

compile() { cargo test --locked --no-run 2>&1 | tee "$work/compiled"; }

# Programs of tests by their sources: `src/lib.rs`, `tests/cli/main.rs`.
program_of() { sed -n "s#^ *Executable .*$1 (\(.*\))\$#\1#p" "$work/compiled"; }

# The tests that run the program once more as nobody, who has none of the rights of root.
as_ordinary_user() {
    local user=(setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups --) inside=() program top='' part
    local cli server rights=()
    cli=$(program_of tests/cli/main.rs) server=$(program_of tests/server/main.rs)
    mkdir "$work/tests/nobody"
    chown nobody "$work/tests/nobody"
    # Where a folder above this one is closed to others, as /root is, an open one takes its place for these tests
    # alone, in a mount namespace.
    if ! "${user[@]}" test -r Cargo.toml; then
        part=$PWD
        while [[ $part != / ]]; do
            "${user[@]}" test -x "$part" || top=$part
            part=$(dirname "$part")
        done
        mkdir "$work/here"
        # shellcheck disable=SC2016 # the inner shell fills these in
        inside=(unshare --mount bash -ec '
            mount --bind "$1" "$2"
            mount -t tmpfs -o mode=755 none "$3"
            mkdir -p "$1"
            mount --bind "$2" "$1"
            cd "$1"
            shift 3
            exec "$@"' bash "$PWD" "$work/here" "$top")
    fi
    # Of the command line, what has to do with rights, sockets and processes.
    [[ -n $long ]] || rights=(daemon:: delivery:: doctor:: receive:: restore:: running:: secrets:: setup:: upgrade::)
    for program in "$cli" "$server"; do
        tests "as an ordinary user: $(basename "$program")" \
            "${inside[@]}" "${user[@]}" env HOME="$work/tests/nobody" TMPDIR="$work/tests/nobody" \
            PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin "$program" "${rights[@]}"
        rights=()
    done
    rmdir "$work/tests/nobody" 2>/dev/null || true
}

duration() { printf '%d min %d s' $(($1 / 60)) $(($1 % 60)); }

check_all() {
    local begun=$SECONDS compiled
    # With UPDATE the tests would write what they find as expected.
    unset UPDATE
    # A fixed seed, so that a failure can be repeated. `PROPTEST_CASES=4000 cargo test` tries more cases.
    export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-20261121}
    # Nothing is compiled a second time there.
    [[ -z ${CI:-} ]] || export CARGO_INCREMENTAL=0
    if has_rustfmt; then
        check "format ('cargo fmt' mends it)" cargo fmt --check
    else
        skip_check format "rustfmt is missing (rustup component add rustfmt)"
    fi
    if has_clippy; then
        check lints cargo clippy --locked --all-targets -- -D warnings
    else
        skip_check lints "clippy is missing (rustup component add clippy)"
    fi
    RUSTDOCFLAGS="-D warnings" check documentation cargo doc --locked --no-deps
    if has_tool cargo-deny 0.20.2; then
        check "licences and sources of libraries" deny licenses bans sources
        weaknesses
    else
        [[ -z ${CI:-} ]] || fail "on a CI machine nothing is left out, but there is no cargo-deny"
        skip_check "licences and sources of libraries" "there is no cargo-deny"
    fi
    check "the tests are compiled" compile
    compiled=$((SECONDS - begun))
    begun=$SECONDS
    export TMPDIR=$work/tests
    # Many tests wait for servers and processes: more at once than there are cores.
    export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$((2 * $(getconf _NPROCESSORS_ONLN)))}
    if [[ " ${failures[*]} " != *"compiled"* ]]; then
        if [[ -n $long ]]; then
            export ZUGPOST_KILLS=${ZUGPOST_KILLS:-20} PROPTEST_CASES=${PROPTEST_CASES:-4000}
            # Two thousand faults of hosts, at least a hundred of each kind.
            export ZUGPOST_FAULTS=${ZUGPOST_FAULTS:-245 stopped=300} ZUGPOST_GAMES=${ZUGPOST_GAMES:-80} \
                ZUGPOST_THOUGHT=${ZUGPOST_THOUGHT:-10} ZUGPOST_PARTNER=${ZUGPOST_PARTNER:-2} ZUGPOST_PAGES=${ZUGPOST_PAGES:-2000}
        else
            # Of the mails of tests/typing each fourth.
            export ZUGPOST_SHORT=${ZUGPOST_SHORT:-4}
        fi
        tests tests cargo test --locked --no-fail-fast -- "${skips[@]}"
        if [[ -n ${CI:-} ]] && is_root; then as_ordinary_user; fi
        check "nothing is left behind" is_clean
    fi
    say "compiled, formatted, linted in $(duration $compiled); tested in $(duration $((SECONDS - begun)))"
}

sum_up() {
    local line
    for line in "${failures[@]}"; do say "failed: $line"; done
    for line in "${left_out[@]}"; do say "left out: $line"; done
    if [[ ${#packages[@]} -gt 0 ]]; then
        say "'./test.sh --install', as root, installs what is missing; $((passed + failed)) checks and tests ran without it"
    fi
    printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
    [[ $failed -eq 0 ]]
}

prepare
check_all
sum_up
