//! Reminders: what is read, and which go when.

use chrono::TimeZone;
use proptest::prelude::*;

use super::*;
use crate::time::zones;

fn read(text: &str) -> Reminders {
    text.parse().expect("reminders")
}

fn at(day: u32, hour: u32, minute: u32) -> DateTime<Utc> {
    let moment = Utc.with_ymd_and_hms(2026, 11, day, hour, minute, 0);
    moment.single().expect("a moment")
}

/// A turn that has waited since the 1st, with a deadline on the 20th at 12:00.
fn waiting(now: DateTime<Utc>, sent: Option<i64>) -> Waiting {
    Waiting {
        since: at(1, 0, 0),
        now,
        deadline: at(20, 12, 0),
        sent,
    }
}

fn next(setting: &str, turn: &Waiting) -> Option<(DateTime<Utc>, String)> {
    let next = read(setting).next(turn, None, Tz::UTC)?;
    Some((next.at, next.before.to_string()))
}

#[test]
fn settings_are_read_and_written() {
    for (text, written) in [
        ("3d 1d 6h", "3d 1d 6h"),
        ("6h, 1d and 3d", "3d 1d 6h"),
        ("3 days 1 day 6 h", "3d 1d 6h"),
        ("1d 24h 1d", "1d"),
        ("1d12h", "1d12h"),
        ("OFF", ""),
        ("", ""),
    ] {
        assert_eq!(read(text).to_string(), written, "{text}");
    }
    for (text, error) in [
        ("daily", RemindersError::Unreadable),
        ("3", RemindersError::Unreadable),
        ("3d 1", RemindersError::Unreadable),
        ("and", RemindersError::Unreadable),
        ("59m", RemindersError::OutOfRange),
        ("400d", RemindersError::OutOfRange),
        ("1d 2d 3d 4d 5d 6d 7d", RemindersError::TooMany),
    ] {
        assert_eq!(text.parse::<Reminders>(), Err(error), "{text}");
    }
    assert_eq!(Reminders::of_stored(None).to_string(), "1d");
    assert_eq!(Reminders::of_stored(Some("")).to_string(), "");
    assert_eq!(Reminders::of_stored(Some("2d")).to_string(), "2d");
}

#[test]
fn they_go_one_after_the_other() {
    let all = "3d 1d 6h";
    let first = (at(17, 12, 0), "3d".to_owned());
    assert_eq!(next(all, &waiting(at(2, 0, 0), None)), Some(first.clone()));
    assert_eq!(next(all, &waiting(at(17, 12, 0), None)), Some(first));
    let second = (at(19, 12, 0), "1d".to_owned());
    let turn = waiting(at(17, 12, 1), Some(3 * DAY));
    assert_eq!(next(all, &turn), Some(second));
    let third = (at(20, 6, 0), "6h".to_owned());
    assert_eq!(next(all, &waiting(at(19, 13, 0), Some(DAY))), Some(third));
    assert_eq!(next(all, &waiting(at(20, 7, 0), Some(6 * HOUR))), None);
    assert_eq!(next("off", &waiting(at(2, 0, 0), None)), None);
    assert_eq!(next(all, &waiting(at(20, 12, 0), None)), None);
}

#[test]
fn of_those_that_were_missed_the_last_one_goes() {
    // Nothing could be sent for some days.
    let second = (at(19, 12, 0), "1d".to_owned());
    let turn = waiting(at(19, 20, 0), None);
    assert_eq!(next("3d 1d 6h", &turn), Some(second));
    let last = (at(20, 6, 0), "6h".to_owned());
    assert_eq!(next("3d 1d 6h", &waiting(at(20, 8, 0), None)), Some(last));
}

#[test]
fn a_turn_with_less_time_has_none_of_the_early_ones() {
    let mut turn = waiting(at(18, 12, 0), None);
    turn.since = at(18, 12, 0);
    assert_eq!(next("3d 1d", &turn), Some((at(19, 12, 0), "1d".to_owned())));
    assert_eq!(next("3d", &turn), None);
}

