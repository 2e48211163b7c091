//! What attacks a square: held units attack nothing (J2), lancers look one way (L1, L4), and sentries
//! make their enemy's units capture (P4).

use crate::rules::board::geometry::{between, bishop, direction, ray};
use crate::rules::{Bitboard, Board, Seat, Square};

use super::pieces::{AREA, JAILER, LANCER, PIECES, SENTRY, facing, held};
use super::position::Pushed;

/// The units of `by` that attack `square`; of a push, the sentry. `pushed` is what the other side has
/// just pushed.
pub fn attackers(board: &Board, square: Square, by: Seat, pushed: Option<Pushed>) -> Bitboard {
    let (ordinary, others) = found(board, square, by, pushed);
    others.fold(ordinary, Bitboard::with)
}

/// Whether any unit of `by` attacks `square`; as [`attackers`], and faster.
#[inline]
pub fn attacked(board: &Board, square: Square, by: Seat, pushed: Option<Pushed>) -> bool {
    let (ordinary, mut others) = found(board, square, by, pushed);
    ordinary.any() || others.next().is_some()
}

/// The units that capture as in chess, and then lancers and sentries, each when it is asked for. Jailers,
/// sentries and lancers have no captures that the kit knows of.
#[inline]
fn found(
    board: &Board,
    square: Square,
    by: Seat,
    pushed: Option<Pushed>,
) -> (Bitboard, impl Iterator<Item = Square>) {
    let free = !held(board, by);
    let ordinary = PIECES.attackers(board, square, by, (board.occupied() | !AREA, AREA));
    let charges = move |at: &Square| charges(board, *at, square, by, pushed);
    let pushes = move |at: &Square| pushed_onto(board, *at, square, by).any();
    let lancers = (board.pieces(by, LANCER) & free).filter(charges);
    let sentries = (board.pieces(by, SENTRY) & free).filter(pushes);
    (ordinary & free, lancers.chain(sentries))
}

/// Whether the lancer on `at` could capture on `square`: ahead (L1), or any way if it was just pushed
/// (L4), except where it came from (P3).
fn charges(board: &Board, at: Square, square: Square, by: Seat, pushed: Option<Pushed>) -> bool {
    let Some(lancer) = board.at(at) else {
        return false;
    };
    let looks = match pushed {
        Some(pushed) if pushed.to == at => {
            direction(at, square).is_some() && !pushed.banned(LANCER).has(square)
        }
        _ => ray(facing(lancer), at).has(square),
    };
    looks && (between(at, square) & board.of(by.other())).is_empty()
}

/// The units that the sentry on `sentry` could push so that they capture on `square` (P4). What
/// stands on `square` is not among them.
pub fn pushed_onto(board: &Board, sentry: Square, square: Square, by: Seat) -> Bitboard {
    let occupied = board.occupied();
    let targets = board.of(by.other()).without(square);
    let units = bishop(sentry, occupied | !AREA) & targets;
    let blockers = occupied.without(sentry) | !AREA;
    let captures = |unit: &Square| match board.at(*unit) {
        None => false,
        Some(piece) => match piece.role {
            JAILER | SENTRY => false,
            LANCER => {
                ray(facing(piece), *unit).has(square)
                    && (between(*unit, square) & targets).is_empty()
            }
            role => {
                let capture = &PIECES.movement(role, by).capture;
                capture.from(*unit, blockers, AREA).has(square)
            }
        },
    };
    units.filter(captures).collect()
}
