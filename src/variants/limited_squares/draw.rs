//! The board in letters: rafts of squares in a void (boards.md).

use std::fmt::Write as _;

use crate::rules::bitboard::Bitboard;
use crate::rules::diagram::{Diagram, Grid, wrap};
use crate::rules::game::Seat;
use crate::rules::square::Square;
use crate::rules::variant::LastTurn;

use super::LimitedSquares;
use super::army::{ABOUT, Kind};
use super::position::{Cell, PieceMove, Position, Turn, castling_squares};
use super::rules::Rules;
use super::text::cell_sign;

/// Where the last turn ended and what it left.
#[derive(Default)]
struct Marks {
    reached: Bitboard,
    left: Bitboard,
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
        width: 4,
    };
    let mut board = grid.draw(|square| cell(rules, position, &marks, square));
    let (top, bottom) = if turned { (0, 1) } else { (1, 0) };
    for (line, seat) in [(1, top), (8, bottom)] {
        let _ = write!(board[line], "   {}", reserve(rules, position, seat));
    }
    Diagram {
        writing: Vec::new(),
        board,
        notes: notes(position, last),
        legend: legend(rules, position, &marks),
    }
}

fn side_name(seat: u8) -> &'static str {
    if seat == 0 { "White" } else { "Black" }
}

fn reserve(rules: &Rules, position: &Position, seat: u8) -> String {
    let n = position.reserves[usize::from(seat)];
    let squares = match (rules.family.unlimited, n) {
        (true, _) => "endless reserve".to_owned(),
        (_, 0) => "no square in reserve".to_owned(),
        (_, 1) => "1 square in reserve".to_owned(),
        _ => format!("{n} squares in reserve"),
    };
    format!("{}: {squares}", side_name(seat))
}

/// Bracket, sign, bracket, mark.
fn cell(rules: &Rules, position: &Position, marks: &Marks, square: Square) -> String {
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
        (Cell::HOLE, _) => return format!("   {mark}"),
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
    format!("{open}{sign}{close}{mark}")
}

fn notes(position: &Position, last: Option<&LastTurn<LimitedSquares>>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(last) = last {
        let text = format!(
            "Last turn: {} {} ({})",
            last.label,
            last.canonical,
            side_name(last.seat.0)
        );
        notes.extend(wrap(&text, 72, 2));
    }
    if position.barred.any() {
        let mut barred: Vec<String> = position.barred.map(|s| s.to_string()).collect();
        barred.sort_unstable();
        let side = side_name(position.side);
        notes.push(format!(
            "{side} may not move the square {} now.",
            barred.join(" or ")
        ));
    }
    if let Some(ep) = position.ep {
        notes.push(format!("A pawn has just passed over {ep} (en passant)."));
    }
    notes
}

fn legend(rules: &Rules, position: &Position, marks: &Marks) -> Vec<String> {
    let occupied = position.occupied();
    let mut signs: Vec<&str> = Vec::new();
    if rules.family.owned {
        if position.owned[0].any() {
            signs.push("[ ] White's square");
        }
        if position.owned[1].any() {
            signs.push("( ) Black's square");
        }
    } else {
        signs.push("< > a square (nobody's)");
    }
    if position.holes().any() {
        signs.push("blank: a hole, no square there");
    }
    let mut lines = wrap(&signs.join("; "), 72, 2);
    if marks.reached.any() {
        let left = if marks.left.any() {
            "; . what it left"
        } else {
            ""
        };
        lines.push(format!("* where the last turn put something{left}"));
    }
    if position.barred.any() {
        lines.push("! barred: the side to move may not move this square now".to_owned());
    }
    lines.push("Upper case: White's pieces; lower case: Black's.".to_owned());
    for (kind, about) in ABOUT.iter().enumerate() {
        let kind = Kind(kind as u8);
        let owner = |seat: u8| {
            let cell = Cell::piece(kind, seat);
            !occupied.into_iter().all(|s| position.at(s) != cell)
        };
        let letters = match (owner(0), owner(1)) {
            (true, true) => format!("{} {}", about.letter, about.letter.to_ascii_lowercase()),
            (true, false) => format!("{}  ", about.letter),
            (false, true) => format!("{}  ", about.letter.to_ascii_lowercase()),
            (false, false) => continue,
        };
        lines.extend(wrap(
            &format!("{letters} {}: {}", about.name, about.words),
            72,
            4,
        ));
    }
    lines
}
