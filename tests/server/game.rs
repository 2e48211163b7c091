//! Whole games between two people with mailboxes, played by `zugpost run`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use zugpost::mail::transport::{Delivery, Outgoing, SmtpTransport, Transport};

use super::mailbox::{Mailbox, eventually};
use super::world::World;

/// A Zugpost server whose mail goes through the mail host of the test.
struct Club {
    world: World,
    config: PathBuf,
    daemon: Option<Child>,
}

/// A player with a mailbox.
struct Player {
    name: &'static str,
    /// Message-IDs of letters that were read.
    read: BTreeSet<String>,
    written: usize,
}

impl Club {
    fn new() -> Self {
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
        let (alice, boris) = ("Alice <alice@chess.test>", "Boris <boris@chess.test>");
        club.run(&["game", "new", "chess", "--white", alice, "--black", boris]);
        club
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zugpost"));
        command
            .env("ZUGPOST_CONFIG", &self.config)
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> String {
        let output = self.command().args(arguments).output().expect("run");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn start(&mut self) {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.world.path("zugpost.log"))
            .expect("a log");
        let daemon = self.command().args(["run", "-v"]).stderr(log).spawn();
        self.daemon = Some(daemon.expect("started"));
    }

    /// Kills it by SIGKILL.
    fn kill(&mut self) {
        if let Some(mut daemon) = self.daemon.take() {
            daemon.kill().expect("killed");
            daemon.wait().expect("gone");
        }
    }

    fn letters(&self, player: &Player) -> Vec<String> {
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

impl Player {
    fn new(name: &'static str) -> Self {
        Self {
            name,
            read: BTreeSet::new(),
            written: 0,
        }
    }

    /// The next letter that holds `text` in subject or body.
    fn read(&mut self, club: &Club, text: &str) -> String {
        let what = format!("a letter to {} with {text:?}", self.name);
        eventually(&what, || {
            let new = |mail: &String| !self.read.contains(&header(mail, "Message-ID"));
            let mails = club.letters(self).into_iter().filter(new);
            let letter = mails.into_iter().find(|mail| mail.contains(text))?;
            self.read.insert(header(&letter, "Message-ID"));
            Some(letter)
        })
    }

    /// Answers a letter as mail programs do.
    fn answer(&mut self, club: &Club, letter: &str, text: &str) {
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
        let mut transport = SmtpTransport::new(&club.world.smtp(self.name, ""));
        let sent = transport.send(&Outgoing {
            sender: &format!("{}@chess.test", self.name),
            recipient: to,
            message_id: "",
            raw: raw.as_bytes(),
        });
        assert_eq!(sent, Delivery::Sent);
    }
}

/// Checks that every letter has arrived once.
fn no_doubles(club: &Club, players: [&Player; 2]) {
    for player in players {
        let letters = club.letters(player);
        let ids: BTreeSet<_> = letters.iter().map(|l| header(l, "Message-ID")).collect();
        assert_eq!(ids.len(), letters.len(), "{}", player.name);
    }
}

#[test]
fn a_game_is_played_by_mail_from_the_first_letter_to_mate() {
    let mut club = Club::new();
    let (mut alice, mut boris) = (Player::new("alice"), Player::new("boris"));
    club.start();
    for (number, (white, black)) in [("f3", "e5"), ("g4", "Qh4#")].iter().enumerate() {
        let yours = format!("your turn {}", number + 1);
        let letter = alice.read(&club, &yours);
        alice.answer(&club, &letter, white);
        let letter = boris.read(&club, &yours);
        boris.answer(&club, &letter, black);
    }
    alice.read(&club, "0-1");
    boris.read(&club, "0-1");
    no_doubles(&club, [&alice, &boris]);
    let mut server = Mailbox::open(&club.world, "server");
    assert_eq!(server.all("Processed").len(), 4);
    assert!(server.all("INBOX").is_empty());
}

#[test]
fn a_game_survives_restarts_of_everything() {
    let mut club = Club::new();
    let (mut alice, mut boris) = (Player::new("alice"), Player::new("boris"));
    club.start();
    let letter = alice.read(&club, "your turn 1");
    // The IMAP server is down: the answer waits at the mail server.
    club.world.stop_dovecot();
    alice.answer(&club, &letter, "f3");
    std::thread::sleep(std::time::Duration::from_secs(2));
    club.world.start_dovecot();
    let letter = boris.read(&club, "your turn 1");
    // The daemon is killed: the answer waits in the mailbox.
    club.kill();
    boris.answer(&club, &letter, "e5");
    club.start();
    let letter = alice.read(&club, "your turn 2");
    alice.answer(&club, &letter, "g4");
    let letter = boris.read(&club, "your turn 2");
    // The SMTP server goes down before the letters are sent.
    boris.answer(&club, &letter, "Qh4#");
    eventually("the last answer in the mailbox", || {
        let mut server = Mailbox::open(&club.world, "server");
        let count = server.all("INBOX").len() + server.all("Processed").len();
        (count == 4).then_some(())
    });
    club.world.stop_exim();
    club.world.stop_dovecot();
    std::thread::sleep(std::time::Duration::from_secs(2));
    club.world.start_dovecot();
    club.world.start_exim();
    alice.read(&club, "0-1");
    boris.read(&club, "0-1");
    no_doubles(&club, [&alice, &boris]);
    assert!(club.run(&["game", "export", "1"]).contains("0-1"));
}
