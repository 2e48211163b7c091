//! What happens as days pass: letters are given up, old bytes are thrown away. On a real database;
//! the time is the test's.

#[path = "support/transport.rs"]
mod transport;

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use zugpost::clock::{Clock, FixedClock};
use zugpost::letters::Templates;
use zugpost::mail::source::RawMessage;
use zugpost::mail::transport::Delivery;
use zugpost::mail::{Address, Envelope};
use zugpost::office::umpire::GameRequest;
use zugpost::office::{Office, Settings};
use zugpost::store::{LetterRow, Store};

use transport::MemoryTransport;

struct Shared(Arc<FixedClock>);

impl Clock for Shared {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }
}

struct Server {
    _folder: tempfile::TempDir,
    store: Store,
    office: Office,
    clock: Arc<FixedClock>,
}

impl Server {
    fn new(keep_days: u32) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::create(&folder.path().join("zugpost.db")).expect("a database");
        let begin = DateTime::from_timestamp(1_767_614_400, 0).expect("a time");
        let clock = Arc::new(FixedClock::new(begin));
        let settings = Settings {
            address: Address::parse("play@example.org").expect("an address"),
            name: "Zugpost".to_owned(),
            delimiter: Some('+'),
            umpire: None,
            keep_days,
        };
        let templates = Templates::load(None).expect("templates");
        let chance = Box::new(ChaCha12Rng::seed_from_u64(1));
        let time = Box::new(Shared(Arc::clone(&clock)));
        let office = Office::open(&mut store, settings, templates, chance, time);
        Self {
            _folder: folder,
            office: office.expect("an office"),
            store,
            clock,
        }
    }

    /// A game of chess; its two letters are in the outbox.
    fn new_game(&mut self) {
        let seat = |seat: &str, who: &str| (seat.to_owned(), who.to_owned());
        let request = GameRequest {
            variant: "chess".to_owned(),
            seats: [
                seat("white", "Anna <anna@example.org>"),
                seat("black", "Boris <boris@example.net>"),
            ]
            .into(),
            position: None,
            options: [].into(),
        };
        let office = &mut self.office;
        let made = self
            .store
            .write(|tx| office.new_game(tx, &request, "umpire"));
        made.expect("a game");
    }

    fn store_mail(&mut self, key: &str, raw: &str) -> i64 {
        let mail = RawMessage {
            source_key: key.to_owned(),
            former_source_key: None,
            arrived_at: None,
            envelope: Envelope::default(),
            raw: raw.as_bytes().to_vec(),
            truncated: false,
        };
        let stored = self.office.store_mail(&mut self.store, &mail);
        stored.expect("stored").expect("new")
    }

    fn send(&mut self, answer: Delivery) -> MemoryTransport {
        let mut transport = MemoryTransport::new(answer);
        let sent = self.office.send(&mut self.store, &mut transport);
        sent.expect("the database works");
        transport
    }

    fn letter(&mut self, id: i64) -> LetterRow {
        let letter = self.store.read(|tx| tx.letter(id));
        letter.expect("read").expect("a letter")
    }

    /// Whether the bytes of a mail and of a letter are there.
    fn has_bytes(&mut self, mail: i64, letter: i64) -> (bool, bool) {
        let both = self.store.read(|tx| {
            let mail = tx.mail_bytes(mail)?.is_some();
            Ok((mail, tx.letter_bytes(letter)?.is_some()))
        });
        both.expect("read")
    }

    fn tidy(&mut self) -> usize {
        self.office.tidy(&mut self.store).expect("tidied")
    }
}

fn later() -> Delivery {
    Delivery::Deferred("come back later".to_owned())
}

/// Tries the letters whenever one is due, until none waits; how often and how long that was.
fn until_given_up(server: &mut Server) -> (usize, TimeDelta) {
    let (begun, mut tries) = (server.clock.now(), 0);
    while let Some(due) = server.store.read(|tx| tx.next_due()).expect("read") {
        let due = DateTime::parse_from_rfc3339(&due).expect("a time").to_utc();
        server.clock.set(due.max(server.clock.now()));
        tries += server.send(later()).letters.len();
        assert!(tries < 1000, "it is never given up");
    }
    (tries, server.clock.now() - begun)
}

