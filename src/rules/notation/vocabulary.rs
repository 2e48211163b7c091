//! The words in which people write turns, in small letters without accents.
//!
//! A word is here only if it cannot mean anything else in a line that is made of such words,
//! squares and signs alone. So Turkish `at` (knight) and Romanian `turn` (rook) are missing.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::letters::bare;
use crate::reading::phrases;
use crate::rules::Wing;

/// What a word says in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A piece of chess, by its English letter.
    Piece(char),
    /// A piece of another game, by its English name.
    Kind(&'static str),
    /// What leads to the destination: `to`.
    To,
    /// That a piece is captured: `takes`.
    Capture,
    /// What a pawn becomes follows: `promotes`.
    Promote,
    /// Check, mate and en passant, which turns need not say.
    Mark,
    /// What says nothing that a turn needs: `the`, `from`.
    Filler,
    /// What says that a piece is the opponent's, which only is said of one that is taken.
    Your,
    /// That the turn is castling, without its side: `castles`.
    Castle,
    /// A side of castling.
    Side(Wing),
    /// What comes beside a side: `side`.
    Flank,
    /// A square as a thing that is placed or moved.
    Square,
    /// What a square does with the piece on it: `carries`.
    Carry,
    /// To place one, or to put a piece from a hand on the board.
    Place,
    /// Where captured pieces are that come back to the board.
    Hand,
    /// What begins a further action: `and`.
    And,
    /// What parts turns of which one alone is meant, or denies one.
    Or,
    /// A rank, from 1.
    Rank(u8),
    /// A file, from 0.
    File(u8),
}

/// Each meaning with the section of its words.
const WORDS: &[(Word, &str)] = &[
    (Word::Piece('K'), "pieces/king"),
    (Word::Piece('Q'), "pieces/queen"),
    (Word::Piece('R'), "pieces/rook"),
    (Word::Piece('B'), "pieces/bishop"),
    (Word::Piece('N'), "pieces/knight"),
    (Word::Piece('P'), "pieces/pawn"),
    (Word::Kind("cannon"), "pieces/cannon"),
    (Word::Kind("chariot"), "pieces/chariot"),
    (Word::Kind("elephant"), "pieces/elephant"),
    (Word::Kind("advisor"), "pieces/advisor"),
    (Word::Kind("general"), "pieces/general"),
    (Word::Kind("soldier"), "pieces/soldier"),
    (Word::Kind("lancer"), "pieces/lancer"),
    (Word::Kind("sentry"), "pieces/sentry"),
    (Word::Kind("jailer"), "pieces/jailer"),
    (Word::To, "turns/to"),
    (Word::Capture, "turns/takes"),
    (Word::Promote, "turns/promotes"),
    (Word::Mark, "turns/check"),
    (Word::Filler, "turns/little"),
    (Word::Your, "turns/your"),
    (Word::Castle, "turns/castling"),
    (Word::Side(Wing::King), "turns/king-side"),
    (Word::Side(Wing::Queen), "turns/queen-side"),
    (Word::Flank, "turns/side"),
    (Word::Hand, "turns/hand"),
    (Word::Square, "turns/square"),
    (Word::Carry, "turns/carries"),
    (Word::Place, "turns/place"),
    (Word::And, "turns/and"),
    (Word::Or, "turns/or"),
    (Word::Rank(1), "turns/one"),
    (Word::Rank(2), "turns/two"),
    (Word::Rank(3), "turns/three"),
    (Word::Rank(4), "turns/four"),
    (Word::Rank(5), "turns/five"),
    (Word::Rank(6), "turns/six"),
    (Word::Rank(7), "turns/seven"),
    (Word::Rank(8), "turns/eight"),
    (Word::Rank(9), "turns/nine"),
    (Word::Rank(10), "turns/ten"),
    (Word::File(0), "turns/file-a"),
    (Word::File(1), "turns/file-b"),
    (Word::File(2), "turns/file-c"),
    (Word::File(3), "turns/file-d"),
    (Word::File(4), "turns/file-e"),
    (Word::File(5), "turns/file-f"),
    (Word::File(6), "turns/file-g"),
    (Word::File(7), "turns/file-h"),
    (Word::File(8), "turns/file-i"),
];

