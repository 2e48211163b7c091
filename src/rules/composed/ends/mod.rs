//! How games end (docs/variants/4-ends.md): immediate ends, no legal turn, optional ends. All values are for the
//! side to move.

pub mod castling_wins;
pub mod connect;
pub mod counting;
pub mod extinction;
pub mod flag;
pub mod material;
pub mod no_turn;
pub mod repetition;

use std::ops::Neg;

use self::connect::Connect;
use self::counting::Counting;
use self::extinction::Extinction;
use self::flag::Flag;
use self::material::Material;
use self::no_turn::NoTurn;
use self::repetition::Repetition;

/// What an end is worth for one side, as the format numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value(pub i32);

impl Value {
    /// Won.
    pub const WIN: Self = Self(32_000);
    /// Lost.
    pub const LOSS: Self = Self(-32_000);
    /// Drawn.
    pub const DRAW: Self = Self(0);
    /// No value (`none`).
    pub const NONE: Self = Self(32_002);
}

impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// The ends of a game.
#[derive(Clone, Debug, Default)]
pub struct Ends {
    /// Too few pieces of a kind (`extinction…`); not there with pseudo-royal pieces but for blasts, and without
    /// `extinctionValue`.
    pub extinction: Option<Extinction>,
    /// Pieces in a region (`flag…`); a colour without a region has none.
    pub flag: Option<Flag>,
    /// `castlingWins`, by seat and side, kingside first.
    pub castling_wins: [[bool; 2]; 2],
    /// `checkCounting`.
    pub check_counting: bool,
    /// `connect…`, `collinearN`.
    pub connect: Option<Connect>,
    /// `bikjangRule`.
    pub bikjang: bool,
    /// `adjudicateFullBoard`.
    pub full_board: bool,
    /// Values without a legal turn.
    pub no_turn: NoTurn,
    /// `nMoveRule` in full moves, 0 without; with [`Ends::n_move_types`].
    pub n_move: i32,
    /// `nMoveRuleTypes`, by seat.
    pub n_move_types: [super::kinds::Kinds; 2],
    /// `nFoldRule` and what belongs to it.
    pub repetition: Repetition,
    /// `countingRule`.
    pub counting: Option<Counting>,
    /// `materialCounting`.
    pub material: Option<Material>,
}
