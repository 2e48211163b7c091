//! `demo`: plays a short game through real mail files and a real database, and prints the letters.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde::Deserialize;
use tempfile::TempDir;

use crate::config::Config;
use crate::mail::parse::headers::Headers;
use crate::mail::{self, Envelope, OwnAddress};
use crate::office::umpire::GameRequest;
use crate::text::counted;

use super::{Server, init, once};

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Keep settings, mail files and database in this new folder
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Print all letters, not only those that show something new
    #[arg(long)]
    all: bool,
}

const ANNA: &str = "anna@example.org";
const BORIS: &str = "boris@example.net";

/// A step: who answers the newest letter, with which text, what the step shows, and whose letter shows it.
#[derive(Deserialize)]
struct Step {
    player: String,
    text: String,
    about: String,
    shown: Option<String>,
}

/// Plays the game and prints the letters that show how it goes, or all.
///
/// # Errors
/// The folder cannot be used, or the server fails.
pub fn run(args: &DemoArgs) -> Result<()> {
    let temporary = match &args.keep {
        None => Some(tempfile::tempdir().context("cannot make a temporary folder")?),
        Some(_) => None,
    };
    let made = temporary.as_ref().map(TempDir::path);
    let folder = args.keep.as_deref().or(made).unwrap_or(Path::new("."));
    let mut stage = Stage::set(folder, args.all)?;
    stage.title("An umpire sets up a game of Hans38 (zugpost game new hans38 ...)")?;
    stage.new_game()?;
    let steps: Vec<Step> = serde_json::from_str(include_str!("demo.json"))?;
    for step in steps {
        stage.reply(&step)?;
    }
    stage.farewell(args.keep.as_deref())
}

/// The folder, the server, and which letters were printed.
struct Stage {
    server: Server,
    inbox: PathBuf,
    outbox: PathBuf,
    seen: BTreeSet<PathBuf>,
    mails: usize,
    /// Whether all letters are printed.
    all: bool,
}

