//! The board as SVG. It has what the HTML table of the same board has, and the same colours.

use std::fmt::Write;

use crate::rules::{BoardView, CellView, Forward, PieceView, Seat, Surface};

use super::super::ascii::{at, cell, column_name, columns_and_rows, forward, is_bank, row_name};
use super::super::colours::{self, RIVER};
use super::super::promoted::Promoted;
use super::super::{armies, facings, html};
use super::DENSITY;
use super::shapes::{self, ARROW, CELL, DISC, WEDGE};

/// Pixels of the coordinates on each side.
const MARGIN: u16 = 24;
/// Lines of boards of points, and ink in general.
const INK: &str = "#3d2f14";
/// What is not the board.
const PAPER: &str = "#eceae4";
const WARNING: &str = "#a00000";

/// The board with its coordinates.
pub fn board(view: &BoardView) -> String {
    let (columns, rows) = columns_and_rows(view);
    let mut svg = Svg {
        view,
        columns,
        rows,
        out: String::with_capacity(32 << 10),
    };
    let cell = html::size(view) * DENSITY.0 / DENSITY.1;
    let width = u16::from(columns) * cell + 2 * MARGIN;
    let height = u16::from(rows) * cell + 2 * MARGIN;
    let scale = f32::from(cell) / CELL;
    let _ = write!(
        svg.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\
         <g transform=\"translate({MARGIN} {MARGIN}) scale({scale})\" stroke-width=\"1.5\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\">"
    );
    svg.coordinates(f32::from(MARGIN) / scale);
    svg.grounds();
    svg.lines();
    svg.contents();
    svg.out.push_str("</g></svg>");
    svg.out
}

struct Svg<'a> {
    view: &'a BoardView,
    columns: u8,
    rows: u8,
    out: String,
}

