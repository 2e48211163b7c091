//! A server for one mail: the office with its database, and a game at the position of a section.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use anyhow::{Context, Result, ensure};
use chrono::DateTime;
use data_encoding::BASE64;
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use zugpost::clock::FixedClock;
use zugpost::games::Request;
use zugpost::ids::{GameId, LetterId};
use zugpost::mail::source::RawMessage;
use zugpost::mail::transport::Delivery;
use zugpost::mail::{Address, Envelope};
use zugpost::office::umpire::GameRequest;
use zugpost::office::{Office, Settings, stored_game};
use zugpost::store::{self, LetterRow, LetterStatus, Snapshot, SqliteStore, Store};
use zugpost::tokens::Secret;
use zugpost::words::Words;

use super::cases::{Case, Setup};
use super::letter::Letter;
use super::transport::MemoryTransport;

/// The game of every case.
const GAME: GameId = GameId(1);

/// The addresses of the seats, in order.
const ADDRESSES: [&str; 4] = [
    "anna@example.org",
    "boris@example.net",
    "chloe@example.org",
    "dario@example.net",
];

/// The texts, which all servers share.
static WORDS: LazyLock<Arc<Words>> = LazyLock::new(|| Arc::new(Words::load(None).0));

/// A database with a game at the position of a section, to be copied for each case.
pub struct Start {
    folder: tempfile::TempDir,
    /// The letter that the mails answer.
    letter: Letter,
    /// The seat that writes them.
    seat: usize,
}

/// What came of a mail.
#[derive(Debug, Default)]
pub struct Got {
    /// The turns that were played.
    pub turns: Vec<String>,
    /// The words that the opponent reads.
    pub words: String,
    /// What else happened: `offer`, `drawn`, `declined`, `resigned`, or the kind of an event.
    pub others: Vec<String>,
    /// The turns that a question is about, if one waits.
    pub asked: Option<Vec<String>>,
    /// The command that it is about.
    pub command: Option<String>,
    /// The turns that were played after the question was answered by `yes`.
    pub confirmed: Vec<String>,
    /// What else has happened then.
    pub confirmed_others: Vec<String>,
    /// The words that the opponent reads then.
    pub confirmed_words: String,
    /// The data of the answer; `None`: there is no answer.
    pub answer: Option<String>,
    /// The text of the answer without the lines of the mail that it repeats.
    pub said: String,
}

impl Got {
    /// Whether the answer names a command as a line that can be sent, holds what it shows, or asks about it. What every
    /// refusal says names none.
    pub fn helps_with(&self, command: &str) -> bool {
        let data = self.answer.as_deref().unwrap_or_default();
        let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
        let shows = |query: String| data.contains(&query);
        let usual = |text: &&str| {
            let plain = one_line(text);
            plain.starts_with("`help` gets you") || plain.starts_with("I do not understand this ")
        };
        let paragraphs = self.said.split("\n\n");
        let named = paragraphs
            .filter(|paragraph| !paragraph.trim_start().starts_with("--") && !usual(paragraph))
            .flat_map(|text| text.split('`').skip(1).step_by(2))
            .map(one_line)
            .any(|line| {
                let (verb, arguments) = line.split_once([' ', ':']).unwrap_or((&line, ""));
                verb == name && arguments.trim_start().starts_with(rest)
            });
        named
            || self.command.as_deref() == Some(command)
            || shows(format!("\"query\":\"{name}\""))
            || shows(format!("\"query\":{{\"{name}\""))
    }
}

