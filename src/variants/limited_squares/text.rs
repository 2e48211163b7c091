//! The position text (limited-squares.md, Position text).

use std::fmt::Write as _;

use crate::rules::bitboard::Bitboard;
use crate::rules::notation::echo;
use crate::rules::outcome::SetupError;
use crate::rules::placement::{Placement, bad, counter, require_canonical, turn_number};
use crate::rules::square::Square;

use super::army::Kind;
use super::check;
use super::position::{Cell, Position, RIGHTS, castling_squares};
use super::rules::{Barring, Rules, TurnRule};

const PLACEMENT: Placement = Placement {
    files: 8,
    ranks: 8,
    places: "files",
};

/// The array: both armies on their ranks, a void between.
pub fn start(rules: &Rules) -> Position {
    let mut position = Position::void();
    position.reserves = if rules.family.unlimited {
        [0; 2]
    } else {
        rules.reserves
    };
    position.castling = 0b1111;
    for seat in [0, 1] {
        let (back, front) = if seat == 0 { (0, 1) } else { (7, 6) };
        for (file, role) in [0, 1, 2, 3, 9, 2, 1, 0].into_iter().enumerate() {
            let kind = match role {
                9 => Kind::KING,
                _ => Kind::of_army(rules.armies[usize::from(seat)], role),
            };
            let at = |rank| Square::new(file as u8, rank).expect("on the board");
            position.put(at(back), Cell::piece(kind, seat));
            position.put(at(front), Cell::piece(Kind::PAWN, seat));
        }
    }
    position
}

/// Writes a position.
pub fn write(rules: &Rules, position: &Position) -> String {
    let sign = |square| Some(cell_sign(position.at(square))).filter(|sign| *sign != ' ');
    let mut text = PLACEMENT.write(sign);
    text.push(' ');
    text.push(if position.side == 0 { 'w' } else { 'b' });
    text.push(' ');
    let rights = (0..4)
        .filter(|bit| position.castling & 1 << bit != 0)
        .map(|bit| RIGHTS[bit]);
    let rights: String = rights.collect();
    text.push_str(if rights.is_empty() { "-" } else { &rights });
    let ep = position.ep.map_or("-".to_owned(), |s| s.to_string());
    let _ = write!(text, " {ep} {} ", barred_text(position.barred));
    match rules.family.unlimited {
        true => text.push('*'),
        false => {
            let _ = write!(text, "{},{}", position.reserves[0], position.reserves[1]);
        }
    }
    let _ = write!(text, " {} {}", position.clock, position.turn);
    text
}

/// The sign of a cell: a blank for a hole.
pub fn cell_sign(cell: Cell) -> char {
    match cell.occupant() {
        Some((kind, 0)) => kind.letter(),
        Some((kind, _)) => kind.letter().to_ascii_lowercase(),
        None if cell == Cell::HOLE => ' ',
        None if cell == Cell::NEUTRAL => '=',
        None if cell == Cell::empty_of(0) => '+',
        None => '-',
    }
}

/// Barred squares in alphabetical order, or `-`.
fn barred_text(barred: Bitboard) -> String {
    let mut all: Vec<String> = barred.map(|s| s.to_string()).collect();
    all.sort_unstable();
    if all.is_empty() {
        "-".to_owned()
    } else {
        all.join(",")
    }
}

/// Reads a position and checks that it can stand.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read(rules: &Rules, text: &str) -> Result<Position, SetupError> {
    // The longest text has 64 signs of board and some 40 more.
    if text.len() > 200 {
        return bad("The position text is too long.");
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, side, castling, ep, barred, reserves, clock, turn] = fields[..] else {
        return bad(format!(
            "A position text has 8 fields (BOARD SIDE CASTLING EP BARRED RESERVES CLOCK TURN), \
             this one {}.",
            fields.len()
        ));
    };
    let mut position = Position::void();
    read_board(rules, board, &mut position)?;
    position.side = match side {
        "w" => 0,
        "b" => 1,
        _ => return bad(format!("The side to move is w or b, not {}.", echo(side))),
    };
    position.castling = read_castling(rules, castling, &position)?;
    position.barred = read_barred(rules, barred, &position)?;
    position.ep = read_ep(rules, ep, &position)?;
    position.reserves = read_reserves(rules, reserves)?;
    position.clock = counter(clock, "clock")?;
    position.turn = turn_number(turn)?;
    let waiting = 1 - position.side;
    if let Some(from) = check::attacker(&position, waiting) {
        let king = position.kings[usize::from(waiting)];
        return bad(format!(
            "The king on {king} is attacked from {from}, but not to move."
        ));
    }
    require_canonical(&fields, &write(rules, &position))?;
    Ok(position)
}

fn read_board(rules: &Rules, board: &str, position: &mut Position) -> Result<(), SetupError> {
    let mut kings = [0, 0];
    PLACEMENT.read(board, |square, sign| {
        let cell = read_cell(rules, sign, square)?;
        if let Some((Kind::KING, seat)) = cell.occupant() {
            kings[usize::from(seat)] += 1;
        }
        position.put(square, cell);
        Ok(())
    })?;
    if kings == [1, 1] {
        Ok(())
    } else {
        bad("Each side has exactly one king.")
    }
}

