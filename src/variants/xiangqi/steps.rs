//! Where the pieces go that step or leap. Where they may stand is part of that: the palaces, and
//! this side of the river.

use crate::rules::bitboard::Bitboard;
use crate::rules::square::{LOCATIONS, Square};

use super::piece::{BOARD, Side};

/// Leaps of one point, each of which a piece on one other point stops.
#[derive(Clone, Copy)]
pub struct Lame {
    all: Bitboard,
    stops: [(Bitboard, Bitboard); 4],
}

impl Lame {
    const NONE: Self = Self {
        all: Bitboard::EMPTY,
        stops: [(Bitboard::EMPTY, Bitboard::EMPTY); 4],
    };

    /// Where the leaps go that nothing among `occupied` stops.
    #[inline]
    pub fn free(&self, occupied: Bitboard) -> Bitboard {
        let mut to = self.all;
        for (stop, leaps) in self.stops {
            if (stop & occupied).any() {
                to &= !leaps;
            }
        }
        to
    }

    /// Where its leaps would go on an empty board.
    #[inline]
    pub fn all(&self) -> Bitboard {
        self.all
    }
}

type Table<T> = [T; LOCATIONS];

static KING: Table<Bitboard> = palace_steps([(0, 1), (1, 0), (0, -1), (-1, 0)]);
static MANDARIN: Table<Bitboard> = palace_steps([(1, 1), (1, -1), (-1, -1), (-1, 1)]);
static ELEPHANT: Table<Lame> = elephants();
static HORSE: Table<Lame> = horses(false);
static HORSE_BACK: Table<Lame> = horses(true);
static SOLDIER: [Table<Bitboard>; 2] = [soldiers(Side::Red, 1), soldiers(Side::Black, 1)];
static SOLDIER_BACK: [Table<Bitboard>; 2] = [soldiers(Side::Red, -1), soldiers(Side::Black, -1)];

/// The point a step away, if it is on the board.
const fn step(from: Square, files: i8, ranks: i8) -> Option<Square> {
    match from.offset(files, ranks) {
        Some(to) if BOARD.has(to) => Some(to),
        _ => None,
    }
}

const fn in_palace(point: Square) -> bool {
    let (file, rank) = (point.file(), point.rank());
    file >= 3 && file <= 5 && (rank <= 2 || rank >= 7)
}

/// Steps within the palaces: along the lines from all their points, diagonally from centre and
/// corners alone.
const fn palace_steps(steps: [(i8, i8); 4]) -> Table<Bitboard> {
    let mut table = [Bitboard::EMPTY; LOCATIONS];
    let mut points = BOARD;
    while let Some(from) = points.first() {
        points = points.without(from);
        let mut n = 0;
        while n < 4 {
            let (files, ranks) = steps[n];
            let diagonal = files != 0 && ranks != 0;
            // The centres d-f: e2 (index 4, 1) and e9 (4, 8), where file and rank add up odd.
            let on_cross = (from.file() + from.rank()) % 2 == if from.rank() < 5 { 1 } else { 0 };
            if let Some(to) = step(from, files, ranks)
                && in_palace(from)
                && in_palace(to)
                && (!diagonal || on_cross)
            {
                table[from.index()] = table[from.index()].with(to);
            }
            n += 1;
        }
    }
    table
}

const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

const fn elephants() -> Table<Lame> {
    let mut table = [Lame::NONE; LOCATIONS];
    let mut points = BOARD;
    while let Some(from) = points.first() {
        points = points.without(from);
        let mut n = 0;
        while n < 4 {
            let (files, ranks) = DIAGONALS[n];
            if let Some(to) = step(from, 2 * files, 2 * ranks)
                && let Some(eye) = step(from, files, ranks)
                && (from.rank() < 5) == (to.rank() < 5)
            {
                let lame = &mut table[from.index()];
                lame.all = lame.all.with(to);
                lame.stops[n] = (Bitboard::of(eye), Bitboard::of(to));
            }
            n += 1;
        }
    }
    table
}

/// The horse's leaps from a point; turned `back`, the points from which a horse leaps there.
const fn horses(back: bool) -> Table<Lame> {
    const LINES: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let mut table = [Lame::NONE; LOCATIONS];
    let mut points = BOARD;
    while let Some(from) = points.first() {
        points = points.without(from);
        let mut n = 0;
        while n < 4 {
            let (stop, ends) = if back {
                // The leg stands diagonally beside the target, next to the horse.
                let (x, y) = DIAGONALS[n];
                ((x, y), [(2 * x, y), (x, 2 * y)])
            } else {
                let (x, y) = LINES[n];
                ((x, y), [(2 * x + y, 2 * y + x), (2 * x - y, 2 * y - x)])
            };
            let mut leaps = Bitboard::EMPTY;
            let mut m = 0;
            while m < 2 {
                if let Some(to) = step(from, ends[m].0, ends[m].1) {
                    leaps = leaps.with(to);
                }
                m += 1;
            }
            if let Some(leg) = step(from, stop.0, stop.1) {
                let lame = &mut table[from.index()];
                lame.stops[n] = (Bitboard::of(leg), leaps);
                let mut more = leaps;
                while let Some(to) = more.first() {
                    more = more.without(to);
                    lame.all = lame.all.with(to);
                }
            }
            n += 1;
        }
    }
    table
}

/// Steps of soldiers; turned back (`-1`), the points from which one steps there.
const fn soldiers(side: Side, way: i8) -> Table<Bitboard> {
    let mut table = [Bitboard::EMPTY; LOCATIONS];
    let forward = match side {
        Side::Red => 1,
        Side::Black => -1,
    };
    let steps = [(0, forward), (1, 0), (-1, 0)];
    let mut points = BOARD;
    while let Some(at) = points.first() {
        points = points.without(at);
        let mut n = 0;
        while n < 3 {
            let (files, ranks) = steps[n];
            if let Some(there) = step(at, files, ranks * way)
                && (files == 0 || side.beyond().has(at))
            {
                table[at.index()] = table[at.index()].with(there);
            }
            n += 1;
        }
    }
    table
}

/// Where a king on `from` steps; also from where one steps there.
#[inline]
pub fn king(from: Square) -> Bitboard {
    KING[from.index()]
}

/// Where a mandarin on `from` steps; also from where one steps there.
#[inline]
pub fn mandarin(from: Square) -> Bitboard {
    MANDARIN[from.index()]
}

/// Where an elephant on `from` leaps; also from where one leaps there.
#[inline]
pub fn elephant(from: Square) -> &'static Lame {
    &ELEPHANT[from.index()]
}

/// Where a horse on `from` leaps.
#[inline]
pub fn horse(from: Square) -> &'static Lame {
    &HORSE[from.index()]
}

/// From where a horse leaps to `to`.
#[inline]
pub fn horse_back(to: Square) -> &'static Lame {
    &HORSE_BACK[to.index()]
}

/// Where a soldier of `side` on `from` steps.
#[inline]
pub fn soldier(side: Side, from: Square) -> Bitboard {
    SOLDIER[side as usize][from.index()]
}

/// From where a soldier of `side` steps to `to`.
#[inline]
pub fn soldier_back(side: Side, to: Square) -> Bitboard {
    SOLDIER_BACK[side as usize][to.index()]
}
