//! `[partner]`: the program that members can challenge (`docs/partner.md`).

use serde::Deserialize;

/// `[partner]`: the program that members can challenge.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PartnerSettings {
    /// Whether it can be challenged. Games that it plays already go on.
    pub enabled: bool,
    /// By which name it is challenged; as a player it has the word `program` and its level behind it.
    pub name: String,
    /// Whether its games may be rated.
    pub rated: bool,
    /// Running games against it that a player may have.
    pub games: i64,
    /// Minutes in a day for which it thinks about the games of a player; beyond, it plays at level 1.
    pub minutes: i64,
    /// Whether it looks back at games that are over, for players who want that.
    pub reviews: bool,
}

impl PartnerSettings {
    /// The word by which it is challenged, if it can be.
    pub fn word(&self) -> Option<String> {
        self.enabled.then(|| self.name.to_lowercase())
    }
}

impl Default for PartnerSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            name: "Partner".to_owned(),
            rated: false,
            games: 3,
            minutes: 10,
            reviews: true,
        }
    }
}

impl PartnerSettings {
    /// # Errors
    /// It cannot have this name, or a setting is out of its range.
    pub(super) fn check(&self) -> Result<(), String> {
        check_name(&self.name)?;
        super::check_ranges(&[
            ("games", self.games, 1, 100),
            ("minutes", self.minutes, 0, 1_440),
        ])
    }
}

/// # Errors
/// A program that plays cannot have this name.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let count = name.chars().count();
    match (2..=20).contains(&count) && name.chars().all(char::is_alphabetic) {
        true => Ok(()),
        false => Err(format!("name is {name:?}: write 2 to 20 letters")),
    }
}