impl Start {
    /// Makes the game.
    pub fn new(setup: &Setup) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut server = Server::open(&folder.path().join("start.db"), true)?;
        server.begin(setup)?;
        for (seat, text) in &setup.mails {
            let seat = server.seat(seat)?;
            let letter = server.newest(seat)?;
            server.mail(seat, (ADDRESSES[seat], &letter), None, text)?;
        }
        let seat = match &setup.from {
            Some(seat) => server.seat(seat)?,
            None => server.look(|store| {
                let row = store.game(GAME)?.context("the game")?;
                Ok(usize::from(row.course.to_move))
            })?,
        };
        let letter = server.newest(seat)?;
        // All of it is in the file itself.
        server
            .store
            .connection()
            .pragma_update(None, "journal_mode", "DELETE")?;
        Ok(Self {
            folder,
            letter,
            seat,
        })
    }

    /// The canonical text of a turn, if it is legal.
    pub fn canonical(&self, turn: &str) -> Result<Option<String>> {
        let mut server = Server::open(&self.folder.path().join("start.db"), false)?;
        server.look(|store| Ok(stored_game(store, GAME)?.game.meaning(turn).ok()))
    }

    /// Sends the mail of a case to a copy of the database; says what came of it.
    pub fn send(&self, case: &Case) -> Result<Got> {
        self.send_from(ADDRESSES[self.seat], case)
    }

    /// The same for a mail from any address.
    pub fn send_from(&self, from: &str, case: &Case) -> Result<Got> {
        let path = self.folder.path().join("case.db");
        for left in ["case.db", "case.db-wal", "case.db-shm", "case.db-journal"] {
            let _ = fs::remove_file(self.folder.path().join(left));
        }
        fs::copy(self.folder.path().join("start.db"), &path)?;
        let mut server = Server::open(&path, false)?;
        let before = server.events()?;
        let asked_before = server.question(self.seat)?;
        let subject = case.subject.as_deref();
        let mail = (from, &self.letter);
        let answer = server.mail(self.seat, mail, subject, &case.body)?;
        let mut got = server.since(before, self.seat)?;
        let question = server.question(self.seat)?;
        let question = Some(question)
            .filter(|asked| *asked != asked_before)
            .flatten();
        if let Some(letter) = answer {
            let own = letter.text.lines().filter(|line| !line.starts_with('|'));
            got.said = own.collect::<Vec<_>>().join("\n");
            got.answer = letter.row.data;
        }
        if let Some((asking, turns, command)) = question {
            got.asked = Some(turns);
            got.command = command;
            let asking = server
                .letters
                .iter()
                .find(|letter| Some(letter.row.id) == asking)
                .context("a question without a letter that asks it")?
                .clone();
            let before = server.events()?;
            let yes = (ADDRESSES[self.seat], &asking);
            server.mail(self.seat, yes, None, "yes")?;
            let then = server.since(before, self.seat)?;
            (got.confirmed, got.confirmed_others) = (then.turns, then.others);
            got.confirmed_words = then.words;
        }
        Ok(got)
    }
}

/// The letter that asks, the turns and the command that it asks about.
type Question = (Option<LetterId>, Vec<String>, Option<String>);

struct Server {
    store: SqliteStore,
    office: Office,
    secret: Secret,
    transport: MemoryTransport,
    letters: Vec<Letter>,
    mails: usize,
}

impl Server {
    fn open(path: &Path, new: bool) -> Result<Self> {
        let path = PathBuf::from(path);
        let mut store = match new {
            true => SqliteStore::create(&path)?,
            false => SqliteStore::open(&path)?,
        };
        // Nothing has to last longer than the test.
        store
            .connection()
            .pragma_update(None, "synchronous", "OFF")?;
        let address = Address::parse("play@zugpost.example").context("an address")?;
        let settings = Settings::usual(address);
        let secret = Secret::new(1, vec![7; 32]);
        let moment = DateTime::from_timestamp(1_767_614_400, 0).context("a time")?;
        let office = Office::open(
            &mut store,
            settings,
            Arc::clone(&WORDS),
            secret.clone(),
            Box::new(ChaCha12Rng::seed_from_u64(if new { 1 } else { 2 })),
            Box::new(FixedClock::new(moment)),
        )?;
        Ok(Self {
            store,
            office,
            secret,
            transport: MemoryTransport::new(Delivery::Sent),
            letters: Vec::new(),
            mails: if new { 0 } else { 100 },
        })
    }

    fn look<T>(&mut self, work: impl FnOnce(&dyn Snapshot) -> Result<T>) -> Result<T> {
        store::read(&mut self.store, work)
    }

    fn seat(&mut self, name: &str) -> Result<usize> {
        let seat = self.look(|store| Ok(stored_game(store, GAME)?.seat_named(name)))?;
        Ok(usize::from(
            seat.with_context(|| format!("no seat {name:?}"))?.0,
        ))
    }

