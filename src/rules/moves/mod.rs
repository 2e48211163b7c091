//! Moves of single pieces, and the positions that they are made in: what chess, xiangqi and their
//! relatives have in common.

pub mod dialect;
pub mod explain;
pub mod fen;
mod legal;
mod position;
pub mod surveyed;

use std::ops::ControlFlow;

use crate::rules::{Bitboard, PieceSet, Role, Selector, Square, Wing};

pub use position::{Identity, Position, progresses};

/// A move of a piece, or castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece goes from one square to another.
    Step {
        /// The kind of piece that moves, before any promotion.
        role: Role,
        /// The square from which it goes.
        from: Square,
        /// The square to which it goes.
        to: Square,
        /// Where the piece stands that it captures: `to`, or beside it en passant.
        captured: Option<Square>,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// King and partner move together.
    Castle(Wing),
}

impl Move {
    /// From where and to where a piece goes; `None` for castling.
    pub const fn route(&self) -> Option<(Square, Square)> {
        match self {
            Self::Step { from, to, .. } => Some((*from, *to)),
            Self::Castle(_) => None,
        }
    }

    /// What a pawn becomes.
    pub const fn promotion(&self) -> Option<Role> {
        match self {
            Self::Step { promotion, .. } => *promotion,
            Self::Castle(_) => None,
        }
    }

    /// The same step with what the piece becomes; castling stays as it is.
    #[inline]
    #[must_use]
    pub const fn promoted_to(mut self, becomes: Option<Role>) -> Self {
        if let Self::Step { promotion, .. } = &mut self {
            *promotion = becomes;
        }
        self
    }

    /// Where a piece is captured.
    #[inline]
    pub const fn captured(&self) -> Option<Square> {
        match self {
            Self::Step { captured, .. } => *captured,
            Self::Castle(_) => None,
        }
    }
}

/// A capture by its kinds: what takes, and what is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The letter of the piece that takes.
    pub by: char,
    /// Whether that is a pawn.
    pub pawn: bool,
    /// From where and to where it goes.
    pub route: (Square, Square),
    /// The letter of the piece that is taken.
    pub taken: char,
    /// Whether it is taken en passant.
    pub passing: bool,
}

impl Move {
    /// The capture that this is in `position`; `None` for other moves.
    pub fn capture(&self, pieces: &PieceSet, position: &Position) -> Option<Capture> {
        let Self::Step { role, from, to, .. } = *self else {
            return None;
        };
        let at = self.captured()?;
        Some(Capture {
            by: pieces.about(role).letter,
            pawn: pieces.is_pawn(role),
            route: (from, to),
            taken: pieces.about(position.board.at(at)?.role).letter,
            passing: at != to,
        })
    }
}

/// A visitor of moves.
pub type VisitMove<'a> = &'a mut dyn FnMut(Move) -> ControlFlow<()>;

/// A choice among moves.
pub type MoveFilter = Box<dyn Fn(&Move) -> bool>;

/// The moves that a selector names (see [`Selector`]); `None` if it names nothing on this board.
pub fn select(pieces: &PieceSet, position: &Position, what: &Selector) -> Option<MoveFilter> {
    let (files, ranks) = pieces.size;
    let on_board = |square: &Square| Bitboard::rectangle(files, ranks).has(*square);
    let king = position.king(pieces, position.to_move);
    let royal = pieces.royal;
    let ends = Wing::ALL.map(|wing| {
        let attempt = position.castling_attempt(pieces, wing);
        attempt.map_or(Bitboard::EMPTY, |a| {
            let from = Bitboard::of(a.king).with(a.partner);
            from.with(a.goals.king).with(a.goals.partner)
        })
    });
    match *what {
        Selector::Castle(wing) => Some(Box::new(move |mv| *mv == Move::Castle(wing))),
        Selector::Square(at) if on_board(&at) => Some(Box::new(move |mv| match mv {
            Move::Step { from, to, .. } => *from == at || *to == at,
            Move::Castle(wing) => ends[*wing as usize].has(at),
        })),
        Selector::Piece(letter, at) if at.as_ref().is_none_or(on_board) => {
            let named = pieces.by_letter(letter)?;
            Some(Box::new(move |mv| match mv {
                Move::Step { role, from, to, .. } => {
                    *role == named && at.is_none_or(|at| at == *from || at == *to)
                }
                Move::Castle(_) => named == royal && at.is_none_or(|at| at == king),
            }))
        }
        _ => None,
    }
}
