//! The board in letters: rafts of squares in a void (boards.md).

use std::fmt::Write as _;

use crate::rules::bitboard::Bitboard;
use crate::rules::diagram::{Diagram, Grid};
use crate::rules::game::Seat;
use crate::rules::ruleset::LastTurn;
use crate::rules::square::Square;

use super::LimitedSquares;
use super::position::{Cell, PieceMove, Position, Turn, castling_squares};
use super::rules::Rules;
use super::text::cell_sign;
use super::words;

/// Where the last turn ended and what it left.
#[derive(Default)]
pub struct Marks {
    /// Where it put something.
    pub reached: Bitboard,
    /// Where it moved something from.
    pub left: Bitboard,
}

impl Marks {
    fn new(rules: &Rules, turn: &Turn, seat: u8) -> Self {
        let mut marks = Self::default();
        let mut go = |from: Square, to: Square| {
            marks.left = marks.left.with(from);
            marks.reached = marks.reached.without(from).with(to);
        };
        match turn.piece {
            Some(PieceMove::Step { from, to, .. }) => go(from, to),
            Some(PieceMove::Castle(queen)) => {
                let [king, goal, rook, rook_goal] = castling_squares(rules, seat, queen);
                go(king, goal);
                go(rook, rook_goal);
            }
            None => {}
        }
        if let Some(shift) = turn.shift {
            go(shift.from, shift.to);
        }
        if let Some(at) = turn.place.filter(|at| turn.refills || !marks.left.has(*at)) {
            marks.reached = marks.reached.with(at);
        }
        marks.left &= !marks.reached;
        marks
    }
}

/// Draws a position for `viewer`.
pub fn draw(
    rules: &Rules,
    position: &Position,
    viewer: Seat,
    last: Option<&LastTurn<LimitedSquares>>,
) -> Diagram {
    let turned = viewer == Seat(1);
    let marks = last.map_or_else(Marks::default, |l| Marks::new(rules, &l.turn, l.seat.0));
    let grid = Grid {
        files: 8,
        ranks: 8,
        turned,
    };
    let mut board = grid.draw(|square| cell(rules, position, &marks, square));
    let (top, bottom) = if turned { (0, 1) } else { (1, 0) };
    for (line, seat) in [(1, top), (8, bottom)] {
        let _ = write!(board[line], "   {}", reserve(rules, position, seat));
    }
    if turned {
        board.insert(0, "Seen from Black's side:".to_owned());
    }
    Diagram {
        board,
        notes: words::notes(rules, position, last),
        legend: words::legend(rules, position, &marks),
        writing: words::writing(rules, position),
    }
}

/// The board alone, cells of three columns and without marks, for small examples.
pub fn bare(rules: &Rules, position: &Position) -> Vec<String> {
    let grid = Grid {
        files: 8,
        ranks: 8,
        turned: false,
    };
    let unmarked = Marks::default();
    grid.draw(|square| {
        let [open, sign, close, _] = cell(rules, position, &unmarked, square);
        [open, sign, close]
    })
}

fn reserve(rules: &Rules, position: &Position, seat: u8) -> String {
    let squares = match (rules.family.unlimited, position.reserves[usize::from(seat)]) {
        (true, _) => "endless".to_owned(),
        (_, 0) => "none".to_owned(),
        (_, 1) => "1 square".to_owned(),
        (_, n) => format!("{n} squares"),
    };
    format!("{}'s reserve: {squares}", words::side_name(seat))
}

/// Bracket, sign, bracket, mark.
fn cell(rules: &Rules, position: &Position, marks: &Marks, square: Square) -> [char; 4] {
    let cell = position.at(square);
    let mark = if marks.reached.has(square) {
        '*'
    } else if marks.left.has(square) {
        '.'
    } else {
        ' '
    };
    let barred = position.barred.has(square);
    let (open, close) = match (cell, cell.occupant()) {
        (Cell::HOLE, _) => return [' ', ' ', ' ', mark],
        (Cell::NEUTRAL, _) => ('<', '>'),
        (_, Some(_)) if !rules.family.owned => ('<', '>'),
        (_, Some((_, 0))) => ('[', ']'),
        (_, Some(_)) => ('(', ')'),
        _ if cell == Cell::empty_of(0) => ('[', ']'),
        _ => ('(', ')'),
    };
    let (sign, mark) = match cell.occupant() {
        Some(_) => (cell_sign(cell), if barred { '!' } else { mark }),
        None => (if barred { '!' } else { ' ' }, mark),
    };
    [open, sign, close, mark]
}
