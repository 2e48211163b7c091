use chrono::{Datelike, TimeDelta, Weekday};
use proptest::prelude::*;

use super::*;
use crate::time::HOUR;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

fn seconds(n: i64) -> TimeDelta {
    TimeDelta::seconds(n)
}

/// An open turn on a grid: all instants are `base` and a number of `unit` seconds.
#[derive(Clone, Debug)]
struct Grid {
    base: DateTime<Utc>,
    unit: i64,
    given: i64,
    left: Option<i64>,
    outages: Vec<(i64, i64)>,
    pauses: Vec<(i64, i64)>,
    leave: Vec<(i64, i64)>,
    weekdays: bool,
    zero: i64,
}

/// The end of the grids: 40 days of hours.
const END: i64 = 960;

impl Grid {
    fn at(&self, n: i64) -> DateTime<Utc> {
        self.base + seconds(n * self.unit)
    }

    fn spans(&self, pairs: &[(i64, i64)]) -> Vec<Span> {
        let spans = pairs.iter();
        spans
            .map(|p| Span::new(self.at(p.0), self.at(p.1)))
            .collect()
    }

    fn open<T>(&self, ask: impl FnOnce(Open<'_>) -> T) -> T {
        ask(Open {
            given: self.at(self.given),
            left: self.left.map(|n| self.at(n)),
            outages: &self.spans(&self.outages),
            pauses: &self.spans(&self.pauses),
            leave: &self.spans(&self.leave),
            weekdays: self.weekdays,
            zero: self.zero * self.unit,
        })
    }

    /// The account, unit by unit, and the charge at each point of the grid.
    fn counted(&self, until: i64) -> (Parts, Vec<i64>) {
        let mut parts = Parts::default();
        let mut charges = vec![0];
        let mut counts = vec![None; self.leave.len()];
        let has = |pairs: &[(i64, i64)], n| pairs.iter().any(|p| p.0 <= n && n < p.1);
        for n in self.given..until {
            let mut leave = false;
            for (span, counts) in self.leave.iter().zip(&mut counts) {
                if span.0 <= n && n < span.1 {
                    let late = span.0 >= self.given && parts.charge >= self.zero * self.unit;
                    leave |= *counts.get_or_insert(!late);
                }
            }
            let weekend = matches!(self.at(n).weekday(), Weekday::Sat | Weekday::Sun);
            let part = if self.left.is_none_or(|left| n < left) {
                &mut parts.unsent
            } else if has(&self.outages, n) {
                &mut parts.outage
            } else if has(&self.pauses, n) {
                &mut parts.pause
            } else if leave {
                &mut parts.leave
            } else if weekend && self.weekdays {
                &mut parts.weekend
            } else {
                &mut parts.charge
            };
            *part += self.unit;
            charges.push(parts.charge);
        }
        (parts, charges)
    }
}

fn grids() -> impl Strategy<Value = Grid> {
    // Hours for forty days, or seconds around the beginning and the end of a weekend.
    let bases = prop_oneof![
        Just((at("2026-11-18T00:00:00Z"), HOUR)),
        Just((at("1969-12-20T05:00:00Z"), HOUR)),
        Just((at("2026-11-20T23:52:00Z"), 1)),
        Just((at("2026-11-22T23:52:00Z"), 1)),
    ];
    let spans = || prop::collection::vec((0..END, 0..END), 0..4);
    let turn = (0..END / 2, prop::option::weighted(0.9, 0..END / 2));
    let rest = (any::<bool>(), 0..END / 2);
    (bases, turn, spans(), spans(), spans(), rest).prop_map(
        |((base, unit), (given, left), outages, pauses, leave, (weekdays, zero))| Grid {
            base,
            unit,
            given,
            left,
            outages,
            pauses,
            leave,
            weekdays,
            zero,
        },
    )
}

proptest! {
    #[test]
    fn parts_are_those_counted_one_by_one(grid in grids(), until in 0..END) {
        let (parts, _) = grid.counted(until);
        prop_assert_eq!(grid.open(|open| open.parts(grid.at(until))), parts);
        prop_assert_eq!(parts.total(), (until - grid.given).max(0) * grid.unit);
    }

    #[test]
    fn a_charge_is_reached_when_the_count_reaches_it(grid in grids(), units in 1..END) {
        let (_, charges) = grid.counted(END);
        let first = charges.iter().position(|c| *c == units * grid.unit);
        let found = grid.open(|open| open.when(units * grid.unit));
        match first {
            Some(n) => prop_assert_eq!(found, Some(grid.at(grid.given + n as i64))),
            None => prop_assert!(found.is_none_or(|found| found > grid.at(END))),
        }
    }

    #[test]
    fn when_and_parts_agree_on_seconds(grid in grids(), charge in 1..200_000i64) {
        grid.open(|open| {
            let Some(found) = open.when(charge) else { return Ok(()) };
            prop_assert_eq!(open.parts(found).charge, charge);
            prop_assert_eq!(open.parts(found - seconds(1)).charge, charge - 1);
            Ok(())
        })?;
    }

    #[test]
    fn merged_spans_have_the_same_instants(
        pairs in prop::collection::vec((0..60i64, 0..60i64), 0..8)
    ) {
        let base = at("2026-11-22T00:00:00Z");
        let span = |p: &(i64, i64)| Span::new(base + seconds(p.0), base + seconds(p.1));
        let spans: Vec<Span> = pairs.iter().map(span).collect();
        let merged = Span::merged(&spans);
        for n in 0..60 {
            let at = base + seconds(n);
            let inside = spans.iter().any(|s| s.contains(at));
            prop_assert_eq!(merged.iter().any(|s| s.contains(at)), inside);
        }
        prop_assert!(merged.windows(2).all(|two| two[0].to < two[1].from));
        prop_assert!(merged.iter().all(|s| !s.is_empty()));
    }
}

fn plain() -> Open<'static> {
    Open {
        given: at("2026-11-20T12:00:00Z"),
        left: Some(at("2026-11-20T12:01:00Z")),
        outages: &[],
        pauses: &[],
        leave: &[],
        weekdays: true,
        zero: DAY,
    }
}

