//! Where the cells of a board and its coordinates lie on the picture.

use anyhow::Result;

use crate::rules::view::{HeldPieces, Holds};
use crate::rules::{BoardView, Seat};

use super::super::Pieces;
use super::super::ascii::{cell, column_name, columns_and_rows, row_name};
use super::cells::Cells;
use super::pixels::Pixels;
use super::tile::tile;

/// A part of the picture.
pub struct Part {
    pub svg: String,
    pub x: usize,
    pub y: usize,
}

/// All parts of a picture.
pub struct Sheet {
    pub width: usize,
    pub height: usize,
    pub parts: Vec<Part>,
}

impl Sheet {
    /// The board with its coordinates. What is around the squares is transparent.
    ///
    /// `widest`: its pixels from left to right at most.
    pub fn new(view: &BoardView, pieces: Pieces, widest: usize) -> Self {
        let (columns, rows) = columns_and_rows(view);
        // Even, so that equal cells are equal bytes where a byte has two pixels.
        let margin = (widest / 24) & !1;
        let side = (widest - margin) / usize::from(columns.max(1));
        let side = side.min(widest / 8) & !1;
        let cells = Cells::new(view, pieces, side);
        let place = |index: u8| usize::from(index) * side;
        let mut parts = Vec::with_capacity(usize::from(columns) * usize::from(rows) + 24);
        // What others hold is above the board, what the viewer holds is below it.
        let [above, below] = hands(view);
        let hand = (side * 3 / 4) & !1;
        // As many rows as the kinds need, one at least; their height is returned.
        let add_hand = |parts: &mut Vec<Part>, held: &[(&HeldPieces, Seat)], top: usize| {
            let wide = usize::from(columns.max(1));
            let rows = held.len().div_ceil(wide).max(1);
            for at in 0..rows * wide {
                let svg = cells.held(held.get(at).copied(), (side, hand));
                let (x, y) = (margin + at % wide * side, top + at / wide * hand);
                parts.push(Part { svg, x, y });
            }
            rows * hand
        };
        let mut top = 0;
        if let Some(held) = &above {
            top = add_hand(&mut parts, held, 0) + margin / 2;
        }
        for row in 0..rows {
            let y = top + place(row);
            let svg = cells.name(&row_name(view, row), (margin, side));
            parts.push(Part { svg, x: 0, y });
            for column in 0..columns {
                if let Some(cell) = cell(view, column, row) {
                    let (svg, x) = (cells.cell(cell, column, row), margin + place(column));
                    parts.push(Part { svg, x, y });
                }
            }
        }
        for column in 0..columns {
            let svg = cells.name(&column_name(view, column), (side, margin));
            let (x, y) = (margin + place(column), top + place(rows));
            parts.push(Part { svg, x, y });
        }
        let mut height = top + place(rows) + margin;
        if let Some(held) = &below {
            height += add_hand(&mut parts, held, height);
        }
        Self {
            width: margin + place(columns),
            height,
            parts,
        }
    }

    /// The pixels of all parts.
    ///
    /// # Errors
    /// A part cannot be drawn.
    pub fn pixels(&self) -> Result<Pixels> {
        let mut pixels = Pixels::new(self.width, self.height);
        for part in &self.parts {
            let tile = tile(&part.svg)?;
            pixels.put(&tile, part.x, part.y);
        }
        Ok(pixels)
    }
}

/// What is held above and below the board, where two players have hands.
fn hands(view: &BoardView) -> [Option<Vec<(&HeldPieces, Seat)>>; 2] {
    let hand = |own: bool| {
        let mut pockets = view.pockets.iter().filter_map(|pocket| {
            let seat = pocket.seat.filter(|_| view.seats.len() == 2)?;
            match &pocket.holds {
                Holds::Pieces(held) if (seat == view.viewer) == own => Some((held, seat)),
                _ => None,
            }
        });
        let (held, seat) = pockets.next()?;
        Some(held.iter().map(|held| (held, seat)).collect())
    };
    [hand(false), hand(true)]
}
