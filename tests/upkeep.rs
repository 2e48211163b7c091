//! What happens as days pass: letters are given up, old bytes are thrown away. On a real database;
//! the time is the test's.

#[path = "support/transport.rs"]
mod transport;

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use zugpost::clock::{Clock, FixedClock};
use zugpost::ids::{GameId, LetterId, MailId, PlayerId};
use zugpost::mail::source::RawMessage;
use zugpost::mail::transport::Delivery;
use zugpost::mail::{Address, Envelope};
use zugpost::office::umpire::GameRequest;
use zugpost::office::{Office, Settings};
use zugpost::store::{
    self, Budget, HostRow, LetterRow, LetterStatus, MailStatus, ReviewChange, ReviewRow, Spending,
    SqliteStore, Store, TakenIn,
};
use zugpost::tokens::Secret;
use zugpost::words::Words;

use transport::MemoryTransport;

struct Shared(Arc<FixedClock>);

impl Clock for Shared {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }
}

struct Server {
    _folder: tempfile::TempDir,
    store: SqliteStore,
    office: Office,
    clock: Arc<FixedClock>,
}

impl Server {
    fn new(keep_days: u32, keep_sent: bool) -> Self {
        Self::with(keep_days, keep_sent, None)
    }

    fn with(keep_days: u32, keep_sent: bool, umpire: Option<Address>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::create(&folder.path().join("zugpost.db")).expect("a database");
        let mut store = store.keep_sent(keep_sent);
        let begin = DateTime::from_timestamp(1_767_614_400, 0).expect("a time");
        let clock = Arc::new(FixedClock::new(begin));
        let settings = Settings {
            umpire,
            keep_days,
            ..Settings::usual(Address::parse("play@example.org").expect("an address"))
        };
        let words = Arc::new(Words::load(None).0);
        let secret = Secret::new(1, vec![7; 32]);
        let chance = Box::new(ChaCha12Rng::seed_from_u64(1));
        let time = Box::new(Shared(Arc::clone(&clock)));
        let office = Office::open(&mut store, settings, words, secret, chance, time);
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
            rated: false,
            time: None,
            variant: "chess".to_owned(),
            seats: [
                seat("white", "Anna <anna@example.org>"),
                seat("black", "Boris <boris@example.net>"),
            ]
            .into(),
            position: None,
            options: [].into(),
        };
        let (office, store) = (&mut self.office, &mut self.store);
        let made = office.decided(store, |draft| draft.new_game(&request, "umpire"));
        made.expect("a game");
    }

    fn store_mail(&mut self, key: &str, raw: &str) -> MailId {
        let mail = RawMessage {
            source_key: key.to_owned(),
            former_source_key: None,
            arrived_at: None,
            envelope: Envelope::default(),
            raw: raw.as_bytes().to_vec(),
            truncated: false,
        };
        let stored = self.office.store_mails(&mut self.store, &[mail]);
        match stored.expect("stored")[..] {
            [TakenIn::New(id)] => id,
            ref other => panic!("{other:?}"),
        }
    }

    fn send(&mut self, answer: Delivery) -> MemoryTransport {
        let mut transport = MemoryTransport::new(answer);
        let sent = self.office.send(&mut self.store, &mut transport);
        sent.expect("the database works");
        transport
    }

    fn letter(&mut self, id: i64) -> LetterRow {
        let letter = store::read(&mut self.store, |store| Ok(store.letter(LetterId(id))?));
        letter.expect("read").expect("a letter")
    }

    /// Whether the bytes of a mail and of a letter are there.
    fn has_bytes(&mut self, mail: MailId, letter: i64) -> (bool, bool) {
        let both = store::read(&mut self.store, |store| {
            let mail = store.mail_bytes(mail)?.is_some();
            Ok((mail, store.letter_bytes(LetterId(letter))?.is_some()))
        });
        both.expect("read")
    }

    /// Lets days pass, with the daily clean-up on each of them.
    fn days(&mut self, days: u32) {
        for _ in 0..days {
            self.clock.advance(TimeDelta::days(1));
            self.timers();
        }
    }

    /// Does what is due by the timers; returns when they are due next.
    fn timers(&mut self) -> String {
        let next = self.office.run_timers(&mut self.store).expect("done");
        next.expect("there is always one")
    }
}

