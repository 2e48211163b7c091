//! The position text: the common xiangqi FEN, with N for the horse and B for the elephant.

use std::fmt::Write as _;

use crate::rules::notation::echo;
use crate::rules::outcome::SetupError;
use crate::rules::square::Square;

use super::legal::kings_apart;
use super::piece::{self, Role, Side, on};
use super::position::Position;

/// The usual array (X2).
pub const STANDARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
/// The array that the source draws, cannons on the c- and g-file (X2).
pub const CHINCHES: &str = "rnbakabnr/9/2c3c2/p1p1p1p1p/9/9/P1P1P1P1P/2C3C2/9/RNBAKABNR w - - 0 1";

/// Writes a position.
pub fn write(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..10).rev() {
        let mut gap = 0;
        for file in 0..9 {
            let Some((role, side)) = position.at(on(file, rank)) else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                let _ = write!(text, "{gap}");
                gap = 0;
            }
            text.push(match side {
                Side::Red => role.sign(),
                Side::Black => role.sign().to_ascii_lowercase(),
            });
        }
        if gap > 0 {
            let _ = write!(text, "{gap}");
        }
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    let side = match position.side {
        Side::Red => 'w',
        Side::Black => 'b',
    };
    let _ = write!(text, "{side} - - {} {}", position.clock, position.number);
    text
}

fn bad<T>(message: impl Into<String>) -> Result<T, SetupError> {
    Err(SetupError::BadPosition(message.into()))
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
    position.clock = count(clock, "clock")?;
    position.number = count(number, "turn number")?;
    if position.number == 0 {
        return bad("The turn number counts from 1.");
    }
    let canonical = write(&position);
    if canonical != fields.join(" ") {
        return bad(format!("This position is written: {canonical}"));
    }
    Ok(position)
}

fn read_board(text: &str, position: &mut Position) -> Result<(), SetupError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 10 {
        return bad(format!("The board has 10 ranks, not {}.", ranks.len()));
    }
    for (rank, signs) in (0..10).rev().zip(ranks) {
        let mut file: u8 = 0;
        for c in signs.chars() {
            if let Some(gap @ 1..=9) = c.to_digit(10) {
                file = file.saturating_add(gap as u8);
                continue;
            }
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
            if file < 9 {
                position.put(on(file, rank), role, side);
            }
            file = file.saturating_add(1);
        }
        if file != 9 {
            return bad(format!("Rank {} has {file} points, not 9.", rank + 1));
        }
    }
    Ok(())
}

/// Whether a piece can ever come to `at`.
fn stands(role: Role, side: Side, at: Square) -> bool {
    let (file, ahead) = (at.file(), side.ahead(at));
    match role {
        Role::King => piece::king(at).any() && ahead < 5,
        Role::Mandarin => piece::mandarin(at).any() && ahead < 5,
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

fn count(text: &str, what: &str) -> Result<u32, SetupError> {
    let digits = text.len() <= 5 && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse().ok().filter(|_| digits) {
        Some(n) => Ok(n),
        None => bad(format!(
            "The {what} is a number of at most 5 digits, not {}.",
            echo(text)
        )),
    }
}
