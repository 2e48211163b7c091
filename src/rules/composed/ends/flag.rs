//! Pieces that reach a region (docs/variants/4-ends.md, 5.2).

use crate::rules::composed::{Set, kinds::Kinds};

/// The game ends when pieces reach a region.
#[derive(Clone, Debug)]
pub struct Flag {
    /// `flagPiece`, by seat; [`Kinds::ALL`] for any, empty for a type that is not in the game.
    pub piece: [Kinds; 2],
    /// `flagRegion`, by seat, squares of the grid beyond the board included.
    pub region: [Set; 2],
    /// `flagPieceCount`.
    pub count: i32,
    /// `flagPieceBlockedWin`.
    pub blocked_win: bool,
    /// `flagMove`.
    pub flag_move: bool,
    /// `flagPieceSafe`.
    pub safe: bool,
}
