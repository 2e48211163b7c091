//! Rows of ratings.

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, PlayerId};

/// What counts of a rated game that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RatedRow {
    /// The game.
    pub game: GameId,
    /// The id of its variant.
    pub variant: String,
    /// By which its section is known, in hexadecimal, if it comes from a file.
    pub section: Option<String>,
    /// What counts, as JSON.
    pub end: String,
    /// When the last event was written by which a game may end.
    pub ended_at: String,
    /// The account of that event, as JSON, if a flag has ended the game.
    pub account: Option<String>,
    /// Who has the seats, in playing order.
    pub players: Vec<PlayerId>,
}

/// The rating of a player in a list after a month in which they have played there.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RatingRow {
    /// The list: a variant; empty: all games for two.
    pub list: String,
    /// Whose rating it is.
    pub player: PlayerId,
    /// The month: `2026-11`.
    pub month: String,
    /// In hundredths of a point.
    pub rating: i64,
    /// The rating deviation, in hundredths of a point.
    pub deviation: i64,
    /// The volatility, in millionths.
    pub volatility: i64,
    /// How many games were counted in this list up to then.
    pub games: u32,
    /// Against how many others.
    pub opponents: u32,
    /// Whether they are games for two.
    pub of_two: bool,
}

impl RatingRow {
    fn key(&self) -> (&str, PlayerId, &str) {
        (&self.list, self.player, &self.month)
    }
}

/// What has to be done so that some rows are stored and no others; each in the order of lists, players and months.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RatingChanges<'a> {
    /// What is stored and is to be deleted.
    pub gone: Vec<&'a RatingRow>,
    /// What is stored with other values.
    pub changed: Vec<&'a RatingRow>,
    /// What is not stored.
    pub new: Vec<&'a RatingRow>,
}

impl RatingChanges<'_> {
    /// Whether there is nothing to be done.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.changed.is_empty() && self.new.is_empty()
    }
}

/// What has to be done so that these rows are stored and no others.
#[must_use]
pub fn rating_changes<'a>(stored: &'a [RatingRow], wanted: &'a [RatingRow]) -> RatingChanges<'a> {
    let in_order = |rows: &'a [RatingRow]| {
        let mut rows: Vec<&RatingRow> = rows.iter().collect();
        rows.sort();
        rows
    };
    let mut changes = RatingChanges::default();
    let mut stored = in_order(stored).into_iter().peekable();
    for row in in_order(wanted) {
        while let Some(known) = stored.next_if(|known| known.key() < row.key()) {
            changes.gone.push(known);
        }
        match stored.next_if(|known| known.key() == row.key()) {
            None => changes.new.push(row),
            Some(known) if known != row => changes.changed.push(row),
            Some(_) => {}
        }
    }
    changes.gone.extend(stored);
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written_or_deleted() {
        let row = |player, month: &str, rating| RatingRow {
            player: PlayerId(player),
            month: month.to_owned(),
            rating,
            ..RatingRow::default()
        };
        let stored = [
            row(1, "2026-01", 5),
            row(1, "2026-02", 5),
            row(2, "2026-01", 5),
            row(4, "2026-01", 5),
        ];
        let wanted = [
            row(1, "2026-01", 5),
            row(2, "2026-01", 6),
            row(3, "2026-01", 7),
        ];
        let changes = rating_changes(&stored, &wanted);
        assert_eq!(changes.gone, [&stored[1], &stored[3]]);
        assert_eq!(changes.changed, [&wanted[1]]);
        assert_eq!(changes.new, [&wanted[2]]);
        assert_eq!(rating_changes(&stored, &stored), RatingChanges::default());
    }
}