    /// Makes the game, and plays the turns that lead to the position.
    fn begin(&mut self, setup: &Setup) -> Result<()> {
        let variant = zugpost::variants::find(&setup.variant)
            .with_context(|| format!("no variant {:?}", setup.variant))?;
        let players = ["Anna", "Boris", "Chloe", "Dario"].iter().zip(ADDRESSES);
        let players = players.map(|(name, address)| format!("{name} <{address}>"));
        let request = GameRequest {
            rated: false,
            time: setup.time.clone(),
            variant: setup.variant.clone(),
            seats: variant
                .seats()
                .iter()
                .map(|seat| (*seat).to_owned())
                .zip(players)
                .collect(),
            options: setup.options.clone().into_iter().collect(),
            position: setup.position.clone(),
        };
        let office = &mut self.office;
        let (made, _) = store::read(&mut self.store, |store| {
            office.drafted(store, |draft| draft.new_game(&request, "umpire"))
        })?;
        self.store.commit(&[made])?;
        // Nobody looks at the boards, which take half of the time.
        let players = self.store.connection();
        players.execute("UPDATE players SET format = 'plain'", [])?;
        for turn in &setup.turns {
            let request = Request::Play {
                turn: turn.clone(),
                number: None,
            };
            let office = &mut self.office;
            let played = store::read(&mut self.store, |store| {
                office.drafted(store, |draft| draft.rule(GAME, &request, "umpire"))
            });
            let (played, _) = played.with_context(|| format!("turn {turn:?}"))?;
            self.store.commit(&[played])?;
            self.deliver()?;
        }
        self.deliver()
    }

    /// Sends all letters that wait.
    fn deliver(&mut self) -> Result<()> {
        let known = self.transport.letters.len();
        self.office.send(&mut self.store, &mut self.transport)?;
        let rows = self.look(|store| Ok(store.letters(LetterStatus::Sent, 1000)?))?;
        for raw in &self.transport.letters[known..] {
            let id = envelope_letter(&self.secret, raw).context("an envelope sender")?;
            let row = rows
                .iter()
                .find(|row| row.id == id)
                .context("a letter's row")?;
            self.letters
                .push(Letter::new("", 0, LetterRow::clone(row), raw));
        }
        Ok(())
    }

    /// The newest letter to a seat.
    fn newest(&self, seat: usize) -> Result<Letter> {
        let own = |letter: &&Letter| letter.row.recipient == ADDRESSES[seat];
        let found = self.letters.iter().rfind(own).cloned();
        found.with_context(|| format!("no letter to seat {seat}"))
    }

    /// Sends a mail of a seat, from an address, that answers a letter, and judges it; returns the letter
    /// to the seat that comes of it.
    fn mail(
        &mut self,
        seat: usize,
        (from, letter): (&str, &Letter),
        subject: Option<&str>,
        body: &str,
    ) -> Result<Option<Letter>> {
        self.mails += 1;
        let raw = written(from, letter, self.mails, subject, body);
        let known = self.letters.len();
        let message = RawMessage {
            source_key: format!("m{}", self.mails),
            former_source_key: None,
            arrived_at: None,
            envelope: Envelope::default(),
            raw: raw.into_bytes(),
            truncated: false,
        };
        self.office.store_mails(&mut self.store, &[message])?;
        self.office.judge(&mut self.store)?;
        self.deliver()?;
        let mut fresh = self.letters[known..].iter();
        let answer = fresh.find(|letter| letter.row.recipient == ADDRESSES[seat]);
        Ok(answer.cloned())
    }

    fn events(&mut self) -> Result<usize> {
        self.look(|store| Ok(store.events(GAME, None)?.len()))
    }

    /// What has happened since there were `before` events.
    fn since(&mut self, before: usize, seat: usize) -> Result<Got> {
        self.look(|store| {
            let mut got = Got::default();
            let mut words = Vec::new();
            for event in store.events(GAME, None)?.into_iter().skip(before) {
                let own = event.seat == u8::try_from(seat).ok();
                // What others have asked for is theirs, and terms are of nobody.
                let agreed = ["take-back", "terms"].contains(&event.kind.as_str());
                ensure!(own || agreed, "an event of another");
                match event.kind.as_str() {
                    "turn" => got.turns.push(event.text),
                    "say" => words.push(event.text),
                    "decline" => got.others.push("declined".to_owned()),
                    "resign" => got.others.push("resigned".to_owned()),
                    other => got.others.push(other.to_owned()),
                }
            }
            got.words = one_line(&words.join(" "));
            let course = store.game(GAME)?.context("the game")?.course;
            if course.reason.as_deref() == Some("agreement") {
                got.others = vec!["drawn".to_owned()];
            }
            Ok(got)
        })
    }

