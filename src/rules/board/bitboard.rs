//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use serde::{Deserialize, Serialize};

use super::square::{SIDE, SquareOn};

/// A set of locations of a grid that is `W` files wide, one bit each. No bit beyond the last location is
/// ever set.
///
/// It is its own iterator, lowest square first; its own `any`, `count` and `last` go before those
/// of [`Iterator`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<SquareOn<W>>", from = "Vec<SquareOn<W>>")]
pub struct BitboardOn<const W: u8>(pub(super) u128);

/// A set of locations of the 11x11 grid.
pub type Bitboard = BitboardOn<SIDE>;

impl<const W: u8> BitboardOn<W> {
    const ALL: u128 = (1 << (W as u32 * SquareOn::<W>::RANKS as u32)) - 1;

    /// The set that contains no square.
    pub const EMPTY: Self = Self(0);
    /// All locations of the grid.
    pub const GRID: Self = Self(Self::ALL);
    /// The 8x8 board `a1`–`h8`.
    pub const BOARD_8X8: Self = Self::rectangle(8, 8);

    /// The locations of the first `files` files and `ranks` ranks (at most those of the grid).
    pub const fn rectangle(files: u8, ranks: u8) -> Self {
        let mut bits = 0;
        let mut rank = 0;
        while rank < ranks && rank < SquareOn::<W>::RANKS {
            bits |= ((1 << files) - 1) << (rank * W);
            rank += 1;
        }
        Self(bits & Self::ALL)
    }

    /// All of the ranks from `first` to `last`, both from 0.
    pub const fn ranks(first: u8, last: u8) -> Self {
        Self(((1 << ((last - first + 1) * W)) - 1) << (first * W))
    }

    /// A bit for each square, by its index.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of these bits; those beyond the grid are left out.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL)
    }

    /// The squares that are in either set; as `|`, for constants.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// All of one rank, from 0.
    pub const fn rank(rank: u8) -> Self {
        Self::ranks(rank, rank)
    }

    /// All of one file, from 0.
    pub const fn file(file: u8) -> Self {
        Self(Self::rectangle(file + 1, W).0 ^ Self::rectangle(file, W).0)
    }

    /// The locations of one rank, from 0, whose bits are set in `bits`, file a the lowest.
    #[inline]
    pub const fn from_row(rank: u8, bits: u16) -> Self {
        Self((bits as u128 & ((1 << W) - 1)) << (rank * W))
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: SquareOn<W>) -> Self {
        Self(1 << square.index())
    }

    /// Whether no square is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in it.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many squares are in it.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether more than one square is in it.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `square` is in it.
    #[inline]
    pub const fn has(self, square: SquareOn<W>) -> bool {
        self.0 & (1 << square.index()) != 0
    }

    /// The set with `square` added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: SquareOn<W>) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set with `square` taken out.
    #[inline]
    #[must_use]
    pub const fn without(self, square: SquareOn<W>) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// The lowest square in it.
    #[inline]
    pub fn first(self) -> Option<SquareOn<W>> {
        self.any().then(|| SquareOn::raw(self.0.trailing_zeros()))
    }

    /// The highest square in it.
    #[inline]
    pub fn last(self) -> Option<SquareOn<W>> {
        self.any()
            .then(|| SquareOn::raw(127 - self.0.leading_zeros()))
    }

    /// All bits moved by one step of the grid: `W` is one rank up, `-1` one file to the left.
    /// Bits run over from file to file; mask them where the board has a margin or with a file.
    #[inline]
    #[must_use]
    pub const fn shift(self, by: i32) -> Self {
        Self(if by >= 0 { self.0 << by } else { self.0 >> -by } & Self::ALL)
    }
}

impl<const W: u8> BitboardOn<W> {
    /// The squares by name, in alphabetical order.
    pub fn names(self) -> Vec<String> {
        let mut all: Vec<String> = self.map(|square| square.to_string()).collect();
        all.sort_unstable();
        all
    }

    /// Whether a bishop on one of the squares could come to each other one.
    pub fn is_of_one_shade(self) -> bool {
        let (mut squares, first) = (self, self.first());
        first.is_none_or(|first| squares.all(|s| s.is_dark() == first.is_dark()))
    }
}

impl<const W: u8> Iterator for BitboardOn<W> {
    type Item = SquareOn<W>;

    #[inline]
    fn next(&mut self) -> Option<SquareOn<W>> {
        let square = self.first()?;
        self.0 &= self.0.wrapping_sub(1);
        Some(square)
    }
}

impl<const W: u8> From<BitboardOn<W>> for Vec<SquareOn<W>> {
    fn from(all: BitboardOn<W>) -> Self {
        all.collect()
    }
}

impl<const W: u8> From<Vec<SquareOn<W>>> for BitboardOn<W> {
    fn from(all: Vec<SquareOn<W>>) -> Self {
        all.into_iter().collect()
    }
}

impl<const W: u8> FromIterator<SquareOn<W>> for BitboardOn<W> {
    fn from_iter<I: IntoIterator<Item = SquareOn<W>>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<const W: u8> Not for BitboardOn<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL)
    }
}

macro_rules! operator {
    ($($op:ident $fun:ident $assign:ident $assign_fun:ident),*) => {$(
        impl<const W: u8> $op for BitboardOn<W> {
            type Output = Self;
            #[inline]
            fn $fun(self, other: Self) -> Self {
                Self(self.0.$fun(other.0))
            }
        }
        impl<const W: u8> $assign for BitboardOn<W> {
            #[inline]
            fn $assign_fun(&mut self, other: Self) {
                self.0 = self.0.$fun(other.0);
            }
        }
    )*};
}
operator!(
    BitAnd bitand BitAndAssign bitand_assign,
    BitOr bitor BitOrAssign bitor_assign
);

impl<const W: u8> fmt::Debug for BitboardOn<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
