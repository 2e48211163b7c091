//! Kings, and pieces that are to be guarded like kings (docs/variants/ends.md, 3).

use super::ends::extinction::Counted;

/// What a side has to keep from capture. The king itself is the kind with [`super::army::Word::KING`].
#[derive(Clone, Debug)]
pub struct Royalty {
    /// Turns may give check (`checking`).
    pub checking: bool,
    /// `flyingGeneral`.
    pub flying_general: bool,
    /// `makpongRule`.
    pub makpong: bool,
    /// Pieces guarded like kings (`extinctionPseudoRoyal`).
    pub pseudo: Option<PseudoRoyal>,
    /// `dupleCheck`.
    pub duple_check: bool,
}

/// Which pieces are guarded like kings (docs/variants/ends.md, 3.4).
#[derive(Clone, Debug)]
pub struct PseudoRoyal {
    /// `extinctionPieceTypes`.
    pub types: Counted,
    /// `extinctionPieceCount`: if a colour has at most one more of a kind on the board, all of them are.
    pub count: u16,
}
