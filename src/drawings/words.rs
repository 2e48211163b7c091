//! What is said below a board, and the legend.

use crate::rules::board::bitboard::Bitboard;
use crate::rules::notation::{title, wrap};
use crate::rules::seat::Seat;
use crate::rules::view::{BoardView, Ending, Fact, KindView, Mark, Surface};
use crate::words::Words;

use super::Style;

/// Columns of a letter.
const WIDTH: usize = 72;

/// Columns of a letter, less what it puts before these lines.
const INDENTED: usize = 70;

/// The facts, a sentence each.
pub fn notes(view: &BoardView) -> Vec<String> {
    let lines = |fact| {
        let said = sentence(view, fact);
        match fact {
            Fact::Ended { .. } => wrap(&said, WIDTH, 0),
            _ => wrap(&said, INDENTED, 2),
        }
    };
    view.facts.iter().flat_map(lines).collect()
}

fn sentence(view: &BoardView, fact: &Fact) -> String {
    match fact {
        Fact::LastTurn {
            seat,
            label,
            canonical,
            also: _,
        } => format!("Last turn: {label} {canonical} ({})", view.seat(*seat)),
        Fact::Check { seat, from } => {
            let side = view.seat(*seat);
            let attacker = from.and_then(|from| Some((from, view.cell(from)?.piece?)));
            match attacker {
                None => format!("{side} is in check."),
                Some((from, piece)) => {
                    let owner = piece.owner.map_or("nobody", |owner| view.seat(owner));
                    format!(
                        "{side} is in check from {owner}'s {} on {from}.",
                        piece.name
                    )
                }
            }
        }
        Fact::Barred { seat, squares } => {
            let one = if squares.many() { "squares" } else { "square" };
            let barred = listed(*squares).replace(' ', " and ");
            let side = view.seat(*seat);
            format!("{side} may not move the {one} {barred} this turn (!).")
        }
        Fact::EnPassant(square) => {
            format!("A pawn has just passed over {square}, where a pawn may capture it.")
        }
        Fact::EmptySquares(all) => {
            let of = |(owner, squares): &(Option<Seat>, Bitboard)| match owner {
                Some(seat) => format!("{}'s {}", view.seat(*seat), listed(*squares)),
                None => listed(*squares),
            };
            let all: Vec<String> = all.iter().map(of).collect();
            format!("Empty squares: {}.", all.join("; "))
        }
        Fact::Ended { by, ruling } => format!("{} ({ruling}).", ending(view, *by)),
    }
}

/// How a game has ended; the number of the ruling completes the sentence.
fn ending(view: &BoardView, by: Ending) -> String {
    match by {
        Ending::NoLegalTurn { loser } => {
            format!("{} has no legal turn and has lost", view.seat(loser))
        }
        Ending::PerpetualCheck { loser, turns } => format!(
            "This position stands for the third time, and {} has given check with each of the \
             {turns} turns since the first: perpetual check loses",
            view.seat(loser)
        ),
        Ending::PerpetualChase { loser, turns } => format!(
            "This position stands for the third time, and {} has attacked the same unprotected \
             piece anew with each of the {turns} turns since the first: perpetual chase loses",
            view.seat(loser)
        ),
        Ending::ThirdRepetition => {
            "This position stands for the third time: drawn by repetition".to_owned()
        }
        Ending::NothingCrosses => "Nothing is left that can cross the river: drawn".to_owned(),
        Ending::NoCapture { turns } => {
            format!("{turns} turns by each side without a capture: drawn")
        }
    }
}

/// Squares by name, in alphabetical order, a blank between.
fn listed(squares: Bitboard) -> String {
    let mut all: Vec<String> = squares.map(|s| s.to_string()).collect();
    all.sort_unstable();
    all.join(" ")
}

/// Every sign on this board.
pub fn legend(view: &BoardView, style: Style) -> Vec<String> {
    let marked = match view.cells.iter().any(|cell| cell.mark.is_some()) {
        true => "; [ ] touched by the last turn",
        false => "",
    };
    match view.surface {
        Surface::LooseSquares => loose_squares(view),
        Surface::Squares => {
            let mut lines = pieces(view);
            lines.push(format!(". empty square{marked}"));
            lines
        }
        Surface::Points { .. } => {
            let mut lines = match style {
                Style::Ascii => pieces(view),
                Style::Unicode => characters(view),
            };
            let text = format!("+ empty point; - | lines; \\ / diagonals of the palaces{marked}");
            lines.extend(wrap(&text, WIDTH, 2));
            lines
        }
    }
}

