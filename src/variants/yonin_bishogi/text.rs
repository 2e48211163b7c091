//! The position text (docs/rules/yonin-bishogi.md, Position text).

use std::str::Chars;

use crate::rules::board::text::{
    bad, clock, fields, or_dash, read_placement, require_canonical, turn_number, write_placement,
};
use crate::rules::moves::fen;
use crate::rules::{EnPassant, Piece, Pocket, Reason, Role, Seat, Seats, SetupError, Square, echo};

use super::pieces::{HELD, KING, PAWN, PIECES, QUEEN, all, held, state_of, was};
use super::position::Position;

/// The position at the beginning: four armies, each of them the image of Red's (Y1).
pub const START: &str = "2yPyRyKyByQyRyP2/3yPyNyByNyP3/bP3yPyPyP3gP/bRbP3yP3gPgR/bKbNbP5gPgNgQ/\
    bBbBbPbP3gPgPgBgB/bQbNbP5gPgNgK/bRbP3rP3gPgR/bP3rPrPrP3gP/3rPrNrBrNrP3/2rPrRrQrBrKrRrP2 \
    r rgyb r:-,g:-,y:-,b:- - 0 1";

/// The longest text that is looked at: 121 places of up to three signs and some 100 more.
const LONGEST: usize = 600;

/// The most pieces of a kind in a hand. With the board's 121 places no count runs over.
const MOST_HELD: u8 = 30;

/// The letters of the seats, in playing order.
const LETTERS: &str = "rgyb";

fn letter(seat: Seat) -> char {
    LETTERS.chars().nth(seat.index()).unwrap_or('?')
}

fn seat(letter: char) -> Option<Seat> {
    LETTERS.find(letter).map(|index| Seat(index as u8))
}

/// The sign of a piece: `rN`, and `r+N` for a queen that was a knight.
fn sign(piece: Piece) -> String {
    let owner = piece.owner.map_or('?', letter);
    match was(piece) {
        None => format!("{owner}{}", PIECES.about(piece.role).letter),
        Some(role) => format!("{owner}+{}", PIECES.about(role).letter),
    }
}

/// Writes a position: `BOARD SEAT IN HANDS EP CLOCK TURN`.
pub fn write(position: &Position) -> String {
    let base = &position.base;
    let board = write_placement(PIECES.size, |square| base.board.at(square).map(sign));
    let (side, playing) = (letter(base.to_move), letters(position.playing));
    let (hands, rights) = (hands(position), rights(position));
    let (clock, number) = (base.halfmove_clock, base.fullmove_number);
    format!("{board} {side} {playing} {hands} {rights} {clock} {number}")
}

fn letters(seats: Seats) -> String {
    seats.iter().map(letter).collect()
}

/// `r:NP2,g:-`: the hands of those in the game.
fn hands(position: &Position) -> String {
    let hand = |seat: Seat| format!("{}:{}", letter(seat), hand(&position.hands[seat.index()]));
    let all: Vec<String> = position.playing.iter().map(hand).collect();
    all.join(",")
}

fn hand(hand: &Pocket) -> String {
    let letter = |role| PIECES.about(role).letter;
    let held = held(hand).map(|role| match hand.count(role) {
        1 => letter(role).to_string(),
        count => format!("{}{count}", letter(role)),
    });
    or_dash(held.collect())
}

/// `f5:f6:gyb`: passed-over square, the pawn's square, who may still use it.
fn rights(position: &Position) -> String {
    let right = |right: EnPassant| {
        let seats = letters(right.seats);
        format!("{}:{}:{seats}", right.square, right.pawn)
    };
    let all: Vec<String> = position.rights.into_iter().flatten().map(right).collect();
    or_dash(all.join(","))
}

/// Reads a position and checks that it can stand.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<Position, SetupError> {
    let fields = fields(text, LONGEST, Reason::new("yonin-position-fields"))?;
    let [board, side, playing, hands, rights, halfmoves, number] = fields;
    let mut position = Position::empty();
    read_placement(PIECES.size, board, |square, owner, rest| {
        position.base.board.put(square, piece(square, owner, rest)?);
        Ok(())
    })?;
    position.playing = read_playing(playing)?;
    position.base.to_move = read_side(side, position.playing)?;
    check_armies(&position)?;
    read_hands(hands, &mut position)?;
    read_rights(rights, &mut position)?;
    position.base.halfmove_clock = clock(halfmoves)?;
    position.base.fullmove_number = turn_number(number)?;
    check_waiting(&position)?;
    require_canonical(&fields, &write(&position))?;
    Ok(position)
}

/// The piece of this owner that `rest` begins with.
fn piece(square: Square, owner: char, rest: &mut Chars<'_>) -> Result<Piece, SetupError> {
    let shown: String = [owner].into_iter().chain(rest.clone()).take(3).collect();
    let promoted = rest.as_str().starts_with('+');
    let role = rest.nth(usize::from(promoted)).and_then(role);
    match (seat(owner), role) {
        (Some(owner), Some(role)) if !promoted => Ok(Piece::new(role, owner)),
        (Some(owner), Some(role)) if role != QUEEN && role != KING => Ok(Piece {
            state: state_of(role),
            ..Piece::new(QUEEN, owner)
        }),
        _ => {
            let reason = Reason::new("yonin-no-piece-sign").text("square", square);
            bad(reason.text("typed", echo(&shown)))
        }
    }
}

