//! Rating limits of events: which rating of a player they look at.

use anyhow::Result;

use crate::contests::Contest;
use crate::ids::PlayerId;
use crate::letters::RatingFound;
use crate::ratings::{CLUB, Month, Rating};
use crate::store::RatingRow;

use crate::office::Draft;
use crate::office::load::mailboxes::People;

use super::list_of_game;

/// The highest rating counts of so many months.
const MONTHS: i32 = 12;

impl Draft<'_> {
    /// The rating by which a player cannot enter an event, since it is not within its limits. Ratings of all accounts count
    /// that are the same person's. Those without a rating can.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn outside_limits(
        &self,
        contest: &Contest,
        player: PlayerId,
    ) -> Result<Option<RatingFound>> {
        let terms = &contest.terms;
        if !terms.has_rating_limits() {
            return Ok(None);
        }
        let variant = self.office.games().get(&terms.game.variant);
        let list = variant.map(|variant| list_of_game(&*variant));
        let mut accounts = Vec::new();
        for account in People::of(self.store)?.accounts(player) {
            accounts.push(self.store.ratings_of(account)?);
        }
        let now = Month::of(&self.decision.now).unwrap_or(Month::FIRST);
        let highest = |list: &str| {
            let of_each = accounts.iter().filter_map(|rows| highest(rows, list, now));
            of_each.max()
        };
        let found = list
            .and_then(|list| highest(&list))
            .map(|points| (points, false));
        let found = found.or_else(|| highest(CLUB).map(|points| (points, true)));
        let outside = found.filter(|(points, _)| !terms.admits(*points));
        Ok(outside.map(|(points, club)| RatingFound { points, club }))
    }
}

/// The highest rating in a list within the last twelve months, with that from before, which was the player's then.
fn highest(rows: &[RatingRow], list: &str, now: Month) -> Option<i64> {
    let first = now.after(-MONTHS);
    let own = rows.iter().filter(|row| row.list == list);
    let own: Vec<(Month, i64)> = own
        .filter_map(|row| Some((Month::of(&row.month)?, row.rating)))
        .collect();
    let before = own.iter().rfind(|(month, _)| *month <= first);
    let since = own.iter().filter(|(month, _)| *month > first);
    let highest = since.chain(before).map(|(_, rating)| *rating).max();
    highest.map(Rating::points_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_rating_of_twelve_months_counts() {
        let row = |month: &str, points: i64| RatingRow {
            list: "chess".to_owned(),
            month: month.to_owned(),
            rating: points * 100,
            ..RatingRow::default()
        };
        let rows = [
            row("2025-01", 1900),
            row("2025-11", 1600),
            row("2026-05", 1500),
            row("2026-09", 1550),
        ];
        let at = |list: &str, month: &str| highest(&rows, list, Month::of(month).expect("a month"));
        assert_eq!(at("chess", "2025-11"), Some(1900));
        assert_eq!(at("chess", "2026-11"), Some(1600), "as it was a year ago");
        assert_eq!(at("chess", "2027-10"), Some(1550), "long ago");
        assert_eq!(at("xiangqi", "2026-11"), None);
    }
}
