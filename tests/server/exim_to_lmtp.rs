//! Exim as a mail host that hands mail over by LMTP.

use std::path::Path;

use super::exim::{program, run};
use super::process::{Server, group, user};

/// Exim that takes all mail over plain SMTP, and hands over that to `example.org` at a socket.
pub fn start(dir: &Path, smtp: u16, socket: &Path) -> Server {
    let program = program();
    let text = TO_LMTP
        .replace("@D@", &dir.display().to_string())
        .replace("@U@", &user())
        .replace("@G@", &group())
        .replace("@EXIM@", &program.display().to_string())
        .replace("@SMTP@", &smtp.to_string())
        .replace("@SOCKET@", &socket.display().to_string());
    run(&program, dir, &text, &[smtp])
}

/// Delivery reports to others are thrown away.
const TO_LMTP: &str = "\
exim_path = @EXIM@
exim_user = @U@
exim_group = @G@
never_users =
deliver_drop_privilege = true
spool_directory = @D@/spool
log_file_path = @D@/log/%slog
pid_file_path = @D@/spool/exim.pid
primary_hostname = mx.example.org
qualify_domain = example.org
local_interfaces = 127.0.0.1
daemon_smtp_ports = @SMTP@
host_lookup =
rfc1413_hosts =
acl_smtp_rcpt = accept
log_selector = +smtp_confirmation
keep_environment = LD_LIBRARY_PATH
begin routers
ours:
  driver = accept
  domains = example.org
  transport = to_lmtp
others:
  driver = redirect
  data = :blackhole:
begin transports
to_lmtp:
  driver = lmtp
  socket = @SOCKET@
  batch_max = 20
  return_path_add
  rcpt_include_affixes
begin retry
* * F,5m,1s
";