/// The kind with this letter, in upper case.
fn role(letter: char) -> Option<Role> {
    let known = letter.is_ascii_uppercase();
    PIECES.by_letter(letter).filter(|_| known)
}

fn read_playing(text: &str) -> Result<Seats, SetupError> {
    let seats: Option<Seats> = text.chars().map(seat).collect();
    let known = |seats: &Seats| letters(*seats) == text && seats.iter().count() >= 2;
    let wrong = || bad(Reason::new("yonin-bad-players").text("typed", echo(text)));
    seats.filter(known).map_or_else(wrong, Ok)
}

fn read_side(text: &str, playing: Seats) -> Result<Seat, SetupError> {
    let named = |seat: &Seat| text == letter(*seat).to_string();
    let side = playing.iter().find(named);
    let wrong = || bad(Reason::new("yonin-bad-side-to-move").text("typed", echo(text)));
    side.map_or_else(wrong, Ok)
}

/// Checks that those in the game have a king each and the others nothing, and that no pawn stands where it
/// would have been promoted.
fn check_armies(position: &Position) -> Result<(), SetupError> {
    for seat in all().iter() {
        let left = position.base.board.of(seat).first();
        match (position.playing.has(seat), left) {
            (true, _) => fen::check_king(&PIECES, &position.base, seat)?,
            (false, None) => {}
            (false, Some(at)) => {
                let reason = Reason::new("yonin-piece-of-nobody").name("side", PIECES.side(seat));
                return bad(reason.text("square", at));
            }
        }
    }
    Ok(())
}

/// Checks that the player to move attacks no king (Y5).
fn check_waiting(position: &Position) -> Result<(), SetupError> {
    let Some(waiting) = position.checkmated().first().copied() else {
        return Ok(());
    };
    let own = position.base.board.of(position.base.to_move);
    let checkers = position.checkers(waiting) & own;
    fen::spares(&PIECES, &position.base, waiting, checkers)
}

fn read_hands(text: &str, position: &mut Position) -> Result<(), SetupError> {
    let wrong = || bad(Reason::new("yonin-bad-hands").text("typed", echo(text)));
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() != position.players() {
        return wrong();
    }
    for (seat, part) in position.playing.iter().zip(parts) {
        let held = part.strip_prefix(&*format!("{}:", letter(seat)));
        let held = held.and_then(read_hand);
        match held {
            Some(hand) => position.hands[seat.index()] = hand,
            None => return wrong(),
        }
    }
    Ok(())
}

fn read_hand(text: &str) -> Option<Pocket> {
    let mut hand = Pocket::default();
    if text == "-" {
        return Some(hand);
    }
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let role = role(sign).filter(|role| HELD.contains(role))?;
        let behind = &rest[sign.len_utf8()..];
        rest = behind.trim_start_matches(|c: char| c.is_ascii_digit());
        let count: u8 = match &behind[..behind.len() - rest.len()] {
            "" => 1,
            digits => digits.parse().ok()?,
        };
        (1..=MOST_HELD).contains(&count).then_some(())?;
        (0..count).for_each(|_| hand.add(role));
        (hand.count(role) <= MOST_HELD).then_some(())?;
    }
    Some(hand)
}

/// Reads the en passant rights. Who may still use one are those who have their turn before the pawn's owner;
/// the square that the pawn left may be occupied again, and so may the one that it passed over (Y3).
fn read_rights(text: &str, position: &mut Position) -> Result<(), SetupError> {
    if text == "-" {
        return Ok(());
    }
    for word in text.split(',') {
        let Some((owner, right)) = right(word, position) else {
            return bad(Reason::new("yonin-bad-right").text("typed", echo(word)));
        };
        position.rights[owner.index()] = Some(right);
    }
    Ok(())
}

fn right(word: &str, position: &Position) -> Option<(Seat, EnPassant)> {
    let mut parts = word.split(':');
    let square = Square::parse(parts.next()?)?;
    let pawn = Square::parse(parts.next()?)?;
    let seats: Option<Seats> = parts.next()?.chars().map(seat).collect();
    let piece = position.base.board.at(pawn)?;
    let (owner, pawns) = (piece.owner?, PIECES.pawns.as_ref()?);
    let origin = pawns.ahead(owner, square, -1)?;
    let stepped = pawns.may_double(owner, origin) && pawns.ahead(owner, square, 1) == Some(pawn);
    let stands = piece == Piece::new(PAWN, owner) && stepped && parts.next().is_none();
    let right = EnPassant {
        square,
        pawn,
        seats: seats?,
    };
    let in_time = right.seats != Seats::default() && right.seats == before(position, owner);
    (stands && in_time).then_some((owner, right))
}

/// Those who have a turn before `owner` has one; nobody, where it is the owner's turn.
fn before(position: &Position, owner: Seat) -> Seats {
    let mut seats = Vec::new();
    let mut seat = position.base.to_move;
    while seat != owner && !seats.contains(&seat) {
        seats.push(seat);
        seat = position.playing.after(seat).unwrap_or(owner);
    }
    seats.into_iter().collect()
}
