//! A board as SVG whose squares can be tapped, and the squares that a turn names.

use std::collections::HashMap;
use std::fmt::Write;

use crate::drawings::{self, Pieces};
use crate::rules::BoardView;
use crate::rules::game::Game;
use crate::text::escape_html;

/// The side of a cell, and of the margin with the names of rows and columns.
const SIDE: usize = 60;
const MARGIN: usize = 26;

/// The board, with these on its pieces. Each kind of cell is drawn once; over each cell is an area with the name of its square.
pub fn svg(view: &BoardView, pieces: Pieces) -> String {
    let tiles = drawings::tiles(view, pieces, None);
    let names = drawings::square_names(view);
    let (files, ranks) = drawings::coordinates(view);
    let columns = usize::from(tiles.columns.max(1));
    let (width, height) = (columns * SIDE, ranks.len() * SIDE);
    // Cells overlap a little, so that there is no gap between them in any size.
    let drawn = SIDE as f32 + 0.6;
    let (mut symbols, mut cells) = (String::new(), String::new());
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (at, tile) in tiles.cells.iter().enumerate() {
        let (x, y) = (MARGIN + at % columns * SIDE, at / columns * SIDE);
        let next = known.len();
        let number = *known.entry(&*tile.svg).or_insert_with(|| {
            symbols.push_str(&symbol(&tile.svg, next));
            next
        });
        let _ = write!(
            cells,
            "<use href=\"#c{number}\" x=\"{x}\" y=\"{y}\" width=\"{drawn}\" height=\"{drawn}\"/>"
        );
    }
    for (at, name) in names.iter().enumerate() {
        let (x, y) = (MARGIN + at % columns * SIDE, at / columns * SIDE);
        let _ = write!(
            cells,
            "<rect class=\"square\" data-square=\"{name}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
        );
    }
    let text = |x: usize, y: usize, name: &str, out: &mut String| {
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">");
        escape_html(name, out);
        out.push_str("</text>");
    };
    for (row, name) in ranks.iter().enumerate() {
        text(MARGIN / 2, row * SIDE + SIDE / 2, name, &mut cells);
    }
    for (column, name) in files.iter().enumerate() {
        text(
            MARGIN + column * SIDE + SIDE / 2,
            height + MARGIN / 2,
            name,
            &mut cells,
        );
    }
    format!(
        "<svg class=\"board\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" aria-hidden=\"true\">{symbols}{cells}</svg>",
        width + MARGIN,
        height + MARGIN,
        width + MARGIN,
        height + MARGIN,
    )
}

/// The drawing of a cell, to be used at several places.
fn symbol(svg: &str, number: usize) -> String {
    let inner = svg.strip_prefix("<svg").unwrap_or(svg);
    let inner = inner.strip_suffix("</svg>").unwrap_or(inner);
    format!("<symbol id=\"c{number}\"{inner}</symbol>")
}

/// The squares of a turn, in the order in which they are tapped. Where its text names none, as that of castling, they
/// are those by which programs write it.
pub fn squares(game: &dyn Game, turn: &str) -> Vec<String> {
    let named = squares_in(turn);
    match named.is_empty() {
        true => game
            .uci_of(turn)
            .map_or_else(Vec::new, |uci| squares_in(&uci)),
        false => named,
    }
}

/// The squares that a text names: a small letter and a number each.
pub fn squares_in(text: &str) -> Vec<String> {
    let mut squares = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_ascii_lowercase() {
            continue;
        }
        let mut square = c.to_string();
        while let Some(digit) = chars.next_if(char::is_ascii_digit) {
            square.push(digit);
        }
        if square.len() > 1 {
            squares.push(square);
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_found_in_turns() {
        for (turn, expected) in [
            ("Ng1-f3", "g1 f3"),
            ("e7xd8=Q", "e7 d8"),
            ("Ch3-h10", "h3 h10"),
            ("N*e5", "e5"),
            ("@@c3", "c3"),
            ("pass", ""),
            ("O-O", ""),
            ("e1g1", "e1 g1"),
        ] {
            assert_eq!(squares_in(turn).join(" "), expected, "{turn}");
        }
    }
}
