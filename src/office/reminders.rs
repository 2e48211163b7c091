//! When reminders go.

use chrono::{DateTime, Utc};

use crate::store::PlayerTimes;

/// The next reminder before a deadline: when, and how many seconds before it. `reminded`: those of the last one.
pub(super) fn next(
    times: &PlayerTimes,
    deadline: DateTime<Utc>,
    now: DateTime<Utc>,
    reminded: Option<i64>,
) -> Option<(DateTime<Utc>, i64)> {
    let _ = (times, deadline, now, reminded);
    None
}
