//! What pawns do beyond their movement: double steps and en passant (docs/variants/pawns-castling-hands.md, 1 to 3).

use super::{Set, kinds::Kinds};

/// Double and triple steps, and captures en passant.
#[derive(Clone, Debug)]
pub struct Pawns {
    /// From where pawns step twice and other pieces make their initial moves, by seat
    /// (`doubleStepRegion`; empty without `doubleStep`).
    pub double_step: [Set; 2],
    /// From where pawns step three times, by seat (`tripleStepRegion`).
    pub triple_step: [Set; 2],
    /// Where a colour finds marks to capture on, by the seat that captures (`enPassantRegion`).
    pub en_passant_region: [Set; 2],
    /// Kinds that capture en passant besides the format's `pawn`, by seat (`enPassantTypes`).
    pub en_passant_types: [Kinds; 2],
    /// Whether `enPassantTypes` of the colour hold any type but `pawn`, be it absent from the game: then marks need
    /// no pawn that could use them.
    pub en_passant_others: [bool; 2],
}