/// A clock that is ahead by months for a day deletes nothing that is not as old by the right one.
#[test]
fn a_clock_that_is_ahead_deletes_no_bytes() {
    let mut server = Server::new(30, true);
    server.new_game();
    let mail = server.store_mail("1", "From: anna@example.org\n\nhelp\n");
    server.office.judge(&mut server.store).expect("judged");
    server.send(Delivery::Sent);
    server.timers();
    server.days(3);
    let right = server.clock.now();
    server.clock.advance(TimeDelta::days(100));
    server.timers();
    assert_eq!(server.has_bytes(mail, 1), (true, true));
    // Once it is right again, the clean-up goes on as before: neither late nor early.
    server.clock.set(right);
    server.timers();
    server.days(27);
    assert_eq!(server.has_bytes(mail, 1), (true, true));
    server.days(1);
    assert_eq!(server.has_bytes(mail, 1), (false, false));
    // The same for one that was ahead before there was any clean-up.
    let mut server = Server::new(30, true);
    let mail = server.store_mail("1", "From: anna@example.org\n\nhelp\n");
    server.office.judge(&mut server.store).expect("judged");
    server.clock.advance(TimeDelta::days(100));
    server.timers();
    assert!(server.has_bytes(mail, 1).0);
}

/// A server that was off for months catches up by two days each day.
#[test]
fn bytes_of_a_server_that_was_off_are_deleted_in_the_end() {
    let mut server = Server::new(30, true);
    let mail = server.store_mail("1", "From: anna@example.org\n\nhelp\n");
    server.office.judge(&mut server.store).expect("judged");
    server.timers();
    server.clock.advance(TimeDelta::days(100));
    server.days(14);
    assert!(server.has_bytes(mail, 1).0);
    server.days(3);
    assert!(!server.has_bytes(mail, 1).0);
}

/// An address that nobody has confirmed is forgotten by the daily clean-up.
#[test]
fn expired_confirmations_are_forgotten() {
    let mut server = Server::new(0, false);
    server.new_game();
    let nonce = vec![7; 8];
    let asked = store::ConfirmationRow {
        player: zugpost::ids::PlayerId(1),
        address: "new@example.org".to_owned(),
        nonce,
        generation: 1,
        created_at: zugpost::office::stamp(server.clock.now()),
    };
    let decision = store::Decision {
        now: asked.created_at.clone(),
        players: vec![store::PlayerChange::AskConfirmation(asked)],
        ..store::Decision::default()
    };
    server.store.commit(&[decision]).expect("written");
    let waiting = |server: &mut Server| {
        let rows = store::read(&mut server.store, |store| {
            Ok(store.confirmations("new@example.org")?)
        });
        rows.expect("read").len()
    };
    server.timers();
    // It is valid for a week, and known for a month more, so that an answer says that it is too old.
    server.days(36);
    assert_eq!(waiting(&mut server), 1);
    server.days(2);
    assert_eq!(waiting(&mut server), 0);
}

fn later() -> Delivery {
    Delivery::Deferred("come back later".to_owned())
}

fn next_try(server: &mut Server) -> Option<String> {
    store::read(&mut server.store, |store| Ok(store.next_try()?)).expect("read")
}

/// Tries letters whenever one is due, until the first two no longer wait; how often they were
/// tried, and how long that was. Each tells the other player that the first one cannot be reached,
/// by letters that are not looked at here.
fn until_given_up(server: &mut Server) -> (i64, TimeDelta) {
    let (begun, mut rounds) = (server.clock.now(), 0);
    let waits = |server: &mut Server, id| server.letter(id).status == LetterStatus::Waiting;
    while waits(server, 1) || waits(server, 2) {
        let due = next_try(server).expect("a letter waits");
        let due = DateTime::parse_from_rfc3339(&due).expect("a time").to_utc();
        server.clock.set(due.max(server.clock.now()));
        server.send(later());
        rounds += 1;
        assert!(rounds < 1000, "it is never given up");
    }
    let tries = server.letter(1).tries + server.letter(2).tries;
    (tries, server.clock.now() - begun)
}

#[test]
fn a_letter_that_nobody_takes_is_given_up_after_five_days() {
    let mut server = Server::new(0, false);
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
        assert_eq!(letter.status, LetterStatus::Failed);
        assert_eq!(letter.last_error.as_deref(), Some("come back later"));
        assert!(letter.closed_at.is_some());
    }
    server.clock.advance(TimeDelta::days(30));
    server.send(Delivery::Sent);
    for id in [1, 2] {
        assert_eq!(server.letter(id).status, LetterStatus::Failed);
    }
}

