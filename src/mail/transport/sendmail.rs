//! Hands letters to the host's `sendmail` program, which all mail servers on Unix have.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use super::limits::is_sending_limit;
use super::{Delivery, LETTER_LIMIT, Outgoing, Transport};
use crate::clock::Deadline;
use crate::mail::child::{listen, wait};
use crate::mail::{parse::text::one_line, refusal::LIMIT};

/// Runs `COMMAND… -i -f SENDER -- RECIPIENT` for each letter, without a shell. The exit status
/// (sysexits.h) decides about the delivery.
#[derive(Debug)]
pub struct SendmailTransport {
    command: Vec<String>,
    timeout: Duration,
}

impl SendmailTransport {
    /// A transport that runs `command`, a program with its first arguments, which is not empty. A run that takes longer
    /// than `timeout`, which is at most [`LETTER_LIMIT`], is killed.
    pub fn new(command: Vec<String>, timeout: Duration) -> Self {
        let timeout = timeout.min(LETTER_LIMIT);
        Self { command, timeout }
    }

    /// Starts the program. The whole letter is in a file before that, which is its standard input:
    /// if it came through a pipe, a server that is killed meanwhile would end the pipe early, and
    /// the program would send what it has read by then, or an empty mail.
    fn start(&self, letter: &Outgoing<'_>) -> io::Result<Child> {
        // An empty sender is written as the empty return path.
        let sender = Some(letter.sender).filter(|sender| !sender.is_empty());
        let input = input(letter.raw).map_err(|e| {
            let dir = std::env::temp_dir();
            io::Error::new(e.kind(), format!("no file in {}: {e}", dir.display()))
        })?;
        Command::new(&self.command[0])
            .args(&self.command[1..])
            .args(["-i", "-f", sender.unwrap_or("<>"), "--", letter.recipient])
            .stdin(input)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
    }

    fn run(&self, letter: &Outgoing<'_>) -> io::Result<Delivery> {
        let deadline = Deadline::after(self.timeout);
        let mut child = self.start(letter)?;
        // A thread reads the complaints: a program that writes much must not block.
        let said = child.stderr.take().map(listen);
        let Some(status) = wait(&mut child, deadline)? else {
            kill(child);
            let (program, seconds) = (&self.command[0], self.timeout.as_secs_f32());
            let why = format!("{program} did not end within {seconds} s");
            return Ok(Delivery::Hung(why));
        };
        let said = said
            .and_then(|said| said.recv_timeout(Duration::from_secs(1)).ok())
            .unwrap_or_default();
        Ok(judge(status, &String::from_utf8_lossy(&said)))
    }
}

impl Transport for SendmailTransport {
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery {
        let odd = |c: char| c.is_control() || c.is_whitespace();
        let bad = |s: &str| s.contains(odd) || s.starts_with('-');
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

/// A file without a name that holds the letter, to be read from its start.
fn input(raw: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(&with_lf(raw))?;
    file.rewind()?;
    Ok(file)
}

/// Kills the program with all that it has started, such as the mailer that a script calls: it would send
/// the letter while it is tried again.
fn kill(mut child: Child) {
    // A program that is root by its file mode, as Exim is, may not be killed by us, and goes on.
    let _ = rustix::process::kill_process_group(Pid::from_child(&child), Signal::KILL);
    thread::spawn(move || child.wait());
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
/// letters are given up by age. Limited: those refusals that tell of a sending limit.
fn judge(status: ExitStatus, said: &str) -> Delivery {
    let code = match status.code() {
        Some(0) => return Delivery::Sent,
        Some(code) => format!("exit status {code}"),
        None => "killed by a signal".to_owned(),
    };
    let mut lines = said.lines().map(|line| one_line(line, 160));
    let first = lines.find(|line| !line.is_empty());
    let reason = first.map_or(code.clone(), |line| format!("{code}: {line}"));
    match status.code() {
        // Programs without a queue of their own, such as msmtp, pass on what the host has said.
        Some(65 | 67 | 68) if is_sending_limit(&one_line(said, 1000)) => {
            Delivery::Limited(format!("refused {LIMIT}: {reason}"))
        }
        Some(65 | 67 | 68) => Delivery::Failed(reason),
        _ => Delivery::Deferred(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Read;
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
            recipient: "a@b.org",
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
            "-i -f play+t@example.org -- a@b.org\nA: b\n\n.\nc\rd\n"
        );
        let option = Outgoing {
            recipient: "-oX@b.org",
            ..letter(b"x")
        };
        assert!(matches!(transport.send(&option), Delivery::Failed(_)));
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
        let limited = "echo 'host said: 550 5.4.5 Daily user sending limit exceeded' >&2; exit 65";
        let limited = transport(dir.path(), limited).send(&letter(b"x"));
        assert!(matches!(limited, Delivery::Limited(_)), "{limited:?}");
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
    fn the_letter_is_a_whole_file_before_the_program_starts() {
        let dir = tempfile::tempdir().expect("a folder");
        // Without reading anything: what kind of file standard input is, and how much it holds.
        let look = "test \"$(stat -Lc '%F %s' /dev/stdin)\" = 'regular file 300000' || exit 75";
        let raw = vec![b'x'; 300_000];
        let delivery = transport(dir.path(), look).send(&letter(&raw));
        assert_eq!(delivery, Delivery::Sent);
        let delivery = transport(dir.path(), look).send(&letter(&raw[1..]));
        assert!(matches!(delivery, Delivery::Deferred(_)), "{delivery:?}");
        let mut file = input(b"a\r\nb").expect("written");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("readable");
        assert_eq!(text, "a\nb");
    }

    #[test]
    fn a_program_that_does_not_end_is_killed_with_what_it_has_started() {
        let dir = tempfile::tempdir().expect("a folder");
        let late = dir.path().join("late");
        let begun = dir.path().join("begun");
        let script = format!(
            "(echo > {}; sleep 1; echo > {}) & sleep 30",
            begun.display(),
            late.display()
        );
        let mut slow = transport(dir.path(), &script);
        slow.timeout = Duration::from_millis(400);
        let limit = Deadline::after(Duration::from_secs(10));
        let Delivery::Hung(why) = slow.send(&letter(b"x")) else {
            panic!("hung")
        };
        assert!(why.contains("did not end within 0.4 s"), "{why}");
        assert!(limit.left().is_some());
        thread::sleep(Duration::from_millis(1300));
        assert!(begun.exists() && !late.exists());
        let long = SendmailTransport::new(vec!["sendmail".into()], Duration::from_secs(3600));
        assert_eq!(long.timeout, LETTER_LIMIT);
    }

    #[test]
    fn no_program_blocks_us() {
        let dir = tempfile::tempdir().expect("a folder");
        let big = vec![b'x'; 1 << 20];
        // Reads nothing, then fails; talks without end; is not there.
        assert!(matches!(
            transport(dir.path(), "exit 75").send(&letter(&big)),
            Delivery::Deferred(_)
        ));
        let loud = "head -c 300000 /dev/zero >&2; exit 75";
        assert!(matches!(
            transport(dir.path(), loud).send(&letter(b"x")),
            Delivery::Deferred(_)
        ));
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
