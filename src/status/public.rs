//! How much of a game may be shown on public pages.

use serde::{Deserialize, Serialize};

/// How much of the games of a player, or of an event, is shown on public pages. The less is shown, the smaller it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Public {
    /// Nothing.
    #[default]
    Off,
    /// Games that are over.
    Ended,
    /// While a game goes on, all but so many of the last turns; then the whole game.
    Delayed(u16),
    /// Whole games.
    On,
}

impl Public {
    /// The longest delay, in turns.
    pub const LONGEST: u16 = 100;

    /// The one of these words: `on`, `off`, `ended`, or `delayed 5` with a number from 1 to [`Public::LONGEST`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let first = words.next()?;
        let number = words.next();
        match (first, number, words.next()) {
            ("on" | "yes", None, None) => Some(Self::On),
            ("off" | "no", None, None) => Some(Self::Off),
            ("ended", None, None) => Some(Self::Ended),
            ("delayed", Some(number), None) => {
                let turns = number.parse().ok()?;
                (1..=Self::LONGEST)
                    .contains(&turns)
                    .then_some(Self::Delayed(turns))
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for Public {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Ended => f.write_str("ended"),
            Self::Delayed(turns) => write!(f, "delayed {turns}"),
            Self::On => f.write_str("on"),
        }
    }
}

impl TryFrom<String> for Public {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let known = Self::parse(&text);
        known.ok_or_else(|| format!("{text:?}: write \"on\", \"off\", \"ended\" or \"delayed 5\""))
    }
}

impl From<Public> for String {
    fn from(public: Public) -> Self {
        public.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for text in ["on", "off", "ended", "delayed 1", "delayed 100"] {
            let read = Public::parse(text).expect(text);
            assert_eq!(read.to_string(), text);
        }
        for text in [
            "",
            "delayed",
            "delayed 0",
            "delayed 101",
            "delayed 5 turns",
            "on on",
            "delayed -5",
        ] {
            assert_eq!(Public::parse(text), None, "{text}");
        }
    }
}
