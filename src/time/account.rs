//! The account of an open turn: to what each second since the turn was given belongs.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::DAY;

mod sweep;
#[cfg(test)]
mod tests;

use sweep::Sweep;

/// How far into the future a charge is looked for: 100 years.
const HORIZON: i64 = 36525 * DAY;

/// The time from `from` to just before `to`; none, where `to` is not later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The first instant that belongs to it.
    pub from: DateTime<Utc>,
    /// The first instant after it.
    pub to: DateTime<Utc>,
}

impl Span {
    /// The time from `from` to just before `to`.
    pub const fn new(from: DateTime<Utc>, to: DateTime<Utc>) -> Self {
        Self { from, to }
    }

    /// Whether it has no instant.
    pub fn is_empty(&self) -> bool {
        self.to <= self.from
    }

    /// Whether it has this instant.
    pub fn contains(&self, at: DateTime<Utc>) -> bool {
        self.from <= at && at < self.to
    }

    /// The same instants as `spans` have together, in order; between any two lies some time.
    pub fn merged(spans: &[Self]) -> Vec<Self> {
        let mut sorted: Vec<Self> = spans.iter().filter(|s| !s.is_empty()).copied().collect();
        sorted.sort_unstable();
        let mut merged: Vec<Self> = Vec::with_capacity(sorted.len());
        for span in sorted {
            match merged.last_mut() {
                Some(last) if span.from <= last.to => last.to = last.to.max(span.to),
                _ => merged.push(span),
            }
        }
        merged
    }
}

/// An open turn, with all that decides which of its seconds are charged.
///
/// The spans may overlap and need no order. Instants are cut down to whole seconds.
#[derive(Clone, Copy, Debug)]
pub struct Open<'a> {
    /// When the turn was given.
    pub given: DateTime<Utc>,
    /// When the letter that gives it first left; `None`: it has not left.
    pub left: Option<DateTime<Utc>>,
    /// When no mail was read.
    pub outages: &'a [Span],
    /// When the clocks of the game stood still by consent, by the umpire, or because the game had
    /// ended before it was opened again.
    pub pauses: &'a [Span],
    /// The leave of the player. A span that begins when `zero` is charged already does not count:
    /// no leave begins in grace.
    pub leave: &'a [Span],
    /// Whether Saturday and Sunday (UTC) are not charged.
    pub weekdays: bool,
    /// The charge at which the clock is at zero; above it grace runs.
    pub zero: i64,
}

/// Seconds of an open turn, by what they belong to. Each belongs to the first that fits, in the order
/// of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Parts {
    /// The letter that gives the turn had not left.
    pub unsent: i64,
    /// No mail was read.
    pub outage: i64,
    /// The clocks of the game stood still.
    pub pause: i64,
    /// The player was on leave.
    pub leave: i64,
    /// It was Saturday or Sunday, and these are not charged.
    pub weekend: i64,
    /// What is taken off the clock.
    pub charge: i64,
}

impl Parts {
    /// All seconds of the time that is accounted for, charged or not.
    pub const fn total(&self) -> i64 {
        self.unsent + self.outage + self.pause + self.leave + self.weekend + self.charge
    }
}

impl Open<'_> {
    /// To what the seconds from when the turn was given to just before `until` belong. Where `until`
    /// is earlier, there are none.
    pub fn parts(&self, until: DateTime<Utc>) -> Parts {
        Sweep::new(self, until.timestamp()).parts()
    }

    /// The earliest instant at which `charge` is charged, and not before the letter left: for a charge
    /// of 0 this is when the letter left. `None` while the letter has not left, or if that is more
    /// than 100 years after the turn was given.
    pub fn when(&self, charge: i64) -> Option<DateTime<Utc>> {
        self.left?;
        let horizon = self.given.timestamp().saturating_add(HORIZON);
        let seconds = Sweep::new(self, horizon).when(charge)?;
        DateTime::from_timestamp(seconds, 0)
    }
}
