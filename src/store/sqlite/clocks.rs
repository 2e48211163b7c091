//! `sources`, `outages` and `leaves`: when mail was last read to its end, when it was not read, and days on which the
//! clocks of a player stand still.

use rusqlite::{Connection, params};

use super::sql::Statements;
use super::{Result, View, meta};
use crate::ids::{GameId, PlayerId};
use crate::store::snapshot::ReadClocks;
use crate::store::{ClockChange, ClockCounts, LeaveRow, Look, OutageRow};

/// This key holds since when the machine's clock is not trusted, a blank, and why.
const STOPPED: &str = "clock stopped";

impl ReadClocks for View<'_> {
    fn leaves(&self, player: PlayerId, since: &str) -> Result<Vec<LeaveRow>> {
        let sql = "SELECT id, player_id, from_at, to_at, booked_at, cancelled_at FROM leaves
            WHERE player_id = ?1 AND to_at > ?2 ORDER BY from_at, id";
        self.0.rows(sql, params![player.0, since])
    }

    fn heartbeat(&self) -> Result<Option<String>> {
        self.0.one("SELECT min(complete_at) FROM sources", [])
    }

    fn outages(&self, since: &str) -> Result<Vec<OutageRow>> {
        let sql = "SELECT id, from_at, to_at, declared, noted_at FROM outages WHERE to_at > ?1
         ORDER BY from_at, id";
        self.0.rows(sql, [since])
    }

    fn clock_stopped(&self) -> Result<Option<(String, String)>> {
        let text = meta::get(self.0, STOPPED)?;
        let text = text.map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok(text.and_then(|text| {
            let (since, why) = text.split_once(' ')?;
            Some((since.to_owned(), why.to_owned()))
        }))
    }

    fn clock_counts(&self, now: &str, longest: i64) -> Result<ClockCounts> {
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
        Ok(self.0.row(&sql, params![now, longest])?.unwrap_or_default())
    }

    fn standing_clocks(&self, limit: usize) -> Result<Vec<GameId>> {
        let sql = format!(
            "SELECT g.id FROM {TIMED} AND NOT EXISTS
            (SELECT 1 FROM timers t WHERE t.kind = 'clock' AND t.game_id = g.id)
         ORDER BY g.id LIMIT ?1"
        );
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.0.rows(&sql, [limit])
    }
}

/// Notes that a source was read to its end; sources that are not among `look.sources` are forgotten. A gap
/// before it that is too long is an outage.
pub(super) fn note(connection: &Connection, look: &Look<'_>, now: &str) -> Result<()> {
    let before = View(connection).heartbeat()?;
    let known = serde_json::Value::from(look.sources.to_vec()).to_string();
    let sql = "DELETE FROM sources WHERE source NOT IN (SELECT value FROM json_each(?1))";
    connection.run(sql, [known])?;
    let sql = "INSERT INTO sources (source, complete_at) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET complete_at = max(complete_at, excluded.complete_at)";
    connection.run(sql, [look.source, look.at])?;
    let after = View(connection).heartbeat()?;
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

/// Games that are being played, with the seat that has to play by the clock.
const TIMED: &str = "seats s JOIN games g ON g.id = s.game_id
    WHERE g.status = 'playing' AND s.turn_seq IS NOT NULL";

/// Writes a change.
pub(super) fn change(connection: &Connection, change: &ClockChange, now: &str) -> Result<()> {
    match change {
        ClockChange::Outage {
            from_at,
            to_at,
            declared,
        } => add_outage(connection, from_at, to_at, declared.as_deref(), now),
        ClockChange::Stop(why) => {
            if View(connection).clock_stopped()?.is_none() {
                meta::set(connection, STOPPED, format!("{now} {why}").as_bytes())?;
            }
            Ok(())
        }
        ClockChange::Accept => {
            connection.run("DELETE FROM meta WHERE key = ?1", [STOPPED])?;
            // What it has said about the future is wrong.
            connection.execute("UPDATE outages SET to_at = ?1 WHERE to_at > ?1", [now])?;
            connection.run("DELETE FROM outages WHERE from_at >= to_at", [])?;
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
            connection.run("UPDATE sources SET complete_at = ?1", [now])
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
    let sql = "INSERT INTO outages (from_at, to_at, declared, noted_at) VALUES (?1, ?2, ?3, ?4)";
    connection.run(sql, params![from, to, declared, now])
}

pub(super) fn book_leave(
    connection: &Connection,
    player: PlayerId,
    (from, to): (&str, &str),
    now: &str,
) -> Result<()> {
    let sql = "INSERT INTO leaves (player_id, from_at, to_at, booked_at) VALUES (?1, ?2, ?3, ?4)";
    connection.run(sql, params![player.0, from, to, now])
}

/// Moves the end of a leave forward; it never ends before it begins.
pub(super) fn cut_leave(connection: &Connection, leave: i64, to: &str, now: &str) -> Result<()> {
    let sql =
        "UPDATE leaves SET to_at = max(from_at, min(to_at, ?2)), cancelled_at = ?3 WHERE id = ?1";
    connection.run(sql, params![leave, to, now])
}
