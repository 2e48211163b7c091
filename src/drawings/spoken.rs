//! The position in words, for readers who hear their letters: pieces by side and kind, no drawing and no signs.

use minijinja::context;

use crate::rules::view::Holds;
use crate::rules::{BoardView, CellView, Direction, Seat, Surface};
use crate::text::paragraphs;
use crate::words::Voice;

use super::{ascii, bin};

/// Columns of these lines. They are full of squares: a mail program that wraps quoted lines at 72 columns would leave
/// squares alone on lines of their own, where they could be taken for turns.
const COLUMNS: usize = 64;

/// The position, a line for each side, what lies beside the board, and what is attacked.
pub fn board(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let mut said = with_pockets(view, voice);
    said.extend(order(view).filter_map(|seat| attacked(view, seat, voice)));
    wrapped(&said)
}

/// The position in words, a line or more for each side, and what lies beside the board: for screens that are too narrow
/// for the drawing, or have no monospaced font.
pub fn position(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    wrapped(&with_pockets(view, voice))
}

fn with_pockets(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let mut said = standing(view, voice);
    if view.seats.len() > 2 {
        said.extend(order_and_hands(view, voice));
        return said;
    }
    for pocket in &view.pockets {
        match (&pocket.holds, pocket.seat) {
            (Holds::Pieces(pieces), None) => said.push(bin::spoken(pieces, voice)),
            _ => said.push(format!("{}.", ascii::pocket_words(view, pocket, voice))),
        }
    }
    said
}

/// The pieces by side and kind, and whose squares they stand on: without what lies beside the board.
pub fn pieces_and_squares(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    wrapped(&standing(view, voice))
}

fn wrapped(said: &[String]) -> Vec<String> {
    let lines = said.iter().map(|line| paragraphs(line.trim(), COLUMNS, 0));
    lines.flatten().collect()
}

fn standing(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let mut said = Vec::new();
    for seat in order(view) {
        let pieces = pieces(view, seat, voice);
        if !pieces.is_empty() {
            let owner = voice.name(view.seat(seat));
            said.push(voice.notice("board-spoken", context! { owner, pieces }));
        }
    }
    if view.surface == Surface::LooseSquares {
        said.extend(squares(view, voice));
    }
    said
}

/// The order of play, who is out, and who has what in hand.
fn order_and_hands(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let name = |seat: Seat| voice.name(view.seat(seat));
    let mut said = Vec::new();
    if let [first, rest @ ..] = view.order.as_slice() {
        let rest: Vec<String> = rest.iter().copied().map(name).collect();
        let args = context! { first => name(*first), rest };
        said.push(voice.notice("board-spoken-order", args));
        let out = order(view).filter(|seat| !view.order.contains(seat));
        let out: Vec<String> = out.map(name).collect();
        if !out.is_empty() {
            said.push(voice.notice("board-spoken-out", context! { seats => out }));
        }
    }
    let hands = view.pockets.iter().filter_map(|pocket| {
        let (Some(seat), Holds::Pieces(pieces)) = (pocket.seat, &pocket.holds) else {
            return None;
        };
        let held = bin::counted(pieces, voice);
        (!held.is_empty()).then(|| context! { owner => name(seat), held })
    });
    let hands: Vec<_> = hands.collect();
    said.push(voice.notice("board-spoken-hands", context! { hands }));
    said
}

/// The viewer first, then the others in playing order.
fn order(view: &BoardView) -> impl Iterator<Item = Seat> {
    let count = view.seats.len().max(1);
    let first = view.viewer.index();
    (0..count).filter_map(move |step| u8::try_from((first + step) % count).ok().map(Seat))
}