impl Svg<'_> {
    /// A sign with its middle at a place, `scale` times its usual size.
    fn sign(&mut self, c: char, (x, y): (f32, f32), scale: f32, ink: &str) {
        let Some(path) = shapes::sign(c) else {
            return;
        };
        let (x, y) = (x - 5.0 * scale, y - 7.0 * scale);
        let _ = write!(
            self.out,
            "<path transform=\"translate({x} {y}) scale({scale})\" fill=\"none\" stroke=\"{ink}\" \
             stroke-width=\"1.8\" d=\"{path}\"/>"
        );
    }

    /// Signs side by side with their middle at a place.
    fn signs(&mut self, signs: &str, (x, y): (f32, f32), scale: f32, ink: &str) {
        let count = signs.chars().count();
        let step = 12.0 * scale;
        let mut x = x - step * (count.saturating_sub(1)) as f32 / 2.0;
        for c in signs.chars() {
            self.sign(c, (x, y), scale, ink);
            x += step;
        }
    }

    fn coordinates(&mut self, margin: f32) {
        let (view, scale) = (self.view, 0.9);
        let beyond = |count: u8| f32::from(count) * CELL + margin / 2.0;
        let middle = |index: u8| (f32::from(index) + 0.5) * CELL;
        for column in 0..self.columns {
            let name = column_name(view, column);
            // A little higher, since some letters reach below the line.
            for y in [-margin / 2.0 - 1.0, beyond(self.rows) - 2.0] {
                self.signs(&name, (middle(column), y), scale, "#333333");
            }
        }
        for row in 0..self.rows {
            let name = row_name(view, row);
            for x in [-margin / 2.0, beyond(self.columns)] {
                self.signs(&name, (x, middle(row)), scale, "#333333");
            }
        }
    }

    fn each(&mut self, draw: impl Fn(&mut Self, &CellView, f32, f32)) {
        let view = self.view;
        for row in 0..self.rows {
            for column in 0..self.columns {
                if let Some(cell) = cell(view, column, row) {
                    draw(self, cell, f32::from(column) * CELL, f32::from(row) * CELL);
                }
            }
        }
    }

    fn rect(&mut self, x: f32, y: f32, side: f32, paint: &str) {
        let _ = write!(
            self.out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" {paint}/>"
        );
    }

    /// The squares, with borders that tell their owners.
    fn grounds(&mut self) {
        self.each(|svg, cell, x, y| {
            let surface = &svg.view.surface;
            if !cell.exists && *surface == Surface::LooseSquares {
                // A hole that a square has left which the last turn moved away.
                if cell.mark.is_some() {
                    let paint = "fill=\"none\" stroke=\"#888888\" stroke-dasharray=\"2 3\"";
                    svg.rect(x + 2.0, y + 2.0, CELL - 4.0, paint);
                }
                return;
            }
            let colour = colours::ground(svg.view, cell);
            let (width, stroke, dashes) = match (surface, cell.owner) {
                (Surface::LooseSquares, owner) => {
                    let width = match owner {
                        Some(Seat(0)) => 2.5,
                        Some(_) => 1.5,
                        None => 1.0,
                    };
                    (width, colours::border(owner), "none")
                }
                (Surface::Squares, Some(_)) => (2.5, "#000000", "5 4.5"),
                _ => (0.0, "none", "none"),
            };
            let inset = match surface {
                Surface::LooseSquares => 1.0 + width / 2.0,
                _ => width / 2.0,
            };
            let (x, y, side) = (x + inset, y + inset, CELL - 2.0 * inset);
            let line = format!("stroke=\"{stroke}\" stroke-width=\"{width}\"");
            let paint = format!("fill=\"{colour}\" {line} stroke-dasharray=\"{dashes}\"");
            svg.rect(x, y, side, &paint);
            let of_others = cell.owner.is_some_and(|owner| owner != Seat(0));
            if *surface == Surface::LooseSquares && of_others {
                let paint = format!("fill=\"none\" {line}");
                svg.rect(x + 3.5, y + 3.5, side - 7.0, &paint);
            }
        });
    }

    /// The lines between points, and the river.
    fn lines(&mut self) {
        let Surface::Points { palaces, .. } = &self.view.surface else {
            return;
        };
        let middle = |index: u8| (f32::from(index) + 0.5) * CELL;
        let (right, bottom) = (middle(self.columns - 1), middle(self.rows - 1));
        // The row whose next one is on the other bank.
        let bank = (0..self.rows).find(|row| is_bank(self.view, *row));
        if let Some(bank) = bank {
            let (x, y) = (middle(0), middle(bank));
            let _ = write!(
                self.out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{CELL}\" fill=\"{RIVER}\"/>",
                right - x
            );
        }
        let (mut path, mut diagonals) = (String::new(), String::new());
        for row in 0..self.rows {
            let _ = write!(path, "M{} {}H{right}", middle(0), middle(row));
        }
        for column in 0..self.columns {
            let x = middle(column);
            let _ = write!(path, "M{x} {}", middle(0));
            if let Some(bank) = bank.filter(|_| column > 0 && column + 1 < self.columns) {
                let (above, below) = (middle(bank), middle(bank + 1));
                let _ = write!(path, "V{above}M{x} {below}");
            }
            let _ = write!(path, "V{bottom}");
        }
        for row in 0..self.rows {
            for column in 0..self.columns {
                if palaces.contains(&at(self.view, column, row)) {
                    let (x, y) = (middle(column), middle(row));
                    let (left, right) = (x - CELL, x + CELL);
                    let (above, below) = (y - CELL, y + CELL);
                    let _ = write!(
                        diagonals,
                        "M{left} {above}L{right} {below}M{left} {below}L{right} {above}"
                    );
                }
            }
        }
        // Lines along pixels are equally strong only without smooth edges.
        let _ = write!(
            self.out,
            "<g fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.2\">\
             <path shape-rendering=\"crispEdges\" d=\"{path}\"/><path d=\"{diagonals}\"/></g>"
        );
    }

    /// What stands on the squares.
    fn contents(&mut self) {
        self.each(|svg, cell, x, y| {
            let middle = (x + CELL / 2.0, y + CELL / 2.0);
            match &cell.piece {
                Some(piece) => svg.piece(piece, x, y),
                None if svg.view.surface == Surface::Squares => match (cell.exists, cell.owner) {
                    (false, _) => svg.sign('#', middle, 1.6, "#ffffff"),
                    (true, Some(Seat(0))) => svg.sign('*', middle, 1.6, "#000000"),
                    (true, Some(_)) => svg.sign('+', middle, 1.6, "#000000"),
                    (true, None) => {}
                },
                None => {}
            }
            // Beside the piece, where nothing else is.
            let corner = (x + CELL - 6.5, y + 8.0);
            if cell.held {
                svg.sign('*', corner, 1.0, WARNING);
            }
            match (cell.barred, &cell.piece) {
                (true, None) => svg.sign('!', middle, 1.6, WARNING),
                (true, Some(_)) => svg.sign('!', (x + CELL - 6.0, y + 12.0), 0.9, WARNING),
                (false, _) => {}
            }
        });
    }

    fn piece(&mut self, piece: &PieceView, x: f32, y: f32) {
        let (view, middle) = (self.view, CELL / 2.0);
        let (fill, ink) = colours::of_player(view, piece.owner);
        let _ = write!(
            self.out,
            "<g transform=\"translate({x} {y})\" fill=\"{fill}\" stroke=\"{ink}\">"
        );
        let loose = view.surface == Surface::LooseSquares;
        let promoted = Promoted::of(view, piece);
        if let Some(shape) = shapes::of_chess(view, piece) {
            self.fitted(shape, if loose { 0.84 } else { 1.0 });
        } else if view.seats.len() > 2 {
            let angle = piece.owner.map_or(0, |owner| ahead(view, owner));
            let _ = write!(
                self.out,
                "<g transform=\"rotate({angle} {middle} {middle})\">{WEDGE}</g>"
            );
            // Colour and direction tell the player.
            let [_, kind] = armies::sign(view, piece);
            self.sign(kind, (middle, 24.0), 1.25, ink);
        } else if let Some(by @ Promoted::By(_)) = promoted {
            self.fitted(DISC, 1.0);
            self.signs(&by.signs(), (middle, middle), 0.9, ink);
        } else {
            let facing = piece.facing.map(|facing| facings::seen(view, facing));
            let size = match facing {
                Some(_) => 0.8,
                None if loose => 0.84,
                None => 1.0,
            };
            self.fitted(DISC, size);
            self.sign(piece.letter, (middle, middle), 1.15 * size.min(0.95), ink);
            if let Some(facing) = facing {
                // Directions are counted clockwise from up.
                let angle = 45 * facing as u16;
                // The corners of a cell are further from its middle than its sides.
                let further = if angle.is_multiple_of(90) { 0 } else { -2 };
                let turn = format!("rotate({angle} {middle} {middle}) translate(0 {further})");
                let _ = write!(self.out, "<g transform=\"{turn}\">{ARROW}</g>");
            }
        }
        if let Some(Promoted::FromPawn(_)) = promoted {
            self.sign('~', (CELL - 7.0, 9.0), 1.0, "#000000");
        }
        self.out.push_str("</g>");
    }

    /// A shape, made smaller about its middle.
    fn fitted(&mut self, shape: &str, scale: f32) {
        let from = CELL / 2.0 * (1.0 - scale);
        let _ = write!(
            self.out,
            "<g transform=\"translate({from} {from}) scale({scale})\">{shape}</g>"
        );
    }
}

/// Degrees, clockwise from up, by which a player's way forward is turned in the drawing.
fn ahead(view: &BoardView, seat: Seat) -> u16 {
    let degrees = |way: Forward| match way {
        Forward::North => 0,
        Forward::East => 90,
        Forward::South | Forward::SouthTurned => 180,
        Forward::West => 270,
    };
    let own = view.seats.get(seat.index());
    let own = own.map_or(Forward::North, |seat| seat.forward);
    (360 + degrees(own) - degrees(forward(view))) % 360
}
