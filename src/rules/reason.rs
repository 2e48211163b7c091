//! Reasons as data: what a game has to say of a turn, without words. [`crate::words`] has the words.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A reason: a code, under which `templates/<language>/reasons/` has the sentence, and the values
/// for the sentence's places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The name of the sentence, such as `way-blocked`.
    pub code: Cow<'static, str>,
    /// Values by name, in the order in which they were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<(Cow<'static, str>, Arg)>,
}

/// What is filled in at one place of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arg {
    /// Something that is the same in all languages: a square, a turn, what a player typed.
    Text(String),
    /// A number; the sentence may have a plural form for it.
    Number(i64),
    /// A name that languages may have a word for: of a piece (`knight`), a seat (`White`), or an end
    /// of a game (`move rule`).
    Name(String),
    /// What a game by file says of itself, in English; languages may have a text of their own for that game.
    Said {
        /// The name of the game.
        of: String,
        /// The English text.
        text: String,
        /// Only the first sentence is said, if it has at most so many bytes.
        first: Option<usize>,
    },
    /// Several, for sentences that list them.
    List(Vec<Arg>),
    /// A part of a sentence that is a reason itself.
    Reason(Box<Reason>),
}

impl Reason {
    /// A reason without values.
    pub const fn new(code: &'static str) -> Self {
        Self {
            code: Cow::Borrowed(code),
            args: Vec::new(),
        }
    }

    /// The same reason with a value for the place `name` of its sentence.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.push((Cow::Borrowed(name), arg.into()));
        self
    }

    /// With a text that is the same in all languages.
    #[must_use]
    pub fn text(self, name: &'static str, text: impl ToString) -> Self {
        self.with(name, Arg::Text(text.to_string()))
    }

    /// With a number, such as a count.
    #[must_use]
    pub fn number(self, name: &'static str, number: impl TryInto<i64>) -> Self {
        self.with(name, number.try_into().unwrap_or(i64::MAX))
    }

    /// With texts that the sentence lists.
    #[must_use]
    pub fn list<T: ToString>(self, name: &'static str, texts: impl IntoIterator<Item = T>) -> Self {
        let texts = texts.into_iter().map(|text| Arg::Text(text.to_string()));
        self.with(name, texts.collect::<Arg>())
    }

    /// With a name that languages may have a word for.
    #[must_use]
    pub fn name(self, name: &'static str, named: &str) -> Self {
        self.with(name, Arg::Name(named.to_owned()))
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<Reason> for Arg {
    fn from(reason: Reason) -> Self {
        Self::Reason(Box::new(reason))
    }
}

impl FromIterator<Arg> for Arg {
    fn from_iter<I: IntoIterator<Item = Arg>>(all: I) -> Self {
        Self::List(all.into_iter().collect())
    }
}

/// The code and the values, for logs: `way-blocked(from: a1, at: a2)`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let args = self.args.iter().map(|(name, arg)| format!("{name}: {arg}"));
        match args.collect::<Vec<_>>().join(", ").as_str() {
            "" => f.write_str(&self.code),
            args => write!(f, "{}({args})", self.code),
        }
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Name(text) | Self::Said { text, .. } => f.write_str(text),
            Self::Number(number) => number.fmt(f),
            Self::Reason(reason) => reason.fmt(f),
            Self::List(all) => {
                let all: Vec<String> = all.iter().map(Self::to_string).collect();
                f.write_str(&all.join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_show_code_and_values() {
        let by = Reason::new("piece-on")
            .name("piece", "rook")
            .text("at", "a2");
        let reason = Reason::new("way-blocked")
            .list("squares", ["a1", "b1"])
            .number("count", 2_u8)
            .with("by", by);
        let shown = "way-blocked(squares: a1 b1, count: 2, by: piece-on(piece: rook, at: a2))";
        assert_eq!(reason.to_string(), shown);
        assert_eq!(Reason::new("edge").to_string(), "edge");
    }

    #[test]
    fn reasons_are_kept_as_json() {
        let part = Reason::new("edge").name("side", "White").number("count", 3);
        let reason = Reason::new("a").with("by", part).list("all", ["x"]);
        let text = serde_json::to_string(&reason).expect("JSON");
        assert_eq!(serde_json::from_str::<Reason>(&text).expect("read"), reason);
    }
}
