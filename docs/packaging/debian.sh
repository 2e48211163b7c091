# A bare Debian in a temporary folder, in namespaces of its own: what `try.sh` and `container/try.sh` have in common. They
# read this file; it does nothing by itself. Its folder is `$root`, and `$work` is for other files.
# shellcheck shell=bash
set -euo pipefail

fail() {
    printf 'try.sh: %s\n' "$*" >&2
    exit 1
}

# enter_namespaces ARGUMENT...: begins the script anew where its mounts and processes are its own. What is left over of them
# ends with it.
enter_namespaces() {
    [[ $(id -u) -eq 0 ]] || fail "needs root, for chroot"
    [[ -n ${ZUGPOST_TRY_INSIDE:-} ]] ||
        ZUGPOST_TRY_INSIDE=1 exec unshare --mount --pid --fork --kill-child --propagation private bash "$0" "$@"
}

clean() {
    jobs -p | xargs -r kill -9 2>/dev/null || true
    # The mounts first, so that nothing is deleted through them.
    mount | sed -n "s#.* on \($work[^ ]*\) .*#\1#p" | sort -r | while read -r place; do umount -l "$place"; done
    rm -rf "$work"
}

# unpack_debian [SYSTEM]: from the archive of a bare Debian (`tar` of a `debootstrap --variant=minbase bookworm`), or by
# debootstrap.
unpack_debian() {
    work=$(mktemp -d)
    root=$work/root
    trap clean EXIT
    mkdir "$root"
    if [[ -n ${1:-} ]]; then
        tar -C "$root" -xf "$1"
    else
        debootstrap --variant=minbase bookworm "$root" >"$work/log" || fail "$(tail -n 3 "$work/log")"
    fi
    mount -t proc none "$root/proc"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
}

# until_so WHAT COMMAND...: tries it for a minute. Of a server that writes to `$work/server`, the last lines are shown.
until_so() {
    local what=$1 tries=0
    shift
    until "$@"; do
        tries=$((tries + 1))
        [[ $tries -lt 300 ]] || fail "never: $what; $(tail -n 5 "$work/server" 2>/dev/null)"
        sleep 0.2
    done
}

# turns ZUGPOST...: how many turns of game 1 are played, asked by this command line.
turns() {
    "$@" game export 1 --json | tr -d ' \n' | sed 's/.*"turns":\[\([^]]*\)\].*/\1/' | tr ',' '\n' | grep -c '"' || true
}

# key_of LETTER: the address that an answer to it goes to.
key_of() {
    sed -n 's/^Reply-To:.*<\(.*\)>.*/\1/p; s/^Reply-To: *\([^< ]*\)$/\1/p' "$1" | tr -d '\r' | head -n 1
}
