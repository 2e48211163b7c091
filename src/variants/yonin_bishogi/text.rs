//! The position text (docs/rules/yonin-bishogi.md, Position text).

use std::fmt::Write as _;

use crate::rules::board::square::SIDE;
use crate::rules::board::text::{
    bad, clock, fields, or_dash, read_placement, require_canonical, turn_number, write_placement,
};
use crate::rules::moves::fen;
use crate::rules::{EnPassant, Piece, Pocket, Reason, Role, Seat, Seats, SetupError, Square, echo};

use super::pieces::{HELD, KING, NAMES, PAWN, PIECES, QUEEN, all, far_rank, state_of, was};
use super::position::Position;

/// Files and ranks of the board.
const SIZE: (u8, u8) = (SIDE, SIDE);

/// The longest text that is looked at: 121 places of up to three signs and some 100 more.
const LONGEST: usize = 600;

/// The most pieces of a kind in a hand. With the board's 121 places no count runs over.
const MOST_HELD: u8 = 30;

/// The letter of a seat: the first of its name.
pub fn letter(seat: Seat) -> char {
    let name = NAMES.get(seat.index()).copied();
    name.and_then(|name| name.chars().next()).unwrap_or('?')
}

fn seat(letter: char) -> Option<Seat> {
    let named = |name: &&str| name.starts_with(letter);
    let index = NAMES.iter().position(named)?;
    Some(Seat(index as u8))
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
    let mut text = write_placement(SIZE, |square| base.board.at(square).map(sign));
    let _ = write!(
        text,
        " {} {} {} {} {} {}",
        letter(base.to_move),
        letters(position.playing),
        hands(position),
        rights(position),
        base.halfmove_clock,
        base.fullmove_number
    );
    text
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
    let mut text = String::new();
    for role in HELD {
        match hand.count(role) {
            0 => {}
            1 => text.push(PIECES.about(role).letter),
            count => {
                let _ = write!(text, "{}{count}", PIECES.about(role).letter);
            }
        }
    }
    or_dash(text)
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
    read_placement(SIZE, board, |square, rest| put(&mut position, square, rest))?;
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

/// Puts the piece that `rest` begins with on a square, and returns how long its sign is.
fn put(position: &mut Position, square: Square, rest: &str) -> Result<usize, SetupError> {
    let mut signs = rest.chars();
    let owner = signs.next().and_then(seat);
    let promoted = signs.clone().next() == Some('+');
    if promoted {
        signs.next();
    }
    let role = signs.next().and_then(role);
    let piece = match (owner, role) {
        (Some(owner), Some(role)) if !promoted => Piece::new(role, owner),
        (Some(owner), Some(role)) if role != QUEEN && role != KING => Piece {
            state: state_of(role),
            ..Piece::new(QUEEN, owner)
        },
        _ => {
            let shown: String = rest.chars().take(3).collect();
            let reason = Reason::new("yonin-no-piece-sign").text("square", square);
            return bad(reason.text("typed", echo(&shown)));
        }
    };
    position.base.board.put(square, piece);
    Ok(rest.len() - signs.as_str().len())
}

/// The kind with this letter, in upper case.
fn role(letter: char) -> Option<Role> {
    let known = letter.is_ascii_uppercase();
    PIECES.by_letter(letter).filter(|_| known)
}

fn read_playing(text: &str) -> Result<Seats, SetupError> {
    let seats: Option<Vec<Seat>> = text.chars().map(seat).collect();
    let seats: Seats = seats.unwrap_or_default().into_iter().collect();
    match letters(seats) == text && seats.iter().count() >= 2 {
        true => Ok(seats),
        false => bad(Reason::new("yonin-bad-players").text("typed", echo(text))),
    }
}

fn read_side(text: &str, playing: Seats) -> Result<Seat, SetupError> {
    let mut letters = text.chars();
    let side = letters.next().and_then(seat);
    match side.filter(|seat| letters.next().is_none() && playing.has(*seat)) {
        Some(seat) => Ok(seat),
        None => bad(Reason::new("yonin-bad-side-to-move").text("typed", echo(text))),
    }
}

/// Checks that those in the game have a king each and the others nothing, and that no pawn stands where it
/// would have been promoted.
fn check_armies(position: &Position) -> Result<(), SetupError> {
    let board = &position.base.board;
    for seat in all().iter() {
        let side = PIECES.side(seat);
        let kings = board.pieces(seat, KING).count();
        if !position.playing.has(seat) {
            if let Some(at) = board.of(seat).first() {
                let reason = Reason::new("yonin-piece-of-nobody").name("side", side);
                return bad(reason.text("square", at));
            }
            continue;
        }
        if kings != 1 {
            let reason = Reason::new("not-one-king").name("side", side);
            return bad(reason.number("count", kings));
        }
        if let Some(at) = (board.pieces(seat, PAWN) & far_rank(seat)).first() {
            return bad(Reason::new("pawn-cannot-stand").text("square", at));
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
        let held = part
            .strip_prefix(letter(seat))
            .and_then(|rest| rest.strip_prefix(':'))
            .and_then(read_hand);
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
        rest = &rest[sign.len_utf8()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count: u8 = match digits {
            0 => 1,
            _ => rest[..digits].parse().ok()?,
        };
        rest = &rest[digits..];
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
