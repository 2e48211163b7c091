//! The hours in which a player wants no reminders.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use chrono_tz::Tz;

#[cfg(test)]
mod tests;

const MINUTES_A_DAY: u16 = 24 * 60;

/// Hours of each day, by the reader's clock. They may go over midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quiet {
    from: u16,
    to: u16,
}

/// A text does not say quiet hours: it is not two times with a stroke between them, or they are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietError;

impl Quiet {
    /// Whether `at` is in quiet hours of a reader in `zone`.
    pub fn has(self, at: DateTime<Utc>, zone: Tz) -> bool {
        let local = at.with_timezone(&zone);
        let minute = local.hour() * 60 + local.minute();
        let (from, to) = (u32::from(self.from), u32::from(self.to));
        if from < to {
            (from..to).contains(&minute)
        } else {
            minute >= from || minute < to
        }
    }

    /// `at`, or if it is in quiet hours, the last minute before they began.
    pub fn before(self, at: DateTime<Utc>, zone: Tz) -> DateTime<Utc> {
        if !self.has(at, zone) {
            return at;
        }
        // Minute by minute, because a day on which the zone's offset changes lacks local times or has
        // them twice. Two days are more than any quiet hours last.
        let seconds = TimeDelta::seconds(at.timestamp().rem_euclid(60));
        let part = TimeDelta::nanoseconds(i64::from(at.timestamp_subsec_nanos()));
        let minutes = 1..=2 * i64::from(MINUTES_A_DAY);
        let mut earlier =
            minutes.filter_map(|n| at.checked_sub_signed(seconds + part + TimeDelta::minutes(n)));
        earlier.find(|at| !self.has(*at, zone)).unwrap_or(at)
    }
}

impl FromStr for Quiet {
    type Err = QuietError;

    /// Reads `22:00-07:00`, `22-7` or `22:00 to 7:00`.
    ///
    /// # Errors
    ///
    /// For other texts, and if both times are the same.
    fn from_str(text: &str) -> Result<Self, QuietError> {
        let lower = text.trim().to_ascii_lowercase();
        let mut between = ["-", "\u{2013}", " to ", " until "].into_iter();
        let times = between.find_map(|between| lower.split_once(between));
        let times = times.and_then(|(from, to)| Some((minute(from)?, minute(to)?)));
        let times = times.filter(|(from, to)| from != to);
        times.map(|(from, to)| Self { from, to }).ok_or(QuietError)
    }
}

/// The minute of the day of `7`, `07:00` or `7.00`; `24:00` is 0.
pub(super) fn minute(text: &str) -> Option<u16> {
    let text = text.trim();
    let (hour, minute) = text.split_once([':', '.']).unwrap_or((text, "00"));
    let number = |digits: &str| -> Option<u16> {
        let all = digits.bytes().all(|b| b.is_ascii_digit());
        (all && digits.len() <= 2).then(|| digits.parse().ok())?
    };
    let (hour, minute) = (number(hour)?, number(minute).filter(|_| minute.len() == 2)?);
    let total = hour * 60 + minute;
    (minute < 60 && total <= MINUTES_A_DAY).then_some(total % MINUTES_A_DAY)
}

impl fmt::Display for Quiet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = [self.from, self.to].map(|at| (at / 60, at % 60));
        write!(f, "{:02}:{:02}-{:02}:{:02}", from.0, from.1, to.0, to.1)
    }
}
