//! The turns of a stored game, by their numbers.

use anyhow::Result;

use crate::rules::{Game, outcome::Reason};

use super::stored_game::{StoredGame, start};
use super::{event::StoredTurn, request::Guard};

impl StoredGame {
    /// The label of the turn that was due when the game was in `state`.
    pub fn label_at(&self, state: i64) -> String {
        let later = self.turns.iter().find(|turn| turn.state > state);
        later.map_or_else(|| self.game.label(), |turn| turn.label.clone())
    }

    /// 3, from a label.
    pub fn number(label: &str) -> u32 {
        label.trim_end_matches('.').parse().unwrap_or(0)
    }

    /// Whether a number before a turn is that of the turn that is due. Three dots are those of the second of two
    /// seats; where there are more, they mean nothing.
    pub fn is_due(&self, guard: Guard) -> bool {
        self.fits(guard, &self.game.label())
    }

    /// Whether a typed number may mean the turn with this label.
    pub(super) fn fits(&self, guard: Guard, label: &str) -> bool {
        guard.number == Self::number(label)
            && (!guard.second || self.seats.len() > 2 || label.ends_with("..."))
    }

    /// How many turns were played before turn number `at` was due for the first seat, or, with `second`, for
    /// the next one.
    pub fn turns_before(&self, at: u32, second: bool) -> usize {
        let second = second && self.seats.len() == 2;
        let before = |turn: &&StoredTurn| {
            let number = Self::number(&turn.label);
            number < at || second && number == at && !turn.label.ends_with("...")
        };
        self.turns.iter().take_while(before).count()
    }

    /// The game as it was after the first `count` turns, without those who had left it by then.
    ///
    /// # Errors
    /// A turn cannot be replayed.
    pub fn at(&self, count: usize) -> Result<Box<dyn Game>> {
        if let Some((asked, game)) = &*self.asked.borrow()
            && *asked == count
        {
            return Ok(game.fork());
        }
        let (mut game, _) = start(&*self.variant, &self.row)?;
        // A seat that is checkmated goes out by the turn itself; the end of a game of two is no part of a position.
        let several = self.seats.len() > 2;
        let gone = |done: usize| {
            let gone = self
                .departures
                .iter()
                .filter(move |gone| gone.after == done);
            gone.filter(|gone| several && gone.reason != Reason::Checkmate)
        };
        for done in 0..=count {
            for departure in gone(done) {
                game.retire(departure.seat, departure.reason);
            }
            if let Some(turn) = self.turns.get(done).filter(|_| done < count) {
                game.replay(&turn.text)?;
            }
        }
        self.asked.replace(Some((count, game.fork())));
        Ok(game)
    }
}
