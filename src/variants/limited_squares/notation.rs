//! Canonical texts: writing them, and reading them back without judging.

use std::fmt::Write as _;

use crate::rules::bitboard::Bitboard;
use crate::rules::square::Square;

use super::army::Kind;
use super::position::{PieceMove, Position, Shift, Turn};

/// The canonical text of a piece move.
pub fn piece_text(piece: &PieceMove) -> String {
    let mut text = String::with_capacity(24);
    write_piece(&mut text, piece);
    text
}

fn write_piece(text: &mut String, piece: &PieceMove) {
    match piece {
        PieceMove::Castle(false) => text.push_str("O-O"),
        PieceMove::Castle(true) => text.push_str("O-O-O"),
        PieceMove::Step {
            kind,
            from,
            to,
            captured,
            promotion,
        } => {
            if *kind != Kind::PAWN {
                text.push(kind.letter());
            }
            let sign = if captured.is_some() { ':' } else { '-' };
            let _ = write!(text, "{from}{sign}{to}");
            write_promotion(text, *promotion);
        }
    }
}

fn write_promotion(text: &mut String, promotion: Option<Kind>) {
    if let Some(kind) = promotion {
        text.push('=');
        text.push(kind.letter());
    }
}

/// The canonical text of a placing.
pub fn place_text(at: Square) -> String {
    format!("@@{at}")
}

/// The canonical text of a square's move.
pub fn shift_text(shift: &Shift) -> String {
    let mut text = format!("@{}-{}", shift.from, shift.to);
    write_promotion(&mut text, shift.promotion);
    text
}

/// The canonical text of a turn: a placing comes before a square's move, unless it refills what
/// that left (S11).
pub fn turn_text(turn: &Turn) -> String {
    let mut text = String::with_capacity(24);
    if let Some(piece) = &turn.piece {
        write_piece(&mut text, piece);
    }
    let mut add = |part: String| {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&part);
    };
    let place = turn.place.map(place_text);
    let shift = turn.shift.as_ref().map(shift_text);
    let (first, second) = if turn.refills {
        (shift, place)
    } else {
        (place, shift)
    };
    first.into_iter().chain(second).for_each(&mut add);
    text
}

/// Reads a canonical text against the pieces on the board, legal or not; `None` if it is not the
/// canonical form of anything.
pub fn read(position: &Position, text: &str) -> Option<Turn> {
    let mut turn = Turn {
        piece: None,
        place: None,
        shift: None,
        refills: false,
    };
    let mut words = text.split(' ').peekable();
    if let Some(word) = words.next_if(|w| !w.starts_with('@')) {
        turn.piece = Some(read_piece(position, word)?);
    }
    for word in words {
        if let Some(at) = word.strip_prefix("@@") {
            if turn.place.is_some() {
                return None;
            }
            turn.place = Some(square(at).filter(|(_, rest)| rest.is_empty())?.0);
            match turn.shift {
                Some(shift) if turn.place != Some(shift.from) => return None,
                shift => turn.refills = shift.is_some(),
            }
        } else {
            if turn.shift.is_some() {
                return None;
            }
            turn.shift = Some(read_shift(word.strip_prefix('@')?)?);
        }
    }
    (turn.piece.is_some() || turn.place.is_some() || turn.shift.is_some()).then_some(turn)
}

/// A square as canonical texts write it: lower case, on the 8x8 board.
fn square(text: &str) -> Option<(Square, &str)> {
    let (square, rest) = Square::lex(text)?;
    let lower = text.starts_with(|c: char| c.is_ascii_lowercase());
    (lower && Bitboard::BOARD_8X8.has(square)).then_some((square, rest))
}

fn read_promotion(text: &str) -> Option<Option<Kind>> {
    let Some(letter) = text.strip_prefix('=') else {
        return text.is_empty().then_some(None);
    };
    let mut letters = letter.chars();
    let kind = Kind::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(Some(kind))
}

fn read_shift(text: &str) -> Option<Shift> {
    let (from, rest) = square(text)?;
    let (to, rest) = square(rest.strip_prefix('-')?)?;
    Some(Shift {
        from,
        to,
        promotion: read_promotion(rest)?,
    })
}

fn read_piece(position: &Position, word: &str) -> Option<PieceMove> {
    match word {
        "O-O" => return Some(PieceMove::Castle(false)),
        "O-O-O" => return Some(PieceMove::Castle(true)),
        _ => {}
    }
    let letter = word.chars().next().filter(char::is_ascii_uppercase);
    let written = letter.map_or(Some(Kind::PAWN), Kind::from_letter)?;
    let (from, rest) = square(&word[usize::from(letter.is_some())..])?;
    let captures = rest.starts_with(':');
    let (to, rest) = square(rest.strip_prefix([':', '-'])?)?;
    let (kind, seat) = position.at(from).occupant()?;
    if kind != written || seat != position.side || letter == Some('P') {
        return None;
    }
    let captured = match captures {
        false => None,
        true if position.at(to).occupant().is_some() => Some(to),
        true => Square::new(to.file(), from.rank()),
    };
    Some(PieceMove::Step {
        kind,
        from,
        to,
        captured,
        promotion: read_promotion(rest)?,
    })
}
