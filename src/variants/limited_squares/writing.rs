//! How a turn is written.

use crate::rules::notation::wrap;
use crate::rules::seat::Seat;

use super::position::Position;
use super::rules::{Rules, TurnRule};
use super::squares::Squares;
use super::turns;

/// Columns of a letter, less what it puts before these lines.
const WIDTH: usize = 70;

/// How the side to move writes its turn, here and now.
pub fn writing(rules: &Rules, position: &Position) -> Vec<String> {
    let seat = position.base.to_move;
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
    let army = rules.army(seat);
    let [move_text, capture] = army.sample[seat.index()];
    lines.push(format!(
        "{move_text} moves a piece, {capture} captures, O-O or O-O-O castles."
    ));
    let (pawn, last) = if seat == Seat(0) {
        ("e2-e4", "e7-e8")
    } else {
        ("e7-e5", "e2-e1")
    };
    lines.push(format!(
        "{pawn} moves a pawn, {last}={} promotes one.",
        army.pieces[3].letter
    ));
    if rules.family.unlimited {
        lines.push("@@e3 places a square in the hole e3.".to_owned());
    } else if position.reserves[seat.index()] > 0 {
        lines.push("@@e3 places a square from your reserve in the hole e3.".to_owned());
    }
    let whose = if rules.family.owned { "your" } else { "the" };
    if Squares::new(rules, position, &[]).movable().any() || rules.turn != TurnRule::Single {
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
