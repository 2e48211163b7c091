//! When the last day of a contest is over: later by all outages of the last days before it.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::contests::{Allowed, Contest};
use crate::games::{StoredGame, Topic, instant};
use crate::ids::ContestId;
use crate::status::ContestStatus;
use crate::store::Snapshot;

use super::value;
use crate::office::stamp;

/// Outages of so long before the last day make it longer.
const COUNTED: TimeDelta = TimeDelta::days(7);

/// When the last day of a contest is over, as known now; `None`: it has none, or was called off.
///
/// # Errors
/// The store cannot be read, or a time in it.
pub fn last_day(store: &dyn Snapshot, contest: &Contest) -> Result<Option<DateTime<Utc>>> {
    let end = contest
        .last_day()
        .filter(|_| contest.status != ContestStatus::Cancelled);
    let Some(mut end) = end.map(instant).transpose()? else {
        return Ok(None);
    };
    if contest.is_extended() {
        let mut from = end - COUNTED;
        for outage in store.outages(&stamp(from))? {
            let (begun, over) = (instant(&outage.from_at)?, instant(&outage.to_at)?);
            if begun >= end {
                break;
            }
            end += (over - begun.max(from)).max(TimeDelta::zero());
            from = from.max(over);
        }
    }
    Ok(Some(end))
}

/// The contest of a game, if it is one of a contest. One that cannot be read is none: the umpire is told of it elsewhere.
fn of_game(store: &dyn Snapshot, contest: Option<ContestId>) -> Result<Option<Contest>> {
    let row = contest.map(|id| store.contest(id)).transpose()?.flatten();
    Ok(row.and_then(|row| value(&row).ok()))
}

/// Notes in a game when the last day of its contest is over, what its players can agree on, and whether it was begun anew.
///
/// # Errors
/// As [`last_day`].
pub fn know_contest(store: &dyn Snapshot, stored: &mut StoredGame) -> Result<()> {
    if let Some(contest) = of_game(store, stored.row.contest)? {
        stored.known.last_day = last_day(store, &contest)?;
        stored.known.last_day_fixed = !contest.is_extended();
        stored.known.renewed = contest.void.contains(&stored.row.id);
        let allowed = contest.terms.allowed.iter().map(|what| match what {
            Allowed::Undo => Topic::TakeBack,
            Allowed::Pause => Topic::Pause,
        });
        stored.known.allowed = allowed.collect();
    }
    Ok(())
}

/// When the last day of the contest of a game was over; `None`: it is not, or there is none.
///
/// # Errors
/// As [`last_day`].
pub fn closed_at(
    store: &dyn Snapshot,
    contest: Option<ContestId>,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>> {
    let contest = of_game(store, contest)?;
    let end = contest
        .map(|contest| last_day(store, &contest))
        .transpose()?;
    Ok(end.flatten().filter(|end| *end <= now))
}
