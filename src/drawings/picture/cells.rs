//! The cells of a board as SVG, each on its own.

use std::fmt::Write;

use crate::rules::view::Form;
use crate::rules::{BoardView, CellView, Fact, Place, Seat, Surface};

use super::super::ascii::{at, columns_and_rows, is_bank};
use super::super::checked::{self, Checked};
use super::super::{Pieces, colours};
use super::shapes::{self, CELL, DUCK};

/// Lines of boards of points.
const INK: &str = "#3d2f14";
/// Coordinates, and other lines where there are no squares: it reads on white and on black.
const AROUND: &str = "#797979";
pub(super) const WARNING: &str = "#b00000";
/// A duck; not yellow, as squares are where a turn has arrived.
const FEATHERS: &str = "#f07818";
const WATER: &str = "#4f86a6";
pub(super) const WHITE: &str = "#ffffff";
pub(super) const BLACK: &str = "#000000";
/// Draws the cells of one board.
pub struct Cells<'a> {
    pub(super) view: &'a BoardView,
    pub(super) pieces: Pieces,
    /// Pixels of a cell.
    side: usize,
    /// Where a king is attacked, and how.
    checks: Vec<(Place, Checked)>,
    columns: u8,
    rows: u8,
}

impl<'a> Cells<'a> {
    /// For cells of so many pixels.
    pub fn new(view: &'a BoardView, pieces: Pieces, side: usize) -> Self {
        let (columns, rows) = columns_and_rows(view);
        Self {
            view,
            pieces,
            side,
            checks: checked::kings(view),
            columns,
            rows,
        }
    }

    /// The name of a column or a row, on nothing, in pixels.
    pub fn name(&self, name: &str, (width, height): (usize, usize)) -> String {
        let mut svg = Svg::new(width, height);
        // The lesser one is the margin's.
        let scale = width.min(height) as f32 / 30.0;
        // A little higher, since some letters reach below the line.
        let middle = (width as f32 / 2.0, height as f32 / 2.0 - scale);
        svg.signs(name, middle, scale * 1.15, (AROUND, 2.1));
        svg.end()
    }

    /// A cell with all that is on it.
    pub fn cell(&self, cell: &CellView, column: u8, row: u8) -> String {
        let mut svg = Svg::new(self.side, self.side);
        match &self.view.surface {
            Surface::LooseSquares => self.loose_square(&mut svg, cell),
            Surface::Squares if self.view.form == Form::Wedge => {
                // All squares are alike, with lines between them.
                svg.fill(INK, 0, self.side);
                let line = self.line();
                let ground = colours::shaded(self.view, cell, false);
                let (from, side) = (line.div_ceil(2), self.side - line);
                svg.fill(ground, from, side);
            }
            Surface::Squares => {
                svg.fill(colours::ground(self.view, cell), 0, self.side);
                if let Some(colour) = colours::second_zone(self.view, cell) {
                    let side = self.side;
                    let _ = write!(
                        svg.out,
                        "<path fill=\"{colour}\" d=\"M0 0V{side}H{side}z\"/>"
                    );
                }
            }
            Surface::Points { palaces, .. } => {
                svg.fill(colours::POINTS, 0, self.side);
                if let Some(mark) = cell.mark {
                    // Below the lines, which are seen where a piece has left.
                    let (colour, middle) = (colours::touched(mark, false), self.side as f32 / 2.0);
                    let _ = write!(
                        svg.out,
                        "<circle cx=\"{middle}\" cy=\"{middle}\" r=\"{}\" fill=\"{colour}\"/>",
                        middle * 0.956
                    );
                }
                self.lines(&mut svg, column, row, palaces);
            }
        }
        svg.units(self.side);
        self.marks(&mut svg, cell);
        if let Some(piece) = &cell.piece {
            self.piece(&mut svg, piece);
        }
        self.signs(&mut svg, cell);
        svg.out.push_str("</g>");
        svg.end()
    }

    /// A line that is as wide as this, in pixels.
    fn line(&self) -> usize {
        ((self.side + 20) / 40).max(1)
    }

