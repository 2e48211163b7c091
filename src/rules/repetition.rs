//! Repetition and the clock (docs/rules/chess.md, C1).

use super::outcome::{Claim, Outcome, Reason, Refusal};
use super::seat::Seat;

/// The positions since the last turn that cannot be taken back, by identity.
#[derive(Clone, Debug)]
pub struct Repetition<K> {
    keys: Vec<K>,
}

impl<K: PartialEq> Repetition<K> {
    /// A history that begins with one position.
    #[must_use]
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
    #[must_use]
    pub fn positions(&self) -> &[K] {
        &self.keys
    }

    /// How many positions are on record, the last one included.
    #[must_use]
    pub fn recorded(&self) -> usize {
        self.keys.len()
    }

    /// How many turns ago the last position has been on the board, the farthest first; the last
    /// entry is 0, for now.
    #[must_use]
    pub fn ago(&self) -> Vec<usize> {
        let Some(last) = self.keys.last() else {
            return Vec::new();
        };
        let now = self.keys.len() - 1;
        let same = self.keys.iter().enumerate().filter(|(_, k)| *k == last);
        same.map(|(index, _)| now - index).collect()
    }

    /// How often the last position has been on the board, itself included.
    #[must_use]
    pub fn times(&self) -> usize {
        let Some((last, earlier)) = self.keys.split_last() else {
            return 0;
        };
        1 + earlier.iter().filter(|k| *k == last).count()
    }
}

/// What repetition and the clock say at once (C1): fivefold, or 75 turns by each of two sides.
/// `clock` counts the turns of both sides.
#[must_use]
pub fn forced(times: usize, clock: u32) -> Option<Reason> {
    if times >= 5 {
        Some(Reason::Repetition)
    } else if clock >= 150 {
        Some(Reason::MoveRule)
    } else {
        None
    }
}

/// What a claim by one of two players comes to (C1): threefold, or 50 turns by each side.
///
/// # Errors
/// Neither stands; the message tells how far the game is from each.
pub fn claimed<K: PartialEq>(history: &Repetition<K>, clock: u32) -> Result<Claim, Refusal> {
    let drawn = |reason| Outcome::draw(Seat::BOTH.to_vec(), reason);
    let times = history.times();
    if times >= 3 {
        Ok(Claim {
            outcome: drawn(Reason::Repetition),
            rests_on: history.ago(),
        })
    } else if clock >= 100 {
        Ok(Claim {
            outcome: drawn(Reason::MoveRule),
            rests_on: vec![clock as usize],
        })
    } else {
        let times = if times == 1 {
            "once".to_owned()
        } else {
            format!("{times} times")
        };
        let message = format!(
            "No draw can be claimed now: this position has been on the board {times} (it takes \
             3), and of the 100 turns without progress that a claim takes, both sides counted, \
             {clock} have passed."
        );
        Err(Refusal::Illegal {
            action: None,
            good: String::new(),
            message,
        })
    }
}
