//! `queues`: the last success and the last failure of fetching, judging and sending.

use rusqlite::Connection;

use super::sql::Statements;
use crate::store::{Queue, Result, rows::RETRIED};

pub(super) fn note(
    connection: &Connection,
    queue: Queue,
    now: &str,
    failure: Option<&str>,
) -> Result<()> {
    // What was noted before is earlier, whatever the clock has said then: times have seconds, and the clock
    // may have been set back.
    let Some(failure) = failure else {
        let sql = "INSERT INTO queues (queue, last_success) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET last_success = excluded.last_success,
               last_failure = min(last_failure,
                 strftime('%Y-%m-%dT%H:%M:%SZ', excluded.last_success, '-1 second'))";
        return connection.run(sql, [queue.as_str(), now]);
    };
    let sql = "INSERT INTO queues (queue, last_failure, failure) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET last_failure = excluded.last_failure, failure = excluded.failure,
           last_success = min(last_success, excluded.last_failure)";
    connection.run(sql, [queue.as_str(), now, failure])
}

/// Notes that somebody wants a queue that fails to work at once ([`QueueRow::is_to_retry`]).
pub(super) fn retry(connection: &Connection, queue: Queue) -> Result<()> {
    let sql = "UPDATE queues SET failure = ?2 || failure WHERE queue = ?1
         AND last_failure >= coalesce(last_success, '')
         AND substr(failure, 1, length(?2)) <> ?2";
    connection.run(sql, [queue.as_str(), RETRIED])
}
