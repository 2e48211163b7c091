//! The board as an HTML table, for the HTML part of letters.
//!
//! Mail programs keep tables, attributes and inline styles, and little else: no style sheet, no script, no image that
//! is loaded, no `position`, no `flex`. Those that show letters as Word does keep sizes and grounds best as attributes.
//!
//! It is a table of data: each column and each row has its header, and a cell holds an element with the role of an image
//! whose title says what is there. A reader who hears the letter hears `e`, `4`, `White knight`. The title is the name
//! of such an element, which more mail programs keep than `aria-label`; those who see the letter can point at it.
//!
//! Each byte counts, since Gmail cuts long letters: end tags and quotes that HTML does not ask for are left out, and what
//! is the same for many cells is said once for the table.

mod contents;
mod lines;

use std::fmt::Write;

use minijinja::context;

use crate::rules::view::Holds;
use crate::rules::{BoardView, CellView, PieceView, Place, Surface};
use crate::text::escape_html;
use crate::words::Voice;

use super::ascii::{cell, column_name, columns_and_rows, is_bank, is_chess, row_name};
use super::cells::CellWords;
use super::picture::{self, Picture};
use super::{Look, Style};
use super::{armies, ascii, bin, checked, colours, pieces, spoken};
use checked::Checked;
use contents::{RING, own_sign};

/// Pixels of a table with its coordinates: what is left of 320 and of 390 pixels beside the margins of the page.
const TABLE: [u16; 2] = [304, 374];
/// The largest cell of a table.
const CELL: [u16; 2] = [33, 48];
/// Points of coordinates: a byte less than in pixels, for each row.
const NAMES: [u16; 2] = [9, 12];

