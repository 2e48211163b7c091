//! The board in letters.

use minijinja::context;
use textwrap::core::display_width;

use crate::rules::view::{Form, Holds, PocketView};
use crate::rules::{BoardView, CellView, Forward, PieceView, Place, Seat, Surface};
use crate::text::{WIDTH, paragraphs};
use crate::words::Voice;

use super::facings::body;
use super::promoted::Promoted;
use super::{Look, Style, armies, bin};

/// Columns before the first file: a rank's number and blanks.
pub(super) const MARGIN: &str = "     ";

/// Between the board and what is beside it.
const GAP: &str = "   ";

/// The board with its marks and what lies beside it.
pub fn board(view: &BoardView, look: Look, voice: Voice<'_>) -> Vec<String> {
    let style = look.style;
    let mut lines = match view.surface {
        Surface::Squares if view.seats.len() > 2 => return armies::board(view, style, voice),
        Surface::Squares => squares(view, look),
        Surface::LooseSquares => grid(view, (4, style), loose_square),
        Surface::Points { .. } => Points { view, look, voice }.board(),
    };
    // The bin that all players use is a table; any other one words.
    let said = view
        .pockets
        .iter()
        .map(|pocket| match (pocket.seat, &pocket.holds) {
            (None, Holds::Pieces(pieces)) => (pocket, bin::table(pieces, voice)),
            _ => (pocket, vec![pocket_words(view, pocket, voice)]),
        });
    let said: Vec<_> = said.collect();
    // Where words begin: the viewer's beside the lowest rank, all others beside the upper one.
    let last = lines.len() - 2;
    let row = |pocket: &PocketView| match pocket.seat == Some(view.viewer) {
        true => last,
        false => 1,
    };
    let mut beside = said.iter().flat_map(|(pocket, words)| {
        let rows = lines.iter().skip(row(pocket));
        rows.zip(words)
    });
    let wide = |line: &String| display_width(line);
    let fits = style != Style::Large
        && beside.all(|(row, words)| wide(row) + GAP.len() + wide(words) <= WIDTH);
    for (pocket, words) in said {
        if !fits {
            let width = WIDTH - MARGIN.len() - 1;
            let below = words.iter().flat_map(|words| paragraphs(words, width, 1));
            lines.extend(below.map(|line| format!("{MARGIN} {line}")));
            continue;
        }
        let row = row(pocket);
        for (line, words) in lines.iter_mut().skip(row).zip(words) {
            line.push_str(GAP);
            line.push_str(&words);
        }
    }
    if let Some(side) = seen_from(view, voice) {
        lines.insert(0, side);
    }
    lines
}

/// From which side a board is seen whose squares are no help to tell.
pub(super) fn seen_from(view: &BoardView, voice: Voice<'_>) -> Option<String> {
    let seat = voice.name(view.seat(view.viewer));
    let turned = view.surface == Surface::LooseSquares && forward(view) != Forward::North;
    turned.then(|| voice.notice("board-seen-from", context! { seat }))
}

/// The board alone, for small examples: no marks, no hands beside it, as narrow as can be. What lies in a bin
/// is below.
pub fn bare(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let mut view = view.clone();
    for cell in &mut view.cells {
        cell.mark = None;
    }
    let mut lines = match view.surface {
        Surface::Squares if view.seats.len() > 2 => armies::bare(&view),
        Surface::Squares => squares(&view, Style::Ascii.into()),
        Surface::LooseSquares => grid(&view, (3, Style::Ascii), loose_square),
        Surface::Points { .. } => {
            let (view, look) = (&view, Style::Ascii.into());
            Points { view, look, voice }.board()
        }
    };
    for pocket in &view.pockets {
        if let (None, Holds::Pieces(pieces)) = (pocket.seat, &pocket.holds) {
            lines.push(bin::line(pieces, voice));
        }
    }
    lines
}

/// Whether files and ranks have changed places in the drawing.
pub(super) fn turned(view: &BoardView) -> bool {
    at(view, 0, 0).file() == at(view, 1, 0).file()
}

/// Columns and rows as the viewer sees them.
pub(super) fn columns_and_rows(view: &BoardView) -> (u8, u8) {
    match turned(view) {
        false => (view.files, view.ranks),
        true => (view.ranks, view.files),
    }
}

