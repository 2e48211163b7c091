//! Counts, checks, copies and cleans the database.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use rusqlite::TransactionBehavior;

use super::{Store, Tx};

/// Numbers of games, mails and letters by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// Games being played.
    pub playing: i64,
    /// Games that have ended.
    pub finished: i64,
    /// Games that were called off.
    pub aborted: i64,
    /// Games that are frozen because of an error in their events.
    pub frozen: i64,
    /// Mails that are not judged yet.
    pub new_mails: i64,
    /// Mails that are quarantined.
    #[serde(rename = "parked_mails")]
    pub quarantined_mails: i64,
    /// Letters that are not sent yet.
    pub waiting_letters: i64,
    /// Letters that were given up.
    pub failed_letters: i64,
}

impl Tx<'_> {
    /// Counts games, mails and letters.
    ///
    /// # Errors
    /// The database fails.
    pub fn counts(&self) -> Result<Counts> {
        let count = |sql: &str| {
            self.connection
                .query_row(sql, [], |row| row.get::<_, i64>(0))
        };
        Ok(Counts {
            playing: count("SELECT count(*) FROM games WHERE status = 'playing'")?,
            finished: count("SELECT count(*) FROM games WHERE status = 'finished'")?,
            aborted: count("SELECT count(*) FROM games WHERE status = 'aborted'")?,
            frozen: count("SELECT count(*) FROM games WHERE status = 'frozen'")?,
            new_mails: count("SELECT count(*) FROM inbox WHERE status = 'new'")?,
            quarantined_mails: count("SELECT count(*) FROM inbox WHERE status = 'parked'")?,
            waiting_letters: count("SELECT count(*) FROM outbox WHERE status = 'waiting'")?,
            failed_letters: count("SELECT count(*) FROM outbox WHERE status = 'failed'")?,
        })
    }

    /// The time of the newest mail, letter or game; `None` in an empty database.
    ///
    /// # Errors
    /// The database fails.
    pub fn newest(&self) -> Result<Option<String>> {
        Ok(self.connection.query_row(
            "SELECT max(at) FROM (
                SELECT received_at AS at FROM inbox WHERE id = (SELECT max(id) FROM inbox)
                UNION ALL
                SELECT created_at FROM outbox WHERE id = (SELECT max(id) FROM outbox)
                UNION ALL
                SELECT created_at FROM games WHERE id = (SELECT max(id) FROM games))",
            [],
            |row| row.get(0),
        )?)
    }

    /// Deletes the bytes of mails and letters that are done and older than `before`; their rows stay.
    /// Returns how many were deleted.
    ///
    /// # Errors
    /// The database fails.
    pub fn forget_bytes(&self, before: &str) -> Result<usize> {
        let mails = self.connection.execute(
            "DELETE FROM inbox_raw WHERE id IN (SELECT r.id FROM inbox_raw r JOIN inbox i
                ON i.id = r.id WHERE i.status = 'done' AND i.received_at < ?1)",
            [before],
        )?;
        let letters = self.connection.execute(
            "DELETE FROM outbox_raw WHERE id IN (SELECT r.id FROM outbox_raw r JOIN outbox o
                ON o.id = r.id WHERE o.status <> 'waiting' AND o.created_at < ?1)",
            [before],
        )?;
        Ok(mails + letters)
    }
}

impl Store {
    /// Runs SQLite's checks of the file; returns the errors that they find.
    ///
    /// # Errors
    /// The database fails.
    pub fn check(&self) -> Result<Vec<String>> {
        let mut complaints = Vec::new();
        let mut statement = self.connection.prepare("PRAGMA integrity_check")?;
        for line in statement.query_map([], |row| row.get::<_, String>(0))? {
            let line = line?;
            if line != "ok" {
                complaints.push(line);
            }
        }
        let mut statement = self.connection.prepare("PRAGMA foreign_key_check")?;
        for table in statement.query_map([], |row| row.get::<_, String>(0))? {
            complaints.push(format!("a row of {} points nowhere", table?));
        }
        Ok(complaints)
    }

    /// Tests whether the database can be written, by a transaction that is rolled back.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn try_write(&mut self) -> Result<()> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        Tx {
            connection: &transaction,
        }
        .set_meta("doctor", b"was here")?;
        Ok(transaction.rollback()?)
    }

    /// Writes a consistent copy of the database to a new file. Other processes may use the database
    /// meanwhile.
    ///
    /// # Errors
    /// The file exists already, or cannot be written.
    pub fn backup(&self, file: &Path) -> Result<()> {
        ensure!(
            !file.exists(),
            "{} exists already; choose another name",
            file.display()
        );
        let name = file
            .to_str()
            .context("the file's name is not valid UTF-8")?;
        self.connection.execute("VACUUM INTO ?1", [name])?;
        super::restrict(file)
    }
}