/// The pieces of a seat: `king e1`, `rooks a1, h1`, kinds in the order of the legend.
fn pieces(view: &BoardView, seat: Seat, voice: Voice<'_>) -> Vec<String> {
    let mut said = Vec::new();
    for kind in &view.kinds {
        let is_one = |cell: &&CellView| {
            let piece = cell.piece.as_ref();
            piece.is_some_and(|piece| piece.owner == Some(seat) && piece.name == kind.name)
        };
        let cells: Vec<&CellView> = view.cells.iter().filter(is_one).collect();
        if !cells.is_empty() {
            let (name, count) = (voice.name(&kind.name), cells.len());
            let args = context! { name, count, places => places(&cells, voice) };
            said.push(voice.notice("board-spoken-kind", args));
        }
    }
    said
}

/// Where pieces of a kind stand; those side by side are said together: `a2 to h2`.
fn places(cells: &[&CellView], voice: Voice<'_>) -> Vec<String> {
    let plain = |cell: &CellView| {
        let piece = cell.piece.as_ref();
        !cell.held && piece.is_none_or(|piece| piece.facing.is_none() && piece.was.is_none())
    };
    let beside = |one: &&CellView, next: &&CellView| {
        let (one_at, next_at) = (one.square, next.square);
        let same_rank = one_at.rank() == next_at.rank();
        same_rank && one_at.file() + 1 == next_at.file() && plain(one) && plain(next)
    };
    let mut said = Vec::new();
    for run in cells.chunk_by(beside) {
        match run {
            [first, _, .., last] => {
                let (first, last) = (first.square.to_string(), last.square.to_string());
                said.push(voice.notice("board-spoken-run", context! { first, last }));
            }
            few => said.extend(few.iter().map(|cell| place(cell, voice))),
        }
    }
    said
}

/// Where a piece stands, and what matters there.
fn place(cell: &CellView, voice: Voice<'_>) -> String {
    let facing = cell.piece.as_ref().and_then(|piece| piece.facing);
    let facing = facing.map(Direction::compass);
    let was = cell.piece.as_ref().and_then(|piece| piece.was.as_ref());
    let was = was.map(|(_, was)| voice.name(was));
    let (square, held) = (cell.square.to_string(), cell.held);
    if facing.is_none() && was.is_none() && !held {
        // The usual case, on most boards for each piece.
        return square;
    }
    voice.notice("board-spoken-place", context! { square, facing, was, held })
}

/// The pieces of a seat that others attack, and by what; kings are in the notes.
fn attacked(view: &BoardView, seat: Seat, voice: Voice<'_>) -> Option<String> {
    let unit = |cell: &CellView| {
        let name = cell.piece.as_ref().map_or("piece", |piece| &piece.name);
        format!("{} {}", voice.name(name), cell.square)
    };
    let own = view.cells.iter().filter(|cell| {
        let owner = cell.piece.as_ref().and_then(|piece| piece.owner);
        owner == Some(seat) && !cell.attackers.is_empty()
    });
    let units = own.map(|cell| {
        let by = cell
            .attackers
            .iter()
            .filter_map(|at| view.cell(*at))
            .map(unit);
        let by: Vec<String> = by.collect();
        context! { unit => unit(cell), by }
    });
    let units: Vec<_> = units.collect();
    let owner = voice.name(view.seat(seat));
    (!units.is_empty()).then(|| voice.notice("board-spoken-attacked", context! { owner, units }))
}

/// Whose squares those are on which pieces of another stand, where squares have owners. Empty squares are said in the
/// notes.
fn squares(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let mut said = Vec::new();
    for seat in order(view) {
        let other = |cell: &&CellView| {
            cell.piece
                .as_ref()
                .is_some_and(|piece| piece.owner != Some(seat))
        };
        let cells = view.cells.iter().filter(|cell| cell.owner == Some(seat));
        let squares = cells.filter(other).map(|cell| cell.square.to_string());
        let squares: Vec<String> = squares.collect();
        if !squares.is_empty() {
            let owner = voice.name(view.seat(seat));
            said.push(voice.notice("board-spoken-squares", context! { owner, squares }));
        }
    }
    said
}
