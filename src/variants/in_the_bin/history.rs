//! The boards and bins that have been since the game began (docs/rules/in-the-bin.md, Bans).

use crate::rules::{Pocket, Seat};

use super::position::{Action, Pieces, Position, contents};
use super::seen::Seen;

/// When a board or a bin was as it is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// At the start of the game, which may be a set-up position.
    Start,
    /// In a turn, after one of its actions.
    Turn {
        /// The number of the turn, from 1.
        number: u32,
        /// Whose turn it was.
        seat: Seat,
        /// After which action of it; `None` for the last one.
        within: Option<Action>,
    },
}

/// Every board and every bin of the game, those inside turns included (B2).
#[derive(Clone, Debug)]
pub struct History {
    boards: Seen<Moment, 6>,
    bins: Seen<Moment, 1>,
}

impl History {
    /// A history in which neither boards nor bins have been noted.
    pub const fn empty() -> Self {
        Self {
            boards: Seen::new(),
            bins: Seen::new(),
        }
    }

    /// Begins with a position.
    pub fn new(position: &Position) -> Self {
        let mut history = Self::empty();
        history.boards.insert(position.pieces.0, Moment::Start);
        history.bins.insert(contents(&position.bin), Moment::Start);
        history
    }

    /// When the board was like this, if it was.
    pub fn board(&self, pieces: &Pieces) -> Option<Moment> {
        self.boards.find(&pieces.0).copied()
    }

    /// When the bin held just this, if it did.
    pub fn bin(&self, bin: &Pocket) -> Option<Moment> {
        self.bins.find(&contents(bin)).copied()
    }

    /// Adds what an action has led to.
    pub fn add(&mut self, after: &Position, action: &Action, moment: Moment) {
        self.boards.insert(after.pieces.0, moment);
        if action.changes_bin() {
            self.bins.insert(contents(&after.bin), moment);
        }
    }
}
