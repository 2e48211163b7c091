//! A server of schema 2 goes on after the migration: what waited, what players answer, and its secret.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::place::{Letter, Place};

const ANNA: &str = "anna@example.org";
const BORIS: &str = "boris@example.net";
/// A letter that Anna got before the migration, with the beginning Nf3 that she holds in game 1.
const HELD: i64 = 11;
/// Letters that waited for the relay: Boris is to move in game 2, after Anna's turn.
const WAITING: [i64; 2] = [19, 20];
/// A mail that was judged before the migration: Anna's first turn in game 1.
const JUDGED: i64 = 1;

fn database(place: &Place) -> Connection {
    Connection::open(place.path("data/zugpost.db")).expect("the database")
}

/// A folder with the database as the last release of schema 2 left it.
pub fn before() -> Place {
    let place = Place::new();
    let settings = fs::read_to_string(place.path("zugpost.toml")).expect("settings");
    let kept = settings.replace("keep_raw_days = 90", "keep_raw_days = 0");
    assert_ne!(settings, kept);
    fs::write(place.path("zugpost.toml"), kept).expect("written");
    for file in ["zugpost.db", "zugpost.secret"] {
        fs::remove_file(place.path("data").to_owned() + "/" + file).expect("removed");
    }
    let old = database(&place);
    old.execute_batch("PRAGMA journal_mode = WAL").expect("WAL");
    old.execute_batch(include_str!("schema2.sql"))
        .expect("filled");
    drop(old);
    place
}

fn migrated() -> Place {
    let place = before();
    place.ok(&["db", "migrate"]);
    place
}

/// Bytes of a letter or mail as the release before has stored them.
fn stored(place: &Place, table: &str, id: i64) -> String {
    let sql = format!("SELECT raw FROM {table}_raw WHERE id = ?1");
    let raw: Vec<u8> = database(place)
        .query_row(&sql, [id], |row| row.get(0))
        .expect("bytes");
    String::from_utf8(raw).expect("UTF-8")
}

/// A letter as it arrived before.
fn letter(place: &Place, mailbox: &str, id: i64) -> Letter {
    Letter {
        mailbox: mailbox.to_owned(),
        raw: stored(place, "outbox", id),
    }
}

/// A round of work: mails judged, letters sent.
fn work(place: &Place) -> [u64; 2] {
    let done: Value = serde_json::from_str(&place.ok(&["run", "--once", "--json"])).expect("JSON");
    ["handled", "sent"].map(|part| done[part].as_u64().expect("a number"))
}

fn turns(place: &Place, game: usize) -> Value {
    let shown = place.ok(&["game", "show", &game.to_string(), "--json"]);
    serde_json::from_str::<Value>(&shown).expect("JSON")["turns"].clone()
}

/// Answers a letter, which brings about two letters.
fn play(place: &mut Place, letter: &Letter, text: &str) {
    let mail = place.answer(letter, text);
    place.deliver(&mail);
    assert_eq!(work(place), [1, 2], "{text}");
}

#[test]
fn it_refuses_until_it_is_migrated() {
    let place = before();
    let (database, secret) = (
        place.path("data/zugpost.db"),
        place.path("data/zugpost.secret"),
    );
    let old = fs::read(&database).expect("the database");
    let refused = place.refused(&["run", "--once"]);
    assert!(refused.contains("zugpost db migrate"), "{refused}");
    let tried = place.ok(&["db", "migrate", "--dry-run"]);
    assert!(
        tried.contains("schema 2 -> 24") && tried.contains("zugpost.secret"),
        "{tried}"
    );
    assert!(fs::read(&database).expect("the database") == old && fs::metadata(&secret).is_err());

    let known: Vec<u8> = self::database(&place)
        .query_row("SELECT value FROM meta WHERE key = 'secret'", [], |row| {
            row.get(0)
        })
        .expect("a secret");
    place.ok(&["db", "migrate"]);
    let mode = fs::metadata(&secret).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    for file in fs::read_dir(place.path("data"))
        .expect("a folder")
        .flatten()
    {
        let bytes = fs::read(file.path()).expect("a file");
        let found = bytes.windows(known.len()).any(|bytes| bytes == known);
        assert!(!found, "{:?} holds the secret", file.path());
    }
    let again = place.ok(&["db", "migrate"]);
    assert!(again.contains("schema 24 -> 24"), "{again}");
    assert_eq!(place.ok(&["db", "check"]), "");
}

