//! The board as an HTML table, for the HTML part of letters.
//!
//! Mail programs keep tables, attributes and inline styles, and little else: no style sheet, no script, no image that
//! is loaded, no `position`, no `flex`. Each cell has a title that says what is there. The widest board takes 300
//! pixels, for telephones.

use std::fmt::Write;

use crate::rules::board::geometry::Direction;
use crate::rules::board::square::Square;
use crate::rules::seat::Seat;
use crate::rules::view::{BoardView, CellView, Holds, Mark, PieceView, Surface};
use crate::text::escape_html;
use crate::words::Voice;

use super::Style;
use super::ascii::{at, cell, is_chess};
use super::cells::CellWords;
use super::{armies, ascii, bin, facings};

/// Pixels for all cells of a row.
const WIDTH: u16 = 264;
/// The largest cell, in pixels.
const LARGEST: u16 = 33;
/// Pixels of the column of coordinates on each side.
const MARGIN: u16 = 18;
/// A cell that the last turn reached, and one that it left.
const REACHED: &str = "#f7d83c";
const LEFT: &str = "#aab04a";

/// The board with its coordinates, and what lies beside it.
pub fn board(view: &BoardView, style: Style, voice: Voice<'_>) -> String {
    let mut table = Table {
        view,
        style,
        words: CellWords::new(view, voice),
        size: size(view),
        out: String::with_capacity(12 << 10),
    };
    let (above, below) = beside(view, voice);
    table.said(&above);
    table.board(voice);
    table.said(&below);
    table.out
}

/// Pixels of a cell with its border.
fn size(view: &BoardView) -> u16 {
    (WIDTH / u16::from(view.files.max(1))).min(LARGEST)
}

/// What lies beside the board: above it what is of the other side, below it what is of the viewer's own and of all.
fn beside(view: &BoardView, voice: Voice<'_>) -> (Vec<String>, Vec<String>) {
    let (mut above, mut below): (Vec<String>, Vec<String>) = Default::default();
    if view.seats.len() > 2 && view.surface == Surface::Squares {
        for line in armies::beside(view, usize::from(u16::MAX), voice) {
            // A hand stands below its player there.
            match (line.strip_prefix(' '), below.last_mut()) {
                (Some(hand), Some(player)) => *player = format!("{player}; {hand}"),
                _ => below.push(line),
            }
        }
        return (above, below);
    }
    above.extend(ascii::seen_from(view, voice));
    for pocket in &view.pockets {
        if let (None, Holds::Pieces(pieces)) = (pocket.seat, &pocket.holds) {
            below.extend(bin::table(pieces, voice));
            continue;
        }
        let said = ascii::pocket_words(view, pocket, voice);
        match pocket.seat == Some(view.viewer) {
            true => below.push(said),
            false => above.push(said),
        }
    }
    (above, below)
}

/// The sign of a piece that is drawn instead of its letter. Those of chess are known everywhere; Chinese characters are
/// for readers who have chosen them.
fn own_sign(view: &BoardView, style: Style, piece: PieceView) -> Option<char> {
    match view.surface {
        Surface::Points { .. } if style != Style::Unicode => None,
        _ => piece.character,
    }
}

/// Whether a piece is drawn with its sign of chess, without a disc.
pub fn is_sign_of_chess(view: &BoardView, style: Style, piece: PieceView) -> bool {
    own_sign(view, style, piece).is_some_and(is_chess)
}

struct Table<'a> {
    view: &'a BoardView,
    style: Style,
    words: CellWords<'a>,
    size: u16,
    out: String,
}

