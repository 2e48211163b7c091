//! `sources`, `outages` and `leaves`: when mail was last read to its end, when it was not read, and days on which the
//! clocks of a player stand still.

use super::values::params;

use super::{
    Connection, Dialect, Result, View, commit::Writing, limit, statements::Statements, upkeep,
};
use crate::ids::{GameId, PlayerId};
use crate::store::{ClockChange, ClockCounts, LeaveRow, Look, OutageRow, snapshot::ReadClocks};

/// This key holds since when the machine's clock is not trusted, a blank, and why.
const STOPPED: &str = "clock stopped";
/// This key holds since when the clock is far ahead.
const FAR_AHEAD: &str = "clock far ahead";

/// Games that are being played, with the seat that has to play by the clock.
const TIMED: &str = "seats s JOIN games g ON g.id = s.game_id
    WHERE g.status = 'playing' AND s.turn_seq IS NOT NULL";

impl ReadClocks for View<'_> {
    fn leaves(&self, player: PlayerId, since: &str) -> Result<Vec<LeaveRow>> {
        let sql = "SELECT id, player_id, from_at, to_at FROM leaves
            WHERE player_id = ?1 AND to_at > ?2 ORDER BY from_at, id";
        self.rows(sql, params![player.0, since])
    }

    fn heartbeat(&self) -> Result<Option<String>> {
        self.one("SELECT min(complete_at) FROM sources", ())
    }

    fn outages(&self, since: &str) -> Result<Vec<OutageRow>> {
        let sql = "SELECT id, from_at, to_at, declared, noted_at FROM outages WHERE to_at > ?1
         ORDER BY from_at, id";
        self.rows(sql, [since])
    }

    fn clock_stopped(&self) -> Result<Option<(String, String)>> {
        let text = upkeep::meta(self.0, STOPPED)?;
        let text = text.map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok(text.and_then(|text| {
            let (since, why) = text.split_once(' ')?;
            Some((since.to_owned(), why.to_owned()))
        }))
    }

    fn flags_rest(&self) -> Result<bool> {
        let sql = "SELECT 1 FROM meta WHERE key IN (?1, ?2)";
        self.connection().is_there(sql, [STOPPED, FAR_AHEAD])
    }

    fn far_ahead_since(&self) -> Result<Option<String>> {
        let text = upkeep::meta(self.0, FAR_AHEAD)?;
        Ok(text.map(|text| String::from_utf8_lossy(&text).into_owned()))
    }

    fn clock_counts(&self, now: &str, longest: i64) -> Result<ClockCounts> {
        let sql = format!(
            "SELECT count(*),
            count(CASE WHEN EXISTS (SELECT 1 FROM events e WHERE e.game_id = g.id AND e.kind = 'grace'
                AND e.seq > s.turn_seq AND NOT EXISTS (SELECT 1 FROM events c WHERE c.game_id = g.id
                AND c.kind = 'credit' AND c.seq > e.seq)) THEN 1 END),
            count(CASE WHEN EXISTS (SELECT 1 FROM events e WHERE e.game_id = g.id AND e.kind = 'pause'
                AND (e.seat IS NULL OR unixepoch(e.at) + ?2 > unixepoch(?1))
                AND NOT EXISTS (SELECT 1 FROM events r WHERE r.game_id = g.id
                AND r.kind = 'resume' AND r.seq > e.seq)) THEN 1 END)
         FROM {TIMED}"
        );
        Ok(self.row(&sql, params![now, longest])?.unwrap_or_default())
    }

    fn standing_clocks(&self, count: usize) -> Result<Vec<GameId>> {
        let sql = format!(
            "SELECT g.id FROM {TIMED} AND NOT EXISTS
            (SELECT 1 FROM timers t WHERE t.kind = 'clock' AND t.game_id = g.id)
         ORDER BY g.id LIMIT ?1"
        );
        self.rows(&sql, [limit(count)])
    }
}

