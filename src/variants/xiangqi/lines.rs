//! Ranks and files as numbers of ten bits, and tables of what chariot and cannon see along them.
//!
//! A board of nine by ten has lines short enough that all ways to occupy one can be tabled; a
//! second set of the same pieces with files and ranks exchanged makes files as easy to read as
//! ranks.

use crate::rules::bitboard::Bitboard;
use crate::rules::square::{LOCATIONS, Square};

use super::piece::BOARD;

/// Ways to occupy a line of ten points.
const WAYS: usize = 1 << 10;

type Sights = [[u16; WAYS]; 10];

/// By place on the line and pieces on it: the places up to the first piece each way, included.
static FIRST: Sights = sights(0);
/// By place on the line and pieces on it: the places behind the first piece each way, up to the
/// second, included.
static SECOND: Sights = sights(1);
/// A file's bits as points of the a-file.
static COLUMN: [Bitboard; WAYS] = columns();
/// Each point with file and rank exchanged.
static TURNED: [Bitboard; LOCATIONS] = turned();
/// The other points of its rank and file.
static CROSS: [Bitboard; LOCATIONS] = crosses();

const fn sights(jumps: u32) -> Sights {
    let mut table = [[0; WAYS]; 10];
    let mut place = 0;
    while place < 10 {
        let mut way = 0;
        while way < WAYS {
            table[place][way] =
                sight(place as i32, way, jumps, 1) | sight(place as i32, way, jumps, -1);
            way += 1;
        }
        place += 1;
    }
    table
}

/// The places seen one way after `jumps` pieces have been passed over.
const fn sight(place: i32, way: usize, jumps: u32, step: i32) -> u16 {
    let (mut at, mut met, mut seen) = (place + step, 0, 0);
    while at >= 0 && at < 10 && met <= jumps {
        if met == jumps {
            seen |= 1 << at;
        }
        met += (way >> at) as u32 & 1;
        at += step;
    }
    seen
}

const fn columns() -> [Bitboard; WAYS] {
    let mut table = [Bitboard::EMPTY; WAYS];
    let mut way = 0;
    while way < WAYS {
        let mut rank = 0;
        while rank < 10 {
            if way >> rank & 1 == 1
                && let Some(point) = Square::new(0, rank)
            {
                table[way] = table[way].with(point);
            }
            rank += 1;
        }
        way += 1;
    }
    table
}

const fn turned() -> [Bitboard; LOCATIONS] {
    let mut table = [Bitboard::EMPTY; LOCATIONS];
    let mut all = Bitboard::GRID;
    while let Some(point) = all.first() {
        all = all.without(point);
        if let Some(there) = Square::new(point.rank(), point.file()) {
            table[point.index()] = Bitboard::of(there);
        }
    }
    table
}

const fn crosses() -> [Bitboard; LOCATIONS] {
    let mut table = [Bitboard::EMPTY; LOCATIONS];
    let mut all = BOARD;
    while let Some(point) = all.first() {
        all = all.without(point);
        let mut others = BOARD.without(point);
        while let Some(other) = others.first() {
            others = others.without(other);
            if other.file() == point.file() || other.rank() == point.rank() {
                table[point.index()] = table[point.index()].with(other);
            }
        }
    }
    table
}

/// All pieces of a board, twice: by rank, and with files and ranks exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    points: Bitboard,
    turned: Bitboard,
}

impl Crowd {
    /// No pieces.
    pub const EMPTY: Self = Self {
        points: Bitboard::EMPTY,
        turned: Bitboard::EMPTY,
    };

    /// Where they stand.
    #[inline]
    pub fn points(self) -> Bitboard {
        self.points
    }

    /// With a piece more.
    #[inline]
    pub fn with(self, point: Square) -> Self {
        Self {
            points: self.points.with(point),
            turned: self.turned | TURNED[point.index()],
        }
    }

    /// With a piece less.
    #[inline]
    pub fn without(self, point: Square) -> Self {
        Self {
            points: self.points.without(point),
            turned: self.turned & !TURNED[point.index()],
        }
    }

    /// What a table of sights says of both lines through `from`.
    #[inline]
    fn see(self, table: &Sights, from: Square) -> Bitboard {
        let (file, rank) = (from.file(), from.rank());
        let along = table[usize::from(file)][self.points.row(rank) & (WAYS - 1)];
        let row = Bitboard::from_row(rank, along & 0x1ff);
        row | self.see_file(table, from)
    }

    #[inline]
    fn see_file(self, table: &Sights, from: Square) -> Bitboard {
        let (file, rank) = (from.file(), from.rank());
        let up = table[usize::from(rank)][self.turned.row(file) & (WAYS - 1)];
        COLUMN[usize::from(up)].shift(i32::from(file))
    }

    /// The points up to the first piece each way along rank and file, included.
    #[inline]
    pub fn slide(self, from: Square) -> Bitboard {
        self.see(&FIRST, from)
    }

    /// The points behind the first piece each way, up to the second, included.
    #[inline]
    pub fn hop(self, from: Square) -> Bitboard {
        self.see(&SECOND, from)
    }

    /// The points up to the first piece along the file.
    #[inline]
    pub fn slide_file(self, from: Square) -> Bitboard {
        self.see_file(&FIRST, from)
    }
}

/// The other points of the same rank or file.
#[inline]
pub fn cross(at: Square) -> Bitboard {
    CROSS[at.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::geometry::{Direction, first_in, rook, slide};

    #[test]
    fn lines_are_what_walking_finds() {
        let mut seed = 1_u64;
        for _ in 0..300 {
            let mut crowd = Crowd::EMPTY;
            for point in BOARD {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                if seed >> 62 == 0 {
                    crowd = crowd.with(point);
                }
            }
            let blockers = crowd.points() | !BOARD;
            for from in BOARD {
                assert_eq!(crowd.slide(from), rook(from, blockers) & BOARD, "{from}");
                let mut behind = Bitboard::EMPTY;
                for way in [Direction::N, Direction::E, Direction::S, Direction::W] {
                    if let Some(screen) = first_in(way, from, crowd.points()) {
                        behind |= slide(way, screen, blockers);
                    }
                }
                assert_eq!(crowd.hop(from), behind & BOARD, "{from}");
            }
        }
    }
}