fn read_cell(rules: &Rules, sign: char, square: Square) -> Result<Cell, SetupError> {
    let owned = rules.family.owned;
    match sign {
        '+' if owned => return Ok(Cell::empty_of(0)),
        '-' if owned => return Ok(Cell::empty_of(1)),
        '=' if !owned => return Ok(Cell::NEUTRAL),
        '+' | '-' => return bad("Squares have no owners in this game: write = for an empty one."),
        '=' => return bad("Squares have owners in this game: write + (White) or - (Black)."),
        _ => {}
    }
    let seat = u8::from(sign.is_ascii_lowercase());
    match Kind::from_letter(sign.to_ascii_uppercase()).filter(|_| sign.is_ascii_alphabetic()) {
        Some(Kind::PAWN) if square.rank() == if seat == 0 { 7 } else { 0 } => {
            bad(format!("A pawn cannot stand on its last rank ({square})."))
        }
        Some(kind) if rules.has(kind) => Ok(Cell::piece(kind, seat)),
        Some(kind) => bad(format!(
            "The {} on {square} belongs to neither army of this game (option armies).",
            kind.about().name
        )),
        None => bad(format!(
            "\"{}\" on {square} is no piece.",
            echo(&sign.to_string())
        )),
    }
}

fn read_castling(rules: &Rules, text: &str, position: &Position) -> Result<u8, SetupError> {
    let mut rights = 0;
    if text == "-" {
        return Ok(rights);
    }
    for sign in text.chars() {
        let Some(bit) = RIGHTS.iter().position(|r| *r == sign) else {
            return bad(format!(
                "Castling rights are - or some of KQkq, not {}.",
                echo(text)
            ));
        };
        let seat = (bit / 2) as u8;
        let [king, _, rook, _] = castling_squares(rules, seat, bit % 2 == 1);
        let partner = Kind::of_army(rules.armies[usize::from(seat)], 0);
        if position.at(king) != Cell::piece(Kind::KING, seat)
            || position.at(rook) != Cell::piece(partner, seat)
        {
            return bad(format!(
                "The castling right {sign} needs a king on {king} and a {} on {rook}.",
                partner.about().name
            ));
        }
        rights |= 1 << bit;
    }
    Ok(rights)
}

fn square_of_board(text: &str) -> Option<Square> {
    Square::parse(text).filter(|s| Bitboard::BOARD_8X8.has(*s))
}

fn read_barred(rules: &Rules, text: &str, position: &Position) -> Result<Bitboard, SetupError> {
    if text == "-" {
        return Ok(Bitboard::EMPTY);
    }
    let most = match (rules.barring, rules.turn) {
        (Barring::None, _) => return bad("No square is barred in this game: write -."),
        (Barring::Moved, _) | (_, TurnRule::Postal) => 1,
        _ => 2,
    };
    let mut barred = Bitboard::EMPTY;
    for word in text.split(',') {
        let Some(square) = square_of_board(word).filter(|s| position.exists.has(*s)) else {
            return bad(format!("There is no square {} to be barred.", echo(word)));
        };
        // Only a carried piece of the opponent's can stand on what the opponent moved.
        let carried = match position.at(square).occupant() {
            None => true,
            Some((kind, seat)) => {
                rules.family.carries && seat != position.side && kind != Kind::KING
            }
        };
        if !carried {
            return bad(format!("The occupied square {square} cannot be barred."));
        }
        barred = barred.with(square);
    }
    if barred.count() > most {
        return bad(format!("At most {most} squares can be barred here."));
    }
    Ok(barred)
}

fn read_ep(rules: &Rules, text: &str, position: &Position) -> Result<Option<Square>, SetupError> {
    if text == "-" {
        return Ok(None);
    }
    let (rank, forward, other) = if position.side == 0 {
        (5, -1, 1)
    } else {
        (2, 1, 0)
    };
    let stands = |square: &Square| {
        let pawn = square.offset(0, forward)?;
        let origin = square.offset(0, -forward)?;
        // Where the pawn came from nobody stands, unless carried there since (S13, S15).
        let cell = position.at(origin);
        let left = match cell.occupant() {
            Some((kind, seat)) => rules.family.carries && seat == other && kind != Kind::KING,
            None => cell != Cell::empty_of(1 - other),
        };
        let empty = position.exists.has(*square) && !position.occupied().has(*square);
        let fresh = !(position.barred.has(*square) || position.barred.has(pawn));
        (square.rank() == rank
            && empty
            && fresh
            && left
            && position.at(pawn) == Cell::piece(Kind::PAWN, other))
        .then_some(())
    };
    match square_of_board(text).filter(|s| stands(s).is_some()) {
        Some(square) => Ok(Some(square)),
        None => bad(format!(
            "No pawn can just have stepped over {}: en passant cannot stand.",
            echo(text)
        )),
    }
}

fn read_reserves(rules: &Rules, text: &str) -> Result<[u8; 2], SetupError> {
    if rules.family.unlimited {
        return if text == "*" {
            Ok([0; 2])
        } else {
            bad("Reserves are unlimited here: write *.")
        };
    }
    let pair = text.split_once(',').and_then(|(white, black)| {
        let read = |n: &str| n.parse::<u8>().ok().filter(|n| *n <= 64);
        Some([read(white)?, read(black)?])
    });
    pair.map_or_else(
        || bad("Reserves are two numbers, White's and Black's, 64 at most, such as 3,3."),
        Ok,
    )
}
