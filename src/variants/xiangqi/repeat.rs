//! Repetition: perpetual check and perpetual chase (X4).
//!
//! The positions since the last capture are kept with the moves that led to them; who is to blame
//! is looked into when a position has come back.

use std::sync::Arc;

use crate::rules::moves::Position;
use crate::rules::outcome::Reason;
use crate::rules::{Bitboard, Move, Outcome, Repetition, Role, Seat, Square};

use super::pieces::{CANNON, CHARIOT, HORSE, PIECES, SOLDIER, beyond};

/// How often a position occurs before the game ends.
pub const TIMES: usize = 3;
/// Positions on record from which on a third occurrence is possible: two rounds of four turns and
/// the first.
pub const SHORTEST: usize = 9;

/// A position and the move that led to it. It is the same as another if board and side to move are.
#[derive(Clone)]
pub struct Entry {
    last: Option<(Square, Square)>,
    position: Position,
}

impl Entry {
    /// A position, and the move that led to it.
    pub fn new(position: &Position, last: Option<&Move>) -> Self {
        Self {
            last: last.and_then(Move::route),
            position: position.clone(),
        }
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.position, &other.position);
        a.to_move == b.to_move && a.board == b.board
    }
}

/// What X4 says of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Perpetual check, perpetual chase or plain repetition.
    pub reason: Reason,
    /// Who loses by it; nobody where it draws.
    pub loser: Option<Seat>,
    /// How many turns ago the position first occurred.
    pub since: usize,
}

impl Ruling {
    /// The end that it makes.
    pub fn outcome(self) -> Outcome {
        match self.loser {
            Some(seat) => Outcome::win(seat.other(), seat, self.reason),
            None => Outcome::draw(Seat::BOTH.to_vec(), self.reason),
        }
    }
}

/// What X4 says of the turns since the last position first occurred, if it has occurred at least
/// `times` times (2 or more).
pub fn ruling(history: &Repetition<Entry>, times: usize) -> Option<Ruling> {
    // A cheap look first: nothing comes back within four turns.
    if history.keys.len() < 4 * (times - 1) + 1 {
        return None;
    }
    let ago = history.ago();
    let since = *ago.first().filter(|_| ago.len() >= times)?;
    let round = &history.keys[history.keys.len() - 1 - since..];
    let one = |seats: [bool; 2]| match seats {
        [true, false] => Some(Seat(0)),
        [false, true] => Some(Seat(1)),
        _ => None,
    };
    let checks = Seat::BOTH.map(|seat| gives_check(round, seat));
    let (reason, loser) = if let Some(seat) = one(checks) {
        (Reason::PerpetualCheck, Some(seat))
    } else if checks == [true, true] {
        (Reason::Repetition, None)
    } else if let Some(seat) = one(Seat::BOTH.map(|seat| chases(round, seat))) {
        (Reason::PerpetualChase, Some(seat))
    } else {
        (Reason::Repetition, None)
    };
    Some(Ruling {
        reason,
        loser,
        since,
    })
}

/// Each turn of a round with the positions before and after it.
fn turns(round: &[Arc<Entry>]) -> impl Iterator<Item = (&Position, (Square, Square), &Position)> {
    round.windows(2).filter_map(|pair| {
        let [before, after] = pair else { return None };
        Some((&before.position, after.last?, &after.position))
    })
}

/// Whether `seat` gave check with each of its turns.
fn gives_check(round: &[Arc<Entry>], seat: Seat) -> bool {
    let mut own = turns(round).filter(|(before, ..)| before.to_move == seat);
    own.all(|(_, _, after)| after.checkers(&PIECES, seat.other()).any())
}

/// Whether `seat` attacked one and the same piece anew with each of its turns. Nothing is captured
/// meanwhile, so that every piece can be followed from where it first stood.
fn chases(round: &[Arc<Entry>], seat: Seat) -> bool {
    let enemies = round.first().map(|e| e.position.board.of(seat.other()));
    let mut chased: Vec<Square> = enemies.into_iter().flatten().collect();
    for (before, (from, to), after) in turns(round) {
        if before.to_move == seat {
            chased.retain(|at| attacks_anew(before, (from, to), after, *at));
        } else if let Some(at) = chased.iter_mut().find(|at| **at == from) {
            *at = to;
        }
    }
    !chased.is_empty()
}

/// The pieces of `by` that attack what stands on `at`.
fn attackers(position: &Position, at: Square, by: Seat) -> Bitboard {
    PIECES.attackers(
        &position.board,
        at,
        by,
        (position.blockers(), position.area),
    )
}

/// Whether a turn attacked the enemy piece on `at` as X4 counts it: unprotected, by a piece that
/// could legally take it and did not attack it before.
fn attacks_anew(
    before: &Position,
    (from, to): (Square, Square),
    after: &Position,
    at: Square,
) -> bool {
    let seat = before.to_move;
    let Some(taken) = after.board.at(at) else {
        return false;
    };
    let counts = match taken.role {
        role if role == PIECES.royal => false,
        SOLDIER => taken.owner.is_some_and(|owner| beyond(owner).has(at)),
        _ => true,
    };
    let mut again = after.clone();
    again.to_move = seat;
    let stood = attackers(before, at, seat);
    let new = |attacker: &Square| {
        let came_from = if *attacker == to { from } else { *attacker };
        !stood.has(came_from) && again.legal_to(&PIECES, *attacker).has(at)
    };
    let weak = after.board.role(PIECES.royal) | after.board.role(SOLDIER);
    let strong = attackers(after, at, seat) & !weak;
    let mut new = strong.filter(new);
    counts && new.any(|attacker| unprotected(&again, taken.role, attacker, at))
}

/// Whether the piece `taken` on `at` may be taken from `from` without a legal recapture; chariots
/// are never held to be protected from horses and cannons.
fn unprotected(position: &Position, taken: Role, from: Square, at: Square) -> bool {
    let Some(piece) = position.board.at(from) else {
        return false;
    };
    if taken == CHARIOT && matches!(piece.role, HORSE | CANNON) {
        return true;
    }
    let mut next = position.clone();
    next.play(&PIECES, &position.step(&PIECES, piece.role, from, at));
    let mut back = attackers(&next, at, next.to_move);
    back.all(|from| !next.legal_to(&PIECES, from).has(at))
}
