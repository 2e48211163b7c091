//! Hands and drops (docs/variants/pawns-castling-hands.md, 9 to 11).

use crate::rules::Role;

use super::{Set, kinds::Kinds};

/// What may be in hand and where it may be put.
#[derive(Clone, Debug)]
pub struct Hands {
    /// Pieces in hand may be put on the board (`pieceDrops`).
    pub drops: bool,
    /// Everything may be dropped at any time without being in hand (the format's ataxx and its children).
    pub free: bool,
    /// Captured pieces come to the hand of who captures (`capturesToHand`).
    pub captures: bool,
    /// Captured pieces stay what they are (`dropLoop`).
    pub keep_promoted: bool,
    /// Pieces may be put on the board promoted (`dropPromoted`).
    pub drop_promoted: bool,
    /// Drops may give check (`dropChecks`).
    pub drop_checks: bool,
    /// Where pieces may be dropped, by seat (`dropRegion`).
    pub region: [Set; 2],
    /// Pawns may be put on the first rank (`firstRankPawnDrops`).
    pub first_rank_pawns: bool,
    /// Pawns may be put where they promote (`promotionZonePawnDrops`).
    pub promotion_zone_pawns: bool,
    /// `dropNoDoubled`, with how many of the kind a file may hold (`dropNoDoubledCount`).
    pub no_doubled: Option<(Role, u8)>,
    /// No piece may arrive where it could never move on (`immobilityIllegal`).
    pub immobility_illegal: bool,
    /// Which kinds have to be dropped before other turns are made; empty without `mustDrop` (`mustDropType`).
    pub must_drop: Kinds,
    /// Rooks are put on the first rank only (`sittuyinRookDrop`).
    pub sittuyin_rook: bool,
    /// Bishops are put on squares of both shades alike (`dropOppositeColoredBishop`).
    pub opposite_bishops: bool,
    /// Squares to be filled first, and how drops have to stand to other pieces.
    pub enclosing: Option<Enclosing>,
    /// The squares that have to be filled first (`enclosingDropStart`).
    pub enclosing_start: Set,
}

/// How a dropped piece has to stand to other pieces (`enclosingDrop`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enclosing {
    /// It encloses pieces of the enemy in a line.
    Reversi,
    /// It is next to an own piece.
    Ataxx,
    /// It is next to an own piece, or encloses.
    Quadwrangle,
    /// It is not next to a piece of the enemy.
    Snort,
    /// It is pushed in from an edge.
    AnySide,
    /// It stands on the lowest rank or on another piece.
    Top,
}
