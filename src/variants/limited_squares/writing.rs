//! How a turn is written.

use crate::rules::{Reason, Seat};

use super::position::Position;
use super::rules::{Rules, TurnRule};
use super::squares::Squares;
use super::turns;

/// How the side to move writes its turn, here and now.
pub fn writing(rules: &Rules, position: &Position) -> Vec<Reason> {
    let seat = position.base.to_move;
    let mut lines = vec![match rules.turn {
        TurnRule::Single => Reason::new("turn-of-one-action"),
        TurnRule::Postal => Reason::new("turn-of-two-actions"),
        TurnRule::PostalPlus => Reason::new("turn-of-three-actions"),
        TurnRule::Compulsory => Reason::new("turn-with-placing"),
    }];
    if rules.turn != TurnRule::Single && turns::squares_alone(rules, position) {
        lines.push(Reason::new("write-square-actions-alone"));
    }
    lines.extend(pieces(rules, seat));
    if rules.family.unlimited {
        lines.push(Reason::new("write-placing"));
    } else if position.reserves[seat.index()] > 0 {
        lines.push(Reason::new("write-placing-from-reserve"));
    }
    if Squares::new(rules, position, &[]).movable().any() || rules.turn != TurnRule::Single {
        let shift = match rules.family.owned {
            true => Reason::new("write-own-square-moved"),
            false => Reason::new("write-square-moved"),
        };
        let later = u8::from(rules.turn != TurnRule::Single);
        lines.push(shift.number("later", later));
    }
    if rules.family.carries {
        lines.push(Reason::new("write-carried"));
    }
    lines.push(Reason::new("how-to-win"));
    lines
}

/// How moves of pieces and pawns are written.
fn pieces(rules: &Rules, seat: Seat) -> [Reason; 2] {
    let army = rules.army(seat);
    let [quiet, capture] = army.sample[seat.index()];
    let (pawn, last) = match seat {
        Seat(0) => ("e2-e4", "e7-e8"),
        _ => ("e7-e5", "e2-e1"),
    };
    [
        Reason::new("write-piece-moves")
            .text("quiet", quiet)
            .text("capture", capture),
        Reason::new("write-pawn-moves")
            .text("quiet", pawn)
            .text("promotion", format!("{last}={}", army.pieces[3].letter)),
    ]
}
