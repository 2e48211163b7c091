use chrono::{Datelike, NaiveTime, TimeZone};
use proptest::prelude::*;

use super::*;

fn quiet(text: &str) -> Quiet {
    text.parse().expect(text)
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect(text)
}

#[test]
fn quiet_hours_are_read() {
    for (text, written) in [
        ("22:00-07:00", "22:00-07:00"),
        ("22-7", "22:00-07:00"),
        (" 22:30 to 7.15 ", "22:30-07:15"),
        ("0:00 \u{2013} 6", "00:00-06:00"),
        ("20 - 24:00", "20:00-00:00"),
    ] {
        assert_eq!(quiet(text).to_string(), written);
    }
    for text in [
        "", "22", "22:00", "25-7", "22:60-7", "24:01-7", "22:5-7", "a-b", "22-7-8", "10pm-7am",
    ] {
        assert_eq!(text.parse::<Quiet>(), Err(QuietError));
    }
    for text in ["7-7", "0-24"] {
        assert_eq!(text.parse::<Quiet>(), Err(QuietError));
    }
}

#[test]
fn what_falls_into_them_goes_before() {
    let rome = Tz::Europe__Rome;
    for (hours, instant, before) in [
        ("22-7", "2026-11-24T20:59:30Z", "2026-11-24T20:59:30Z"),
        ("22-7", "2026-11-24T21:00:00Z", "2026-11-24T20:59:00Z"),
        ("22-7", "2026-11-25T05:59:59Z", "2026-11-24T20:59:00Z"),
        ("22-7", "2026-11-25T06:00:00Z", "2026-11-25T06:00:00Z"),
        ("12-14", "2026-11-24T11:30:00Z", "2026-11-24T10:59:00Z"),
        // The clock goes from 02:00 to 03:00: these hours begin at 03:00.
        ("2:30-5", "2026-03-29T01:30:00Z", "2026-03-29T00:59:00Z"),
        ("22-7", "2026-03-29T04:30:00Z", "2026-03-28T20:59:00Z"),
        // The clock goes from 03:00 back to 02:00: these hours begin twice.
        ("2:30-5", "2026-10-25T00:45:00Z", "2026-10-25T00:29:00Z"),
        ("2:30-5", "2026-10-25T02:00:00Z", "2026-10-25T01:29:00Z"),
        ("22-7", "2026-10-25T05:30:00Z", "2026-10-24T19:59:00Z"),
    ] {
        assert_eq!(
            quiet(hours).before(at(instant), rome),
            at(before),
            "{hours} {instant}"
        );
    }
}

#[test]
fn extremes_do_not_panic() {
    for instant in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
        let _ = quiet("22-7").before(instant, Tz::UTC);
        let _ = quiet("7-22").before(instant, Tz::UTC);
        let _ = quiet("1-0").before(instant, Tz::Pacific__Auckland);
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(from in 0..MINUTES_A_DAY, to in 0..MINUTES_A_DAY) {
        prop_assume!(from != to);
        let quiet = Quiet { from, to };
        prop_assert_eq!(quiet.to_string().parse(), Ok(quiet));
    }

    /// In a zone without changes: by arithmetic with local times.
    #[test]
    fn it_is_a_minute_before_they_began(
        from in 0..MINUTES_A_DAY,
        to in 0..MINUTES_A_DAY,
        seconds in 1_700_000_000i64..1_900_000_000,
    ) {
        prop_assume!(from != to);
        let zone = Tz::Asia__Tashkent;
        let instant = DateTime::from_timestamp(seconds, 0).expect("an instant");
        let local = instant.with_timezone(&zone).naive_local();
        let time = |m: u16| {
            NaiveTime::from_hms_opt(u32::from(m / 60), u32::from(m % 60), 0).expect("a time")
        };
        let (begin, end) = (time(from), time(to));
        let inside = if begin < end {
            begin <= local.time() && local.time() < end
        } else {
            begin <= local.time() || local.time() < end
        };
        let today = local.date();
        let date = if local.time() >= begin { today } else { today.pred_opt().expect("a day") };
        let began = zone.from_local_datetime(&date.and_time(begin)).single().expect("one");
        let expected = began.to_utc() - TimeDelta::minutes(1);
        let found = Quiet { from, to }.before(instant, zone);
        prop_assert_eq!(found, if inside { expected } else { instant });
        prop_assert!(found.year() > 2000);
    }
}
