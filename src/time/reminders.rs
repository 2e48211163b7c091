//! When a player is reminded of their turn.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use super::{DAY, HOUR, Length, Quiet};

#[cfg(test)]
mod tests;

/// At most this many reminders for a turn.
pub const MOST: usize = 6;
/// The shortest time before a deadline.
const SHORTEST: i64 = HOUR;
/// The longest time before a deadline.
const LONGEST: i64 = 366 * DAY;
/// Reminders are at least this far apart, but for the last one.
const APART: TimeDelta = TimeDelta::hours(12);

/// How long before a deadline a player is reminded of it: the longest first, each once; none: never.
///
/// They are read from `3d 1d 6h` or `off`, and written as `3d 1d 6h`; none as an empty text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reminders(Vec<Length>);

/// Why a text says no reminders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemindersError {
    /// A word of it is no length of time.
    Unreadable,
    /// There are more than [`MOST`].
    TooMany,
    /// One is shorter than an hour or longer than a year.
    OutOfRange,
}

/// A turn that waits to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Since when: what would have been sent before that is not sent.
    pub since: DateTime<Utc>,
    /// What time it is.
    pub now: DateTime<Utc>,
    /// When the time is over.
    pub deadline: DateTime<Utc>,
    /// The last reminder that was sent ([`Reminder::before`], in seconds).
    pub sent: Option<i64>,
}

/// A reminder to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reminder {
    /// When: not after the present, if it is due.
    pub at: DateTime<Utc>,
    /// Which of the player's reminders it is.
    pub before: Length,
}

impl Reminders {
    /// What players get who have chosen nothing: one reminder, a day before.
    pub fn usual() -> Self {
        Self(vec![Length::of_seconds(DAY)])
    }

    /// What a player has chosen, as it is stored.
    pub fn of_stored(text: Option<&str>) -> Self {
        let chosen = text.map(str::parse);
        chosen.and_then(Result::ok).unwrap_or_else(Self::usual)
    }

    /// How long before a deadline each is, the longest first.
    pub fn before(&self) -> &[Length] {
        &self.0
    }

    /// The next reminder of a turn; `None` if there is none any more.
    ///
    /// One that falls into quiet hours goes just before them. They are at least 12 hours apart: one that is nearer
    /// to the one before is left out, but the last one goes in any case. Of several whose time has passed, only the
    /// last one is sent.
    pub fn next(&self, turn: &Waiting, quiet: Option<Quiet>, zone: Tz) -> Option<Reminder> {
        if turn.now >= turn.deadline {
            return None;
        }
        let at = |before: Length| {
            let delta = TimeDelta::try_seconds(before.seconds())?;
            let at = turn.deadline.checked_sub_signed(delta)?;
            Some(quiet.map_or(at, |quiet| quiet.before(at, zone)))
        };
        let mut last_at = turn.sent.and_then(|sent| at(Length::of_seconds(sent)));
        let fresh = |before: &&Length| turn.sent.is_none_or(|sent| before.seconds() < sent);
        let planned = self.0.iter().filter(fresh);
        let planned = planned.filter_map(|before| {
            let (at, before) = (at(*before)?, *before);
            Some(Reminder { at, before })
        });
        let planned: Vec<Reminder> = planned.filter(|one| one.at > turn.since).collect();
        let (last, others) = planned.split_last()?;
        let mut next = None;
        for one in others {
            let near = last_at.is_some_and(|before| one.at - before < APART);
            // Quiet hours may move several to the same moment.
            if near || one.at >= last.at {
                continue;
            }
            if one.at > turn.now {
                return Some(next.unwrap_or(*one));
            }
            last_at = Some(one.at);
            next = Some(*one);
        }
        if last.at <= turn.now {
            return Some(*last);
        }
        Some(next.unwrap_or(*last))
    }
}

impl FromStr for Reminders {
    type Err = RemindersError;

    /// # Errors
    /// A word is no length of time, a length is out of range, or there are too many.
    fn from_str(text: &str) -> Result<Self, RemindersError> {
        let lower = text.trim().to_lowercase();
        if ["off", "none", "never", ""].contains(&lower.as_str()) {
            return Ok(Self(Vec::new()));
        }
        let words = lower.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        let words = words.filter(|word| !word.is_empty() && *word != "and");
        let mut all = Vec::new();
        let mut number = String::new();
        for word in words {
            // `3 days` is two words.
            if number.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) {
                word.clone_into(&mut number);
                continue;
            }
            let whole = std::mem::take(&mut number) + word;
            let length: Length = whole.parse().map_err(|_| RemindersError::Unreadable)?;
            if !(SHORTEST..=LONGEST).contains(&length.seconds()) {
                return Err(RemindersError::OutOfRange);
            }
            all.push(length);
        }
        if !number.is_empty() || all.is_empty() {
            return Err(RemindersError::Unreadable);
        }
        all.sort_unstable();
        all.dedup();
        all.reverse();
        if all.len() > MOST {
            return Err(RemindersError::TooMany);
        }
        Ok(Self(all))
    }
}

impl fmt::Display for Reminders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, length) in self.0.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(f, "{blank}{length}")?;
        }
        Ok(())
    }
}
