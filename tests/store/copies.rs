//! Everything is copied to another store, and back: a row of each table, and one with what may be missing.
//!
//! What two files of SQLite hold is read here without the store.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;
use zugpost::store::copied::{self, Copied, TABLES};
use zugpost::store::{Maintain, PostgresStore, SqliteStore, Store, StoreError};

use crate::{new_schema, settings, sqlite::file};

pub const TESTS: &[(&str, fn())] = &[
    (
        "every_table_is_copied_or_is_about_one_database",
        every_table_is_copied_or_is_about_one_database,
    ),
    (
        "everything_is_copied_to_postgresql_and_back",
        everything_is_copied_to_postgresql_and_back,
    ),
    (
        "a_copy_that_was_cut_off_goes_on",
        a_copy_that_was_cut_off_goes_on,
    ),
    (
        "claims_are_given_up_also_if_a_copy_was_cut_off_at_its_beginning",
        claims_are_given_up_also_if_a_copy_was_cut_off_at_its_beginning,
    ),
    (
        "what_was_copied_is_closed_until_it_is_opened_again",
        what_was_copied_is_closed_until_it_is_opened_again,
    ),
    (
        "rows_that_postgresql_refuses_are_named",
        rows_that_postgresql_refuses_are_named,
    ),
    (
        "a_copy_that_differs_is_noticed",
        a_copy_that_differs_is_noticed,
    ),
];

/// About one database.
const OWN: &[&str] = &["hosts", "leases", "meta", "subjects"];

/// The names of all tables, from the schema itself.
fn tables() -> Vec<String> {
    let schema = include_str!("../../db/schema.sql").lines();
    let names = schema.filter_map(|line| line.strip_prefix("CREATE TABLE "));
    let names = names.map(|rest| rest.trim_end_matches(" (").trim_matches('"').to_owned());
    let names: Vec<String> = names.collect();
    assert!(names.len() > 20, "{names:?}");
    names
}

fn every_table_is_copied_or_is_about_one_database() {
    let mut copied: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
    copied.extend(OWN);
    copied.sort_unstable();
    assert_eq!(copied, tables());
}

/// Two rows in each table: one with all values, one with those alone that may not be missing.
fn fill(path: &Path) {
    let db = Connection::open(path).unwrap();
    db.pragma_update(None, "foreign_keys", false).unwrap();
    for table in tables().iter().filter(|name| !OWN.contains(&&***name)) {
        let mut columns = db
            .prepare("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1)")
            .unwrap();
        let columns: Vec<(String, String, bool, i64)> = columns
            .query_map([table], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })
            .unwrap()
            .map(Result::unwrap)
            .collect();
        for number in [1, 2] {
            let value = |(name, kind, needed, key): &(String, String, bool, i64)| {
                let is_wanted = number == 1 || *needed || *key > 0;
                match (name.as_str(), kind.as_str()) {
                    _ if !is_wanted => Value::Null,
                    // Nobody works on what is copied.
                    ("claimed_by", _) => Value::Null,
                    ("status", _) => Value::Text(
                        match table.as_str() {
                            "games" => "playing",
                            "inbox" => "new",
                            "outbox" => "waiting",
                            _ => "open",
                        }
                        .to_owned(),
                    ),
                    (_, "TEXT") => Value::Text(format!("Zug {number} \u{265e} \u{1d11e} 'é'")),
                    (_, "BLOB") => Value::Blob(vec![0, 255, number]),
                    _ => Value::Integer(number.into()),
                }
            };
            let values: Vec<Value> = columns.iter().map(value).collect();
            let marks = vec!["?"; values.len()].join(", ");
            let sql = format!("INSERT INTO \"{table}\" VALUES ({marks})");
            db.execute(&sql, rusqlite::params_from_iter(values))
                .unwrap();
        }
    }
    // A number that was given once is not given again, even if nothing has it any more.
    db.execute(
        "UPDATE sqlite_sequence SET seq = 77 WHERE name = 'games'",
        [],
    )
    .unwrap();
    db.execute("INSERT INTO meta VALUES ('secret check', x'0102')", [])
        .unwrap();
}

