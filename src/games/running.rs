//! Positions of running games, about which no program says anything (docs/partner.md, 'Running games').

use std::collections::BTreeMap;

use anyhow::Result;

use crate::ids::{GameId, PlayerId};
use crate::rules::Game;
use crate::status::GameStatus;
use crate::store::{self, GameRow, Snapshot};

use super::stored_game::StoredGame;

/// With fewer turns, positions are openings, which stand in many games.
const OPENING: usize = 8;
/// At most so many running games of a player are looked at.
const MOST_GAMES: usize = 500;

/// The positions that stand or stood in the running games of a player, and in those that the player watches.
#[derive(Clone, Debug, Default)]
pub struct Running(BTreeMap<String, GameId>);

impl Running {
    /// Reads them. A game against programs alone counts only if it is rated; `but` does not count.
    ///
    /// # Errors
    /// The store cannot be read, or a game.
    pub fn load(store: &dyn Snapshot, player: PlayerId, but: Option<GameId>) -> Result<Self> {
        let games = store.games_of(player, true, MOST_GAMES)?;
        let mut games: Vec<GameRow> = games.into_iter().map(|(row, _)| row).collect();
        for game in store.watched(player)? {
            games.extend(store.game(game)?);
        }
        // One that the umpire has stopped may go on.
        let stopped = store.games_of(player, false, MOST_GAMES)?;
        let stopped = stopped.into_iter().map(|(row, _)| row);
        games.extend(stopped.filter(|row| row.course.status == GameStatus::Frozen));
        games.retain(|row| goes_on(row.course.status) && Some(row.id) != but);
        let mut running = Self::default();
        for row in games {
            let stopped = row.course.status == GameStatus::Frozen;
            match running.add(store, row) {
                // One whose rules are gone cannot be replayed.
                Err(error) if stopped && !store::is_trouble(&error) => {}
                added => added?,
            }
        }
        Ok(running)
    }

    fn add(&mut self, store: &dyn Snapshot, row: GameRow) -> Result<()> {
        let (id, seats) = (row.id, store.seats(row.id)?);
        let people = seats.iter().filter(|seat| seat.program == 0).count();
        if people < 2 && !row.rated {
            return Ok(());
        }
        let mut stored = StoredGame::begin(row, seats)?;
        self.note(&stored);
        // What was taken back has stood, too.
        store.replay(id, None, &mut |event| {
            stored.apply_row(&event)?;
            self.note(&stored);
            Ok(())
        })
    }

    fn note(&mut self, stored: &StoredGame) {
        // What a game was set up with is no opening.
        if stored.turns.len() >= OPENING || stored.row.position.is_some() {
            let key = key(&stored.game.position());
            self.0.entry(key).or_insert(stored.row.id);
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The game in which the position stands or stood that is on the board here; `None`: in none.
    pub fn stands_in(&self, game: &dyn Game) -> Option<GameId> {
        self.0.get(&key(&game.position())).copied()
    }
}

/// Whether a game goes on, or may.
fn goes_on(status: GameStatus) -> bool {
    matches!(status, GameStatus::Playing | GameStatus::Frozen)
}

/// What a position is known by: its board, with the hands that are written there, and the side to move. These come first
/// in every position text. Rights and clocks are left out: somebody could write others.
fn key(position: &str) -> String {
    let fields: Vec<&str> = position.split(' ').take(2).collect();
    // Behind a piece that was promoted; and where nobody holds anything, there may be no hands at all.
    fields.join(" ").replace('~', "").replace("[]", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_known_by_its_board_and_the_side_to_move() {
        let of = |rest| key(&format!("6k1/5ppp/8/8/8/8/8/R6K {rest}"));
        assert_eq!(of("w - - 0 1"), of("w KQ e3 7 40"));
        assert_ne!(of("w - - 0 1"), of("b - - 0 1"));
        assert_eq!(key("4Q~2k/8[Pq] w - - 0 1"), key("4Q2k/8[Pq] w - - 0 9"));
        assert_eq!(key("4Q2k/8[] w - - 0 1"), key("4Q2k/8 w - - 0 1"));
        assert_ne!(key("4Q2k/8[Pq] w - - 0 1"), key("4Q2k/8[P] w - - 0 1"));
    }
}