#[test]
fn age_alone_gives_no_letter_up() {
    let mut server = Server::new(0, false);
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
    let mut server = Server::new(0, false);
    server.new_game();
    server.clock.advance(TimeDelta::days(21));
    server.send(later());
    server.clock.advance(TimeDelta::days(1));
    assert_eq!(server.send(Delivery::Sent).letters.len(), 2);
    assert_eq!(server.letter(1).status, LetterStatus::Sent);
}

#[test]
fn bytes_are_forgotten_after_their_days_and_records_stay() {
    let mut server = Server::new(30, true);
    server.new_game();
    let read = server.store_mail("1", "From: anna@example.org\n\nhelp\n");
    server.office.judge(&mut server.store).expect("judged");
    let waiting = server.store_mail("2", "From: boris@example.net\n\nhelp\n");
    server.send(Delivery::Sent);
    server.timers();
    assert_eq!(server.has_bytes(read, 1), (true, true));

    server.days(30);
    assert_eq!(server.has_bytes(read, 1), (true, true), "whole 30 days");
    server.new_game();
    server.send(later());
    server.days(1);
    assert_eq!(server.has_bytes(read, 1), (false, false));
    assert_eq!(server.letter(1).status, LetterStatus::Sent);
    let mail = store::read(&mut server.store, |store| Ok(store.mail(read)?)).expect("read");
    assert_eq!(mail.expect("its record").status, MailStatus::Done);

    // What is not done with keeps its bytes, however old: a mail not read, a letter not sent.
    server.days(100);
    assert_eq!(server.has_bytes(waiting, 4), (true, true));
    assert_eq!(server.letter(4).status, LetterStatus::Waiting);
}

#[test]
fn bytes_of_letters_that_were_sent_are_not_kept_unless_wanted() {
    for keep_sent in [false, true] {
        let mut server = Server::new(0, keep_sent);
        server.new_game();
        let mail = server.store_mail("1", "x");
        assert_eq!(server.has_bytes(mail, 1), (true, false), "not rendered yet");
        server.send(later());
        assert_eq!(server.has_bytes(mail, 1), (true, true));
        server.clock.advance(TimeDelta::hours(1));
        server.send(Delivery::Sent);
        assert_eq!(server.has_bytes(mail, 1), (true, keep_sent));
        // The umpire can look at it all the same.
        let row = server.letter(1);
        let office = &server.office;
        let text = store::read(&mut server.store, |store| office.letter_text(store, &row));
        let (raw, made_anew) = text.expect("made anew");
        assert_eq!(made_anew, !keep_sent);
        assert!(String::from_utf8_lossy(&raw).contains("Your new game begins"));
    }
}

#[test]
fn bytes_are_looked_for_once_a_day_and_kept_where_no_days_are_set() {
    let mut server = Server::new(1, true);
    server.new_game();
    let mail = server.store_mail("1", "x");
    server.send(Delivery::Sent);
    let next = server.timers();
    server.clock.advance(TimeDelta::hours(23));
    assert_eq!(server.timers(), next, "not yet");
    server.clock.advance(TimeDelta::hours(2));
    assert_ne!(server.timers(), next);
    // They were a day and an hour old then.
    assert_eq!(server.has_bytes(mail, 1), (true, false));

    let mut server = Server::new(0, true);
    server.new_game();
    server.send(Delivery::Sent);
    server.timers();
    server.clock.advance(TimeDelta::days(10_000));
    server.timers();
    let mail = server.store_mail("1", "x");
    assert_eq!(server.has_bytes(mail, 1), (true, true));
}

#[test]
fn the_umpire_hears_once_a_day_of_a_source_that_nobody_reads() {
    let umpire = Address::parse("umpire@example.org").expect("an address");
    let mut server = Server::with(90, false, Some(umpire));
    let read = |server: &mut Server, source: &str| {
        let (office, now) = (&mut server.office, server.clock.now());
        let both = ["one".to_owned(), "two".to_owned()];
        let noted = office.note_look(&mut server.store, source, &both, now);
        noted.expect("noted");
    };
    let told = |server: &mut Server| {
        let told = server.office.tell_of_unread(&mut server.store);
        told.expect("the database works");
        server.send(Delivery::Sent).letters
    };
    read(&mut server, "one");
    read(&mut server, "two");
    server.clock.advance(TimeDelta::minutes(119));
    read(&mut server, "two");
    assert!(told(&mut server).is_empty());
    server.clock.advance(TimeDelta::minutes(2));
    let letters = told(&mut server);
    let [letter] = &letters[..] else {
        panic!("{} letters", letters.len())
    };
    let letter = String::from_utf8_lossy(letter);
    assert!(letter.contains("    one\r\n"), "{letter}");
    server.clock.advance(TimeDelta::minutes(1));
    read(&mut server, "two");
    assert!(told(&mut server).is_empty());
    server.clock.advance(TimeDelta::days(1));
    read(&mut server, "two");
    assert_eq!(told(&mut server).len(), 1);
    read(&mut server, "one");
    server.clock.advance(TimeDelta::minutes(60));
    assert!(told(&mut server).is_empty());
}

