#!/bin/bash
# Tries the package in a bare Debian with Postfix and Dovecot, as root: it is installed and set up with IMAP and SMTP, a
# game is begun by mail; the server is killed while letters wait, its database is that of the schema before and a mail is in
# the mailbox; the package is installed again, the database is upgraded, the game is played to its end; the package is
# removed, and purged.
#
#   docs/packaging/try.sh PACKAGE [SYSTEM]
#
# SYSTEM is the archive of a bare Debian (`tar` of a `debootstrap --variant=minbase bookworm`); without it, debootstrap makes
# one. There is no systemd in it: the lines of the unit are run by hand, as its user. Takes some minutes. All mounts and
# processes are in namespaces of their own.
# shellcheck source=docs/packaging/debian.sh
. "$(dirname "$0")/debian.sh"
enter_namespaces "$@"
package=$(realpath "${1:?the package}")
unpack_debian "${2:-}"
mount -t tmpfs none "$root/run"
cp "$package" "$root/root/zugpost.deb"
# No daemon of a package is started by it.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
# quiet WHAT COMMAND...: shows what a command says only if it fails.
quiet() { "${@:2}" >"$work/log" 2>&1 || fail "$1: $(tail -n 5 "$work/log")"; }
in_root=(chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
in_root() { "${in_root[@]}" "$@"; }
as() { in_root setpriv --reuid="$1" --regid="$1" --init-groups -- "${@:2}"; }

echo "== install"
quiet "apt update" in_root apt-get update -q
echo 'postfix postfix/main_mailer_type select Local only' | in_root debconf-set-selections 2>/dev/null || true
quiet "apt install" in_root apt-get install -q -y --no-install-recommends /root/zugpost.deb postfix dovecot-imapd ca-certificates openssl
in_root test ! -e /var/lib/zugpost/zugpost.secret || fail "installing has set something up"

echo "== Postfix and Dovecot"
# One certificate, which this system trusts, for the name of the mail server.
echo '127.0.0.1 localhost mail.club.example' >"$root/etc/hosts"
quiet "a certificate" in_root openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=mail.club.example \
    -addext subjectAltName=DNS:mail.club.example -addext basicConstraints=critical,CA:FALSE \
    -keyout /etc/dovecot/key.pem -out /etc/dovecot/cert.pem
cp "$root/etc/dovecot/cert.pem" "$root/usr/local/share/ca-certificates/mail.crt"
quiet "certificates" in_root update-ca-certificates
for user in play anna boris umpire; do
    in_root useradd --create-home --shell /bin/sh "$user"
done
echo play:secret | in_root chpasswd
quiet "Postfix" in_root postconf -e myhostname=mail.club.example mydestination=club.example home_mailbox=Maildir/ \
    recipient_delimiter=+ inet_interfaces=loopback-only inet_protocols=ipv4 maillog_file=/var/log/postfix.log smtpd_tls_security_level=none
quiet "Postfix" in_root newaliases
cat >"$root/etc/dovecot/dovecot.conf" <<'END'
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = </etc/dovecot/cert.pem
ssl_key = </etc/dovecot/key.pem
mail_location = maildir:~/Maildir
log_path = /var/log/dovecot.log
passdb {
  driver = shadow
}
userdb {
  driver = passwd
}
END
quiet "Dovecot" in_root dovecot
quiet "Postfix" in_root postfix start

echo "== setup"
in_root zugpost setup --address play@club.example --umpire umpire@club.example \
    --mail imap:play@mail.club.example --send smtp:localhost >"$work/log" 2>&1 && fail "there was no password yet"
grep -q 'write the password into /etc/zugpost/credentials/imap.password' "$work/log" || fail "$(cat "$work/log")"
echo secret >"$root/etc/zugpost/credentials/imap.password"
quiet "setup" in_root zugpost setup
grep -q '^ok    inbox' "$work/log" || fail "$(cat "$work/log")"

server=''
# The lines of the unit, as its user.
start() {
    # The folder that systemd makes at each start.
    install -d -o "$(in_root id -u zugpost)" -g "$(in_root id -g zugpost)" "$root/run/zugpost"
    as zugpost zugpost --config /etc/zugpost/zugpost.toml upgrade | tee "$work/upgraded"
    "${in_root[@]}" setpriv --reuid=zugpost --regid=zugpost --init-groups -- \
        zugpost --config /etc/zugpost/zugpost.toml run >>"$work/server" 2>&1 &
    server=$!
}
# kill_server SIGNAL
kill_server() {
    kill "-$1" "$server"
    wait "$server" 2>/dev/null || true
}
letters() { find "$root/home/$1/Maildir/new" -type f 2>/dev/null | wc -l; }
has_letters() { [[ $(letters "$1") -ge $2 ]]; }
key() {
    local letter
    letter=$(find "$root/home/$1/Maildir/new" -type f -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2-)
    key_of "$letter"
}
# send PLAYER TEXT: as the player's mail program does.
send() {
    printf 'From: %s@club.example\nTo: %s\nSubject: Re: chess\n\n%s\n' "$1" "$(key "$1")" "$2" |
        as "$1" sendmail -f "$1@club.example" -t
}
played() { [[ $(turns as zugpost zugpost) -eq $1 ]]; }

echo "== a game"
start
as zugpost zugpost game new chess --white 'Anna <anna@club.example>' --black 'Boris <boris@club.example>'
until_so "first letters" has_letters anna 1
send anna f3
until_so "f3" played 1
until_so "the letter about f3" has_letters boris 2
send boris e5
until_so "e5" played 2
until_so "the letter about e5" has_letters anna 3
until_so "the other letter about e5" has_letters boris 3

echo "== killed while letters wait, the database of the schema before, a mail in the mailbox"
before=$(($(letters anna) + $(letters boris)))
kill_server TERM
send anna g4
in_mailbox() { [[ -n $(find "$root/home/play/Maildir/new" -type f) ]]; }
until_so "the mail in the mailbox" in_mailbox
quiet "Postfix" in_root postfix stop
start
until_so "g4" played 3
kill_server KILL
[[ $(($(letters anna) + $(letters boris))) -eq $before ]] || fail "letters have left"
python3 - "$root/var/lib/zugpost/zugpost.db" <<'END'
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
# The last step has added an index.
database.executescript("DROP INDEX inbox_by_sender; PRAGMA user_version = 23")
END
chown --reference="$root/var/lib/zugpost" "$root"/var/lib/zugpost/zugpost.db*
quiet "Postfix" in_root postfix start

echo "== upgrade"
quiet "apt install" in_root apt-get install -q -y --reinstall --no-install-recommends /root/zugpost.deb
start
grep -q '^schema 23 -> ' "$work/upgraded" || fail "nothing was upgraded"
all_letters() { [[ $(($(letters anna) + $(letters boris))) -ge $((before + $1)) ]]; }
until_so "the letters that waited" all_letters 2
send boris Qh4
until_so "Qh4" played 4
until_so "the last letters" all_letters 4
as zugpost zugpost game show 1 | grep -q '0-1' || fail "the game has another end"
[[ $(($(letters anna) + $(letters boris))) -eq $((before + 4)) ]] || fail "a letter came twice"
kill_server TERM

echo "== remove, purge"
quiet "apt remove" in_root apt-get remove -q -y zugpost
[[ -e $root/var/lib/zugpost/zugpost.db && -e $root/etc/zugpost/zugpost.toml ]] || fail "removing has deleted something"
quiet "apt purge" in_root apt-get purge -q -y zugpost
for place in var/lib/zugpost etc/zugpost usr/bin/zugpost; do
    [[ ! -e $root/$place ]] || fail "purging has left /$place"
done
echo "won by Boris; every letter came once; nothing is left"
