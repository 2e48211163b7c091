//! `outbox`: composed letters and their delivery.

use anyhow::Result;
use rusqlite::{OptionalExtension, Row, params};

use super::Tx;

/// A letter to be added.
#[derive(Clone, Debug)]
pub struct NewLetter<'a> {
    /// Message-ID without `<>`.
    pub message_id: &'a str,
    /// Envelope recipient.
    pub recipient: &'a str,
    /// Kind of letter.
    pub kind: &'a str,
    /// Game, seat and state number that it shows.
    pub about: Option<(i64, u8, i64)>,
    /// The mail that it answers.
    pub inbox_id: Option<i64>,
    /// The bytes of the message.
    pub raw: &'a [u8],
    /// When it was written.
    pub now: &'a str,
}

/// A row of `outbox`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterRow {
    /// Id.
    pub id: i64,
    /// Message-ID without `<>`.
    pub message_id: String,
    /// Envelope recipient.
    pub recipient: String,
    /// Kind of letter.
    pub kind: String,
    /// Game it is about.
    pub game: Option<i64>,
    /// Seat it is for.
    pub seat: Option<u8>,
    /// `waiting`, `sent`, `failed` or `dropped`.
    pub status: String,
    /// How many times sending it was tried.
    pub tries: i64,
    /// When it may be tried next.
    pub next_try: String,
    /// Why the last try failed.
    pub last_error: Option<String>,
    /// When it was written.
    pub created_at: String,
    /// When it was sent, given up or dropped.
    pub closed_at: Option<String>,
    /// Whether a delivery report was counted for it.
    pub bounced: bool,
}

const SELECT: &str = "SELECT id, message_id, recipient, kind, game_id, seat, status, tries,
    next_try, last_error, created_at, closed_at, bounced FROM outbox";

fn letter(row: &Row<'_>) -> rusqlite::Result<LetterRow> {
    Ok(LetterRow {
        id: row.get(0)?,
        message_id: row.get(1)?,
        recipient: row.get(2)?,
        kind: row.get(3)?,
        game: row.get(4)?,
        seat: row.get(5)?,
        status: row.get(6)?,
        tries: row.get(7)?,
        next_try: row.get(8)?,
        last_error: row.get(9)?,
        created_at: row.get(10)?,
        closed_at: row.get(11)?,
        bounced: row.get(12)?,
    })
}

