//! Whole turns: a piece move and the square actions after it, listed or counted.

use std::ops::ControlFlow;

use super::moves::piece_moves;
use super::position::{PieceMove, Position, Turn};
use super::rules::{Rules, TurnRule};
use super::squares::{Combo, Squares};

/// The position after the piece move, its side still to move.
pub fn after(rules: &Rules, position: &Position, piece: &PieceMove) -> Position {
    let mut after = position.clone();
    after.step(rules, piece);
    after
}

/// Whether some legal turn begins with `piece`.
pub fn begins(rules: &Rules, position: &Position, piece: &PieceMove) -> bool {
    Squares::new(rules, &after(rules, position, piece), true).any()
}

/// Whether some legal turn begins with a piece move.
fn can_move_piece(rules: &Rules, position: &Position) -> bool {
    piece_moves(rules, position)
        .iter()
        .any(|m| begins(rules, position, m))
}

/// Whether a turn may consist of square actions alone: always in `single`, else on a first turn
/// without a legal piece move (S3).
pub fn squares_alone(rules: &Rules, position: &Position) -> bool {
    match rules.turn {
        TurnRule::Single => true,
        _ => position.turn == 1 && !can_move_piece(rules, position),
    }
}

/// Whether there is any legal turn.
pub fn any(rules: &Rules, position: &Position) -> bool {
    can_move_piece(rules, position)
        || squares_alone(rules, position) && Squares::new(rules, position, false).any()
}

/// How many legal turns there are.
pub fn count(rules: &Rules, position: &Position) -> u64 {
    let begun = |m| Squares::new(rules, &after(rules, position, m), true).count();
    let sum: u64 = piece_moves(rules, position).iter().map(begun).sum();
    let alone = rules.turn == TurnRule::Single || sum == 0 && position.turn == 1;
    if alone {
        sum + Squares::new(rules, position, false).count()
    } else {
        sum
    }
}

/// Visits every legal turn.
pub fn each(
    rules: &Rules,
    position: &Position,
    visit: &mut dyn FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    each_beginning(rules, position, &|_| true, visit)
}

/// Visits the legal turns that begin with a piece move which `keep` lets through, and those made
/// of square actions alone.
pub fn each_beginning(
    rules: &Rules,
    position: &Position,
    keep: &dyn Fn(&PieceMove) -> bool,
    visit: &mut dyn FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let turn = |piece, combo: Combo| Turn {
        piece,
        place: combo.place,
        shift: combo.shift,
        refills: combo.refills,
    };
    for piece in piece_moves(rules, position) {
        if keep(&piece) {
            let after = after(rules, position, &piece);
            Squares::new(rules, &after, true).each(&mut |combo| visit(turn(Some(piece), combo)))?;
        }
    }
    if squares_alone(rules, position) {
        Squares::new(rules, position, false).each(&mut |combo| visit(turn(None, combo)))?;
    }
    ControlFlow::Continue(())
}