impl Stage {
    fn set(folder: &Path, all: bool) -> Result<Self> {
        let file = folder.join(crate::config::FILE_NAME);
        let text = Config::example("play@zugpost.example", None);
        let config = Config::parse(&text, &file)?;
        fs::create_dir_all(&config.server.data)?;
        let (inbox, outbox) = (folder.join("mail/in"), folder.join("mail/out"));
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(inbox.join(part))?;
        }
        init::make_database(&config)?;
        fs::write(&file, text)?;
        Ok(Self {
            server: Server::open(Some(&file))?,
            inbox,
            outbox,
            seen: BTreeSet::new(),
            mails: 0,
            all,
        })
    }

    fn title(&self, text: &str) -> Result<()> {
        let rule = "=".repeat(72);
        Ok(writeln!(io::stdout(), "\n{rule}\n{text}\n{rule}")?)
    }

    fn new_game(&mut self) -> Result<()> {
        let asked = GameRequest {
            rated: false,
            time: None,
            variant: "hans38".to_owned(),
            seats: vec![
                ("white".to_owned(), format!("Anna <{ANNA}>")),
                ("black".to_owned(), format!("Boris <{BORIS}>")),
            ],
            options: [("turn".to_owned(), "postal-plus".to_owned())].into(),
            position: None,
        };
        self.server
            .change(false, |draft| draft.new_game(&asked, "demo"))?;
        once::work(&mut self.server, &|| false)?;
        self.show_letters(Some(ANNA))
    }

    /// Lets a player answer the newest letter, runs the server once, and prints the new letter to `shown`.
    fn reply(&mut self, step: &Step) -> Result<()> {
        let Step { player, text, .. } = step;
        self.title(&step.about)?;
        let letter = self.newest(player)?;
        let mail = answer(player, text, &letter, self.mails)?;
        let mut out = io::stdout();
        writeln!(
            out,
            "{player} answers with these lines above the quoted letter:\n"
        )?;
        for line in text.lines() {
            writeln!(out, "    {line}")?;
        }
        self.mails += 1;
        let name = format!("{:04}.demo", self.mails);
        let [tmp, new] = ["tmp", "new"].map(|part| self.inbox.join(part).join(&name));
        fs::write(&tmp, mail)?;
        fs::rename(tmp, new)?;
        once::work(&mut self.server, &|| false)?;
        self.show_letters(step.shown.as_deref())
    }

    /// The letters of each player, oldest first. Letters of one step leave in the same instant, so the times of
    /// different players' letters say nothing about their order.
    fn letters(&self) -> Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for mailbox in fs::read_dir(&self.outbox)? {
            let new = mailbox?.path().join("new");
            for letter in fs::read_dir(&new)? {
                let path = letter?.path();
                found.push((new.clone(), fs::metadata(&path)?.modified()?, path));
            }
        }
        found.sort();
        Ok(found.into_iter().map(|(_, _, path)| path).collect())
    }

    fn newest(&self, player: &str) -> Result<Vec<u8>> {
        let mut letters = self.letters()?;
        letters.retain(|path| path.to_string_lossy().contains(player));
        Ok(fs::read(letters.pop().context("no letter to answer")?)?)
    }

    /// Prints the new letters to a player, and of the others the headline.
    fn show_letters(&mut self, player: Option<&str>) -> Result<()> {
        for path in self.letters()? {
            if !self.seen.insert(path.clone()) {
                continue;
            }
            let raw = fs::read(&path)?;
            let mut out = io::stdout().lock();
            let to = header(&raw, "to");
            if self.all || player.is_some_and(|player| to.contains(player)) {
                show(&raw, &mut out)?;
            } else {
                let message = read(&raw)?;
                let mut lines = message.body.lines();
                // The first line says where answers go.
                let headline = lines.find(|line| !line.is_empty() && !line.starts_with("--- "));
                let headline = headline.unwrap_or_default();
                writeln!(out, "\nA letter to {to}:\n    {headline}")?;
            }
        }
        Ok(())
    }

    fn farewell(&mut self, kept: Option<&Path>) -> Result<()> {
        let (office, store) = (&mut self.server.office, self.server.store.as_mut());
        let found = office.replay(store, false, &mut |_| {})?;
        self.title("The end")?;
        let mut out = io::stdout().lock();
        let mails = counted(self.mails, "mail", "mails");
        let letters = counted(self.seen.len(), "letter", "letters");
        let turns = counted(found.turns, "turn", "turns");
        let differences = found.differences.len() + found.act_differences.len();
        let differences = counted(differences, "difference", "differences");
        writeln!(
            out,
            "{mails} went in, {letters} came out. Replayed from the record: {turns}, {differences}."
        )?;
        if let Some(kept) = kept {
            writeln!(out, "Everything is kept in {}.", kept.display())?;
        }
        if !self.all {
            writeln!(out, "`demo --all` prints every letter in full.")?;
        }
        writeln!(
            out,
            "\nThe real thing:\n  zugpost init --dir FOLDER --address play@YOUR.HOST\n  \
             edit FOLDER/zugpost.toml   (inbox: a Maildir; outbox: sendmail)\n  \
             zugpost --config FOLDER/zugpost.toml game new hans38 \\\n      \
             --white \"Anna <anna@example.org>\" --black \"Boris <boris@example.net>\" --option turn=postal-plus\n  \
             zugpost --config FOLDER/zugpost.toml run --once   (from cron, every minute)"
        )?;
        Ok(())
    }
}

fn header(raw: &[u8], name: &str) -> String {
    let headers = Headers::scan(raw);
    headers.first(name).unwrap_or_default().trim().to_owned()
}

/// A message parsed as if it had come from nobody, to show its text.
fn read(raw: &[u8]) -> Result<mail::ParsedMessage> {
    let nobody = mail::Address::parse("nobody@invalid").ok();
    let ours = OwnAddress {
        address: nobody.context("an address")?,
        delimiter: None,
    };
    Ok(mail::read(raw, &Envelope::default(), &ours))
}

fn show(raw: &[u8], out: &mut impl Write) -> Result<()> {
    let message = read(raw)?;
    writeln!(out, "\n{:-^72}", " a letter ")?;
    for name in ["From", "Reply-To", "To"] {
        writeln!(out, "{name}: {}", header(raw, &name.to_lowercase()))?;
    }
    writeln!(out, "Subject: {}\n", message.subject)?;
    for line in message.body.lines() {
        writeln!(out, "{line}")?;
    }
    Ok(writeln!(out, "{}", "-".repeat(72))?)
}

/// The answer to a letter as a mail program writes it.
fn answer(player: &str, text: &str, letter: &[u8], number: usize) -> Result<String> {
    let [to, id, subject] = ["reply-to", "message-id", "subject"].map(|name| header(letter, name));
    let body = read(letter)?.body;
    let quoted: String = body.lines().map(|line| format!("> {line}\r\n")).collect();
    let text = text.replace('\n', "\r\n");
    Ok(format!(
        "Return-Path: <{player}>\r\nFrom: {player}\r\nTo: {to}\r\nSubject: Re: {subject}\r\n\
         Message-ID: <{number}.{player}>\r\nIn-Reply-To: {id}\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
         {text}\r\n\r\nOn some day, Zugpost wrote:\r\n{quoted}"
    ))
}
