//! A server in a temporary folder, with a real database, real Maildirs, and clock and random numbers of the
//! test.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use chrono::{DateTime, TimeDelta, Utc};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use zugpost::clock::{Clock, FixedClock};
use zugpost::commands::umpire::{Replace, UmpireAct, UmpireReason};
use zugpost::config::{Limits, Title};
use zugpost::games::{Guard, Request};
use zugpost::ids::{ChallengeId, GameId, LetterId, MailId};
use zugpost::mail::source::MaildirSource;
use zugpost::mail::transport::Delivery;
use zugpost::mail::{self, Address, Envelope, OwnAddress};
use zugpost::metrics::Metrics;
use zugpost::office::installed::Files;
use zugpost::office::umpire::GameRequest;
use zugpost::office::{Draft, Office, Renewal, Settings};
use zugpost::store::{
    self, LetterRow, LetterStatus, MailRow, MailStatus, Maintain, PostgresSettings, PostgresStore,
    SqliteStore,
};
use zugpost::time::Length;
use zugpost::tokens::{Link, Secret};
use zugpost::words::Words;

use super::letter::Letter;
use super::post;
use super::script::Step;
use super::transport::MemoryTransport;

#[path = "umpire.rs"]
mod umpire;

use umpire::{engines, event, pairing_programs, person, request};

struct Hands(Arc<FixedClock>);

impl Clock for Hands {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }
}

thread_local! {
    /// The URL of a schema of PostgreSQL in which the next server of this thread is; `None`: it is in a file.
    pub static POSTGRES: RefCell<Option<String>> = const { RefCell::new(None) };
}

fn create(path: &Path) -> Box<dyn Maintain> {
    let url = POSTGRES.with_borrow_mut(Option::take);
    match url {
        None => Box::new(SqliteStore::create(path).expect("a database")),
        Some(url) => {
            let settings = PostgresSettings::new(&url, "test", None).expect("a URL");
            Box::new(PostgresStore::create(settings).expect("a database"))
        }
    }
}

fn office(
    store: &mut dyn Maintain,
    settings: Settings,
    words: Words,
    secret: &Secret,
    clock: &Arc<FixedClock>,
    seed: u64,
) -> Office {
    // Its numbers are the same in every version of `rand`, which those of `StdRng` are not.
    let chance = Box::new(ChaCha12Rng::seed_from_u64(seed));
    let clock = Box::new(Hands(Arc::clone(clock)));
    let office = Office::open(
        store,
        settings,
        Arc::new(words),
        secret.clone(),
        chance,
        clock,
    );
    office.expect("an office")
}

/// The server and all mails and letters of the conversation.
pub struct Server {
    folder: tempfile::TempDir,
    /// The database.
    pub store: Box<dyn Maintain>,
    /// The secret of its tokens.
    pub secret: Secret,
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
    judged: MailId,
    /// The numbers of all letters that were handed over.
    sent: BTreeSet<i64>,
    source_away: bool,
    /// When the next mails have come, by their files, if that is not now.
    arrived: Option<DateTime<Utc>>,
}

/// The result of a step.
#[derive(Default)]
pub struct Done {
    /// The output for the umpire.
    pub told: Option<String>,
    /// The mails that were judged.
    pub judged: Vec<MailRow>,
    /// The letters that have arrived.
    pub letters: Vec<Letter>,
}

impl Server {
    /// The file of the database.
    pub fn database(&self) -> std::path::PathBuf {
        self.folder.path().join("zugpost.db")
    }

    /// Whether its database is a file.
    pub fn is_in_file(&self) -> bool {
        !self.store.is_shared()
    }

    /// A new server.
    pub fn open() -> Self {
        Self::with_umpires(&[])
    }

    /// A new server with these limits.
    pub fn with_limits(limits: Limits) -> Self {
        let words = Words::load(None).0;
        Self::with(words, "play@zugpost.example", limits)
    }

    /// A new server with this address.
    pub fn at(address: &str) -> Self {
        let words = Words::load(None).0;
        Self::with(words, address, Limits::default())
    }

    /// A new server with these texts and these umpires.
    pub fn with_words(words: Words, umpires: &[String]) -> Self {
        let address = |who: &String| Address::parse(&post::address(who)).expect("an address");
        let umpires = umpires.iter().map(address).collect();
        Self::directed(words, "play@zugpost.example", Limits::default(), umpires)
    }

    /// A new server with these umpires.
    pub fn with_umpires(umpires: &[String]) -> Self {
        Self::with_words(Words::load(None).0, umpires)
    }

    fn with(words: Words, address: &str, limits: Limits) -> Self {
        Self::directed(words, address, limits, Vec::new())
    }

