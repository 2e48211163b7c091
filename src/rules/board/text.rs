//! What position texts of FEN's kind have in common: where the pieces stand, the counters, and that
//! there is one way to write a position.

use std::fmt::Display;
use std::str::Chars;

use super::square::Square;
use crate::rules::{Reason, SetupError, echo};

/// Writes a board of `size` files and ranks: ranks from the last to the first, `/` between them; in each the files in
/// order, a number for as many empty places, a token of one or more signs for what stands on one. `token` tells what
/// stands for a place, `None` for nothing.
pub fn write_placement<T: Display>(size: (u8, u8), token: impl Fn(Square) -> Option<T>) -> String {
    let number = |gap: u8| match gap {
        0 => String::new(),
        _ => gap.to_string(),
    };
    let rank = |rank| {
        let (mut text, mut gap) = (String::new(), 0);
        for token in (0..size.0).map(|file| Square::new(file, rank).and_then(&token)) {
            match token {
                None => gap += 1,
                Some(token) => {
                    text += &format!("{}{token}", number(gap));
                    gap = 0;
                }
            }
        }
        text + &number(gap)
    };
    (0..size.1).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// Reads a board of so many files and ranks (see [`write_placement`]). The first sign of whatever is no gap is handed to
/// `put` with its place and the rest of the rank, of which `put` takes what belongs to it.
///
/// # Errors
/// Too many or too few ranks or files, and what `put` returns.
pub fn read_placement(
    (files, ranks): (u8, u8),
    text: &str,
    mut put: impl FnMut(Square, char, &mut Chars<'_>) -> Result<(), SetupError>,
) -> Result<(), SetupError> {
    let count = text.split('/').count();
    if count != usize::from(ranks) {
        let reason = Reason::new("board-ranks").number("ranks", ranks);
        return bad(reason.number("count", count));
    }
    for (rank, mut rest) in (0..ranks).rev().zip(text.split('/')) {
        let mut file: u8 = 0;
        while !rest.is_empty() {
            // On boards of up to nine files every digit is a gap of its own.
            let longest = if files > 9 { 2 } else { 1 };
            let digits = rest.bytes().take(longest).take_while(u8::is_ascii_digit);
            let (gap, behind) = rest.split_at(digits.count());
            let mut signs = behind.chars();
            let step = match Square::new(file, rank).filter(|_| file < files) {
                _ if !gap.is_empty() => gap.parse().unwrap_or(u8::MAX),
                place => {
                    if let (Some(sign), Some(place)) = (signs.next(), place) {
                        put(place, sign, &mut signs)?;
                    }
                    1
                }
            };
            file = file.saturating_add(step);
            rest = signs.as_str();
        }
        if file != files {
            let reason = Reason::new("rank-files").number("rank", rank + 1);
            return bad(reason.number("count", file).number("files", files));
        }
    }
    Ok(())
}

/// The error for a position text that cannot be read or cannot stand.
///
/// # Errors
/// Always.
pub const fn bad<T>(reason: Reason) -> Result<T, SetupError> {
    Err(SetupError::BadPosition(reason))
}

/// The fields of a position text, which has so many of them.
///
/// # Errors
/// It is too long to be looked at, or `wrong`: it has another number of fields.
pub fn fields<const N: usize>(
    text: &str,
    longest: usize,
    wrong: Reason,
) -> Result<[&str; N], SetupError> {
    if text.len() > longest {
        return bad(Reason::new("position-too-long"));
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let count = fields.len();
    let fields = fields.try_into();
    fields.or_else(|_| bad(wrong.number("count", count)))
}

/// A field, or `-` in place of an empty one.
pub fn or_dash(field: String) -> String {
    if field.is_empty() { "-".into() } else { field }
}

/// A counter, such as the clock.
/// If it is no number of at most five digits, that is `wrong`.
fn counter(text: &str, wrong: Reason) -> Result<u32, SetupError> {
    let digits = text.len() <= 5 && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.map_or_else(|| bad(wrong.text("typed", echo(text))), Ok)
}

/// The turns since the last that cannot be taken back.
///
/// # Errors
/// It is no number of at most five digits.
pub fn clock(text: &str) -> Result<u32, SetupError> {
    counter(text, Reason::new("bad-clock"))
}

/// The number of the turn that is due, from 1.
///
/// # Errors
/// It is no number of at most five digits, or 0.
pub fn turn_number(text: &str) -> Result<u32, SetupError> {
    match counter(text, Reason::new("bad-turn-number"))? {
        0 => bad(Reason::new("turn-number-from-1")),
        number => Ok(number),
    }
}

/// Makes sure that the fields of a text are those that its position is written with, so that equal
/// positions have equal texts.
///
/// # Errors
/// They are not; names the right ones.
pub fn require_canonical(fields: &[&str], canonical: &str) -> Result<(), SetupError> {
    if fields.join(" ") == canonical {
        return Ok(());
    }
    bad(Reason::new("position-is-written").text("position", canonical))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: (u8, u8) = (3, 2);

    fn read(text: &str) -> Result<Vec<(String, char)>, String> {
        let mut found = Vec::new();
        let put = |square: Square, sign, _: &mut Chars<'_>| {
            found.push((square.to_string(), sign));
            Ok(())
        };
        read_placement(SMALL, text, put).map_err(|error| error.to_string())?;
        Ok(found)
    }

    #[test]
    fn a_board_is_read_and_written_back() {
        let found = read("1x1/y2").expect("a board");
        assert_eq!(found, [("b2".into(), 'x'), ("a1".into(), 'y')]);
        let sign = |square: Square| {
            let there = found.iter().find(|(at, _)| *at == square.to_string());
            there.map(|(_, sign)| *sign)
        };
        assert_eq!(write_placement(SMALL, sign), "1x1/y2");
    }

    #[test]
    fn other_boards_are_refused() {
        let endless = "9".repeat(100);
        for (text, says) in [
            ("3", "board-ranks(ranks: 2, count: 1)"),
            ("3/4", "rank-files(rank: 1, count: 4, files: 3)"),
            ("xxxx/3", "rank-files(rank: 2, count: 4, files: 3)"),
            ("x1/3", "rank-files(rank: 2, count: 2, files: 3)"),
            (
                &format!("3/{endless}"),
                "rank-files(rank: 1, count: 255, files: 3)",
            ),
        ] {
            assert_eq!(read(text), Err(says.to_owned()), "{text}");
        }
    }
}
