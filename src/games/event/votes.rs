//! What adjudicators of an event have said about a game.

use serde::{Deserialize, Serialize};

/// How many votes of adjudicators there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Votes {
    /// How many say exactly what the result is.
    pub same: usize,
    /// How many there are.
    pub cast: usize,
}

impl Votes {
    /// Whether all who decide a game agree, so that it counts for ratings.
    #[must_use]
    pub fn agree(self) -> bool {
        self.cast >= 3 && self.same == self.cast
    }

    /// As in the log, behind the result: `|2/3`. No result has such a bar.
    pub(super) fn written(self) -> String {
        format!("|{}/{}", self.same, self.cast)
    }

    /// A result of the log, and the votes behind it.
    pub(super) fn split(text: &str) -> (&str, Option<Self>) {
        let read = text.split_once('|').and_then(|(result, votes)| {
            let (same, cast) = votes.split_once('/')?;
            let votes = Self {
                same: same.parse().ok()?,
                cast: cast.parse().ok()?,
            };
            Some((result, Some(votes)))
        });
        read.unwrap_or((text, None))
    }
}
