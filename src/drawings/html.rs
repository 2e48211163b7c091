//! The board as an HTML table, for the HTML part of letters.
//!
//! Mail programs keep tables, attributes and inline styles, and little else: no style sheet, no script, no image that
//! is loaded, no `position`, no `flex`. Each cell has a title that says what is there. The widest board takes 300
//! pixels, for telephones.

mod contents;

use std::fmt::Write;

use crate::rules::view::Holds;
use crate::rules::{BoardView, CellView, PieceView, Seat, Surface};
use crate::text::escape_html;
use crate::words::Voice;

use super::Style;
use super::ascii::{cell, column_name, columns_and_rows, is_bank, is_chess, row_name};
use super::cells::CellWords;
use super::colours::RIVER;
use super::picture::{self, Picture};
use super::{armies, ascii, bin, colours, pieces, spoken};
use contents::own_sign;

/// Pixels for all cells of a row.
const WIDTH: u16 = 264;
/// The largest cell, in pixels.
const LARGEST: u16 = 33;
/// Pixels of the column of coordinates on each side.
const MARGIN: u16 = 18;

/// A board as an HTML table that mail programs keep, with its coordinates and what lies beside it: every cell with a title.
/// In [`Style::Unicode`] the pieces are Chinese characters where they have some; those of chess have their signs in
/// both styles.
pub fn board(view: &BoardView, style: Style, voice: Voice<'_>) -> String {
    let mut table = Table {
        view,
        style,
        words: CellWords::new(view, voice),
        size: match style {
            Style::Large => 2 * size(view),
            _ => size(view),
        },
        out: String::with_capacity(10 << 10),
        title: String::new(),
        discs: Vec::new(),
    };
    let (above, below) = beside(view, voice);
    said(&above, &mut table.out);
    table.board(voice);
    said(&below, &mut table.out);
    table.out
}

/// A board as a picture that goes with the letter under the content id `id` (RFC 2392), with the position in words for
/// those who do not see it, and with what lies beside the board.
pub fn with_picture(view: &BoardView, picture: &Picture, id: &str, voice: Voice<'_>) -> String {
    let (above, below) = beside(view, voice);
    let mut out = String::with_capacity(2 << 10);
    said(&above, &mut out);
    let Picture { width, height, .. } = picture;
    let _ = write!(
        out,
        "<img src=\"cid:{id}\" width=\"{width}\" height=\"{height}\" \
         style=\"display:block;max-width:100%;margin:6px 0\" alt=\""
    );
    // A line each, since lines of mails must not be long.
    let words = spoken::pieces_and_squares(view, voice).join("\n");
    escape_html(&words, &mut out);
    out.push_str("\">\n");
    said(&below, &mut out);
    out
}

fn said(lines: &[String], out: &mut String) {
    for line in lines {
        out.push_str("<div>");
        escape_html(line.trim(), out);
        out.push_str("</div>\n");
    }
}

/// Pixels of a cell with its border.
pub(super) fn size(view: &BoardView) -> u16 {
    (WIDTH / u16::from(view.files.max(1))).min(LARGEST)
}

/// What lies beside the board: above it what is of the other side, below it what is of the viewer's own and of all.
fn beside(view: &BoardView, voice: Voice<'_>) -> (Vec<String>, Vec<String>) {
    let (mut above, mut below) = (Vec::new(), Vec::<String>::new());
    if view.seats.len() > 2 && view.surface == Surface::Squares {
        for line in armies::beside(view, usize::from(u16::MAX), voice) {
            // A hand is below its player there.
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

/// Whether a piece is drawn with its sign of chess, without a disc.
pub fn is_sign_of_chess(view: &BoardView, style: Style, piece: &PieceView) -> bool {
    match style {
        Style::Picture => picture::of_chess(view, piece).is_some(),
        _ => own_sign(view, style, piece).is_some_and(is_chess),
    }
}

struct Table<'a> {
    view: &'a BoardView,
    style: Style,
    words: CellWords<'a>,
    size: u16,
    out: String,
    /// The words for one cell.
    title: String,
    /// The beginnings of discs, by owner, and whether they are for several signs.
    discs: Vec<((Option<Seat>, bool), String)>,
}

impl Table<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn board(&mut self, voice: Voice<'_>) {
        let view = self.view;
        let spacing = u8::from(view.surface == Surface::LooseSquares);
        let size = self.size;
        // Lines as high as a disc with its border, so that it is in the middle, and so that all
        // rows are equally high whatever the borders of squares. In a monospaced font the letter I
        // is no bar.
        let of_chess = pieces(view).any(|piece| is_sign_of_chess(view, self.style, piece));
        let (signs, line, font) = match of_chess {
            true => (size * 4 / 5, size, "sans-serif"),
            false => (self.letter_size(), self.disc_size() + 2, "monospace"),
        };
        let _ = writeln!(
            self.out,
            "<table cellspacing=\"{spacing}\" cellpadding=\"0\" style=\"text-align:center;\
             font:{signs}px/{line}px {font};margin:6px 0\">"
        );
        let (columns, rows) = columns_and_rows(view);
        self.names(columns);
        for row in 0..rows {
            let _ = write!(self.out, "<tr height=\"{size}\">");
            let name = row_name(view, row);
            self.coordinate(&name, MARGIN);
            for column in 0..columns {
                if let Some(cell) = cell(view, column, row) {
                    self.cell(cell);
                }
            }
            self.coordinate(&name, MARGIN);
            self.push("</tr>\n");
            self.river(row, columns, voice);
        }
        self.names(columns);
        self.push("</table>\n");
    }

    /// The line of coordinates above and below the board.
    fn names(&mut self, columns: u8) {
        self.push("<tr style=\"font-size:12px;line-height:16px\"><td></td>");
        for column in 0..columns {
            self.coordinate(&column_name(self.view, column), self.size);
        }
        self.push("<td></td></tr>\n");
    }

    fn coordinate(&mut self, name: &str, width: u16) {
        let _ = write!(self.out, "<td width=\"{width}\" style=\"font-size:12px\">");
        self.push(name);
        self.push("</td>\n");
    }

    /// What lies below a row of points.
    fn river(&mut self, row: u8, columns: u8, voice: Voice<'_>) {
        if is_bank(self.view, row) {
            let words = voice.plain("notices/board-river");
            let _ = write!(
                self.out,
                "<tr><td></td><td colspan=\"{columns}\" bgcolor=\"{RIVER}\" \
                 style=\"font-size:12px;line-height:18px;color:#000\">"
            );
            escape_html(&words, &mut self.out);
            self.push("</td><td></td></tr>\n");
        }
    }

    fn cell(&mut self, cell: &CellView) {
        self.push("<td title=\"");
        self.title.clear();
        self.words.write(cell, &mut self.title);
        escape_html(&self.title, &mut self.out);
        self.push("\"");
        let loose = self.view.surface == Surface::LooseSquares;
        if loose && !cell.exists {
            // A square that the last turn moved away has left a hole.
            self.push(match cell.mark {
                Some(_) => " style=\"border:1px dotted #888888\"></td>\n",
                None => "></td>\n",
            });
            return;
        }
        self.push(" bgcolor=\"");
        self.push(colours::ground(self.view, cell));
        self.push("\"");
        let content = self.content(cell);
        let colour = self.colour(cell, &content);
        let border = self.border(cell);
        if border.is_some() || !colour.is_empty() {
            self.push(" style=\"");
            for text in border.into_iter().flatten() {
                self.push(text);
            }
            self.push(colour);
            self.push("\"");
        }
        self.push(">");
        self.write(&content);
        self.push("</td>\n");
    }
}
