//! What captures do beyond taking a piece, and pieces that change sides.

use super::kinds::Kinds;

/// What captures do beyond taking a piece.
#[derive(Clone, Debug)]
pub struct Captures {
    /// A side that can capture has to (`mustCapture`).
    pub must: bool,
    /// A capture takes both pieces and what stands near off the board (`blastOnCapture`).
    pub blast: bool,
    /// Kinds that blasts leave where they are (`blastImmuneTypes`).
    pub blast_immune: Kinds,
    /// Kinds that cannot capture their like (`mutuallyImmuneTypes`).
    pub mutually_immune: Kinds,
    /// Kinds that become a wall where they capture (`petrifyOnCaptureTypes`).
    pub petrify: Kinds,
    /// What a blast takes off the board leaves walls (`petrifyBlastPieces`).
    pub petrify_blast: bool,
    /// Which pieces change sides after a turn (`flipEnclosedPieces`).
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
