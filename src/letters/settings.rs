//! What a player has chosen, as it is stored with them. What renders a letter to them, or carries
//! out a mail of theirs, reads it.
//!
//! It is a JSON object. What is not known here, or has a value that is not known here, stays in it and has no effect:
//! another version of the program may have written it.

use std::collections::BTreeMap;

use chrono_tz::Tz;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::data::Mistake;
pub use crate::drawings::{Look, Pieces, Style};
use crate::rules::notation::PieceLetters;
use crate::status::Public;
use crate::time::{Digest, PlayerTimes, zones};

/// The settings of a player that have no column of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSettings(Map<String, Value>);

/// A rating that a later correction has moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingMoved {
    /// The list: a variant; empty: all games for two.
    pub list: String,
    /// In points, before.
    pub from: i64,
    /// In points, now.
    pub to: i64,
}

/// Where ratings are noted that have moved.
const MOVED: &str = "ratings-moved";
/// What was noted there last, with what had been counted before.
const ADDED: &str = "ratings-moved-last";

/// Where mistakes are noted.
const MISTAKES: &str = "mistakes";

/// How turns of xiangqi are written in letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// By points, with the other notation beside it in the news.
    #[default]
    Both,
    /// By points alone, such as `h3-e3`.
    Points,
    /// By files, as the World Xiangqi Federation writes them.
    Wxf,
}

impl Notation {
    /// A turn by points, with the other notation beside it if it is to be shown.
    pub fn write(self, canonical: &mut String, also: &mut Option<String>) {
        match (self, also.take()) {
            (Self::Both, other) => *also = other,
            (Self::Wxf, Some(other)) => *canonical = other,
            (Self::Points | Self::Wxf, _) => {}
        }
    }
}

impl PlayerSettings {
    /// As they are stored; nothing is chosen where they cannot be read.
    pub fn of_stored(text: Option<&str>) -> Self {
        let read = text.and_then(|text| serde_json::from_str(text).ok());
        Self(read.unwrap_or_default())
    }

    /// As they are stored; `None`: nothing is chosen.
    pub fn to_stored(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| Value::Object(self.0.clone()).to_string())
    }

    fn get<T: DeserializeOwned + Default>(&self, name: &str) -> T {
        let value = self.0.get(name).cloned();
        let read = value.and_then(|value| serde_json::from_value(value).ok());
        read.unwrap_or_default()
    }

    /// What is usual is not stored.
    fn put<T: Serialize + Default + PartialEq>(&mut self, name: &str, value: &T) {
        match serde_json::to_value(value) {
            Ok(stored) if *value != T::default() => self.0.insert(name.to_owned(), stored),
            _ => self.0.remove(name),
        };
    }

    /// What boards are made of.
    pub fn board(&self) -> Style {
        self.get("board")
    }

    /// Chooses what boards are made of; pictures, which are the default, are not stored.
    pub fn set_board(&mut self, style: Style) {
        self.put("board", &style);
    }

    /// What pieces have on them that have signs of Chinese characters.
    pub fn pieces(&self) -> Pieces {
        self.get("pieces")
    }

    /// Chooses what these pieces have on them.
    pub fn set_pieces(&mut self, pieces: Pieces) {
        self.put("pieces", &pieces);
    }

    /// How turns of xiangqi are written.
    pub fn notation(&self) -> Notation {
        self.get("notation")
    }

    /// Chooses how turns of xiangqi are written; it has no effect on other games.
    pub fn set_notation(&mut self, notation: Notation) {
        self.put("notation", &notation);
    }

    /// The letters with which the player writes the pieces of chess; `None`: those of the notation.
    pub fn letters(&self) -> Option<&'static PieceLetters> {
        PieceLetters::named(&self.get::<String>("letters"))
    }

    /// Chooses the letters of the pieces of chess; `None`: those of the notation again.
    pub fn set_letters(&mut self, letters: Option<&PieceLetters>) {
        let name = letters.map_or(String::new(), |letters| letters.name().to_owned());
        self.put("letters", &name);
    }

    /// Whether each letter explains the signs on the board.
    pub fn full_legend(&self) -> bool {
        self.get("full-legend")
    }

    /// Chooses whether each letter has the full legend; otherwise only the first letters about a
    /// variant do.
    pub fn set_full_legend(&mut self, full: bool) {
        self.put("full-legend", &full);
    }

    /// Whether boards are seen from the other side.
    pub fn flip(&self) -> bool {
        self.get("flip")
    }

    /// Chooses whether boards are seen from the other side.
    pub fn set_flip(&mut self, on: bool) {
        self.put("flip", &on);
    }

    /// Whether the player reads words of others, and sends words.
    pub fn chat(&self) -> bool {
        !self.get::<bool>("no-chat")
    }

    /// Chooses whether the player reads words of others and sends words; `true` is the default.
    pub fn set_chat(&mut self, on: bool) {
        self.put("no-chat", &!on);
    }

    /// Whether a turn is shown before it is played.
    pub fn confirm(&self) -> bool {
        self.get("confirm")
    }

    /// Chooses whether every turn is shown, and waits for a `yes`, before it is played.
    pub fn set_confirm(&mut self, on: bool) {
        self.put("confirm", &on);
    }

    /// Whether only full notation with the number of the turn plays.
    pub fn strict(&self) -> bool {
        self.get("strict")
    }

    /// Chooses whether only full notation with the number of the turn plays.
    pub fn set_strict(&mut self, on: bool) {
        self.put("strict", &on);
    }

    /// Whether the player gets a look back at each game that is over.
    pub fn review(&self) -> bool {
        self.get("review")
    }

    /// Chooses whether the player gets a look back at each game that is over.
    pub fn set_review(&mut self, on: bool) {
        self.put("review", &on);
    }

    /// How much of the player's games is shown on public pages; `None`: the player has not said it.
    pub fn public(&self) -> Option<Public> {
        self.get("public")
    }

    /// Chooses how much of the player's games is shown on public pages.
    pub fn set_public(&mut self, public: Option<Public>) {
        self.put("public", &public);
    }

    /// Whether the player may answer on pages of the server, too.
    pub fn web(&self) -> bool {
        self.get("web")
    }

    /// Chooses whether the player may answer on pages of the server.
    pub fn set_web(&mut self, on: bool) {
        self.put("web", &on);
    }

    /// When news of all games come in one letter; `None`: each at once.
    pub fn digest(&self) -> Option<Digest> {
        self.get("digest")
    }

    /// Chooses when news of all games come in one letter; `None`: each at once.
    pub fn set_digest(&mut self, digest: Option<Digest>) {
        self.put("digest", &digest);
    }

    /// Adds ratings that have moved since they were `counted`, of which the player has to hear. What was added last is not
    /// added once more: the player may have heard of it already when it is noted again after a crash.
    pub fn add_moved(&mut self, counted: &str, moved: &[RatingMoved]) {
        let added = (counted.to_owned(), moved.to_vec());
        if self.get::<(String, Vec<RatingMoved>)>(ADDED) == added {
            return;
        }
        self.put(ADDED, &added);
        let mut all = self.take_moved();
        for one in moved {
            match all.iter_mut().find(|known| known.list == one.list) {
                Some(known) => known.to = one.to,
                None => all.push(one.clone()),
            }
        }
        all.retain(|one| one.from != one.to);
        self.put(MOVED, &all);
    }

    /// Takes those of which the player has not heard yet.
    pub fn take_moved(&mut self) -> Vec<RatingMoved> {
        let all = self.get(MOVED);
        self.0.remove(MOVED);
        all
    }

    /// Which position of each lesson is open, from 0, by the id of the game; after the last one the lesson is done.
    pub fn lessons(&self) -> BTreeMap<String, usize> {
        self.get("lessons")
    }

    /// Notes which position of each lesson is open.
    pub fn set_lessons(&mut self, lessons: &BTreeMap<String, usize>) {
        self.put("lessons", lessons);
    }

    /// Mistakes of the player that the player has not solved yet.
    pub fn mistakes(&self) -> Vec<Mistake> {
        self.get(MISTAKES)
    }

    /// Notes them.
    pub fn set_mistakes(&mut self, mistakes: &Vec<Mistake>) {
        self.put(MISTAKES, mistakes);
    }

    /// Whether positions are said in words.
    pub fn spoken(&self) -> bool {
        self.get("spoken")
    }

    /// Chooses whether positions are said in words instead of drawn.
    pub fn set_spoken(&mut self, on: bool) {
        self.put("spoken", &on);
    }

    /// How boards are drawn.
    pub fn look(&self) -> Look {
        let style = match self.spoken() {
            true => Style::Spoken,
            false => self.board(),
        };
        let pieces = self.pieces();
        Look { style, pieces }
    }
}

