//! What a run has seen, and which games may have changed since then.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use crate::config::PagesSettings;
use crate::contests::Contest;
use crate::ids::{ContestId, GameId, PlayerId};
use crate::store::GameMarks;

use super::known::Games;
use super::{Club, Scope, key};

/// What a run has seen.
pub struct Last {
    day: NaiveDate,
    /// Everybody with what is shown of them.
    people: BTreeMap<PlayerId, u64>,
    /// Events as far as they have been.
    contests: BTreeMap<ContestId, u64>,
    /// The newest letter.
    pub letter: i64,
}

impl Last {
    /// What this one sees.
    pub fn new(scope: &Scope<'_>, marks: &GameMarks) -> Self {
        let of = |event: &Contest| key(&(event.revision, event.status.as_str()));
        let contests = scope.contests.iter();
        Self {
            day: scope.office.now().date_naive(),
            people: scope.people.keys(),
            contests: contests.map(|(id, event)| (*id, of(event))).collect(),
            letter: marks.letter,
        }
    }

    /// The events that have changed.
    pub fn changed_events(&self, before: &Self) -> Vec<ContestId> {
        let all = self.contests.keys().chain(before.contests.keys());
        all.filter(|id| self.contests.get(id) != before.contests.get(id))
            .copied()
            .collect()
    }

    /// The games that may have changed since a run; `None`: all of them.
    pub fn since(
        &self,
        before: &Self,
        games: &Games,
        marks: &GameMarks,
    ) -> Option<BTreeSet<GameId>> {
        // Whoever is new has no games yet that are known.
        let same = |(id, one): (&PlayerId, &u64)| self.people.get(id) == Some(one);
        if self.day != before.day || !before.people.iter().all(same) {
            return None;
        }
        let mut touched: BTreeSet<GameId> = marks.told.iter().copied().collect();
        for (game, seq) in &marks.playing {
            if games.get(*game).is_none_or(|known| known.seq != *seq) {
                touched.insert(*game);
            }
        }
        let playing: BTreeSet<GameId> = marks.playing.iter().map(|(game, _)| *game).collect();
        touched.extend(games.playing().filter(|game| !playing.contains(game)));
        for event in self.changed_events(before) {
            touched.extend(games.of_contest(event).iter().map(|entry| entry.game));
        }
        Some(touched)
    }
}

/// What makes the files that it makes: the program and the settings.
pub fn made_by(settings: &PagesSettings, club: &Club) -> u64 {
    let program = std::env::current_exe().and_then(std::fs::metadata);
    let program = program
        .and_then(|file| Ok((file.len(), file.modified()?)))
        .ok();
    key(&(format!("{settings:?}{club:?}"), program))
}
