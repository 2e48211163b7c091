//! Turns that are written in no notation: as a dictating machine hears them, and counted in squares.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::letters::{bare, latin};
use super::vocabulary::{Word, listed, meaning};
use crate::reading::phrases;
use crate::rules::Square;

/// Numbers as a machine writes down what it hears behind the letter of a file.
const HEARD: [(&str, char); 6] = [
    ("turns/heard-1", '1'),
    ("turns/heard-2", '2'),
    ("turns/heard-3", '3'),
    ("turns/heard-4", '4'),
    ("turns/heard-6", '6'),
    ("turns/heard-8", '8'),
];
/// Words that say that a pawn goes forward.
static FORWARD: LazyLock<HashSet<String>> = LazyLock::new(|| listed("turns/forward"));
/// Words that say so with a number in front of them or behind.
static STEPS: LazyLock<HashSet<String>> = LazyLock::new(|| listed("turns/steps"));
/// The pawns of king and queen, in languages that join the words.
const JOINED: [(&str, char); 2] = [("turns/kings-pawn", 'e'), ("turns/queens-pawn", 'd')];

/// A turn that was spoken, and written down by a machine: `E for` is e4.
pub fn heard(text: &str) -> Option<String> {
    let (file, word) = text.split_once(' ')?;
    if file.len() != 1 || !file.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let hears = |section| {
        let mut words = phrases(section).iter();
        words.any(|heard| word.eq_ignore_ascii_case(heard))
    };
    let (_, rank) = HEARD.iter().find(|(section, _)| hears(section))?;
    Some(format!("{}{rank}", file.to_ascii_lowercase()))
}

/// What may be meant where the steps of a pawn are counted, in each direction: `e2 pawn two squares forward`.
pub fn steps(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let said = |known: &HashSet<String>| words.iter().any(|word| known.contains(&bare(word)));
    let forward = said(&FORWARD);
    if !forward && !said(&STEPS) {
        return Vec::new();
    }
    let number = |word: &&str| match meaning(word) {
        Some(Word::Rank(rank)) => i8::try_from(rank).ok(),
        _ => word.parse().ok(),
    };
    let mut numbers = words.iter().filter_map(number);
    let count = numbers.find(|count| (1..=2).contains(count));
    if !forward && count.is_none() {
        return Vec::new();
    }
    let words = words.iter().map(|word| word.chars().map(latin).collect());
    let words: Vec<String> = words.collect();
    let squares = words.iter().filter_map(|word| Square::parse(word));
    let squares: Vec<Square> = squares.collect();
    let from = match &squares[..] {
        [from] => vec![*from],
        [] if count.is_some() => pawns(&words),
        _ => Vec::new(),
    };
    let count = count.unwrap_or(1);
    let ways = [(0, count), (0, -count), (count, 0), (-count, 0)];
    let moves = |from: Square| {
        let targets = ways.map(|(files, ranks)| from.offset(files, ranks));
        let targets = targets.into_iter().flatten();
        targets.map(move |to| format!("{from}-{to}"))
    };
    from.into_iter().flat_map(moves).collect()
}

/// Where the pawn of the king or the queen begins, for either side: `King's pawn two squares forward`.
fn pawns(words: &[String]) -> Vec<Square> {
    let names =
        |word: &String, section| phrases(section).iter().any(|name| bare(name) == bare(word));
    let mut all = words.iter();
    let joined = all.find_map(|word| JOINED.iter().find(|(joined, _)| names(word, joined)));
    let meant: Vec<Option<Word>> = words.iter().map(|word| meaning(word)).collect();
    let said = |piece| meant.contains(&Some(Word::Piece(piece)));
    let file = match joined {
        Some((_, file)) => *file,
        None if said('P') && said('K') => 'e',
        None if said('P') && said('Q') => 'd',
        None => return Vec::new(),
    };
    let squares = ["2", "7"].map(|rank| Square::parse(&format!("{file}{rank}")));
    squares.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_heard() {
        assert_eq!(heard("E for").as_deref(), Some("e4"));
        assert_eq!(heard("A for effort"), None);
        assert_eq!(heard("for e"), None);
    }

    #[test]
    fn steps_are_counted() {
        for text in [
            "e2 pawn two squares forward",
            "Bauer e2 zwei Felder vor",
            "le pion e2 avance de deux cases en avant",
            "peón e2 dos casillas adelante",
            "пешка e2 на две клетки вперед",
        ] {
            assert!(steps(text).contains(&"e2-e4".to_owned()), "{text}");
        }
        assert!(steps("e2 e4 forward").is_empty());
        assert!(steps("King's pawn, two steps").contains(&"e2-e4".to_owned()));
        assert!(steps("Damenbauer zwei Felder vor").contains(&"d7-d5".to_owned()));
        assert!(steps("the pawn on d2 goes up two").contains(&"d2-d4".to_owned()));
        assert!(steps("my king and two pawns are lost").is_empty());
        assert!(steps("le pion e2 ne bouge pas").is_empty());
    }
}
