//! The position text: the common xiangqi FEN, with N for the horse and B for the elephant.

use std::fmt::Write as _;

use crate::rules::notation::echo;
use crate::rules::outcome::SetupError;
use crate::rules::placement::{Placement, bad, counter, require_canonical, turn_number};
use crate::rules::square::Square;

use super::legal::kings_apart;
use super::piece::{Role, Side};
use super::position::Position;
use super::steps;

/// The usual array (X2).
pub const STANDARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
/// The array that the source draws, cannons on the c- and g-file (X2).
pub const CHINCHES: &str = "rnbakabnr/9/2c3c2/p1p1p1p1p/9/9/P1P1P1P1P/2C3C2/9/RNBAKABNR w - - 0 1";

const PLACEMENT: Placement = Placement {
    files: 9,
    ranks: 10,
    places: "points",
};

/// Writes a position.
pub fn write(position: &Position) -> String {
    let mut text = PLACEMENT.write(|point| {
        let (role, side) = position.at(point)?;
        Some(match side {
            Side::Red => role.sign(),
            Side::Black => role.sign().to_ascii_lowercase(),
        })
    });
    let side = match position.side {
        Side::Red => 'w',
        Side::Black => 'b',
    };
    let _ = write!(text, " {side} - - {} {}", position.clock, position.number);
    text
}

/// Reads a position and checks that it can stand.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read(text: &str) -> Result<Position, SetupError> {
    // The longest text has 99 signs of board and some 20 more.
    if text.len() > 200 {
        return bad("The position text is too long for a FEN.");
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, side, one, two, clock, number] = fields[..] else {
        return bad(format!(
            "A FEN of xiangqi has 6 fields (BOARD SIDE - - CLOCK TURN), this one {}.",
            fields.len()
        ));
    };
    let mut position = Position::empty();
    read_board(board, &mut position)?;
    position.side = match side {
        "w" => Side::Red,
        "b" => Side::Black,
        _ => {
            return bad(format!(
                "The side to move is w (Red) or b (Black), not {}.",
                echo(side)
            ));
        }
    };
    if (one, two) != ("-", "-") {
        return bad("The third and fourth field of a xiangqi FEN are - and -.");
    }
    check_pieces(&position)?;
    check_kings(&position)?;
    position.clock = counter(clock, "clock")?;
    position.number = turn_number(number)?;
    require_canonical(&fields, &write(&position))?;
    Ok(position)
}

fn read_board(text: &str, position: &mut Position) -> Result<(), SetupError> {
    PLACEMENT.read(text, |point, c| {
        let sign = |r: &Role| r.sign() == c.to_ascii_uppercase();
        let Some(role) = Role::ALL.into_iter().find(sign) else {
            return bad(format!(
                "{} is no piece in a xiangqi FEN; they are K A B (elephant) N (horse) R C P.",
                echo(&c.to_string())
            ));
        };
        let side = match c.is_ascii_uppercase() {
            true => Side::Red,
            false => Side::Black,
        };
        position.put(point, role, side);
        Ok(())
    })
}

/// Whether a piece can ever come to `at`.
fn stands(role: Role, side: Side, at: Square) -> bool {
    let (file, ahead) = (at.file(), side.ahead(at));
    match role {
        Role::King => steps::king(at).any() && ahead < 5,
        Role::Mandarin => steps::mandarin(at).any() && ahead < 5,
        Role::Elephant => match ahead {
            0 | 4 => file == 2 || file == 6,
            2 => file.is_multiple_of(4),
            _ => false,
        },
        Role::Soldier => match ahead {
            0..=2 => false,
            3 | 4 => file.is_multiple_of(2),
            _ => true,
        },
        Role::Horse | Role::Chariot | Role::Cannon => true,
    }
}

fn check_pieces(position: &Position) -> Result<(), SetupError> {
    for side in Side::ALL {
        for role in Role::ALL {
            let pieces = position.pieces(side, role);
            let (count, most) = (pieces.count(), role.army());
            if role == Role::King && count != 1 {
                return bad(format!("{} has {count} kings, not 1.", side.name()));
            }
            if count > most {
                return bad(format!(
                    "{} has {count} {}s, but an army has {most}.",
                    side.name(),
                    role.name()
                ));
            }
            if let Some(at) = pieces.into_iter().find(|at| !stands(role, side, *at)) {
                return bad(format!(
                    "{}'s {} cannot stand on {at}: {}.",
                    side.name(),
                    role.name(),
                    where_it_stands(role)
                ));
            }
        }
    }
    Ok(())
}

fn where_it_stands(role: Role) -> &'static str {
    match role {
        Role::King => "it never leaves its palace",
        Role::Mandarin => "it never leaves the diagonals of its palace",
        Role::Elephant => "it only comes to seven points on its side of the river",
        Role::Soldier => "it never goes back, nor sideways before it has crossed the river",
        Role::Horse | Role::Chariot | Role::Cannon => "it may stand anywhere",
    }
}

fn check_kings(position: &Position) -> Result<(), SetupError> {
    if !kings_apart(position) {
        let file = char::from(b'a' + position.king(Side::Red).file());
        return bad(format!(
            "The kings face each other on the {file}-file (X1)."
        ));
    }
    let waiting = position.side.other();
    match position.checkers(waiting).first() {
        None => Ok(()),
        Some(from) => bad(format!(
            "{}'s king on {} is attacked from {from}, but {} is to move.",
            waiting.name(),
            position.king(waiting),
            position.side.name()
        )),
    }
}
