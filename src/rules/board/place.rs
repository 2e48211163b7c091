//! Locations by file and rank, for texts and drawings.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::bitboard::BitboardOn;
use super::square::SquareOn;

/// A location of a board by its file and rank, whichever grid the board lies on: what a drawing shows.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Place {
    // The order of the fields makes that of the locations: rank by rank, from a1.
    rank: u8,
    file: u8,
}

impl Place {
    /// The most files that a board has here.
    pub const FILES: u8 = 12;

    /// The most ranks that a board has here.
    pub const RANKS: u8 = 11;

    /// The location on `file` and `rank`, both from 0; `None` beyond the largest board.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        match file < Self::FILES && rank < Self::RANKS {
            true => Some(Self { rank, file }),
            false => None,
        }
    }

    /// The file, 0 = a.
    pub const fn file(self) -> u8 {
        self.file
    }

    /// The rank, 0 = rank 1.
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// The same location of a grid; a1 for what is beyond it.
    pub fn on<const W: u8>(self) -> SquareOn<W> {
        SquareOn::new(self.file, self.rank).unwrap_or_default()
    }

    /// The larger of the distances in files and in ranks.
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file.abs_diff(other.file);
        let ranks = self.rank.abs_diff(other.rank);
        if files > ranks { files } else { ranks }
    }

    /// Adds its name to `text`.
    pub fn write(self, text: &mut String) {
        text.push(char::from(b'a' + self.file));
        let rank = self.rank + 1;
        if rank > 9 {
            text.push('1');
        }
        text.push(char::from(b'0' + rank % 10));
    }

    /// Reads `e4`, `L10`: a file letter in any case and the number of a rank, and nothing else.
    pub fn parse(text: &str) -> Option<Self> {
        let wide = || SquareOn::<{ Self::FILES }>::parse(text).map(Self::from);
        let high = || SquareOn::<{ Self::RANKS }>::parse(text).map(Self::from);
        wide().or_else(high)
    }
}

impl<const W: u8> From<SquareOn<W>> for Place {
    fn from(square: SquareOn<W>) -> Self {
        Self {
            rank: square.rank(),
            file: square.file(),
        }
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.to_string()
    }
}

impl TryFrom<String> for Place {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or(text)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(3);
        self.write(&mut text);
        f.pad(&text)
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Their names, in alphabetical order.
pub fn names(places: &[Place]) -> Vec<String> {
    let mut all: Vec<String> = places.iter().map(Place::to_string).collect();
    all.sort_unstable();
    all
}

/// The locations of a set, lowest first.
impl<const W: u8> From<BitboardOn<W>> for Vec<Place> {
    fn from(set: BitboardOn<W>) -> Self {
        set.map(Place::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_both_grids() {
        let all = |place: Place| Place::parse(&place.to_string()) == Some(place);
        let (mut last, mut count) = (None, 0);
        for rank in 0..Place::RANKS {
            for file in 0..Place::FILES {
                let place = Place::new(file, rank);
                // Neither grid has the last square of the largest board.
                let both = file < 11 || rank < 10;
                assert!(!both || place.is_some_and(all), "{place:?}");
                assert!(place > last);
                (last, count) = (place, count + 1);
            }
        }
        assert_eq!(count, 132);
        let l10 = Place::parse("L10").expect("on the wide grid");
        assert_eq!(Place::from(l10.on::<12>()), l10);
        assert_eq!(Place::parse("l11"), None);
    }
}
