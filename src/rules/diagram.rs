//! A board drawn in letters.

/// A board in letters and all that a reader needs to understand it: at most 72 columns, plain
/// ASCII, no trailing blanks, no line that starts with `>` or `From `.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The board itself with its coordinates, top line first.
    pub board: Vec<String>,
    /// What goes with the position: reserves, barred squares, what the last turn touched.
    pub notes: Vec<String>,
    /// Every sign used on this board, explained.
    pub legend: Vec<String>,
}
