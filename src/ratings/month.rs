//! Months, by which ratings are counted.

use std::fmt;

/// A month in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(i32);

impl Month {
    /// Earlier than any that is counted.
    pub const FIRST: Self = Self(0);
    /// The day of the next month on which a month is counted, so that late turns and flags that were forgiven are in it.
    pub const COUNTED: u32 = 8;

    /// The month of a time in RFC 3339, or of a month as it is shown: `2026-11`.
    #[must_use]
    pub fn of(time: &str) -> Option<Self> {
        let year: i32 = time.get(..4)?.parse().ok()?;
        let month: i32 = time.get(5..7)?.parse().ok()?;
        let is_month = time.get(4..5) == Some("-") && (1..=12).contains(&month);
        is_month.then_some(Self(year * 12 + month - 1))
    }

    /// The month that is so many months later.
    #[must_use]
    pub const fn after(self, months: i32) -> Self {
        Self(self.0 + months)
    }

    /// How many months it is after another one.
    #[must_use]
    pub const fn since(self, other: Self) -> i32 {
        self.0 - other.0
    }

    /// The quarter of the year that it is in, as a number that grows from quarter to quarter.
    #[must_use]
    pub const fn quarter(self) -> i32 {
        self.0.div_euclid(3)
    }

    /// The day on which it is counted: `2026-12-08`.
    #[must_use]
    pub fn counted_on(self) -> String {
        format!("{}-{:02}", self.after(1), Self::COUNTED)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month) = (self.0.div_euclid(12), self.0.rem_euclid(12) + 1);
        write!(f, "{year:04}-{month:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_counted_on_the_eighth_of_the_next_one() {
        let december = Month::of("2026-12-31T23:59:59Z").expect("a month");
        assert_eq!(december.to_string(), "2026-12");
        assert_eq!(december.counted_on(), "2027-01-08");
        assert_eq!(december.after(2).since(december), 2);
        let quarters = [-2, -1, 0, 1].map(|months| december.after(months).quarter());
        assert_eq!(quarters.map(|one| one - quarters[0]), [0, 0, 0, 1]);
        assert_eq!(Month::of(&december.to_string()), Some(december));
        assert!([Month::of(""), Month::of("2026-13"), Month::of("2026/11")] == [None; 3]);
    }
}
