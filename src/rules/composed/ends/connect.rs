//! Pieces in a row, in a square or joined (docs/variants/ends.md, 5.5).

use super::Value;
use crate::rules::board::geometry::{Direction, ray, step};
use crate::rules::composed::game::Game;
use crate::rules::composed::position::Position;
use crate::rules::composed::{GRID_FILES, Set, any_of, kinds::Kinds, of_kinds};

/// The game ends when pieces stand together.
#[derive(Clone, Debug)]
pub struct Connect {
    /// The kinds that count (`connectPieceTypes`).
    pub types: Kinds,
    /// How many make a row, 0 without this end (`connectN`).
    pub row: i32,
    /// Steps along ranks count (`connectHorizontal`).
    pub horizontal: bool,
    /// Steps along files count (`connectVertical`).
    pub vertical: bool,
    /// Diagonal steps count (`connectDiagonal`).
    pub diagonal: bool,
    /// `connectRegion1` and `connectRegion2`, by seat.
    pub regions: [[Set; 2]; 2],
    /// The side of a full square, 0 without this end (`connectNxN`).
    pub square: i32,
    /// How many have to be on one line, 0 without this end (`collinearN`).
    pub collinear: i32,
    /// What it is worth for the owner of the pieces (`connectValue`).
    pub value: Value,
}

impl Game {
    /// The end by pieces that stand together: those of the side that has just moved.
    pub(super) fn connected(&self, at: &Position, rule: &Connect) -> Option<Value> {
        let mover = at.to_move.other();
        let own = at.board.of(mover) & of_kinds(&at.board, rule.types);
        let found = rule.row > 0 && rule.has_row(own)
            || rule.regions.iter().any(|regions| regions[0].any())
                && rule.joins(own, rule.regions[mover.index()])
            || rule.square > 0 && has_square(own, rule.square)
            || rule.collinear > 0 && rule.has_line(own);
        found.then_some(-rule.value)
    }
}

impl Connect {
    fn directions(&self) -> impl Iterator<Item = Direction> {
        let all = [
            (Direction::E, self.horizontal),
            (Direction::N, self.vertical),
            (Direction::NE, self.diagonal),
            (Direction::SE, self.diagonal),
        ];
        all.into_iter()
            .filter(|(_, counts)| *counts)
            .map(|(direction, _)| direction)
    }

    fn has_row(&self, own: Set) -> bool {
        self.directions().any(|direction| {
            let ends = repeat(own, self.row, |ends| step(ends, direction) & own);
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

    fn has_line(&self, own: Set) -> bool {
        self.directions().any(|way| {
            any_of(own, |square| {
                let line = ray(way, square) | ray(way.opposite(), square);
                (line.with(square) & own).count() as i32 >= self.collinear
            })
        })
    }
}

fn has_square(own: Set, side: i32) -> bool {
    let rows = repeat(own, side, |rows| rows & step(rows, Direction::E));
    let squares = repeat(rows, side, |squares| squares & step(squares, Direction::N));
    squares.any()
}

/// Makes the steps of a row or column of so many squares; more than the grid has come to no square.
fn repeat(mut set: Set, length: i32, next: impl Fn(Set) -> Set) -> Set {
    for _ in 1..length.min(i32::from(GRID_FILES) + 1) {
        set = next(set);
    }
    set
}