impl Tx<'_> {
    /// Puts a letter into the outbox; returns its id.
    ///
    /// # Errors
    /// The database fails.
    pub fn add_letter(&self, new: &NewLetter<'_>) -> Result<i64> {
        let (game, seat, state) = match new.about {
            Some((game, seat, state)) => (Some(game), Some(seat), Some(state)),
            None => (None, None, None),
        };
        self.connection
            .prepare_cached(
                "INSERT INTO outbox (message_id, recipient, kind, game_id, seat, state, inbox_id,
                    status, next_try, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'waiting', ?8, ?8)",
            )?
            .execute(params![
                new.message_id,
                new.recipient,
                new.kind,
                game,
                seat,
                state,
                new.inbox_id,
                new.now
            ])?;
        let id = self.connection.last_insert_rowid();
        self.connection
            .prepare_cached("INSERT INTO outbox_raw (id, raw) VALUES (?1, ?2)")?
            .execute(params![id, new.raw])?;
        Ok(id)
    }

    /// The oldest letter that is due, with its bytes. A letter is not due while an earlier one to the same
    /// recipient has to wait.
    ///
    /// # Errors
    /// The database fails.
    pub fn due_letter(&self, now: &str) -> Result<Option<(LetterRow, Vec<u8>)>> {
        let sql = format!(
            "{SELECT} AS o WHERE status = 'waiting' AND next_try <= ?1 AND NOT EXISTS (
                SELECT 1 FROM outbox AS e WHERE e.status = 'waiting' AND e.recipient = o.recipient
                AND e.id < o.id AND e.next_try > ?1)
             ORDER BY id LIMIT 1"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let Some(row) = statement.query_row([now], letter).optional()? else {
            return Ok(None);
        };
        let raw = self.letter_bytes(row.id)?.unwrap_or_default();
        Ok(Some((row, raw)))
    }

    /// The bytes of a letter; `None` if they were deleted after the time for which they are kept.
    ///
    /// # Errors
    /// The database fails.
    pub fn letter_bytes(&self, id: i64) -> Result<Option<Vec<u8>>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT raw FROM outbox_raw WHERE id = ?1")?;
        Ok(statement.query_row([id], |row| row.get(0)).optional()?)
    }

    /// Counts a try before it is made. `next_try` is used if the process ends before the result is noted.
    ///
    /// # Errors
    /// The database fails.
    pub fn count_try(&self, id: i64, next_try: &str) -> Result<()> {
        self.connection
            .prepare_cached("UPDATE outbox SET tries = tries + 1, next_try = ?2 WHERE id = ?1")?
            .execute(params![id, next_try])?;
        Ok(())
    }

    /// Makes a waiting letter due now; does nothing for others.
    ///
    /// # Errors
    /// The database fails.
    pub fn make_due(&self, id: i64, now: &str) -> Result<()> {
        self.connection
            .prepare_cached(
                "UPDATE outbox SET next_try = ?2 WHERE id = ?1 AND status = 'waiting'
                 AND next_try > ?2",
            )?
            .execute(params![id, now])?;
        Ok(())
    }

    /// When the next waiting letter may be tried; `None` if none waits.
    ///
    /// # Errors
    /// The database fails.
    pub fn next_due(&self) -> Result<Option<String>> {
        Ok(self
            .connection
            .prepare_cached("SELECT min(next_try) FROM outbox WHERE status = 'waiting'")?
            .query_row([], |row| row.get(0))?)
    }

    /// Makes waiting letters due now whose next try is later than `latest`. Returns how many there
    /// were.
    ///
    /// # Errors
    /// The database fails.
    pub fn correct_next_tries(&self, latest: &str, now: &str) -> Result<usize> {
        Ok(self.connection.execute(
            "UPDATE outbox SET next_try = ?2 WHERE status = 'waiting' AND next_try > ?1",
            params![latest, now],
        )?)
    }

    /// Closes a letter with the status `sent`, `failed` or `dropped` and the reason.
    ///
    /// # Errors
    /// The database fails.
    pub fn close_letter(
        &self,
        id: i64,
        status: &str,
        reason: Option<&str>,
        now: &str,
    ) -> Result<()> {
        self.connection
            .prepare_cached(
                "UPDATE outbox SET status = ?2, last_error = coalesce(?3, last_error),
                    closed_at = ?4 WHERE id = ?1",
            )?
            .execute(params![id, status, reason, now])?;
        Ok(())
    }

    /// Notes a failed try of a letter that goes on waiting, with the reason.
    ///
    /// # Errors
    /// The database fails.
    pub fn defer_letter(&self, id: i64, reason: &str, next_try: &str) -> Result<()> {
        self.connection
            .prepare_cached("UPDATE outbox SET last_error = ?2, next_try = ?3 WHERE id = ?1")?
            .execute(params![id, reason, next_try])?;
        Ok(())
    }

    /// Drops the waiting letters of a game; returns how many there were.
    ///
    /// # Errors
    /// The database fails.
    pub fn drop_letters(&self, game: i64, reason: &str, now: &str) -> Result<usize> {
        Ok(self.connection.execute(
            "UPDATE outbox SET status = 'dropped', last_error = ?2, closed_at = ?3
             WHERE game_id = ?1 AND status = 'waiting'",
            params![game, reason, now],
        )?)
    }

    /// Makes waiting letters due now: all, or the one with this id, which may also be one that was given
    /// up. Returns how many there were.
    ///
    /// # Errors
    /// The database fails.
    pub fn retry_letters(&self, id: Option<i64>, now: &str) -> Result<usize> {
        Ok(self.connection.execute(
            "UPDATE outbox SET next_try = ?2,
                created_at = iif(status = 'failed', ?2, created_at),
                status = 'waiting', closed_at = NULL
             WHERE (?1 IS NULL AND status = 'waiting')
                OR (id = ?1 AND status IN ('waiting', 'failed'))",
            params![id, now],
        )?)
    }

    /// The letter of this id.
    ///
    /// # Errors
    /// The database fails.
    pub fn letter(&self, id: i64) -> Result<Option<LetterRow>> {
        let sql = format!("{SELECT} WHERE id = ?1");
        Ok(self
            .connection
            .prepare_cached(&sql)?
            .query_row([id], letter)
            .optional()?)
    }

    /// Letters with this status, oldest first, at most `limit`.
    ///
    /// # Errors
    /// The database fails.
    pub fn letters(&self, status: &str, limit: usize) -> Result<Vec<LetterRow>> {
        let sql = format!("{SELECT} WHERE status = ?1 ORDER BY id LIMIT ?2");
        let mut statement = self.connection.prepare(&sql)?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        Ok(statement
            .query_map(params![status, limit], letter)?
            .collect::<rusqlite::Result<_>>()?)
    }

    /// Notes that a delivery report was counted for a letter; false if one was counted before.
    ///
    /// # Errors
    /// The database fails.
    pub fn mark_bounced(&self, id: i64) -> Result<bool> {
        let changed = self.connection.execute(
            "UPDATE outbox SET bounced = 1 WHERE id = ?1 AND bounced = 0",
            [id],
        )?;
        Ok(changed > 0)
    }
}