    /// A square that comes and goes: its border tells its owner.
    fn loose_square(&self, svg: &mut Svg, cell: &CellView) {
        let (line, side) = (self.line(), self.side);
        if !cell.exists {
            // A hole that a square has left which the last turn moved away.
            if cell.mark.is_some() {
                let (from, width) = (2 * line, side - 4 * line);
                let _ = write!(
                    svg.out,
                    "<rect x=\"{from}\" y=\"{from}\" width=\"{width}\" height=\"{width}\" \
                     fill=\"none\" stroke=\"{AROUND}\" stroke-width=\"{line}\" \
                     stroke-dasharray=\"{} {}\" shape-rendering=\"crispEdges\"/>",
                    2 * line,
                    3 * line
                );
            }
            return;
        }
        let (ground, border) = (
            colours::ground(self.view, cell),
            colours::border(cell.owner),
        );
        let gap = line / 2;
        let widths: &[usize] = match cell.owner {
            Some(Seat(0)) => &[2],
            Some(_) => &[1, 1, 1],
            None => &[1],
        };
        let mut from = gap;
        for (at, width) in widths.iter().enumerate() {
            let colour = if at % 2 == 0 { border } else { ground };
            svg.fill(colour, from, side - 2 * from);
            from += width * line;
        }
        svg.fill(ground, from, side - 2 * from);
    }

    /// The lines that meet at a point, and the river.
    fn lines(&self, svg: &mut Svg, column: u8, row: u8, palaces: &[Place]) {
        let (side, line) = (self.side, self.line());
        let middle = side / 2 - line / 2;
        let ends = |at: u8, count: u8| {
            let from = if at == 0 { middle } else { 0 };
            let to = if at + 1 == count { middle + line } else { side };
            (from, to)
        };
        let (left, right) = ends(column, self.columns);
        let (mut top, mut bottom) = ends(row, self.rows);
        let (above, below) = (
            row > 0 && is_bank(self.view, row - 1),
            is_bank(self.view, row),
        );
        if column > 0 && column + 1 < self.columns {
            top = if above { middle } else { top };
            bottom = if below { middle + line } else { bottom };
        }
        let _ = write!(
            svg.out,
            "<path fill=\"{INK}\" d=\"M{left} {middle}H{right}v{line}H{left}zM{middle} {top}h{line}V{bottom}h-{line}z\"/>"
        );
        let half = side / 2;
        let mut path = String::new();
        for step in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
            let near = |from: u8, step: i8| from.checked_add_signed(step);
            let to = near(column, step.0).zip(near(row, step.1));
            let to = to.filter(|(column, row)| *column < self.columns && *row < self.rows);
            // One end of a diagonal is in the middle of a palace.
            let there =
                to.is_some_and(|(column, row)| palaces.contains(&at(self.view, column, row)));
            if there || palaces.contains(&at(self.view, column, row)) {
                let end = |step: i8| if step < 0 { 0 } else { side };
                let _ = write!(path, "M{half} {half}L{} {}", end(step.0), end(step.1));
            }
        }
        if !path.is_empty() {
            let _ = write!(
                svg.out,
                "<path stroke=\"{INK}\" stroke-width=\"{line}\" d=\"{path}\"/>"
            );
        }
        if above || below {
            let (y, from) = (if below { side - 4 * line } else { 4 * line }, side / 4);
            let (wave, half) = (side / 8, side / 4);
            let _ = write!(
                svg.out,
                "<path fill=\"none\" stroke=\"{WATER}\" stroke-width=\"{line}\" \
                 d=\"M{from} {y}q{wave} -{wave} {half} 0t{half} 0\"/>"
            );
        }
    }

    /// What is below the piece: what the last turn did, hot spots, and what stands on squares that are empty.
    fn marks(&self, svg: &mut Svg, cell: &CellView) {
        let whole = self.view.surface == Surface::Squares;
        if let (Some(_), true) = (cell.owner, whole) {
            let _ = write!(
                svg.out,
                "<rect x=\"1.5\" y=\"1.5\" width=\"42\" height=\"42\" fill=\"none\" \
                 stroke=\"{BLACK}\" stroke-width=\"2\" stroke-dasharray=\"5 4.5\" \
                 shape-rendering=\"crispEdges\"/>"
            );
        }
        if cell.mark.is_some() && (cell.exists || whole) {
            // Within the border of a loose square.
            let place = match self.view.surface {
                Surface::LooseSquares => "translate(3.2 3.2) scale(.86)",
                _ => "scale(1)",
            };
            let ink = self.ink(cell);
            // Where signs are, there is no bracket.
            let signs = cell.piece.as_ref().map(|piece| self.corners(piece));
            let signs = signs.unwrap_or_default();
            let corners = ["M3 10V3h7", "M35 3h7v7", "M42 35v7h-7", "M10 42H3v-7"];
            let corners = corners.iter().zip(signs).filter(|(_, sign)| !sign);
            let path: String = corners.map(|(corner, _)| *corner).collect();
            let _ = write!(
                svg.out,
                "<path transform=\"{place}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\" \
                 stroke-linecap=\"butt\" d=\"{path}\"/>"
            );
        }
        if !cell.exists && self.view.duck {
            let _ = write!(
                svg.out,
                "<g fill=\"{FEATHERS}\" stroke=\"{BLACK}\">{DUCK}</g>"
            );
            return;
        }
        if cell.piece.is_none() && whole {
            let (sign, ink) = match (cell.exists, cell.owner) {
                (false, _) => ('#', self.ink(cell)),
                (true, Some(Seat(0))) => ('*', BLACK),
                (true, Some(_)) => ('+', BLACK),
                (true, None) => return,
            };
            svg.sign(sign, (CELL / 2.0, CELL / 2.0), 1.6, (ink, 1.8));
        }
    }

    /// The colour of what is drawn on the ground of a cell. Walls are dark, also where the last turn has put them.
    fn ink(&self, cell: &CellView) -> &'static str {
        match cell.mark {
            _ if cell.exists || self.view.duck => BLACK,
            Some(mark) => colours::touched(mark, false),
            None => WHITE,
        }
    }

    /// The signs beside a piece.
    fn signs(&self, svg: &mut Svg, cell: &CellView) {
        let gate = |fact: &Fact| match fact {
            Fact::Gates(all) => all
                .iter()
                .any(|(_, squares)| squares.contains(&cell.square)),
            _ => false,
        };
        if self.view.facts.iter().any(gate) {
            let _ = write!(svg.out, "<path fill=\"{WATER}\" d=\"M0 45V35L10 45z\"/>");
        }
        if cell.held {
            svg.sign('*', (6.5, 7.5), 1.0, (WARNING, 2.2));
        }
        match (cell.barred, &cell.piece) {
            (true, None) => svg.sign('!', (CELL / 2.0, CELL / 2.0), 1.6, (WARNING, 2.2)),
            (true, Some(_)) => svg.sign('!', (6.5, 12.0), 0.9, (WARNING, 2.6)),
            (false, _) => {}
        }
        if let Some(how) = checked::at(&self.checks, cell.square) {
            let _ = write!(
                svg.out,
                "<rect x=\"1.7\" y=\"1.7\" width=\"41.6\" height=\"41.6\" rx=\"4\" fill=\"none\" \
                 stroke=\"{WARNING}\" stroke-width=\"3.4\"/>\
                 <path fill=\"{WARNING}\" d=\"M45 0H31v8a6 6 0 0 0 6 6h8z\"/>"
            );
            svg.sign(how.sign(), (37.8, 7.2), 0.9, (WHITE, 2.4));
        }
    }
}

