//! The board as data: where lancers look, what is held, and what was pushed last turn.

use crate::rules::{Bitboard, BoardView, Fact, Move, Seat};

use super::attacks::attackers;
use super::legal::en_passant_captures;
use super::pieces::{AREA, LANCER, PIECES, facing, held};
use super::position::{Action, Position};

/// The position as `viewer` sees it.
pub fn view(position: &Position, viewer: Seat, last: &[Action]) -> BoardView {
    let board = &position.base.board;
    let mut view = BoardView::new(&PIECES, board, AREA, viewer);
    let touched = |action| touched(action, position.base.to_move.other());
    let (reached, left) = last.first().map_or_else(Default::default, touched);
    view.mark(reached, left);
    let all_held = Seat::BOTH.map(|seat| held(board, seat));
    for cell in &mut view.cells {
        cell.held = all_held.iter().any(|held| held.has(cell.square));
        if let Some(owner) = cell.piece.and_then(|piece| piece.owner) {
            let pushed = position.pushed.filter(|_| owner != position.base.to_move);
            cell.attackers = attackers(board, cell.square, owner.other(), pushed);
        }
        let lancer = board.at(cell.square).filter(|piece| piece.role == LANCER);
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
    let mut facts: Vec<Fact> = Fact::check(seat, position.checkers(seat))
        .into_iter()
        .collect();
    if let Some(pushed) = position.pushed {
        let lancer = position.base.board.role(LANCER).has(pushed.to);
        facts.push(Fact::Pushed {
            from: pushed.from,
            at: pushed.to,
            banned: position.banned(pushed.to),
            turns: lancer && !held.has(pushed.to),
        });
    }
    if held.any() {
        facts.push(Fact::Held(held));
    }
    if position.may_pass() {
        facts.push(Fact::MayPass(seat));
    }
    if en_passant_captures(position).any() {
        facts.extend(
            position
                .base
                .en_passant
                .map(|right| Fact::EnPassant(right.square)),
        );
    }
    facts
}

/// The squares that a turn reached and left. Of castling, only where both pieces arrive is marked, as
/// on every server.
fn touched(action: &Action, seat: Seat) -> (Bitboard, Bitboard) {
    let one = |square| Bitboard::of(square);
    match action {
        Action::Move { mv, .. } | Action::TurnMove { mv, .. } => match (mv, &PIECES.castling) {
            (Move::Step { from, to, .. }, _) => (one(*to), one(*from)),
            (Move::Castle(wing), Some(castling)) => {
                let goals = castling.goals(seat, *wing);
                (one(goals.king).with(goals.partner), Bitboard::EMPTY)
            }
            (Move::Castle(_), None) => (Bitboard::EMPTY, Bitboard::EMPTY),
        },
        Action::Turn { at, .. } => (one(*at), Bitboard::EMPTY),
        Action::Push(push) => (one(push.at).with(push.to), one(push.from)),
        Action::Pass => (Bitboard::EMPTY, Bitboard::EMPTY),
    }
}
