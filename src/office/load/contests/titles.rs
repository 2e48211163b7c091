//! Titles of players who have won events.

use anyhow::Result;

use crate::config::Title;
use crate::contests::table::Played;
use crate::contests::{rounds, standings};
use crate::ids::PlayerId;
use crate::status::ContestStatus;
use crate::store::Snapshot;

use super::{games, value};

/// The titles that a player has, in the order of the settings.
///
/// # Errors
/// The store cannot be read.
pub fn titles(store: &dyn Snapshot, titles: &[Title], player: PlayerId) -> Result<Vec<String>> {
    let mut won: Vec<usize> = vec![0; titles.len()];
    let all = if titles.is_empty() {
        Vec::new()
    } else {
        store.contests(false)?
    };
    for row in all.iter().filter(|row| row.status == ContestStatus::Ended) {
        // One that cannot be read is in the log already.
        let Ok(contest) = value(row) else {
            continue;
        };
        let category = contest.terms.category.as_ref();
        let counts =
            |title: &Title| title.category.is_none() || title.category.as_ref() == category;
        if contest.entrant(player).is_none() || !titles.iter().any(counts) {
            continue;
        }
        let played: Vec<Played> = games(store, &contest)?
            .into_iter()
            .map(|(game, _)| game)
            .collect();
        let table = standings(&contest, &played);
        if rounds::winners(&contest, &table).any(|line| line.player == player) {
            let of = titles
                .iter()
                .zip(&mut won)
                .filter(|(title, _)| counts(title));
            of.for_each(|(_, won)| *won += 1);
        }
    }
    let has = titles
        .iter()
        .zip(won)
        .filter(|(title, won)| *won >= title.wins);
    Ok(has.map(|(title, _)| title.name.clone()).collect())
}
