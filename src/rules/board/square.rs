//! Locations on the grid that a board lies on.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::place::Place;

/// A location of a grid that is `W` files wide: file + `W` * rank, both from 0. Smaller boards fill its
/// lower left corner. Whether a square exists there is for a board's mask to say (docs/rules/README.md,
/// Squares).
///
/// There are two grids, so that 128 bits hold a set of locations of either: 11 files by 11 ranks, which
/// the games of our own have ([`Square`]), and 12 files by 10 ranks, which games by file have.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct SquareOn<const W: u8>(u8);

/// A location of the 11x11 grid.
pub type Square = SquareOn<SIDE>;

/// Files and ranks of the 11x11 grid.
pub const SIDE: u8 = 11;

/// Locations of the 11x11 grid; the other one has one less.
pub const LOCATIONS: usize = 121;

impl<const W: u8> SquareOn<W> {
    /// The ranks of the grid.
    pub const RANKS: u8 = LOCATIONS as u8 / W;

    /// The steps from one edge of the grid to the other, the longer way.
    pub const FAR: u8 = if W > Self::RANKS { W } else { Self::RANKS } - 1;

    /// The location on `file` and `rank`, both from 0; `None` off the grid.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < W && rank < Self::RANKS {
            Some(Self(file + W * rank))
        } else {
            None
        }
    }

    /// For tables and bit scans that never leave 0..128; the sentinel bits above 120 index
    /// padding.
    #[inline]
    pub(in crate::rules) const fn raw(index: u32) -> Self {
        Self(index as u8)
    }

    /// The index of the location: `a1`, `b1`, … from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 = a.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % W
    }

    /// The rank, 0 = rank 1.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / W
    }

    /// Whether it is dark, as a1 is.
    #[inline]
    pub const fn is_dark(self) -> bool {
        (self.file() + self.rank()).is_multiple_of(2)
    }

    /// The location `files` to the right and `ranks` up, if it is on the grid.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let (file, rank) = (self.file(), self.rank());
        Self::new(
            file.wrapping_add_signed(files),
            rank.wrapping_add_signed(ranks),
        )
    }

    /// The larger of the distances in files and in ranks.
    pub const fn distance(self, other: Self) -> u8 {
        let f = self.file().abs_diff(other.file());
        let r = self.rank().abs_diff(other.rank());
        if f > r { f } else { r }
    }

    /// Reads `e4`, `K11`: a file letter in any case and the number of a rank, and nothing else.
    ///
    /// ```
    /// use zugpost::rules::board::square::Square;
    ///
    /// let e4 = Square::parse("E4").unwrap();
    /// assert_eq!((e4.file(), e4.rank(), e4.to_string()), (4, 3, "e4".to_owned()));
    /// assert_eq!(Square::parse("e12"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let (square, rest) = Self::lex(text)?;
        rest.is_empty().then_some(square)
    }

    /// Reads a square at the beginning of `text`, the longest rank that fits, and returns what
    /// follows it.
    pub fn lex(text: &str) -> Option<(Self, &str)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.to_ascii_lowercase().checked_sub(b'a')?;
        let tens = bytes.get(1) == Some(&b'1') && matches!(bytes.get(2), Some(b'0' | b'1'));
        let (rank, len) = if tens {
            (10 + (bytes[2] - b'0'), 3)
        } else {
            (bytes.get(1)?.checked_sub(b'0').filter(|d| *d <= 9)?, 2)
        };
        Some((Self::new(file, rank.checked_sub(1)?)?, &text[len..]))
    }
}

impl<const W: u8> SquareOn<W> {
    /// Adds its name to `text`.
    pub fn write(self, text: &mut String) {
        Place::from(self).write(text);
    }
}

impl<const W: u8> From<SquareOn<W>> for String {
    fn from(square: SquareOn<W>) -> Self {
        square.to_string()
    }
}

impl<const W: u8> TryFrom<String> for SquareOn<W> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or(text)
    }
}

impl<const W: u8> fmt::Display for SquareOn<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(3);
        self.write(&mut text);
        f.pad(&text)
    }
}

impl<const W: u8> fmt::Debug for SquareOn<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