/// Whether the river is below a row.
pub(super) fn is_bank(view: &BoardView, row: u8) -> bool {
    let rank = |row| at(view, 0, row).rank();
    matches!(view.surface, Surface::Points { river: Some(river), .. }
        if row + 1 < view.ranks && rank(row).min(rank(row + 1)) == river)
}

/// Which way is forward for the viewer, which is up in the drawing: a board is turned, never mirrored.
pub(super) fn forward(view: &BoardView) -> Forward {
    let seat = view.seats.get(view.viewer.index());
    seat.map_or(Forward::North, |seat| seat.forward)
}

/// The square in this column and row as the viewer sees them, from the upper left.
pub(super) fn at(view: &BoardView, column: u8, row: u8) -> Place {
    let (last_file, last_rank) = (view.files - 1, view.ranks - 1);
    let (file, rank) = match forward(view) {
        Forward::North => (column, last_rank - row),
        Forward::South | Forward::SouthTurned => (last_file - column, row),
        Forward::West => (row, column),
        Forward::East => (last_file - row, last_rank - column),
    };
    // Columns and rows count within the board.
    Place::new(file, rank).unwrap_or_default()
}

pub(super) fn cell(view: &BoardView, column: u8, row: u8) -> Option<&CellView> {
    view.cell(at(view, column, row))
}

/// The letter of a file; the number of a rank, where files and ranks have changed places.
pub(super) fn column_name(view: &BoardView, column: u8) -> String {
    coordinate(at(view, column, 0), !turned(view))
}

/// The number of a rank, or the letter of a file.
pub(super) fn row_name(view: &BoardView, row: u8) -> String {
    coordinate(at(view, 0, row), turned(view))
}

fn coordinate(square: Place, file: bool) -> String {
    match file {
        true => char::from(b'a' + square.file()).to_string(),
        false => (square.rank() + 1).to_string(),
    }
}

/// The letter of a piece: in upper case for the first seat.
fn sign(piece: &PieceView) -> char {
    of_owner(piece.letter, piece.owner)
}

/// A letter: in upper case for the first seat.
const fn of_owner(letter: char, owner: Option<Seat>) -> char {
    match owner {
        Some(Seat(0)) => letter,
        _ => letter.to_ascii_lowercase(),
    }
}

/// A grid of cells, of each the first signs, with coordinates on all sides. A cell takes `width` columns; Chinese
/// characters take two of them. A large board has twice as many columns, if the line has room for them, and its lines
/// apart.
pub(super) fn grid(
    view: &BoardView,
    (width, style): (usize, Style),
    draw: impl Fn(&CellView) -> [char; 4],
) -> Vec<String> {
    let (columns, rows) = columns_and_rows(view);
    let whole = match style {
        Style::Large => (2 * width).min((WIDTH - 8) / usize::from(columns.max(1))),
        _ => width,
    };
    let before = if width > 4 { 2 } else { 1 };
    let name = |column| {
        let (name, rest) = (column_name(view, column), whole - before);
        format!("{:before$}{name:<rest$}", "")
    };
    let names: String = (0..columns).map(name).collect();
    let names = format!("{MARGIN}{}", names.trim_end());
    let blank = (style == Style::Large).then(String::new);
    let mut lines = vec![names.clone()];
    for row in 0..rows {
        let mut drawn = " ".to_owned();
        for cell in (0..columns).filter_map(|column| cell(view, column, row)) {
            let signs = draw(cell).into_iter().take(width);
            // The plus of a promoted piece is where its bracket would be.
            if cell.mark.is_some() && signs.clone().next() == Some('+') && drawn.ends_with(' ') {
                drawn.pop();
                drawn.push('[');
            }
            let used: usize = signs
                .clone()
                .map(|sign| 1 + usize::from(is_wide(sign)))
                .sum();
            drawn.extend(signs);
            drawn.push_str(&" ".repeat(whole.saturating_sub(used)));
        }
        let name = row_name(view, row);
        lines.extend(blank.clone());
        lines.push(format!("  {name:>2}{drawn} {name}"));
    }
    lines.extend(blank);
    lines.push(names);
    lines
}

