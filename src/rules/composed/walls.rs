//! Walls that turns put on the board.

use super::Set;

/// Which walls turns put, and where.
#[derive(Clone, Debug)]
pub struct Walls {
    /// Where each turn puts a wall, if it does (`wallingRule`).
    pub rule: Option<Walling>,
    /// Where walls may be put, by seat (`wallingRegion`).
    pub region: [Set; 2],
    /// A turn moves a piece or puts a wall, not both (`wallOrMove`).
    pub wall_or_move: bool,
}

/// Where a turn puts a wall (`wallingRule`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walling {
    /// Where the piece that moved could go next.
    Arrow,
    /// Anywhere; the wall that was there goes away.
    Duck,
    /// At the edge of the board or next to another wall.
    Edge,
    /// On the square that the piece left.
    Past,
    /// Anywhere, and it stays there.
    Static,
}
