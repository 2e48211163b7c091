//! Castling (docs/variants/pawns-castling-hands.md, 7 and 8).

use crate::rules::Role;

use super::kinds::Kinds;

/// How castling is done. Files and ranks are numbers from 0.
#[derive(Clone, Debug)]
pub struct Castling {
    /// Whether position texts can give rights (`castling`).
    pub allowed: bool,
    /// Where the king arrives (`castlingKingsideFile`, `castlingQueensideFile`).
    pub files: [u8; 2],
    /// The rank, as its colour counts (`castlingRank` less one).
    pub rank: u8,
    /// Which kind castles, by seat (`castlingKingPiece`); `None` if it is not in the game.
    pub king: [Option<Role>; 2],
    /// The file of the king that castles, where several could or one is dropped (`castlingKingFile`).
    pub king_file: u8,
    /// Kinds that take the rook's part, by seat (`castlingRookPieces`).
    pub rooks: [Kinds; 2],
    /// Where `K` and `Q` of a position text begin to look for a rook (`castlingRookKingsideFile`,
    /// `castlingRookQueensideFile`).
    pub rook_files: [u8; 2],
    /// Dropped pieces may gain rights (`castlingDroppedPiece`).
    pub dropped: bool,
    /// A side that castles ends the right of the other to castle to the same side (`oppositeCastling`).
    pub opposite: bool,
    /// Rights and turns are written by the rook's file and square (`chess960`).
    pub chess960: bool,
}
