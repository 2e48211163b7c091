//! A Zugpost server and players with mailboxes at one mail host.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use zugpost::mail::transport::{Delivery, Outgoing, SmtpTransport, Transport};

use super::mailbox::{Mailbox, eventually};
use crate::world::World;

/// A Zugpost server whose mail goes through the mail host of the test.
pub struct Club {
    pub world: World,
    config: PathBuf,
    daemon: Option<Child>,
}

/// A player with a mailbox.
pub struct Player {
    pub name: &'static str,
    /// Message-IDs of letters that were read.
    read: BTreeSet<String>,
    written: usize,
}

impl Club {
    /// A club with one game, of this variant between these players, who write from `NAME@chess.test`.
    pub fn with_game(variant: &str, seats: &[(&str, &str)]) -> Self {
        let world = World::new();
        let config = world.path("club/zugpost.toml");
        let text = format!(
            "[server]\naddress = \"server@chess.test\"\ndata = \"data\"\n\n[inbox]\nkind = \
             \"imap\"\nfolders = [\"INBOX\", \"Junk\"]\n{}\n[outbox]\nkind = \"smtp\"\n{}",
            world.imap_text(""),
            world.smtp_text("server", "tls = \"starttls\""),
        );
        Mailbox::open(&world, "server")
            .session
            .create("Junk")
            .expect("made");
        let club = Self {
            world,
            config,
            daemon: None,
        };
        let folder = club.world.path("club").display().to_string();
        club.run(&["init", "--dir", &folder, "--address", "server@chess.test"]);
        fs::write(&club.config, text).expect("written");
        let seats = seats.iter().map(|(seat, name)| {
            format!("--seat={seat}={} <{name}@chess.test>", name.to_uppercase())
        });
        let seats: Vec<String> = seats.collect();
        let mut new = vec!["game", "new", variant];
        new.extend(seats.iter().map(String::as_str));
        club.run(&new);
        club
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zugpost"));
        command
            .env("ZUGPOST_CONFIG", &self.config)
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> String {
        let output = self.command().args(arguments).output().expect("run");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub fn start(&mut self) {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.world.path("zugpost.log"))
            .expect("a log");
        let daemon = self.command().args(["run", "-v"]).stderr(log).spawn();
        self.daemon = Some(daemon.expect("started"));
    }

    /// Kills it by SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut daemon) = self.daemon.take() {
            daemon.kill().expect("killed");
            daemon.wait().expect("gone");
        }
    }

    pub fn letters(&self, player: &Player) -> Vec<String> {
        Mailbox::open(&self.world, player.name).all("INBOX")
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            let log = fs::read_to_string(self.world.path("zugpost.log"));
            eprintln!("--- the daemon's log\n{}", log.unwrap_or_default());
        }
    }
}

fn header(mail: &str, name: &str) -> String {
    let head = mail.split("\r\n\r\n").next().unwrap_or_default();
    let head = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    head.lines()
        .find_map(|line| line.strip_prefix(&format!("{name}: ")))
        .unwrap_or_default()
        .to_owned()
}

/// Whether a letter holds a text, wherever its lines end.
fn says(mail: &str, text: &str) -> bool {
    let words = mail.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.strip_prefix("your turn ") {
        Some(turn) => {
            words.contains("Your move") && words.contains(&format!(", turn {turn}. You are"))
        }
        None => words.contains(text),
    }
}

impl Player {
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            read: BTreeSet::new(),
            written: 0,
        }
    }

    /// The next letter that holds `text` in subject or body, or asks for a turn: `your turn 3`.
    pub fn read(&mut self, club: &Club, text: &str) -> String {
        let what = format!("a letter to {} with {text:?}", self.name);
        eventually(&what, || {
            let new = |mail: &String| !self.read.contains(&header(mail, "Message-ID"));
            let mails = club.letters(self).into_iter().filter(new);
            let letter = mails.into_iter().find(|mail| says(mail, text))?;
            self.read.insert(header(&letter, "Message-ID"));
            Some(letter)
        })
    }

    /// Answers a letter as mail programs do.
    pub fn answer(&mut self, club: &Club, letter: &str, text: &str) {
        let (to, raw) = self.written_answer(letter, text);
        let mut transport = SmtpTransport::new(&club.world.smtp(self.name, ""));
        let sent = transport.send(&Outgoing {
            sender: &format!("{}@chess.test", self.name),
            recipient: &to,
            message_id: "",
            raw: raw.as_bytes(),
        });
        assert_eq!(sent, Delivery::Sent);
    }

    /// The same, put into the mailbox of the server without the SMTP server.
    pub fn answer_without_smtp(&mut self, club: &Club, letter: &str, text: &str) {
        let (_, raw) = self.written_answer(letter, text);
        Mailbox::open(&club.world, "server").put("INBOX", &raw);
    }

    /// Recipient and text of an answer.
    fn written_answer(&mut self, letter: &str, text: &str) -> (String, String) {
        let to = header(letter, "Reply-To");
        let to = to
            .split('<')
            .next_back()
            .unwrap_or_default()
            .trim_end_matches('>');
        assert!(to.starts_with("server+"), "{letter}");
        self.written += 1;
        let raw = format!(
            "From: <{0}@chess.test>\r\nTo: <{to}>\r\nSubject: Re: {1}\r\nMessage-ID: \
             <{2}.{0}@home.test>\r\nIn-Reply-To: {3}\r\nDate: Sat, 21 Nov 2026 02:00:00 +0000\r\n\
             \r\n{text}\r\n\r\nOn Saturday the server wrote:\r\n> {4}\r\n",
            self.name,
            header(letter, "Subject"),
            self.written,
            header(letter, "Message-ID"),
            letter
                .split_once("\r\n\r\n")
                .map_or("", |(_, b)| b)
                .replace("\r\n", "\r\n> "),
        );
        (to.to_owned(), raw)
    }
}

/// Checks that every letter has arrived once.
pub fn no_doubles(club: &Club, players: &[&Player]) {
    for player in players {
        let letters = club.letters(player);
        let ids: BTreeSet<_> = letters.iter().map(|l| header(l, "Message-ID")).collect();
        assert_eq!(ids.len(), letters.len(), "{}", player.name);
    }
}
