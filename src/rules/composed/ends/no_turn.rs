//! No legal turn (docs/variants/4-ends.md, 4).

use super::Value;

/// What it is worth to have no legal turn.
#[derive(Clone, Debug)]
pub struct NoTurn {
    /// `stalemateValue`.
    pub stalemate: Value,
    /// `stalematePieceCount`.
    pub piece_count: bool,
    /// `checkmateValue`.
    pub checkmate: Value,
    /// `shogiPawnDropMateIllegal`.
    pub pawn_drop_mate: bool,
    /// `shatarMateRule`.
    pub shatar: bool,
}

impl Default for NoTurn {
    fn default() -> Self {
        Self {
            stalemate: Value::DRAW,
            piece_count: false,
            checkmate: Value::LOSS,
            pawn_drop_mate: false,
            shatar: false,
        }
    }
}
