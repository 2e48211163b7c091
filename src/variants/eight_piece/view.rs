//! The board as data: where lancers look, what is held, and what was pushed last turn.

use crate::rules::{Bitboard, BoardView, Fact, Seat, view::Marks};

use super::attacks::attackers;
use super::legal::en_passant_captures;
use super::pieces::{AREA, LANCER, PIECES, facing, held};
use super::position::{Action, Position};

/// The position as `viewer` sees it.
pub fn view(position: &Position, viewer: Seat, last: &[Action]) -> BoardView {
    let board = &position.base.board;
    let mut view = BoardView::new(&PIECES, board, AREA, viewer);
    let seat = position.base.to_move.other();
    view.mark(Marks::of(last, |marks, action| mark(marks, seat, action)));
    let all_held = Seat::BOTH.map(|seat| held(board, seat));
    for cell in &mut view.cells {
        cell.held = all_held.iter().any(|held| held.has(cell.square.on()));
        if let Some(owner) = cell.piece.as_ref().and_then(|piece| piece.owner) {
            let pushed = position.pushed.filter(|_| owner != position.base.to_move);
            cell.attackers = attackers(board, cell.square.on(), owner.other(), pushed).into();
        }
        let lancer = board
            .at(cell.square.on())
            .filter(|piece| piece.role == LANCER);
        if let Some(piece) = &mut cell.piece {
            piece.facing = lancer.map(facing);
        }
    }
    // Types are listed from the pawn up, legends from the king down.
    view.kinds.reverse();
    view.facts = facts(position, all_held[0] | all_held[1]);
    view
}

fn facts(position: &Position, held: Bitboard) -> Vec<Fact> {
    let seat = position.base.to_move;
    let check = Fact::check(seat, position.checkers(seat));
    let mut facts: Vec<Fact> = check.into_iter().collect();
    if let Some(pushed) = position.pushed {
        let lancer = position.base.board.role(LANCER).has(pushed.to);
        facts.push(Fact::Pushed {
            from: pushed.from.into(),
            at: pushed.to.into(),
            banned: position.banned(pushed.to).into(),
            turns: lancer && !held.has(pushed.to),
        });
    }
    if held.any() {
        facts.push(Fact::Held(held.into()));
    }
    if position.may_pass() {
        facts.push(Fact::MayPass(seat));
    }
    if en_passant_captures(position).any() {
        let right = position.base.en_passant;
        facts.extend(right.map(|right| Fact::EnPassant(right.square.into())));
    }
    facts
}

/// Marks what an action of `seat` does.
fn mark(marks: &mut Marks, seat: Seat, action: &Action) {
    match action {
        Action::Move { mv, .. } | Action::TurnMove { mv, .. } => marks.make(&PIECES, seat, mv),
        Action::Turn { at, .. } => marks.reach(*at),
        Action::Push(push) => {
            marks.go(push.from, push.at);
            marks.reach(push.to);
        }
        Action::Pass => {}
    }
}
