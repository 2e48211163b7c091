//! A turn that is being made: what has come of the actions so far, and which may follow.

use std::ops::ControlFlow;

use crate::rules::{Bitboard, Square, turns::ruleset::State};

use super::InTheBin;
use super::history::{History, Moment};
use super::pieces::{PIECES, hot_spots};
use super::position::{Action, Position};

/// Board, bin and history after some actions of a turn.
#[derive(Clone)]
pub struct Line {
    pub position: Position,
    /// What both have been.
    pub history: History,
    /// Whether one more action is earned, or none was made.
    pub goes_on: bool,
}

impl Line {
    /// After the actions `made`, each of which may follow those before it.
    pub fn new(state: &State<InTheBin>, made: &[Action]) -> Self {
        let mut line = Self {
            position: state.position.clone(),
            history: state.history.clone(),
            goes_on: true,
        };
        made.iter().for_each(|action| line.make(action));
        line
    }

    /// Makes an action that is possible.
    fn make(&mut self, action: &Action) {
        let base = &self.position.base;
        let moment = Moment::Turn {
            number: base.fullmove_number,
            seat: base.to_move,
            within: Some(*action),
        };
        self.position.act(action);
        self.history.add(&self.position, action, moment);
        self.goes_on = action.earns();
    }

    /// When the board was as it would be after an action that is possible (board-state rule).
    pub fn board_ban(&self, action: &Action) -> Option<Moment> {
        self.history.board(&self.position.pieces_after(action))
    }

    /// When the bin was as it would be after an action that is possible and changes it (bin-state rule).
    pub fn bin_ban(&self, action: &Action) -> Option<Moment> {
        let bin = || self.history.bin(&self.position.bin_after(action));
        action.changes_bin().then(bin).flatten()
    }

    /// Whether nothing that has been bars an action that is possible.
    pub fn is_open(&self, action: &Action) -> bool {
        self.bin_ban(action).is_none() && self.board_ban(action).is_none()
    }

    /// The pieces that attack the king of the side to move once something stands on `filled` and nothing on
    /// `emptied`.
    pub fn attackers(&self, filled: Bitboard, emptied: Bitboard) -> Bitboard {
        let base = &self.position.base;
        let king = base.king(&PIECES, base.to_move);
        let blockers = base.blockers() & !emptied | filled;
        let by = base.to_move.other();
        PIECES.threats(&base.board, king, by, (blockers, base.area)) & !emptied
    }

    /// Visits the actions that may follow, each once: first those that end the turn, selections before moves;
    /// then captures and a push.
    pub fn each(&self, visit: &mut dyn FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        if !self.goes_on {
            return ControlFlow::Continue(());
        }
        self.selections(visit)?;
        let base = &self.position.base;
        let mut captures = Vec::new();
        base.legal(&PIECES, &mut |mv| {
            let action = Action::Move(mv);
            match action.earns() {
                true => captures.push(action),
                false if self.is_open(&action) => visit(action)?,
                false => {}
            }
            ControlFlow::Continue(())
        })?;
        for action in captures {
            if self.is_open(&action) {
                visit(action)?;
            }
        }
        let push = Action::Push;
        let attackers = || self.attackers(Bitboard::EMPTY, hot_spots(base.to_move));
        let legal = self.position.is_possible(&push) && attackers().is_empty();
        match legal && self.is_open(&push) {
            true => visit(push),
            false => ControlFlow::Continue(()),
        }
    }

    fn selections(&self, visit: &mut dyn FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let base = &self.position.base;
        let free = hot_spots(base.to_move) & !base.board.occupied();
        // A piece that is added gives no check away; it may end one.
        let attacked = self.attackers(Bitboard::EMPTY, Bitboard::EMPTY).any();
        let ends = |at: &Square| self.attackers(Bitboard::of(*at), Bitboard::EMPTY);
        let safe = |at: &Square| !attacked || ends(at).is_empty();
        let spots: Bitboard = free.filter(safe).collect();
        for role in self.position.bin.roles() {
            // The bin is the same wherever the piece is placed.
            let barred = |at| self.bin_ban(&Action::Select(role, at)).is_some();
            if spots.first().is_some_and(barred) {
                continue;
            }
            for action in spots.map(|at| Action::Select(role, at)) {
                if self.board_ban(&action).is_none() {
                    visit(action)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether any action may follow.
    pub fn any(&self) -> bool {
        self.each(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Visits the turns that begin with the actions `made`, which led here.
    pub fn each_turn(
        &self,
        made: &mut Vec<Action>,
        visit: &mut dyn FnMut(&[Action]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut follows = false;
        self.each(&mut |action| {
            follows = true;
            made.push(action);
            if action.earns() {
                let mut after = self.clone();
                after.make(&action);
                after.each_turn(made, visit)?;
            } else {
                visit(made)?;
            }
            made.pop();
            ControlFlow::Continue(())
        })?;
        match follows || made.is_empty() {
            true => ControlFlow::Continue(()),
            false => visit(made),
        }
    }
}
