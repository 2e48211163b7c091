//! The cells of a board as SVG files, for pages that put them together by a style sheet.

use std::sync::Arc;

use crate::rules::view::{Fact, Form};
use crate::rules::{BoardView, CellView, Forward, Seat, Surface};

use super::super::Pieces;
use super::super::ascii::{at, cell, column_name, columns_and_rows, forward, row_name};
use super::super::checked;
use super::cells::Cells;

/// Pixels of a cell, as far as its drawing depends on them; a page shows it in any size.
const SIDE: usize = 60;

/// One cell of a board.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The whole cell with all that is on it.
    pub svg: Arc<str>,
    /// The letter of the piece, in upper case for the first seat.
    pub letter: Option<char>,
}

/// The cells of a board as the viewer sees them, row by row from the upper left.
#[derive(Clone, Debug)]
pub struct Tiles {
    /// How many columns there are.
    pub columns: u8,
    /// The cells.
    pub cells: Vec<Tile>,
}

/// The cells of a board, with these on its pieces. Those that are as they were in the position `before` of the same game are not drawn anew.
pub fn tiles(view: &BoardView, pieces: Pieces, before: Option<(&BoardView, &Tiles)>) -> Tiles {
    let (columns, rows) = columns_and_rows(view);
    let drawn = Cells::new(view, pieces, SIDE);
    let before = before.filter(|(of, _)| !has_gates(of) && !has_gates(view));
    let checks = checked::kings(view);
    let checks_before = before.map(|(of, _)| checked::kings(of)).unwrap_or_default();
    let mut cells = Vec::with_capacity(usize::from(columns) * usize::from(rows));
    for row in 0..rows {
        for column in 0..columns {
            let Some(here) = cell(view, column, row) else {
                continue;
            };
            let square = at(view, column, row);
            let kept = before.and_then(|(of, tiles)| {
                let calm = checked::at(&checks, square).is_none()
                    && checked::at(&checks_before, square).is_none();
                let same = calm && is_same(cell(of, column, row)?, here);
                tiles.cells.get(cells.len()).filter(|_| same)
            });
            cells.push(match kept {
                Some(tile) => tile.clone(),
                None => Tile {
                    svg: scaled(&drawn.cell(here, column, row)).into(),
                    letter: letter(here),
                },
            });
        }
    }
    Tiles { columns, cells }
}

/// The names of the columns from the left, and of the rows from above.
pub fn coordinates(view: &BoardView) -> (Vec<String>, Vec<String>) {
    let (columns, rows) = columns_and_rows(view);
    let columns = (0..columns).map(|column| column_name(view, column));
    let rows = (0..rows).map(|row| row_name(view, row));
    (columns.collect(), rows.collect())
}

/// The names of the squares in the order of [`Tiles::cells`], those of places without a square, too.
pub fn square_names(view: &BoardView) -> Vec<String> {
    let (columns, rows) = columns_and_rows(view);
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let places = places.filter(|(column, row)| cell(view, *column, *row).is_some());
    places
        .map(|(column, row)| at(view, column, row).to_string())
        .collect()
}

/// A side from which a board can be seen.
#[derive(Clone, Debug)]
pub struct Side {
    /// The first seat that sees it so.
    pub seat: Seat,
    /// By how many quarter turns, clockwise, it is turned for that.
    pub quarters: u8,
    /// The names of the columns from the left.
    pub columns: Vec<String>,
    /// The names of the rows from above.
    pub rows: Vec<String>,
}

/// The sides from which a board is seen by its seats, that of the viewer first.
pub fn sides(view: &BoardView) -> Vec<Side> {
    let square = view.files == view.ranks;
    let of = |seat| quarters(&seen_by(view, seat));
    let mut sides: Vec<Side> = Vec::new();
    let seats = (0..view.seats.len()).filter_map(|seat| u8::try_from(seat).ok());
    for seat in [view.viewer].into_iter().chain(seats.map(Seat)) {
        let quarters = (of(seat) + 4 - of(view.viewer)) % 4;
        let known = sides.iter().any(|side| side.quarters == quarters);
        if known || (quarters % 2 == 1 && !square) {
            continue;
        }
        let (columns, rows) = coordinates(&seen_by(view, seat));
        sides.push(Side {
            seat,
            quarters,
            columns,
            rows,
        });
    }
    sides
}

/// Whether cells look different from another side: lines end at the edge, and wedges point away from their owner.
pub fn looks_different_turned(view: &BoardView) -> bool {
    view.seats.len() != 2 || view.surface != Surface::Squares || view.form == Form::Wedge
}

/// The cell in this column and row as it looks from another side.
pub fn tile_turned(view: &BoardView, (column, row): (u8, u8), side: &Side) -> Option<Arc<str>> {
    let (columns, rows) = columns_and_rows(view);
    let (left, below) = (columns.checked_sub(column + 1)?, rows.checked_sub(row + 1)?);
    let (column, row) = match side.quarters {
        0 => (column, row),
        1 => (below, column),
        2 => (left, below),
        _ => (row, left),
    };
    let view = seen_by(view, side.seat);
    let here = cell(&view, column, row)?;
    let drawn = Cells::new(&view, Pieces::default(), SIDE);
    Some(scaled(&drawn.cell(here, column, row)).into())
}

fn seen_by(view: &BoardView, viewer: Seat) -> BoardView {
    BoardView {
        viewer,
        ..view.clone()
    }
}

fn quarters(view: &BoardView) -> u8 {
    match forward(view) {
        Forward::North => 0,
        Forward::West => 1,
        Forward::South | Forward::SouthTurned => 2,
        Forward::East => 3,
    }
}

fn has_gates(view: &BoardView) -> bool {
    view.facts.iter().any(|fact| matches!(fact, Fact::Gates(_)))
}

/// Whether two cells look the same. Who attacks them is not drawn.
fn is_same(one: &CellView, other: &CellView) -> bool {
    (
        one.exists, one.owner, &one.piece, one.mark, one.barred, one.held,
    ) == (
        other.exists,
        other.owner,
        &other.piece,
        other.mark,
        other.barred,
        other.held,
    )
}

fn letter(cell: &CellView) -> Option<char> {
    let piece = cell.piece.as_ref()?;
    Some(match piece.owner {
        Some(Seat(0)) => piece.letter,
        _ => piece.letter.to_ascii_lowercase(),
    })
}

/// A drawing that has its size becomes one that fits into any.
fn scaled(svg: &str) -> String {
    let size = format!("width=\"{SIDE}\" height=\"{SIDE}\"");
    svg.replacen(&size, &format!("viewBox=\"0 0 {SIDE} {SIDE}\""), 1)
}