/// Notes that a source was read to its end; sources that are not among `look.sources` are forgotten. A gap
/// before it that is too long is an outage.
pub(super) fn note(connection: &dyn Connection, look: &Look<'_>, now: &str) -> Result<()> {
    let before = View(connection).heartbeat()?;
    let known: Vec<String> = connection.rows("SELECT source FROM sources", ())?;
    let is_gone = |known: &&String| match connection.dialect() {
        Dialect::Sqlite => !look.sources.contains(known),
        // Other hosts have theirs.
        Dialect::Postgres => is_former(known, look.source),
    };
    for gone in known.iter().filter(is_gone) {
        connection.run("DELETE FROM sources WHERE source = ?1", [gone])?;
    }
    let sql = "INSERT INTO sources (source, complete_at) VALUES (?1, ?2)
             ON CONFLICT (source) DO UPDATE SET complete_at = excluded.complete_at
             WHERE sources.complete_at < excluded.complete_at";
    connection.run(sql, [look.source, look.at])?;
    let after = View(connection).heartbeat()?;
    let (Some(before), Some(after)) = (before, after) else {
        return Ok(());
    };
    let gap = connection.one::<i64>("SELECT unixepoch(?2) - unixepoch(?1)", [&before, &after])?;
    if gap > look.longest_gap {
        connection.run(ADD_OUTAGE, params![before, after, None::<&str>, now])?;
    }
    Ok(())
}

/// Whether a source is one that a host had before the one that it reads now: under another name, or without the id of the
/// host in it, from a database that was not shared.
fn is_former(known: &str, source: &str) -> bool {
    let Some((name, host)) = source.rsplit_once(" of ") else {
        return false;
    };
    let has_same_host = |(_, of): (_, &str)| of == host;
    known == name || known != source && known.rsplit_once(" of ").is_some_and(has_same_host)
}

/// From here, to here, who has declared it, and when it is noted.
const ADD_OUTAGE: &str =
    "INSERT INTO outages (from_at, to_at, declared, noted_at) VALUES (?1, ?2, ?3, ?4)";

const DELETE_META: &str = "DELETE FROM meta WHERE key = ?1";

impl Writing<'_> {
    pub(super) fn change_clock(&self, change: &ClockChange) -> Result<()> {
        let now = self.now;
        match change {
            ClockChange::Outage {
                from_at,
                to_at,
                declared,
            } => self.run(ADD_OUTAGE, params![from_at, to_at, declared, now]),
            ClockChange::Stop(_) if self.view().clock_stopped()?.is_some() => Ok(()),
            ClockChange::Stop(why) => {
                let since = format!("{now} {why}");
                upkeep::set_meta(self.connection(), STOPPED, since.as_bytes())
            }
            ClockChange::FarAhead(true) => {
                upkeep::set_meta(self.connection(), FAR_AHEAD, now.as_bytes())
            }
            ClockChange::FarAhead(false) => self.run(DELETE_META, [FAR_AHEAD]),
            ClockChange::Accept => {
                self.run(DELETE_META, [STOPPED])?;
                self.run(DELETE_META, [FAR_AHEAD])?;
                for sql in [
                    // What it has said about the future is wrong.
                    "UPDATE outages SET to_at = ?1 WHERE to_at > ?1",
                    // Letters that left by a clock that was ahead start clocks now. A letter that came back may
                    // stop one for a week.
                    "UPDATE seats SET left_at = ?1 WHERE left_at > ?1
                     AND (returned = 0 OR unixepoch(left_at) > unixepoch(?1) + 7 * 86400)",
                    // Timers that it has set would wait for that day.
                    "UPDATE timers SET due = ?1 WHERE kind = 'clock' AND due > ?1",
                    // A host that was there by it would seem to be there, and the clock to be behind.
                    "UPDATE hosts SET alive_at = ?1 WHERE alive_at > ?1",
                    // Nobody else would get what a host holds that is gone. The others take it again.
                    "DELETE FROM leases WHERE until_at > ?1",
                    // What was read by a clock that is not trusted says nothing about gaps.
                    "UPDATE sources SET complete_at = ?1",
                ] {
                    self.run(sql, [now])?;
                }
                self.run("DELETE FROM outages WHERE from_at >= to_at", ())
            }
        }
    }
}