/// A board as an HTML table that mail programs keep, with its coordinates and what lies beside it. In
/// [`Style::Unicode`] the pieces are Chinese characters where they have some; those of chess have their signs in
/// both styles.
pub fn board(view: &BoardView, look: impl Into<Look>, voice: Voice<'_>) -> String {
    let look = look.into();
    let mut table = Table {
        view,
        look,
        words: CellWords::new(view, voice),
        checked: checked::kings(view),
        sizes: Sizes::of(view, look.style),
        frame: frame(view),
        out: String::with_capacity(8 << 10),
        title: String::new(),
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
    let width = picture.width;
    let _ = write!(
        out,
        "<img src=\"cid:{id}\" width=\"{width}\" \
         style=\"width:100%;max-width:{width}px;height:auto;display:block;font-size:13px\" alt=\""
    );
    // A line each, since lines of mails must not be long.
    let mut words = spoken::pieces_and_squares(view, voice).join("\n");
    if words.is_empty() {
        // A picture without words would not be said at all.
        let seat = voice.name(view.seat(view.viewer));
        words = voice.notice("board-caption", context! { seat });
    }
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

/// What lies beside the board: above it what is of the other side, below it what is of the viewer's own and of all.
pub fn beside(view: &BoardView, voice: Voice<'_>) -> (Vec<String>, Vec<String>) {
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
pub fn is_sign_of_chess(view: &BoardView, look: Look, piece: &PieceView) -> bool {
    match look.style {
        Style::Picture => picture::is_figure(view, look.pieces, piece),
        _ => own_sign(look, piece).is_some_and(is_chess),
    }
}

/// The ground of the table, on which the coordinates are: that of a light square, or of a point. Loose squares have
/// none, so that holes are what is around the board.
fn frame(view: &BoardView) -> Option<&'static str> {
    match view.surface {
        Surface::LooseSquares => None,
        Surface::Squares => Some(colours::LIGHT),
        Surface::Points { .. } => Some(colours::POINTS),
    }
}

/// Sizes in pixels.
struct Sizes {
    /// A cell, and the column of coordinates.
    cell: u16,
    /// Between cells.
    spacing: u16,
    /// Around what is in a cell.
    padding: u16,
    /// What is around a piece, and its lines.
    disc: u16,
    /// Coordinates, in points.
    names: u16,
}

impl Sizes {
    fn of(view: &BoardView, style: Style) -> Self {
        let large = usize::from(style == Style::Large);
        let loose = view.surface == Surface::LooseSquares;
        let columns = u16::from(columns_and_rows(view).0) + 1;
        let spacing = u16::from(loose);
        let room = TABLE[large] - spacing * (columns + 1);
        let cell = (room / columns).min(CELL[large]);
        let padding = u16::from(!loose);
        Self {
            cell,
            spacing,
            padding,
            // Loose squares have borders of up to four pixels.
            disc: cell - if loose { 8 } else { 2 * padding },
            names: NAMES[large],
        }
    }

    /// The width of a table with so many columns besides the one of coordinates.
    fn table(&self, columns: u8) -> u16 {
        let columns = u16::from(columns) + 1;
        columns * self.cell + (columns + 1) * self.spacing
    }
}

struct Table<'a> {
    view: &'a BoardView,
    look: Look,
    words: CellWords<'a>,
    /// Kings that are attacked.
    checked: Vec<(Place, Checked)>,
    sizes: Sizes,
    /// The ground of the table.
    frame: Option<&'static str>,
    out: String,
    /// The words for one cell.
    title: String,
}

impl Table<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn board(&mut self, voice: Voice<'_>) {
        let (columns, rows) = columns_and_rows(self.view);
        self.begin(columns, voice);
        let Sizes {
            cell: size, names, ..
        } = self.sizes;
        let _ = write!(self.out, "<tr height={size} style=font-size:{names}pt><td>");
        for column in 0..columns {
            let _ = write!(self.out, "<th scope=col>{}", column_name(self.view, column));
        }
        for row in 0..rows {
            let name = row_name(self.view, row);
            let _ = write!(
                self.out,
                "\n<tr height={size}><th scope=row style=font-size:{names}pt>{name}"
            );
            for column in 0..columns {
                if let Some(cell) = cell(self.view, column, row) {
                    self.cell(cell);
                }
            }
            self.river(row, columns, voice);
        }
        self.push("</table>\n");
    }

    /// The beginning of the table: what is the same for all its cells, and what it is.
    fn begin(&mut self, columns: u8, voice: Voice<'_>) {
        let view = self.view;
        let Sizes {
            cell,
            spacing,
            padding,
            disc,
            names,
        } = self.sizes;
        // Lines as high as a disc with its border, so that all rows are equally high. In a monospaced
        // font the letter I is no bar.
        let of_chess = pieces(view).any(|piece| is_sign_of_chess(view, self.look, piece));
        let (signs, line, font) = match of_chess {
            true => (cell * 3 / 4, disc - 2 * RING, "arial"),
            false if self.several() => (self.letter_size(), disc, "monospace"),
            false => (self.letter_size(), disc - 2 * RING, "monospace"),
        };
        let _ = write!(
            self.out,
            "<table width={} cellspacing={spacing} cellpadding={padding}",
            self.sizes.table(columns)
        );
        if let Some(frame) = self.frame {
            let _ = write!(self.out, " bgcolor={frame}");
        }
        let _ = write!(
            self.out,
            " style=\"table-layout:fixed;text-align:center;font:{signs}px/{line}px {font}"
        );
        // Coordinates beside loose squares are on the ground of the letter.
        let caption = match self.frame {
            Some(frame) => {
                self.push(";color:#000");
                self.lines(frame);
                format!("background:{frame};")
            }
            None => String::new(),
        };
        let _ = write!(self.out, "\"><caption style={caption}font-size:{names}pt>");
        let seat = voice.name(view.seat(view.viewer));
        let words = voice.notice("board-caption", context! { seat });
        escape_html(&words, &mut self.out);
        let columns = columns + 1;
        let _ = writeln!(self.out, "</caption><col span={columns} width={cell}>");
    }

    /// What lies below a row of points.
    fn river(&mut self, row: u8, columns: u8, voice: Voice<'_>) {
        if is_bank(self.view, row) {
            let Sizes { cell, names, .. } = self.sizes;
            let words = voice.plain("notices/board-river");
            let _ = write!(
                self.out,
                "\n<tr height={cell}><td><td colspan={columns} style=font-size:{names}pt>"
            );
            escape_html(&words, &mut self.out);
        }
    }

    fn cell(&mut self, cell: &CellView) {
        self.push("<td");
        let ground = colours::ground(self.view, cell);
        let hole = self.view.surface == Surface::LooseSquares && !cell.exists;
        if !hole && self.frame != Some(ground) {
            self.push(" bgcolor=");
            self.push(ground);
        }
        match self.border(cell) {
            // A square that the last turn moved away has left a hole.
            _ if hole && cell.mark.is_some() => self.push(" style=\"border:1px dotted #888888\""),
            _ if hole => {}
            Some(border) => {
                self.push(" style=\"border:");
                border.into_iter().for_each(|text| self.push(text));
                self.push("\"");
            }
            None => self.lines_of(cell, ground),
        }
        self.push(">");
        self.title.clear();
        self.words.write(cell, &mut self.title);
        let content = self.content(cell);
        self.write(cell, &content);
    }
}