    fn directed(words: Words, address: &str, limits: Limits, umpires: Vec<Address>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Arc::new(FixedClock::new(
            DateTime::from_timestamp(1_767_614_400, 0).expect("a time"),
        ));
        let mut store = create(&folder.path().join("zugpost.db"));
        let settings = Settings {
            umpire: Some(Address::parse("umpire@zugpost.example").expect("an address")),
            authserv_id: Some(post::AUTHSERV_ID.to_owned()),
            limits,
            umpires,
            titles: vec![Title {
                name: "Master".to_owned(),
                wins: 1,
                category: Some("A".to_owned()),
            }],
            pairing: pairing_programs(),
            ..Settings::usual(Address::parse(address).expect("an address"))
        };
        let secret = Secret::new(1, vec![7; 32]);
        let office = office(store.as_mut(), settings, words, &secret, &clock, 1);
        let inbox = folder.path().join("in");
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(inbox.join(part)).expect("a Maildir");
        }
        Self {
            store,
            secret,
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
            judged: MailId(0),
            sent: BTreeSet::new(),
            source_away: false,
            arrived: None,
        }
    }

    /// The process ends, wherever it is, and another one begins on the same file.
    #[allow(dead_code, reason = "some tests keep theirs")]
    pub fn reopen(&mut self) {
        let path = self.database();
        self.store = Box::new(SqliteStore::open(&path).expect("the database"));
        let settings = self.office.settings().clone();
        self.office = office(
            self.store.as_mut(),
            settings,
            Words::load(None).0,
            &self.secret,
            &self.clock,
            2 + self.files as u64,
        );
    }

    /// Carries out one step, and runs the server until nothing is left to do.
    pub fn step(&mut self, step: &Step) -> Result<Done> {
        let mut done = Done::default();
        match step.word(0).unwrap_or_default() {
            "#" | "umpires" => return Ok(done),
            "relay" => {
                self.transport.answer = match step.word(1) {
                    Some("away") => Delivery::RelayUnavailable("nobody answers".to_owned()),
                    _ => Delivery::Sent,
                };
                self.transport.refuses = match (step.word(1), step.word(2), step.word(3)) {
                    (Some("refuses"), Some(who), Some(why)) => {
                        Some((who.to_owned(), why.to_owned()))
                    }
                    _ => None,
                };
            }
            "clock" => self.advance(step.word(1).unwrap_or_default())?,
            // Hour by hour, as a server that is at work.
            "pass" => {
                let hours = hours(step.word(1).unwrap_or_default())?;
                for _ in 0..hours {
                    self.clock.advance(TimeDelta::hours(1));
                    self.work(&mut done)?;
                }
            }
            "variants" => {
                let name = step.word(1).unwrap_or("club.ini").to_owned();
                let public: Vec<String> = step.options("public").map(str::to_owned).collect();
                // A step has no line end.
                let text = format!("{}\n", step.body).into_bytes();
                let files = Files::read(&[(name, text)], Vec::new(), &public);
                self.office.settings().variants.put(files);
            }
            "engines" => {
                let settings = Settings {
                    engines: engines(),
                    ..self.office.settings().clone()
                };
                let renewal = Renewal::default();
                renewal.put(settings, Arc::new(Words::load(None).0));
                self.office.follow(renewal);
            }
            "served" => {
                let settings = Settings {
                    served_url: Some("https://play.example.org".to_owned()),
                    ..self.office.settings().clone()
                };
                let renewal = Renewal::default();
                renewal.put(settings, Arc::new(Words::load(None).0));
                self.office.follow(renewal);
            }
            "form" | "click" => self.form(step)?,
            "source" => self.source_away = step.word(1) == Some("away"),
            "umpire" => match self.umpire(step) {
                Ok(()) => {}
                Err(refused) => done.told = Some(format!("{refused:#}")),
            },
            "mail" => {
                let times = step.option("times").map_or(Ok(1), str::parse)?;
                self.arrived = step.option("arrived").map(str::parse).transpose()?;
                let copies = step.option("copies").map_or(Ok(1), str::parse)?;
                for _ in 0..times {
                    self.mails += 1;
                    self.last = post::answer(step, &self.letters, self.mails)?.into_bytes();
                    for _ in 0..copies {
                        self.deliver()?;
                    }
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

    /// Takes one mail in, and runs the server until nothing is left to do.
    pub fn take(&mut self, raw: Vec<u8>) -> Result<Done> {
        let mut done = Done::default();
        self.last = raw;
        self.deliver()?;
        self.work(&mut done)?;
        Ok(done)
    }

    /// Begins a game, and sends its first letters.
    pub fn begin(&mut self, request: &GameRequest) -> Result<()> {
        let office = &mut self.office;
        let (begun, _) = store::read(self.store.as_mut(), |store| {
            office.drafted(store, |draft| draft.new_game(request, "umpire"))
        })?;
        self.store.commit(&[begun])?;
        self.work(&mut Done::default())
    }

    /// Counts what it does from now on.
    pub fn count_in(&mut self, metrics: &Metrics) {
        self.office.count_in(metrics.clone());
    }

    /// Time passes, and nobody looks.
    pub fn wait(&self, time: TimeDelta) {
        self.clock.advance(time);
    }

    /// A mail arrives, and is not looked at yet.
    pub fn post(&mut self, mail: &str) {
        for step in super::script::read(mail).expect("a script") {
            self.mails += 1;
            let mail = post::answer(&step, &self.letters, self.mails).expect("a mail");
            self.last = mail.into_bytes();
            self.deliver().expect("it arrives");
        }
    }

    /// Mail is taken in, judged and answered before the look at it is over: no timer runs.
    pub fn judge(&mut self) {
        let (store, office) = (self.store.as_mut(), &mut self.office);
        office.take_in(store, &mut self.source).expect("mail");
        office.judge(store).expect("it is judged");
        while office.check_file(store).expect("files are checked") {}
        office.send(store, &mut self.transport).expect("letters");
    }

    /// What time it is.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Whether letters cannot leave at present.
    pub fn relay_is_away(&self) -> bool {
        self.transport.answer != Delivery::Sent
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

    /// Sends a form of the page to which the last letter that somebody got has a link.
    fn form(&mut self, step: &Step) -> Result<()> {
        let letter = post::find(&self.letters, step.word(1).context("who?")?, "")?;
        let (id, office) = (letter.row.id.0, &self.office);
        let mail = if step.word(0) == Some("click") {
            let token = self.secret.link_token(Link::Unsubscribe, id);
            let opened = store::read(self.store.as_mut(), |store| {
                office.opened_unsubscribe(store, &token)
            })?;
            office.unsubscribe_mail(&opened.context("a link that opens")?)
        } else {
            let token = self.secret.link_token(Link::Turn, id);
            let opened = store::read(self.store.as_mut(), |store| {
                office.opened_turn(store, &token)
            })?;
            self.mails += 1;
            let number = self.mails.to_string();
            office.turn_mail(
                &opened.context("a link that opens")?,
                step.body.trim(),
                &number,
            )
        };
        office.store_mails(self.store.as_mut(), &[mail])?;
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
        // It arrives at the time of the test.
        let file = fs::File::options()
            .append(true)
            .open(inbox.join("tmp").join(&name))?;
        let arrived = self.arrived.take().unwrap_or_else(|| self.clock.now());
        file.set_modified(arrived.into())?;
        fs::rename(inbox.join("tmp").join(&name), inbox.join("new").join(&name))?;
        Ok(())
    }

    fn umpire(&mut self, step: &Step) -> Result<()> {
        let word = |at: usize| step.word(at).unwrap_or_default();
        let text = |at: usize| word(at).to_owned();
        let number = || word(2).parse().map(GameId).context("which game?");
        let office = &mut self.office;
        self.written.push_str(&step.text);
        let decide = |draft: &mut Draft<'_>| -> Result<()> {
            let request = match word(1) {
                "new" => return draft.new_game(&request(step), "umpire").map(drop),
                "event" => return draft.announce_contest(&event(step), "umpire").map(drop),
                "start" => return draft.start_contest(word(2), "umpire").map(drop),
                "director" => {
                    let remove = word(4) == "remove";
                    let named = draft.name_director(word(2), word(3), remove, "umpire");
                    return named.map(drop);
                }
                "enter" => return draft.enter_contest(word(2), word(3), "umpire").map(drop),
                "leave" => return draft.leave_contest(word(2), word(3), "umpire").map(drop),
                "seat" => {
                    let places = (word(3), word(4));
                    let done = draft.replace_in_contest(word(2), places, &text(5), "umpire");
                    return done.map(drop);
                }
                "close" => return draft.close_event(word(2), "umpire").map(drop),
                "off" => return draft.cancel_contest(word(2), &text(3), "umpire").map(drop),
                "letter" => return draft.send_again(number()?, word(3)).map(drop),
                "undo" => Request::Undo { reason: text(3) },
                "abort" => Request::Abort { reason: text(3) },
                "move" => Request::Play {
                    turn: text(3),
                    number: None,
                },
                "forfeit" => Request::Forfeit {
                    seat: word(3).to_owned(),
                    reason: text(4),
                },
                "adjudicate" => Request::Adjudicate {
                    result: text(3),
                    reason: text(4),
                    votes: None,
                },
                "pause" => Request::Pause { reason: text(3) },
                "terminate" => Request::Abort { reason: text(3) },
                "rollback" => Request::Rollback {
                    turn: Guard::parse(word(3)).context("which turn?")?,
                    reason: text(4),
                },
                "replace" => {
                    let act = UmpireAct::Replace(Replace {
                        who: text(3),
                        newcomer: person(word(4)),
                        why: UmpireReason { reason: text(5) },
                    });
                    return draft.act(number()?, &act, "umpire").map(drop);
                }
                "announce" if word(2) == "all" => return draft.announce(word(3)).map(drop),
                "announce" => Request::Say {
                    to: None,
                    words: text(3),
                },
                "resume" => Request::Resume,
                "extend" => Request::Extend {
                    seat: text(3),
                    seconds: word(4).parse::<Length>()?.seconds(),
                },
                "cancel" => {
                    let challenge = ChallengeId(number()?.0);
                    let reason = text(3);
                    let reason = Some(&*reason).filter(|reason| !reason.is_empty());
                    let ended = draft.cancel_challenge(challenge, reason, "umpire");
                    return ended.map(drop);
                }
                "clock-accept" => return draft.accept_clock(),
                "rename" => return draft.rename_player(word(2), word(3)).map(drop),
                "add" => return draft.add_player(word(2), word(3)).map(drop),
                "address" | "also" => {
                    let main = word(1) == "address";
                    return draft.set_address(word(2), word(3), main).map(drop);
                }
                "forget" => return draft.forget(word(2), "umpire").map(drop),
                other => bail!("the umpire cannot {other:?}"),
            };
            draft.rule(number()?, &request, "umpire").map(drop)
        };
        let (decision, ()) =
            store::read(self.store.as_mut(), |store| office.drafted(store, decide))?;
        self.store.commit(&[decision])?;
        Ok(())
    }

    fn work(&mut self, done: &mut Done) -> Result<()> {
        let (store, office) = (self.store.as_mut(), &mut self.office);
        if !self.source_away {
            let begun = self.clock.now();
            office.take_in(store, &mut self.source)?;
            // As in the daemon: what is read is judged before the look is over.
            office.judge(store)?;
            office.note_look(store, "maildir", &[], begun)?;
        }
        office.judge(store)?;
        office.send(store, &mut self.transport)?;
        office.run_timers(store)?;
        while office.play_programs(store, &|| false)? {}
        while office.check_file(store)? {}
        office.count_ratings(store)?;
        office.send(store, &mut self.transport)?;
        let known = self.judged;
        let mails = store::read(store, |store| {
            let mut mails = store.mails(MailStatus::Quarantined, 1000)?;
            // The newest first: no more are read than there are new ones.
            let mut count = 16;
            loop {
                let done = store.mails(MailStatus::Done, count)?;
                if done.len() < count || done.iter().any(|mail| mail.id <= known) {
                    mails.extend(done);
                    return Ok(mails);
                }
                count *= 4;
            }
        })?;
        done.judged
            .extend(mails.into_iter().filter(|mail| mail.id > known));
        done.judged.sort_by_key(|mail| mail.id);
        self.judged = done.judged.last().map_or(self.judged, |mail| mail.id);
        let handed_over = self.handed_over()?;
        let mut fresh: Vec<LetterRow> = store::read(self.store.as_mut(), |store| {
            let rows = handed_over.keys().map(|id| store.letter(LetterId(*id)));
            Ok(rows.collect::<store::Result<Vec<_>>>()?)
        })?
        .into_iter()
        .flatten()
        .collect();
        fresh.sort_by_key(|letter| letter.id);
        for row in fresh {
            anyhow::ensure!(
                row.status == LetterStatus::Sent,
                "o{} is {:?}",
                row.id,
                row.status
            );
            let raw = &handed_over[&row.id.0];
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
            self.sent.len() == self.letters.len(),
            "a letter nobody knows of"
        );
        Ok(())
    }

    /// Every letter that was handed over since the last look, by its number, which its envelope sender tells; an
    /// error if one was twice.
    fn handed_over(&mut self) -> Result<HashMap<i64, Vec<u8>>> {
        let mut found = HashMap::new();
        for raw in &self.transport.letters[self.letters.len()..] {
            let text = String::from_utf8_lossy(raw);
            let token = text
                .lines()
                .find_map(|line| {
                    line.strip_prefix("Return-Path: <")?
                        .split(['+', '@'])
                        .nth(1)
                })
                .with_context(|| format!("no envelope sender in {text}"))?;
            let id = self.secret.letter_of_envelope_token(token);
            let id = id.with_context(|| format!("no letter's token: {token}"))?;
            found.insert(id, raw.clone());
            anyhow::ensure!(self.sent.insert(id), "o{id} was handed over twice");
        }
        Ok(found)
    }
}

/// `+3d`, `+5h`: a number of hours.
fn hours(text: &str) -> Result<u32> {
    let (count, unit) = text.split_at(text.len().saturating_sub(1));
    let count: u32 = count.trim_start_matches('+').parse().context("pass")?;
    Ok(match unit {
        "d" => 24 * count,
        "h" => count,
        other => bail!("no unit {other:?}"),
    })
}
