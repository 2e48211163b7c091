//! `sources` and `outages`: when mail was last read to its end, and when it was not read.

use rusqlite::{Connection, params};

use super::{Result, meta};
use crate::ids::GameId;
use crate::store::{ClockChange, ClockCounts, Look, OutageRow};

/// Under this key stands since when the machine's clock is not trusted, a blank, and why.
const STOPPED: &str = "clock stopped";

/// Notes that a source was read to its end; sources that are not among `look.sources` are forgotten. A gap
/// before it that is too long is an outage.
pub(super) fn note(connection: &Connection, look: &Look<'_>, now: &str) -> Result<()> {
    let before = heartbeat(connection)?;
    let known = serde_json::Value::from(look.sources.to_vec()).to_string();
    connection
        .prepare_cached(
            "DELETE FROM sources WHERE source NOT IN (SELECT value FROM json_each(?1))",
        )?
        .execute([known])?;
    connection
        .prepare_cached(
            "INSERT INTO sources (source, complete_at) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET complete_at = max(complete_at, excluded.complete_at)",
        )?
        .execute([look.source, look.at])?;
    let after = heartbeat(connection)?;
    let (Some(before), Some(after)) = (before, after) else {
        return Ok(());
    };
    let gap: i64 = connection
        .prepare_cached("SELECT unixepoch(?2) - unixepoch(?1)")?
        .query_row([&before, &after], |row| row.get(0))?;
    if gap > look.longest_gap {
        add_outage(connection, &before, &after, None, now)?;
    }
    Ok(())
}

/// The time of the last complete reading of every source.
pub(super) fn heartbeat(connection: &Connection) -> Result<Option<String>> {
    let mut select = connection.prepare_cached("SELECT min(complete_at) FROM sources")?;
    Ok(select.query_row([], |row| row.get(0))?)
}

/// The outages that end after `since`, in order of their beginning.
pub(super) fn outages(connection: &Connection, since: &str) -> Result<Vec<OutageRow>> {
    let mut select = connection.prepare_cached(
        "SELECT id, from_at, to_at, declared, noted_at FROM outages WHERE to_at > ?1
         ORDER BY from_at, id",
    )?;
    let rows = select.query_map([since], |row| {
        Ok(OutageRow {
            id: row.get(0)?,
            from_at: row.get(1)?,
            to_at: row.get(2)?,
            declared: row.get(3)?,
            noted_at: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Since when the machine's clock is not trusted, and why.
pub(super) fn stopped(connection: &Connection) -> Result<Option<(String, String)>> {
    let text = meta::get(connection, STOPPED)?;
    let text = text.map(|text| String::from_utf8_lossy(&text).into_owned());
    Ok(text.and_then(|text| {
        let (since, why) = text.split_once(' ')?;
        Some((since.to_owned(), why.to_owned()))
    }))
}

/// Games that are being played, with the seat that has to play by the clock.
const TIMED: &str = "seats s JOIN games g ON g.id = s.game_id
    WHERE g.status = 'playing' AND s.turn_seq IS NOT NULL";

/// How many games have clocks, run in grace, are paused.
pub(super) fn clock_counts(
    connection: &Connection,
    now: &str,
    longest: i64,
) -> Result<ClockCounts> {
    let sql = format!(
        "SELECT count(*),
            coalesce(sum(EXISTS (SELECT 1 FROM events e WHERE e.game_id = g.id AND e.kind = 'grace'
                AND e.seq > s.turn_seq AND NOT EXISTS (SELECT 1 FROM events c WHERE c.game_id = g.id
                AND c.kind = 'credit' AND c.seq > e.seq))), 0),
            coalesce(sum(EXISTS (SELECT 1 FROM events e WHERE e.game_id = g.id AND e.kind = 'pause'
                AND (e.seat IS NULL OR unixepoch(e.at) + ?2 > unixepoch(?1))
                AND NOT EXISTS (SELECT 1 FROM events r WHERE r.game_id = g.id
                AND r.kind = 'resume' AND r.seq > e.seq))), 0)
         FROM {TIMED}"
    );
    Ok(connection.query_row(&sql, params![now, longest], |row| {
        Ok(ClockCounts {
            clocks: row.get(0)?,
            grace: row.get(1)?,
            paused: row.get(2)?,
        })
    })?)
}

/// Games with clocks that have no timer.
pub(super) fn standing_clocks(connection: &Connection, limit: usize) -> Result<Vec<GameId>> {
    let sql = format!(
        "SELECT g.id FROM {TIMED} AND NOT EXISTS
            (SELECT 1 FROM timers t WHERE t.kind = 'clock' AND t.game_id = g.id)
         ORDER BY g.id LIMIT ?1"
    );
    let mut select = connection.prepare_cached(&sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = select.query_map([limit], |row| Ok(GameId(row.get(0)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Writes a change.
pub(super) fn change(connection: &Connection, change: &ClockChange, now: &str) -> Result<()> {
    match change {
        ClockChange::Outage {
            from_at,
            to_at,
            declared,
        } => add_outage(connection, from_at, to_at, declared.as_deref(), now),
        ClockChange::Stop(why) => {
            if stopped(connection)?.is_none() {
                meta::set(connection, STOPPED, format!("{now} {why}").as_bytes())?;
            }
            Ok(())
        }
        ClockChange::Accept => {
            connection.execute("DELETE FROM meta WHERE key = ?1", [STOPPED])?;
            // What it has said about the future is wrong.
            connection.execute("UPDATE outages SET to_at = ?1 WHERE to_at > ?1", [now])?;
            connection.execute("DELETE FROM outages WHERE from_at >= to_at", [])?;
            // Letters that left by a clock that was ahead start clocks now. A letter that came back may stop one for
            // a week.
            connection.execute(
                "UPDATE seats SET left_at = ?1 WHERE left_at > ?1
                 AND (returned = 0 OR unixepoch(left_at) > unixepoch(?1) + 7 * 86400)",
                [now],
            )?;
            // Timers that it has set would wait for that day.
            connection.execute(
                "UPDATE timers SET due = ?1 WHERE kind = 'clock' AND due > ?1",
                [now],
            )?;
            // What was read by a clock that is not trusted says nothing about gaps.
            connection.execute("UPDATE sources SET complete_at = ?1", [now])?;
            Ok(())
        }
    }
}

fn add_outage(
    connection: &Connection,
    from: &str,
    to: &str,
    declared: Option<&str>,
    now: &str,
) -> Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO outages (from_at, to_at, declared, noted_at) VALUES (?1, ?2, ?3, ?4)",
    )?;
    insert.execute(params![from, to, declared, now])?;
    Ok(())
}
