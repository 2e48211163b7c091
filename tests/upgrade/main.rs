//! Databases of earlier programs are brought up to date, and what was going on goes on: letters that waited leave, a mail
//! that was taken in is judged, letters of before are answered.
//!
//! `schema-NN.db.gz` is such a database for each step of the schema from 3 on, as the last program with that schema has left it.
//! `ZUGPOST_TEST_BEFORE=PROGRAM` names a program of the commit in the file `before`, which `./test.sh` builds where the
//! history has it: then a server of that program is upgraded, and goes back. With `UPDATE=1`, too, its database is stored
//! here.

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../cli/place.rs"]
mod place;

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rusqlite::{Connection, params};
use serde_json::Value;

use place::Place;

const ANNA: &str = "anna@example.org";
const BORIS: &str = "boris@example.net";
/// The schemas of which a database is stored. `tests/cli/migration.rs` has one of schema 2.
const STORED: std::ops::RangeInclusive<u32> = 3..=23;
/// Mails of before have smaller numbers.
const MAILS: usize = 50;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/upgrade")
}

fn database(place: &Place) -> Connection {
    Connection::open(place.path("data/zugpost.db")).expect("the database")
}

fn schema(place: &Place) -> u32 {
    let version = database(place).pragma_query_value(None, "user_version", |row| row.get(0));
    version.expect("a version")
}

/// Mails are kept, so that nothing depends on the day of the test.
fn keep_mails(place: &Place) {
    let settings = fs::read_to_string(place.path("zugpost.toml")).expect("settings");
    let kept = settings.replace("keep_raw_days = 90", "keep_raw_days = 0");
    assert_ne!(settings, kept);
    fs::write(place.path("zugpost.toml"), kept).expect("written");
}

/// A server in the middle of its work: Anna and Boris play a game of Hans38 and one of chess. Two letters about the last turn
/// in chess wait, since there was no way for them; Anna's first turn in Hans38 was taken in, and not judged.
fn in_the_middle(program: &Path) -> Place {
    let mut place = Place::of(program);
    keep_mails(&place);
    place.new_game();
    let players = [
        "--white",
        "Anna <anna@example.org>",
        "--black",
        "Boris <boris@example.net>",
    ];
    place.ok(&[&["game", "new", "chess"], &players[..]].concat());
    place.ok(&["run", "--once"]);
    for (player, turn) in [(ANNA, "e4"), (BORIS, "e5")] {
        let mail = place.answer(&place.newest(player, 2), turn);
        place.deliver(&mail);
        place.ok(&["run", "--once"]);
    }
    let third = place.answer(&place.newest(ANNA, 2), "Nf3");
    let first = place.answer(&place.newest(ANNA, 1), "@@f3");
    let away = place.path("away");
    fs::rename(place.path("mail/out"), &away).expect("moved");
    fs::write(place.path("mail/out"), "no folder").expect("written");
    place.deliver(&third);
    // It says that no letter leaves.
    place.run(&["run", "--once"]);
    let lock = File::create(place.path("data/zugpost.lock")).expect("the lock");
    lock.lock().expect("locked");
    let received = place.with_input(&["receive"], first.as_bytes());
    assert_eq!(received.code, 0, "{received:?}");
    drop(lock);
    fs::remove_file(place.path("mail/out")).expect("removed");
    fs::rename(&away, place.path("mail/out")).expect("moved");
    place
}

fn turns(place: &Place, game: usize) -> Vec<String> {
    let shown = place.ok(&["game", "show", &game.to_string(), "--json"]);
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    let turns = shown["turns"].as_array().expect("turns").iter();
    turns
        .filter_map(|turn| turn.as_str().map(str::to_owned))
        .collect()
}

/// What a round of work has done: mails judged, letters sent.
fn work(place: &Place) -> [u64; 2] {
    let done = place.run(&["run", "--once", "--json"]);
    assert_eq!(done.code, 0, "{done:?}");
    let done: Value = serde_json::from_str(&done.out).expect("JSON");
    ["handled", "sent"].map(|part| done[part].as_u64().expect("a number"))
}

/// Has letters that were tried in vain tried again now.
fn retry(place: &Place) {
    for line in place.ok(&["mail", "queue"]).lines() {
        if let Some((letter, _)) = line.split_once(" waiting ") {
            place.ok(&["mail", "retry", letter]);
        }
    }
}

