//! What stands beside the board in a letter: notes, legend, and how a turn is written.

use crate::rules::bitboard::Bitboard;
use crate::rules::diagram::wrap;
use crate::rules::ruleset::LastTurn;

use super::LimitedSquares;
use super::army::{ABOUT, ARMIES, Kind};
use super::check;
use super::draw::Marks;
use super::explain;
use super::position::{Cell, Position};
use super::rules::{Rules, TurnRule};
use super::squares::movable;
use super::turns;

/// Columns of a letter, less what it puts before these lines.
const WIDTH: usize = 70;

/// `White` or `Black`.
pub fn side_name(seat: u8) -> &'static str {
    if seat == 0 { "White" } else { "Black" }
}

/// Squares by name, in alphabetical order, a blank between.
fn listed(squares: Bitboard) -> String {
    let mut all: Vec<String> = squares.map(|s| s.to_string()).collect();
    all.sort_unstable();
    all.join(" ")
}

/// What there is to say of this position.
pub fn notes(
    rules: &Rules,
    position: &Position,
    last: Option<&LastTurn<LimitedSquares>>,
) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(last) = last {
        notes.push(last.note(side_name(last.seat.0)));
    }
    let side = side_name(position.side);
    if let Some(from) = check::attacker(position, position.side)
        && let Some((kind, seat)) = position.at(from).occupant()
    {
        notes.push(format!(
            "{side} is in check from {} on {from}.",
            explain::piece(kind, seat)
        ));
    }
    if position.barred.any() {
        let one = if position.barred.count() == 1 {
            "square"
        } else {
            "squares"
        };
        let barred = listed(position.barred).replace(' ', " and ");
        notes.push(format!(
            "{side} may not move the {one} {barred} this turn (!)."
        ));
    }
    if let Some(ep) = position.ep {
        notes.push(format!(
            "A pawn has just passed over {ep}, where a pawn may capture it."
        ));
    }
    notes.extend(empty_squares(rules, position));
    let wrapped = notes.iter().flat_map(|note| wrap(note, WIDTH, 2));
    wrapped.collect()
}

/// The empty squares by name, since a square alone in its row is hard to place by eye.
fn empty_squares(rules: &Rules, position: &Position) -> Option<String> {
    let empty = position.exists & !position.occupied();
    if empty.is_empty() {
        return None;
    }
    if !rules.family.owned {
        return Some(format!("Empty squares: {}.", listed(empty)));
    }
    let of = |seat: u8| {
        let own = empty & position.owned[usize::from(seat)];
        let name = side_name(seat);
        own.any().then(|| format!("{name}'s {}", listed(own)))
    };
    let all: Vec<String> = [of(0), of(1)].into_iter().flatten().collect();
    Some(format!("Empty squares: {}.", all.join("; ")))
}

/// Every sign on this board.
pub fn legend(rules: &Rules, position: &Position, marks: &Marks) -> Vec<String> {
    let mut lines = Vec::new();
    if rules.family.owned {
        lines.push(
            "[ ] a square of White's, ( ) one of Black's (owners: nothing to do with light \
             and dark); stepping on a square makes it yours"
                .to_owned(),
        );
    } else {
        lines.push("< > a square; squares belong to nobody".to_owned());
    }
    if position.holes().any() {
        lines.push(
            "blank: a hole; nothing can stand there, riders stop before it, leapers jump over it"
                .to_owned(),
        );
    }
    if marks.reached.any() {
        let left = if marks.left.any() {
            ", . where it moved from"
        } else {
            ""
        };
        lines.push(format!(
            "* where the last turn put something{left} (it belongs to the location on its left)"
        ));
    }
    if position.barred.any() {
        lines.push("! barred: the side to move may not move this square this turn".to_owned());
    }
    lines.push(format!(
        "Upper case: White's pieces ({}); lower case: Black's ({}).",
        ARMIES[usize::from(rules.armies[0])].title,
        ARMIES[usize::from(rules.armies[1])].title
    ));
    lines.push(
        "ride: any distance, up to what is in the way; leap: over anything; straight: along \
         rank or file; forward: towards the other side"
            .to_owned(),
    );
    lines.extend(pieces(position));
    lines.iter().flat_map(|line| wrap(line, WIDTH, 4)).collect()
}

/// The pieces on this board, one a line.
fn pieces(position: &Position) -> impl Iterator<Item = String> {
    let occupied = position.occupied();
    ABOUT.iter().enumerate().filter_map(move |(kind, about)| {
        let kind = Kind(kind as u8);
        let there = |seat| {
            let all: Vec<_> = occupied.collect();
            all.iter()
                .any(|s| position.at(*s) == Cell::piece(kind, seat))
        };
        let letters = match (there(0), there(1)) {
            (true, true) => format!("{} {}", about.letter, about.letter.to_ascii_lowercase()),
            (true, false) => format!("{}  ", about.letter),
            (false, true) => format!("{}  ", about.letter.to_ascii_lowercase()),
            (false, false) => return None,
        };
        Some(format!("{letters} {}: {}", about.name, about.words))
    })
}

/// How the side to move writes its turn, here and now.
pub fn writing(rules: &Rules, position: &Position) -> Vec<String> {
    let seat = usize::from(position.side);
    let mut lines = vec![
        match rules.turn {
            TurnRule::Single => "A turn: a piece move, or a square placed, or a square moved.",
            TurnRule::Postal => "A turn: a piece move, then at most one square placed or moved.",
            TurnRule::PostalPlus => {
                "A turn: a piece move, then at most one square placed and one moved."
            }
            TurnRule::Compulsory => {
                "A turn: a piece move, then one square placed, and at most one moved."
            }
        }
        .to_owned(),
    ];
    if rules.turn != TurnRule::Single && turns::squares_alone(rules, position) {
        lines.push("On this first turn no piece can move: write square actions alone.".to_owned());
    }
    let army = &ARMIES[usize::from(rules.armies[seat])];
    let [move_text, capture] = army.sample[seat];
    lines.push(format!(
        "{move_text} moves a piece, {capture} captures, {} castles.",
        "O-O or O-O-O"
    ));
    let (pawn, last) = if seat == 0 {
        ("e2-e4", "e7-e8")
    } else {
        ("e7-e5", "e2-e1")
    };
    lines.push(format!(
        "{pawn} moves a pawn, {last}={} promotes one.",
        Kind::of_army(rules.armies[seat], 3).letter()
    ));
    if rules.family.unlimited {
        lines.push("@@e3 places a square in the hole e3.".to_owned());
    } else if position.reserves[seat] > 0 {
        lines.push("@@e3 places a square from your reserve in the hole e3.".to_owned());
    }
    let whose = if rules.family.owned { "your" } else { "the" };
    if movable(rules, position).any() || rules.turn != TurnRule::Single {
        lines.push(format!(
            "@g2-h4 moves {whose} empty square g2 into the hole h4: at most two files and two ranks \
             away.{}",
            match rules.turn {
                TurnRule::Single => "",
                _ => " It may be one that your piece has just left.",
            }
        ));
    }
    if rules.family.carries {
        lines.push(
            "@f3-f4 moves the square f3 one step, with your piece on it (not the king).".to_owned(),
        );
    }
    lines.push("You win by checkmate, or by leaving your opponent no legal turn.".to_owned());
    lines.iter().flat_map(|line| wrap(line, WIDTH, 2)).collect()
}
