//! Everything that a server has produced: letters, logs, the output of its commands, its database.

use std::collections::BTreeMap;
use std::fs;

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use zugpost::ids::GameId;
use zugpost::tokens::{Scope, Secret, TokenBase};

use super::place::Place;

/// A text, and who may read it.
pub struct Produced {
    pub name: String,
    pub text: String,
    /// The mailbox that it was sent to; `None`: the umpire's and everybody's.
    pub mailbox: Option<String>,
}

impl Produced {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            mailbox: None,
        }
    }
}

/// A key, and the player whose it is.
pub struct Key {
    pub text: String,
    pub player: String,
}

/// The database of a server.
pub fn database(place: &Place) -> Connection {
    Connection::open(place.path("data/zugpost.db")).expect("the database")
}

/// Whether every mail is judged, and every letter that can leave has left.
pub fn quiet(place: &Place) -> bool {
    let database = database(place);
    let none = |select: &str| {
        let count = database.query_row(select, [], |row| row.get::<_, i64>(0));
        count.is_ok_and(|count| count == 0)
    };
    place.waiting() == 0
        && none("SELECT count(*) FROM inbox WHERE status = 'new'")
        && none(
            "SELECT count(*) FROM outbox
             WHERE status = 'waiting' AND (tries = 0 OR claimed_by IS NOT NULL)",
        )
}

/// Every key that the server has issued, whether its letter has left or not.
pub fn keys(place: &Place) -> Vec<Key> {
    let text = fs::read_to_string(place.path("data/zugpost.secret")).expect("the secret");
    let secret = Secret::from_text(&text).expect("a secret");
    let select = "SELECT t.id, t.game_id, t.seat, t.state, t.nonce, t.generation, t.form, p.name
        FROM tokens t JOIN seats s ON s.game_id = t.game_id AND s.seat = t.seat
        JOIN players p ON p.id = s.player_id";
    let database = database(place);
    let mut select = database.prepare(select).expect("tokens");
    let rows = select.query_map([], |row| {
        let nonce: Vec<u8> = row.get(4)?;
        let scope = Scope::Seat {
            game: GameId(row.get(1)?),
            seat: row.get(2)?,
            state: row.get(3)?,
        };
        let base = TokenBase {
            id: row.get(0)?,
            scope,
            nonce: &nonce,
            generation: row.get(5)?,
            form: row.get(6)?,
        };
        Ok(Key {
            text: secret.reply_token(&base).expect("a key"),
            player: row.get(7)?,
        })
    });
    let keys = rows.expect("tokens").map(|key| key.expect("a token"));
    keys.collect()
}

/// All of it. `mails` are files of mails, which `mail parse` is asked about as well.
pub fn everything(place: &Place, log: &str, mails: &[String]) -> Vec<Produced> {
    let mut all: Vec<Produced> = place
        .letters()
        .into_iter()
        .map(|letter| Produced {
            name: format!("letter to {}: {}", letter.mailbox, letter.header("Subject")),
            text: letter.raw,
            mailbox: Some(letter.mailbox),
        })
        .collect();
    all.push(Produced::new("the log", log));
    all.extend(commands(place, mails));
    all.extend(tables(place));
    let copy = place.path("copy.db");
    place.ok(&["db", "backup", &copy]);
    let bytes = fs::read(&copy).expect("the copy");
    all.push(Produced::new("db backup", String::from_utf8_lossy(&bytes)));
    fs::remove_file(copy).expect("removed");
    all
}

/// What each command says, to people and to programs.
fn commands(place: &Place, mails: &[String]) -> Vec<Produced> {
    let mut asked: Vec<Vec<String>> = Vec::new();
    let mut ask = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        asked.push([words.clone(), vec!["--json".to_owned()]].concat());
        asked.push(words);
    };
    ask(&["status"]);
    ask(&["game", "list"]);
    ask(&["player", "list"]);
    ask(&["mail", "queue"]);
    for game in numbers(place, "games") {
        ask(&["game", "show", &game]);
        ask(&["game", "export", &game]);
    }
    for player in names(place) {
        ask(&["player", "show", &player]);
    }
    for mail in numbers(place, "inbox") {
        ask(&["mail", "show", &format!("i{mail}")]);
        ask(&["mail", "parse", &format!("i{mail}")]);
    }
    for letter in numbers(place, "outbox") {
        ask(&["mail", "show", &format!("o{letter}")]);
    }
    for file in mails {
        ask(&["mail", "parse", file]);
    }
    asked.push(["game", "show", "1", "--board"].map(str::to_owned).to_vec());
    asked.push(["doctor"].map(str::to_owned).to_vec());
    asked.push(["db", "check"].map(str::to_owned).to_vec());
    asked.push(["db", "replay", "--compare"].map(str::to_owned).to_vec());
    let run = |words: Vec<String>| {
        let ran = place.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let text = format!("{}\n{}", ran.out, ran.err);
        Produced::new(words.join(" "), text)
    };
    asked.into_iter().map(run).collect()
}

/// Every column of the database, without the bytes of mails and letters.
fn tables(place: &Place) -> Vec<Produced> {
    let database = database(place);
    let mut tables: BTreeMap<String, String> = BTreeMap::new();
    for table in strings(
        &database,
        "SELECT name FROM sqlite_schema WHERE type = 'table'",
    ) {
        if ["inbox_raw", "outbox_raw"].contains(&table.as_str()) {
            continue;
        }
        let mut select = database
            .prepare(&format!("SELECT * FROM {table}"))
            .expect("a table");
        let columns = select.column_count();
        let mut rows = select.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            for column in 0..columns {
                if let ValueRef::Text(value) | ValueRef::Blob(value) =
                    row.get_ref(column).expect("a column")
                {
                    let text = tables.entry(table.clone()).or_default();
                    text.push_str(&String::from_utf8_lossy(value));
                    text.push('\n');
                }
            }
        }
    }
    assert!(tables.len() >= 10, "only {} tables with text", tables.len());
    let named = |(table, text)| Produced::new(format!("table {table}"), text);
    tables.into_iter().map(named).collect()
}

fn numbers(place: &Place, table: &str) -> Vec<String> {
    strings(
        &database(place),
        &format!("SELECT CAST(id AS TEXT) FROM {table} ORDER BY id"),
    )
}

fn names(place: &Place) -> Vec<String> {
    strings(&database(place), "SELECT name FROM players")
}

fn strings(database: &Connection, select: &str) -> Vec<String> {
    let mut select = database.prepare(select).expect("a query");
    let rows = select.query_map([], |row| row.get(0)).expect("rows");
    rows.map(|row| row.expect("a text")).collect()
}