#[test]
fn they_are_half_a_day_apart_but_for_the_last() {
    let all = "2d 40h 30h 3h 1h";
    let first = next(all, &waiting(at(2, 0, 0), None));
    assert_eq!(first, Some((at(18, 12, 0), "2d".to_owned())));
    // 40 hours are too near to 2 days, 30 hours are not; 3 hours are not too near to 30, and the last one goes.
    let second = next(all, &waiting(at(18, 12, 0), Some(2 * DAY)));
    assert_eq!(second, Some((at(19, 6, 0), "1d6h".to_owned())));
    let third = next(all, &waiting(at(19, 6, 0), Some(30 * HOUR)));
    assert_eq!(third, Some((at(20, 9, 0), "3h".to_owned())));
    let last = next(all, &waiting(at(20, 9, 0), Some(3 * HOUR)));
    assert_eq!(last, Some((at(20, 11, 0), "1h".to_owned())));
}

#[test]
fn one_in_quiet_hours_goes_before_them() {
    let quiet: Quiet = "22:00-07:00".parse().expect("hours");
    let turn = Waiting {
        deadline: at(20, 5, 0),
        ..waiting(at(2, 0, 0), None)
    };
    let rome = zones::find("Europe/Rome").expect("a zone");
    let both = read("4h 1h").next(&turn, Some(quiet), rome);
    let both = both.expect("a reminder");
    // 22:00 in Rome is 21:00 UTC; both would go then, so the first one is left out.
    assert_eq!(both.at, at(19, 20, 59));
    assert_eq!(both.before.to_string(), "1h");
    let none = read("1d").next(&turn, Some(quiet), rome).expect("one");
    assert_eq!(none.at, at(18, 20, 59));
}

proptest! {
    #[test]
    fn what_is_written_reads_back(hours in proptest::collection::btree_set(1i64..8784, 0..=MOST)) {
        let text: Vec<String> = hours.iter().map(|hours| format!("{hours}h")).collect();
        let read = read(&text.join(" "));
        prop_assert_eq!(read.before().len(), hours.len());
        prop_assert_eq!(read.to_string().parse(), Ok(read));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,30}|[0-9dhm ]{0,30}") {
        if let Ok(read) = text.parse::<Reminders>() {
            prop_assert!(read.before().is_sorted_by(|one, other| one > other));
        }
    }

    /// Sent one after the other, they grow later, keep their distance, and the last one goes.
    #[test]
    fn a_whole_turn_is_reminded_of(
        hours in proptest::collection::btree_set(1i64..400, 1..=MOST),
        quiet in proptest::option::of((0u32..24, 1u32..12)),
        deadline in 0i64..2000,
    ) {
        let all: Vec<String> = hours.iter().map(|hours| format!("{hours}h")).collect();
        let all = read(&all.join(" "));
        let quiet = quiet.map(|(from, long)| format!("{from}:00-{}:00", (from + long) % 24));
        let quiet: Option<Quiet> = quiet.map(|text| text.parse().expect("hours"));
        let start = at(1, 0, 0);
        let mut turn = Waiting {
            since: start,
            now: start,
            deadline: start + TimeDelta::hours(1 + deadline),
            sent: None,
        };
        let mut sent: Vec<Reminder> = Vec::new();
        while let Some(next) = all.next(&turn, quiet, Tz::UTC) {
            prop_assert!(next.at > turn.since && next.at < turn.deadline);
            prop_assert!(sent.len() < MOST, "{:?}", sent);
            sent.push(next);
            turn.now = next.at.max(turn.now);
            turn.sent = Some(next.before.seconds());
        }
        prop_assert!(sent.is_sorted_by(|one, other| one.at < other.at));
        let smallest = all.before().last().copied();
        let before_last = sent.len().saturating_sub(1);
        for pair in sent[..before_last].windows(2) {
            prop_assert!(pair[1].at - pair[0].at >= APART);
        }
        // The last one goes, unless the turn was given later than that.
        let short = turn.deadline - start > TimeDelta::hours(36) + TimeDelta::seconds(smallest.map_or(0, Length::seconds));
        prop_assert!(!short || sent.last().map(|one| one.before) == smallest);
    }
}
