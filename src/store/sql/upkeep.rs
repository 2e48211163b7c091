//! `queues`: the last success and the last failure of fetching, judging and sending. `meta`: values of the server itself,
//! by name. Counts, checks and cleans the database.

use super::{Connection, Result, View, statements::Statements, subjects, times};
use crate::store::{Budget, Counts, Queue, QueueRow, Seen, rows::RETRIED, snapshot::ReadServer};

/// The value by which the secret that belongs to the database is recognised.
pub(super) const SECRET_CHECK: &str = "secret check";
/// What the settings of the club are recognised by.
pub(super) const SETTINGS: &str = "settings";
/// The first letter that may still have to be forgotten.
const FORGOTTEN: &str = "forgotten";
/// The time up to which bytes were last deleted.
const FORGOTTEN_UNTIL: &str = "forgotten until";

pub(in crate::store) fn meta(connection: &dyn Connection, name: &str) -> Result<Option<Vec<u8>>> {
    connection.row("SELECT value FROM meta WHERE key = ?1", [name])
}

pub(in crate::store) fn set_meta(
    connection: &dyn Connection,
    name: &str,
    value: &[u8],
) -> Result<()> {
    let sql = "INSERT INTO meta (key, value) VALUES (?1, ?2)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    connection.run(sql, (name, value))
}

impl ReadServer for View<'_> {
    fn queues(&self) -> Result<Vec<QueueRow>> {
        let sql = "SELECT queue, last_success, last_failure, failure FROM queues ORDER BY queue";
        self.rows(sql, ())
    }

    fn counts(&self) -> Result<Counts> {
        let count = |rows: &str| -> Result<i64> {
            let sql = format!("SELECT count(*) FROM {rows}");
            self.one(&sql, ())
        };
        let stuck = "outbox WHERE status IN ('failed', 'quarantined') AND status =";
        let kept = "kind = 'umpire' AND recipient = ''";
        Ok(Counts {
            playing: count("games WHERE status = 'playing'")?,
            finished: count("games WHERE status = 'finished'")?,
            aborted: count("games WHERE status = 'aborted'")?,
            frozen: count("games WHERE status = 'frozen'")?,
            new_mails: count("inbox WHERE status <> 'done' AND status = 'new'")?,
            quarantined_mails: count("inbox WHERE status <> 'done' AND status = 'parked'")?,
            waiting_letters: count("outbox WHERE status = 'waiting'")?,
            deferred_letters: count(
                "outbox WHERE last_error IS NOT NULL AND id IN
                (SELECT id FROM outbox INDEXED BY outbox_waiting WHERE status = 'waiting')",
            )?,
            failed_letters: count(&format!("{stuck} 'failed' AND NOT ({kept})"))?,
            kept_reports: count(&format!("{stuck} 'failed' AND {kept} AND data IS NOT NULL"))?,
            quarantined_letters: count(&format!("{stuck} 'quarantined'"))?,
            failed_addresses: count("addresses WHERE failed_at IS NOT NULL")?,
        })
    }

    fn failed_domains(&self) -> Result<Vec<(String, i64)>> {
        let sql = "SELECT lower(substr(address, CAST(instr(address, '@') + 1 AS INTEGER))) AS domain, count(*)
             FROM addresses WHERE failed_at IS NOT NULL GROUP BY domain ORDER BY count(*) DESC, domain";
        self.rows(sql, ())
    }

    fn newest(&self) -> Result<Option<String>> {
        let sql = "SELECT max(at) FROM (
            SELECT received_at AS at FROM inbox WHERE id = (SELECT max(id) FROM inbox)
            UNION ALL
            SELECT created_at FROM outbox WHERE id = (SELECT max(id) FROM outbox)
            UNION ALL
            SELECT created_at FROM games WHERE id = (SELECT max(id) FROM games)) AS newest";
        self.one(sql, ())
    }

    fn seen(&self) -> Result<Seen> {
        subjects::seen(self.0)
    }

    fn forgotten_until(&self) -> Result<Option<String>> {
        let until = meta(self.0, FORGOTTEN_UNTIL)?;
        Ok(until.and_then(|until| String::from_utf8(until).ok()))
    }

    fn secret_check(&self) -> Result<Option<Vec<u8>>> {
        meta(self.0, SECRET_CHECK)
    }

    fn club_settings(&self) -> Result<Option<String>> {
        let settings = meta(self.0, SETTINGS)?;
        Ok(settings.and_then(|settings| String::from_utf8(settings).ok()))
    }
}

