//! What captures do beyond taking a piece, and pieces that change sides.

use super::kinds::Kinds;

/// What captures do beyond taking a piece.
#[derive(Clone, Debug)]
pub struct Captures {
    /// `mustCapture`.
    pub must: bool,
    /// `blastOnCapture`.
    pub blast: bool,
    /// `blastImmuneTypes`.
    pub blast_immune: Kinds,
    /// `mutuallyImmuneTypes`.
    pub mutually_immune: Kinds,
    /// `petrifyOnCaptureTypes`.
    pub petrify: Kinds,
    /// `petrifyBlastPieces`.
    pub petrify_blast: bool,
    /// `flipEnclosedPieces`.
    pub flip: Option<Flip>,
}

/// Which pieces of the enemy change sides (`flipEnclosedPieces`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flip {
    /// Those in a line between the piece that arrives and another of its side.
    Reversi,
    /// Those next to the piece that arrives.
    Ataxx,
    /// As in ataxx, under a condition.
    Quadwrangle,
}
