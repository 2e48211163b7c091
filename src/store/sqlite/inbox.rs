//! `inbox`: every mail that was received, with its bytes and the verdict on it.

use anyhow::Result;
use rusqlite::{OptionalExtension, Row, params};

use super::Tx;

/// A mail to be stored.
#[derive(Clone, Debug)]
pub struct NewMail<'a> {
    /// Source key; a mail with the same one is not stored again.
    pub source: &'a str,
    /// Envelope sender; `Some("")` is the empty return path.
    pub sender: Option<&'a str>,
    /// Envelope recipients.
    pub recipients: &'a [String],
    /// Whether `raw` is only the beginning.
    pub truncated: bool,
    /// The bytes of the mail.
    pub raw: &'a [u8],
}

/// A row of `inbox`: a stored mail and the verdict on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InboxRow {
    /// Id.
    pub id: i64,
    /// Source key.
    pub source: String,
    /// When it was stored.
    pub received_at: String,
    /// Envelope sender.
    pub env_sender: Option<String>,
    /// Envelope recipients.
    pub recipients: Vec<String>,
    /// Whether only the beginning is stored.
    pub truncated: bool,
    /// `new`, `done` or `parked` (quarantined).
    pub status: String,
    /// How often judging it was begun.
    pub attempts: i64,
    /// The verdict in one word, if it was judged.
    pub verdict: Option<String>,
    /// The reason of the verdict.
    pub reason: Option<String>,
    /// Address in the From header.
    pub sender: Option<String>,
    /// The game that it was about.
    pub game: Option<i64>,
    /// The echoes of the answer, as JSON.
    pub answer: Option<String>,
}

/// What was decided about a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// One word for lists: `played`, `refused`, `answered`, `robot` …
    pub word: String,
    /// The reason, for the operator.
    pub reason: Option<String>,
    /// Address in the From header.
    pub sender: Option<String>,
    /// Message-ID without `<>`.
    pub message_id: Option<String>,
    /// Hash of the body.
    pub body_hash: Option<String>,
    /// The game that it was about.
    pub game: Option<i64>,
    /// Whether its author was proven.
    pub proven: bool,
    /// The echoes of the answer, as JSON.
    pub answer: Option<String>,
}

const SELECT: &str = "SELECT id, source, received_at, env_sender, env_rcpts, truncated, status,
    attempts, verdict, reason, sender, game_id, answer FROM inbox";

fn mail(row: &Row<'_>) -> rusqlite::Result<InboxRow> {
    let recipients: String = row.get(4)?;
    Ok(InboxRow {
        id: row.get(0)?,
        source: row.get(1)?,
        received_at: row.get(2)?,
        env_sender: row.get(3)?,
        recipients: recipients.lines().map(str::to_owned).collect(),
        truncated: row.get(5)?,
        status: row.get(6)?,
        attempts: row.get(7)?,
        verdict: row.get(8)?,
        reason: row.get(9)?,
        sender: row.get(10)?,
        game: row.get(11)?,
        answer: row.get(12)?,
    })
}

