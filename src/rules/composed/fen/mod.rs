//! Position texts (docs/variants/file-board-fen.md, 10 and 11).

mod read;
mod write;

/// Why a position text cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenFault {
    /// A sign of the board that is no piece, number, wall or mark of promotion.
    Sign(char),
    /// A rank, from 1, that has too many or too few squares.
    Width(u8),
    /// Too many or too few ranks.
    Ranks,
    /// A sign of the hands that is no piece.
    Hand(char),
    /// Whose turn it is.
    Side,
    /// A sign of the field of castling.
    Castling(char),
    /// Checks left that are no digits.
    Checks,
    /// More than one king of a colour, those in hand included.
    Kings,
}