#[test]
fn a_weekend_moves_the_deadline() {
    assert_eq!(plain().when(DAY), Some(at("2026-11-23T12:01:00Z")));
    // Charged up to the end of Friday: the deadline is then, not on Monday.
    let friday = 12 * HOUR - 60;
    assert_eq!(plain().when(friday), Some(at("2026-11-21T00:00:00Z")));
    assert_eq!(plain().when(friday + 1), Some(at("2026-11-23T00:00:01Z")));
}

#[test]
fn a_charge_that_is_full_when_a_pause_begins_is_reached_then() {
    let instant = at("2026-11-23T12:01:00Z");
    let pauses = [Span::new(instant, instant + seconds(7 * DAY))];
    let open = Open {
        pauses: &pauses,
        ..plain()
    };
    assert_eq!(open.when(DAY), Some(instant));
    assert_eq!(open.when(DAY + 1), Some(instant + seconds(7 * DAY + 1)));
}

#[test]
fn no_leave_begins_in_grace_but_one_that_began_goes_on() {
    let day = |d: &str| at(&format!("2026-11-{d}T00:00:00Z"));
    // Zero is on Monday at 12:01.
    let late = [Span::new(day("24"), day("28"))];
    let open = Open {
        leave: &late,
        ..plain()
    };
    assert_eq!(open.parts(day("26")).leave, 0);
    let early = [Span::new(day("23"), day("28"))];
    let open = Open {
        leave: &early,
        ..plain()
    };
    assert_eq!(open.parts(day("26")).leave, 3 * DAY);
    // A leave that begins at the instant at which the clock comes to zero, or a second before.
    let instant = at("2026-11-23T12:01:00Z");
    for (begin, counts) in [(instant, 0), (instant - seconds(1), 3 * DAY + 1)] {
        let leave = [Span::new(begin, instant + seconds(3 * DAY))];
        let open = Open {
            leave: &leave,
            ..plain()
        };
        assert_eq!(open.parts(day("28")).leave, counts);
    }
    // A clock that begins at zero, in a leave that has begun before the turn.
    let before = [Span::new(day("19"), day("28"))];
    let open = Open {
        leave: &before,
        zero: 0,
        ..plain()
    };
    assert_eq!(open.parts(day("26")).charge, 0);
}

#[test]
fn without_a_letter_nothing_is_charged() {
    let open = Open {
        left: None,
        ..plain()
    };
    assert_eq!(open.when(0), None);
    assert_eq!(open.when(1), None);
    let parts = open.parts(at("2026-11-27T12:00:00Z"));
    assert_eq!(
        parts,
        Parts {
            unsent: 7 * DAY,
            ..Parts::default()
        }
    );
    assert_eq!(plain().parts(at("2026-11-01T00:00:00Z")), Parts::default());
}

#[test]
fn extremes_do_not_overflow() {
    let (min, max) = (DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC);
    let all = [Span::new(min, max)];
    for weekdays in [false, true] {
        let open = Open {
            given: min,
            left: Some(min),
            weekdays,
            ..plain()
        };
        assert!(open.parts(max).charge > 0);
        assert_eq!(open.when(i64::MAX), None);
        let open = Open {
            given: max,
            left: Some(max),
            outages: &all,
            weekdays,
            ..plain()
        };
        assert_eq!(open.when(DAY), None);
        assert_eq!(
            open.when(i64::MIN),
            Some(max - TimeDelta::nanoseconds(999_999_999))
        );
        let open = Open {
            left: Some(max),
            ..plain()
        };
        assert_eq!(open.when(1), None);
    }
    let open = Open {
        pauses: &all,
        ..plain()
    };
    assert_eq!(open.when(1), None);
}

#[test]
fn ten_years_with_hundreds_of_spans() {
    let given = at("2026-11-23T00:00:00Z");
    let mondays: Vec<Span> = (0..500)
        .map(|week| given + seconds(week * 7 * DAY))
        .map(|from| Span::new(from, from + seconds(DAY)))
        .collect();
    let open = Open {
        given,
        left: Some(given),
        outages: &mondays,
        zero: 4000 * DAY,
        ..plain()
    };
    let until = given + seconds(522 * 7 * DAY);
    let parts = open.parts(until);
    assert_eq!(parts.outage, 500 * DAY);
    assert_eq!(parts.weekend, 522 * 2 * DAY);
    assert_eq!(parts.charge, (522 * 5 - 500) * DAY);
    let friday = until - seconds(2 * DAY);
    assert_eq!(open.when(parts.charge), Some(friday));
}