#[test]
fn a_letter_that_nobody_takes_is_given_up_after_five_days() {
    let mut server = Server::new(0);
    server.new_game();
    let (tries, days) = until_given_up(&mut server);
    // Pauses grow to four hours.
    assert!((60..100).contains(&tries), "{tries} tries of two letters");
    let pause = TimeDelta::hours(4);
    assert!(
        days > TimeDelta::days(5) && days <= TimeDelta::days(5) + pause,
        "{days}"
    );
    for id in [1, 2] {
        let letter = server.letter(id);
        assert_eq!(letter.status, "failed");
        assert_eq!(letter.last_error.as_deref(), Some("come back later"));
        assert!(letter.closed_at.is_some());
    }
    server.clock.advance(TimeDelta::days(30));
    assert!(
        server.send(Delivery::Sent).letters.is_empty(),
        "it was given up"
    );
}

#[test]
fn age_alone_gives_no_letter_up() {
    let mut server = Server::new(0);
    server.new_game();
    // The server was off for three weeks.
    server.clock.advance(TimeDelta::days(21));
    let (tries, time) = until_given_up(&mut server);
    assert_eq!(
        tries,
        2 * 11,
        "ten tries of each, and the one that gives it up"
    );
    assert!(time < TimeDelta::days(2), "{time}");
    // A letter that is old leaves all the same if somebody takes it.
    let mut server = Server::new(0);
    server.new_game();
    server.clock.advance(TimeDelta::days(21));
    server.send(later());
    server.clock.advance(TimeDelta::days(1));
    assert_eq!(server.send(Delivery::Sent).letters.len(), 2);
    assert_eq!(server.letter(1).status, "sent");
}

#[test]
fn bytes_are_forgotten_after_their_days_and_records_stay() {
    let mut server = Server::new(30);
    server.new_game();
    let read = server.store_mail("1", "From: anna@example.org\n\nhelp\n");
    server.office.judge(&mut server.store).expect("judged");
    let waiting = server.store_mail("2", "From: boris@example.net\n\nhelp\n");
    server.send(Delivery::Sent);
    assert_eq!(server.tidy(), 0);
    assert_eq!(server.has_bytes(read, 1), (true, true));

    server.clock.advance(TimeDelta::days(30));
    assert_eq!(server.tidy(), 0, "they are kept for whole 30 days");
    server.new_game();
    server.clock.advance(TimeDelta::days(1));
    // One mail; the letters of the first game and the answer.
    assert_eq!(server.tidy(), 1 + 3);
    assert_eq!(server.has_bytes(read, 1), (false, false));
    assert_eq!(server.letter(1).status, "sent");
    let mail = server.store.read(|tx| tx.mail(read)).expect("read");
    assert_eq!(mail.expect("its record").status, "done");

    // What is not done with keeps its bytes, however old: a mail not read, a letter not sent.
    server.clock.advance(TimeDelta::days(100));
    assert_eq!(server.tidy(), 0);
    assert_eq!(server.has_bytes(waiting, 5), (true, true));
    assert_eq!(server.letter(5).status, "waiting");
}

#[test]
fn bytes_are_looked_for_once_a_day_and_kept_where_no_days_are_set() {
    let mut server = Server::new(1);
    server.new_game();
    server.send(Delivery::Sent);
    server.clock.advance(TimeDelta::days(1));
    assert_eq!(server.tidy(), 0);
    // Now they are old enough, but it is the same day.
    server.clock.advance(TimeDelta::hours(1));
    assert_eq!(server.tidy(), 0);
    server.clock.advance(TimeDelta::days(1));
    assert_eq!(server.tidy(), 2);

    let mut server = Server::new(0);
    server.new_game();
    server.send(Delivery::Sent);
    server.clock.advance(TimeDelta::days(10_000));
    assert_eq!(server.tidy(), 0);
    let letter = server.store.read(|tx| tx.letter_bytes(1)).expect("read");
    assert!(letter.is_some());
}
