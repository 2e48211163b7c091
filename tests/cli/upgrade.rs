//! `upgrade`: a copy is kept, all is tried before anything is changed, and there is a way back.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::migration;
use super::place::Place;

/// The copies, the oldest first, and whatever else is in their folder.
pub fn kept(place: &Place) -> Vec<PathBuf> {
    let folder = fs::read_dir(place.path("data/before"));
    let files = folder.into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = files.map(|file| file.path()).collect();
    files.sort();
    files
}

fn schema(file: impl AsRef<Path>) -> u32 {
    let file = Connection::open(file).expect("a database");
    file.pragma_query_value(None, "user_version", |row| row.get(0))
        .expect("a version")
}

/// Makes the database one of the schema before the last step, which has added an index.
fn step_back(place: &Place) {
    let file = Connection::open(place.path("data/zugpost.db")).expect("the database");
    file.execute_batch("DROP INDEX inbox_by_sender; PRAGMA user_version = 23")
        .expect("changed");
}

/// A server with a turn, of the schema before the last one.
pub fn with_a_turn() -> Place {
    let place = Place::new();
    place.ok(&[
        "game",
        "new",
        "chess",
        "--white",
        "Anna <anna@example.org>",
        "--black",
        "Boris <boris@example.net>",
    ]);
    place.ok(&["game", "move", "1", "e4"]);
    step_back(&place);
    place
}

#[test]
fn the_first_database_outside_of_tests_comes_up_to_date_in_one_go() {
    let place = migration::before();
    let tried = place.ok(&["upgrade", "--dry-run"]);
    assert_eq!(tried, "schema 2 -> 24 (nothing was changed)\n");
    assert_eq!(kept(&place), Vec::<PathBuf>::new());
    let done = place.ok(&["upgrade"]);
    let copies = kept(&place);
    assert_eq!(copies.len(), 1, "{copies:?}");
    assert!(
        done.starts_with("schema 2 -> 24\n") && done.contains(&*copies[0].to_string_lossy()),
        "{done}"
    );
    assert_eq!(schema(&copies[0]), 2);
    // What waited goes on.
    let work = place.ok(&["run", "--once", "--json"]);
    assert!(work.contains("\"handled\":1"), "{work}");
    let again = place.ok(&["upgrade"]);
    assert_eq!(again, "schema 24: there is nothing to do\n");
    assert_eq!(place.ok(&["upgrade", "--quiet"]), "");
    assert_eq!(kept(&place), copies);
}

#[test]
fn two_copies_are_kept() {
    let place = with_a_turn();
    let mut all = Vec::new();
    for round in 1..=3 {
        place.ok(&["upgrade"]);
        let newest = kept(&place).pop().expect("a copy");
        assert!(!all.contains(&newest), "{newest:?}");
        all.push(newest);
        assert_eq!(kept(&place), all[all.len().saturating_sub(2)..], "{round}");
        step_back(&place);
    }
}

#[test]
fn what_fails_on_a_copy_changes_nothing() {
    let place = with_a_turn();
    let file = Connection::open(place.path("data/zugpost.db")).expect("the database");
    let changed = file.execute("UPDATE events SET text = 'e2-e5' WHERE text = 'e2-e4'", []);
    assert_eq!(changed, Ok(1));
    let refused = place.refused(&["upgrade"]);
    for part in ["nothing was changed", "#1: ", "`zugpost db migrate`"] {
        assert!(refused.contains(part), "{refused}");
    }
    assert_eq!(schema(place.path("data/zugpost.db")), 23);
    assert_eq!(kept(&place), Vec::<PathBuf>::new());
    // By hand it goes on all the same.
    place.ok(&["db", "migrate"]);
    assert_eq!(place.run(&["db", "replay", "--compare"]).code, 1);
}

#[test]
fn an_earlier_program_names_the_copy_that_it_can_use() {
    let place = with_a_turn();
    place.ok(&["upgrade"]);
    let copies = [23, 24].map(|schema| place.path(&format!("data/before/schema-{schema}-x.db")));
    for copy in &copies {
        place.ok(&["db", "backup", "--with-mail", copy]);
    }
    place.ok(&["game", "move", "1", "e5"]);
    // As a program of the next schema leaves it.
    let database = place.path("data/zugpost.db");
    let file = Connection::open(&database).expect("the database");
    file.pragma_update(None, "user_version", 25)
        .expect("changed");
    drop(file);
    for command in ["status", "upgrade"] {
        let refused = place.refused(&[command]);
        assert!(
            refused.contains("schema 25") && refused.contains(&copies[1]),
            "{refused}"
        );
        assert!(!refused.contains("schema-23"), "{refused}");
    }
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{database}{end}"));
    }
    fs::copy(&copies[1], &database).expect("copied");
    let log = place.ok(&["game", "log", "1"]);
    assert!(log.contains("e2-e4") && !log.contains("e7-e5"), "{log}");
}

#[test]
fn nobody_else_may_be_at_work() {
    let place = with_a_turn();
    let lock = fs::File::create(place.path("data/zugpost.lock")).expect("the lock");
    lock.lock().expect("locked");
    let refused = place.refused(&["upgrade"]);
    assert!(refused.contains("stop it first"), "{refused}");
    assert_eq!(schema(place.path("data/zugpost.db")), 23);
}
