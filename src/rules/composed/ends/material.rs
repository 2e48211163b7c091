//! What a draw is worth by the pieces left (docs/variants/4-ends.md, 6.6).

/// `materialCounting`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// By janggi's points.
    Janggi,
    /// By number.
    Unweighted,
    /// White wins.
    WhiteDrawOdds,
    /// Black wins.
    BlackDrawOdds,
}
