//! Reading what people type: the forms that all games allow (docs/rules/README.md, Canonical notation).

mod descriptive;
mod draft;
mod languages;
mod letters;
mod lex;
mod paraphrase;
mod prose;
mod speech;
mod spoken;
mod vocabulary;

use super::{outcome::Refusal, reason::Reason};
use crate::rules::Wing;

pub use descriptive::descriptive;
pub use languages::PieceLetters;
pub use letters::{bare, figurine, foreign, latin, with_files};
pub use lex::{Reading, iccf, promotion, readings};
pub use paraphrase::{heard, steps};
pub use prose::title;
pub use speech::{Called, Speech, names_of};
pub use spoken::{Spoken, spoken};
pub use vocabulary::{REFLEXIVE, WITH, Word as Says, listed, meanings as says, nearest_piece};

/// The longest text, in characters, that can be a turn.
pub const LONGEST: usize = 1000;

/// Makes typed text plain: dashes, quotes and spaces of all kinds become ASCII, invisible
/// characters go, blanks run together.
///
/// # Errors
/// Text longer than [`LONGEST`].
pub fn clean(text: &str) -> Result<String, Refusal> {
    if text.chars().nth(LONGEST).is_some() {
        let reason = Reason::new("too-long-for-a-turn").text("typed", echo(text));
        return Err(Refusal::Unreadable { reason });
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2010}'..='\u{2015}' => plain.push('-'),
            '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' | '\u{ad}' => plain.push('-'),
            '\u{2192}' | '\u{21d2}' | '\u{21e8}' | '\u{2794}' | '\u{279c}' | '\u{279d}'
            | '\u{279e}' | '\u{27a1}' | '\u{27f6}' => plain.push('-'),
            '\u{d7}' | '\u{2715}' | '\u{2a2f}' => plain.push('x'),
            '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{2060}' | '\u{fe0e}' | '\u{fe0f}' => {}
            '\u{ff01}'..='\u{ff5e}' => plain.extend(char::from_u32(c as u32 - 0xff01 + 0x21)),
            '"' | '\'' | '`' | '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => plain.push(' '),
            '\u{3001}' => plain.push(','),
            '\u{3002}' => plain.push('.'),
            '\u{2026}' => plain.push_str("..."),
            c if c.is_whitespace() || c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
    }
    Ok(plain.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The text without a leading move number: `12.`, `12...`, `12. ...`, `12)`, `...`.
pub fn strip_number(text: &str) -> &str {
    let text = text.trim();
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = digits.trim_start_matches(['.', ' ', ')']);
    let numbered = digits.len() < text.len() && digits.starts_with(['.', ')']);
    if numbered || text.starts_with("..") {
        dots
    } else {
        text
    }
}

/// Splits cleaned text into actions: at blanks, `, ; &`, `and`, `then`. Blanks around `-`, `:`,
/// `=` and `x`, and the word `to`, join what is beside them; marks without meaning (`+`, `#`,
/// `!`, `?`, `mate`, `e.p.`) are dropped.
pub fn actions(text: &str) -> Vec<String> {
    let spaced = text.replace([',', ';', '&'], " ");
    let mut all: Vec<String> = Vec::new();
    let mut join = false;
    for word in spaced.split_whitespace() {
        let lower = word.to_ascii_lowercase();
        let glue = match lower.as_str() {
            "-" | "--" | "->" | "to" => "-",
            "x" | ":" | "=" => &lower,
            "and" | "then" | "mate" | "check" | "e.p." | "ep" | "e.p" => continue,
            _ => "",
        };
        if !glue.is_empty() {
            if let Some(last) = all.last_mut() {
                last.push_str(glue);
                join = true;
            }
            continue;
        }
        let bare = strip_marks(word);
        if bare.is_empty() {
            continue;
        }
        let joins = join || bare.starts_with(['-', ':', '=', '(']);
        match all.last_mut() {
            Some(last) if joins || last.ends_with(['-', ':', '=', '@']) => last.push_str(bare),
            _ => all.push(bare.to_owned()),
        }
        join = false;
    }
    all
}

/// The word without `+ # ! ?`, `e.p.` and a full stop at its end.
pub fn strip_marks(word: &str) -> &str {
    let mut bare = word;
    loop {
        let shorter = bare.trim_end_matches(['+', '#', '!', '?', '.']);
        let shorter = ["e.p", "ep", "mate"]
            .into_iter()
            .find_map(|mark| shorter.strip_suffix(mark))
            .filter(|rest| rest.ends_with(|c: char| c.is_ascii_digit()))
            .unwrap_or(shorter);
        if shorter.len() == bare.len() {
            return bare;
        }
        bare = shorter;
    }
}

/// Castling by its sign: `O-O` or `O-O-O` with letters or zeros, any case, with or without dashes.
pub fn castling(word: &str) -> Option<Wing> {
    let plain = word.replace('-', "").replace('0', "O");
    match plain.to_ascii_uppercase().as_str() {
        "OO" => Some(Wing::King),
        "OOO" => Some(Wing::Queen),
        _ => None,
    }
}

/// At most 60 characters of a player's text, printable ASCII only, for quoting it back.
pub fn echo(text: &str) -> String {
    let plain = |c: char| match c.is_ascii_graphic() || c == ' ' {
        true => c,
        false => '?',
    };
    // One more than is shown, however long the text is.
    let mut shown: String = text.trim().chars().take(61).map(plain).collect();
    if shown.len() > 60 {
        shown.replace_range(60.., "...");
    }
    shown
}

/// Whether text that no game can read was still meant as a turn: a few words, each a single letter
/// or with a square or an `@` in it, and at least one square among them.
pub fn garbled(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let square = |word: &str| {
        let mut pairs = word.as_bytes().windows(2);
        pairs.any(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
    };
    let fits = |word: &&str| {
        word.len() <= 12 && (word.len() == 1 || square(word) || word.starts_with('@'))
    };
    words.len() <= 6 && words.iter().all(fits) && words.iter().any(|word| square(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_text_becomes_plain() {
        let clean = |t| clean(t).expect("short");
        assert_eq!(
            clean("\u{201c}Ng1\u{2013}f3\u{201d}\u{a0} @@e3"),
            "Ng1-f3 @@e3"
        );
        assert_eq!(strip_number("12... Nf6"), "Nf6");
        assert_eq!(strip_number("12. ... Nf6"), "Nf6");
        assert_eq!(strip_number("0-0"), "0-0");
        assert_eq!(
            actions("Ng1 - f3!?, then @@e3 & @g1-h3+"),
            ["Ng1-f3", "@@e3", "@g1-h3"]
        );
        assert_eq!(actions("e2 to e4 ; e5xd6e.p."), ["e2-e4", "e5xd6"]);
        assert_eq!(castling("0-0-0"), Some(Wing::Queen));
        assert_eq!(castling("oo"), Some(Wing::King));
        assert!(super::clean(&"x".repeat(1001)).is_err());
        assert_eq!(echo("a\u{7}b").len(), 3);
    }
}