/// On a store that hosts share: whether flags still fall when the clock is far ahead, after so many minutes.
#[test]
fn a_clock_that_is_far_ahead_needs_a_mail_that_agrees() {
    for (mail, is_trusted) in [
        (None, false),
        (Some("Sat, 10 Jan 2026 12:00:00 +0000"), true),
        (Some("Mon, 05 Jan 2026 12:30:00 +0000"), false),
    ] {
        let mut server = Server::new(30, false);
        let host = HostRow {
            id: "other".to_owned(),
            alive_at: server.office.stamp(),
            ..HostRow::default()
        };
        let over = host.alive_at.clone();
        server.store.sign_of_life(&host, &over).expect("written");
        let look = |server: &mut Server, minutes| {
            server.clock.advance(TimeDelta::minutes(minutes));
            let (office, store) = (&mut server.office, &mut server.store);
            office.compare_clock(store).expect("compared");
            let host = HostRow {
                alive_at: office.stamp(),
                ..host.clone()
            };
            store.sign_of_life(&host, &over).expect("written");
        };
        let compare = |server: &mut Server, minutes: i64| {
            // Signs of life are given all the time.
            (0..minutes).for_each(|_| look(server, 1));
            look(server, 0);
            let store = &mut server.store;
            let stopped = store::read(store, |store| Ok(store.clock_stopped()?));
            stopped.expect("read").is_none()
        };
        assert!(compare(&mut server, 0));
        server.days(5);
        assert!(compare(&mut server, 0), "a mail may come");
        if let Some(date) = mail {
            let mail = format!("From: carl@example.com\r\nDate: {date}\r\n\r\nhello\r\n");
            server.store_mail("1", &mail);
            server.office.judge(&mut server.store).expect("judged");
        }
        assert!(compare(&mut server, 14));
        assert_eq!(compare(&mut server, 1), is_trusted, "{mail:?}");
        // It is said once.
        compare(&mut server, 25);
        let outbox = store::read(&mut server.store, |store| Ok(store.counts()?));
        assert_eq!(outbox.expect("read").kept_reports, i64::from(!is_trusted));
    }
}

/// Whether a player looks back at a game that begins to be looked at for the third time, or when the time of today is over,
/// is seen before the game is.
#[test]
fn a_look_back_that_cannot_be_made_is_told_and_one_that_waits_is_told_once() {
    let mut server = Server::new(30, false);
    server.new_game();
    let (player, game) = (PlayerId(1), GameId(1));
    let ask = |server: &mut Server, begun, spent| {
        let (office, store) = (&mut server.office, &mut server.store);
        let asked = office.decided(store, |draft| {
            let asked_at = draft.decision.now.clone();
            let row = ReviewRow {
                player,
                game,
                asked_at,
                begun,
                ..ReviewRow::default()
            };
            draft.decision.reviews.push(ReviewChange::Ask(row));
            draft.decision.spends.push(Spending {
                budget: Budget::Thinking,
                key: player.to_string(),
                count: spent,
            });
            Ok(())
        });
        asked.expect("written");
    };
    let think = |server: &mut Server| {
        let thought = (server.office).play_programs(&mut server.store, &|| false);
        thought.expect("the database works")
    };
    let waiting = |server: &mut Server| {
        let rows = store::read(&mut server.store, |store| Ok(store.reviews(None, 9)?));
        rows.expect("read").len()
    };
    // Twice the process has ended meanwhile.
    ask(&mut server, 2, 0);
    assert!(think(&mut server));
    let told = server.letter(3).data.expect("data");
    assert!(told.contains("review-failed"), "{told}");
    assert_eq!(waiting(&mut server), 0);
    // All time of today is spent.
    ask(&mut server, 0, 600_000);
    assert!(think(&mut server) && !think(&mut server));
    let told = server.letter(4).data.expect("data");
    assert!(told.contains("review-waits"), "{told}");
    assert_eq!(waiting(&mut server), 1);
    // On the next day it goes on, and finds that the game is being played again.
    server.days(1);
    assert!(think(&mut server) && !think(&mut server));
    assert_eq!(waiting(&mut server), 0);
}
