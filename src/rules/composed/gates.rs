//! Squares of pieces that have not moved, and passing.

/// What a piece may do on leaving its first square, and passing.
#[derive(Clone, Debug)]
pub struct Gates {
    /// Position texts keep squares of unmoved pieces (`gating`).
    pub gating: bool,
    /// A piece in hand may take the place of a piece that leaves (`seirawanGating`).
    pub seirawan: bool,
    /// Kings and ferses leap once (`cambodianMoves`).
    pub cambodian: bool,
    /// `pass`, by seat.
    pub pass: [bool; 2],
    /// `passOnStalemate`, by seat.
    pub pass_on_stalemate: [bool; 2],
}
