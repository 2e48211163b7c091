//! Counting to a draw (docs/variants/4-ends.md, 6.5).

/// `countingRule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Of makruk.
    Makruk,
    /// Of cambodian chess.
    Cambodian,
    /// Of the ASEAN rules.
    Asean,
}
