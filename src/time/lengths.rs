//! Lengths of time as players write them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A minute, in seconds.
pub const MINUTE: i64 = 60;
/// An hour, in seconds.
pub const HOUR: i64 = 60 * MINUTE;
/// A day, in seconds; always 24 hours.
pub const DAY: i64 = 24 * HOUR;
/// The longest length that is read: 10 years.
pub const LONGEST: i64 = 3650 * DAY;

/// A length of time in whole seconds, never negative.
///
/// It is read from `1d12h`, `90m` or `2 days`, in any case, and written as `1d12h`, without the
/// seconds of an unfinished minute.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Length(i64);

/// Why a text is not a length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LengthError {
    /// It is not made of numbers with units, each unit once.
    #[error("not a length of time: {0}")]
    Unreadable(String),
    /// It is longer than [`LONGEST`].
    #[error("longer than ten years: {0}")]
    TooLong(String),
}

/// The unit that a word means, in seconds: `d`, `days`, `h`, `min` and so on, in lower case.
pub(super) fn unit(word: &str) -> Option<i64> {
    match word {
        "d" | "day" | "days" => Some(DAY),
        "h" | "hour" | "hours" => Some(HOUR),
        "m" | "min" | "mins" | "minute" | "minutes" => Some(MINUTE),
        _ => None,
    }
}

impl Length {
    /// A length of `seconds`; of none, where they are negative.
    pub const fn of_seconds(seconds: i64) -> Self {
        Self(if seconds < 0 { 0 } else { seconds })
    }

    /// The whole length in seconds; never negative.
    pub const fn seconds(self) -> i64 {
        self.0
    }

    /// Whether it is no time at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// Adds up numbers and units as they are read, each unit once.
#[derive(Default)]
pub(super) struct Sum {
    seconds: i64,
    units: Vec<i64>,
}

impl Sum {
    /// Adds `number` of `unit`; false if the unit was there before.
    pub(super) fn add(&mut self, number: i64, unit: i64) -> bool {
        let fresh = !self.units.contains(&unit);
        self.units.push(unit);
        self.seconds = self.seconds.saturating_add(number.saturating_mul(unit));
        fresh
    }

    /// The length, unless it is longer than [`LONGEST`].
    pub(super) fn length(&self) -> Option<Length> {
        (self.seconds <= LONGEST).then_some(Length(self.seconds))
    }
}

/// The number that `digits` write; a larger one than `i64` holds is as good as its largest.
pub(super) fn number(digits: &str) -> i64 {
    digits.parse().unwrap_or(i64::MAX)
}

impl FromStr for Length {
    type Err = LengthError;

    /// # Errors
    ///
    /// [`LengthError::Unreadable`] for other texts, also for a unit that is there twice, and
    /// [`LengthError::TooLong`] for lengths above [`LONGEST`].
    fn from_str(text: &str) -> Result<Self, LengthError> {
        let unreadable = || LengthError::Unreadable(text.to_owned());
        let lower = text.trim().to_ascii_lowercase();
        let mut rest = lower.as_str();
        let mut sum = Sum::default();
        while !rest.is_empty() {
            let (digits, after) = split(rest, |c| c.is_ascii_digit());
            let (word, after) = split(after, |c| c.is_ascii_alphabetic());
            let unit = unit(word).ok_or_else(unreadable)?;
            if digits.is_empty() || !sum.add(number(digits), unit) {
                return Err(unreadable());
            }
            rest = after;
        }
        if sum.units.is_empty() {
            return Err(unreadable());
        }
        let too_long = || LengthError::TooLong(text.to_owned());
        sum.length().ok_or_else(too_long)
    }
}

/// The beginning of `text` that is of `wanted` letters, and what follows it, both without blanks
/// around them.
fn split(text: &str, wanted: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c| !wanted(c)).unwrap_or(text.len());
    let (found, rest) = text.split_at(end);
    (found, rest.trim_start())
}

impl TryFrom<String> for Length {
    type Error = LengthError;

    fn try_from(text: String) -> Result<Self, LengthError> {
        text.parse()
    }
}

impl From<Length> for String {
    fn from(length: Length) -> Self {
        length.to_string()
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < MINUTE {
            return f.write_str("0m");
        }
        let mut rest = self.0;
        for (unit, letter) in [(DAY, 'd'), (HOUR, 'h'), (MINUTE, 'm')] {
            let number = rest / unit;
            rest %= unit;
            if number > 0 {
                write!(f, "{number}{letter}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lengths_are_read() {
        for (text, seconds) in [
            ("3d", 3 * DAY),
            ("1d12h", DAY + 12 * HOUR),
            (" 1D 12 h ", DAY + 12 * HOUR),
            ("90m", 90 * MINUTE),
            ("2 days 3 hours", 2 * DAY + 3 * HOUR),
            ("0m", 0),
            ("3650d", LONGEST),
        ] {
            assert_eq!(text.parse(), Ok(Length(seconds)), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "3", "d", "1.5d", "-1d", "1d1d", "3w", "1d,2h", "d3", "٣d", "3dü",
        ] {
            let error = Err(LengthError::Unreadable(text.to_owned()));
            assert_eq!(text.parse::<Length>(), error);
        }
        for text in ["3651d", "3650d1m", "99999999999999999999h"] {
            let error = Err(LengthError::TooLong(text.to_owned()));
            assert_eq!(text.parse::<Length>(), error);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(minutes in 0..=LONGEST / MINUTE) {
            let length = Length(minutes * MINUTE);
            prop_assert_eq!(length.to_string().parse(), Ok(length));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,20}") {
            if let Ok(length) = text.parse::<Length>() {
                prop_assert!((0..=LONGEST).contains(&length.seconds()));
            }
        }
    }
}
