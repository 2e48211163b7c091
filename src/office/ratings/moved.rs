//! Ratings that a later correction has moved: their players hear of it in their next letter about a game.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::ids::PlayerId;
use crate::letters::{Notice, PlayerSettings, RatingMoved};
use crate::ratings::{METHOD, Rating};
use crate::store::{LetterKind, PlayerChange, RatingRow, SeatRow, Store};

use crate::office::close::letters::SeatLetter;
use crate::office::{Draft, Office};

/// What moves by more than this, in hundredths of a point, is told.
const TOLD: i64 = 500;
/// So many players are noted in one decision.
const PORTION: usize = 16;

/// The players of whom a rating differs from before in a month that was counted then; `counted`: what was noted about that.
pub(super) fn moved(
    before: &[RatingRow],
    now: &[RatingRow],
    counted: Option<&str>,
) -> Vec<(PlayerId, Vec<RatingMoved>)> {
    let mut words = counted.unwrap_or_default().split(' ');
    let (Some(until), Some(method)) = (words.next(), words.next()) else {
        return Vec::new();
    };
    // What another method makes of the same results is no correction.
    if method != METHOD.to_string() {
        return Vec::new();
    }
    // Rows of a player in a list are in the order of months.
    let newest = |rows| {
        let rows: std::slice::Iter<'_, RatingRow> = rows;
        let known = rows.filter(|row| row.month.as_str() <= until);
        known
            .map(|row| ((row.list.as_str(), row.player), row.rating))
            .collect::<BTreeMap<_, _>>()
    };
    let (before, now) = (newest(before.iter()), newest(now.iter()));
    let mut all: BTreeMap<PlayerId, Vec<RatingMoved>> = BTreeMap::new();
    for ((list, player), rating) in before {
        let other = now.get(&(list, player)).copied();
        if let Some(other) = other.filter(|other| (other - rating).abs() > TOLD) {
            all.entry(player).or_default().push(RatingMoved {
                list: list.to_owned(),
                from: Rating::points_of(rating),
                to: Rating::points_of(other),
            });
        }
    }
    all.into_iter().collect()
}

impl Office {
    /// Notes with players which of their ratings have moved; `counted`: what was noted about the ratings before. Until the new
    /// ones are stored this may be done again, and they still hear of it once.
    pub(super) fn note_moved(
        &mut self,
        store: &mut dyn Store,
        counted: Option<&str>,
        moved: &[(PlayerId, Vec<RatingMoved>)],
    ) -> Result<()> {
        for portion in moved.chunks(PORTION) {
            self.decided(store, |draft| {
                for (player, moved) in portion {
                    let row = draft.store.player(*player)?;
                    if let Some(row) = row.filter(|row| row.membership.is_member()) {
                        let mut settings = PlayerSettings::of_stored(row.settings.as_deref());
                        settings.add_moved(counted.unwrap_or_default(), moved);
                        draft.set_settings(row.id, &settings);
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

impl Draft<'_> {
    /// Lets a letter tell its reader which of their ratings have moved, once.
    pub(in crate::office) fn tell_moved(&mut self, reader: &SeatRow, letter: &mut SeatLetter) {
        let mut changes = self.decision.players.iter().rev();
        let changed = changes.find_map(|change| match change {
            PlayerChange::Settings(player, text) if *player == reader.player => Some(text),
            _ => None,
        });
        let stored = changed.unwrap_or(&reader.settings);
        let mut settings = PlayerSettings::of_stored(stored.as_deref());
        let moved = settings.take_moved();
        if moved.is_empty() {
            return;
        }
        let name = |list: &str| {
            let id = list.split(' ').next().filter(|id| !id.is_empty())?;
            let game = self.office.games().find(id);
            Some(game.map_or_else(|| id.to_owned(), |game| game.name().to_owned()))
        };
        let notices = moved.into_iter().map(|one| Notice::RatingMoved {
            game: name(&one.list),
            from: one.from,
            to: one.to,
        });
        letter.notices.extend(notices);
        if letter.kind == LetterKind::News {
            // A letter of news may be superseded, and its notices with it.
            letter.kind = LetterKind::Again;
        }
        self.set_settings(reader.player, &settings);
    }

    fn set_settings(&mut self, player: PlayerId, settings: &PlayerSettings) {
        let change = PlayerChange::Settings(player, settings.to_stored());
        self.decision.players.push(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(player: i64, month: &str, rating: i64) -> RatingRow {
        RatingRow {
            list: "chess".to_owned(),
            player: PlayerId(player),
            month: month.to_owned(),
            rating,
            ..RatingRow::default()
        }
    }

    #[test]
    fn only_what_was_counted_before_has_moved() {
        let before = [
            row(1, "2026-01", 150_000),
            row(2, "2026-02", 150_000),
            row(3, "2026-02", 150_000),
        ];
        let now = [
            row(1, "2026-01", 150_600),
            row(1, "2026-03", 190_000),
            row(2, "2026-02", 150_500),
            row(3, "2026-01", 140_000),
            row(4, "2026-02", 170_000),
        ];
        let counted = format!("2026-02 {METHOD} 2026-03-08");
        let told = moved(&before, &now, Some(&counted));
        let of = |player, to| {
            let (list, from) = ("chess".to_owned(), 1500);
            (PlayerId(player), vec![RatingMoved { list, from, to }])
        };
        assert_eq!(told, [of(1, 1506), of(3, 1400)]);
        assert!(moved(&before, &now, Some("2026-02 0 2026-03-08")).is_empty());
        assert!(moved(&before, &now, None).is_empty());
    }
}
