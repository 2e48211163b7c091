//! Leave: days on which the clocks of a player stand still.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::account::Span;

#[cfg(test)]
mod tests;

/// How much leave a player has, and how it is booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LeaveRules {
    /// Days in a calendar year.
    pub days_a_year: u32,
    /// So many entries may lie ahead.
    pub ahead: u32,
    /// The shortest leave, in days.
    pub shortest: u32,
    /// Days between two entries.
    pub apart: u32,
}

impl Default for LeaveRules {
    fn default() -> Self {
        Self {
            days_a_year: 30,
            ahead: 3,
            shortest: 2,
            apart: 3,
        }
    }
}

/// Whole days in UTC, with the first and the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Leave {
    /// The first day, which belongs to the leave.
    pub first: NaiveDate,
    /// The last day; not before the first.
    pub last: NaiveDate,
}

/// Why leave is not booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveRefusal {
    /// It ends before it begins.
    Backwards,
    /// It begins in the past or today.
    TooEarly {
        /// The earliest day on which it might begin: tomorrow.
        earliest: NaiveDate,
    },
    /// It has too few days.
    TooShort {
        /// How many it must have.
        shortest: u32,
    },
    /// Days of it are booked already.
    Overlaps {
        /// The entry that has them.
        with: Leave,
    },
    /// Too few days lie between it and another entry.
    TooNear {
        /// The entry that is too near to it.
        with: Leave,
        /// How many days must lie between.
        apart: u32,
    },
    /// As many entries as may lie ahead do so.
    TooMany {
        /// How many that is.
        ahead: u32,
    },
    /// The days of a year do not suffice.
    UsedUp {
        /// The calendar year whose days do not suffice.
        year: i32,
        /// Its days that are left.
        left: u32,
        /// Its days that the leave would take.
        wanted: u32,
    },
}

impl Leave {
    /// The days from `first` to `last`; `None` if these are the wrong way round.
    pub fn new(first: NaiveDate, last: NaiveDate) -> Option<Self> {
        (first <= last).then_some(Self { first, last })
    }

    /// The leave whose time `span` is: with each day that it has an instant of.
    pub fn of_span(span: Span) -> Option<Self> {
        if span.is_empty() {
            return None;
        }
        let last = span.to.checked_sub_signed(TimeDelta::nanoseconds(1))?;
        Self::new(span.from.date_naive(), last.date_naive())
    }

    /// Its time: from 00:00 UTC of the first day to 00:00 UTC of the day after the last.
    pub fn span(self) -> Span {
        Span::new(midnight(self.first), midnight(next_day(self.last)))
    }

    /// How many days it has.
    pub fn days(self) -> u32 {
        days(self.first, self.last)
    }

    /// How many of its days are in `year`.
    pub fn days_in(self, year: i32) -> u32 {
        let begin = NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or(NaiveDate::MAX);
        let end = NaiveDate::from_ymd_opt(year, 12, 31).unwrap_or(NaiveDate::MIN);
        days(self.first.max(begin), self.last.min(end))
    }

    /// What is left of it if it is cancelled at `now`: all of it where it is over, or too nearly so. It starts no clock
    /// before a day has passed, and gives back whole days: if it begins later than in a day, it is void (`None`), else
    /// the days that begin when a day has passed fall away.
    pub fn cancel(self, now: DateTime<Utc>) -> Option<Self> {
        let day_later = now.checked_add_signed(TimeDelta::days(1));
        let day_later = day_later.unwrap_or(DateTime::<Utc>::MAX_UTC);
        // The first day that begins at `day_later` or after it.
        let today = day_later.date_naive();
        let free = match midnight(today) == day_later {
            true => today,
            false => next_day(today),
        };
        Self::new(self.first, free.pred_opt()?.min(self.last))
    }
}

impl LeaveRules {
    /// How many days of `year` are left beside the `booked` ones.
    pub fn left(&self, booked: &[Leave], year: i32) -> u32 {
        let used = booked.iter().map(|leave| leave.days_in(year));
        self.days_a_year.saturating_sub(used.sum())
    }

    /// The leave from `first` to `last`, if it may be booked on `today` (in UTC) beside what is `booked`.
    /// There the leave of past days counts too, and of cancelled leave what is left of it.
    ///
    /// # Errors
    ///
    /// The first rule that it would break.
    pub fn book(
        &self,
        booked: &[Leave],
        first: NaiveDate,
        last: NaiveDate,
        today: NaiveDate,
    ) -> Result<Leave, LeaveRefusal> {
        let leave = Leave::new(first, last).ok_or(LeaveRefusal::Backwards)?;
        let earliest = next_day(today);
        if first < earliest {
            return Err(LeaveRefusal::TooEarly { earliest });
        }
        let (shortest, apart) = (self.shortest, self.apart);
        if leave.days() < shortest {
            return Err(LeaveRefusal::TooShort { shortest });
        }
        let overlaps = |other: &&Leave| other.first <= leave.last && leave.first <= other.last;
        if let Some(&with) = booked.iter().find(overlaps) {
            return Err(LeaveRefusal::Overlaps { with });
        }
        let near = |other: &&Leave| {
            // Both ends count in `days`, and none of them lies between.
            let (from, to) = (other.last.min(leave.last), other.first.max(leave.first));
            days(from, to) < apart.saturating_add(2)
        };
        if let Some(&with) = booked.iter().find(near) {
            return Err(LeaveRefusal::TooNear { with, apart });
        }
        let ahead = booked.iter().filter(|other| other.first > today).count();
        if ahead >= self.ahead as usize {
            return Err(LeaveRefusal::TooMany { ahead: self.ahead });
        }
        for year in first.year()..=last.year() {
            let (left, wanted) = (self.left(booked, year), leave.days_in(year));
            if wanted > left {
                return Err(LeaveRefusal::UsedUp { year, left, wanted });
            }
        }
        Ok(leave)
    }
}

/// How many days there are from `first` to `last`, with both.
fn days(first: NaiveDate, last: NaiveDate) -> u32 {
    u32::try_from((last - first).num_days() + 1).unwrap_or(0)
}

fn next_day(day: NaiveDate) -> NaiveDate {
    day.checked_add_days(Days::new(1)).unwrap_or(day)
}

/// When `day` begins in UTC.
fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}