/// What upper and lower case mean, and the pieces on this board.
fn pieces(view: &BoardView) -> Vec<String> {
    let text = format!(
        "Upper case: {}'s pieces; lower case: {}'s. {}",
        view.seat(Seat(0)),
        view.seat(Seat(1)),
        names(view)
    );
    wrap(&text, WIDTH, 2)
}

/// The pieces on this board by letter and name.
fn names(view: &BoardView) -> String {
    let kinds = view.kinds.iter();
    let named: Vec<String> = kinds.map(|k| format!("{} {}", k.letter, k.name)).collect();
    named.join(", ")
}

/// The Chinese characters of both sides, and what the pieces are called.
fn characters(view: &BoardView) -> Vec<String> {
    let of = |seat: Seat| {
        let named = |kind: &KindView| {
            let mut pieces = view.cells.iter().filter_map(|cell| cell.piece);
            let piece = pieces.find(|p| p.owner == Some(seat) && p.letter == kind.letter)?;
            Some(format!("{} {}", piece.character?, kind.letter))
        };
        let named: Vec<String> = view.kinds.iter().filter_map(named).collect();
        format!("{}: {}", view.seat(seat), named.join(", "))
    };
    let mut lines: Vec<String> = Seat::BOTH.into_iter().map(of).collect();
    lines.extend(wrap(&names(view), WIDTH, 2));
    lines
}

/// The legend of a board whose squares come and go.
fn loose_squares(view: &BoardView) -> Vec<String> {
    let cells = || view.cells.iter();
    let marked = |mark| cells().any(|cell| cell.mark == Some(mark));
    let mut lines = vec![match cells().any(|cell| cell.owner.is_some()) {
        true => format!(
            "[ ] a square of {}'s, ( ) one of {}'s (owners: nothing to do with light and dark); \
             stepping on a square makes it yours",
            view.seat(Seat(0)),
            view.seat(Seat(1))
        ),
        false => "< > a square; squares belong to nobody".to_owned(),
    }];
    if cells().any(|cell| !cell.exists) {
        lines.push(
            "blank: a hole; nothing can stand there, riders stop before it, leapers jump over it"
                .to_owned(),
        );
    }
    if marked(Mark::Reached) {
        let left = match marked(Mark::Left) {
            true => ", . where it moved from",
            false => "",
        };
        lines.push(format!(
            "* where the last turn put something{left} (it belongs to the location on its left)"
        ));
    }
    if cells().any(|cell| cell.barred) {
        lines.push("! barred: the side to move may not move this square this turn".to_owned());
    }
    lines.extend(armies(view));
    lines
        .iter()
        .flat_map(|line| wrap(line, INDENTED, 4))
        .collect()
}

/// The armies and how their pieces on this board move.
fn armies(view: &BoardView) -> Vec<String> {
    let army = |seat: Seat| view.seats.get(seat.index()).and_then(|s| s.army);
    let mut lines = vec![
        format!(
            "Upper case: {}'s pieces ({}); lower case: {}'s ({}).",
            view.seat(Seat(0)),
            army(Seat(0)).unwrap_or_default(),
            view.seat(Seat(1)),
            army(Seat(1)).unwrap_or_default()
        ),
        "ride: any distance, up to what is in the way; leap: over anything; straight: along \
         rank or file; forward: towards the other side"
            .to_owned(),
    ];
    let voice = Words::built_in().english();
    let kind = |kind: &KindView| {
        let small = kind.letter.to_ascii_lowercase();
        let letters = match Seat::BOTH.map(|seat| kind.seats.has(seat)) {
            [true, true] => format!("{} {small}", kind.letter),
            [true, false] => format!("{}  ", kind.letter),
            _ => format!("{small}  "),
        };
        let moves = kind.moves.as_ref();
        let moves = moves.map_or_else(String::new, |moves| voice.reason(moves));
        format!("{letters} {}: {moves}", title(kind.name))
    };
    lines.extend(view.kinds.iter().map(kind));
    lines
}
