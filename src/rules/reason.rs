//! Reasons as data: what a game has to say of a turn, without words. [`crate::words`] has the words.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A reason: a code, under which `templates/<language>/reasons/` has the sentence, and what stands
/// in the sentence's places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The name of the sentence, such as `way-blocked`.
    pub code: Cow<'static, str>,
    /// Values by name, in the order in which they were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<(Cow<'static, str>, Arg)>,
}

/// What stands in one place of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arg {
    /// Something that is the same in all languages: a square, a turn, what a player typed.
    Text(String),
    /// A number.
    Number(i64),
    /// A name that languages may have a word for: of a piece (`knight`) or a seat (`White`).
    Name(String),
    /// Several, for sentences that list them.
    List(Vec<Arg>),
    /// A part of a sentence that is a reason itself.
    Reason(Box<Reason>),
}

impl Reason {
    /// A reason without values.
    #[must_use]
    pub const fn new(code: &'static str) -> Self {
        Self {
            code: Cow::Borrowed(code),
            args: Vec::new(),
        }
    }

    /// With a value.
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

    /// With the name of a piece or seat.
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

impl From<Vec<Arg>> for Arg {
    fn from(all: Vec<Arg>) -> Self {
        Self::List(all)
    }
}

impl FromIterator<Arg> for Arg {
    fn from_iter<I: IntoIterator<Item = Arg>>(all: I) -> Self {
        Self::List(all.into_iter().collect())
    }
}