#[test]
fn a_migration_that_was_cut_off_goes_on() {
    let place = before();
    let copy = fs::read(place.path("data/zugpost.db")).expect("the database");
    place.ok(&["db", "migrate"]);
    // Ended between the two steps: the secret is written, the database is as before.
    fs::write(place.path("data/zugpost.db"), copy).expect("written");
    place.ok(&["db", "migrate"]);
    assert_eq!(work(&place)[0], 1);
}

#[test]
fn what_waited_goes_on() {
    let mut place = before();
    let waiting = WAITING.map(|id| stored(&place, "outbox", id));
    let [held, boris] = [(ANNA, HELD), (BORIS, WAITING[0])].map(|(to, id)| letter(&place, to, id));
    let judged = stored(&place, "inbox", JUDGED);
    place.ok(&["db", "migrate"]);

    // The letters that waited, and two for the mail that did.
    assert_eq!(work(&place), [1, 4]);
    assert_eq!(turns(&place, 3), json!(["d2-d4", "d7-d5"]));
    let arrived = place.letters();
    for raw in &waiting {
        let copies = arrived.iter().filter(|letter| letter.raw.ends_with(raw));
        assert_eq!(copies.count(), 1, "{raw}");
    }

    // Letters of before are answered.
    play(&mut place, &boris, "Nc6");
    assert_eq!(turns(&place, 2).as_array().map(Vec::len), Some(4));
    play(&mut place, &held, "@@e3 @g1-g3");
    assert_eq!(
        turns(&place, 1),
        json!(["@@f3", "@@f6", "Ng1-f3 @@e3 @g1-g3"])
    );
    let anna = place.newest(ANNA, 2);
    play(&mut place, &anna, "Bb5");

    // A mail of before that comes again changes nothing.
    let events = "SELECT count(*) FROM events";
    let count = |place: &Place| -> i64 {
        let count = database(place).query_row(events, [], |row| row.get(0));
        count.expect("a number")
    };
    let known = count(&place);
    place.deliver(&judged);
    assert_eq!(work(&place)[0], 1);
    assert_eq!(count(&place), known);

    place.ok(&["mail", "retry", "i7"]);
    assert_eq!(work(&place), [1, 1]);
    assert_eq!(place.ok(&["mail", "queue"]), "Nothing waits.\n");
    let found = place.ok(&["db", "replay", "--compare", "--json"]);
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(
        (&found["turns"], &found["mails"], &found["differences"]),
        (&json!(10), &json!(10), &json!([])),
        "{found}"
    );
    assert_eq!(found["act_differences"], json!([]), "{found}");
    assert!(
        found["players"].as_i64() > Some(1) && found["acts"].as_i64() > Some(1),
        "{found}"
    );
}

#[test]
fn without_its_secret_it_does_not_start() {
    let place = migrated();
    let file = place.path("data/zugpost.secret");
    fs::rename(&file, file.clone() + ".away").expect("moved");
    let refused = place.refused(&["run", "--once"]);
    assert!(
        refused.contains("zugpost.secret") && refused.contains("zugpost secret rotate --help"),
        "{refused}"
    );
    let refused = place.refused(&["secret", "rotate"]);
    assert!(refused.contains("--lost"), "{refused}");
    assert!(fs::metadata(&file).is_err(), "it never makes a new one");
    fs::rename(file.clone() + ".away", file).expect("moved back");
    assert_eq!(work(&place)[0], 1);
}

#[test]
fn a_new_secret_keeps_keys_or_voids_them() {
    let mut place = migrated();
    let boris = letter_before(&place);
    work(&place);
    place.ok(&["secret", "rotate"]);
    play(&mut place, &boris, "Nc6");

    let known = place.letters();
    let void = place.newest(ANNA, 2);
    place.ok(&["secret", "rotate", "--lost", "--resend"]);
    // Each seat of three games.
    assert_eq!(work(&place), [0, 6]);
    let mut again = place.letters();
    again.retain(|letter| known.iter().all(|known| known.raw != letter.raw));
    let valid = again
        .into_iter()
        .find(|letter| letter.mailbox == ANNA && letter.header("Subject").starts_with("[#2]"));
    let played = turns(&place, 2);
    let mail = place.answer(&void, "Bb5");
    place.deliver(&mail);
    assert_eq!(work(&place)[0], 1);
    assert_eq!(turns(&place, 2), played, "a void key proves nothing");
    play(&mut place, &valid.expect("a letter"), "Bb5");
    assert_ne!(turns(&place, 2), played);
}

/// Boris' letter in game 2, with a key of before.
fn letter_before(place: &Place) -> Letter {
    letter(place, BORIS, WAITING[0])
}
