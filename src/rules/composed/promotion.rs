//! Promotion of pawns and pieces (docs/variants/pawns-castling-hands.md, 4 to 6). What a kind becomes by piece
//! promotion is said with the kind: [`super::army::Kind::promoted`].

use crate::rules::Role;

use super::{KINDS, Set, kinds::Kinds};

/// Promotion of pawns and pieces.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// Where promotion takes place, by seat (`promotionRegion`).
    pub region: [Set; 2],
    /// Kinds that promote as pawns do, by seat (`promotionPawnTypes`). The format's `pawn` does so anyway.
    pub pawn_types: [Kinds; 2],
    /// The kind that a captured promoted piece is in hand, by the seat that it is taken from.
    pub main_pawn: [Option<Role>; 2],
    /// What pawns become, by seat (`promotionPieceTypes`).
    pub piece_types: [Kinds; 2],
    /// How many of a kind there may be on the board for one more to come by promotion; 0 without a limit
    /// (`promotionLimit`).
    pub limit: [u8; KINDS],
    /// Pawns that arrive there have to promote (`mandatoryPawnPromotion`).
    pub mandatory_pawn: bool,
    /// Pieces that could promote have to (`mandatoryPiecePromotion`).
    pub mandatory_piece: bool,
    /// Pieces promote by captures only (`piecePromotionOnCapture`).
    pub piece_on_capture: bool,
    /// Promoted pieces may become what they were (`pieceDemotion`).
    pub demotion: bool,
    /// Pawns promote where they stand, or by a move of what they become (`sittuyinPromotion`).
    pub sittuyin: bool,
}