/// All rows of all tables that are copied, as text.
fn read(path: &Path) -> BTreeMap<String, Vec<String>> {
    let db = Connection::open(path).unwrap();
    let mut all = BTreeMap::new();
    for table in tables().iter().filter(|name| !OWN.contains(&&***name)) {
        let mut select = db
            .prepare(&format!("SELECT * FROM \"{table}\" ORDER BY 1, 2"))
            .unwrap();
        let names: Vec<String> = select.column_names().map(str::to_owned).collect();
        let rows = select
            .query_map([], |row| {
                let values = names.iter().map(|name| {
                    let value: Value = row.get_unwrap(name.as_str());
                    format!("{name} {value:?}")
                });
                Ok(values.collect::<Vec<_>>().join(", "))
            })
            .unwrap();
        all.insert(table.clone(), rows.map(Result::unwrap).collect::<Vec<_>>());
    }
    all
}

fn copy(from: &mut dyn Maintain, to: &mut dyn Maintain) -> zugpost::store::Result<()> {
    let (faults, rows) = copied::faults(from, &mut |_, _| ())?;
    assert_eq!((faults, rows), (Vec::new(), 2 * TABLES.len()));
    if to.versions()?.0 == 0 {
        to.migrate()?;
    }
    copied::copy(
        from,
        to,
        ("a", "there", "2026-01-01T00:00:00Z"),
        &mut |_, _| (),
    )?;
    let (different, _) = copied::compare(from, to, &mut |_, _| ())?;
    assert!(different.is_empty(), "{different:?}");
    copied::complete(to)
}

/// A file, and its copy in another one.
fn copied_files() -> [(TempDir, PathBuf, SqliteStore); 2] {
    let (mut first, mut last) = (file(), file());
    fill(&first.1);
    copy(&mut first.2, &mut last.2).unwrap();
    [first, last]
}

fn everything_is_copied_to_postgresql_and_back() {
    let (_folder, path, mut first) = file();
    let (_other, back, mut last) = file();
    fill(&path);
    let before = read(&path);
    assert!(before.values().all(|rows| rows.len() == 2), "{before:?}");
    let url = new_schema();
    let mut between = PostgresStore::open_any_version(settings(&url)).unwrap();
    copy(&mut first, &mut between).unwrap();
    PostgresStore::open(settings(&url)).unwrap();
    copy(&mut between, &mut last).unwrap();
    for (table, rows) in read(&back) {
        assert_eq!(rows, before[&table], "{table}");
    }
    let db = Connection::open(&back).unwrap();
    let number = "SELECT seq FROM sqlite_sequence WHERE name = 'games'";
    let number: i64 = db.query_row(number, [], |row| row.get(0)).unwrap();
    let secret = "SELECT value FROM meta WHERE key = 'secret check'";
    let secret: Vec<u8> = db.query_row(secret, [], |row| row.get(0)).unwrap();
    assert_eq!((number, secret), (77, vec![1, 2]));
}

fn a_copy_that_was_cut_off_goes_on() {
    let [(_folder, path, mut first), (_other, copied, mut last)] = copied_files();
    let db = Connection::open(&copied).unwrap();
    // As if it had ended here.
    db.execute_batch(
        "DELETE FROM watchers; DELETE FROM variant_games WHERE id = 2; DELETE FROM timers WHERE game_id = 2;
         DELETE FROM meta WHERE key = 'secret check'; INSERT INTO meta VALUES ('copied from', CAST('a' AS BLOB))",
    )
    .unwrap();
    let refused = SqliteStore::open(&copied).unwrap_err().to_string();
    assert!(refused.contains("db copy"), "{refused}");
    copy(&mut first, &mut last).unwrap();
    assert_eq!(read(&copied), read(&path));
    SqliteStore::open(&copied).unwrap();
    // It is complete: there is nothing to go on with.
    let again = copy(&mut first, &mut last).unwrap_err().to_string();
    assert!(again.contains("there"), "{again}");
}