/// A board that is whole, but for a bin: signs on both sides of a piece. Squares that have owners are the hot
/// spots beside the bin.
fn squares(view: &BoardView, look: Look) -> Vec<String> {
    let sign = |piece: &PieceView| match (look.sign(piece), Promoted::of(view, piece)) {
        (Some(character), _) => character,
        (None, Some(promoted)) => of_owner(promoted.letter(), piece.owner),
        (None, None) => sign(piece),
    };
    let wide = look.has_characters(view);
    let lines = grid(view, (if wide { 5 } else { 3 }, look.style), |cell| {
        let empty = match (cell.exists, cell.owner) {
            (false, _) => '#',
            (true, None) => '.',
            (true, Some(Seat(0))) => '*',
            (true, Some(_)) => '+',
        };
        let piece = cell.piece.as_ref();
        let drawn = piece.map_or(empty, sign);
        if wide {
            let before = match piece {
                Some(piece) if is_theirs(view, look, piece) => 'v',
                Some(piece) if piece.plus && !is_wide(drawn) => '+',
                _ => ' ',
            };
            let [left, right] = if cell.mark.is_some() {
                ['[', ']']
            } else {
                [' '; 2]
            };
            return [left, before, drawn, right];
        }
        let [left, right] = body(view, cell);
        [left, drawn, right, ' ']
    });
    match look.style {
        Style::Unicode => lines.iter().map(|line| as_text(line)).collect(),
        _ => lines,
    }
}

/// Whether a piece has a `v` before it, as in Japanese diagrams: it is the second player's, and both have the same
/// Chinese characters.
pub(super) fn is_theirs(view: &BoardView, look: Look, piece: &PieceView) -> bool {
    let wide = look.sign(piece).is_some_and(is_wide);
    wide && view.form != Form::Usual && piece.owner != Some(Seat(0))
}

/// Whether a sign takes two columns.
fn is_wide(sign: char) -> bool {
    sign >= '\u{2e80}'
}

/// Whether this is a chess sign of Unicode.
pub(super) fn is_chess(sign: char) -> bool {
    ('\u{2654}'..='\u{265f}').contains(&sign)
}

/// The line with a selector behind each chess sign, without which some mail programs show the pawn as an emoji.
fn as_text(line: &str) -> String {
    let mut text = String::with_capacity(2 * line.len());
    for sign in line.chars() {
        text.push(sign);
        if is_chess(sign) {
            text.push('\u{fe0e}');
        }
    }
    text
}

/// Brackets that tell the owner, the sign between them, and whether a piece's square is barred. What the last turn
/// touched has no sign here: it would be nearer to the next square than to its own, and the turn is
/// below.
fn loose_square(cell: &CellView) -> [char; 4] {
    if !cell.exists {
        return [' '; 4];
    }
    let (open, close) = match cell.owner {
        None => ('<', '>'),
        Some(Seat(0)) => ('[', ']'),
        Some(_) => ('(', ')'),
    };
    match (&cell.piece, cell.barred) {
        (Some(piece), true) => [open, sign(piece), close, '!'],
        (Some(piece), false) => [open, sign(piece), close, ' '],
        (None, true) => [open, '!', close, ' '],
        (None, false) => [open, ' ', close, ' '],
    }
}

/// What lies beside the board, in words.
pub(super) fn pocket_words(view: &BoardView, pocket: &PocketView, voice: Voice<'_>) -> String {
    let seat = pocket.seat.map(|seat| voice.name(view.seat(seat)));
    match &pocket.holds {
        Holds::EndlessSquares => voice.notice("board-endless-reserve", context! { seat }),
        Holds::Squares(squares) => voice.notice("board-reserve", context! { seat, squares }),
        Holds::Pieces(pieces) => {
            let held = pieces.iter().map(|held| {
                let name = voice.name(&held.name);
                context! { letter => held.letter.to_string(), name, count => held.count }
            });
            let pieces: Vec<_> = held.collect();
            voice.notice("board-pocket", context! { seat, pieces })
        }
    }
}

/// A board of points and lines.
///
/// In [`Style::Unicode`] the pieces are Chinese characters, held to be two columns wide; the lines
/// stay ASCII, since fonts do not agree on how wide other signs for them are.
struct Points<'a> {
    view: &'a BoardView,
    look: Look,
    voice: Voice<'a>,
}

