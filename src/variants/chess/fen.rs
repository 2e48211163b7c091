//! The position text: FEN, for Chess960 with the castling field of X-FEN.

use std::fmt::Write as _;

use crate::rules::bitboard::Bitboard;
use crate::rules::notation::echo;
use crate::rules::outcome::SetupError;
use crate::rules::placement::{Placement, bad, counter, require_canonical, turn_number};
use crate::rules::square::Square;

use super::piece::{Role, Side};
use super::position::{Position, Wing, on};

const PLACEMENT: Placement = Placement {
    files: 8,
    ranks: 8,
    places: "squares",
};

/// Writes a position.
pub fn write(position: &Position) -> String {
    let mut text =
        PLACEMENT.write(|square| position.at(square).map(|(role, side)| sign(role, side)));
    let side = if position.side == Side::White {
        'w'
    } else {
        'b'
    };
    let passed = position.passed.map_or("-".to_owned(), |s| s.to_string());
    let _ = write!(
        text,
        " {side} {} {passed} {} {}",
        castling_text(position),
        position.clock,
        position.number
    );
    text
}

/// The letter of a piece: White's in upper case.
pub fn sign(role: Role, side: Side) -> char {
    match side {
        Side::White => role.letter(),
        Side::Black => role.letter().to_ascii_lowercase(),
    }
}

/// `K` and `Q` for the outermost rook on its side of the king, else the rook's file.
fn castling_text(position: &Position) -> String {
    let mut text = String::new();
    for side in Side::ALL {
        for wing in Wing::ALL {
            let Some(rook) = position.castling[side as usize][wing as usize] else {
                continue;
            };
            let letter = match (outermost(position, side, wing) == Some(rook), wing) {
                (true, Wing::King) => 'K',
                (true, Wing::Queen) => 'Q',
                (false, _) => char::from(b'A' + rook.file()),
            };
            text.push(match side {
                Side::White => letter,
                Side::Black => letter.to_ascii_lowercase(),
            });
        }
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}

/// The rook of `side` on its first rank that is farthest from the king on this wing.
fn outermost(position: &Position, side: Side, wing: Wing) -> Option<Square> {
    let king = position.king(side);
    let home = position.pieces(side, Role::Rook) & Bitboard::rank(side.rank(0));
    match wing {
        Wing::King => home.last().filter(|r| r.file() > king.file()),
        Wing::Queen => home.first().filter(|r| r.file() < king.file()),
    }
}

/// Reads a position and checks that it can stand. `shuffled` allows Chess960's castling from
/// other squares than e1, a1, h1 and Black's.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read(text: &str, shuffled: bool) -> Result<Position, SetupError> {
    // The longest text has 64 signs of board and some 40 more.
    if text.len() > 200 {
        return bad("The position text is too long for a FEN.");
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, side, castling, passed, clock, number] = fields[..] else {
        return bad(format!(
            "A FEN has 6 fields (BOARD SIDE CASTLING EN-PASSANT CLOCK TURN), this one {}.",
            fields.len()
        ));
    };
    let mut position = Position::empty();
    read_board(board, &mut position)?;
    position.side = match side {
        "w" => Side::White,
        "b" => Side::Black,
        _ => return bad(format!("The side to move is w or b, not {}.", echo(side))),
    };
    check_pieces(&position)?;
    read_castling(castling, shuffled, &mut position)?;
    position.passed = read_passed(passed, &position)?;
    position.clock = counter(clock, "clock")?;
    position.number = turn_number(number)?;
    require_canonical(&fields, &write(&position))?;
    Ok(position)
}

fn read_board(text: &str, position: &mut Position) -> Result<(), SetupError> {
    PLACEMENT.read(text, |square, c| {
        let Some(role) = Role::from_letter(c.to_ascii_uppercase()) else {
            return bad(format!("{} is no piece of chess.", echo(&c.to_string())));
        };
        let side = match c.is_ascii_uppercase() {
            true => Side::White,
            false => Side::Black,
        };
        position.put(square, role, side);
        Ok(())
    })
}

fn check_pieces(position: &Position) -> Result<(), SetupError> {
    for side in Side::ALL {
        let kings = position.pieces(side, Role::King).count();
        if kings != 1 {
            return bad(format!("{} has {kings} kings, not 1.", side.name()));
        }
    }
    let ends = Bitboard::rank(0) | Bitboard::rank(7);
    if let Some(at) = (position.all(Role::Pawn) & ends).first() {
        return bad(format!("A pawn cannot stand on {at}."));
    }
    let waiting = position.side.other();
    if let Some(from) = position.checkers(waiting).first() {
        return bad(format!(
            "{}'s king on {} is attacked from {from}, but {} is to move.",
            waiting.name(),
            position.king(waiting),
            position.side.name()
        ));
    }
    Ok(())
}

fn read_castling(text: &str, shuffled: bool, position: &mut Position) -> Result<(), SetupError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let side = match letter.is_ascii_uppercase() {
            true => Side::White,
            false => Side::Black,
        };
        let king = position.king(side);
        let (wing, rook) = match letter.to_ascii_uppercase() {
            'K' => (Wing::King, outermost(position, side, Wing::King)),
            'Q' => (Wing::Queen, outermost(position, side, Wing::Queen)),
            file @ 'A'..='H' if shuffled => {
                let rook = on(file as u8 - b'A', side.rank(0));
                match rook.file() > king.file() {
                    true => (Wing::King, Some(rook)),
                    false => (Wing::Queen, Some(rook)),
                }
            }
            _ => {
                return bad(format!(
                    "Castling rights are letters of KQkq or -, not {}.",
                    echo(text)
                ));
            }
        };
        let usual = match wing {
            Wing::King => 7,
            Wing::Queen => 0,
        };
        let king_home = king.rank() == side.rank(0) && (shuffled || king.file() == 4);
        if !king_home {
            return bad(format!(
                "Castling right {letter}: {}'s king on {king} has left its place.",
                side.name()
            ));
        }
        let rooks = position.pieces(side, Role::Rook);
        let rook = rook.filter(|r| rooks.has(*r) && (shuffled || r.file() == usual));
        if rook.is_none() {
            return bad(format!(
                "Castling right {letter}: {} has no rook there to castle with.",
                side.name()
            ));
        }
        position.castling[side as usize][wing as usize] = rook;
    }
    Ok(())
}

/// The square passed over lies behind an enemy pawn that has just come from beyond it.
fn read_passed(text: &str, position: &Position) -> Result<Option<Square>, SetupError> {
    if text == "-" {
        return Ok(None);
    }
    let them = position.side.other();
    let square = Square::parse(text).filter(|s| s.file() < 8 && s.rank() == them.rank(2));
    let Some(passed) = square else {
        return bad(format!(
            "The en passant field is - or a square on rank {}, not {}.",
            them.rank(2) + 1,
            echo(text)
        ));
    };
    let passer = position.passer(passed);
    let origin = on(passed.file(), them.rank(1));
    if position.at(passer) != Some((Role::Pawn, them)) {
        return bad(format!(
            "En passant on {passed}: no pawn stands on {passer}."
        ));
    }
    if let Some(at) = [passed, origin]
        .into_iter()
        .find(|s| position.at(*s).is_some())
    {
        return bad(format!(
            "En passant on {passed}: {} cannot just have moved over {at}, where a piece stands.",
            them.name()
        ));
    }
    Ok(Some(passed))
}
