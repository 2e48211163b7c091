//! A server folder whose database holds many copies of one game.
//!
//! Games, seats, events, reply tokens and the rows of mails and letters are copied. The bytes of mails and
//! letters are not, as if they had been deleted after the time for which they are kept.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use nix::fcntl::{PosixFadviseAdvice, posix_fadvise};
use rusqlite::Connection;
use zugpost::config::Config;
use zugpost::ids::{GameId, MailId, TokenId};
use zugpost::secret;
use zugpost::store::{SqliteStore, read};
use zugpost::tokens::Secret;

use super::game::SampleGame;
use super::mails::Waiting;

/// A folder with settings, Maildirs and database.
pub struct World {
    /// The settings.
    pub file: PathBuf,
    /// The folder.
    pub folder: PathBuf,
    /// The database.
    pub database: PathBuf,
    /// Games in it.
    pub games: usize,
    /// The secret of the reply tokens.
    pub secret: Secret,
}

/// The tables that are copied, with the columns that differ from the original. `n.id` is the number of the
/// copy; `:mails`, `:keys` and `:letters` are the numbers of those rows in one game.
const COPIED: &[(&str, &[(&str, &str)])] = &[
    ("games", &[("id", "n.id")]),
    ("seats", &[("game_id", "n.id"), ("player_id", ":player")]),
    (
        "events",
        &[
            ("game_id", "n.id"),
            ("inbox_id", "(n.id - 1) * :mails + t.inbox_id"),
        ],
    ),
    (
        "tokens",
        &[("game_id", "n.id"), ("id", "(n.id - 1) * :keys + t.id")],
    ),
    (
        "inbox",
        &[
            ("id", "(n.id - 1) * :mails + t.id"),
            ("game_id", "n.id"),
            (
                "source",
                "printf('%010d.M%06dP%d.host', 1600000000 + n.id * 40, t.id, n.id)",
            ),
            (
                "message_id",
                "lower(hex(randomblob(16))) || '@players.example'",
            ),
            ("raw_hash", "randomblob(16)"),
            // One mail a minute.
            ("sent_at", "1600000000 + 60 * ((n.id - 1) * :mails + t.id)"),
            ("answer_id", "(n.id - 1) * :letters + t.answer_id"),
        ],
    ),
    (
        "outbox",
        &[
            ("id", "(n.id - 1) * :letters + t.id"),
            ("game_id", "n.id"),
            ("inbox_id", "(n.id - 1) * :mails + t.inbox_id"),
            ("tokens", "CAST((n.id - 1) * :keys + t.tokens AS TEXT)"),
            ("data", "NULL"),
            ("recipient", "printf('player%04d@players.example', :player)"),
            ("status", "'sent'"),
            ("tries", "1"),
            ("next_try", "NULL"),
            ("claimed_by", "NULL"),
            ("closed_at", "t.created_at"),
        ],
    ),
];

/// The player of a seat of game N, where there are 2 P players: everybody plays in ten games.
const PLAYER: &str = "n.id % :pairs * 2 + t.seat + 1";

/// Pairs of players for this many games.
fn pairs(games: usize) -> usize {
    (games / 10).max(1)
}

/// The statements before the copies: numbers, the secret, the players. `one` is the original database.
const BEFORE: &str = "
CREATE TEMP TABLE n(id INTEGER PRIMARY KEY);
WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < :games)
    INSERT INTO n SELECT x FROM c;
INSERT OR REPLACE INTO meta SELECT * FROM one.meta;
INSERT INTO players (id, name, name_key, created_at)
    SELECT id, 'Player ' || id, 'player ' || id, '2026-01-01T12:00:00Z'
    FROM n WHERE id <= 2 * :pairs;
INSERT INTO addresses (key, address, player_id, main, created_at)
    SELECT printf('player%04d@players.example', id), printf('player%04d@players.example', id), id, 1,
    '2026-01-01T12:00:00Z' FROM n WHERE id <= 2 * :pairs;
";

