//! The lines of a board of points: gradients, said once for the table, since four borders for each point would be too
//! many bytes. Mail programs that do not keep them show a dot for each empty point, and the ground of the palaces.

use std::fmt::Write;

use crate::rules::view::Mark;
use crate::rules::{CellView, Place, Surface};

use super::super::ascii::{at, columns_and_rows, is_bank};
use super::super::colours::RIVER;
use super::Table;

/// The colour of lines.
const INK: &str = "#3d2f14";

impl Table<'_> {
    /// Appends the lines to the style of the table. Each row is as high as each column is wide, so that
    /// lines are one cell apart both ways; the river is a row of its own.
    pub(super) fn lines(&mut self, ground: &str) {
        let (columns, rows) = columns_and_rows(self.view);
        let Surface::Points { .. } = self.view.surface else {
            return;
        };
        let cell = self.sizes.cell;
        let middle = |slot: u8| u16::from(slot) * cell + cell / 2;
        let river = (0..rows).find(|row| is_bank(self.view, *row));
        let slots = rows + u8::from(river.is_some());
        let (first, right, below) = (middle(1), middle(columns), middle(slots));
        let out = &mut self.out;
        // What is written first is in front. Lines end at the outermost points.
        let _ = write!(
            out,
            ";background:linear-gradient(90deg,{ground} {first}px,transparent {first}px,transparent {}px,{ground} {}px),\
             linear-gradient({ground} {first}px,transparent {first}px,transparent {}px,{ground} {}px)",
            right + 1,
            right + 1,
            below + 1,
            below + 1,
        );
        if let Some(row) = river {
            // No line crosses it but the outermost.
            let (from, to) = (middle(row + 1) + 1, middle(row + 3));
            let _ = write!(
                out,
                ",linear-gradient(90deg,transparent {first}px,{INK} {first}px,{INK} {}px,transparent {}px,\
                 transparent {right}px,{INK} {right}px,{INK} {}px),\
                 linear-gradient(transparent {from}px,{RIVER} {from}px,{RIVER} {to}px,transparent {to}px)",
                first + 1,
                first + 1,
                right + 1,
            );
        }
        for way in ["90deg,", ""] {
            let (from, to) = (cell / 2, cell / 2 + 1);
            let _ = write!(
                out,
                ",repeating-linear-gradient({way}transparent,transparent {from}px,{INK} {from}px,{INK} {to}px,\
                 transparent {to}px,transparent {cell}px)"
            );
        }
        let _ = write!(out, " {ground}");
    }

    /// Appends the style of a point whose ground is not that of the table: one through which lines are seen, and the
    /// diagonals of palaces.
    pub(super) fn lines_of(&mut self, cell: &CellView, ground: &str) {
        let Surface::Points { .. } = self.view.surface else {
            return;
        };
        if self.frame == Some(ground) {
            return;
        }
        self.push(" style=\"background:");
        self.diagonals(cell.square);
        self.push(match cell.mark {
            Some(Mark::Reached) => "rgba(247,216,60,.8)",
            Some(Mark::Left) => "rgba(170,176,74,.8)",
            None => "rgba(200,140,30,.25)",
        });
        self.push("\"");
    }

    /// The diagonals of palaces across a point, in front of its ground.
    fn diagonals(&mut self, square: Place) {
        let view = self.view;
        let Surface::Points { palaces, .. } = &view.surface else {
            return;
        };
        let (columns, rows) = columns_and_rows(view);
        let place = |of: Place| {
            let all = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
            all.into_iter()
                .find(|(column, row)| at(view, *column, *row) == of)
        };
        let Some((column, row)) = place(square) else {
            return;
        };
        for (x, y) in palaces.iter().filter_map(|middle| place(*middle)) {
            let parts: &[(&str, &str)] = match (x.abs_diff(column), y.abs_diff(row)) {
                (0, 0) => &[("45deg", ""), ("135deg", "")],
                // From the point towards the middle.
                (1, 1) => match (x > column, y > row) {
                    (true, true) => &[("45deg", " 100% 100%/50% 50% no-repeat")],
                    (false, false) => &[("45deg", " 0 0/50% 50% no-repeat")],
                    (true, false) => &[("135deg", " 100% 0/50% 50% no-repeat")],
                    (false, true) => &[("135deg", " 0 100%/50% 50% no-repeat")],
                },
                _ => &[],
            };
            for (angle, part) in parts {
                let (from, to) = match part.is_empty() {
                    true => (49, 51),
                    false => (48, 52),
                };
                let _ = write!(
                    self.out,
                    "linear-gradient({angle},transparent {from}%,{INK} {from}%,{INK} {to}%,transparent {to}%){part},"
                );
            }
        }
    }
}
