//! The database of a place: SQLite, or a schema of PostgreSQL. What the program does not tell is asked here.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::Connection;

use super::place::Place;
use super::postgres::{self, Postgres};

/// Where a trial stores everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    Sqlite,
    Postgres,
}

/// The PostgreSQL of all trials but those of hosts, which the first one starts.
static POSTGRES: Mutex<Option<Postgres>> = Mutex::new(None);

impl On {
    /// A new place.
    pub fn place(self) -> Place {
        match self {
            Self::Sqlite => Place::new(),
            Self::Postgres => place_at(&new_schema()),
        }
    }

    /// How often something is done: less often on PostgreSQL, where each time takes twice as long.
    pub fn times(self, on_sqlite: usize, on_postgres: usize) -> usize {
        match self {
            Self::Sqlite => on_sqlite,
            Self::Postgres => on_postgres,
        }
    }

    /// The section of the settings about a new database.
    pub fn section(self) -> String {
        match self {
            Self::Sqlite => String::new(),
            Self::Postgres => section(&new_schema()),
        }
    }

    /// Makes the tables that `zugpost init` has not made.
    pub fn prepare(self, place: &Place) {
        if self == Self::Postgres {
            place.ok(&["db", "migrate"]);
        }
    }
}

/// The lease of the only host, in seconds: one that was killed waits a quarter of it before it starts again.
const LEASE: u64 = 4;

/// The section of the settings about a database of PostgreSQL.
fn section(url: &str) -> String {
    format!("[store]\nkind = \"postgres\"\nurl = \"{url}\"\nhost = \"alone\"\nlease = {LEASE}\n")
}

/// A new place in the PostgreSQL of a URL, where there are no tables.
pub fn place_at(url: &str) -> Place {
    let place = Place::new();
    let file = place.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    fs::write(&file, settings + &section(url)).expect("written");
    On::Postgres.prepare(&place);
    place
}

/// The URL of a new schema without tables.
pub fn new_schema() -> String {
    static SCHEMAS: AtomicU32 = AtomicU32::new(0);
    let schema = format!("trial_{}", SCHEMAS.fetch_add(1, Ordering::Relaxed));
    let mut started = POSTGRES.lock().expect("no panic");
    let postgres = started.get_or_insert_with(|| Postgres::start(&[]));
    assert!(postgres.run(&format!("CREATE SCHEMA {schema}")));
    postgres.url(Some(&schema))
}

/// Ends the PostgreSQL of the trials, if one was started.
pub fn end() {
    drop(POSTGRES.lock().expect("no panic").take());
}

/// The one value that a statement returns: a question, or a change with `RETURNING`.
pub fn value(place: &Place, sql: &str) -> String {
    let settings = fs::read_to_string(place.path("zugpost.toml")).expect("settings");
    let url = settings.lines().find_map(|line| {
        let url = line.strip_prefix("url = \"")?;
        url.strip_suffix('"')
    });
    match url {
        Some(url) => postgres::value(url, sql),
        None => {
            let database = Connection::open(place.path("data/zugpost.db")).expect("the database");
            let mut statement = database.prepare(sql).expect("a statement");
            let mut rows = statement.query([]).expect("an answer");
            let row = rows.next().expect("a row").expect("a row");
            let value: rusqlite::types::Value = row.get(0).expect("a value");
            assert!(rows.next().expect("no failure").is_none(), "{sql}: several");
            match value {
                rusqlite::types::Value::Integer(number) => number.to_string(),
                rusqlite::types::Value::Text(text) => text,
                other => panic!("{sql}: {other:?}"),
            }
        }
    }
}

/// The number that a question returns.
pub fn number(place: &Place, sql: &str) -> i64 {
    value(place, sql).parse().expect("a number")
}

/// A text as a statement has it.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
