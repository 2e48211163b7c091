//! The board, and how a move changes it.

use crate::rules::bitboard::Bitboard;
use crate::rules::square::Square;

use super::lines::Crowd;
use super::piece::{self, Role, Side};

/// A whole turn: a piece goes from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What moves.
    pub role: Role,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// Whether an enemy piece stands there.
    pub capture: bool,
}

/// What a glance at the board tells. Exactly one king each, in its palace; nothing stands beyond
/// the 90 points.
#[derive(Clone, Debug)]
pub struct Position {
    roles: [Bitboard; 7],
    sides: [Bitboard; 2],
    crowd: Crowd,
    /// Whose turn it is.
    pub side: Side,
    /// Turns of both sides since the last capture (X5).
    pub clock: u32,
    /// The number of the turn, counted up after Black's.
    pub number: u32,
}

impl Position {
    /// An empty board, Red to move.
    pub const fn empty() -> Self {
        Self {
            roles: [Bitboard::EMPTY; 7],
            sides: [Bitboard::EMPTY; 2],
            crowd: Crowd::EMPTY,
            side: Side::Red,
            clock: 0,
            number: 1,
        }
    }

    /// Whether it is the same position for repetition: board and side to move (X4).
    pub fn same(&self, other: &Self) -> bool {
        self.side == other.side && self.sides == other.sides && self.roles == other.roles
    }

    /// Puts a piece on an empty point.
    pub fn put(&mut self, point: Square, role: Role, side: Side) {
        self.roles[role as usize] |= Bitboard::of(point);
        self.sides[side as usize] |= Bitboard::of(point);
        self.crowd = self.crowd.with(point);
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.crowd.points()
    }

    /// All pieces, ready for a look along lines.
    #[inline]
    pub fn crowd(&self) -> Crowd {
        self.crowd
    }

    /// The pieces of a side.
    #[inline]
    pub fn of(&self, side: Side) -> Bitboard {
        self.sides[side as usize]
    }

    /// The pieces of one kind.
    #[inline]
    pub fn all(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The pieces of one kind and side.
    #[inline]
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.of(side) & self.all(role)
    }

    /// Where the king of `side` stands.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        let king = self.pieces(side, Role::King).first();
        king.expect("a king on each side")
    }

    /// What stands on `point`.
    pub fn at(&self, point: Square) -> Option<(Role, Side)> {
        let side = Side::ALL.into_iter().find(|s| self.of(*s).has(point))?;
        let role = Role::ALL.into_iter().find(|r| self.all(*r).has(point))?;
        Some((role, side))
    }

    /// Where a piece of `side` goes from here, empty points and captures alike; what it might
    /// capture of its own side is not cut off.
    #[inline]
    pub fn reach(&self, role: Role, side: Side, from: Square) -> Bitboard {
        let occupied = self.occupied();
        match role {
            Role::King => piece::king(from),
            Role::Mandarin => piece::mandarin(from),
            Role::Elephant => piece::elephant(from).free(occupied),
            Role::Horse => piece::horse(from).free(occupied),
            Role::Chariot => self.crowd.slide(from),
            Role::Cannon => self.crowd.slide(from) & !occupied | self.crowd.hop(from) & occupied,
            Role::Soldier => piece::soldier(side, from),
        }
    }

    /// The pieces of `by` that threaten a king on `point`, where `crowd` stands in the way; a king
    /// does so along an open file (X1). The others never reach the enemy palace.
    #[inline]
    pub fn threats(&self, point: Square, by: Side, crowd: Crowd) -> Bitboard {
        let found = crowd.slide(point) & self.all(Role::Chariot)
            | crowd.hop(point) & self.all(Role::Cannon)
            | crowd.slide_file(point) & self.all(Role::King)
            | piece::horse_back(point).free(crowd.points()) & self.all(Role::Horse)
            | piece::soldier_back(by, point) & self.all(Role::Soldier);
        found & self.of(by)
    }

    /// The pieces that give check to the king of `side`.
    pub fn checkers(&self, side: Side) -> Bitboard {
        self.threats(self.king(side), side.other(), self.crowd)
    }

    /// The pieces of `by` that attack what stands on `point`.
    pub fn attackers(&self, point: Square, by: Side) -> Bitboard {
        let crowd = self.crowd;
        let found = crowd.slide(point) & self.all(Role::Chariot)
            | crowd.hop(point) & self.all(Role::Cannon)
            | piece::horse_back(point).free(crowd.points()) & self.all(Role::Horse)
            | piece::elephant(point).free(crowd.points()) & self.all(Role::Elephant)
            | piece::mandarin(point) & self.all(Role::Mandarin)
            | piece::king(point) & self.all(Role::King)
            | piece::soldier_back(by, point) & self.all(Role::Soldier);
        found & self.of(by)
    }

    /// Whether neither side has anything left that can cross the river (X5).
    #[inline]
    pub fn dead(&self) -> bool {
        let strong = self.all(Role::Chariot)
            | self.all(Role::Horse)
            | self.all(Role::Cannon)
            | self.all(Role::Soldier);
        strong.is_empty()
    }

    /// The turn of the piece on `from` to `to`.
    pub fn turn(&self, role: Role, from: Square, to: Square) -> Turn {
        Turn {
            role,
            from,
            to,
            capture: self.of(self.side.other()).has(to),
        }
    }

    /// Plays a turn that is legal here.
    #[inline]
    pub fn play(&mut self, turn: &Turn) {
        let (leaves, arrives) = (Bitboard::of(turn.from), Bitboard::of(turn.to));
        let (us, them) = (self.side as usize, self.side.other() as usize);
        self.clock += 1;
        if turn.capture {
            for role in &mut self.roles {
                *role &= !arrives;
            }
            self.sides[them] &= !arrives;
            self.clock = 0;
        }
        self.sides[us] ^= leaves | arrives;
        self.roles[turn.role as usize] ^= leaves | arrives;
        self.crowd = self.crowd.without(turn.from).with(turn.to);
        self.number += u32::from(self.side == Side::Black);
        self.side = self.side.other();
    }
}
