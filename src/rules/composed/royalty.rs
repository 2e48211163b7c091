//! Kings, and pieces that are to be guarded like kings (docs/variants/ends.md, 3).

use super::ends::extinction::Counted;

/// What a side has to keep from capture. The king itself is the kind with [`super::army::Word::KING`].
#[derive(Clone, Debug)]
pub struct Royalty {
    /// Turns may give check (`checking`).
    pub checking: bool,
    /// Kings may not face each other (`flyingGeneral`).
    pub flying_general: bool,
    /// A king in check may only capture the checker (`makpongRule`).
    pub makpong: bool,
    /// Pieces guarded like kings (`extinctionPseudoRoyal`).
    pub pseudo: Option<PseudoRoyal>,
    /// It is check if all pieces that may be guarded are attacked (`dupleCheck`).
    pub duple_check: bool,
}

/// Which pieces are guarded like kings (docs/variants/ends.md, 3.4).
#[derive(Clone, Debug)]
pub struct PseudoRoyal {
    /// The kinds that are counted (`extinctionPieceTypes`).
    pub types: Counted,
    /// `extinctionPieceCount`: if a colour has at most one more of a kind on the board, all of them are.
    pub count: u16,
}
