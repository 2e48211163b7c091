//! Repetition and the clock (docs/rules/chess.md, C1).

use super::outcome::Reason;
use super::reason;
use crate::rules::{Claim, Outcome, Refusal, Seats};

/// The positions since the last turn that cannot be taken back, by identity.
#[derive(Clone, Debug)]
pub struct Repetition<K> {
    keys: Vec<K>,
}

impl<K: PartialEq> Repetition<K> {
    /// A history that begins with one position.
    pub fn new(key: K) -> Self {
        Self { keys: vec![key] }
    }

    /// Adds the position after a turn. `fresh` tells that no earlier one can come back.
    pub fn push(&mut self, key: K, fresh: bool) {
        if fresh {
            self.keys.clear();
        }
        self.keys.push(key);
    }

    /// The positions on record, the last one included.
    pub fn positions(&self) -> &[K] {
        &self.keys
    }

    /// How many positions are on record, the last one included.
    pub fn recorded(&self) -> usize {
        self.keys.len()
    }

    /// How many turns ago the last position has been on the board, the farthest first; the last
    /// entry is 0, for now.
    pub fn ago(&self) -> Vec<usize> {
        let Some(last) = self.keys.last() else {
            return Vec::new();
        };
        let now = self.keys.len() - 1;
        let same = self.keys.iter().enumerate().filter(|(_, k)| *k == last);
        same.map(|(index, _)| now - index).collect()
    }

    /// How often the last position has been on the board, itself included.
    pub fn times(&self) -> usize {
        let Some((last, earlier)) = self.keys.split_last() else {
            return 0;
        };
        1 + earlier.iter().filter(|k| *k == last).count()
    }
}

/// When repetition and the clock draw a game, and when a player may claim that. The clock counts the
/// turns of all players since the last that cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawLimits {
    /// How often a position occurs before the game ends, and before a draw may be
    /// claimed.
    pub repetition: Limit<usize>,
    /// How many turns the clock shows.
    pub clock: Limit<u32>,
}

/// A limit that ends the game, and one from which on a draw may be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit<T> {
    /// Ends the game at once; `None` for never.
    pub ends: Option<T>,
    /// May be claimed; `None` for never.
    pub claimed: Option<T>,
}

impl<T> Limit<T> {
    /// Nothing ends the game, and nothing is claimed.
    pub const NEVER: Self = Self {
        ends: None,
        claimed: None,
    };
}

/// Fivefold and threefold repetition, 75 and 50 turns by each of two sides (C1).
pub const FIDE: DrawLimits = DrawLimits {
    repetition: Limit {
        ends: Some(5),
        claimed: Some(3),
    },
    clock: Limit {
        ends: Some(150),
        claimed: Some(100),
    },
};

impl DrawLimits {
    /// Why the game ends at once, if it does.
    pub fn reached(&self, times: usize, clock: u32) -> Option<Reason> {
        if self.repetition.ends.is_some_and(|limit| times >= limit) {
            return Some(Reason::Repetition);
        }
        let over = self.clock.ends.is_some_and(|limit| clock >= limit);
        over.then_some(Reason::MoveRule)
    }

    /// What a claim comes to; a draw is shared by those who are `playing`.
    ///
    /// # Errors
    /// Neither limit is reached; the reason tells how far the game is from each.
    pub fn claim<K: PartialEq>(
        &self,
        history: &Repetition<K>,
        clock: u32,
        playing: Seats,
    ) -> Result<Claim, Refusal> {
        let drawn = |reason| Outcome::draw(playing.iter().collect(), reason);
        let times = history.times();
        if self.repetition.claimed.is_some_and(|limit| times >= limit) {
            return Ok(Claim {
                outcome: drawn(Reason::Repetition),
                rests_on: history.ago(),
            });
        }
        if self.clock.claimed.is_some_and(|limit| clock >= limit) {
            return Ok(Claim {
                outcome: drawn(Reason::MoveRule),
                rests_on: vec![clock as usize],
            });
        }
        Err(Refusal::illegal(self.too_early(times, clock, playing)))
    }

    fn too_early(&self, times: usize, clock: u32, playing: Seats) -> reason::Reason {
        let mut reason = reason::Reason::new("no-claim-now");
        if let Some(limit) = self.repetition.claimed {
            reason = reason.number("times", times).number("repetition", limit);
        }
        if let Some(limit) = self.clock.claimed {
            reason = reason
                .number("sides", playing.iter().count())
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
        let never = Limit {
            ends: None,
            claimed: None,
        };
        let limits = DrawLimits {
            repetition: never,
            ..FIDE
        };
        assert_eq!(limits.reached(9, 149), None);
        assert_eq!(limits.reached(1, 150), Some(Reason::MoveRule));
        let mut history = Repetition::new('a');
        history.push('b', false);
        history.push('a', false);
        history.push('a', false);
        let four = Seats::first(4);
        let drawn = FIDE.claim(&history, 0, four).expect("threefold");
        assert_eq!(
            (drawn.outcome.places[0].len(), drawn.rests_on),
            (4, vec![3, 1, 0])
        );
        let refused = limits
            .claim(&history, 7, four)
            .expect_err("no repetition here");
        let told = "no-claim-now(sides: 4, passed: 7, clock: 100)";
        assert_eq!(refused.to_string(), told);
    }
}
