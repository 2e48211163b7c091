//! Signs beside a piece: where it looks, whether it is held, and what the last turn touched.

use minijinja::{Value, context};

use crate::rules::{BoardView, CellView, Direction, Fact, Place, Seat};
use crate::text::{SENTENCE, paragraphs};
use crate::words::Voice;

use super::pieces;
use super::promoted::Promoted;

/// What is on the left and on the right of a piece that looks in a direction, as the first seat
/// sees the board; a blank for nothing.
const fn ticks(facing: Direction) -> [char; 2] {
    match facing {
        Direction::N => [' ', '^'],
        Direction::NE => [' ', '\''],
        Direction::E => [' ', '>'],
        Direction::SE => [' ', '.'],
        Direction::S => [' ', 'v'],
        Direction::SW => ['.', ' '],
        Direction::W => ['<', ' '],
        Direction::NW => ['\'', ' '],
    }
}

/// Where a piece seems to look on the board as the viewer sees it.
pub(super) fn seen(view: &BoardView, facing: Direction) -> Direction {
    match view.viewer {
        Seat(0) => facing,
        _ => facing.opposite(),
    }
}

/// What is on both sides of the sign of a cell: what tells a promoted piece, a tick before a `*`, and both before brackets.
pub fn body(view: &BoardView, cell: &CellView) -> [char; 2] {
    let facing = cell.piece.as_ref().and_then(|piece| piece.facing);
    let mut sides = facing.map_or([' ', ' '], |facing| ticks(seen(view, facing)));
    let promoted = cell.piece.as_ref();
    if let Some(promoted) = promoted.and_then(|piece| Promoted::of(view, piece)) {
        sides = promoted.sides();
    }
    if cell.held {
        // The side that is free; a piece that looks nowhere has it on its right.
        let free = if sides[1] == ' ' { 1 } else { 0 };
        sides[free] = '*';
    }
    if cell.mark.is_some() {
        let bracket = |(side, bracket): (char, char)| if side == ' ' { bracket } else { side };
        sides = [bracket((sides[0], '[')), bracket((sides[1], ']'))];
    }
    sides
}

/// What these signs mean, as far as they are on the board.
pub fn legend(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let looks = |facing: &Direction| pieces(view).any(|piece| piece.facing == Some(*facing));
    let lancer = pieces(view).find(|piece| piece.facing.is_some());
    let letter = lancer.map_or('L', |piece| piece.letter);
    let way = |facing: Direction| {
        let sign = String::from_iter(match ticks(seen(view, facing)) {
            [' ', right] => [letter, right],
            [left, _] => [left, letter],
        });
        context! { sign, word => facing.compass() }
    };
    let ways: Vec<_> = Direction::ALL.into_iter().filter(looks).map(way).collect();
    if !ways.is_empty() {
        let cells = || view.cells.iter();
        let signed =
            |cell: &CellView| cell.held || cell.piece.as_ref().is_some_and(|p| p.facing.is_some());
        let brackets = cells().any(|cell| cell.mark.is_some() && signed(cell));
        all.push(voice.notice("board-facings", context! { ways, brackets }));
    }
    if view.cells.iter().any(|cell| cell.held) {
        all.push(voice.plain("notices/board-held-sign"));
    }
    let lines = all.iter().flat_map(|text| paragraphs(text, SENTENCE, 2));
    lines.collect()
}

/// What the notes that units are held, and that one was pushed, are filled in with.
pub fn args(view: &BoardView, fact: &Fact, voice: Voice<'_>) -> Value {
    let unit = |at: Place| {
        let piece = view.cell(at).and_then(|cell| cell.piece.as_ref());
        let owner = piece.and_then(|piece| piece.owner);
        let owner = owner.map_or("nobody", |owner| view.seat(owner));
        let name = piece.map_or("piece", |piece| &piece.name);
        (voice.name(owner), voice.name(name))
    };
    match fact {
        Fact::Held(squares) => {
            let units = squares.iter().map(|at| {
                let (owner, piece) = unit(*at);
                context! { owner, piece, square => at.to_string() }
            });
            let units: Vec<_> = units.collect();
            context! { units }
        }
        Fact::Pushed {
            from,
            at,
            banned,
            turns: _,
        } => {
            let (owner, piece) = unit(*at);
            let banned: Vec<String> = banned.iter().map(Place::to_string).collect();
            let cell = view.cell(*at);
            let lancer = cell.and_then(|cell| cell.piece.as_ref()?.facing).is_some();
            let held_turns = lancer && cell.is_some_and(|cell| cell.held);
            context! {
                owner,
                piece,
                held_turns,
                from => from.to_string(),
                square => at.to_string(),
                banned,
            }
        }
        _ => context! {},
    }
}
