//! When reminders go.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use crate::time::PlayerTimes;
use crate::time::reminders::Waiting;
use crate::time::{Reminders, zones};

/// The next reminder of a turn, as its player has chosen: when, and how many seconds before the deadline it is for.
pub(super) fn next(times: &PlayerTimes, turn: &Waiting) -> Option<(DateTime<Utc>, i64)> {
    let zone = times.zone.as_deref().map_or(Tz::UTC, zones::stored);
    let quiet = times.quiet.as_deref().and_then(|hours| hours.parse().ok());
    let reminders = Reminders::of_stored(times.remind.as_deref());
    let next = reminders.next(turn, quiet, zone)?;
    Some((next.at, next.before.seconds()))
}
