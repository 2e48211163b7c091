//! Turns.

use crate::rules::Role;

use super::Square;

/// What a turn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A piece moves, and may capture where it arrives.
    Move,
    /// A piece captures en passant.
    EnPassant,
    /// [`Turn::from`] is the king's square and [`Turn::to`] the rook's.
    Castle,
    /// A piece moves and becomes another kind, as pawns do.
    Promote(Role),
    /// A piece moves and becomes what its kind is promoted to.
    PiecePromote,
    /// A piece moves and becomes what it was.
    Demote,
    /// A piece is put on the board from hand; [`Turn::from`] is [`Turn::to`].
    Drop(Role),
    /// A piece from hand is put on the board promoted.
    DropPromoted(Role),
    /// Nothing moves; [`Turn::from`] is [`Turn::to`].
    Pass,
    /// A king or fers leaps for the only time.
    Leap,
}

/// A turn of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The square where it begins.
    pub from: Square,
    /// The square where it arrives.
    pub to: Square,
    /// What it does besides.
    pub act: Act,
    /// A piece from hand that is put on a square left by it.
    pub gate: Option<(Role, Square)>,
    /// A wall that it puts.
    pub wall: Option<Square>,
}

impl Turn {
    /// A turn without a gate or wall.
    #[inline]
    pub const fn new(from: Square, to: Square, act: Act) -> Self {
        Self {
            from,
            to,
            act,
            gate: None,
            wall: None,
        }
    }

    /// Whether a piece is put from hand.
    #[inline]
    pub const fn is_drop(&self) -> bool {
        matches!(self.act, Act::Drop(_) | Act::DropPromoted(_))
    }

    /// Whether a piece goes from one square to another, alone.
    #[inline]
    pub const fn moves(&self) -> bool {
        !matches!(
            self.act,
            Act::Castle | Act::Drop(_) | Act::DropPromoted(_) | Act::Pass
        )
    }
}
