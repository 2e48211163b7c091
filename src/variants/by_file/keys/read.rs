//! Values read strictly: what the format cuts off or takes for something else without a word is a fault.

use std::collections::BTreeMap;

use crate::rules::Reason;

use super::super::ini::shown;
use super::kinds::{Kinds, Word};
use super::lists::{self, Letters};
use super::near::hint;
use super::squares::{self, Size};
use super::table::Form;
use super::value::Value;

/// The largest number that a key may have.
const LARGEST: u32 = 10_000;

/// What values are read against.
pub struct Around<'a> {
    /// The board of the section.
    pub size: Size,
    /// The letters of the section's pieces.
    pub letters: &'a Letters,
    /// What the key was before, which pairs go into.
    pub before: Option<&'a Value>,
}

/// Reads a value.
///
/// # Errors
/// What the format would read otherwise than it is written.
pub fn value(form: Form, text: &str, around: &Around<'_>) -> Result<Value, Reason> {
    let Around {
        size,
        letters,
        before,
    } = around;
    Ok(match form {
        Form::Flag => Value::Flag(word(text, &["true", "false"])? == "true"),
        Form::Number(least) => Value::Number(at_least(number(text)?, least)?),
        Form::Rank => Value::Line(rank(text)?),
        Form::File => Value::Line(file(text)?),
        Form::Word(words) => Value::Word(word(text, words)?),
        Form::Piece { all, none } => lists::piece(text, all, none, letters)?,
        Form::Pieces { all } => Value::Pieces(lists::pieces(text, all, letters)?),
        Form::Squares => Value::Squares(squares::read(text, *size)?),
        Form::Limits => {
            let before = match before {
                Some(Value::Limits(limits)) => limits.clone(),
                _ => BTreeMap::new(),
            };
            Value::Limits(lists::limits(text, letters, before)?)
        }
        Form::Promotions => {
            let before = match before {
                Some(Value::Promotions(all)) => all.clone(),
                _ => BTreeMap::new(),
            };
            Value::Promotions(lists::promotions(text, letters, before)?)
        }
        Form::Wings => Value::Wings(wings(text)?),
        Form::Position | Form::Any => Value::Position(text.to_owned()),
    })
}

/// What a key is in a section without parent.
pub fn initial(form: Form, text: &str) -> Value {
    let words = || text.split_ascii_whitespace().filter_map(Word::find);
    match form {
        Form::Piece { .. } if text == "*" => Value::AllPieces,
        Form::Piece { .. } => Value::Piece(words().next()),
        Form::Pieces { .. } if text == "*" => Value::Pieces(Word::all().collect::<Kinds>()),
        Form::Pieces { .. } => Value::Pieces(words().collect()),
        _ => {
            let around = Around {
                size: Size::LARGEST,
                letters: &Letters::new(),
                before: None,
            };
            value(form, text, &around).unwrap_or(Value::Flag(false))
        }
    }
}

/// Reads one of some words.
///
/// # Errors
/// Any other text.
pub fn word(text: &str, words: &'static [&'static str]) -> Result<&'static str, Reason> {
    words
        .iter()
        .copied()
        .find(|word| *word == text)
        .ok_or_else(|| {
            let reason = Reason::new("word-unknown").list("words", words);
            hint(reason, text, words.iter().copied())
        })
}

/// Reads a number, of digits alone.
///
/// # Errors
/// Any other sign, and numbers that are too large.
pub fn number(text: &str) -> Result<u32, Reason> {
    if text.is_empty() || !text.chars().all(|sign| sign.is_ascii_digit()) {
        return Err(Reason::new("number-wanted").text("typed", shown(text)));
    }
    let number = text.parse().unwrap_or(u32::MAX);
    match number <= LARGEST {
        true => Ok(number),
        false => Err(Reason::new("number-too-large").number("most", LARGEST)),
    }
}

fn at_least(number: u32, least: u32) -> Result<u32, Reason> {
    match number >= least {
        true => Ok(number),
        false => Err(Reason::new("number-too-small").number("least", least)),
    }
}

fn rank(text: &str) -> Result<u8, Reason> {
    let wanted = || Reason::new("rank-wanted").text("typed", shown(text));
    let number = number(text).map_err(|_| wanted())?;
    match u8::try_from(number) {
        Ok(rank @ 1..=10) => Ok(rank - 1),
        _ => Err(wanted()),
    }
}

fn file(text: &str) -> Result<u8, Reason> {
    let wanted = || Reason::new("file-wanted").text("typed", shown(text));
    let mut signs = text.chars();
    if let (Some(letter @ 'a'..='l'), None) = (signs.next(), signs.next()) {
        return Ok(letter as u8 - b'a');
    }
    let number = number(text).map_err(|_| wanted())?;
    match u8::try_from(number) {
        Ok(file @ 1..=12) => Ok(file - 1),
        _ => Err(wanted()),
    }
}

fn wings(text: &str) -> Result<[bool; 4], Reason> {
    let mut held = [false; 4];
    if text == "-" {
        return Ok(held);
    }
    for sign in text.chars().filter(|sign| *sign != ' ') {
        match "KQkq".find(sign) {
            Some(at) => held[at] = true,
            None => return Err(Reason::new("wings-wanted").text("typed", shown(text))),
        }
    }
    Ok(held)
}

#[cfg(test)]
mod tests {
    use super::super::table::{Standing, TABLE};
    use super::*;

    fn read(form: Form, text: &str) -> Result<String, String> {
        let around = Around {
            size: Size { files: 8, ranks: 8 },
            letters: &Letters::new(),
            before: None,
        };
        let read = value(form, text, &around);
        read.map(|v| v.to_string()).map_err(|e| e.code.into_owned())
    }

    #[test]
    fn what_holds_without_parent_can_be_read() {
        for key in TABLE.iter().filter(|key| key.standing == Standing::Played) {
            for part in key.initial.split(" / ") {
                let value = initial(key.form, part);
                let flag = matches!(value, Value::Flag(_));
                assert_eq!(flag, key.form == Form::Flag, "{}", key.name);
            }
        }
    }

    #[test]
    fn words_numbers_and_lines_are_exact() {
        for text in ["True", "ture", "1", "yes", "true x"] {
            assert_eq!(
                read(Form::Flag, text),
                Err("word-unknown".to_owned()),
                "{text}"
            );
        }
        for text in ["1x", "1.9", "-1", "+1", "0x1", "5 5"] {
            assert_eq!(
                read(Form::Number(0), text),
                Err("number-wanted".to_owned()),
                "{text}"
            );
        }
        assert_eq!(
            read(Form::Number(0), "99999999999"),
            Err("number-too-large".to_owned())
        );
        assert_eq!(
            read(Form::Number(1), "0"),
            Err("number-too-small".to_owned())
        );
        for text in ["0", "11", "9x", "a", "-1"] {
            assert_eq!(
                read(Form::Rank, text),
                Err("rank-wanted".to_owned()),
                "{text}"
            );
        }
        for text in ["J", "jj", "m", "13", "0", "*", "-"] {
            assert_eq!(
                read(Form::File, text),
                Err("file-wanted".to_owned()),
                "{text}"
            );
        }
        assert_eq!(read(Form::File, "j"), read(Form::File, "10"));
        assert_eq!(read(Form::Wings, "q K"), Ok("Kq".to_owned()));
        assert_eq!(read(Form::Wings, "KX"), Err("wings-wanted".to_owned()));
    }
}
