//! What is known of games since an earlier run, in which lists they are, and which lists have to be written anew.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{ContestId, GameId, PlayerId};

use super::entry::Entry;
use super::folder::Mark;

/// What is known of a game.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// What it was made from.
    pub key: u64,
    /// The number of its last event.
    pub seq: i64,
    /// Whether it was being played.
    pub playing: bool,
    /// The files of its folder.
    pub files: Vec<Mark>,
    /// What lists say of it; `None`: it is not shown.
    pub entry: Option<Entry>,
}

/// What has changed since the lists were written.
#[derive(Debug, Default)]
pub struct Changed {
    /// Everything may have.
    pub all: bool,
    /// The games of these players, or their ratings.
    pub players: BTreeSet<PlayerId>,
    /// The games of these variants.
    pub variants: BTreeSet<String>,
    /// The games that ended in these months.
    pub months: BTreeSet<String>,
    /// The games of these events.
    pub contests: BTreeSet<ContestId>,
    /// Any game of a list.
    pub games: bool,
    /// A rated game that is over.
    pub rated: bool,
}

/// What is known of all games, and the lists that they are in.
#[derive(Default)]
pub struct Games {
    all: BTreeMap<GameId, Known>,
    running: BTreeSet<GameId>,
    /// Those that are over, by time.
    over: BTreeSet<(String, GameId)>,
    players: BTreeMap<PlayerId, BTreeSet<GameId>>,
    variants: BTreeMap<String, BTreeSet<GameId>>,
    months: BTreeMap<String, BTreeSet<GameId>>,
    contests: BTreeMap<ContestId, BTreeSet<GameId>>,
    /// What has changed.
    pub changed: Changed,
}

/// Puts a game into a list, or takes it out of it.
fn list<K: Ord>(lists: &mut BTreeMap<K, BTreeSet<GameId>>, of: K, game: GameId, is_in: bool) {
    if is_in {
        lists.entry(of).or_default().insert(game);
    } else if let Some(games) = lists.get_mut(&of) {
        games.remove(&game);
        if games.is_empty() {
            lists.remove(&of);
        }
    }
}

impl Games {
    /// What is known of a game.
    pub fn get(&self, game: GameId) -> Option<&Known> {
        self.all.get(&game)
    }

    /// What lists say of a game; `None`: it is not shown.
    pub fn entry(&self, game: GameId) -> Option<&Entry> {
        self.all.get(&game)?.entry.as_ref()
    }

    /// Notes what is known of a game now; `None`: there is no such game.
    pub fn set(&mut self, game: GameId, known: Option<Known>) {
        let before = self.all.remove(&game).and_then(|known| known.entry);
        let after = known.as_ref().and_then(|known| known.entry.as_ref());
        if before.as_ref().map(Entry::listed) != after.map(Entry::listed) {
            if let Some(entry) = &before {
                self.place(entry, false);
            }
            if let Some(entry) = after {
                self.place(entry, true);
            }
        }
        if let Some(known) = known {
            self.all.insert(game, known);
        }
    }

    fn place(&mut self, entry: &Entry, is_in: bool) {
        let game = entry.game;
        let changed = &mut self.changed;
        changed.games = true;
        changed.rated |= entry.rated && entry.over;
        for player in entry.seats.iter().filter_map(|seat| seat.player.id) {
            list(&mut self.players, player, game, is_in);
            changed.players.insert(player);
        }
        list(&mut self.variants, entry.variant.clone(), game, is_in);
        changed.variants.insert(entry.variant.clone());
        if let Some(contest) = entry.contest {
            list(&mut self.contests, contest, game, is_in);
            changed.contests.insert(contest);
        }
        let ended = (entry.updated.clone(), game);
        match (entry.over, is_in) {
            (false, true) => _ = self.running.insert(game),
            (false, false) => _ = self.running.remove(&game),
            (true, true) => _ = self.over.insert(ended),
            (true, false) => _ = self.over.remove(&ended),
        }
        if let Some(month) = entry.month() {
            list(&mut self.months, month.to_owned(), game, is_in);
            changed.months.insert(month.to_owned());
        }
    }

    /// The numbers of all games that are known.
    pub fn numbers(&self) -> Vec<GameId> {
        self.all.keys().copied().collect()
    }

    /// The newest game that is known.
    pub fn newest(&self) -> GameId {
        self.all.keys().next_back().copied().unwrap_or(GameId(0))
    }

    /// The games that were being played.
    pub fn playing(&self) -> impl Iterator<Item = GameId> {
        let playing = self.all.iter().filter(|(_, known)| known.playing);
        playing.map(|(game, _)| *game)
    }

    /// The games that are shown, in the order of their numbers.
    pub fn shown(&self) -> impl Iterator<Item = &Entry> {
        self.all.values().filter_map(|known| known.entry.as_ref())
    }

    /// How many games are shown.
    pub fn count(&self) -> usize {
        self.running.len() + self.over.len()
    }

    /// Those that go on, the one that was begun last first.
    pub fn running(&self) -> impl Iterator<Item = &Entry> {
        let games = self.running.iter().rev();
        games.filter_map(|game| self.entry(*game))
    }

    /// Those that are over, the one that ended last first.
    pub fn over(&self) -> impl Iterator<Item = &Entry> {
        let games = self.over.iter().rev();
        games.filter_map(|(_, game)| self.entry(*game))
    }

    fn of<'a>(&'a self, list: Option<&'a BTreeSet<GameId>>) -> Vec<&'a Entry> {
        let games = list.into_iter().flatten();
        games.filter_map(|game| self.entry(*game)).collect()
    }

    /// Those of a player, in the order of their numbers.
    pub fn of_player(&self, player: PlayerId) -> Vec<&Entry> {
        self.of(self.players.get(&player))
    }

    /// How many a player has.
    pub fn count_of(&self, player: PlayerId) -> usize {
        self.players.get(&player).map_or(0, BTreeSet::len)
    }

    /// Those of an event.
    pub fn of_contest(&self, contest: ContestId) -> Vec<&Entry> {
        self.of(self.contests.get(&contest))
    }

    /// The variants that are played, with how many games.
    pub fn variants(&self) -> Vec<(String, usize)> {
        let all = self.variants.iter();
        all.map(|(id, games)| (id.clone(), games.len())).collect()
    }

    /// Those of a variant.
    pub fn of_variant(&self, variant: &str) -> Vec<&Entry> {
        self.of(self.variants.get(variant))
    }

    /// The months in which games ended, with how many.
    pub fn months(&self) -> Vec<(String, usize)> {
        let all = self.months.iter();
        all.map(|(id, games)| (id.clone(), games.len())).collect()
    }

    /// Those that ended in a month.
    pub fn of_month(&self, month: &str) -> Vec<&Entry> {
        self.of(self.months.get(month))
    }
}
