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
    /// Whether a seat may pass at any time (`pass`).
    pub pass: [bool; 2],
    /// Whether a seat may pass if it has no other legal turn (`passOnStalemate`).
    pub pass_on_stalemate: [bool; 2],
}
