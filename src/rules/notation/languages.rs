//! The letters of the pieces of chess in other languages, for players who have chosen one.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::speech::Speech;
use crate::reading::by_language;

/// The pieces of chess that languages have letters for, by their English letters. A pawn has none in a turn.
const CHESS: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

/// How one language, or several with the same letters, write the pieces of chess.
#[derive(Debug, PartialEq, Eq)]
pub struct PieceLetters {
    /// What players call the language: its English name first, then its own names and codes, all in small letters.
    pub names: &'static [&'static str],
    /// King, queen, rook, bishop, knight.
    letters: [&'static str; 5],
}

/// All languages whose letters differ from the English ones, by their English names.
static LANGUAGES: LazyLock<Vec<PieceLetters>> = LazyLock::new(|| {
    let names: HashMap<_, _> = by_language("pieces/language").collect();
    let all = by_language("pieces/letters").filter_map(|(language, letters)| {
        let letters: Vec<&str> = letters.first()?.split(' ').collect();
        Some(PieceLetters {
            names: names.get(language)?,
            letters: letters.try_into().ok()?,
        })
    });
    let mut all: Vec<PieceLetters> = all.collect();
    all.sort_by_key(PieceLetters::name);
    all
});

impl PieceLetters {
    /// All languages that there are, by their English names.
    pub fn all() -> &'static [Self] {
        &LANGUAGES
    }

    /// The language that a player calls so; English, whose letters are those of the notation, is none.
    pub fn named(name: &str) -> Option<&'static Self> {
        let name = name.to_lowercase();
        let is_called = |language: &&Self| language.names.contains(&name.as_str());
        LANGUAGES.iter().find(is_called)
    }

    /// The English name of the language, in small letters.
    pub fn name(&self) -> &'static str {
        self.names[0]
    }

    /// The letters with those of the game for the same pieces; not those that have none in it.
    fn pairs<'a>(&'a self, speech: &'a Speech) -> impl Iterator<Item = (&'static str, char)> + 'a {
        let own = CHESS.iter().map(|chess| speech.letter(*chess));
        let pairs = self.letters.iter().zip(own);
        pairs.filter_map(|(letter, own)| Some((*letter, own?)))
    }

    /// Typed text with the letters of the game in place of this language's, where they are used as
    /// the letters of pieces: before a square, and behind what a pawn becomes. `None`: there are
    /// none. The text is cleaned.
    pub fn read(&self, text: &str, speech: &Speech<'_>) -> Option<String> {
        let mut read = String::with_capacity(text.len());
        let mut changed = false;
        let mut rest = text;
        let mut before = ' ';
        while let Some(next) = rest.chars().next() {
            let found = self
                .pairs(speech)
                .filter(|(letter, _)| rest.starts_with(*letter))
                // In Russian the king's letters begin with the knight's.
                .max_by_key(|(letter, _)| letter.len());
            if let Some((letter, own)) = found {
                let behind = &rest[letter.len()..];
                if begins_move(before, behind) || is_promotion(before, behind) {
                    changed |= !letter.eq(own.encode_utf8(&mut [0; 4]));
                    read.push(own);
                    before = own;
                    rest = behind;
                    continue;
                }
            }
            read.push(next);
            before = next;
            rest = &rest[next.len_utf8()..];
        }
        changed.then_some(read)
    }

    /// Whether text as it stands may name a piece of the game that no letter of this language stands for, as the `S` of a
    /// sentry where it is a knight in German.
    pub fn is_own(&self, text: &str, speech: &Speech<'_>) -> bool {
        let chess = CHESS.map(|chess| speech.letter(chess));
        let own = |letter: char| {
            let known = speech.has(letter);
            let here = || self.letters.iter().any(|other| other.starts_with(letter));
            known && !chess.contains(&Some(letter)) && here()
        };
        text.chars().any(own)
    }

    /// A turn in canonical text with this language's letters; `None` if nothing changes, or if a letter is that of
    /// another piece of the game.
    pub fn write(&self, canonical: &str, speech: &Speech<'_>) -> Option<String> {
        let is_taken = |letter: &str| {
            let mut kinds = speech.kinds.iter().map(|kind| kind.letter);
            kinds.any(|kind| {
                letter.starts_with(kind) && !self.pairs(speech).any(|(_, own)| own == kind)
            })
        };
        let mut written = String::with_capacity(canonical.len());
        for letter in canonical.chars() {
            match self.pairs(speech).find(|(_, own)| *own == letter) {
                Some((other, _)) if is_taken(other) => return None,
                Some((other, _)) => written.push_str(other),
                None => written.push(letter),
            }
        }
        (written != canonical).then_some(written)
    }
}

