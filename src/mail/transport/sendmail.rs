//! Hands letters to the host's `sendmail` program, which all mail servers on Unix have.

use std::io::Write;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use super::{Delivery, Outgoing, Transport};
use crate::clock::Deadline;
use crate::mail::child::{listen, wait};
use crate::mail::parse::text::one_line;

/// Runs `COMMAND… -i -f SENDER -- RECIPIENT` for each letter, without a shell. The exit status
/// (sysexits.h) decides about the delivery.
#[derive(Debug)]
pub struct SendmailTransport {
    command: Vec<String>,
    timeout: Duration,
}

impl SendmailTransport {
    /// The usual path of the program.
    pub const PROGRAM: &'static str = "/usr/sbin/sendmail";

    /// A transport that runs `command`, a program with its first arguments; empty means
    /// [`Self::PROGRAM`]. A run that takes longer than `timeout` is killed.
    #[must_use]
    pub fn new(command: Vec<String>, timeout: Duration) -> Self {
        let command = if command.is_empty() {
            vec![Self::PROGRAM.to_owned()]
        } else {
            command
        };
        Self { command, timeout }
    }

    fn start(&self, letter: &Outgoing<'_>) -> std::io::Result<Child> {
        let (program, first) = self
            .command
            .split_first()
            .map_or((Self::PROGRAM, &[][..]), |(p, f)| (p.as_str(), f));
        // An empty sender is written as the empty return path.
        let sender = if letter.sender.is_empty() {
            "<>"
        } else {
            letter.sender
        };
        Command::new(program)
            .args(first)
            .args(["-i", "-f", sender, "--", letter.recipient])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
    }

    fn run(&self, letter: &Outgoing<'_>) -> std::io::Result<Delivery> {
        let deadline = Deadline::after(self.timeout);
        let mut child = self.start(letter)?;
        // Each pipe has a thread: a program that reads nothing or writes much must not block us.
        let text = with_lf(letter.raw);
        if let Some(mut input) = child.stdin.take() {
            thread::spawn(move || {
                // If the program ends early, the exit status says why.
                let _ = input.write_all(&text);
            });
        }
        let said = child.stderr.take().map(listen);
        let Some(status) = wait(&mut child, deadline)? else {
            child.kill()?;
            child.wait()?;
            return Ok(Delivery::RelayUnavailable(format!(
                "no answer within {} s",
                self.timeout.as_secs()
            )));
        };
        let said = said
            .and_then(|said| said.recv_timeout(Duration::from_secs(1)).ok())
            .unwrap_or_default();
        Ok(judge(status, &String::from_utf8_lossy(&said)))
    }
}

impl Transport for SendmailTransport {
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery {
        let bad = |s: &str| s.contains(|c: char| c.is_control() || c.is_whitespace());
        if letter.recipient.is_empty() || bad(letter.recipient) || bad(letter.sender) {
            return Delivery::Failed("not an address".to_owned());
        }
        match self.run(letter) {
            Ok(delivery) => delivery,
            // The program is missing or may not be run, which concerns all letters.
            Err(e) => {
                Delivery::RelayUnavailable(one_line(&format!("{}: {e}", self.command[0]), 200))
            }
        }
    }
}

/// The text with LF line ends, which `sendmail` expects.
fn with_lf(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    for (at, &b) in raw.iter().enumerate() {
        if !(b == b'\r' && raw.get(at + 1) == Some(&b'\n')) {
            out.push(b);
        }
    }
    out
}

