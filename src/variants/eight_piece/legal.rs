//! Legal turns. Most of them are known to be safe for the own king without trying them.

use std::ops::ControlFlow;

use crate::rules::board::geometry::{between, bishop, direction, ray};
use crate::rules::{Bitboard, Piece, Role, Square};

use super::pieces::{
    BISHOP, JAILER, KING, LANCER, PAWN, PIECES, QUEEN, ROOK, SENTRY, beside, facing,
};
use super::position::{Action, Position};
use super::ways::Visit;

/// Which moves may leave the own king attacked, so that they have to be tried.
///
/// A move of another unit than the king opens a line to the king only where it begins, and gives an
/// enemy sentry something to push only where it ends. All moves are tried if the king is attacked.
struct Doubt {
    check: bool,
    /// Where moves begin that have to be tried.
    from: Bitboard,
    /// Where moves end that have to be tried.
    to: Bitboard,
    held: Bitboard,
}

impl Doubt {
    fn new(position: &Position) -> Self {
        let us = position.base.to_move;
        let (board, them) = (&position.base.board, us.other());
        let (own, occupied) = (board.of(us), board.occupied());
        let (king, shield) = position.base.shield(&PIECES);
        let mut from = shield.bound.with(king);
        let mut to = Bitboard::EMPTY;
        let mut alone = |way: Bitboard| {
            if !way.many() {
                from |= way & own;
            }
        };
        for at in board.pieces(them, LANCER) {
            let looks = board.at(at).map(facing);
            if looks.is_some_and(|looks| ray(looks, at).has(king)) {
                alone(between(at, king) & own);
            }
        }
        for at in board.pieces(them, SENTRY) {
            let reach = bishop(at, position.base.blockers());
            to |= reach;
            // Those that it would push onto the king if one unit went out of the way.
            for unit in reach & own {
                let way = between(unit, king).without(at);
                match board.at(unit) {
                    Some(piece) if piece.role == LANCER && ray(facing(piece), unit).has(king) => {
                        alone(way & own);
                    }
                    Some(piece) if slides(piece.role, unit, king) => alone(way & occupied),
                    _ => {}
                }
            }
        }
        from |= to & own;
        // A jailer that leaves lets go what it holds.
        for at in board.pieces(us, JAILER) {
            if (beside(Bitboard::of(at)) & board.of(them)).any() {
                from = from.with(at);
            }
        }
        Self {
            check: position.checkers(us).any(),
            from,
            to,
            held: position.held(),
        }
    }

    /// Those of the moves from `from` that have to be tried.
    fn tried(&self, from: Square, to: Bitboard) -> Bitboard {
        match self.check || self.from.has(from) {
            true => to,
            false => to & self.to,
        }
    }
}

/// Whether a piece slides along the line of two squares.
fn slides(role: Role, from: Square, to: Square) -> bool {
    match role {
        QUEEN => direction(from, to).is_some(),
        ROOK => from.file() == to.file() || from.rank() == to.rank(),
        BISHOP => from.file().abs_diff(to.file()) == from.rank().abs_diff(to.rank()),
        _ => false,
    }
}

/// What units do, as far as it can be told apart before moves are listed.
enum Found<'a> {
    /// The moves of a unit to these squares, all of them safe.
    Safe(Piece, Square, Bitboard),
    /// One action, which is legal as it is.
    One(&'a Action),
}

