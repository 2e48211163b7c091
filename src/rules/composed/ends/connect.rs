//! Pieces in a row, in a square or joined (docs/variants/4-ends.md, 5.5).

use super::Value;
use crate::rules::composed::game::Game;
use crate::rules::composed::position::Position;
use crate::rules::composed::{GRID_FILES, Set, any_of, kinds::Kinds};

/// The game ends when pieces stand together.
#[derive(Clone, Debug)]
pub struct Connect {
    /// `connectPieceTypes`.
    pub types: Kinds,
    /// `connectN`, 0 without.
    pub row: i32,
    /// `connectHorizontal`.
    pub horizontal: bool,
    /// `connectVertical`.
    pub vertical: bool,
    /// `connectDiagonal`.
    pub diagonal: bool,
    /// `connectRegion1` and `connectRegion2`, by seat.
    pub regions: [[Set; 2]; 2],
    /// `connectNxN`, 0 without.
    pub square: i32,
    /// `collinearN`, 0 without.
    pub collinear: i32,
    /// What it is worth for the owner of the pieces (`connectValue`).
    pub value: Value,
}

/// A step of one square to the east, north, north-east or south-east, of all squares of a set.
fn step(set: Set, (files, ranks): (i8, i8)) -> Set {
    let inner = match files {
        1 => set & !Set::file(GRID_FILES - 1),
        -1 => set & !Set::file(0),
        _ => set,
    };
    inner.shift(i32::from(files) + i32::from(GRID_FILES) * i32::from(ranks))
}

impl Game {
    /// The end by pieces that stand together: those of the side that has just moved.
    pub(super) fn connected(&self, at: &Position, rule: &Connect) -> Option<Value> {
        let mover = at.to_move.other();
        let own = at.board.of(mover);
        let own = match rule.types {
            Kinds::ALL => own,
            kinds => {
                own & kinds
                    .iter()
                    .fold(Set::EMPTY, |all, role| all | at.board.role(role))
            }
        };
        let found = rule.row > 0 && rule.has_row(own)
            || rule.regions.iter().any(|regions| regions[0].any())
                && rule.joins(own, rule.regions[mover.index()])
            || rule.square > 0 && has_square(own, rule.square)
            || rule.collinear > 0 && rule.has_line(own, self.area);
        found.then_some(-rule.value)
    }
}

impl Connect {
    fn directions(&self) -> impl Iterator<Item = (i8, i8)> {
        let all = [
            ((1, 0), self.horizontal),
            ((0, 1), self.vertical),
            ((1, 1), self.diagonal),
            ((1, -1), self.diagonal),
        ];
        all.into_iter()
            .filter(|(_, counts)| *counts)
            .map(|(direction, _)| direction)
    }

    fn has_row(&self, own: Set) -> bool {
        self.directions().any(|direction| {
            let mut ends = own;
            for _ in 1..self.row {
                ends = step(ends, direction) & own;
            }
            ends.any()
        })
    }

    /// Whether steps over own pieces lead from one region to the other; the format steps one way only.
    fn joins(&self, own: Set, [from, to]: [Set; 2]) -> bool {
        let mut reached = own & from;
        let mut new = reached;
        while new.any() {
            let all = self
                .directions()
                .fold(Set::EMPTY, |all, way| all | step(new, way));
            new = all & own & !reached;
            if (all & own & to).any() {
                return true;
            }
            reached |= new;
        }
        false
    }

    fn has_line(&self, own: Set, area: Set) -> bool {
        self.directions().any(|(files, ranks)| {
            any_of(own, |square| {
                let mut line = Set::of(square);
                for way in [(files, ranks), (-files, -ranks)] {
                    let mut at = Set::of(square);
                    while at.any() {
                        line |= at;
                        at = step(at, way) & area;
                    }
                }
                (line & own).count() as i32 >= self.collinear
            })
        })
    }
}

fn has_square(own: Set, side: i32) -> bool {
    let mut corners = own;
    for _ in 1..side {
        corners &= step(corners, (1, 0));
    }
    for _ in 1..side {
        corners &= step(corners, (0, 1));
    }
    corners.any()
}
