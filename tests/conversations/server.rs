//! A server in a temporary folder, with a real database, real Maildirs, and clock and random numbers of the
//! test.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use chrono::{DateTime, TimeDelta, Utc};
use zugpost::clock::{Clock, FixedClock};
use zugpost::letters::Templates;
use zugpost::mail::source::MaildirSource;
use zugpost::mail::transport::Delivery;
use zugpost::mail::{self, Address, Envelope, OwnAddress};
use zugpost::office::umpire::GameRequest;
use zugpost::office::{Office, Settings};
use zugpost::store::{InboxRow, LetterRow, Store};

use super::letter::Letter;
use super::post;
use super::script::Step;
use super::transport::MemoryTransport;

struct Hands(Arc<FixedClock>);

impl Clock for Hands {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }
}

/// The server and all mails and letters of the conversation.
pub struct Server {
    folder: tempfile::TempDir,
    /// The database.
    pub store: Store,
    /// The office.
    pub office: Office,
    clock: Arc<FixedClock>,
    source: MaildirSource,
    transport: MemoryTransport,
    /// Every letter so far.
    pub letters: Vec<Letter>,
    /// Every mail of players.
    pub written: String,
    last: Vec<u8>,
    mails: usize,
    files: usize,
    judged: i64,
    sent: i64,
}

/// The result of a step.
#[derive(Default)]
pub struct Done {
    /// The output for the umpire.
    pub told: Option<String>,
    /// The mails that were judged.
    pub judged: Vec<InboxRow>,
    /// The letters that have arrived.
    pub letters: Vec<Letter>,
}

