//! Dovecot, with the configuration syntax of the installed version.

use std::path::Path;
use std::process::Command;

use super::process::{Server, find, group, user};

/// Ports on loopback.
#[derive(Clone, Copy)]
pub struct Ports {
    pub imap: u16,
    pub imaps: u16,
    pub lmtp: u16,
}

/// What differs between tests.
#[derive(Clone, Default)]
pub struct Options {
    /// The capabilities that the server announces, instead of its real ones.
    pub capability: Option<String>,
}

pub fn start(dir: &Path, ports: Ports, options: &Options) -> Server {
    let program = find("dovecot").expect(
        "dovecot is missing: run ./test.sh, or apt-get install dovecot-imapd dovecot-lmtpd",
    );
    let version = Command::new(&program).arg("--version").output();
    let version = version.expect("dovecot runs");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let old = version.starts_with("2.3.");
    assert!(
        old || version.starts_with("2.4."),
        "Dovecot {version} is unknown here"
    );
    let template = if old { OLD } else { NEW };
    let capability = options
        .capability
        .as_ref()
        .map(|c| format!("protocol imap {{\n  imap_capability = {c}\n}}\n"))
        .unwrap_or_default();
    let text = template
        .replace("@D@", &dir.display().to_string())
        .replace("@U@", &user())
        .replace("@G@", &group())
        .replace("@IMAP@", &ports.imap.to_string())
        .replace("@IMAPS@", &ports.imaps.to_string())
        .replace("@LMTP@", &ports.lmtp.to_string());
    let path = dir.join("etc/dovecot.conf");
    std::fs::write(&path, text + &capability).expect("written");
    // Dovecot takes a killed master for running until the process is reaped.
    let _ = std::fs::remove_file(dir.join("run/master.pid"));
    Server::start(
        Command::new(program).arg("-F").arg("-c").arg(&path),
        &[ports.imap, ports.imaps, ports.lmtp],
        &dir.join("dovecot.log"),
    )
}

const OLD: &str = "\
base_dir = @D@/run
state_dir = @D@/state
log_path = @D@/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = @U@
default_internal_group = @G@
default_login_user = @U@
first_valid_uid = 1
first_valid_gid = 1
ssl = yes
ssl_cert = <@D@/etc/cert.pem
ssl_key = <@D@/etc/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:~/Maildir
mail_home = @D@/mail/%n
mail_fsync = never
default_vsz_limit = 0
default_process_limit = 50
default_client_limit = 500
mail_max_userip_connections = 50
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u @D@/etc/users
}
userdb {
  driver = static
  args = uid=@U@ gid=@G@ home=@D@/mail/%n
}
namespace inbox {
  inbox = yes
  separator = /
}
protocol lmtp {
  postmaster_address = postmaster@chess.test
}
recipient_delimiter = +
service anvil {
  chroot =
}
service stats {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = @IMAP@
  }
  inet_listener imaps {
    port = @IMAPS@
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = @LMTP@
  }
}
";

const NEW: &str = "\
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
base_dir = @D@/run
state_dir = @D@/state
log_path = @D@/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = @U@
default_internal_group = @G@
default_login_user = @U@
first_valid_uid = 1
first_valid_gid = 1
ssl = yes
ssl_server_cert_file = @D@/etc/cert.pem
ssl_server_key_file = @D@/etc/key.pem
auth_allow_cleartext = yes
auth_mechanisms = plain login
auth_failure_delay = 0
mail_driver = maildir
mail_path = ~/Maildir
mail_home = @D@/mail/%{user | username}
mail_uid = @U@
mail_gid = @G@
mail_fsync = never
mail_max_userip_connections = 50
recipient_delimiter = +
passdb passwd-file {
  passwd_file_path = @D@/etc/users
  default_password_scheme = PLAIN
}
userdb static {
  fields {
    uid = @U@
    gid = @G@
    home = @D@/mail/%{user | username}
  }
}
namespace inbox {
  inbox = yes
  separator = /
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = @IMAP@
  }
  inet_listener imaps {
    port = @IMAPS@
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    listen = 127.0.0.1
    port = @LMTP@
  }
}
protocol lmtp {
  postmaster_address = postmaster@chess.test
}
";