/// The time zone of a player.
pub fn zone(times: &PlayerTimes) -> Tz {
    times.zone.as_deref().map_or(Tz::UTC, zones::stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_is_not_stored() {
        let mut settings = PlayerSettings::default();
        settings.set_flip(true);
        settings.set_chat(false);
        let stored = settings.to_stored();
        assert_eq!(stored.as_deref(), Some(r#"{"flip":true,"no-chat":true}"#));
        let mut read = PlayerSettings::of_stored(stored.as_deref());
        assert!(read.flip() && !read.chat() && !read.strict());
        read.set_flip(false);
        read.set_chat(true);
        assert_eq!(read.to_stored(), None);
    }

    #[test]
    fn what_is_not_known_here_stays_and_has_no_effect() {
        let stored = r#"{"board":"hologram","flip":"sideways","mood":[1,2],"strict":true}"#;
        let mut settings = PlayerSettings::of_stored(Some(stored));
        assert!(settings.strict() && !settings.flip());
        assert_eq!(settings.board(), Style::Picture);
        settings.set_strict(false);
        let kept = settings.to_stored().expect("the rest");
        assert_eq!(
            kept,
            r#"{"board":"hologram","flip":"sideways","mood":[1,2]}"#
        );
    }

    #[test]
    fn damaged_settings_are_none() {
        for stored in ["", "[]", "{", "7", "null"] {
            let settings = PlayerSettings::of_stored(Some(stored));
            assert_eq!(settings, PlayerSettings::default(), "{stored}");
        }
    }

    #[test]
    fn what_is_noted_once_more_after_a_crash_is_told_once() {
        let moved = |from, to| {
            let list = "chess".to_owned();
            vec![RatingMoved { list, from, to }]
        };
        let mut settings = PlayerSettings::default();
        settings.add_moved("2026-01 1 2026-02-08", &moved(1500, 1510));
        settings.add_moved("2026-01 1 2026-02-08", &moved(1500, 1510));
        assert_eq!(settings.take_moved(), moved(1500, 1510));
        // The player has heard of it, and the new ratings are not stored yet.
        settings.add_moved("2026-01 1 2026-02-08", &moved(1500, 1510));
        assert_eq!(settings.take_moved(), []);
        // What moves later is told, also back and forth on one day.
        settings.add_moved("2026-01 1 2026-02-09", &moved(1510, 1500));
        assert_eq!(settings.take_moved(), moved(1510, 1500));
        settings.add_moved("2026-01 1 2026-02-09", &moved(1500, 1510));
        assert_eq!(settings.take_moved(), moved(1500, 1510));
    }
}