impl Server {
    /// A new server.
    pub fn open() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Arc::new(FixedClock::new(
            DateTime::from_timestamp(1_767_614_400, 0).expect("a time"),
        ));
        let mut store = Store::create(&folder.path().join("zugpost.db")).expect("a database");
        let settings = Settings {
            address: Address::parse("play@zugpost.example").expect("an address"),
            name: "Zugpost".to_owned(),
            delimiter: Some('+'),
            umpire: Some(Address::parse("umpire@zugpost.example").expect("an address")),
            keep_days: 0,
        };
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let chance = Box::new(move |bytes: &mut [u8]| {
            for byte in bytes {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                *byte = state.to_le_bytes()[0];
            }
        });
        let office = Office::open(
            &mut store,
            settings,
            Templates::load(None).expect("templates"),
            chance,
            Box::new(Hands(Arc::clone(&clock))),
        )
        .expect("an office");
        let inbox = folder.path().join("in");
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(inbox.join(part)).expect("a Maildir");
        }
        Self {
            store,
            office,
            clock,
            source: MaildirSource::new(&inbox, "Processed"),
            transport: MemoryTransport::new(Delivery::Sent),
            folder,
            letters: Vec::new(),
            written: String::new(),
            last: Vec::new(),
            mails: 0,
            files: 0,
            judged: 0,
            sent: 0,
        }
    }

    /// Carries out one step, and runs the server until nothing is left to do.
    pub fn step(&mut self, step: &Step) -> Result<Done> {
        let mut done = Done::default();
        match step.word(0).unwrap_or_default() {
            "#" => return Ok(done),
            "clock" => self.advance(step.word(1).unwrap_or_default())?,
            "umpire" => match self.umpire(step) {
                Ok(()) => {}
                Err(refused) => done.told = Some(format!("{refused:#}")),
            },
            "mail" => {
                self.mails += 1;
                self.last = post::answer(step, &self.letters, self.mails)?.into_bytes();
                let copies = step.option("copies").map_or(Ok(1), str::parse)?;
                for _ in 0..copies {
                    self.deliver()?;
                }
            }
            "raw" => {
                self.last = post::filled(&step.body, &self.letters)?.into_bytes();
                self.deliver()?;
            }
            "again" => self.deliver()?,
            other => bail!("no step {other:?}"),
        }
        self.work(&mut done)?;
        Ok(done)
    }

    fn advance(&self, by: &str) -> Result<()> {
        let (count, unit) = by.split_at(by.len() - 1);
        let count: i64 = count.trim_start_matches('+').parse().context("clock")?;
        self.clock.advance(match unit {
            "d" => TimeDelta::days(count),
            "h" => TimeDelta::hours(count),
            _ => TimeDelta::minutes(count),
        });
        Ok(())
    }

    fn deliver(&mut self) -> Result<()> {
        self.files += 1;
        self.written.push_str(&String::from_utf8_lossy(&self.last));
        let ours = OwnAddress {
            address: self.office.settings().address.clone(),
            delimiter: Some('+'),
        };
        let read = mail::read(&self.last, &Envelope::default(), &ours);
        self.written.push_str(&read.body);
        let name = format!("{:06}.test", self.files);
        let inbox = self.folder.path().join("in");
        fs::write(inbox.join("tmp").join(&name), &self.last)?;
        fs::rename(inbox.join("tmp").join(&name), inbox.join("new").join(&name))?;
        Ok(())
    }

    fn umpire(&mut self, step: &Step) -> Result<()> {
        let word = |at: usize| step.word(at).unwrap_or_default();
        let number = || word(2).parse::<i64>().context("which game?");
        let office = &mut self.office;
        self.written.push_str(&step.text);
        self.store.write(|tx| match word(1) {
            "new" => office.new_game(tx, &request(step), "umpire").map(drop),
            "undo" => office.undo(tx, number()?, word(3), "umpire").map(drop),
            "abort" => office.abort(tx, number()?, word(3), "umpire").map(drop),
            "move" => office.play_for(tx, number()?, word(3), "umpire").map(drop),
            "letter" => office.send_again(tx, number()?, word(3)).map(drop),
            "adjudicate" => office
                .adjudicate(tx, number()?, word(3), word(4), "umpire")
                .map(drop),
            "rename" => office.rename_player(tx, word(2), word(3)).map(drop),
            "address" => office.set_address(tx, word(2), word(3), true).map(drop),
            "also" => office.set_address(tx, word(2), word(3), false).map(drop),
            other => bail!("the umpire cannot {other:?}"),
        })
    }

    fn work(&mut self, done: &mut Done) -> Result<()> {
        let (store, office) = (&mut self.store, &mut self.office);
        office.take_in(store, &mut self.source)?;
        office.judge(store)?;
        office.send(store, &mut self.transport)?;
        office.tidy(store)?;
        let (mails, letters) = store.read(|tx| {
            let mut mails = tx.mails("done", 1000)?;
            mails.extend(tx.mails("parked", 1000)?);
            Ok((mails, tx.letters("sent", 10_000)?))
        })?;
        done.judged = mails
            .into_iter()
            .filter(|mail| mail.id > self.judged)
            .collect();
        done.judged.sort_by_key(|mail| mail.id);
        self.judged = done.judged.last().map_or(self.judged, |mail| mail.id);
        let mut fresh: Vec<LetterRow> = letters
            .into_iter()
            .filter(|letter| letter.id > self.sent)
            .collect();
        fresh.sort_by_key(|letter| letter.id);
        self.sent = fresh.last().map_or(self.sent, |letter| letter.id);
        let handed_over = self.handed_over()?;
        for row in fresh {
            let raw = handed_over
                .get(&row.message_id)
                .with_context(|| format!("o{} is said to be sent but is not there", row.id))?;
            let who = row
                .recipient
                .split('@')
                .next()
                .unwrap_or_default()
                .to_owned();
            let number = self
                .letters
                .iter()
                .filter(|letter| letter.who == who)
                .count()
                + 1;
            let letter = Letter::new(&who, number, row, raw);
            self.letters.push(letter.clone());
            done.letters.push(letter);
        }
        anyhow::ensure!(
            handed_over.len() == self.letters.len(),
            "a letter nobody knows of"
        );
        Ok(())
    }

    /// Every letter that was handed over, by Message-ID; an error if one was twice.
    fn handed_over(&self) -> Result<HashMap<String, Vec<u8>>> {
        let mut found = HashMap::new();
        for raw in &self.transport.letters {
            let text = String::from_utf8_lossy(raw);
            let id = text
                .lines()
                .find_map(|line| line.strip_prefix("Message-ID: <")?.strip_suffix('>'))
                .with_context(|| format!("no Message-ID in {text}"))?;
            let before = found.insert(id.to_owned(), raw.clone());
            anyhow::ensure!(before.is_none(), "{id} was handed over twice");
        }
        Ok(found)
    }
}

/// `umpire new VARIANT WHITE BLACK key=value … position="…"`.
fn request(step: &Step) -> GameRequest {
    let plain: Vec<&String> = step
        .words
        .iter()
        .filter(|word| !word.contains('='))
        .collect();
    let player = |who: &str| match post::address(who) {
        address if address != who => {
            let (first, rest) = who.split_at(1);
            format!("{}{rest} <{address}>", first.to_uppercase())
        }
        known => known,
    };
    let variant = plain.get(2).map_or("", |id| id.as_str());
    // The seats of an unknown variant do not matter, since it is refused.
    let seats = zugpost::variants::find(variant).map_or(&[][..], |game| game.seats());
    let seats = seats.iter().zip(plain.iter().skip(3));
    let options = step.words.iter().filter_map(|word| word.split_once('='));
    GameRequest {
        variant: variant.to_owned(),
        seats: seats
            .map(|(seat, who)| ((*seat).to_owned(), player(who)))
            .collect(),
        position: step.option("position").map(str::to_owned),
        options: options
            .filter(|(key, _)| *key != "position")
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
    }
}