impl Points<'_> {
    /// Columns from a point to the next one, and lines between two ranks.
    fn steps(&self) -> (usize, usize) {
        match self.look.style {
            Style::Large => (7, 2),
            _ => (4, 1),
        }
    }

    fn board(&self) -> Vec<String> {
        let view = self.view;
        let letters = (0..view.files).map(|column| column_name(view, column));
        let letters: Vec<String> = letters.collect();
        let (step, gap) = self.steps();
        let letters = format!("{MARGIN} {}", letters.join(&" ".repeat(step - 1)));
        let mut lines = vec![letters.clone()];
        for row in 0..view.ranks {
            lines.push(self.rank(row));
            let between = (1..=gap).filter(|_| row + 1 < view.ranks);
            lines.extend(between.map(|line| format!("{MARGIN} {}", self.between(row, line))));
        }
        lines.push(letters);
        lines
    }

    /// A line of points: four columns for each or more, the second of them the point's own.
    fn rank(&self, row: u8) -> String {
        let view = self.view;
        let (number, last) = (row_name(view, row), view.files - 1);
        let mut line = format!("  {number:>2} ");
        for column in 0..view.files {
            let marked = self.marked(column, row);
            let (sign, wide) = self.sign(column, row);
            let edge = |inner: bool| if inner { '-' } else { ' ' };
            let piece = cell(view, column, row).and_then(|cell| cell.piece.as_ref());
            line.push(match piece {
                Some(piece) if is_theirs(view, self.look, piece) => 'v',
                _ if marked => '[',
                _ => edge(column > 0),
            });
            line.push(sign);
            line.push(if marked { ']' } else { edge(column < last) });
            if !wide {
                line.push(edge(column < last));
            }
            if column < last {
                line.push_str(&"-".repeat(self.steps().0 - 4));
            }
        }
        format!("{} {number}", line.trim_end().to_owned() + &self.gap(row))
    }

    /// Blanks that bring the number on the right to its column, whatever ends the line.
    fn gap(&self, row: u8) -> String {
        let last = self.view.files - 1;
        let (_, wide) = self.sign(last, row);
        let used = 1 + usize::from(wide) + usize::from(self.marked(last, row));
        let room = if self.look.has_characters(self.view) {
            3usize
        } else {
            2
        };
        " ".repeat(room.saturating_sub(used))
    }

    fn marked(&self, column: u8, row: u8) -> bool {
        cell(self.view, column, row).is_some_and(|cell| cell.mark.is_some())
    }

    /// The sign of a point, and whether it is two columns wide.
    fn sign(&self, column: u8, row: u8) -> (char, bool) {
        let piece = cell(self.view, column, row).and_then(|cell| cell.piece.as_ref());
        match piece.and_then(|piece| self.look.sign(piece)) {
            Some(character) => (character, true),
            None => (piece.map_or('+', sign), false),
        }
    }

    /// What lies below a row of points: the first, or a further line of it.
    fn between(&self, row: u8, line: usize) -> String {
        let Surface::Points { palaces, .. } = &self.view.surface else {
            return String::new();
        };
        let (step, gap) = self.steps();
        if is_bank(self.view, row) {
            let room = step * (usize::from(self.view.files) - 1) - 1;
            return match self.look.style {
                // Four of the characters take a second column.
                Style::Unicode => format!("|{:^room$}|", "楚 河     漢 界", room = room - 4),
                _ if line > 1 => format!("|{:room$}|", ""),
                _ => {
                    let river = self.voice.plain("notices/board-river");
                    format!("|{river:^room$.room$}|")
                }
            };
        }
        let middle = |column, row| palaces.contains(&at(self.view, column, row));
        // Where a diagonal that falls crosses this line; one that rises does it as far from the right.
        let crosses = (2 * step * line).div_ceil(2 * (gap + 1)).max(1);
        let mut drawn = "|".to_owned();
        for column in 1..self.view.files {
            let falling = middle(column - 1, row) || middle(column, row + 1);
            let rising = middle(column, row) || middle(column - 1, row + 1);
            for at in 1..=step {
                drawn.push(match at {
                    _ if at == step => '|',
                    _ if falling && at == crosses => '\\',
                    _ if rising && at == step - crosses => '/',
                    _ => ' ',
                });
            }
        }
        drawn
    }
}
