//! What a game is to be played by.

use serde::{Deserialize, Serialize};

use crate::rules::outcome::SetupError;
use crate::rules::variant::{Options, Variant};
use crate::time;
use crate::variants::{Games, by_file};

/// What a game is to be played by, except who has which seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTerms {
    /// The id of the variant, such as `hans38`; one that is not known here cannot be begun.
    pub variant: String,
    /// Options that are not the usual ones.
    #[serde(default, skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// The start position, if it is not that of the variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The terms of time, as [`time::Terms::written`] writes them.
    pub time: String,
    /// Whether the game is in no public list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// Whether the game is rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Of a game by file: the beginning of the SHA-256 of its section with those that it takes over from. Nobody agrees
    /// to another game of the same name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

impl GameTerms {
    /// Terms of a public game without ratings that can be begun: with the options that are not the usual ones, and the position as the game
    /// writes it.
    ///
    /// # Errors
    /// The variant does not take these options or this position.
    pub fn checked(
        variant: &dyn Variant,
        mut options: Options,
        position: Option<&str>,
        time: Option<&time::Terms>,
    ) -> Result<Self, SetupError> {
        let usual = |key: &str, value: &str| {
            let mut specs = variant.options().iter();
            specs.any(|spec| spec.key == key && spec.default.eq_ignore_ascii_case(value))
        };
        // What is to be drawn is drawn when the game begins: here any draw will do.
        let settled = match position {
            Some(_) => options.clone(),
            None => variant.settle(&options, &mut |_| 0)?,
        };
        let start = variant.start(&settled, position)?;
        options.retain(|key, value| !usual(key, value));
        Ok(Self {
            variant: variant.id().to_owned(),
            options,
            position: position.map(|_| start.position()),
            time: time::Terms::written(time),
            private: false,
            rated: false,
            section: variant
                .credits()
                .map(|file| by_file::section_hash(file.section)),
        })
    }

    /// The variant; `None`: it is not among these games any more.
    pub fn variant<'a>(&self, games: &'a Games) -> Option<&'a dyn Variant> {
        games.find(&self.variant)
    }

    /// As it is stored. It cannot fail: every key is a string.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads stored terms.
    ///
    /// # Errors
    /// They are of a form that is not known here.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// The line that says these terms: `head` is what comes before the variant, such as
    /// `challenge Boris`, and `seat` that of the player who writes it; `None`: by lot.
    /// [`super::line::read`] reads it as the same terms.
    pub fn line(&self, head: &str, seat: Option<&str>) -> String {
        let mut words = vec![head.to_owned(), self.variant.clone()];
        words.push(seat.map_or_else(|| "random".to_owned(), |seat| format!("as {seat}")));
        words.push(format!("time {}", self.time));
        let options = self.options.iter();
        words.extend(options.map(|(key, value)| format!("{key}={value}")));
        if self.rated {
            words.push("rated".to_owned());
        }
        if self.private {
            words.push("private".to_owned());
        }
        if let Some(position) = &self.position {
            words.push(format!("from {position}"));
        }
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }
}
