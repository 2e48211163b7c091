//! `queues`: the last success and the last failure of fetching, judging and sending.

use rusqlite::{Connection, params};

use super::errors::word;
use crate::store::rows::RETRIED;
use crate::store::{Queue, QueueRow, Result};

pub(super) fn note(
    connection: &Connection,
    queue: Queue,
    now: &str,
    failure: Option<&str>,
) -> Result<()> {
    let queue = queue.as_str();
    // What was noted before is earlier, whatever the clock has said then: times have seconds, and the clock
    // may have been set back.
    match failure {
        None => connection.prepare_cached(
            "INSERT INTO queues (queue, last_success) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET last_success = excluded.last_success,
               last_failure = min(last_failure,
                 strftime('%Y-%m-%dT%H:%M:%SZ', excluded.last_success, '-1 second'))",
        )?
        .execute(params![queue, now])?,
        Some(failure) => connection.prepare_cached(
            "INSERT INTO queues (queue, last_failure, failure) VALUES (?1, ?2, ?3)
             ON CONFLICT DO UPDATE SET last_failure = excluded.last_failure, failure = excluded.failure,
               last_success = min(last_success, excluded.last_failure)",
        )?
        .execute(params![queue, now, failure])?,
    };
    Ok(())
}

/// Notes that somebody wants a queue that fails to work at once ([`QueueRow::is_to_retry`]).
pub(super) fn retry(connection: &Connection, queue: Queue) -> Result<()> {
    connection.execute(
        "UPDATE queues SET failure = ?2 || failure WHERE queue = ?1
         AND last_failure >= coalesce(last_success, '')
         AND substr(failure, 1, length(?2)) <> ?2",
        [queue.as_str(), RETRIED],
    )?;
    Ok(())
}

pub(super) fn all(connection: &Connection) -> Result<Vec<QueueRow>> {
    let mut select = connection.prepare_cached(
        "SELECT queue, last_success, last_failure, failure FROM queues ORDER BY queue",
    )?;
    let rows = select.query_map([], |row| {
        Ok(QueueRow {
            queue: word(row, 0, Queue::parse)?,
            last_success: row.get(1)?,
            last_failure: row.get(2)?,
            failure: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
