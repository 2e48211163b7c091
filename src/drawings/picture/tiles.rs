//! The cells of a board as SVG files, for pages that put them together by a style sheet.

use std::sync::Arc;

use crate::rules::view::{Fact, Form};
use crate::rules::{BoardView, CellView, Seat, Surface};

use super::super::Pieces;
use super::super::ascii::{at, cell, column_name, columns_and_rows, row_name};
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

/// The cells of a board. Those that are as they were in the position `before` of the same game are not drawn anew.
pub fn tiles(view: &BoardView, before: Option<(&BoardView, &Tiles)>) -> Tiles {
    let (columns, rows) = columns_and_rows(view);
    let drawn = Cells::new(view, Pieces::default(), SIDE);
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

/// Whether a board can be seen from the other side by turning it, and each cell back.
pub fn can_turn(view: &BoardView) -> bool {
    view.seats.len() == 2 && view.surface == Surface::Squares && view.form != Form::Wedge
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