/// Visits the legal turns, each once, in bulk where that can be.
fn found(
    position: &Position,
    visit: &mut dyn FnMut(Found<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let doubt = Doubt::new(position);
    let passing = position.base.en_passant_pawns(&PIECES) & !doubt.held;
    for from in position.base.board.of(position.base.to_move) {
        let Some(piece) = position.base.board.at(from) else {
            continue;
        };
        let held = doubt.held.has(from);
        let mut one = |action: Action| one(position, &action, visit);
        if piece.role == LANCER {
            position.lancer_turns(from, piece, held, &mut one)?;
        }
        if held {
            continue;
        }
        if passing.has(from)
            && let Some(right) = position.base.en_passant
        {
            one(Action::plain(position.step(PAWN, from, right.square)))?;
        }
        if piece.role == SENTRY {
            position.pushes(from, &mut one)?;
        }
        let to = position.targets(piece.role, from);
        let tried = doubt.tried(from, to);
        position.moves_to(piece, from, tried, &mut one)?;
        if (to & !tried).any() {
            visit(Found::Safe(piece, from, to & !tried))?;
        }
    }
    for castling in position.castlings() {
        visit(Found::One(&castling))?;
    }
    if !doubt.check && doubt.held.has(position.king()) {
        visit(Found::One(&Action::Pass))?;
    }
    ControlFlow::Continue(())
}

/// Visits an action if it leaves the own king safe.
fn one(
    position: &Position,
    action: &Action,
    visit: &mut dyn FnMut(Found<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match position.is_safe_after(action) {
        true => visit(Found::One(action)),
        false => ControlFlow::Continue(()),
    }
}

/// Visits the legal turns, each once.
pub fn each(position: &Position, visit: Visit<'_>) -> ControlFlow<()> {
    found(position, &mut |found| match found {
        Found::One(action) => visit(*action),
        Found::Safe(piece, from, to) => position.moves_to(piece, from, to, visit),
    })
}

/// How many legal turns there are.
pub fn count(position: &Position) -> u64 {
    let last = PIECES.pawns.as_ref().map(|pawns| {
        let zone = pawns.zone(position.base.to_move);
        // A pawn that becomes a lancer chooses among eight facings.
        (zone, pawns.promotions.len() as u64 + 7)
    });
    let mut sum = 0;
    let _ = found(position, &mut |found| {
        sum += match (found, last) {
            (Found::One(_), _) => 1,
            (Found::Safe(piece, _, to), Some((zone, ways))) if piece.role == PAWN => {
                u64::from((to & !zone).count()) + ways * u64::from((to & zone).count())
            }
            (Found::Safe(piece, _, to), _) if piece.role == LANCER => 8 * u64::from(to.count()),
            (Found::Safe(_, _, to), _) => u64::from(to.count()),
        };
        ControlFlow::Continue(())
    });
    sum
}

/// Whether there is any legal turn.
pub fn any(position: &Position) -> bool {
    found(position, &mut |_| ControlFlow::Break(())).is_break()
}

/// The own pawns that may legally capture en passant.
pub fn en_passant_captures(position: &Position) -> Bitboard {
    let Some(right) = position.base.en_passant else {
        return Bitboard::EMPTY;
    };
    let pawns = position.base.en_passant_pawns(&PIECES) & !position.held();
    let legal = |from: &Square| {
        let mv = position.step(PAWN, *from, right.square);
        position.is_safe_after(&Action::plain(mv))
    };
    pawns.filter(legal).collect()
}

/// Visits the legal turns by trying each: slow, and plain to see. A law compares both.
#[cfg(test)]
pub fn each_tried(position: &Position, visit: Visit<'_>) -> ControlFlow<()> {
    let mut visit = |action: Action| match position.is_safe_after(&action) {
        true => visit(action),
        false => ControlFlow::Continue(()),
    };
    for from in position.base.board.of(position.base.to_move) {
        position.pseudo_from(from, &mut visit)?;
    }
    for castling in position.castlings() {
        visit(castling)?;
    }
    match position.may_pass() {
        true => visit(Action::Pass),
        false => ControlFlow::Continue(()),
    }
}

/// Whether nobody can win any more (E3).
pub fn dead(position: &Position) -> bool {
    let board = &position.base.board;
    let rest = board.occupied() & !board.role(KING);
    let bishops = board.role(BISHOP);
    let minor = bishops | board.role(super::pieces::KNIGHT) | board.role(SENTRY);
    let alone = !rest.many() && (rest & !minor).is_empty();
    alone || (rest & !bishops).is_empty() && bishops.is_of_one_shade()
}

/// Leaf turns `depth` (at least 1) turns deep, where no repetition and no clock can end the game before.
/// See [`crate::rules::game::Game::perft_while`] for `go_on`.
pub fn perft(position: &Position, depth: u32, go_on: &dyn Fn(u64) -> bool) -> Option<u64> {
    if dead(position) {
        return Some(0);
    }
    if depth <= 1 {
        let count = count(position);
        return go_on(count).then_some(count);
    }
    if !go_on(1) {
        return None;
    }
    let mut sum = 0;
    let done = each(position, &mut |action| {
        let mut next = position.clone();
        next.act(&action);
        next.base.pass_turn(false);
        match perft(&next, depth - 1, go_on) {
            Some(below) => {
                sum += below;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    });
    done.is_continue().then_some(sum)
}
