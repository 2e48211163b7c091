//! The position text: `BOARD SIDE BIN CLOCK TURN`.

use crate::rules::board::text::{
    bad, clock, fields, or_dash, read_placement, require_canonical, turn_number, write_placement,
};
use crate::rules::moves::fen::{check_kings, check_waiting, piece, read_side, side, sign};
use crate::rules::{Pocket, Reason, Seat, SetupError, echo};

use super::pieces::{BIN, KING, PIECES, all_hot_spots};
use super::position::Position;

/// The longest text that is looked at.
const LONGEST: usize = 200;
/// The most pieces of one kind in the bin, so that counts stay small whatever the board adds.
const MOST: u8 = 99;

/// The position at the beginning: both kings on the board, all other pieces in the bin.
pub const START: &str = "4k4/9/9/9/4#4/9/9/9/4K4 w B4F8N6H2Q2R4W10 0 1";

/// Writes the position text, which [`read`] reads.
pub fn write(position: &Position) -> String {
    let base = &position.base;
    let board = write_placement(PIECES.size, |square| match BIN.has(square) {
        true => Some('#'),
        false => base.board.at(square).map(|piece| sign(&PIECES, piece)),
    });
    let (bin, side) = (bin(&position.bin), side(base.to_move));
    let (clock, number) = (base.halfmove_clock, base.fullmove_number);
    format!("{board} {side} {bin} {clock} {number}")
}

/// What is in the bin: `B4F8N6H2Q2R4W10`, or `-`.
pub fn bin(bin: &Pocket) -> String {
    let held = |role| format!("{}{}", PIECES.about(role).letter, bin.count(role));
    or_dash(bin.roles().map(held).collect())
}

/// Reads a position and checks that it can stand.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<Position, SetupError> {
    let fields = fields(text, LONGEST, Reason::new("bin-position-fields"))?;
    let [board, side, bin, halfmoves, number] = fields;
    let mut position = Position::empty();
    read_placement(PIECES.size, board, |square, letter, _| {
        match (BIN.has(square), letter) {
            (true, '#') => Ok(()),
            (true, _) => bad(Reason::new("piece-on-bin").text("typed", echo(&letter.to_string()))),
            (false, '#') => bad(Reason::new("bin-elsewhere").text("square", square)),
            (false, _) => piece(&PIECES, letter).map(|piece| position.put(square, piece)),
        }
    })?;
    position.base.to_move = read_side(&PIECES, side)?;
    position.bin = read_bin(bin)?;
    check_kings(&PIECES, &position.base)?;
    for seat in Seat::BOTH {
        let king = position.base.king(&PIECES, seat);
        if all_hot_spots().has(king) {
            let reason = Reason::new("king-on-hot-spot").name("side", PIECES.side(seat));
            return bad(reason.text("square", king));
        }
    }
    check_waiting(&PIECES, &position.base)?;
    position.base.halfmove_clock = clock(halfmoves)?;
    position.base.fullmove_number = turn_number(number)?;
    require_canonical(&fields, &write(&position))?;
    Ok(position)
}

/// Reads what is in the bin.
fn read_bin(text: &str) -> Result<Pocket, SetupError> {
    let mut bin = Pocket::default();
    if text == "-" {
        return Ok(bin);
    }
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let role = PIECES.by_letter(letter).filter(|role| *role != KING);
        let count: Option<u8> = after[..digits].parse().ok();
        let count = count.filter(|n| (1..=MOST).contains(n));
        let (Some(role), Some(count)) = (role, count) else {
            let reason = Reason::new("bad-bin").text("typed", echo(text));
            return bad(reason.number("most", MOST));
        };
        if bin.count(role) > 0 {
            return bad(Reason::new("kind-twice-in-bin").text("letter", letter));
        }
        (0..count).for_each(|_| bin.add(role));
        rest = &after[digits..];
    }
    Ok(bin)
}
