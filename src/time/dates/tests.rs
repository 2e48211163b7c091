use chrono::TimeDelta;
use proptest::prelude::*;

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().expect(text)
}

fn today() -> NaiveDate {
    day("2026-11-22")
}

#[test]
fn dates_are_read() {
    for (text, date) in [
        ("2026-12-24", "2026-12-24"),
        ("2026/12/24", "2026-12-24"),
        ("24 Dec", "2026-12-24"),
        ("24 DECEMBER 2026", "2026-12-24"),
        (" Dec  24 ", "2026-12-24"),
        ("December 24th, 2027", "2027-12-24"),
        ("24. Dec.", "2026-12-24"),
        ("24-Dec-2026", "2026-12-24"),
        ("1st Sept", "2027-09-01"),
        ("24.12.", "2026-12-24"),
        ("24.12", "2026-12-24"),
        ("11.12.", "2026-12-11"),
        ("24. 12. 2026", "2026-12-24"),
        ("24/12", "2026-12-24"),
        ("12/24/2026", "2026-12-24"),
        ("24-12-2026", "2026-12-24"),
        ("12/12", "2026-12-12"),
        // The next such day, today included.
        ("22 Nov", "2026-11-22"),
        ("21 Nov", "2027-11-21"),
        ("29 Feb", "2028-02-29"),
        ("21.11.2026", "2026-11-21"),
    ] {
        assert_eq!(read(text, today()), Ok(day(date)), "{text}");
    }
}

#[test]
fn what_could_be_two_days_is_not_guessed() {
    for (text, first, second) in [
        ("12/11", "2027-11-12", "2026-12-11"),
        ("11/12/2026", "2026-12-11", "2026-11-12"),
        ("03-04", "2027-04-03", "2027-03-04"),
        ("3-4-2027", "2027-04-03", "2027-03-04"),
    ] {
        let error = DateError::TwoReadings {
            text: text.to_owned(),
            first: day(first),
            second: day(second),
        };
        assert_eq!(read(text, today()), Err(error));
    }
}

#[test]
fn other_texts_are_refused() {
    for text in [
        "31.11.",
        "30 Feb",
        "2026-13-01",
        "29.2.2027",
        "0 Dec",
        "13/13",
        "00/00",
    ] {
        assert_eq!(
            read(text, today()),
            Err(DateError::NoSuchDay(text.to_owned()))
        );
    }
    for text in [
        "",
        "24",
        "tomorrow",
        "24 De",
        "Dec",
        "24 Dec 26",
        "24.12.26",
        "1.2.3.4",
        "24.",
        "..",
        "/",
        "24th",
        "24 25",
        "Dec Jan",
        "24xx Dec",
        "٢٤ Dec",
        "24..2026",
        "2026-12",
        "-1-2",
        "24 Dec 2026 x",
    ] {
        assert_eq!(read(text, today()), Err(DateError::Unreadable));
    }
}

#[test]
fn ranges_are_read() {
    let new_year = ("2026-12-24", "2027-01-02");
    for (text, (first, last)) in [
        ("24 Dec to 2 Jan", new_year),
        ("from 24 Dec until 2 Jan", new_year),
        ("24.12. - 2.1.", new_year),
        ("24.12.-2.1.", new_year),
        ("24 Dec \u{2013} 2 Jan", new_year),
        ("2026-12-24 - 2027-01-02", new_year),
        ("2026-12-24 TO 2027-01-02", new_year),
        ("24 Dec to 2 Jan 2027", new_year),
        ("3 Jan to 5 Jan", ("2027-01-03", "2027-01-05")),
        ("24 Dec 2026 to 24 Dec", ("2026-12-24", "2026-12-24")),
        ("24 Dec to 20.12.2026", ("2026-12-24", "2026-12-20")),
    ] {
        assert_eq!(
            read_range(text, today()),
            Ok((day(first), day(last))),
            "{text}"
        );
    }
    for text in ["2026-12-24", "24 Dec", "24 to 27 Dec", "24 Dec to"] {
        assert_eq!(
            read_range(text, today()),
            Err(DateError::Unreadable),
            "{text}"
        );
    }
    let no_day = Err(DateError::NoSuchDay("31.2.".to_owned()));
    assert_eq!(read_range("31.2.", today()), no_day);
}

proptest! {
    #[test]
    fn every_day_reads_back(days in 0..20_000i64) {
        let date = today() + TimeDelta::days(days);
        for form in ["%Y-%m-%d", "%-d %b %Y", "%B %-d, %Y", "%d.%m.%Y"] {
            prop_assert_eq!(read(&date.format(form).to_string(), today()), Ok(date));
        }
        let next = date - TimeDelta::days(days.min(300));
        prop_assert_eq!(read(&date.format("%-d %b").to_string(), next), Ok(date));
    }

    #[test]
    fn no_text_panics(text in "([0-9./ -]|dec|to|[a-zäß\u{2013}]){0,16}") {
        let _ = read(&text, today());
        let _ = read_range(&text, today());
        let _ = read(&text, NaiveDate::MAX);
    }
}