/// Notes that a queue has worked, or why it has failed.
pub(super) fn note_queue(
    connection: &dyn Connection,
    queue: Queue,
    now: &str,
    failure: Option<&str>,
) -> Result<()> {
    // What was noted before is earlier, whatever the clock has said then: times have seconds, and the clock
    // may have been set back.
    let Some(failure) = failure else {
        let sql = "INSERT INTO queues (queue, last_success) VALUES (?1, ?2)
             ON CONFLICT (queue) DO UPDATE SET last_success = excluded.last_success, last_failure =
               CASE WHEN queues.last_failure < ?3 THEN queues.last_failure
                    WHEN queues.last_failure IS NOT NULL THEN ?3 END";
        let before = times::second_before(now);
        return connection.run(sql, (queue.as_str(), now, before));
    };
    let sql = "INSERT INTO queues (queue, last_failure, failure) VALUES (?1, ?2, ?3)
         ON CONFLICT (queue) DO UPDATE SET last_failure = excluded.last_failure,
           failure = excluded.failure, last_success = CASE
             WHEN queues.last_success < excluded.last_failure THEN queues.last_success
             WHEN queues.last_success IS NOT NULL THEN excluded.last_failure END";
    connection.run(sql, [queue.as_str(), now, failure])
}

/// Notes that somebody wants a queue that fails to work at once ([`QueueRow::is_to_retry`]).
pub(super) fn retry_queue(connection: &dyn Connection, queue: Queue) -> Result<()> {
    let sql = "UPDATE queues SET failure = ?2 || failure WHERE queue = ?1
         AND last_failure >= coalesce(last_success, '')
         AND substr(failure, 1, length(?2)) <> ?2";
    connection.run(sql, [queue.as_str(), RETRIED])
}

/// Deletes what has no effect any more today: budgets of other days, but for the names of yesterday's decisions, questions that can no longer be answered, what is
/// known of outsiders to whom a letter may be written again, and the letters of those who were forgotten.
pub(super) fn forget_days_before(connection: &dyn Connection, today: &str) -> Result<()> {
    // By the name of a decision it is looked up whether that was written just before midnight.
    let sql = "DELETE FROM budgets WHERE day < ?1 AND (kind <> ?3 OR day < ?2)";
    let yesterday = times::days_before(today, 1);
    connection.run(sql, [today, &yesterday, Budget::Decisions.as_str()])?;
    let sql = "DELETE FROM account_questions WHERE expires_at < ?1 AND due_at IS NULL";
    connection.run(sql, [today])?;
    let sql = "DELETE FROM outsiders WHERE never = 0 AND banned = 0 AND unanswered = 0
            AND coalesce(last_letter, '') < ?2
            AND coalesce(invited_at, '') < ?2
            AND coalesce(refused_until, '') < ?1";
    connection.run(sql, [today, &times::days_before(today, 100)])?;
    // The last letter to somebody who was forgotten had to reach them.
    let sql = "UPDATE outbox SET recipient = '', data = NULL
         WHERE status NOT IN ('waiting', 'quarantined') AND recipient <> ''
            AND kind NOT IN ('umpire', 'public', 'outsider')
            AND created_at IN (SELECT forgotten_at FROM players WHERE forgotten_at IS NOT NULL)
            AND lower(recipient) NOT IN (SELECT key FROM addresses)";
    connection.run(sql, ())?;
    let sql = "DELETE FROM outbox_raw WHERE id IN (SELECT id FROM outbox
            WHERE recipient = '' AND data IS NULL AND status NOT IN ('waiting', 'quarantined'))";
    connection.run(sql, ())
}

/// Deletes the bytes of mails that are done, and bytes and data of letters that are closed, if they are
/// older than `before`; returns of how many. Letters that wait for the umpire are kept.
pub(super) fn forget(connection: &dyn Connection, before: &str) -> Result<usize> {
    let sql = "DELETE FROM inbox_raw WHERE id IN (SELECT r.id FROM inbox_raw r JOIN inbox i
            ON i.id = r.id WHERE i.status = 'done' AND i.received_at < ?1)";
    let mails = connection.count(sql, [before])?;
    let sql = "DELETE FROM outbox_raw WHERE id IN (SELECT r.id FROM outbox_raw r JOIN outbox o
            ON o.id = r.id WHERE o.status NOT IN ('waiting', 'quarantined') AND o.closed_at < ?1)";
    let bytes = connection.count(sql, [before])?;
    // Letters before the first one with data are not read again, however many there are.
    let first = meta(connection, FORGOTTEN)?;
    let first = first.and_then(|value| std::str::from_utf8(&value).ok()?.parse().ok());
    let first: i64 = first.unwrap_or(0);
    let sql = "UPDATE outbox SET data = NULL WHERE id >= ?2 AND data IS NOT NULL
         AND status NOT IN ('waiting', 'quarantined') AND closed_at < ?1";
    let data = connection.count(sql, (before, first))?;
    // Files that have brought no game.
    let sql = "DELETE FROM variant_files WHERE checked_at < ?1
         AND id NOT IN (SELECT file_id FROM variant_games)";
    connection.run(sql, [before])?;
    let sql = "SELECT coalesce((SELECT id FROM outbox WHERE id >= ?1 AND data IS NOT NULL ORDER BY id LIMIT 1),
            (SELECT max(id) + 1 FROM outbox), 0)";
    let next: i64 = connection.one(sql, [first])?;
    if next != first {
        set_meta(connection, FORGOTTEN, next.to_string().as_bytes())?;
    }
    set_meta(connection, FORGOTTEN_UNTIL, before.as_bytes())?;
    Ok(mails + bytes + data)
}
