//! A server in a temporary folder, on which the program is run.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder made by `zugpost init`.
pub struct Place {
    folder: tempfile::TempDir,
    /// Which program is run.
    pub(crate) program: PathBuf,
    /// How many mails there are.
    pub(crate) mails: usize,
}

/// The result of a run of the program.
#[derive(Debug)]
pub struct Ran {
    /// Exit status.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// A letter in a player's Maildir.
#[derive(Clone, Debug)]
pub struct Letter {
    /// The Maildir's name.
    pub mailbox: String,
    /// The whole message.
    pub raw: String,
}

impl Letter {
    /// A header in one line; empty if missing.
    pub fn header(&self, name: &str) -> String {
        let head = self.raw.split("\r\n\r\n").next().unwrap_or_default();
        let head = head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let found = head.lines().find_map(|line| {
            let (known, value) = line.split_once(':')?;
            known
                .eq_ignore_ascii_case(name)
                .then(|| value.trim().to_owned())
        });
        found.unwrap_or_default()
    }

    /// The reply token.
    pub fn reply_token(&self) -> String {
        let reply = self.header("Reply-To");
        let (_, rest) = reply.split_once('+').expect("a key in Reply-To");
        rest.split('@').next().unwrap_or_default().to_owned()
    }
}

impl Place {
    /// A new server.
    pub fn new() -> Self {
        Self::of(Path::new(env!("CARGO_BIN_EXE_zugpost")))
    }

    /// A new server that a program has made, which may be an earlier one.
    pub fn of(program: &Path) -> Self {
        let place = Self {
            folder: tempfile::tempdir().expect("a folder"),
            program: program.to_owned(),
            mails: 0,
        };
        let made = place.run_anywhere(&[
            "init",
            "--dir",
            &place.path("."),
            "--address",
            "play@example.org",
        ]);
        assert_eq!((made.code, made.err.as_str()), (0, ""), "{made:?}");
        place
    }

    /// A path below the folder.
    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    /// The program, with the settings of this server.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(["--config", &self.path("zugpost.toml")])
            .args(arguments)
            .env_remove("ZUGPOST_CONFIG")
            .env("USER", "tester")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.command(arguments).output().expect("it starts").into()
    }

    /// Runs the program, which must succeed and say nothing on stderr; returns its output.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (0, ""),
            "{arguments:?}: {ran:?}"
        );
        ran.out
    }

    /// Runs the program, which must refuse with one line on stderr; returns that.
    pub fn refused(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (1, ""),
            "{arguments:?}: {ran:?}"
        );
        assert!(
            ran.err.starts_with("zugpost: ") && ran.err.lines().count() == 1,
            "{ran:?}"
        );
        ran.err
    }

    /// Runs the program without settings.
    pub fn run_anywhere(&self, arguments: &[&str]) -> Ran {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_remove("ZUGPOST_CONFIG")
            .stdin(Stdio::null());
        command.output().expect("it starts").into()
    }

    /// Runs the program with something on standard input.
    pub fn with_input(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdin = child.stdin.take().expect("standard input");
        // The program may end before it has read all input.
        let _ = stdin.write_all(input);
        drop(stdin);
        child.wait_with_output().expect("it ends").into()
    }

    /// A game of Hans38 between Anna and Boris, with equal armies.
    pub fn new_game(&self) {
        self.ok(&[
            "game",
            "new",
            "hans38",
            "--white",
            "Anna <anna@example.org>",
            "--black",
            "Boris <boris@example.net>",
            "--option",
            "armies=fide/fide",
        ]);
    }

    /// A game of each kind, in the order of the list: player `p0@g3.example.org` has the first seat of game 3.
    pub fn games_of_all_kinds(&self) {
        for (number, variant) in (1..).zip(zugpost::variants::all()) {
            let mut arguments = vec!["game".to_owned(), "new".to_owned(), variant.id().to_owned()];
            for (seat, name) in variant.seats().iter().enumerate() {
                let player = format!("Player{seat} of {number} <p{seat}@g{number}.example.org>");
                arguments.extend(["--seat".to_owned(), format!("{name}={player}")]);
            }
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            self.ok(&arguments);
        }
        self.ok(&["run", "--once"]);
    }

    /// Every letter that has arrived, sorted by mailbox and reply token; tokens count up.
    pub fn letters(&self) -> Vec<Letter> {
        let mut found = Vec::new();
        let Ok(mailboxes) = fs::read_dir(self.path("mail/out")) else {
            return found;
        };
        for mailbox in mailboxes.flatten() {
            let name = mailbox.file_name().to_string_lossy().into_owned();
            // A mailbox may be under construction.
            let new = fs::read_dir(mailbox.path().join("new"));
            for file in new.into_iter().flatten().flatten() {
                found.push(Letter {
                    mailbox: name.clone(),
                    raw: fs::read_to_string(file.path()).expect("a letter"),
                });
            }
        }
        found.sort_by_key(|letter| (letter.mailbox.clone(), letter.header("Message-ID")));
        found
    }

    /// The newest letter of a player about a game.
    pub fn newest(&self, mailbox: &str, game: usize) -> Letter {
        let tag = format!("[#{game}]");
        let mut own = self.letters();
        own.retain(|l| l.mailbox == mailbox && l.header("Subject").starts_with(&tag));
        own.pop().expect("a letter")
    }

    /// A mail that answers a letter.
    pub fn answer(&mut self, letter: &Letter, text: &str) -> String {
        self.mails += 1;
        let from = &letter.mailbox;
        format!(
            "Return-Path: <{from}>\nFrom: {from}\nTo: {}\nSubject: Re: {}\nMessage-ID: <{}.{from}>\n\n{text}\n",
            letter.header("Reply-To"),
            letter.header("Subject"),
            self.mails
        )
    }

    /// Puts a mail into the server's Maildir.
    pub fn deliver(&mut self, mail: &str) {
        self.deliver_bytes(mail.as_bytes());
    }

    /// As [`Place::deliver`], whatever the mail's bytes are.
    pub fn deliver_bytes(&mut self, mail: &[u8]) {
        self.mails += 1;
        let inbox = PathBuf::from(self.path("mail/in"));
        let name = format!("{:06}.test", self.mails);
        fs::write(inbox.join("tmp").join(&name), mail).expect("written");
        fs::rename(inbox.join("tmp").join(&name), inbox.join("new").join(&name)).expect("moved");
    }

    /// Mails that the server has not fetched.
    pub fn waiting(&self) -> usize {
        let count =
            |folder: &str| fs::read_dir(Path::new(&self.path(folder))).map_or(0, Iterator::count);
        count("mail/in/new") + count("mail/in/cur")
    }
}