impl Table<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn said(&mut self, lines: &[String]) {
        for line in lines {
            self.push("<div>");
            escape_html(line.trim(), &mut self.out);
            self.push("</div>\n");
        }
    }

    fn board(&mut self, voice: Voice<'_>) {
        let view = self.view;
        let spacing = u8::from(view.surface == Surface::LooseSquares);
        let size = self.size;
        let mut pieces = view.cells.iter().filter_map(|cell| cell.piece);
        let signs = match pieces.any(|piece| is_sign_of_chess(view, self.style, piece)) {
            true => size * 4 / 5,
            false => self.letter_size(),
        };
        let _ = writeln!(
            self.out,
            "<table cellspacing=\"{spacing}\" cellpadding=\"0\" style=\"text-align:center;\
             font:{signs}px/{size}px sans-serif;margin:6px 0\">"
        );
        let upright = at(view, 0, 0).file() != at(view, 1, 0).file();
        let (columns, rows) = match upright {
            true => (view.files, view.ranks),
            false => (view.ranks, view.files),
        };
        self.names(columns, upright);
        for row in 0..rows {
            let _ = write!(self.out, "<tr height=\"{size}\">");
            self.coordinate(at(view, 0, row), !upright, MARGIN);
            for column in 0..columns {
                if let Some(cell) = cell(view, column, row) {
                    self.cell(cell);
                }
            }
            self.coordinate(at(view, 0, row), !upright, MARGIN);
            self.push("</tr>\n");
            self.river(row, columns, voice);
        }
        self.names(columns, upright);
        self.push("</table>\n");
    }

    /// The line of coordinates above and below the board.
    fn names(&mut self, columns: u8, upright: bool) {
        self.push("<tr style=\"font-size:12px;line-height:16px\"><td></td>");
        for column in 0..columns {
            self.coordinate(at(self.view, column, 0), upright, self.size);
        }
        self.push("<td></td></tr>\n");
    }

    fn coordinate(&mut self, square: Square, file: bool, width: u16) {
        let _ = write!(self.out, "<td width=\"{width}\" style=\"font-size:12px\">");
        let _ = match file {
            true => write!(self.out, "{}", char::from(b'a' + square.file())),
            false => write!(self.out, "{}", square.rank() + 1),
        };
        self.push("</td>\n");
    }

    /// What lies below a row of points.
    fn river(&mut self, row: u8, columns: u8, voice: Voice<'_>) {
        let Surface::Points { river, .. } = self.view.surface else {
            return;
        };
        if row + 1 == self.view.ranks {
            return;
        }
        let (above, below) = (
            at(self.view, 0, row).rank(),
            at(self.view, 0, row + 1).rank(),
        );
        if above.min(below) == river {
            let words = voice.plain("notices/board-river");
            let _ = write!(
                self.out,
                "<tr><td></td><td colspan=\"{columns}\" bgcolor=\"#cfe0ea\" \
                 style=\"font-size:12px;line-height:18px;color:#000\">"
            );
            escape_html(&words, &mut self.out);
            self.push("</td><td></td></tr>\n");
        }
    }

    fn cell(&mut self, cell: &CellView) {
        self.push("<td title=\"");
        let mut title = String::new();
        self.words.write(cell, &mut title);
        escape_html(&title, &mut self.out);
        self.push("\"");
        let hole = !cell.exists && self.view.surface == Surface::LooseSquares;
        if hole {
            self.push("></td>\n");
            return;
        }
        let _ = write!(self.out, " bgcolor=\"{}\"", self.ground(cell));
        let border = self.border(cell);
        let (empty, content) = (cell.piece.is_none(), self.content(cell));
        if !border.is_empty() || !content.is_empty() {
            self.push(" style=\"");
            self.push(border);
            if !content.is_empty() && (empty || !content.starts_with('<')) {
                self.push(match self.view.surface {
                    Surface::Points { .. } if empty => "color:#3d2f14",
                    _ if !cell.exists => "color:#fff",
                    _ => "color:#000",
                });
            }
            self.push("\"");
        }
        self.push(">");
        self.push(&content);
        self.push("</td>\n");
    }

    /// The colour of a cell.
    fn ground(&self, cell: &CellView) -> &'static str {
        let square = cell.square;
        let dark = (square.file() + square.rank()).is_multiple_of(2);
        match (self.view.surface, cell.mark, cell.owner) {
            _ if !cell.exists => "#444444",
            (_, Some(Mark::Reached), _) => REACHED,
            (_, Some(Mark::Left), _) => LEFT,
            (Surface::Squares, ..) if dark => "#c89b6d",
            (Surface::Squares, ..) => "#f0d9b5",
            (Surface::LooseSquares, _, Some(Seat(0))) => "#fff3d6",
            (Surface::LooseSquares, _, Some(_)) => "#b9c4cc",
            (Surface::LooseSquares, _, None) => "#e9e2d0",
            (Surface::Points { palaces, .. }, ..) => {
                let near = |middle: Square| {
                    middle.file().abs_diff(square.file()) <= 1
                        && middle.rank().abs_diff(square.rank()) <= 1
                };
                match Iterator::any(&mut palaces.clone(), near) {
                    true => "#e3c78f",
                    false => "#f3e3c3",
                }
            }
        }
    }

    /// The border that tells the owner of a square, also where colours are not seen.
    fn border(&self, cell: &CellView) -> &'static str {
        match (self.view.surface, cell.owner) {
            (Surface::LooseSquares, Some(Seat(0))) => "border:2px solid #8a5a00;",
            (Surface::LooseSquares, Some(_)) => "border:4px double #1f3a52;",
            (Surface::LooseSquares, None) => "border:1px solid #777777;",
            (Surface::Squares, Some(_)) => "border:1px dashed #000000;",
            _ => "",
        }
    }

    /// Pixels of a disc.
    fn disc_size(&self) -> u16 {
        match self.view.surface {
            Surface::LooseSquares => self.size - 10,
            _ => self.size - 5,
        }
    }

    /// Pixels of the letter on a disc.
    fn letter_size(&self) -> u16 {
        self.disc_size() * 2 / 3
    }

    /// What is in a cell, as HTML.
    fn content(&self, cell: &CellView) -> String {
        let barred = if cell.barred { "!" } else { "" };
        let Some(piece) = cell.piece else {
            let sign = match (self.view.surface, cell.exists, cell.owner) {
                (Surface::Points { .. }, ..) => "┼",
                (Surface::Squares, false, _) => "#",
                (Surface::Squares, true, Some(Seat(0))) => "*",
                (Surface::Squares, true, Some(_)) => "+",
                _ => "",
            };
            return format!("{sign}{barred}");
        };
        let several = self.view.seats.len() > 2;
        let mut signs = match own_sign(self.view, self.style, piece) {
            // Without the selector some show the pawn as an emoji.
            Some(sign) if is_chess(sign) => return format!("{sign}\u{fe0e}"),
            Some(sign) => sign.to_string(),
            None if several => armies::sign(self.view, piece),
            None => piece.letter.to_string(),
        };
        if let Some(facing) = piece.facing {
            signs.push_str(arrow(facings::seen(self.view, facing)));
        }
        if cell.held {
            signs.push('*');
        }
        signs.push_str(barred);
        let size = self.disc_size();
        // A letter alone has the size of the table's.
        let letters = match signs.chars().count() > 1 && !several {
            true => format!("font-size:{}px;", size / 2),
            false => String::new(),
        };
        let (disc, ink) = colours(self.view, piece.owner);
        let (round, mut content) = (size / 2 + 1, String::new());
        let _ = write!(
            content,
            "<b style=\"display:inline-block;vertical-align:middle;width:{size}px;{letters}line-height:{size}px;\
             border-radius:{round}px;border:1px solid;background:{disc};color:{ink}\">"
        );
        match signs.char_indices().nth(1).filter(|_| several) {
            // The colour tells the player, too; the kind is to be read first.
            Some((kind, _)) => {
                content.push_str("<small>");
                escape_html(&signs[..kind], &mut content);
                content.push_str("</small>");
                escape_html(&signs[kind..], &mut content);
            }
            None => escape_html(&signs, &mut content),
        }
        content.push_str("</b>");
        content
    }
}

/// An arrow, the diagonal ones as signs, not as emojis.
const fn arrow(facing: Direction) -> &'static str {
    match facing {
        Direction::N => "↑",
        Direction::NE => "↗\u{fe0e}",
        Direction::E => "→",
        Direction::SE => "↘\u{fe0e}",
        Direction::S => "↓",
        Direction::SW => "↙\u{fe0e}",
        Direction::W => "←",
        Direction::NW => "↖\u{fe0e}",
    }
}

/// The colours of a player's discs and of the letters on them: by the name of the seat, which is a colour.
fn colours(view: &BoardView, owner: Option<Seat>) -> (&'static str, &'static str) {
    match owner.map_or("", |owner| view.seat(owner)) {
        "White" => ("#ffffff", "#000000"),
        "Black" => ("#222222", "#ffffff"),
        "Red" => ("#b3261e", "#ffffff"),
        "Green" => ("#1b6b2f", "#ffffff"),
        "Yellow" => ("#ffd54a", "#000000"),
        "Blue" => ("#1d4fa3", "#ffffff"),
        _ => ("#dddddd", "#000000"),
    }
}
