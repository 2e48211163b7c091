//! The hour of the day at which a player gets the news of all their games in one letter.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::quiet::minute;

#[cfg(test)]
mod tests;

/// A time of the day, in minutes. It is read from `7`, `7:30` or `07:30`, and written as `07:30`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeOfDay(u16);

/// A text that says no time of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no time of the day")]
pub struct NoTimeOfDay;

impl FromStr for TimeOfDay {
    type Err = NoTimeOfDay;

    fn from_str(text: &str) -> Result<Self, NoTimeOfDay> {
        minute(text).map(Self).ok_or(NoTimeOfDay)
    }
}

impl TryFrom<String> for TimeOfDay {
    type Error = NoTimeOfDay;

    fn try_from(text: String) -> Result<Self, NoTimeOfDay> {
        text.parse()
    }
}

impl From<TimeOfDay> for String {
    fn from(time: TimeOfDay) -> Self {
        time.to_string()
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl TimeOfDay {
    /// This time of a day. On a day on which the zone leaves it out: the first time after it.
    fn on(self, day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
        let time = NaiveTime::from_num_seconds_from_midnight_opt(u32::from(self.0) * 60, 0)?;
        let local = NaiveDateTime::new(day, time);
        // No zone leaves out more than a day.
        let mut later = (0..=24 * 4).map(|n| local + TimeDelta::minutes(15 * n));
        let found = later.find_map(|local| zone.from_local_datetime(&local).earliest());
        found.map(|at| at.to_utc())
    }
}

/// When a player gets their digests, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    /// The time of day, by the player's clock, at which the digest is sent.
    pub at: TimeOfDay,
    /// The first day, by their clock, on which it holds.
    pub from: NaiveDate,
    /// The hour until then; `None`: letters leave at once until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<TimeOfDay>,
}

impl Digest {
    /// Another hour that is chosen now: it holds from the next day on, so that nobody gets two digests on one day.
    pub fn chosen(at: TimeOfDay, former: Option<Self>, now: DateTime<Utc>, zone: Tz) -> Self {
        let today = now.with_timezone(&zone).date_naive();
        let from = today.checked_add_days(Days::new(1)).unwrap_or(today);
        let before = former.and_then(|former| former.hour(today));
        Self { at, from, before }
    }

    /// The hour that holds on a day.
    fn hour(self, day: NaiveDate) -> Option<TimeOfDay> {
        match day >= self.from {
            true => Some(self.at),
            false => self.before,
        }
    }

    /// When news of now are due; `None`: at once.
    pub fn next(self, now: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        let today = now.with_timezone(&zone).date_naive();
        self.hour(today)?;
        (0..=2).find_map(|days| {
            let day = today.checked_add_days(Days::new(days))?;
            self.hour(day)?.on(day, zone).filter(|at| *at > now)
        })
    }
}