/// Brings a server in the middle of its work up to date, and lets it go on.
fn goes_on(mut place: Place, from: u32) {
    assert_eq!(schema(&place), from);
    let before = place.letters().len();
    let said = place.ok(&["upgrade"]);
    assert!(said.starts_with(&format!("schema {from} -> ")), "{said}");
    retry(&place);
    assert_eq!(work(&place), [1, 4], "schema {from}");
    assert_eq!(place.letters().len(), before + 4, "schema {from}");
    assert_eq!(turns(&place, 1), ["@@f3"]);
    assert_eq!(turns(&place, 2), ["e2-e4", "e7-e5", "Ng1-f3"]);
    for (player, game, turn, played) in [
        (BORIS, 2, "Nc6", "Nb8-c6"),
        (BORIS, 1, "@@f6", "@@f6"),
        (ANNA, 2, "Bb5", "Bf1-b5"),
    ] {
        let mail = place.answer(&place.newest(player, game), turn);
        place.deliver(&mail);
        assert_eq!(work(&place)[0], 1);
        let last = turns(&place, game).pop();
        assert_eq!(last.as_deref(), Some(played), "schema {from}");
    }
    assert_eq!(place.ok(&["mail", "queue"]), "Nothing waits.\n");
    assert_eq!(place.ok(&["db", "check"]), "");
    let found = place.ok(&["db", "replay", "--compare", "--json"]);
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["turns"], 7, "{found}");
    assert_eq!(found["differences"], serde_json::json!([]), "{found}");
    assert_eq!(found["act_differences"], serde_json::json!([]), "{found}");
}

/// Stores the database of a server, with its secret.
fn store(place: &Place) {
    let file = place.path("copy.db");
    let from = database(place);
    from.execute("VACUUM INTO ?1", [&file]).expect("copied");
    let secret = fs::read(place.path("data/zugpost.secret")).expect("the secret");
    let copy = Connection::open(&file).expect("the copy");
    copy.execute_batch("PRAGMA journal_mode = DELETE; CREATE TABLE test_secret (bytes BLOB)")
        .expect("changed");
    copy.execute("INSERT INTO test_secret VALUES (?1)", params![secret])
        .expect("written");
    drop(copy);
    let bytes = fs::read(&file).expect("the copy");
    let name = format!("schema-{:02}.db.gz", schema(place));
    let file = File::create(folder().join(name)).expect("a file");
    let mut packed = GzEncoder::new(file, Compression::best());
    packed.write_all(&bytes).expect("written");
    packed.finish().expect("written");
}

/// The server of which [`store`] has kept the database. The letters that had arrived are not there.
fn stored(schema: u32) -> Place {
    let mut place = Place::new();
    keep_mails(&place);
    for file in ["zugpost.db", "zugpost.secret"] {
        fs::remove_file(place.path("data").to_owned() + "/" + file).expect("removed");
    }
    let name = folder().join(format!("schema-{schema:02}.db.gz"));
    let mut bytes = Vec::new();
    let file = File::open(&name).unwrap_or_else(|error| panic!("{}: {error}", name.display()));
    GzDecoder::new(file)
        .read_to_end(&mut bytes)
        .expect("a database");
    fs::write(place.path("data/zugpost.db"), bytes).expect("written");
    let known = database(&place);
    let secret: Vec<u8> = known
        .query_row("SELECT bytes FROM test_secret", [], |row| row.get(0))
        .expect("the secret");
    known
        .execute_batch("DROP TABLE test_secret; PRAGMA journal_mode = WAL")
        .expect("changed");
    drop(known);
    fs::write(place.path("data/zugpost.secret"), secret).expect("written");
    place.mails = MAILS;
    place
}

#[test]
fn each_step_of_the_schema_is_upgraded() {
    for schema in STORED {
        goes_on(stored(schema), schema);
    }
}

#[test]
fn the_steps_are_those_of_this_program() {
    let steps = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("db")).expect("db/");
    let names = steps.flatten().map(|step| step.file_name());
    let steps = names.filter(|name| name.to_string_lossy().starts_with("00"));
    let newest = u32::try_from(steps.count()).expect("a number");
    assert_eq!(
        *STORED.end() + 1,
        newest,
        "store a database of the last program with schema {}, as this file says",
        newest - 1
    );
}

/// The program before, which `./test.sh` says it has built or not.
#[test]
fn a_server_of_the_program_before_is_upgraded_and_goes_back() {
    let Some(before) = std::env::var_os("ZUGPOST_TEST_BEFORE").map(PathBuf::from) else {
        // Stored databases stand in.
        assert!(std::env::var_os("UPDATE").is_none(), "of which program?");
        return goes_on(stored(*STORED.end()), *STORED.end());
    };
    let now = Path::new(env!("CARGO_BIN_EXE_zugpost"));
    let mut place = in_the_middle(&before);
    let from = schema(&place);
    if std::env::var_os("UPDATE").is_some() {
        return store(&place);
    }
    place.program = now.to_owned();
    let said = place.ok(&["upgrade"]);
    let (_, copy) = said.split_once("the database as it was: ").expect("a copy");

    // The program before does not touch what it does not know.
    place.program = before.clone();
    for command in [&["run", "--once"][..], &["status"]] {
        let refused = place.refused(command);
        assert!(
            refused.contains(&format!("schema {}", schema_now())),
            "{refused}"
        );
    }
    // The way back is the copy.
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{end}", place.path("data/zugpost.db")));
    }
    fs::copy(copy.trim(), place.path("data/zugpost.db")).expect("copied");
    assert_eq!(schema(&place), from);
    retry(&place);
    assert_eq!(work(&place), [1, 4]);
    assert_eq!(turns(&place, 1), ["@@f3"]);

    let mut again = in_the_middle(&before);
    again.program = now.to_owned();
    goes_on(again, from);
}

fn schema_now() -> u32 {
    STORED.end() + 1
}
