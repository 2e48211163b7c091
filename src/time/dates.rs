//! Dates as players write them.

use chrono::{Datelike, NaiveDate};

#[cfg(test)]
mod tests;

/// Why a text is not a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DateError {
    /// It is not written like a date, or is one only where two are expected.
    Unreadable,
    /// There is no such day.
    NoSuchDay(String),
    /// It may mean two days, as `11/12` does.
    TwoReadings {
        /// The date as typed, such as `11/12`.
        text: String,
        /// With the day first.
        first: NaiveDate,
        /// With the month first.
        second: NaiveDate,
    },
}

/// A date of which the year may be open.
#[derive(Clone, Copy)]
struct Written {
    day: u32,
    month: u32,
    year: Option<i32>,
}

/// What a text may mean; of two, first that with the day first.
type Reading = (Written, Option<Written>);

/// The day that `text` means: `2026-12-24`, `24 Dec`, `24 December 2026`, `Dec 24`, `24.12.` or
/// `24.12.2026`, in any case. Without a year it is the next such day, which may be `today`.
///
/// With dots the day comes first. With slashes or strokes the order must be clear from the numbers.
///
/// # Errors
///
/// If it is written in another way, if there is no such day, and if it could be two days.
pub fn read(text: &str, today: NaiveDate) -> Result<NaiveDate, DateError> {
    let text = text.trim();
    let (first, second) = reading(text).ok_or(DateError::Unreadable)?;
    let second = second.and_then(|second| second.from(today));
    match (first.from(today), second) {
        (Some(first), Some(second)) if first != second => Err(DateError::TwoReadings {
            text: text.to_owned(),
            first,
            second,
        }),
        (Some(day), _) | (None, Some(day)) => Ok(day),
        (None, None) => Err(DateError::NoSuchDay(text.to_owned())),
    }
}

/// The days that `text` means: `DATE to DATE`, with `until` or a stroke as well. A second date
/// without a year is the next such day after the first. It may be before the first if its year is
/// written.
///
/// # Errors
///
/// Those of [`read`] for either date, and if there is only one.
pub fn read_range(text: &str, today: NaiveDate) -> Result<(NaiveDate, NaiveDate), DateError> {
    let Some((first, second)) = halves(text.trim()) else {
        return read(text, today).and(Err(DateError::Unreadable));
    };
    let first = read(first, today)?;
    Ok((first, read(second, first)?))
}

/// The two dates of a range, if there is something that parts them.
fn halves(text: &str) -> Option<(&str, &str)> {
    let lower = text.to_ascii_lowercase();
    let begin = if lower.starts_with("from ") { 5 } else { 0 };
    let (lower, text) = (&lower[begin..], &text[begin..]);
    for between in [" to ", " until ", " till ", " - ", "\u{2013}", "\u{2014}"] {
        if let Some(at) = lower.find(between) {
            return Some((&text[..at], &text[at + between.len()..]));
        }
    }
    // `24.12.-2.1.`; a stroke between numbers alone is part of a date.
    let (first, second) = text.split_once('-')?;
    let whole = |date: &str| date.contains(|c: char| !c.is_ascii_digit() && c != '-');
    (whole(first) && whole(second)).then_some((first, second))
}

impl Written {
    /// The day; the next one from `today` on, if it has no year.
    fn from(self, today: NaiveDate) -> Option<NaiveDate> {
        let day = |year| NaiveDate::from_ymd_opt(year, self.month, self.day);
        match self.year {
            Some(year) => day(year),
            // Eight years are the longest time between two 29 February.
            None => (today.year()..=today.year().saturating_add(8))
                .filter_map(day)
                .find(|day| *day >= today),
        }
    }
}

/// What `text` may mean by the way it is written.
fn reading(text: &str) -> Option<Reading> {
    if text.contains(|c: char| c.is_ascii_alphabetic()) {
        return named(text).map(|written| (written, None));
    }
    let sign = ['.', '/', '-']
        .into_iter()
        .find(|sign| text.contains(*sign))?;
    let parts: Vec<&str> = text.split(sign).map(str::trim).collect();
    numbers(sign, &parts)
}

/// A date of numbers with `sign` between them.
fn numbers(sign: char, parts: &[&str]) -> Option<Reading> {
    let (first, second, third) = match parts {
        [first, second] => (*first, *second, None),
        [first, second, ""] if sign == '.' => (*first, *second, None),
        [first, second, third] => (*first, *second, Some(*third)),
        _ => return None,
    };
    if let Some(year) = year(first) {
        // The year first: nobody writes the day before the month then.
        let (day, month, year) = (short(third?)?, short(second)?, Some(year));
        return Some((Written { day, month, year }, None));
    }
    let year = match third {
        Some(third) => Some(year(third)?),
        None => None,
    };
    let (first, second) = (short(first)?, short(second)?);
    let written = |day, month| Written { day, month, year };
    let other = (sign != '.').then(|| written(second, first));
    Some((written(first, second), other))
}

/// A date with the name of its month: `24 Dec`, `24. December 2026`, `Dec 24th, 2026`.
fn named(text: &str) -> Option<Written> {
    let lower = text.to_ascii_lowercase();
    let words = lower.split(|c: char| c.is_whitespace() || c == ',' || c == '-');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let (first, second, year) = match words[..] {
        [first, second] => (first, second, None),
        [first, second, third] => (first, second, Some(year(third)?)),
        _ => return None,
    };
    let (day, month) = match (month(first), month(second)) {
        (Some(month), None) => (second, month),
        (None, Some(month)) => (first, month),
        _ => return None,
    };
    let day = ordinal(day)?;
    Some(Written { day, month, year })
}

/// The month of an English name, or of its beginning with at least three letters.
fn month(word: &str) -> Option<u32> {
    const MONTHS: &str = "january february march april may june july august september october \
        november december";
    let word = word.trim_end_matches('.');
    let mut months = (1..).zip(MONTHS.split(' '));
    let found = months.find(|(_, month)| word.len() >= 3 && month.starts_with(word));
    found.map(|(number, _)| number)
}

/// A day of a month with what people write after it: `24`, `24.`, `24th`.
fn ordinal(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    let ends = matches!(&word[digits.len()..], "" | "." | "st" | "nd" | "rd" | "th");
    short(digits).filter(|_| ends)
}

/// A number of one or two digits.
fn short(digits: &str) -> Option<u32> {
    let all = digits.bytes().all(|b| b.is_ascii_digit());
    (all && digits.len() <= 2).then(|| digits.parse().ok())?
}

/// A year of four digits.
fn year(digits: &str) -> Option<i32> {
    let all = digits.bytes().all(|b| b.is_ascii_digit());
    (all && digits.len() == 4).then(|| digits.parse().ok())?
}
