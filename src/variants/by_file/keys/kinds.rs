//! Types of piece of the format: the words for them, and how each moves
//! (docs/variants/betza-pieces.md, 6).

use std::borrow::Cow;
use std::fmt;

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

/// A type of piece, by its number in the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// Pawns, which have rules of their own.
    pub const PAWN: Self = Self(1);
    /// Knights, one of the ways in which a king may move.
    pub const KNIGHT: Self = Self(2);
    /// Rooks, with which kings castle unless a file says otherwise.
    pub const ROOK: Self = Self(4);
    /// Pieces that go one step straight, another way in which a king may move.
    pub const WAZIR: Self = Self(34);
    /// The royal piece.
    pub const KING: Self = Self(63);

    /// All of them in the format's order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..FIRST_CUSTOM + CUSTOM).chain([Self::KING.0]).map(Self)
    }

    /// The type with this word.
    pub fn find(word: &str) -> Option<Self> {
        Self::all().find(|kind| kind.word() == word)
    }

    /// Its number in the format, which orders pieces.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The format's word: `knight`, `customPiece3`.
    pub fn word(self) -> Cow<'static, str> {
        if self == Self::KING {
            return Cow::Borrowed("king");
        }
        match WORDS.get(usize::from(self.0) - 1) {
            Some((word, _)) => Cow::Borrowed(word),
            None => Cow::Owned(format!("customPiece{}", self.0 + 1 - FIRST_CUSTOM)),
        }
    }

    /// How it moves in the format's notation, unless a file says it.
    pub fn movement(self) -> &'static str {
        match WORDS.get(usize::from(self.0) - 1) {
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

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word())
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

    /// The set of one type.
    pub const fn of(kind: Kind) -> Self {
        Self(1 << kind.0)
    }

    /// Whether it is the word `*`.
    pub const fn is_all(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a type is in it; `*` holds none by itself.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// The set with another type.
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind.0)
    }

    /// The set without a type.
    #[must_use]
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind.0))
    }

    /// Those that are in it, in the format's order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::all().filter(move |kind| self.has(*kind))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(all: I) -> Self {
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
        assert_eq!(Kind::all().count(), 62);
        for kind in Kind::all() {
            assert_eq!(Kind::find(&kind.word()), Some(kind));
        }
        let number = |word| Kind::find(word).map(Kind::number);
        assert_eq!(number("centaur"), Some(36));
        assert_eq!(number("customPiece25"), Some(61));
        assert_eq!(number("king"), Some(63));
        assert_eq!(Kind::find("rook"), Some(Kind::ROOK));
        assert_eq!(Kind::find("wazir"), Some(Kind::WAZIR));
        assert_eq!(number("customPiece26"), None);
        assert_eq!(number("customPiece0"), None);
    }
}
