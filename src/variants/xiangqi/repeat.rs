//! Repetition: perpetual check and perpetual chase (X4).
//!
//! The positions since the last capture are kept with the turns that led to them; who is to blame
//! is looked into when a position has come back.

use crate::rules::game::Seat;
use crate::rules::outcome::{Outcome, Reason};
use crate::rules::square::Square;

use super::piece::{Role, Side};
use super::position::{Position, Turn};

/// How often a position stands before the game ends.
pub const TIMES: usize = 3;
/// Positions on record from which on a third occurrence is possible: two rounds of four turns and
/// the first.
pub const SHORTEST: usize = 9;

/// The positions since the last capture, which alone can come back.
#[derive(Clone, Debug)]
pub struct History {
    /// The one with which the record begins.
    first: Position,
    /// Each turn since then, with the position after it.
    turns: Vec<(Turn, Position)>,
}

/// What X4 says of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Perpetual check, perpetual chase or plain repetition.
    pub reason: Reason,
    /// Who loses by it; nobody where it draws.
    pub loser: Option<Side>,
    /// How many turns ago the position first stood on the board.
    pub since: usize,
}

impl Ruling {
    /// The end that it makes.
    pub fn outcome(self) -> Outcome {
        match self.loser {
            Some(side) => Outcome::win(side.other().seat(), side.seat(), self.reason),
            None => Outcome::draw(vec![Seat(0), Seat(1)], self.reason),
        }
    }
}

impl History {
    /// A record that begins with one position.
    pub fn new(position: &Position) -> Self {
        Self {
            first: position.clone(),
            turns: Vec::new(),
        }
    }

    /// Adds the position after a turn.
    pub fn push(&mut self, turn: &Turn, after: &Position) {
        if turn.capture {
            *self = Self::new(after);
        } else {
            self.turns.push((*turn, after.clone()));
        }
    }

    /// How many positions are on record, the last one included.
    pub fn recorded(&self) -> usize {
        self.turns.len() + 1
    }

    fn position(&self, index: usize) -> &Position {
        match index.checked_sub(1) {
            None => &self.first,
            Some(turn) => &self.turns[turn].1,
        }
    }

    /// Where the last position stands on record: the first time and how often.
    fn recurrence(&self) -> (usize, usize) {
        let last = self.turns.len();
        let same = |i: &usize| self.position(*i).same(self.position(last));
        let mut times = (0..=last).filter(same);
        let first = times.next().unwrap_or(last);
        (first, 1 + times.count())
    }

    /// How often the last position has stood on the board, itself included.
    pub fn times(&self) -> usize {
        self.recurrence().1
    }

    /// What X4 says of the turns since the last position first stood, if it has stood at least
    /// `times` times (2 or more).
    pub fn ruling(&self, times: usize) -> Option<Ruling> {
        if self.recorded() < 4 * (times - 1) + 1 {
            return None;
        }
        let (first, found) = self.recurrence();
        if found < times {
            return None;
        }
        let one = |sides: [bool; 2]| match sides {
            [true, false] => Some(Side::Red),
            [false, true] => Some(Side::Black),
            _ => None,
        };
        let checks = Side::ALL.map(|side| self.checks(first, side));
        let (reason, loser) = if let Some(side) = one(checks) {
            (Reason::PerpetualCheck, Some(side))
        } else if checks == [true, true] {
            (Reason::Repetition, None)
        } else if let Some(side) = one(Side::ALL.map(|side| self.chases(first, side))) {
            (Reason::PerpetualChase, Some(side))
        } else {
            (Reason::Repetition, None)
        };
        let since = self.turns.len() - first;
        Some(Ruling {
            reason,
            loser,
            since,
        })
    }

    /// Each turn since the position `first` with the positions before and after it.
    fn since(&self, first: usize) -> impl Iterator<Item = (&Position, &Turn, &Position)> {
        let turns = self.turns.iter().enumerate().skip(first);
        turns.map(|(i, (turn, after))| (self.position(i), turn, after))
    }

    /// Whether `side` gave check with each of its turns.
    fn checks(&self, first: usize, side: Side) -> bool {
        let mut own = self.since(first).filter(|(before, ..)| before.side == side);
        own.all(|(_, _, after)| after.checkers(side.other()).any())
    }

    /// Whether `side` attacked one and the same piece anew with each of its turns. Nothing is
    /// captured meanwhile, so that every piece can be followed from where it first stood.
    fn chases(&self, first: usize, side: Side) -> bool {
        let enemy = self.position(first).of(side.other());
        let mut chased: Vec<Square> = enemy.collect();
        for (before, turn, after) in self.since(first) {
            if before.side == side {
                chased.retain(|at| attacks_anew(before, turn, after, *at));
            } else if let Some(at) = chased.iter_mut().find(|at| **at == turn.from) {
                *at = turn.to;
            }
        }
        !chased.is_empty()
    }
}

/// Whether a turn attacked the enemy piece on `at` as X4 counts it: unprotected, by a piece that
/// could legally take it and did not attack it before.
fn attacks_anew(before: &Position, turn: &Turn, after: &Position, at: Square) -> bool {
    let side = before.side;
    let Some((taken, owner)) = after.at(at) else {
        return false;
    };
    let counts = match taken {
        Role::King => false,
        Role::Soldier => owner.beyond().has(at),
        _ => true,
    };
    let mut again = after.clone();
    again.side = side;
    let stood = before.attackers(at, side);
    let new = |from: &Square| {
        let came_from = match *from == turn.to {
            true => turn.from,
            false => *from,
        };
        !stood.has(came_from) && again.legal_to(*from).has(at)
    };
    let strong = after.attackers(at, side) & !(after.all(Role::King) | after.all(Role::Soldier));
    let mut new = strong.filter(new);
    counts && new.any(|from| unprotected(&again, taken, from, at))
}

/// Whether the piece `taken` on `at` may be taken from `from` without a legal recapture; chariots
/// are never held to be protected from horses and cannons.
fn unprotected(position: &Position, taken: Role, from: Square, at: Square) -> bool {
    let Some((role, _)) = position.at(from) else {
        return false;
    };
    if taken == Role::Chariot && matches!(role, Role::Horse | Role::Cannon) {
        return true;
    }
    let mut next = position.clone();
    next.play(&position.turn(role, from, at));
    let mut back = next.attackers(at, next.side);
    back.all(|from| !next.legal_to(from).has(at))
}
