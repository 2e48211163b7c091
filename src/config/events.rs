//! `[events]`: how many games of events a player may have.

use serde::Deserialize;

/// `[events]`: limits on events of several games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EventSettings {
    /// Games of events that a player may have at a time: who would have more cannot enter another one by mail.
    pub games: i64,
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
