//! How games end (docs/variants/ends.md): immediate ends, no legal turn, optional ends. All values are for the
//! side to move.

pub mod castling_wins;
pub mod connect;
pub mod counting;
pub mod dead;
pub mod extinction;
pub mod flag;
pub mod material;
mod near;
pub mod no_turn;
pub mod repetition;

use std::ops::Neg;

use crate::rules::outcome::Reason;

use super::game::Game;
use super::past::Past;
use super::position::Position;

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
    /// That side has won.
    pub const WIN: Self = Self(32_000);
    /// That side has lost.
    pub const LOSS: Self = Self(-32_000);
    /// The game is drawn.
    pub const DRAW: Self = Self(0);
    /// The section says no value (`none`).
    pub const NONE: Self = Self(32_002);
}

impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// The ends of a game.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Too few pieces of a kind (`extinction…`); not there with pseudo-royal pieces but for blasts, and without
    /// `extinctionValue`.
    pub extinction: Option<Extinction>,
    /// Pieces in a region (`flag…`); a colour without a region has none.
    pub flag: Option<Flag>,
    /// `castlingWins`, by seat and side, kingside first.
    pub castling_wins: [[bool; 2]; 2],
    /// A side wins by its last check (`checkCounting`).
    pub check_counting: bool,
    /// Pieces in a row, in a square or joined (`connect…`, `collinearN`).
    pub connect: Option<Connect>,
    /// Kings that face each other twice end the game (`bikjangRule`).
    pub bikjang: bool,
    /// A board without an empty square ends the game (`adjudicateFullBoard`).
    pub full_board: bool,
    /// Values without a legal turn.
    pub no_turn: NoTurn,
    /// `nMoveRule` in full moves, 0 without; with [`Ends::n_move_types`].
    pub n_move: i32,
    /// Kinds whose moves cannot be undone, by seat (`nMoveRuleTypes`).
    pub n_move_types: [super::kinds::Kinds; 2],
    /// `nFoldRule` and what belongs to it.
    pub repetition: Repetition,
    /// The rules of counting to a draw (`countingRule`).
    pub counting: Option<Counting>,
    /// Too little material ends the game (`zugpost.dead`).
    pub dead: bool,
    /// What draws are worth by the pieces left (`materialCounting`).
    pub material: Option<Material>,
}

impl Game {
    /// How the game ends at once, whatever turns there are: the ends in the order in which the format looks at them
    /// (docs/variants/ends.md, 1.2).
    pub fn immediate_end(&self, at: &Position) -> Option<Value> {
        self.ends_at_once(at).map(|(value, _)| value)
    }

    /// The same, with the reason.
    pub fn ends_at_once(&self, at: &Position) -> Option<(Value, Reason)> {
        let ends = &self.parts.ends;
        let by = |reason: Reason| move |value: Value| (value, reason);
        let extinct = |rule: &Extinction| self.extinct(at, rule).map(by(Reason::Extinction));
        let flagged = |rule: &Flag| self.flagged(at, rule).map(by(Reason::Goal));
        let castled = || castling_wins::won(at, &ends.castling_wins).map(by(Reason::Castling));
        let connected = |rule: &Connect| self.connected(at, rule).map(by(Reason::Connection));
        (ends.extinction.as_ref().and_then(extinct))
            .or_else(|| ends.flag.as_ref().and_then(flagged))
            .or_else(castled)
            .or_else(|| self.checks_given(at).map(by(Reason::Checks)))
            .or_else(|| ends.connect.as_ref().and_then(connected))
            .or_else(|| self.drawn_at_once(at))
    }

    /// All checks are given by the side that has just moved.
    fn checks_given(&self, at: &Position) -> Option<Value> {
        let left = at.checks[at.to_move.other().index()];
        (self.parts.ends.check_counting && left == 0).then_some(Value::LOSS)
    }

    /// Kings that face each other a second time, two passes, a full board.
    fn drawn_at_once(&self, at: &Position) -> Option<(Value, Reason)> {
        let ends = &self.parts.ends;
        let faced = ends.bikjang && at.last.faced && at.faces(self, self.ways(at));
        let full = || (self.area & !(at.board.occupied() | at.walls)).is_empty();
        let reason = match faced {
            true => Reason::FacingKings,
            false if at.last.passes >= 2 => Reason::Passes,
            false if ends.full_board && full() => Reason::FullBoard,
            false => return None,
        };
        Some((self.by_material(at, Value::DRAW), reason))
    }

    /// How the game may end by what was played before, whatever turns there are.
    pub fn optional_end(&self, at: &Position, past: &Past) -> Option<Value> {
        self.ends_by_past(at, past).map(|(value, _)| value)
    }

    /// The same, with the reason.
    pub fn ends_by_past(&self, at: &Position, past: &Past) -> Option<(Value, Reason)> {
        let by = |reason: Reason| move |value: Value| (value, reason);
        (self.n_moves(at).map(by(Reason::MoveRule)))
            .or_else(|| self.repeated(at, past).map(by(Reason::Repetition)))
            .or_else(|| self.counted(at).map(by(Reason::Counting)))
            .or_else(|| self.only_promotions(at).map(by(Reason::Stalemate)))
    }

    /// The rule of many moves without anything that cannot be undone (docs/variants/ends.md, 6.1).
    fn n_moves(&self, at: &Position) -> Option<Value> {
        let n = self.parts.ends.n_move;
        if n == 0 || at.clock < n.saturating_mul(2) {
            return None;
        }
        let mated = at.checkers(self, self.ways(at)).any() && self.legal_turns(at).is_empty();
        (!mated).then(|| self.by_material(at, Value::DRAW))
    }

    /// The stalemate of sittuyin: a king and a pawn that can only be promoted (docs/variants/ends.md, 6.8).
    fn only_promotions(&self, at: &Position) -> Option<Value> {
        let own = at.board.of(at.to_move);
        let pawn = self.pawn.filter(|_| self.parts.promotion.sittuyin)?;
        if own.count() != 2 || (own & at.board.role(pawn)).is_empty() {
            return None;
        }
        let promotes = |turn: &super::turn::Turn| matches!(turn.act, super::turn::Act::Promote(_));
        let only =
            !at.checkers(self, self.ways(at)).any() && self.legal_turns(at).iter().all(promotes);
        only.then_some(Value::DRAW)
    }
}