/// A picture that is being drawn.
pub(super) struct Svg {
    pub(super) out: String,
}

impl Svg {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let mut out = String::with_capacity(2 << 10);
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">"
        );
        Self { out }
    }

    /// Begins a group with the units of shapes.
    pub(super) fn units(&mut self, side: usize) {
        let scale = side as f32 / CELL;
        let _ = write!(
            self.out,
            "<g transform=\"scale({scale})\" stroke-width=\"1.5\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\">"
        );
    }

    pub(super) fn end(mut self) -> String {
        self.out.push_str("</svg>");
        self.out
    }

    /// A square that is as far from the left as from above, in whole pixels.
    pub(super) fn fill(&mut self, colour: &str, from: usize, side: usize) {
        let _ = write!(
            self.out,
            "<rect x=\"{from}\" y=\"{from}\" width=\"{side}\" height=\"{side}\" fill=\"{colour}\"/>"
        );
    }

    /// A rectangle in the upper left corner, in whole pixels.
    pub(super) fn ground(&mut self, colour: &str, (width, height): (usize, usize)) {
        let _ = write!(
            self.out,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"
        );
    }

    /// A sign with its middle at a place, `scale` times its usual size.
    pub(super) fn sign(
        &mut self,
        c: char,
        (x, y): (f32, f32),
        scale: f32,
        (ink, width): (&str, f32),
    ) {
        let Some(path) = shapes::sign(c) else {
            return;
        };
        let (x, y) = (x - 5.0 * scale, y - 7.0 * scale);
        let _ = write!(
            self.out,
            "<path transform=\"translate({x} {y}) scale({scale})\" fill=\"none\" stroke=\"{ink}\" \
             stroke-width=\"{width}\" d=\"{path}\"/>"
        );
    }

    /// Signs side by side with their middle at a place.
    pub(super) fn signs(&mut self, signs: &str, (x, y): (f32, f32), scale: f32, pen: (&str, f32)) {
        let count = signs.chars().count();
        let step = 12.0 * scale;
        let mut x = x - step * (count.saturating_sub(1)) as f32 / 2.0;
        for c in signs.chars() {
            self.sign(c, (x, y), scale, pen);
            x += step;
        }
    }
}