/// What each word of the table says. Every part of every line of a mail is looked up, most of them several times.
static MEANINGS: LazyLock<HashMap<String, Vec<Word>>> = LazyLock::new(|| {
    let mut all: HashMap<String, Vec<Word>> = HashMap::new();
    for (says, section) in WORDS {
        for word in phrases(section) {
            let known = all.entry(bare(word)).or_default();
            if !known.contains(says) {
                known.push(*says);
            }
        }
    }
    all
});

/// Everything that a word may say, the first of the table first.
pub fn meanings(word: &str) -> impl Iterator<Item = Word> {
    let said = MEANINGS.get(bare(word).as_str());
    said.into_iter().flatten().copied()
}

/// The words of a section without accents.
pub fn listed(section: &str) -> HashSet<String> {
    phrases(section).iter().map(|word| bare(word)).collect()
}

/// The words that begin a further action, and at the beginning a plan.
pub static LATER: LazyLock<HashSet<String>> = LazyLock::new(|| listed("turns/later"));

/// The verbs that `se` may stand in front of.
pub static REFLEXIVE: LazyLock<HashSet<String>> = LazyLock::new(|| listed("turns/reflexive"));

/// The words that a capture's own piece follows.
pub static WITH: LazyLock<HashSet<String>> = LazyLock::new(|| listed("turns/with"));

/// What a word says outside castling, where `king` and `queen` are pieces.
pub fn meaning(word: &str) -> Option<Word> {
    meanings(word).find(|says| !matches!(says, Word::Side(_) | Word::Flank))
}

/// The shortest word of which a slip of the keyboard is known.
const SHORTEST: usize = 5;

/// The names of pieces that are long enough, by their first letters.
static PIECES: LazyLock<HashMap<char, Vec<(&String, Word)>>> = LazyLock::new(|| {
    let mut all: HashMap<char, Vec<(&String, Word)>> = HashMap::new();
    for (word, says) in MEANINGS.iter() {
        let piece = says
            .iter()
            .find(|says| matches!(says, Word::Piece(_) | Word::Kind(_)));
        if let (Some(says), Some(first)) = (piece, word.chars().next())
            && word.chars().count() >= SHORTEST
        {
            all.entry(first).or_default().push((word, *says));
        }
    }
    all
});

/// The piece whose name is a word but for one slip: a letter too many, too few, another one, or two that are exchanged.
pub fn nearest_piece(word: &str) -> Option<Word> {
    let word = bare(word);
    let near =
        |name: &str| name.len().abs_diff(word.len()) <= 1 && strsim::osa_distance(name, &word) == 1;
    let mut found = PIECES.get(&word.chars().next()?)?.iter();
    let (_, says) = found.clone().find(|(name, _)| near(name))?;
    let is_same = found.all(|(name, other)| other == says || !near(name));
    (is_same && word.chars().count() >= SHORTEST).then_some(*says)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_looked_up_without_accents() {
        for (says, section) in WORDS {
            for word in phrases(section) {
                assert!(!word.contains(' '), "{word}");
                assert!(meanings(word).any(|found| found == *says), "{word}");
            }
        }
    }

    #[test]
    fn slips_in_names_of_pieces_are_seen() {
        for (word, piece) in [
            ("sprinegr", Some(Word::Piece('N'))),
            ("cavallier", Some(Word::Piece('N'))),
            ("Bishp", Some(Word::Piece('B'))),
            ("spring", None),
            ("tor", None),
        ] {
            assert_eq!(nearest_piece(word), piece, "{word}");
        }
    }

    #[test]
    fn words_say_one_thing_of_a_move() {
        for (says, section) in WORDS {
            for word in phrases(section) {
                let apart = matches!(says, Word::Side(_) | Word::Flank);
                assert!(apart || meaning(word) == Some(*says), "{word}");
            }
        }
    }
}
