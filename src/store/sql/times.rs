//! Times as they are stored: RFC 3339 in UTC with whole seconds, so that their order is that of their texts.

use chrono::{DateTime, Days, NaiveDate, SecondsFormat, TimeDelta, Utc};

/// The day of a time such as `2026-01-31T12:00:00Z`.
pub(super) fn day(at: &str) -> &str {
    at.get(..10).unwrap_or(at)
}

/// The time a second earlier. What is no time stays as it is.
pub(super) fn second_before(at: &str) -> String {
    let time = at.parse::<DateTime<Utc>>().ok();
    let before = time.and_then(|time| time.checked_sub_signed(TimeDelta::seconds(1)));
    before.map_or_else(
        || at.to_owned(),
        |before| before.to_rfc3339_opts(SecondsFormat::Secs, true),
    )
}

/// The day so many days before one such as `2026-01-31`. What is no day stays as it is.
pub(super) fn days_before(day: &str, days: u64) -> String {
    let date = day.parse::<NaiveDate>().ok();
    let before = date.and_then(|date| date.checked_sub_days(Days::new(days)));
    before.map_or_else(|| day.to_owned(), |before| before.to_string())
}
