//! Taking a typed line apart, without a look at any position.

use crate::rules::bitboard::Bitboard;
use crate::rules::notation::{Reading, actions, castling, promotion, readings};
use crate::rules::square::Square;

use super::army::{ABOUT, About, Kind};
use super::judge::SquareAction;
use super::rules::Rules;

/// One typed action, before it meets the position.
#[derive(Clone, Debug)]
pub enum Word {
    /// A piece move in all its readings, at least one.
    Piece(Vec<Reading>),
    /// Castling, queen's side or not.
    Castle(bool),
    /// Anything that begins with `@`.
    Square(SquareAction),
}

/// The letters of the pieces in this game.
pub fn letters(rules: &Rules) -> String {
    let kinds = (0..ABOUT.len() as u8).map(Kind);
    kinds.filter(|k| rules.has(*k)).map(Kind::letter).collect()
}

/// The actions of a line as typed: an `@` begins a new one even without a blank before it, and a
/// promotion's letter may stand apart.
pub fn split_words(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len() + 4);
    for c in text.chars() {
        if c == '@' && spaced.ends_with(|c: char| c.is_ascii_alphanumeric() || ")+#!?".contains(c))
        {
            spaced.push(' ');
        }
        spaced.push(c);
    }
    let mut words: Vec<String> = Vec::new();
    for word in actions(&spaced) {
        let alone = word.len() == 1 && word.starts_with(|c: char| c.is_ascii_alphabetic());
        match words.last_mut() {
            Some(last) if alone && last.ends_with(['1', '8']) => last.push_str(&word),
            _ => words.push(word),
        }
    }
    words
}

/// Reads a line into actions; `Err` holds the word that is none.
pub fn words(rules: &Rules, text: &str) -> Result<Vec<Word>, String> {
    let all = split_words(text);
    let read =
        |(i, word): (usize, &String)| read_word(rules, word, i == 0).ok_or_else(|| word.clone());
    all.iter().enumerate().map(read).collect()
}

fn on_board(square: Square) -> bool {
    Bitboard::BOARD_8X8.has(square)
}

fn read_word(rules: &Rules, word: &str, first: bool) -> Option<Word> {
    if let Some(queen) = castling(word) {
        return Some(Word::Castle(queen));
    }
    let word = &with_letter(rules, word);
    if word.starts_with('@') {
        return read_square_action(word).map(Word::Square);
    }
    let letters = letters(rules);
    let fits = |r: &Reading| {
        on_board(r.to)
            && r.file.is_none_or(|f| f < 8)
            && r.rank.is_none_or(|r| r < 8)
            && promotion(&r.tail).is_some()
    };
    let read = |word: &str, first| readings(word, &letters, first).into_iter().filter(fits);
    let mut all: Vec<Reading> = read(word, first).collect();
    // Betza's own names: WAg1-e3, FADc3:d4. Small letters may mean them where nothing else fits.
    let mut betza = |exact| {
        for about in ABOUT.iter().filter(|a| letters.contains(a.letter)) {
            if let Some(rest) = after_betza(about, word, exact) {
                all.extend(read(&format!("{}{rest}", about.letter), false));
            }
        }
        all.is_empty()
    };
    if betza(true) && first {
        betza(false);
    }
    all.dedup();
    (!all.is_empty()).then_some(Word::Piece(all))
}

/// What follows Betza's name of a piece at the beginning of `word`. The parts of a name made of
/// capitals alone may come in any order: `NB` is `BN`.
fn after_betza<'a>(about: &About, word: &'a str, exact: bool) -> Option<&'a str> {
    let (name, rest) = word.split_at_checked(about.betza.len())?;
    (name.len() > 1 && is_betza(about, name, exact)).then_some(rest)
}

fn is_betza(about: &About, name: &str, exact: bool) -> bool {
    let sorted = |name: &str| {
        let mut letters = name.as_bytes().to_vec();
        if name.bytes().all(|b| b.is_ascii_uppercase()) {
            letters.sort_unstable();
        }
        letters
    };
    match exact {
        true => sorted(name) == sorted(about.betza),
        false => {
            let upper = |name: &str| sorted(&name.to_ascii_uppercase());
            upper(name) == upper(about.betza)
        }
    }
}

/// The word with the letter of what a pawn becomes, where Betza's or the piece's full name was
/// written: `a8=FAD`, `a8=Fad`.
fn with_letter(rules: &Rules, word: &str) -> String {
    let Some((start, name)) = word.split_once('=') else {
        return word.to_owned();
    };
    let bare = name.trim_start_matches('(').trim_end_matches(')');
    let called = |k: &Kind| {
        let about = k.about();
        bare.len() > 1 && (is_betza(about, bare, false) || bare.eq_ignore_ascii_case(about.name))
    };
    let mut kinds = (0..ABOUT.len() as u8).map(Kind);
    match kinds.find(|k| rules.has(*k) && called(k)) {
        Some(kind) => format!("{start}={}", kind.letter()),
        None => word.to_owned(),
    }
}

/// `@@f3` or `@f3` places; `@g8-e6`, `@@g8-e6`, `@g8e6` move, `=Q` may follow.
fn read_square_action(word: &str) -> Option<SquareAction> {
    let rest = word.strip_prefix("@@").or_else(|| word.strip_prefix('@'))?;
    let (from, rest) = Square::lex(rest).filter(|(s, _)| on_board(*s))?;
    if rest.is_empty() {
        return Some(SquareAction::Place(from));
    }
    let target = rest
        .strip_prefix("->")
        .or_else(|| rest.strip_prefix(['-', '>']))
        .unwrap_or(rest);
    let (to, tail) = Square::lex(target).filter(|(s, _)| on_board(*s))?;
    let kind = match promotion(tail)? {
        None => None,
        Some(letter) => Some(Kind::from_letter(letter)?),
    };
    Some(SquareAction::Shift(from, to, kind))
}
