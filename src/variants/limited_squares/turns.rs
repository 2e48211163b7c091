//! Legal turns: a piece move and the square actions after it.

use std::ops::ControlFlow;

use crate::rules::moves::VisitMove;
use crate::rules::{Bitboard, Move, Seat, turns::visit::find};

use super::ends::{Batch, Ends};
use super::position::{Action, Position};
use super::rules::{Rules, TurnRule};
use super::squares::Squares;

/// Whether some legal turn begins with this piece move.
pub fn begins(rules: &Rules, position: &Position, mv: Move) -> bool {
    goes_on(rules, position, &[Action::Move(mv)])
}

/// Whether some legal turn begins with these actions, each of which is possible.
fn goes_on(rules: &Rules, position: &Position, made: &[Action]) -> bool {
    let after = position.after(rules, made);
    Ends::new(rules, &after, made).any()
}

/// Whether some legal turn begins with a piece move.
fn can_move(rules: &Rules, position: &Position) -> bool {
    let moves = |visit: VisitMove<'_>| position.base.pseudo_legal(rules.pieces, visit);
    find(moves, |mv| begins(rules, position, *mv)).is_some()
}

/// Whether a turn may consist of square actions alone: always in `single`, else on a first turn
/// without a legal piece move (S3).
fn alone(rules: &Rules, position: &Position, can_move: impl FnOnce() -> bool) -> bool {
    match rules.turn {
        TurnRule::Single => true,
        _ => position.base.fullmove_number == 1 && !can_move(),
    }
}

/// Whether a turn may consist of square actions alone here.
pub fn squares_alone(rules: &Rules, position: &Position) -> bool {
    alone(rules, position, || can_move(rules, position))
}

/// Visits the actions that may follow those `made`: those with which some legal turn goes on.
pub fn each_action(
    rules: &Rules,
    position: &Position,
    made: &[Action],
    visit: &mut dyn FnMut(Action) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if made.is_empty() {
        position
            .base
            .pseudo_legal(rules.pieces, &mut |mv| match begins(rules, position, mv) {
                true => visit(Action::Move(mv)),
                false => ControlFlow::Continue(()),
            })?;
        if !squares_alone(rules, position) {
            return ControlFlow::Continue(());
        }
    }
    let after = position.after(rules, made);
    let mut longer = made.to_vec();
    let squares = Squares::new(rules, &after, made);
    squares.each(&mut |action| {
        longer.truncate(made.len());
        longer.push(action);
        match goes_on(rules, position, &longer) {
            true => visit(action),
            false => ControlFlow::Continue(()),
        }
    })
}

/// Visits the legal turns in batches, each with its piece move.
fn each_batch(
    rules: &Rules,
    position: &Position,
    visit: &mut dyn FnMut(Option<Move>, &Batch) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut moved = false;
    position.base.pseudo_legal(rules.pieces, &mut |mv| {
        let made = [Action::Move(mv)];
        let after = position.after(rules, &made);
        Ends::new(rules, &after, &made).each(&mut |batch| {
            moved = true;
            visit(Some(mv), batch)
        })
    })?;
    match alone(rules, position, || moved) {
        true => Ends::new(rules, position, &[]).each(&mut |batch| visit(None, batch)),
        false => ControlFlow::Continue(()),
    }
}

/// Visits the legal turns as they are written.
pub fn each(
    rules: &Rules,
    position: &Position,
    visit: &mut dyn FnMut(&[Action]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut turn: Vec<Action> = Vec::with_capacity(3);
    each_batch(rules, position, &mut |mv, batch| {
        batch.each(&mut |squares| {
            turn.clear();
            turn.extend(mv.map(Action::Move));
            turn.extend_from_slice(squares);
            visit(&turn)
        })
    })
}

/// Counts legal turns until there are more than `limit`.
pub fn count_beyond(rules: &Rules, position: &Position, limit: u64) -> u64 {
    let mut sum = 0;
    let _ = each_batch(rules, position, &mut |_, batch| {
        sum += batch.count();
        match sum > limit {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    sum
}

/// Whether there is any legal turn.
pub fn any(rules: &Rules, position: &Position) -> bool {
    each_batch(rules, position, &mut |_, _| ControlFlow::Break(())).is_break()
}

/// Whether `seat` would have no legal turn if it were its next turn now.
pub fn stranded(rules: &Rules, position: &Position, seat: Seat) -> bool {
    let mut next = position.clone();
    next.base.to_move = seat;
    next.barred = Bitboard::EMPTY;
    if seat != position.base.to_move && seat == Seat(0) {
        // Its next turn has the next number, and what holds for first turns alone is over.
        next.base.fullmove_number += 1;
    }
    !any(rules, &next)
}

/// Whether the player could move a piece again after this turn, if nothing else changed.
pub fn keeps_moving(rules: &Rules, position: &Position, turn: &[Action]) -> bool {
    let mut after = position.clone();
    after.play(rules, turn);
    after.base.to_move = position.base.to_move;
    let moves = &mut |_| ControlFlow::Break(());
    after.base.pseudo_legal(rules.pieces, moves).is_break()
}