    /// The question that waits for the seat: the letter that asks it, the turns that it is about, in
    /// canonical notation, and the command. The turns are in its data under `turn`, whatever else
    /// the question is about.
    fn question(&mut self, seat: usize) -> Result<Option<Question>> {
        self.look(|store| {
            let Some(row) = store.question(GAME, u8::try_from(seat)?)? else {
                return Ok(None);
            };
            let game = stored_game(store, GAME)?.game;
            let mut turns = Vec::new();
            let data = serde_json::from_str(&row.data)?;
            named_turns(&data, &mut turns);
            let command = data["doubt"]["doubt"]["command"].as_str();
            let command = command.map(str::to_owned);
            let canonical = |turn: String| game.meaning(&turn).unwrap_or(turn);
            let mut turns: Vec<String> = turns.into_iter().map(canonical).collect();
            turns.sort();
            turns.dedup();
            Ok(Some((row.letter, turns, command)))
        })
    }
}

/// All texts under `turn` and `turns`.
fn named_turns(data: &serde_json::Value, found: &mut Vec<String>) {
    use serde_json::Value;
    match data {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(turn) if name == "turn" => found.push(turn.clone()),
                    Value::Array(turns) if name == "turns" => {
                        let turns = turns.iter().filter_map(Value::as_str);
                        found.extend(turns.map(str::to_owned));
                    }
                    other => named_turns(other, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| named_turns(value, found)),
        _ => {}
    }
}

/// The letter whose token is in the envelope sender.
fn envelope_letter(secret: &Secret, raw: &[u8]) -> Option<LetterId> {
    let text = String::from_utf8_lossy(raw);
    let sender = text
        .lines()
        .find_map(|line| line.strip_prefix("Return-Path: <"))?;
    let token = sender.split(['+', '@']).nth(1)?;
    secret.letter_of_envelope_token(token).map(LetterId)
}

/// The text with all white space as single blanks.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A mail that answers a letter.
fn written(
    from: &str,
    letter: &Letter,
    number: usize,
    subject: Option<&str>,
    body: &str,
) -> String {
    let name = from.split('@').next().unwrap_or_default();
    let usual = format!("Re: {}", letter.header("Subject"));
    let filled = |text: &str| {
        text.replace("{subject}", &letter.header("Subject"))
            .replace("{nbsp}", "\u{a0}")
            .replace("{zwsp}", "\u{200b}")
            .replace("{tab}", "\t")
    };
    let subject = subject.map_or(usual, filled);
    let subject = match subject.is_ascii() {
        true => subject,
        false => format!("=?utf-8?B?{}?=", BASE64.encode(subject.as_bytes())),
    };
    let lines = letter.text.lines();
    let quote: Vec<String> = lines
        .map(|line| format!("> {line}").trim_end().to_owned())
        .collect();
    let bare = quote.join("\n");
    let quote =
        format!("On Mon, 5 Jan 2026 at 12:00, Zugpost <play@zugpost.example> wrote:\n{bare}");
    // Unless it says where the letter is quoted, it is quoted below.
    let places = ["{quote}", "{bare}"];
    let body = filled(body);
    let body = match places.iter().any(|place| body.contains(place)) {
        true => body.replace("{quote}", &quote).replace("{bare}", &bare),
        false => format!("{body}\n\n{quote}"),
    };
    let id = letter.header("Message-ID");
    let head = [
        format!("Return-Path: <{from}>"),
        format!("From: {}{} <{from}>", name[..1].to_uppercase(), &name[1..]),
        format!("To: {}", letter.bracketed("Reply-To")),
        format!("Subject: {subject}"),
        format!("Message-ID: <m{number}.{from}>"),
        format!("In-Reply-To: {id}"),
        format!("References: {} {id}", letter.header("References")),
        "MIME-Version: 1.0".to_owned(),
        "Content-Type: text/plain; charset=utf-8".to_owned(),
        "Content-Transfer-Encoding: 8bit".to_owned(),
    ];
    format!("{}\n\n{body}\n", head.join("\n"))
}
