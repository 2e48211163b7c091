//! A set-up folder whose database holds many copies of the one game.
//!
//! Games, seats, events, keys and the records of mails and letters are copied whole; the bytes of
//! mails and letters that were handled are left out, as they are after their time.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use nix::fcntl::{PosixFadviseAdvice, posix_fadvise};
use rusqlite::Connection;
use zugpost::config::Config;
use zugpost::store::Store;

use super::game::Game;
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
}

/// One statement a table; `one` is the database that holds the one game. The player of game N and
/// seat S is number N % P * 2 + S + 1, where there are 2 P players: everybody plays ten games.
const COPY: &str = "
CREATE TEMP TABLE n(id INTEGER PRIMARY KEY);
WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < :games)
    INSERT INTO n SELECT x FROM c;
INSERT OR REPLACE INTO meta SELECT * FROM one.meta;
INSERT INTO players SELECT id, 'Player ' || id, 'player ' || id, '2026-01-01T12:00:00Z'
    FROM n WHERE id <= 2 * :pairs;
INSERT INTO addresses SELECT 'player' || id || '@players.example',
    'player' || id || '@players.example', id, 1, 0, '2026-01-01T12:00:00Z'
    FROM n WHERE id <= 2 * :pairs;
INSERT INTO games SELECT n.id, g.variant, g.rules_version, g.options, g.position, g.created_at,
    g.created_by, g.state, g.status, g.to_move, g.result, g.reason, g.updated_at
    FROM n CROSS JOIN one.games g;
INSERT INTO seats SELECT n.id, s.seat, n.id % :pairs * 2 + s.seat + 1, s.held,
    replace(s.first_letter, 'g1.', 'g' || n.id || '.'),
    replace(s.last_letter, 'g1.', 'g' || n.id || '.'), s.nudged
    FROM n CROSS JOIN one.seats s;
INSERT INTO events SELECT n.id, e.seq, e.state, e.at, e.kind, e.seat, e.text, e.typed,
    (n.id - 1) * :mails + e.inbox_id, e.actor
    FROM n CROSS JOIN one.events e;
INSERT INTO letter_keys SELECT (n.id - 1) * :keys + k.id, n.id, k.seat, k.state, k.nonce, k.void
    FROM n CROSS JOIN one.letter_keys k;
INSERT INTO inbox SELECT (n.id - 1) * :mails + i.id,
    printf('%010d.M%06dP%d.host', 1600000000 + n.id * 40, i.id, n.id), i.received_at, i.env_sender,
    i.env_rcpts, i.truncated, i.status, i.attempts, i.verdict, i.reason, i.sender,
    lower(hex(randomblob(16))) || '@players.example', i.body_hash, n.id, i.proven, i.answer
    FROM n CROSS JOIN one.inbox i;
INSERT INTO outbox SELECT (n.id - 1) * :letters + o.id,
    replace(o.message_id, 'g1.', 'g' || n.id || '.'),
    'player' || (n.id % :pairs * 2 + o.seat + 1) || '@players.example', o.kind, n.id, o.seat,
    o.state, (n.id - 1) * :mails + o.inbox_id, 'sent', 1, o.next_try, o.last_error, o.created_at,
    o.created_at, 0
    FROM n CROSS JOIN one.outbox o;
";

impl World {
    /// Sets up a folder with a database of so many games.
    pub fn build(folder: &Path, game: &Game, games: usize) -> Result<Self> {
        let world = Self::set(folder, games)?;
        if world.database.exists() {
            fs::remove_file(&world.database)?;
        }
        drop(Store::create(&world.database)?);
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
        let mut copy = COPY
            .replace(":games", &games.to_string())
            .replace(":pairs", &(games / 10).max(1).to_string());
        for (word, table) in [
            (":mails", "inbox"),
            (":keys", "letter_keys"),
            (":letters", "outbox"),
        ] {
            copy = copy.replace(word, &rows(table)?.to_string());
        }
        // Indexes of random texts are quicker made at the end.
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

    /// The world that was built here before, or a new one.
    pub fn open_or_build(folder: &Path, game: &Game, games: usize) -> Result<Self> {
        let world = Self::set(folder, games)?;
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
        Self::build(folder, game, games)
    }

    fn set(folder: &Path, games: usize) -> Result<Self> {
        let file = folder.join("zugpost.toml");
        let text = Config::example(super::game::OURS);
        let config = Config::parse(&text, &file)?;
        fs::create_dir_all(&config.server.data)?;
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(folder.join("mail/in").join(part))?;
        }
        fs::write(&file, text)?;
        Ok(Self {
            database: config.database(),
            folder: folder.to_owned(),
            file,
            games,
        })
    }

    /// A copy of it.
    pub fn copy(&self, folder: &Path) -> Result<Self> {
        let copy = Self::set(folder, self.games)?;
        fs::copy(&self.database, &copy.database)?;
        File::open(&copy.database)?.sync_all()?;
        Ok(copy)
    }

    /// Reads, in another connection, what answering these mails will read: the small database lies
    /// in the system's memory because it was just copied, and this does the same for the large one.
    pub fn warm(&self, waiting: &Waiting) -> Result<()> {
        let mut store = Store::open(&self.database)?;
        store.read(|tx| {
            for (game, _) in &waiting.mails {
                let _ = (tx.game(*game)?, tx.seats(*game)?, tx.events(*game)?);
            }
            for key in &waiting.keys {
                tx.key(*key)?;
            }
            Ok(())
        })
    }

    /// Lets the system forget what it holds of the database file.
    pub fn forget_pages(&self) -> Result<()> {
        drop(Store::open(&self.database)?);
        let file = File::open(&self.database)?;
        file.sync_all()?;
        posix_fadvise(&file, 0, 0, PosixFadviseAdvice::POSIX_FADV_DONTNEED)?;
        Ok(())
    }

    /// Megabytes of the database.
    pub fn megabytes(&self) -> u64 {
        fs::metadata(&self.database).map_or(0, |meta| meta.len() / 1_000_000)
    }
}
