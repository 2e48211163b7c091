//! Repetition and the clock (docs/rules/chess.md, C1).

use std::sync::Arc;

use super::{outcome::Reason, reason};
use crate::rules::{Claim, Refusal};

/// The positions since the last turn that cannot be taken back, by identity.
#[derive(Clone, Debug)]
pub struct Repetition<K> {
    /// The positions on record, the last one included. Copies of a game share them.
    pub keys: Vec<Arc<K>>,
}

impl<K: PartialEq> Repetition<K> {
    /// A history that begins with one position.
    pub fn new(key: K) -> Self {
        Self {
            keys: vec![Arc::new(key)],
        }
    }

    /// Adds the position after a turn. `fresh` tells that no earlier one can come back.
    pub fn push(&mut self, key: K, fresh: bool) {
        if fresh {
            self.keys.clear();
        }
        self.keys.push(Arc::new(key));
    }

    /// How many turns ago the last position has been on the board, the farthest first; the last
    /// entry is 0, for now.
    pub fn ago(&self) -> Vec<usize> {
        let (last, count) = (self.keys.last(), self.keys.len());
        let ago = |(at, key): (usize, &Arc<K>)| (Some(key) == last).then(|| count - 1 - at);
        self.keys.iter().enumerate().filter_map(ago).collect()
    }

    /// How often the last position has been on the board, itself included.
    pub fn times(&self) -> usize {
        let times = |(last, earlier): (&Arc<K>, &[Arc<K>])| {
            1 + earlier.iter().filter(|k| *k == last).count()
        };
        self.keys.split_last().map_or(0, times)
    }
}

/// When repetition and the clock draw a game, and when a player may claim that. The clock counts the
/// turns of all players since the last that cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawLimits {
    /// How often a position occurs before the game ends at once.
    pub repetition: Option<usize>,
    /// How often a position occurs before a draw may be claimed.
    pub claimed_repetition: Option<usize>,
    /// How many turns the clock shows when the game ends at once.
    pub clock: Option<u32>,
    /// How many turns the clock shows when a draw may be claimed.
    pub claimed_clock: Option<u32>,
}

/// Fivefold and threefold repetition, 75 and 50 turns by each of two sides (C1).
pub const FIDE: DrawLimits = DrawLimits {
    repetition: Some(5),
    claimed_repetition: Some(3),
    clock: Some(150),
    claimed_clock: Some(100),
};

impl DrawLimits {
    /// Why the game ends at once, if it does.
    pub fn reached(&self, times: usize, clock: u32) -> Option<Reason> {
        if self.repetition.is_some_and(|limit| times >= limit) {
            return Some(Reason::Repetition);
        }
        let over = self.clock.is_some_and(|limit| clock >= limit);
        over.then_some(Reason::MoveRule)
    }

    /// What a claim comes to in a game of so many sides.
    ///
    /// # Errors
    /// Neither limit is reached; the reason tells how far the game is from each.
    pub fn claim<K: PartialEq>(
        &self,
        history: &Repetition<K>,
        clock: u32,
        sides: usize,
    ) -> Result<Claim, Refusal> {
        let claim = |reason, rests_on| Ok(Claim { reason, rests_on });
        let times = history.times();
        if self.claimed_repetition.is_some_and(|limit| times >= limit) {
            return claim(Reason::Repetition, history.ago());
        }
        if self.claimed_clock.is_some_and(|limit| clock >= limit) {
            return claim(Reason::MoveRule, vec![clock as usize]);
        }
        Err(Refusal::illegal(self.too_early(times, clock, sides)))
    }

    fn too_early(&self, times: usize, clock: u32, sides: usize) -> reason::Reason {
        let mut reason = reason::Reason::new("no-claim-now");
        if let Some(limit) = self.claimed_repetition {
            reason = reason.number("times", times).number("repetition", limit);
        }
        if let Some(limit) = self.claimed_clock {
            reason = reason
                .number("sides", sides)
                .number("passed", clock)
                .number("clock", limit);
        }
        reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_that_a_game_does_not_have_are_never_reached() {
        let limits = DrawLimits {
            repetition: None,
            claimed_repetition: None,
            ..FIDE
        };
        assert_eq!(limits.reached(9, 149), None);
        assert_eq!(limits.reached(1, 150), Some(Reason::MoveRule));
        let mut history = Repetition::new('a');
        history.push('b', false);
        history.push('a', false);
        history.push('a', false);
        let drawn = FIDE.claim(&history, 0, 4).expect("threefold");
        assert_eq!(
            (drawn.reason, drawn.rests_on),
            (Reason::Repetition, vec![3, 1, 0])
        );
        let refused = limits
            .claim(&history, 7, 4)
            .expect_err("no repetition here");
        let told = "no-claim-now(sides: 4, passed: 7, clock: 100)";
        assert_eq!(refused.to_string(), told);
    }
}
