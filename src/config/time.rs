//! `[time]`: how often mail is looked for, what counts as an outage, the usual time of games, and leave.

use serde::{Deserialize, Deserializer};

use crate::time::leave::LeaveRules;
use crate::time::{DAY, Length, MINUTE, Terms};

/// The time of games that players agree on, if nothing is set.
const AMONG_PLAYERS: &str = "3d/move grace 2d";

/// `[time]`: looking for mail, outages, the usual time control, and leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TimeSettings {
    /// How often the server looks for mail.
    #[serde(deserialize_with = "length")]
    pub every: Length,
    /// A longer time without a look counts for nobody.
    #[serde(deserialize_with = "length")]
    pub outage_after: Length,
    /// The terms of games for which none are given; `None`: not set. The inner `None`: without clocks.
    #[serde(deserialize_with = "terms")]
    pub default: Option<Option<Terms>>,
    /// `[time.leave]`: how many days of leave a player has, and how they may be booked.
    pub leave: LeaveRules,
}

impl Default for TimeSettings {
    fn default() -> Self {
        Self {
            every: Length::of_seconds(5 * MINUTE),
            outage_after: Length::of_seconds(120 * MINUTE),
            default: None,
            leave: LeaveRules::default(),
        }
    }
}

impl TimeSettings {
    /// The terms of a game of the umpire's for which none are given; `None`: without clocks.
    pub fn of_umpire(&self) -> Option<Terms> {
        self.default.flatten()
    }

    /// The terms of a game that players agree on, if they say nothing of time. If nothing is set, such a game has clocks:
    /// there is no umpire who looks after it.
    pub fn of_players(&self) -> Option<Terms> {
        self.default
            .unwrap_or_else(|| Terms::read(AMONG_PLAYERS).unwrap_or_default())
    }

    /// # Errors
    /// A setting is out of its range.
    pub(super) fn check(&self) -> Result<(), String> {
        for (name, length, most) in [
            ("every", self.every, DAY),
            ("outage_after", self.outage_after, 30 * DAY),
        ] {
            if !(MINUTE..=most).contains(&length.seconds()) {
                let most = Length::of_seconds(most);
                return Err(format!(
                    "{name} is \"{length}\": write \"1m\" to \"{most}\""
                ));
            }
        }
        let leave = &self.leave;
        super::check_ranges(&[
            ("leave.days_a_year", leave.days_a_year.into(), 0, 366),
            ("leave.ahead", leave.ahead.into(), 1, 20),
            ("leave.shortest", leave.shortest.into(), 1, 30),
            ("leave.apart", leave.apart.into(), 0, 60),
        ])
    }
}

fn length<'de, D: Deserializer<'de>>(from: D) -> Result<Length, D::Error> {
    super::length(from, "\"5m\", \"2h\" or \"1d12h\"")
}

fn terms<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<Terms>>, D::Error> {
    let text = String::deserialize(from)?;
    Terms::read(&text).map(Some).map_err(|_| {
        serde::de::Error::custom(format!(
            "{text:?} is no time for a game: write \"none\", or terms like \"3d/move grace 2d\""
        ))
    })
}
