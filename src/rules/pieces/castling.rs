//! Castling: king and partner move together.

use crate::rules::{Bitboard, Board, Seat, Square, board::SEATS, board::geometry::between};

use super::Role;

/// Which way a king castles, by the side of the board on which it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// To the right as the first seat sees it: `O-O`.
    King,
    /// To the left: `O-O-O`.
    Queen,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The canonical text of castling to this wing: `O-O` or `O-O-O`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::King => "O-O",
            Self::Queen => "O-O-O",
        }
    }
}

/// Where king and partner arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goals {
    /// The square on which the king arrives.
    pub king: Square,
    /// The square on which its partner arrives.
    pub partner: Square,
}

/// How the seats of a game castle.
#[derive(Clone, Debug)]
pub struct Castling {
    /// For each seat the kind of its partner, and the goals by [`Wing`].
    pub(super) sides: Vec<(Role, [Goals; 2])>,
}

/// For each seat and [`Wing`] the square of the partner with which the king may still castle.
pub type Rights = [[Option<Square>; 2]; SEATS];

/// Why a king cannot castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingFault {
    /// King or partner has moved, or the partner is gone.
    Lost,
    /// There is no square on the way.
    Hole(Square),
    /// A piece stands in the way.
    Blocked(Square),
    /// The king is in check.
    Check,
    /// The king would cross an attacked square.
    Through(Square),
    /// The king would arrive on an attacked square.
    Into(Square),
}

impl Castling {
    /// The kind of `seat`'s partner.
    pub fn partner(&self, seat: Seat) -> Role {
        self.sides[seat.index()].0
    }

    /// Where king and partner of `seat` arrive.
    pub fn goals(&self, seat: Seat, wing: Wing) -> Goals {
        self.sides[seat.index()].1[wing as usize]
    }
}

/// A castling about to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// Where the king stands.
    pub king: Square,
    /// Where its partner stands.
    pub partner: Square,
    /// The squares on which king and partner would arrive.
    pub goals: Goals,
}

impl Attempt {
    /// The squares that both cross or reach, the king's first.
    fn ways(&self) -> (Bitboard, Bitboard) {
        let Goals { king, partner } = self.goals;
        let walk = between(self.king, king).with(king);
        (walk, walk.or(between(self.partner, partner)).with(partner))
    }

    /// Whether nothing stands in the way and all squares exist.
    #[inline]
    pub fn is_clear(&self, board: &Board, area: Bitboard) -> bool {
        let others = board.occupied().without(self.king).without(self.partner);
        let (_, way) = self.ways();
        (way & (others | !area)).is_empty()
    }

    /// What forbids it, if anything does; `attacked(square, blockers)` tells whether the king would
    /// be attacked there.
    ///
    /// FIDE 3.8.2, and as in Chess960: all squares on the way of both are free but for the two.
    pub fn fault(
        &self,
        board: &Board,
        area: Bitboard,
        attacked: impl Fn(Square, Bitboard) -> bool,
    ) -> Option<CastlingFault> {
        let (king, partner, goals) = (self.king, self.partner, self.goals);
        let (walk, way) = self.ways();
        let others = board.occupied().without(king).without(partner);
        if let Some(hole) = (way & !area).first() {
            return Some(CastlingFault::Hole(hole));
        }
        let in_way = way & others;
        if let Some(at) = in_way.min_by_key(|s| s.distance(king)) {
            return Some(CastlingFault::Blocked(at));
        }
        let rest = others | !area;
        if attacked(king, rest.with(king).with(partner)) {
            return Some(CastlingFault::Check);
        }
        let mut crossed = walk.without(goals.king).without(king);
        if let Some(at) = crossed.find(|s| attacked(*s, rest.with(partner))) {
            return Some(CastlingFault::Through(at));
        }
        // In Chess960 the partner may have shielded the king's goal from a slider beside it.
        let into = attacked(goals.king, rest.with(goals.partner));
        into.then_some(CastlingFault::Into(goals.king))
    }
}
