use proptest::prelude::*;

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().expect(text)
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect(text)
}

fn leave(first: &str, last: &str) -> Leave {
    Leave::new(day(first), day(last)).expect("a leave")
}

const TODAY: &str = "2026-11-22";

fn book(booked: &[Leave], first: &str, last: &str) -> Result<Leave, LeaveRefusal> {
    LeaveRules::default().book(booked, day(first), day(last), day(TODAY))
}

#[test]
fn leave_is_booked_by_the_rules() {
    let booked = [leave("2026-12-01", "2026-12-05")];
    for (first, last) in [
        ("2026-11-23", "2026-11-27"),
        ("2026-12-09", "2026-12-10"),
        ("2026-12-24", "2027-01-02"),
    ] {
        assert_eq!(book(&booked, first, last), Ok(leave(first, last)));
    }
}

#[test]
fn refusals_say_which_rule() {
    let booked = [leave("2026-12-01", "2026-12-05")];
    let with = booked[0];
    let earliest = day("2026-11-23");
    let refusals = [
        ("2026-12-24", "2026-12-20", LeaveRefusal::Backwards),
        (TODAY, "2026-11-27", LeaveRefusal::TooEarly { earliest }),
        (
            "2026-12-24",
            "2026-12-24",
            LeaveRefusal::TooShort { shortest: 2 },
        ),
        ("2026-11-25", "2026-12-01", LeaveRefusal::Overlaps { with }),
        ("2026-12-02", "2026-12-03", LeaveRefusal::Overlaps { with }),
        (
            "2026-11-20",
            "2026-12-30",
            LeaveRefusal::TooEarly { earliest },
        ),
        (
            "2026-11-23",
            "2026-11-28",
            LeaveRefusal::TooNear { with, apart: 3 },
        ),
        (
            "2026-12-08",
            "2026-12-12",
            LeaveRefusal::TooNear { with, apart: 3 },
        ),
        (
            "2026-12-06",
            "2026-12-12",
            LeaveRefusal::TooNear { with, apart: 3 },
        ),
    ];
    for (first, last, refusal) in refusals {
        assert_eq!(book(&booked, first, last), Err(refusal), "{first} {last}");
    }
}

#[test]
fn each_year_has_its_days() {
    let booked = [leave("2026-12-01", "2026-12-05")];
    // 23 days of 2026 and 30 of 2027.
    assert!(book(&booked, "2026-12-09", "2027-01-30").is_ok());
    assert_eq!(
        book(&booked, "2026-12-09", "2027-02-15"),
        Err(LeaveRefusal::UsedUp {
            year: 2027,
            left: 30,
            wanted: 46
        })
    );
    assert_eq!(
        book(
            &[leave("2026-03-01", "2026-03-25")],
            "2026-12-24",
            "2027-01-02"
        ),
        Err(LeaveRefusal::UsedUp {
            year: 2026,
            left: 5,
            wanted: 8
        })
    );
}

#[test]
fn leave_that_runs_is_not_ahead() {
    let mut booked = vec![
        leave("2026-11-20", "2026-11-24"),
        leave("2026-12-01", "2026-12-02"),
        leave("2026-12-10", "2026-12-11"),
    ];
    assert!(book(&booked, "2026-12-24", "2026-12-26").is_ok());
    booked.push(leave("2026-12-24", "2026-12-26"));
    let refusal = LeaveRefusal::TooMany { ahead: 3 };
    assert_eq!(book(&booked, "2027-02-01", "2027-02-02"), Err(refusal));
}

#[test]
fn cancelling_gives_back_days_that_begin_in_a_day_or_later() {
    let booked = leave("2026-12-24", "2027-01-02");
    let to = |last: &str| Some(leave("2026-12-24", last));
    for (now, left) in [
        ("2026-12-01T12:00:00Z", None),
        ("2026-12-22T23:59:59Z", None),
        // It begins in exactly a day: nothing of it is needed for the day to pass.
        ("2026-12-23T00:00:00Z", None),
        ("2026-12-23T00:00:01Z", to("2026-12-24")),
        ("2026-12-24T00:00:00Z", to("2026-12-24")),
        ("2026-12-24T08:00:00Z", to("2026-12-25")),
        ("2027-01-01T08:00:00Z", Some(booked)),
        ("2027-03-01T08:00:00Z", Some(booked)),
    ] {
        assert_eq!(booked.cancel(at(now)), left, "{now}");
    }
}

#[test]
fn extremes_do_not_panic() {
    let all = Leave::new(NaiveDate::MIN, NaiveDate::MAX).expect("a leave");
    assert!(all.days() > 0 && !all.span().is_empty());
    assert_eq!(all.days_in(2024), 366);
    assert!(all.cancel(DateTime::<Utc>::MAX_UTC).is_some());
    assert!(all.cancel(DateTime::<Utc>::MIN_UTC) != Some(all));
    let rules = LeaveRules {
        apart: u32::MAX,
        days_a_year: u32::MAX,
        ..LeaveRules::default()
    };
    let result = rules.book(&[all], NaiveDate::MIN, NaiveDate::MAX, NaiveDate::MAX);
    assert!(result.is_err());
}

proptest! {
    #[test]
    fn a_leave_is_its_span(first in -1000..40_000i64, days in 1..400i64) {
        let first = day("1970-01-01") + TimeDelta::days(first);
        let last = first + TimeDelta::days(days - 1);
        let leave = Leave::new(first, last).expect("a leave");
        prop_assert_eq!(Leave::of_span(leave.span()), Some(leave));
        prop_assert_eq!(i64::from(leave.days()), days);
        let years = first.year()..=last.year();
        prop_assert_eq!(years.map(|year| leave.days_in(year)).sum::<u32>(), leave.days());
    }

    #[test]
    fn cancelling_starts_no_clock_within_a_day(hours in -400..400i64, days in 1..20i64) {
        let first = day(TODAY);
        let leave = Leave::new(first, first + TimeDelta::days(days - 1)).expect("a leave");
        let now = at("2026-11-22T00:00:00Z") + TimeDelta::hours(hours);
        let left = leave.cancel(now);
        let stays = |at| left.is_some_and(|left| left.span().contains(at));
        for hour in 0..24 {
            let at = now + TimeDelta::hours(hour);
            prop_assert_eq!(stays(at), leave.span().contains(at));
        }
        // And no day more than is needed stays.
        for hour in 48..500 {
            prop_assert!(!stays(now + TimeDelta::hours(hour)));
        }
    }

    #[test]
    fn what_is_booked_keeps_the_rules(wishes in prop::collection::vec((0..500i64, 0..35i64), 0..30)) {
        let rules = LeaveRules::default();
        let mut booked: Vec<Leave> = Vec::new();
        for (from, length) in wishes {
            let first = day(TODAY) + TimeDelta::days(from);
            let last = first + TimeDelta::days(length);
            booked.extend(rules.book(&booked, first, last, day(TODAY)));
        }
        booked.sort_unstable();
        prop_assert!(booked.len() <= 3);
        for two in booked.windows(2) {
            prop_assert!((two[1].first - two[0].last).num_days() > 3);
        }
        for year in 2026..2029 {
            prop_assert!(booked.iter().map(|leave| leave.days_in(year)).sum::<u32>() <= 30);
        }
        prop_assert!(booked.iter().all(|leave| leave.days() >= 2 && leave.first > day(TODAY)));
    }
}
