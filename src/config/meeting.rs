//! `[meeting]`: how many games, challenges and seeks a player may have.

use serde::{Deserialize, Deserializer};

use crate::time::{DAY, Length};

/// `[meeting]`: limits on what a player may have open or send to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeetingSettings {
    /// Games that a player may play at a time; more are not begun.
    pub running: i64,
    /// Open challenges that a player may have made.
    pub challenges: i64,
    /// Open seeks that a player may have made.
    pub seeks: i64,
    /// Open challenges of a player to mail addresses.
    pub invitations: i64,
    /// Days for which a player has to be a member before they may write to mail addresses.
    pub invite_after_days: i64,
    /// Challenges, counters, withdrawals and messages of a player to one person in a day.
    pub letters_to_one: i64,
    /// The same to all in a day.
    pub letters: i64,
    /// For how long a challenge or a seek is open, if it does not say.
    #[serde(deserialize_with = "length")]
    pub expires: Length,
}

impl Default for MeetingSettings {
    fn default() -> Self {
        Self {
            running: 50,
            challenges: 10,
            seeks: 5,
            invitations: 3,
            invite_after_days: 7,
            letters_to_one: 5,
            letters: 20,
            expires: Length::of_seconds(14 * DAY),
        }
    }
}

impl MeetingSettings {
    /// # Errors
    /// A setting is out of its range.
    pub(super) fn check(&self) -> Result<(), String> {
        super::check_ranges(&[
            ("running", self.running, 0, 10_000),
            ("challenges", self.challenges, 0, 100),
            ("seeks", self.seeks, 0, 100),
            ("invitations", self.invitations, 0, 100),
            ("invite_after_days", self.invite_after_days, 0, 3650),
            ("letters_to_one", self.letters_to_one, 0, 1000),
            ("letters", self.letters, 0, 1000),
        ])?;
        let expires = self.expires;
        if !(DAY..=60 * DAY).contains(&expires.seconds()) {
            return Err(format!("expires is \"{expires}\": write \"1d\" to \"60d\""));
        }
        Ok(())
    }
}

fn length<'de, D: Deserializer<'de>>(from: D) -> Result<Length, D::Error> {
    super::length(from, "\"14d\"")
}
