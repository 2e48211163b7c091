//! The terms of a game: its time control and what was agreed besides.

use std::fmt;

use serde::Serialize;

use super::lengths::{DAY, HOUR, Length, MINUTE};

mod read;
#[cfg(test)]
pub(in crate::time) mod tests;

/// The most turns that a `N/D` control counts.
pub const MOST_TURNS: u32 = 1000;

/// How the clocks are wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// `3d/move`: the same time for each turn, nothing is saved up.
    PerMove {
        /// The time for each turn.
        length: Length,
    },
    /// `30d+1d/move max 40d`: a bank that grows with each turn.
    Bank {
        /// The bank at the beginning of the game.
        bank: Length,
        /// After each turn; may be none.
        increment: Length,
        /// The bank does not grow beyond it.
        max: Option<Length>,
    },
    /// `10/30d`: the same time again after each so many turns; what is left is kept.
    Turns {
        /// How many turns share the time; 1 to [`MOST_TURNS`].
        count: u32,
        /// For so many turns.
        length: Length,
    },
}

/// The terms of a game with clocks. They are read with [`Terms::read`]; what [`fmt::Display`] writes is
/// read as the same terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// How the clocks are wound.
    pub control: Control,
    /// A store for the whole game, used when the clock is at zero.
    pub grace: Option<Length>,
    /// No single turn may be charged more.
    pub turn_max: Option<Length>,
    /// Leave does not stop the clocks.
    pub no_leave: bool,
    /// Saturday and Sunday (UTC) are not charged.
    pub weekdays: bool,
}

/// A part of the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The length in `D/move`, the time for each turn.
    PerMove,
    /// The first D of `D+D/move`.
    Bank,
    /// The second D of `D+D/move`.
    Increment,
    /// The length in `max D`, to which the bank may grow.
    Max,
    /// The length in `N/D`, the time for each N turns.
    Turns,
    /// The length in `grace D`, which is for the whole game.
    Grace,
    /// The length in `turn max D`, the most that is charged for a turn.
    TurnMax,
    /// `no leave`: leave does not stop the clocks.
    NoLeave,
    /// `weekdays`: Saturday and Sunday are not charged.
    Weekdays,
}

/// Why a text is not accepted as terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermsError {
    /// What was understood: the beginning of the text, up to the fault and with it.
    pub read: String,
    /// The first fault, at the end of what was read.
    pub fault: TermsFault,
}

/// What is wrong with terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TermsFault {
    /// The text begins with no time control, such as `3d/move`.
    NoControl,
    /// A length is expected, and something else is there; nothing, if the text is empty.
    NoLength {
        /// For what the length is.
        part: Part,
        /// What is there instead, as typed.
        found: String,
    },
    /// A word that means nothing, or nothing at its place.
    Unknown {
        /// The word as typed.
        word: String,
    },
    /// A length of no time.
    Zero {
        /// The part of the terms that has it.
        part: Part,
    },
    /// A length of more than ten years.
    TooLong {
        /// The part of the terms that has it.
        part: Part,
    },
    /// N of `N/D` is 0 or larger than [`MOST_TURNS`].
    Count {
        /// The largest that is accepted.
        most: u32,
    },
    /// `max` is below the bank.
    MaxBelowBank {
        /// The bank at the beginning.
        bank: Length,
        /// What it may grow to.
        max: Length,
    },
    /// `max` is used with a control that is not `D+D/move`.
    MaxWithoutBank,
    /// A part is there twice.
    Twice {
        /// The part that is repeated.
        part: Part,
    },
}

impl Terms {
    /// Terms with nothing but a control.
    pub const fn new(control: Control) -> Self {
        Self {
            control,
            grace: None,
            turn_max: None,
            no_leave: false,
            weekdays: false,
        }
    }

    /// The terms that `text` says; `None`: it says `none`, a game without clocks.
    ///
    /// Any case is read, and blanks and commas between the parts, which may be in any order after
    /// the control.
    ///
    /// # Errors
    ///
    /// What was understood, and what is wrong with it.
    pub fn read(text: &str) -> Result<Option<Self>, TermsError> {
        if text.trim().eq_ignore_ascii_case("none") {
            return Ok(None);
        }
        read::terms(text).map(Some)
    }

    /// What [`Self::read`] reads: the terms, or `none`.
    pub fn written(terms: Option<&Self>) -> String {
        terms.map_or_else(|| "none".to_owned(), ToString::to_string)
    }

    /// Whether there is less than 12 hours for a turn: D of `D/move`, D/N of `N/D`, the bank of a bank,
    /// or `turn max`.
    pub fn is_fast(&self) -> bool {
        let turn = match self.control {
            Control::PerMove { length } => length.seconds(),
            Control::Bank { bank, .. } => bank.seconds(),
            Control::Turns { count, length } => length.seconds() / i64::from(count.max(1)),
        };
        let most = self.turn_max.map_or(turn, Length::seconds);
        turn.min(most) < 12 * HOUR
    }

    /// The same terms with half the time, for games that are to be over sooner; the terms themselves where that would leave less
    /// than 12 hours for a turn.
    #[must_use]
    pub fn halved(self) -> Self {
        let half = |length: Length| Length::of_seconds(length.seconds() / 2 / MINUTE * MINUTE);
        let control = match self.control {
            Control::PerMove { length } => Control::PerMove {
                length: half(length),
            },
            Control::Bank {
                bank,
                increment,
                max,
            } => Control::Bank {
                bank: half(bank),
                increment: half(increment),
                max: max.map(half),
            },
            Control::Turns { count, length } => Control::Turns {
                count,
                length: half(length),
            },
        };
        let halved = Self {
            control,
            grace: self.grace.map(half).filter(|grace| !grace.is_zero()),
            turn_max: self.turn_max.map(half),
            ..self
        };
        match halved.is_fast() {
            true => self,
            false => halved,
        }
    }

    /// One turn's time: D of `D/move`; the increment of a bank or D/N of `N/D`, but at least a day.
    pub fn one_turn(&self) -> Length {
        Length::of_seconds(match self.control {
            Control::PerMove { length } => length.seconds(),
            Control::Bank { increment, .. } => increment.seconds().max(DAY),
            Control::Turns { count, length } => {
                (length.seconds() / i64::from(count.max(1))).max(DAY)
            }
        })
    }

    /// What a clock may not hold more than.
    pub const fn max(&self) -> Option<Length> {
        match self.control {
            Control::Bank { max, .. } => max,
            Control::PerMove { .. } | Control::Turns { .. } => None,
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PerMove { length } => write!(f, "{length}/move"),
            Self::Bank {
                bank,
                increment,
                max,
            } => {
                write!(f, "{bank}+{increment}/move")?;
                max.map_or(Ok(()), |max| write!(f, " max {max}"))
            }
            Self::Turns { count, length } => write!(f, "{count}/{length}"),
        }
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.control)?;
        if let Some(grace) = self.grace {
            write!(f, " grace {grace}")?;
        }
        if let Some(most) = self.turn_max {
            write!(f, " turn max {most}")?;
        }
        if self.no_leave {
            f.write_str(" no leave")?;
        }
        if self.weekdays {
            f.write_str(" weekdays")?;
        }
        Ok(())
    }
}
