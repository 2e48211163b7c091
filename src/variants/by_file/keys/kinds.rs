//! Types of piece of the format: the words for them, and how each moves
//! (docs/variants/betza-pieces.md, 6).

use std::borrow::Cow;
use std::fmt;

pub use crate::rules::composed::army::Word;

/// The words in the format's order, and the movements in its notation. The order decides who keeps a letter that two
/// pieces are given, and how hands are written.
const WORDS: [(&str, &str); 36] = [
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// The number of `customPiece1`.
const FIRST_CUSTOM: u8 = WORDS.len() as u8 + 1;
/// How many pieces of its own a game may have.
const CUSTOM: u8 = 25;

impl Word {
    /// All of them in the format's order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..FIRST_CUSTOM + CUSTOM).chain([Self::KING.0]).map(Self)
    }

    /// The type with this word.
    pub fn find(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.name() == name)
    }

    fn row(self) -> Option<&'static (&'static str, &'static str)> {
        WORDS.get(usize::from(self.0).checked_sub(1)?)
    }

    /// The format's word: `knight`, `customPiece3`.
    pub fn name(self) -> Cow<'static, str> {
        if self == Self::KING {
            return Cow::Borrowed("king");
        }
        match self.row() {
            Some((word, _)) => Cow::Borrowed(word),
            None => Cow::Owned(format!(
                "customPiece{}",
                self.0.saturating_sub(FIRST_CUSTOM - 1)
            )),
        }
    }

    /// How it moves in the format's notation, unless a file says it.
    pub fn movement(self) -> &'static str {
        match self.row() {
            Some((_, movement)) => movement,
            None if self == Self::KING => "K",
            None => "",
        }
    }

    /// Whether its movement comes from the file.
    pub const fn is_custom(self) -> bool {
        self.0 >= FIRST_CUSTOM && self.0 < FIRST_CUSTOM + CUSTOM
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// A set of types of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kinds(u64);

impl Kinds {
    /// No type.
    pub const NONE: Self = Self(0);
    /// The word `*` of the format: all pieces together.
    pub const ALL: Self = Self(1);

    /// Whether it is the word `*`.
    pub const fn is_all(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a type is in it; `*` holds none by itself.
    pub const fn has(self, kind: Word) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// The set with another type.
    #[must_use]
    pub const fn with(self, kind: Word) -> Self {
        Self(self.0 | 1 << kind.0)
    }

    /// The set without a type.
    #[must_use]
    pub const fn without(self, kind: Word) -> Self {
        Self(self.0 & !(1 << kind.0))
    }

    /// Those that are in it, in the format's order.
    pub fn iter(self) -> impl Iterator<Item = Word> {
        Word::all().filter(move |kind| self.has(*kind))
    }
}

impl FromIterator<Word> for Kinds {
    fn from_iter<I: IntoIterator<Item = Word>>(all: I) -> Self {
        all.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.is_all().then(|| "*".to_owned());
        let words = all
            .into_iter()
            .chain(self.iter().map(|kind| kind.to_string()));
        match words.collect::<Vec<_>>().join(" ").as_str() {
            "" => f.write_str("-"),
            words => f.write_str(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_are_those_of_the_format() {
        assert_eq!(Word::all().count(), 62);
        for kind in Word::all() {
            assert_eq!(Word::find(&kind.name()), Some(kind));
        }
        let number = |word| Word::find(word).map(|word| word.0);
        assert_eq!(number("centaur"), Some(36));
        assert_eq!(number("customPiece25"), Some(61));
        assert_eq!(number("king"), Some(63));
        assert_eq!(Word::find("rook"), Some(Word::ROOK));
        assert_eq!(Word::find("wazir"), Some(Word::WAZIR));
        assert_eq!(number("customPiece26"), None);
        assert_eq!(number("customPiece0"), None);
    }
}
