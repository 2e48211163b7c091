//! Letters of pieces: one, several, and pairs.

use std::collections::BTreeMap;

use crate::rules::Reason;

use super::super::ini::shown;
use super::kinds::{Kinds, Word};
use super::value::Value;

/// The letters of a section, by the pieces that have them.
pub type Letters = BTreeMap<Word, char>;

/// The piece with this letter, in any case.
pub fn find(letters: &Letters, letter: char) -> Option<Word> {
    let low = letter.to_ascii_lowercase();
    let found = letters.iter().find(|(_, of)| **of == low);
    found.map(|(kind, _)| *kind)
}

/// The piece with this letter.
///
/// # Errors
/// There is none.
pub fn known(letters: &Letters, letter: char) -> Result<Word, Reason> {
    find(letters, letter).ok_or_else(|| {
        let reason = Reason::new("letter-unknown").text("letter", shown(&letter.to_string()));
        reason.list("letters", letters.values())
    })
}

/// Reads a set of pieces.
///
/// # Errors
/// A sign that is no piece's: the format ends the list there.
pub fn pieces(value: &str, all: bool, letters: &Letters) -> Result<Kinds, Reason> {
    match value {
        "-" => return Ok(Kinds::NONE),
        "*" if all => return Ok(Kinds::ALL),
        "*" => return Err(Reason::new("star-means-nothing")),
        _ => {}
    }
    let signs = value.chars().filter(|sign| !sign.is_ascii_whitespace());
    signs.map(|sign| known(letters, sign)).collect()
}

/// Reads one piece.
///
/// # Errors
/// More than one, of which the format takes the last, and signs that are no piece's.
pub fn piece(value: &str, all: bool, none: bool, letters: &Letters) -> Result<Value, Reason> {
    let mut signs = value.chars();
    let sign = signs.next().unwrap_or_default();
    if signs.next().is_some() {
        return Err(Reason::new("one-letter-wanted").text("typed", shown(value)));
    }
    match sign {
        '*' if all => Ok(Value::AllPieces),
        '*' => Err(Reason::new("star-means-nothing")),
        '-' if none => Ok(Value::Piece(None)),
        '-' if all => Err(Reason::new("dash-means-all")),
        '-' => Err(Reason::new("dash-means-any")),
        _ => Ok(Value::Piece(Some(known(letters, sign)?))),
    }
}

/// Takes `x:y` apart.
fn pair<'a>(word: &'a str, letters: &Letters) -> Result<(Word, &'a str), Reason> {
    let mut signs = word.chars();
    let sign = signs.next().unwrap_or_default();
    let kind = known(letters, sign)?;
    match signs.as_str().strip_prefix(':') {
        Some(rest) if !rest.is_empty() => Ok((kind, rest)),
        _ => Err(Reason::new("pair-wanted").text("typed", shown(word))),
    }
}

/// Reads pairs of a letter and what belongs to it into what the parent says: `read` reads the second half, `None` takes
/// the pair out.
///
/// # Errors
/// What is no pair, and what `read` refuses.
fn pairs<V>(
    value: &str,
    letters: &Letters,
    mut all: BTreeMap<Word, V>,
    read: impl Fn(&str) -> Result<Option<V>, Reason>,
) -> Result<BTreeMap<Word, V>, Reason> {
    for word in value.split_ascii_whitespace() {
        let (kind, second) = pair(word, letters)?;
        match read(second)? {
            Some(of) => all.insert(kind, of),
            None => all.remove(&kind),
        };
    }
    Ok(all)
}

/// Reads how many of a piece there may be, into what the parent says.
///
/// # Errors
/// What is no pair of a letter and a number.
pub fn limits(
    value: &str,
    letters: &Letters,
    all: BTreeMap<Word, u32>,
) -> Result<BTreeMap<Word, u32>, Reason> {
    let read = |number: &str| Ok(Some(super::read::number(number)?).filter(|most| *most > 0));
    pairs(value, letters, all, read)
}

/// Reads what pieces become, into what the parent says.
///
/// # Errors
/// What is no pair of letters.
pub fn promotions(
    value: &str,
    letters: &Letters,
    all: BTreeMap<Word, Word>,
) -> Result<BTreeMap<Word, Word>, Reason> {
    pairs(value, letters, all, |to| {
        match piece(to, false, true, letters)? {
            Value::Piece(Some(Word::KING)) => Err(Reason::new("promoted-to-king")),
            Value::Piece(to) => Ok(to),
            _ => Ok(None),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters() -> Letters {
        let of = |(word, letter)| (Word::find(word).expect("a piece"), letter);
        [
            ("knight", 'n'),
            ("queen", 'q'),
            ("silver", 's'),
            ("king", 'k'),
        ]
        .map(of)
        .into()
    }

    fn code<T>(read: Result<T, Reason>) -> String {
        read.err().map_or_else(String::new, |e| e.code.into_owned())
    }

    #[test]
    fn lists_stop_at_no_sign() {
        let set = |text, all| pieces(text, all, &letters());
        assert_eq!(set("nQ s", false).expect("three").iter().count(), 3);
        assert_eq!(set("-", false), Ok(Kinds::NONE));
        assert_eq!(set("*", true), Ok(Kinds::ALL));
        assert_eq!(code(set("*", false)), "star-means-nothing");
        for text in ["n,q", "nx", "n-", "n*", "q;"] {
            assert_eq!(code(set(text, true)), "letter-unknown", "{text}");
        }
    }

    #[test]
    fn one_piece_is_one_letter() {
        let one = |text| piece(text, true, false, &letters());
        assert_eq!(one("N").map(|v| v.to_string()), Ok("knight".to_owned()));
        assert_eq!(one("*"), Ok(Value::AllPieces));
        assert_eq!(code(one("nq")), "one-letter-wanted");
        assert_eq!(code(one("-")), "dash-means-all");
        assert_eq!(code(one("x")), "letter-unknown");
    }

    #[test]
    fn pairs_go_into_what_the_parent_says() {
        let of = |text| limits(text, &letters(), BTreeMap::new());
        assert_eq!(of("q:1 n:2").expect("two").len(), 2);
        assert_eq!(code(of("q:1, n:2")), "number-wanted");
        assert_eq!(code(of("q1")), "pair-wanted");
        let becomes = |text| promotions(text, &letters(), BTreeMap::new());
        let silver = becomes("s:n s:-").expect("none");
        assert!(silver.is_empty());
        assert_eq!(code(becomes("s:k")), "promoted-to-king");
        assert_eq!(code(becomes("s:nq")), "one-letter-wanted");
    }
}
