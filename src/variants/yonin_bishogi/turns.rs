//! Which turns are legal (Y2, Y4, Y6).

use std::ops::ControlFlow;

use crate::rules::{Bitboard, EnPassant, Move, Role, Square};

use super::pieces::{PAWN, PIECES, QUEEN, far_rank, may_promote};
use super::position::{Action, Position};

/// What a player must heed in a position (Y6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Some turn leaves the own king unattacked, so the turn must.
    KeepSafe,
    /// The king is attacked and no turn ends that: any turn may be played.
    Anything,
    /// There is no turn but to pass. With two players left the game is over.
    Pass,
}

type Visit<'a> = &'a mut dyn FnMut(Action) -> ControlFlow<()>;

/// What the side to move must heed.
pub fn duty(position: &Position) -> Duty {
    let stop = &mut |_| ControlFlow::Break(());
    if each_safe(position, stop).is_break() {
        return Duty::KeepSafe;
    }
    let attacked = position.checkers(position.base.to_move).any();
    match attacked && position.players() > 2 && each_move(position, stop).is_break() {
        true => Duty::Anything,
        false => Duty::Pass,
    }
}

/// Visits the legal turns, each once.
pub fn each(position: &Position, visit: Visit<'_>) -> ControlFlow<()> {
    match duty(position) {
        Duty::KeepSafe => each_safe(position, visit),
        Duty::Anything => each_move(position, visit),
        Duty::Pass => visit(Action::Pass),
    }
}

/// Visits the turns that leave the own king unattacked.
fn each_safe(position: &Position, visit: Visit<'_>) -> ControlFlow<()> {
    let base = &position.base;
    base.legal(&PIECES, &mut |mv| each_promotion(position, mv, visit))?;
    for right in position.usable() {
        for from in base.passing_pawns(&PIECES, right) {
            if base.safe_after(&PIECES, (from, right.square), Some(right.pawn)) {
                let mv = passing(from, right);
                each_promotion(position, mv, visit)?;
            }
        }
    }
    // A piece from the hand never opens a line; where the king is attacked it must come between.
    let (_, shield) = base.shield(&PIECES);
    each_drop(position, shield.mask, visit)
}

/// Visits the turns, whatever becomes of the own king.
pub fn each_move(position: &Position, visit: Visit<'_>) -> ControlFlow<()> {
    let base = &position.base;
    base.pseudo_legal(&PIECES, &mut |mv| each_promotion(position, mv, visit))?;
    for right in position.usable() {
        for from in base.passing_pawns(&PIECES, right) {
            each_promotion(position, passing(from, right), visit)?;
        }
    }
    each_drop(position, Bitboard::GRID, visit)
}

/// The capture that uses `right`.
const fn passing(from: Square, right: EnPassant) -> Move {
    Move::Step {
        role: PAWN,
        from,
        to: right.square,
        captured: Some(right.pawn),
        promotion: None,
    }
}

/// Visits a move, and the same with the promotion that it allows (Y2).
fn each_promotion(position: &Position, mv: Move, visit: Visit<'_>) -> ControlFlow<()> {
    visit(Action::Move(mv))?;
    match promoted(position, mv) {
        Some(mv) => visit(Action::Move(mv)),
        None => ControlFlow::Continue(()),
    }
}

/// The same move with the promotion that it may have and has not (Y2).
pub fn promoted(position: &Position, mv: Move) -> Option<Move> {
    let Move::Step {
        role,
        from,
        to,
        promotion: None,
        ..
    } = mv
    else {
        return None;
    };
    let may = may_promote(position.base.to_move, role, from, to);
    may.then(|| mv.promoted_to(Some(QUEEN)))
}

/// The squares on which a piece of this kind may be dropped by the side to move (Y4).
pub fn drops(position: &Position, role: Role) -> Bitboard {
    let empty = position.base.area & !position.base.board.occupied();
    match role {
        PAWN => empty & !far_rank(position.base.to_move),
        _ => empty,
    }
}

fn each_drop(position: &Position, mask: Bitboard, visit: Visit<'_>) -> ControlFlow<()> {
    for role in position.hand().roles() {
        for to in drops(position, role) & mask {
            visit(Action::Drop(role, to))?;
        }
    }
    ControlFlow::Continue(())
}
