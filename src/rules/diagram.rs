//! A board drawn in letters.

use super::square::Square;

/// The signs that a board is drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Plain ASCII: what every letter shows unless its reader asked for something else.
    #[default]
    Ascii,
    /// The game's own signs from beyond ASCII. A Chinese character is taken to be two columns
    /// wide, as terminals and mail programs show it in a monospaced font.
    Unicode,
}

/// A board in letters and all that a reader needs to understand it: at most 72 columns, plain
/// ASCII ([`Style::Unicode`] apart), no trailing blanks, no line that starts with `>` or `From `.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The board itself with its coordinates, top line first.
    pub board: Vec<String>,
    /// What goes with the position: reserves, barred squares, what the last turn touched.
    pub notes: Vec<String>,
    /// Every sign used on this board, explained.
    pub legend: Vec<String>,
    /// How a turn of this game is written, with the options in force.
    pub writing: Vec<String>,
}

/// A rectangular board as one side sees it, with coordinates on all four sides.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Files, at most 11.
    pub files: u8,
    /// Ranks, at most 11.
    pub ranks: u8,
    /// Whether the second of two seats looks (h1 in the upper left).
    pub turned: bool,
    /// Columns of one cell.
    pub width: usize,
}

impl Grid {
    /// Draws the board, a cell of exactly `width` ASCII columns for each square; trailing blanks
    /// are cut.
    pub fn draw(&self, cell: impl Fn(Square) -> String) -> Vec<String> {
        let mut lines = vec![self.letters()];
        for row in 0..self.ranks {
            let rank = if self.turned {
                row
            } else {
                self.ranks - 1 - row
            };
            let cells: String = self
                .order()
                .filter_map(|f| Square::new(f, rank))
                .map(&cell)
                .collect();
            let number = rank + 1;
            lines.push(format!("  {number:>2} {cells} {number}"));
        }
        lines.push(self.letters());
        lines
    }

    fn order(&self) -> impl Iterator<Item = u8> {
        let (files, turned) = (self.files, self.turned);
        (0..files).map(move |f| if turned { files - 1 - f } else { f })
    }

    fn letters(&self) -> String {
        let cells: String = self
            .order()
            .map(|f| format!("{:^width$}", char::from(b'a' + f), width = self.width))
            .collect();
        format!("     {cells}").trim_end().to_owned()
    }
}

/// Breaks `text` into lines of at most `width` columns; further lines begin with `indent` blanks.
#[must_use]
pub fn wrap(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.trim().is_empty() && line.len() + 1 + word.len() > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            line.push_str(word);
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.push(line);
    lines
}
