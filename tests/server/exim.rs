//! Exim, run without privileges, which delivers to Dovecot by LMTP. No mail leaves the host.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::process::{Server, find, group, user};

/// Ports on loopback: with STARTTLS, and with TLS from the start.
#[derive(Clone, Copy)]
pub struct Ports {
    pub smtp: u16,
    pub smtps: u16,
}

/// The program that `./test.sh` has unpacked, else the installed one.
pub fn program() -> PathBuf {
    let unpacked = std::env::var_os("ZUGPOST_TEST_EXIM").map(PathBuf::from);
    unpacked
        .or_else(|| find("exim4"))
        .or_else(|| find("exim"))
        .expect("exim4 is missing: run ./test.sh, which gets one without installing it")
}

pub fn start(dir: &Path, ports: Ports, lmtp: u16) -> Server {
    let program = program();
    let text = CONFIG
        .replace("@D@", &dir.display().to_string())
        .replace("@U@", &user())
        .replace("@G@", &group())
        .replace("@EXIM@", &program.display().to_string())
        .replace("@SMTP@", &ports.smtp.to_string())
        .replace("@SMTPS@", &ports.smtps.to_string())
        .replace("@LMTP@", &lmtp.to_string());
    run(&program, dir, &text, &[ports.smtp, ports.smtps])
}

/// Runs it with this configuration, and waits until it answers on these ports.
pub fn run(program: &Path, dir: &Path, config: &str, ports: &[u16]) -> Server {
    let path = dir.join("etc/exim.conf");
    std::fs::write(&path, config).expect("written");
    let mut command = Command::new(program);
    command.arg("-C").arg(&path).args(["-bdf", "-q1s"]);
    if let Some(libraries) = std::env::var_os("ZUGPOST_TEST_EXIM_LIBRARIES") {
        command.env("LD_LIBRARY_PATH", libraries);
    }
    Server::start(&mut command, ports, &dir.join("log/mainlog"))
}

/// `later@` and `never@` are refused as their names say; `full@` has a full mailbox.
const CONFIG: &str = "\
exim_path = @EXIM@
exim_user = @U@
exim_group = @G@
never_users =
deliver_drop_privilege = true
spool_directory = @D@/spool
log_file_path = @D@/log/%slog
pid_file_path = @D@/spool/exim.pid
primary_hostname = mx.chess.test
qualify_domain = chess.test
local_interfaces = 127.0.0.1
daemon_smtp_ports = @SMTP@ : @SMTPS@
tls_on_connect_ports = @SMTPS@
tls_certificate = @D@/etc/cert.pem
tls_privatekey = @D@/etc/key.pem
tls_advertise_hosts = *
auth_advertise_hosts = ${if def:tls_in_cipher {*}}
smtp_accept_max = 100
smtp_accept_queue_per_connection = 0
queue_run_max = 10
host_lookup =
rfc1413_hosts =
acl_smtp_rcpt = acl_rcpt
keep_environment = LD_LIBRARY_PATH
begin acl
acl_rcpt:
  defer local_parts = later
    message = 4.2.0 come back later
  deny local_parts = never
    message = 5.1.1 no such user
  deny local_parts = full
    message = 5.2.2 mailbox full
  accept authenticated = *
    domains = chess.test
  deny message = 5.7.1 relay access denied
begin routers
local:
  driver = accept
  domains = chess.test
  transport = lmtp_dovecot
begin transports
lmtp_dovecot:
  driver = smtp
  protocol = lmtp
  hosts = 127.0.0.1
  hosts_override
  port = @LMTP@
  allow_localhost
  rcpt_include_affixes
begin retry
* * F,1m,1s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_set_id = $auth2
  server_condition = ${if and{{match{$auth2}{@chess.test}}{eq{$auth3}{sekret}}}}
xoauth2:
  driver = plaintext
  public_name = XOAUTH2
  server_prompts = :
  server_set_id = token
  server_condition = ${if match{$auth1}{Bearer t0ken}}
";
