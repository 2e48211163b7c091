//! When something is due next in a game, for which its timer is set.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::games::{Deadline, Proposal, StoredGame};
use crate::ids::{GameId, PlayerId};
use crate::store::{Decision, GameRef, NewTimer, TimerKind};
use crate::time::reminders::Waiting;
use crate::time::{Reminders, zones};

use crate::office::{Draft, Office, stamp, stored_game};

/// At most this many running games of a player are looked at.
pub const MOST_GAMES: usize = 500;
/// What cannot be done yet is tried again after so long.
pub const AGAIN: TimeDelta = TimeDelta::minutes(1);
/// What waits for the umpire is looked at again after so long.
pub const LATER: TimeDelta = TimeDelta::hours(1);
/// Players are told so long before the end of a pause.
pub const PAUSE_WARNING: TimeDelta = TimeDelta::days(7);
/// In a game without clocks, the seat to move is reminded after so long.
pub const IDLE: TimeDelta = TimeDelta::days(14);
/// After so long the others are told that they may offer terms.
pub const VERY_IDLE: TimeDelta = TimeDelta::days(60);

impl Office {
    /// When something may be due next in a game, in which something last happened at `since`.
    pub(in crate::office) fn next_due(
        &self,
        stored: &StoredGame,
        since: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        if !stored.is_on() {
            return None;
        }
        if !stored.has_clocks() {
            let offered = terms_offered(stored);
            let steps = [IDLE, VERY_IDLE].into_iter();
            let steps = steps.take(if offered { 1 } else { 2 });
            return steps.map(|step| since + step).find(|due| *due > now);
        }
        if stored.known.untrusted {
            // `clock accept` sets it anew.
            return Some(now + LATER);
        }
        if let Some(pause) = stored.clocks.paused(now) {
            let end = pause.to?;
            let warning = (!pause.resumed).then(|| end - PAUSE_WARNING);
            return warning.filter(|at| *at > now).or(Some(end));
        }
        let deadline = stored.deadline(now, self.longest_gap())?;
        let reminder = self.next_reminder(stored, &deadline, now);
        let reminder = reminder.map(|(at, _)| at);
        let steps = [reminder, Some(deadline.zero), Some(deadline.falls)];
        let steps = steps.into_iter().flatten().filter(|due| *due > now);
        Some(steps.min().unwrap_or(now + AGAIN))
    }

    /// The next reminder to the seat to move, as its player has chosen: when, and how many seconds before its deadline.
    pub(in crate::office) fn next_reminder(
        &self,
        stored: &StoredGame,
        deadline: &Deadline,
        now: DateTime<Utc>,
    ) -> Option<(DateTime<Utc>, i64)> {
        let row = stored.seats.get(stored.game.to_move().index())?;
        let open = &row.open_turn;
        let (given, by) = stored.clocks.given;
        let turn = Waiting {
            since: stored.known.left.unwrap_or(given),
            now,
            // When the grace begins, both sides get a letter anyway.
            deadline: deadline.zero,
            sent: open.reminded.filter(|_| open.seq == Some(by)),
        };
        let times = &row.times;
        let zone = times.zone.as_deref().map_or(Tz::UTC, zones::stored);
        let quiet = times.quiet.as_deref().and_then(|hours| hours.parse().ok());
        let next = Reminders::of_stored(times.remind.as_deref()).next(&turn, quiet, zone)?;
        Some((next.at, next.before.seconds()))
    }
}

impl Draft<'_> {
    /// Lets what is due next be looked for anew in the games in which a player is to move: it may be earlier now.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub fn look_again(&mut self, player: PlayerId) -> Result<()> {
        for (row, seat) in self.store.games_of(player, true, MOST_GAMES)? {
            if row.course.to_move == seat && stored_game(self.store, row.id)?.has_clocks() {
                let game = GameRef::Known(row.id);
                set_timer(self.decision, game, Some(self.office.now()));
            }
        }
        Ok(())
    }
}

/// Sets the timer of a game, or takes it away.
pub fn set_timer(decision: &mut Decision, game: GameRef, due: Option<DateTime<Utc>>) {
    match (due, game) {
        (Some(due), game) => decision.timers.push(NewTimer {
            game: Some(game),
            ..timer(TimerKind::Clock, stamp(due), false)
        }),
        (None, GameRef::Known(game)) => decision.clear_timers.push((TimerKind::Clock, game)),
        (None, GameRef::New) => {}
    }
}

/// Sets the timer of what is of no game, or takes it away.
pub fn reset_timer(decision: &mut Decision, kind: TimerKind, due: Option<String>) {
    match due {
        Some(due) => decision.timers.push(timer(kind, due, false)),
        None => decision.clear_timers.push((kind, GameId(0))),
    }
}

/// Whether somebody has offered terms of time.
pub fn terms_offered(stored: &StoredGame) -> bool {
    let mut proposals = stored.proposals.iter();
    proposals.any(|one| matches!(one.what, Proposal::Terms(_)))
}

/// A timer of no game.
pub fn timer(kind: TimerKind, due: String, keep_earlier: bool) -> NewTimer {
    NewTimer {
        due,
        kind,
        game: None,
        keep_earlier,
    }
}
