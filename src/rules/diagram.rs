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
}

impl Grid {
    /// Draws the board, a cell of `W` ASCII columns for each square.
    pub fn draw<const W: usize>(&self, cell: impl Fn(Square) -> [char; W]) -> Vec<String> {
        let letters = self.letters(W);
        let mut lines = Vec::with_capacity(usize::from(self.ranks) + 2);
        lines.push(letters.clone());
        for row in 0..self.ranks {
            let rank = if self.turned {
                row
            } else {
                self.ranks - 1 - row
            };
            let number = rank + 1;
            let mut line = format!("  {number:>2} ");
            line.reserve(letters.len());
            for square in self.order().filter_map(|f| Square::new(f, rank)) {
                line.extend(cell(square));
            }
            line.push_str(&format!(" {number}"));
            lines.push(line);
        }
        lines.push(letters);
        lines
    }

    fn order(&self) -> impl Iterator<Item = u8> {
        let (files, turned) = (self.files, self.turned);
        (0..files).map(move |f| if turned { files - 1 - f } else { f })
    }

    /// The files' letters, each in the middle of a cell's columns.
    fn letters(&self, width: usize) -> String {
        let mut line = " ".repeat(5);
        for file in self.order() {
            let before = (width - 1) / 2;
            line.extend(std::iter::repeat_n(' ', before));
            line.push(char::from(b'a' + file));
            line.extend(std::iter::repeat_n(' ', width - 1 - before));
        }
        line.truncate(line.trim_end().len());
        line
    }
}

/// Breaks `text`, whose words have single blanks between them, into lines of at most `width`
/// columns; further lines begin with `indent` blanks. A longer word stands alone.
#[must_use]
pub fn wrap(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut rest, mut lead) = (text, 0);
    while lead + rest.len() > width {
        let bytes = rest.as_bytes();
        let room = width.saturating_sub(lead) + 1;
        let fitting = bytes[..room.min(bytes.len())]
            .iter()
            .rposition(|b| *b == b' ');
        let next = || bytes.iter().position(|b| *b == b' ');
        let Some(at) = fitting.or_else(next) else {
            break;
        };
        lines.push(" ".repeat(lead) + &rest[..at]);
        rest = &rest[at + 1..];
        lead = indent;
    }
    lines.push(" ".repeat(lead) + rest);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_the_last_blank_that_fits() {
        let text = "one two three";
        assert_eq!(wrap(text, 13, 2), [text]);
        assert_eq!(wrap(text, 12, 2), ["one two", "  three"]);
        assert_eq!(wrap(text, 7, 2), ["one two", "  three"]);
        assert_eq!(wrap(text, 6, 2), ["one", "  two", "  three"]);
        assert_eq!(wrap("incomprehensible", 4, 2), ["incomprehensible"]);
        assert_eq!(
            wrap("a very incomprehensible word", 6, 1),
            ["a very", " incomprehensible", " word"]
        );
        assert_eq!(wrap("", 4, 2), [""]);
    }
}