impl Tx<'_> {
    /// Stores a mail and returns its id; `None` if a mail with this source key is stored already.
    ///
    /// # Errors
    /// The database fails.
    pub fn add_mail(&self, new: &NewMail<'_>, now: &str) -> Result<Option<i64>> {
        let added = self
            .connection
            .prepare_cached(
                "INSERT INTO inbox (source, received_at, env_sender, env_rcpts, truncated, status)
                 VALUES (?1, ?2, ?3, ?4, ?5, 'new') ON CONFLICT (source) DO NOTHING",
            )?
            .execute(params![
                new.source,
                now,
                new.sender,
                new.recipients.join("\n"),
                new.truncated
            ])?;
        if added == 0 {
            return Ok(None);
        }
        let id = self.connection.last_insert_rowid();
        self.connection
            .prepare_cached("INSERT INTO inbox_raw (id, raw) VALUES (?1, ?2)")?
            .execute(params![id, new.raw])?;
        Ok(Some(id))
    }

    /// The oldest mails that are not judged yet, at most `limit`, with their bytes.
    ///
    /// # Errors
    /// The database fails.
    pub fn new_mails(&self, limit: usize) -> Result<Vec<(InboxRow, Vec<u8>)>> {
        let sql = format!("{SELECT} WHERE status = 'new' ORDER BY id LIMIT ?1");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows: Vec<InboxRow> = statement
            .query_map([limit], mail)?
            .collect::<rusqlite::Result<_>>()?;
        let mut found = Vec::with_capacity(rows.len());
        for row in rows {
            let raw = self.mail_bytes(row.id)?.unwrap_or_default();
            found.push((row, raw));
        }
        Ok(found)
    }

    /// The bytes of a mail; `None` if they were deleted after the time for which they are kept.
    ///
    /// # Errors
    /// The database fails.
    pub fn mail_bytes(&self, id: i64) -> Result<Option<Vec<u8>>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT raw FROM inbox_raw WHERE id = ?1")?;
        Ok(statement.query_row([id], |row| row.get(0)).optional()?)
    }

    /// Counts that judging a mail begins. A mail that crashes the process is recognised by this count at
    /// the next start.
    ///
    /// # Errors
    /// The database fails.
    pub fn count_attempt(&self, id: i64) -> Result<()> {
        self.connection
            .prepare_cached("UPDATE inbox SET attempts = attempts + 1 WHERE id = ?1")?
            .execute([id])?;
        Ok(())
    }

    /// Takes back [`Tx::count_attempt`], after judging has failed for a reason other than the mail.
    ///
    /// # Errors
    /// The database fails.
    pub fn uncount_attempt(&self, id: i64) -> Result<()> {
        self.connection
            .prepare_cached("UPDATE inbox SET attempts = attempts - 1 WHERE id = ?1")?
            .execute([id])?;
        Ok(())
    }

    /// Writes the verdict on a mail and sets its status to `done`.
    ///
    /// # Errors
    /// The database fails.
    pub fn close_mail(&self, id: i64, verdict: &Verdict) -> Result<()> {
        self.connection
            .prepare_cached(
                "UPDATE inbox SET status = 'done', verdict = ?2, reason = ?3, sender = ?4,
                    message_id = ?5, body_hash = ?6, game_id = ?7, proven = ?8, answer = ?9
                 WHERE id = ?1",
            )?
            .execute(params![
                id,
                verdict.word,
                verdict.reason,
                verdict.sender,
                verdict.message_id,
                verdict.body_hash,
                verdict.game,
                verdict.proven,
                verdict.answer
            ])?;
        Ok(())
    }

    /// Quarantines a mail that could not be judged. It is kept whole and shown by `mail`.
    ///
    /// # Errors
    /// The database fails.
    pub fn quarantine_mail(&self, id: i64, reason: &str) -> Result<()> {
        self.connection
            .prepare_cached(
                "UPDATE inbox SET status = 'parked', verdict = 'parked', reason = ?2 WHERE id = ?1",
            )?
            .execute(params![id, reason])?;
        Ok(())
    }

    /// Sets a quarantined mail back to `new`; false if it is not quarantined.
    ///
    /// # Errors
    /// The database fails.
    pub fn retry_mail(&self, id: i64) -> Result<bool> {
        let changed = self.connection.execute(
            "UPDATE inbox SET status = 'new', attempts = 0, verdict = NULL, reason = NULL
             WHERE id = ?1 AND status = 'parked'",
            [id],
        )?;
        Ok(changed > 0)
    }

    /// The stored mail of this id.
    ///
    /// # Errors
    /// The database fails.
    pub fn mail(&self, id: i64) -> Result<Option<InboxRow>> {
        let sql = format!("{SELECT} WHERE id = ?1");
        Ok(self
            .connection
            .prepare_cached(&sql)?
            .query_row([id], mail)
            .optional()?)
    }

    /// Mails with this status, newest first, at most `limit`.
    ///
    /// # Errors
    /// The database fails.
    pub fn mails(&self, status: &str, limit: usize) -> Result<Vec<InboxRow>> {
        let sql = format!("{SELECT} WHERE status = ?1 ORDER BY id DESC LIMIT ?2");
        let mut statement = self.connection.prepare(&sql)?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        Ok(statement
            .query_map(params![status, limit], mail)?
            .collect::<rusqlite::Result<_>>()?)
    }

    /// Another proven mail than `id` with this Message-ID and body; the oldest one.
    ///
    /// # Errors
    /// The database fails.
    pub fn same_mail(
        &self,
        id: i64,
        message_id: &str,
        body_hash: &str,
    ) -> Result<Option<InboxRow>> {
        // There are two partial indexes; SQLite uses one only if its condition is in the query.
        for filed in ["filed = 0", "filed = 1"] {
            let sql = format!(
                "{SELECT} WHERE proven = 1 AND {filed} AND message_id = ?2 AND body_hash = ?3
                 AND id <> ?1 ORDER BY id LIMIT 1"
            );
            let mut statement = self.connection.prepare_cached(&sql)?;
            let found = statement
                .query_row(params![id, message_id, body_hash], mail)
                .optional()?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Moves the Message-IDs of all judged mails from the small index into the large one.
    ///
    /// # Errors
    /// The database fails.
    pub fn file_mails(&self) -> Result<usize> {
        Ok(self.connection.execute(
            "UPDATE inbox SET filed = 1 WHERE proven = 1 AND filed = 0",
            [],
        )?)
    }
}
