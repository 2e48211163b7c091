//! `[events]`: how many games of events a player may have; `[[titles]]`: titles of players who have won events.

use serde::Deserialize;

/// `[events]`: limits on events of several games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EventSettings {
    /// Games of events that a player may have at a time: who would have more cannot enter another one by mail.
    pub games: i64,
}

/// `[[titles]]`: a title of players who have won events.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Title {
    /// Its name, such as `Master`.
    pub name: String,
    /// So many events have to be won; a first place that is shared counts.
    pub wins: usize,
    /// Only events of this category count; `None`: all.
    pub category: Option<String>,
}

impl Title {
    /// # Errors
    /// It cannot be had, or cannot be written.
    pub(super) fn check(&self) -> Result<(), String> {
        let plain = |c: char| c.is_alphanumeric() || " -'.".contains(c);
        if self.name.trim().is_empty() || self.name.chars().count() > 30 {
            return Err("name has 1 to 30 characters".to_owned());
        }
        if !self.name.chars().all(plain) {
            return Err("name has letters, digits, blanks, hyphens and dots".to_owned());
        }
        super::check_ranges(&[(
            "wins",
            i64::try_from(self.wins).unwrap_or(i64::MAX),
            1,
            1_000,
        )])
    }
}

impl Default for EventSettings {
    fn default() -> Self {
        Self { games: 40 }
    }
}

impl EventSettings {
    /// # Errors
    /// A setting is out of its range.
    pub(super) fn check(&self) -> Result<(), String> {
        super::check_ranges(&[("games", self.games, 0, 1_000)])
    }
}