fn claims_are_given_up_also_if_a_copy_was_cut_off_at_its_beginning() {
    let (_folder, path, mut first) = file();
    let (_other, copied, mut last) = file();
    fill(&path);
    let db = Connection::open(&path).unwrap();
    let claimed = "UPDATE inbox SET claimed_by = 'host 1 judge'; UPDATE outbox SET claimed_by = 'host 1 sender'";
    db.execute_batch(claimed).unwrap();
    let begun = ("copied from", Some(&b"b"[..]));
    last.set_values(&[begun]).unwrap();
    copy(&mut first, &mut last).unwrap();
    let owners =
        "SELECT (SELECT count(claimed_by) FROM inbox) + (SELECT count(claimed_by) FROM outbox)";
    let db = Connection::open(&copied).unwrap();
    let owners: i64 = db.query_row(owners, [], |row| row.get(0)).unwrap();
    assert_eq!(owners, 0);
}

fn what_was_copied_is_closed_until_it_is_opened_again() {
    let (_folder, path, mut first) = file();
    fill(&path);
    let url = new_schema();
    let mut shared = PostgresStore::open_any_version(settings(&url)).unwrap();
    copy(&mut first, &mut shared).unwrap();
    let closed = SqliteStore::open(&path).unwrap_err().to_string();
    assert!(
        closed.contains("there") && closed.contains("db reopen"),
        "{closed}"
    );
    // One that is not empty takes nothing.
    let (_other, _, mut full) = file();
    let refused = copied::require_ready(&mut shared, &mut full);
    refused.unwrap();
    let place = copied::reopen(&mut first, true).unwrap();
    assert_eq!(place.as_deref(), Some("there"));
    SqliteStore::open(&path).unwrap_err();
    copied::reopen(&mut first, false).unwrap();
    SqliteStore::open(&path).unwrap();
    assert_eq!(copied::reopen(&mut first, false).unwrap(), None);
    let full = copied::require_ready(&mut first, &mut shared).unwrap_err();
    assert!(full.to_string().contains("empty"), "{full}");

    // A host that works on it notices at its next transaction.
    let mut at_work = PostgresStore::open(settings(&url)).unwrap();
    zugpost::store::read(&mut at_work, |_| Ok(())).unwrap();
    let mut decision = crate::kit::new_game("Xaver", "Yara");
    decision.seen = None;
    let (_third, _, mut file) = file();
    copy(&mut shared, &mut file).unwrap();
    let refused = zugpost::store::read(&mut at_work, |_| Ok(())).unwrap_err();
    assert!(
        matches!(refused.downcast_ref(), Some(StoreError::Unavailable(_))),
        "{refused}"
    );
    // So does a decision that was made before, whose locks have answers of their own.
    let refused = at_work.commit(&[decision]).unwrap_err();
    assert!(matches!(refused, StoreError::Unavailable(_)), "{refused}");
}

fn rows_that_postgresql_refuses_are_named() {
    let (_folder, path, mut first) = file();
    fill(&path);
    let db = Connection::open(&path).unwrap();
    db.execute_batch(
        "UPDATE events SET text = CAST(x'ff' AS TEXT) WHERE game_id = 2;
         UPDATE notes SET text = 'a' || char(0) || 'b' WHERE id = 1;
         PRAGMA foreign_keys = off; UPDATE seats SET player_id = 9 WHERE game_id = 1",
    )
    .unwrap();
    let (faults, _) = copied::faults(&mut first, &mut |_, _| ()).unwrap();
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults[0].contains("seats"), "{faults:?}");
    assert!(faults[1].starts_with("events 2/2: text"), "{faults:?}");
    assert!(
        faults[2].starts_with("notes 1: text contains a NUL"),
        "{faults:?}"
    );
    let (_other, _, mut last) = file();
    let at = ("a", "there", "2026-01-01T00:00:00Z");
    copied::copy(&mut first, &mut last, at, &mut |_, _| ()).unwrap_err();
}

fn a_copy_that_differs_is_noticed() {
    let [(_folder, _, mut first), (_other, copied, mut last)] = copied_files();
    let db = Connection::open(&copied).unwrap();
    db.execute_batch(
        "UPDATE events SET typed = 'e5' WHERE game_id = 1; DELETE FROM watchers WHERE game_id = 1;
         UPDATE meta SET value = x'03' WHERE key = 'secret check'",
    )
    .unwrap();
    let (different, _) = copied::compare(&mut first, &mut last, &mut |_, _| ()).unwrap();
    assert_eq!(different, ["events", "watchers", "meta"]);
}