/// Whether a piece's letter is between these: at the beginning of a word, before where it goes.
fn begins_move(before: char, behind: &str) -> bool {
    let begins = !before.is_alphanumeric();
    let word: &str = behind.split([' ', ',', ';', '&']).next().unwrap_or("");
    let fits =
        |c: char| c.is_ascii_digit() || matches!(c, 'a'..='k' | 'x' | ':' | '-' | '=' | '@' | '*');
    let end = word.find(|c: char| !fits(c)).unwrap_or(word.len());
    begins && word[..end].contains(|c: char| c.is_ascii_digit()) && word[end..].chars().count() <= 4
}

/// Whether a letter follows a pawn's last square: `e8D`, `e8=D`, `e8(D)`.
fn is_promotion(before: char, behind: &str) -> bool {
    let ends = behind.chars().next().is_none_or(|c| !c.is_alphanumeric());
    ends && (before.is_ascii_digit() || matches!(before, '=' | '(' | '/'))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::rules::pieces::{PieceSet, PieceType, WHITE_AND_BLACK, piece_type};

    static TYPES: [PieceType; 7] = [
        piece_type('K', "king", "K"),
        piece_type('Q', "queen", "Q"),
        piece_type('R', "rook", "R"),
        piece_type('B', "bishop", "B"),
        piece_type('N', "knight", "N"),
        piece_type('P', "pawn", "fmW"),
        piece_type('S', "sentry", "B"),
    ];

    /// The first kinds of chess, and a sentry behind them.
    pub fn pieces(kinds: usize) -> PieceSet {
        PieceSet::new(&TYPES[..kinds], 'K', WHITE_AND_BLACK, (8, 8))
    }

    /// What they are called.
    pub fn speech(pieces: &PieceSet) -> Speech<'_> {
        Speech {
            squares: true,
            ..Speech::of(pieces)
        }
    }

    fn read(language: &str, text: &str) -> Option<String> {
        PieceLetters::named(language)?.read(text, &speech(&pieces(6)))
    }

    #[test]
    fn letters_before_squares_are_read() {
        assert_eq!(read("german", "Sf3").as_deref(), Some("Nf3"));
        assert_eq!(read("de", "Lb5-c6 @@e3").as_deref(), Some("Bb5-c6 @@e3"));
        assert_eq!(read("Deutsch", "e7-e8=D").as_deref(), Some("e7-e8=Q"));
        assert_eq!(read("deutsch", "exd8D+").as_deref(), Some("exd8Q+"));
        assert_eq!(read("french", "Rg1 Cb1xc3").as_deref(), Some("Kg1 Nb1xc3"));
        assert_eq!(read("russian", "Крg1").as_deref(), Some("Kg1"));
        assert_eq!(read("ru", "Кf3+").as_deref(), Some("Nf3+"));
        assert_eq!(read("turkish", "Kd1").as_deref(), Some("Rd1"));
        assert_eq!(read("polish", "Sf3, @@e3").as_deref(), Some("Nf3, @@e3"));
    }

    #[test]
    fn other_words_stay() {
        for text in [
            "e4",
            "Kf3",
            "Springer f3",
            "Danke",
            "bxc3",
            "O-O",
            "Der Turm",
        ] {
            assert_eq!(read("german", text), None, "{text}");
        }
        assert_eq!(PieceLetters::named("english"), None);
        assert_eq!(PieceLetters::named("klingon"), None);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let turns = [
            "Kg1-f2",
            "Qd1xd8",
            "Ra1-a2",
            "Bc1-g5",
            "Nb1-c3",
            "e7-e8=Q",
            "e7xd8=N",
            "Ng1-f3 @@e3",
        ];
        for language in PieceLetters::all() {
            for turn in turns {
                let written = language.write(turn, &speech(&pieces(6)));
                let read = written
                    .as_deref()
                    .and_then(|text| language.read(text, &speech(&pieces(6))));
                assert_eq!(
                    read.unwrap_or_else(|| turn.to_owned()),
                    turn,
                    "{} {written:?}",
                    language.name()
                );
            }
            assert_eq!(language.write("e2-e4", &speech(&pieces(6))), None);
            assert_eq!(language.write("O-O", &speech(&pieces(6))), None);
        }
    }

    #[test]
    fn a_letter_of_another_piece_of_the_game_is_not_written() {
        let german = PieceLetters::named("german").expect("known");
        assert_eq!(german.write("Ng1-f3", &speech(&pieces(7))), None);
        assert_eq!(
            german.write("Bc1-g5", &speech(&pieces(7))).as_deref(),
            Some("Lc1-g5")
        );
        assert!(
            german.is_own("Sf3", &speech(&pieces(7))) && !german.is_own("Sf3", &speech(&pieces(6)))
        );
    }
}