/// The statement that copies a table as often as there are numbers.
fn copy_table(connection: &Connection, table: &str, own: &[(&str, &str)]) -> Result<String> {
    let mut statement = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
    let columns: Vec<String> = statement
        .query_map([table], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let values: Vec<String> = columns
        .iter()
        .map(|column| {
            let own = own.iter().find(|(name, _)| name == column);
            own.map_or(format!("t.{column}"), |(_, value)| (*value).to_owned())
        })
        .collect();
    Ok(format!(
        "INSERT INTO {table} ({}) SELECT {} FROM n CROSS JOIN one.{table} t;\n",
        columns.join(", "),
        values.join(", ")
    ))
}

impl World {
    /// Sets up a folder with a database of this many games. The events of each game are consecutive, or,
    /// with `side_by_side`, the last quarter of them is mixed with those of the others.
    pub fn build(
        folder: &Path,
        game: &SampleGame,
        games: usize,
        side_by_side: bool,
    ) -> Result<Self> {
        let world = Self::set(folder, games, &game.secret)?;
        if world.database.exists() {
            fs::remove_file(&world.database)?;
        }
        drop(SqliteStore::create(&world.database)?);
        let connection = Connection::open(&world.database)?;
        connection.execute_batch(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000;",
        )?;
        connection.execute(
            "ATTACH ?1 AS one",
            [game.file.to_str().context("the folder's name")?],
        )?;
        let rows = |table: &str| -> Result<i64> {
            let sql = format!("SELECT max(id) FROM one.{table}");
            Ok(connection.query_row(&sql, [], |row| row.get(0))?)
        };
        let mut copy = BEFORE.to_owned();
        for (table, own) in COPIED {
            let statement = copy_table(&connection, table, own)?;
            if *table == "events" && side_by_side {
                let late = " WHERE t.seq > :late ORDER BY t.seq, n.id;\n";
                copy.push_str(&statement.replace(";\n", " WHERE t.seq <= :late;\n"));
                copy.push_str(&statement.replace(";\n", late));
            } else {
                copy.push_str(&statement);
            }
        }
        copy = copy
            .replace(":player", PLAYER)
            .replace(":games", &games.to_string())
            .replace(":late", &(game.events * 3 / 4).to_string())
            .replace(":pairs", &pairs(games).to_string());
        for (word, table) in [
            (":mails", "inbox"),
            (":keys", "tokens"),
            (":letters", "outbox"),
        ] {
            copy = copy.replace(word, &rows(table)?.to_string());
        }
        // Indexes of random texts are built faster at the end.
        let index = "inbox_by_message";
        let sql: String = connection.query_row(
            "SELECT sql FROM main.sqlite_schema WHERE name = ?1",
            [index],
            |row| row.get(0),
        )?;
        connection.execute_batch(&format!(
            "BEGIN; DROP INDEX {index}; {copy} {sql}; COMMIT; DETACH one;"
        ))?;
        connection.execute_batch("PRAGMA journal_mode = WAL")?;
        drop(connection);
        File::open(&world.database)?.sync_all()?;
        Ok(world)
    }

    /// The folder that was built here before, or a new one.
    pub fn open_or_build(
        folder: &Path,
        game: &SampleGame,
        games: usize,
        side_by_side: bool,
    ) -> Result<Self> {
        let world = Self::set(folder, games, &game.secret)?;
        let known = |connection: Connection| -> rusqlite::Result<i64> {
            connection.query_row("SELECT count(*) FROM games", [], |row| row.get(0))
        };
        if world.database.exists() {
            ensure!(
                Connection::open(&world.database).and_then(known)? == i64::try_from(games)?,
                "the kept database has another number of games"
            );
            return Ok(world);
        }
        Self::build(folder, game, games, side_by_side)
    }

    /// The Maildir that mails arrive in.
    pub fn inbox(&self) -> PathBuf {
        self.folder.join("mail/in")
    }

    /// Puts mails into the Maildir.
    pub fn deliver<'a>(&self, mails: impl Iterator<Item = &'a str>) -> Result<()> {
        for (number, mail) in mails.enumerate() {
            // File names as a delivery makes them, each unique.
            let stamp = chrono::Utc::now().timestamp_nanos_opt().unwrap_or_default();
            let name = format!("{}.M{stamp}P1Q{number:05}.host", stamp / 1_000_000_000);
            fs::write(self.inbox().join("new").join(name), mail)?;
        }
        Ok(())
    }

    /// Removes the mails that were taken in.
    pub fn forget_processed(&self) -> Result<()> {
        Ok(fs::remove_dir_all(self.inbox().join(".Processed"))?)
    }

    /// The local part of the address of the player of a seat, as [`PLAYER`] has it.
    pub fn player(&self, game: usize, seat: usize) -> String {
        // With as many digits each: waiting mails are judged in the order of their senders, and White's has to come first.
        format!("player{:04}", game % pairs(self.games) * 2 + seat + 1)
    }

    /// A folder with settings, an empty Maildir and the secret, unless it has one, and the place of a
    /// database for this many games.
    pub fn set(folder: &Path, games: usize, secret: &Secret) -> Result<Self> {
        let file = folder.join("zugpost.toml");
        let text = Config::example(super::game::OURS, None);
        let config = Config::parse(&text, &file)?;
        fs::create_dir_all(&config.server.data)?;
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(folder.join("mail/in").join(part))?;
        }
        fs::write(&file, text)?;
        let secret = match secret::load(&config.secret())? {
            Some(secret) => secret,
            None => {
                secret::create(&config.secret(), secret)?;
                secret.clone()
            }
        };
        Ok(Self {
            secret,
            database: config.database(),
            folder: folder.to_owned(),
            file,
            games,
        })
    }

    /// A copy of it.
    pub fn copy(&self, folder: &Path) -> Result<Self> {
        let copy = Self::set(folder, self.games, &self.secret)?;
        fs::copy(&self.database, &copy.database)?;
        File::open(&copy.database)?.sync_all()?;
        Ok(copy)
    }

    /// Reads in another connection what answering these mails will read. The small database is in the page
    /// cache because it was just copied; this has the same effect for the large one.
    pub fn warm(&self, waiting: &Waiting) -> Result<()> {
        let mut store = SqliteStore::open(&self.database)?;
        read(&mut store, |store| {
            for (game, mail) in &waiting.mails {
                let game = GameId(*game);
                store.same_mail(MailId(0), super::game::message_id(mail), "")?;
                let _ = (store.game(game)?, store.seats(game)?);
                store.events(game, None)?;
            }
            for key in &waiting.keys {
                store.token(TokenId(*key))?;
            }
            Ok(())
        })
    }

    /// Removes the database file from the page cache.
    pub fn forget_pages(&self) -> Result<()> {
        drop(SqliteStore::open(&self.database)?);
        let file = File::open(&self.database)?;
        file.sync_all()?;
        posix_fadvise(&file, 0, 0, PosixFadviseAdvice::POSIX_FADV_DONTNEED)?;
        Ok(())
    }

    /// Size of the database in megabytes.
    pub fn megabytes(&self) -> u64 {
        fs::metadata(&self.database).map_or(0, |meta| meta.len() / 1_000_000)
    }
}
