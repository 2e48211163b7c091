//! The boards and bins that have been since the game began (docs/rules/in-the-bin.md, Bans).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::rules::{Pocket, Seat};

use super::position::{Action, Pieces, Position, contents};

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
///
/// Games are copied when turns are tried, so that copies share what was before the present turn. A copy that ends a turn
/// copies it all, which takes some 75 µs after 2,000 actions.
#[derive(Clone, Debug, Default)]
pub struct History {
    boards: Arc<BTreeMap<Pieces, Moment>>,
    bins: Arc<BTreeMap<u64, Moment>>,
    /// What the actions of the present turn have led to; the bin where they have changed it.
    turn: Vec<(Pieces, Option<u64>, Moment)>,
}

impl History {
    /// Begins with a position.
    pub fn new(position: &Position) -> Self {
        let mut history = Self::default();
        let bin = Some(contents(&position.bin));
        history.turn.push((position.pieces, bin, Moment::Start));
        history.end_turn();
        history
    }

    /// When the board was like this, if it was.
    pub fn board(&self, pieces: &Pieces) -> Option<Moment> {
        let now = self.turn.iter().rfind(|(board, ..)| board == pieces);
        now.map(|(.., moment)| *moment)
            .or_else(|| self.boards.get(pieces).copied())
    }

    /// When the bin held just this, if it did.
    pub fn bin(&self, bin: &Pocket) -> Option<Moment> {
        let bin = contents(bin);
        let now = self.turn.iter().rfind(|(_, held, _)| *held == Some(bin));
        now.map(|(.., moment)| *moment)
            .or_else(|| self.bins.get(&bin).copied())
    }

    /// Adds what an action has led to.
    pub fn add(&mut self, after: &Position, action: &Action, moment: Moment) {
        let bin = action.changes_bin().then(|| contents(&after.bin));
        self.turn.push((after.pieces, bin, moment));
    }

    /// Puts what the turn has led to with what was before; its last action ends it.
    pub fn end_turn(&mut self) {
        if let Some((.., Moment::Turn { within, .. })) = self.turn.last_mut() {
            *within = None;
        }
        for (pieces, bin, moment) in self.turn.drain(..) {
            Arc::make_mut(&mut self.boards).insert(pieces, moment);
            if let Some(bin) = bin {
                Arc::make_mut(&mut self.bins).insert(bin, moment);
            }
        }
    }
}
