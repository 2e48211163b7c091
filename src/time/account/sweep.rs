//! Goes through an open turn from one change to the next. Instants are seconds since 1970.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{Open, Parts, Span};
use crate::time::DAY;

const WEEK: i64 = 7 * DAY;

/// The first Saturday after the beginning of 1970.
const SATURDAY: i64 = 2 * DAY;

/// An open turn up to an instant, with its spans in order.
pub(super) struct Sweep {
    given: i64,
    left: i64,
    until: i64,
    outages: Vec<(i64, i64)>,
    pauses: Vec<(i64, i64)>,
    /// In order of their beginnings; they may overlap.
    leave: Vec<(i64, i64)>,
    weekdays: bool,
    zero: i64,
}

/// To what a stretch of time belongs; one that runs is charged, but for its weekends.
enum Kind {
    Unsent,
    Outage,
    Pause,
    Leave,
    Runs,
}

/// How far the sweep has come in the spans.
#[derive(Default)]
struct Place {
    outage: usize,
    pause: usize,
    leave: usize,
    /// The end of the leave that has begun and counts.
    leave_ends: i64,
    parts: Parts,
}

fn seconds(spans: &[Span]) -> Vec<(i64, i64)> {
    let pairs = spans.iter().map(|s| (s.from.timestamp(), s.to.timestamp()));
    pairs.collect()
}

/// Whether the span at `place` has `at`; `place` moves on over the spans that are over by then.
fn covered(spans: &[(i64, i64)], place: &mut usize, at: i64) -> bool {
    while spans.get(*place).is_some_and(|&(_, to)| to <= at) {
        *place += 1;
    }
    spans.get(*place).is_some_and(|&(from, _)| from <= at)
}

/// How many seconds before `at`, counted from some Saturday, are of weekends.
fn weekend_before(at: i64) -> i64 {
    let since = at - SATURDAY;
    since.div_euclid(WEEK) * 2 * DAY + since.rem_euclid(WEEK).min(2 * DAY)
}

/// The earliest instant by which `charge` seconds (at least 1) that are of no weekend have gone by
/// since `from`.
fn after_weekdays(from: i64, charge: i64) -> i64 {
    let since = (from - SATURDAY).rem_euclid(WEEK);
    // From a weekend the count begins when it ends, else it counts what the week had before.
    let saturday = from - since;
    let before = (since - 2 * DAY).max(0);
    let total = before.saturating_add(charge);
    let weeks = (total - 1) / (5 * DAY);
    let rest = total - weeks * 5 * DAY;
    let weeks = saturday.saturating_add(weeks.saturating_mul(WEEK));
    weeks.saturating_add(2 * DAY + rest)
}

impl Sweep {
    /// The turn `open` up to just before `until`.
    pub(super) fn new(open: &Open<'_>, until: i64) -> Self {
        let given = open.given.timestamp();
        let left = open.left.map_or(until, |left| left.timestamp());
        let mut leave = seconds(open.leave);
        leave.retain(|(from, to)| from < to);
        leave.sort_unstable();
        Self {
            given,
            left: left.max(given),
            until,
            outages: seconds(&Span::merged(open.outages)),
            pauses: seconds(&Span::merged(open.pauses)),
            leave,
            weekdays: open.weekdays,
            zero: open.zero,
        }
    }

    /// All instants at which something may change, in order, with the first and the last.
    fn changes(&self) -> Vec<i64> {
        let spans = [&self.outages, &self.pauses, &self.leave]
            .into_iter()
            .flatten();
        let ends = spans.flat_map(|&(from, to)| [from, to]).chain([self.left]);
        let within = ends.filter(|&at| self.given < at && at < self.until);
        let mut changes: Vec<i64> = within.chain([self.given, self.until]).collect();
        changes.sort_unstable();
        changes.dedup();
        changes
    }

    /// To what the time from `at` to the next change belongs.
    fn kind(&self, place: &mut Place, at: i64) -> Kind {
        while let Some(&(from, to)) = self.leave.get(place.leave).filter(|(from, _)| *from <= at) {
            if from < self.given || place.parts.charge < self.zero {
                place.leave_ends = place.leave_ends.max(to);
            }
            place.leave += 1;
        }
        if at < self.left {
            Kind::Unsent
        } else if covered(&self.outages, &mut place.outage, at) {
            Kind::Outage
        } else if covered(&self.pauses, &mut place.pause, at) {
            Kind::Pause
        } else if at < place.leave_ends {
            Kind::Leave
        } else {
            Kind::Runs
        }
    }

    /// Goes through the turn; `charging` is shown each stretch that runs, with the charge before it,
    /// and may end the sweep.
    fn go<T>(
        &self,
        mut charging: impl FnMut(i64, i64, i64) -> ControlFlow<T>,
    ) -> ControlFlow<T, Parts> {
        let mut place = Place {
            leave_ends: i64::MIN,
            ..Place::default()
        };
        if self.until <= self.given {
            return ControlFlow::Continue(place.parts);
        }
        for stretch in self.changes().windows(2) {
            let (from, to) = (stretch[0], stretch[1]);
            match self.kind(&mut place, from) {
                Kind::Unsent => place.parts.unsent += to - from,
                Kind::Outage => place.parts.outage += to - from,
                Kind::Pause => place.parts.pause += to - from,
                Kind::Leave => place.parts.leave += to - from,
                Kind::Runs => {
                    charging(from, to, place.parts.charge)?;
                    let weekend = match self.weekdays {
                        true => weekend_before(to) - weekend_before(from),
                        false => 0,
                    };
                    place.parts.weekend += weekend;
                    place.parts.charge += to - from - weekend;
                }
            }
        }
        ControlFlow::Continue(place.parts)
    }

    /// To what the seconds of the turn belong.
    pub(super) fn parts(&self) -> Parts {
        match self.go(|_, _, _| ControlFlow::<Infallible>::Continue(())) {
            ControlFlow::Continue(parts) => parts,
            ControlFlow::Break(never) => match never {},
        }
    }

    /// The earliest instant at which `charge` is charged.
    pub(super) fn when(&self, charge: i64) -> Option<i64> {
        if charge <= 0 {
            return Some(self.left);
        }
        let found = self.go(|from, to, before| {
            let missing = charge - before;
            let at = match self.weekdays {
                true => after_weekdays(from, missing),
                false => from.saturating_add(missing),
            };
            match at <= to {
                true => ControlFlow::Break(at),
                false => ControlFlow::Continue(()),
            }
        });
        found.break_value()
    }
}