/// What the exit status means for the letter.
///
/// Failed: the letter or its recipient is refused permanently: EX_DATAERR 65, EX_NOUSER 67, EX_NOHOST 68.
/// Deferred: everything else. EX_USAGE 64, EX_NOINPUT 66, EX_UNAVAILABLE 69, EX_SOFTWARE 70, EX_NOPERM 77
/// and EX_CONFIG 78 concern the program or its arguments, which the operator has to correct; they must
/// not count against the recipient's address. EX_OSERR 71 to EX_PROTOCOL 76 are temporary. Deferred
/// letters are given up by age.
fn judge(status: ExitStatus, said: &str) -> Delivery {
    let code = match status.code() {
        Some(0) => return Delivery::Sent,
        Some(code) => format!("exit status {code}"),
        None => "killed by a signal".to_owned(),
    };
    let first = said
        .lines()
        .map(|line| one_line(line, 160))
        .find(|line| !line.is_empty());
    let reason = first.map_or(code.clone(), |line| format!("{code}: {line}"));
    match status.code() {
        Some(65 | 67 | 68) => Delivery::Failed(reason),
        _ => Delivery::Deferred(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    fn transport(dir: &Path, script: &str) -> SendmailTransport {
        let path = dir.join("sendmail");
        fs::write(&path, script).expect("written");
        let command = vec!["/bin/sh".to_owned(), path.display().to_string()];
        SendmailTransport::new(command, Duration::from_secs(5))
    }

    fn letter(raw: &[u8]) -> Outgoing<'_> {
        Outgoing {
            sender: "play+t@example.org",
            recipient: "-oX@b.org",
            message_id: "1@b",
            raw,
        }
    }

    #[test]
    fn the_letter_arrives_with_its_envelope() {
        let dir = tempfile::tempdir().expect("a folder");
        let out = dir.path().join("out");
        let script = format!("echo \"$@\" > {0}; cat >> {0}", out.display());
        let mut transport = transport(dir.path(), &script);
        assert_eq!(
            transport.send(&letter(b"A: b\r\n\r\n.\r\nc\rd\r\n")),
            Delivery::Sent
        );
        let got = fs::read_to_string(out).expect("written");
        assert_eq!(
            got,
            "-i -f play+t@example.org -- -oX@b.org\nA: b\n\n.\nc\rd\n"
        );
    }

    #[test]
    fn exit_statuses_are_judged() {
        let dir = tempfile::tempdir().expect("a folder");
        for (script, failed) in [
            ("exit 65", true),
            ("exit 67", true),
            ("exit 68", true),
            ("exit 64", false),
            ("exit 69", false),
            ("exit 75", false),
            ("exit 77", false),
            ("exit 1", false),
            ("kill -9 $$", false),
        ] {
            let delivery = transport(dir.path(), script).send(&letter(b"x"));
            assert_eq!(
                matches!(delivery, Delivery::Failed(_)),
                failed,
                "{script}: {delivery:?}"
            );
            assert_ne!(delivery, Delivery::Sent);
        }
        let said = transport(
            dir.path(),
            "printf '\\n5.1.1 no\\033 such user\\nmore' >&2; exit 67",
        )
        .send(&letter(b"x"));
        assert_eq!(
            said,
            Delivery::Failed("exit status 67: 5.1.1 no such user".into())
        );
    }

    #[test]
    fn no_program_blocks_us() {
        let dir = tempfile::tempdir().expect("a folder");
        let big = vec![b'x'; 1 << 20];
        // Reads nothing, then fails; talks without end; never answers; is not there.
        assert!(matches!(
            transport(dir.path(), "exit 75").send(&letter(&big)),
            Delivery::Deferred(_)
        ));
        let loud = "head -c 300000 /dev/zero >&2; exit 75";
        assert!(matches!(
            transport(dir.path(), loud).send(&letter(b"x")),
            Delivery::Deferred(_)
        ));
        let mut slow = transport(dir.path(), "exec sleep 30");
        slow.timeout = Duration::from_millis(200);
        let limit = Deadline::after(Duration::from_secs(5));
        assert!(matches!(
            slow.send(&letter(b"x")),
            Delivery::RelayUnavailable(_)
        ));
        assert!(limit.left().is_some());
        let mut missing =
            SendmailTransport::new(vec!["/no/such/program".into()], Duration::from_secs(1));
        assert!(matches!(
            missing.send(&letter(b"x")),
            Delivery::RelayUnavailable(_)
        ));
        let mut any = transport(dir.path(), "exit 0");
        let forged = Outgoing {
            recipient: "a@b\nc@d",
            ..letter(b"x")
        };
        assert!(matches!(any.send(&forged), Delivery::Failed(_)));
    }
}
