//! Lines on the grid, and where they are cut.
//!
//! Boards are masks: pass as `blockers` whatever stops a rider, pieces and missing squares alike
//! (`occupied | !exists`), and cut the answer with `exists`.

use serde::{Deserialize, Serialize};

use super::bitboard::BitboardOn;
use super::square::{LOCATIONS, SIDE, SquareOn};

/// One of the eight compass directions, as the first seat sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// Up: the next rank, the same file.
    N,
    /// Up and right: the next rank, the next file.
    NE,
    /// Right: the same rank, the next file.
    E,
    /// Down and right: the rank before, the next file.
    SE,
    /// Down: the rank before, the same file.
    S,
    /// Down and left: the rank before, the file before.
    SW,
    /// Left: the same rank, the file before.
    W,
    /// Up and left: the next rank, the file before.
    NW,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = {
        use Direction::{E, N, NE, NW, S, SE, SW, W};
        [N, NE, E, SE, S, SW, W, NW]
    };

    /// The step in files and ranks.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::N => (0, 1),
            Self::NE => (1, 1),
            Self::E => (1, 0),
            Self::SE => (1, -1),
            Self::S => (0, -1),
            Self::SW => (-1, -1),
            Self::W => (-1, 0),
            Self::NW => (-1, 1),
        }
    }

    /// The direction of this step, both parts -1, 0 or 1 and not both 0.
    pub fn from_step(files: i8, ranks: i8) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.step() == (files, ranks))
    }

    /// The direction that leads back: south for north.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// The abbreviation in lower case, as the notation of 8-Piece Chess writes it: `ne`.
    pub const fn compass(self) -> &'static str {
        ["n", "ne", "e", "se", "s", "sw", "w", "nw"][self as usize]
    }

    /// Whether square indices rise this way.
    const fn rises(self) -> bool {
        matches!(self, Self::N | Self::NE | Self::E | Self::NW)
    }
}

/// What is on the lines between squares.
struct Lines {
    /// Rows are padded to 128 so that the sentinel bit 127 finds an empty ray.
    rays: [[u128; 128]; 8],
    between: [[u128; LOCATIONS]; LOCATIONS],
}

static LINES: Lines = lines::<SIDE>();
static WIDE_LINES: Lines = lines::<WIDE>();

/// Files of the grid that has other lines than the 11x11 grid.
const WIDE: u8 = 12;

/// The lines of the grid that is `W` files wide.
#[inline]
const fn lines_of<const W: u8>() -> &'static Lines {
    match W {
        SIDE => &LINES,
        _ => &WIDE_LINES,
    }
}

const fn lines<const W: u8>() -> Lines {
    let mut rays = [[0; 128]; 8];
    let mut between = [[0; LOCATIONS]; LOCATIONS];
    let mut d = 0;
    while d < 8 {
        let (files, ranks) = Direction::ALL[d].step();
        let mut i = 0;
        while i < BitboardOn::<W>::GRID.count() as usize {
            let mut at = SquareOn::<W>::raw(i as u32);
            while let Some(next) = at.offset(files, ranks) {
                between[i][next.index()] = rays[d][i];
                rays[d][i] |= 1 << next.index();
                at = next;
            }
            i += 1;
        }
        d += 1;
    }
    Lines { rays, between }
}

/// All locations from `from` (not included) in `direction` to the edge of the grid.
#[inline]
pub fn ray<const W: u8>(direction: Direction, from: SquareOn<W>) -> BitboardOn<W> {
    BitboardOn(lines_of::<W>().rays[direction as usize][from.index()])
}

/// The locations one step in `direction` from those of a set.
#[inline]
pub const fn step<const W: u8>(set: BitboardOn<W>, direction: Direction) -> BitboardOn<W> {
    let (files, ranks) = direction.step();
    let edge = match files {
        1 => BitboardOn::<W>::file(W - 1),
        -1 => BitboardOn::file(0),
        _ => BitboardOn::EMPTY,
    };
    BitboardOn(set.0 & !edge.0).shift(files as i32 + W as i32 * ranks as i32)
}

/// The locations that a slider on `from` sees in `direction`, up to and including the first of
/// `blockers`.
#[inline]
pub fn slide<const W: u8>(
    direction: Direction,
    from: SquareOn<W>,
    blockers: BitboardOn<W>,
) -> BitboardOn<W> {
    let rays = &lines_of::<W>().rays[direction as usize];
    let ray = rays[from.index()];
    let hit = ray & blockers.0;
    // Without a blocker the scan ends on a square whose ray is empty: the padding at 127 upwards,
    // a1 downwards.
    let first = if direction.rises() {
        (hit | 1 << 127).trailing_zeros()
    } else {
        127 - (hit | 1).leading_zeros()
    };
    BitboardOn(ray ^ rays[first as usize & 127])
}

/// The first of `blockers` in `direction` from `from`.
#[inline]
pub fn first_in<const W: u8>(
    direction: Direction,
    from: SquareOn<W>,
    blockers: BitboardOn<W>,
) -> Option<SquareOn<W>> {
    let hit = ray(direction, from) & blockers;
    if direction.rises() {
        hit.first()
    } else {
        hit.last()
    }
}

/// The locations behind the first of `blockers` in `direction`, up to and including the next one; a square that is
/// missing in `area` is no hurdle.
#[inline]
pub fn hop<const W: u8>(
    direction: Direction,
    from: SquareOn<W>,
    blockers: BitboardOn<W>,
    area: BitboardOn<W>,
) -> BitboardOn<W> {
    match first_in(direction, from, blockers) {
        Some(hurdle) if area.has(hurdle) => slide(direction, hurdle, blockers),
        _ => BitboardOn::EMPTY,
    }
}

/// The locations strictly between two that share a rank, file or diagonal; else none.
#[inline]
pub fn between<const W: u8>(a: SquareOn<W>, b: SquareOn<W>) -> BitboardOn<W> {
    BitboardOn(lines_of::<W>().between[a.index()][b.index()])
}

/// The direction from `a` to `b`, if they are different and share a rank, file or diagonal.
pub fn direction<const W: u8>(a: SquareOn<W>, b: SquareOn<W>) -> Option<Direction> {
    Direction::ALL.into_iter().find(|d| ray(*d, a).has(b))
}

/// Rook-wise slides, up to and including the first of `blockers` each way.
#[inline]
pub fn rook<const W: u8>(from: SquareOn<W>, blockers: BitboardOn<W>) -> BitboardOn<W> {
    slide(Direction::N, from, blockers)
        | slide(Direction::E, from, blockers)
        | slide(Direction::S, from, blockers)
        | slide(Direction::W, from, blockers)
}

/// Bishop-wise slides, up to and including the first of `blockers` each way.
#[inline]
pub fn bishop<const W: u8>(from: SquareOn<W>, blockers: BitboardOn<W>) -> BitboardOn<W> {
    slide(Direction::NE, from, blockers)
        | slide(Direction::SE, from, blockers)
        | slide(Direction::SW, from, blockers)
        | slide(Direction::NW, from, blockers)
}

/// The locations at most `steps` king steps away, `from` not included.
///
/// # Panics
/// More than 11 steps.
#[inline]
pub fn disc<const W: u8>(from: SquareOn<W>, steps: u8) -> BitboardOn<W> {
    static DISCS: Discs = discs::<SIDE>();
    static WIDE_DISCS: Discs = discs::<WIDE>();
    let discs = match W {
        SIDE => &DISCS,
        _ => &WIDE_DISCS,
    };
    BitboardOn(discs[steps as usize][from.index()])
}

/// By the number of steps and the location in the middle.
type Discs = [[u128; LOCATIONS]; WIDE as usize];

const fn discs<const W: u8>() -> Discs {
    let mut table = [[0; LOCATIONS]; WIDE as usize];
    let count = BitboardOn::<W>::GRID.count() as usize;
    let mut i = 0;
    while i < count {
        let mut j = 0;
        while j < count {
            let to = SquareOn::<W>::raw(j as u32);
            let mut steps = SquareOn::<W>::raw(i as u32).distance(to) as usize;
            while steps > 0 && steps < table.len() {
                table[steps][i] |= 1 << j;
                steps += 1;
            }
            j += 1;
        }
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    fn walk<const W: u8>(
        direction: Direction,
        from: SquareOn<W>,
        blockers: BitboardOn<W>,
    ) -> BitboardOn<W> {
        let (files, ranks) = direction.step();
        let mut seen = BitboardOn::EMPTY;
        let mut at = from;
        while let Some(next) = at.offset(files, ranks) {
            seen = seen.with(next);
            if blockers.has(next) {
                break;
            }
            at = next;
        }
        seen
    }

    #[test]
    fn slides_are_what_walking_finds() {
        slides_on_a_grid_of::<SIDE>();
        slides_on_a_grid_of::<WIDE>();
    }

    fn slides_on_a_grid_of<const W: u8>() {
        let mut seed = 1_u128;
        for from in BitboardOn::<W>::GRID {
            for direction in Direction::ALL {
                for density in 0..4 {
                    let mut blockers = BitboardOn::<W>::GRID.0;
                    for _ in 0..density {
                        seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645) + 1;
                        blockers &= seed ^ (seed >> 61);
                    }
                    let blockers = if density == 0 {
                        BitboardOn::EMPTY
                    } else {
                        BitboardOn(blockers)
                    };
                    let walked = walk(direction, from, blockers);
                    assert_eq!(
                        slide(direction, from, blockers),
                        walked,
                        "{from} {direction:?}"
                    );
                    let next = from.offset(direction.step().0, direction.step().1);
                    let next = next.map_or(BitboardOn::EMPTY, BitboardOn::of);
                    assert_eq!(step(BitboardOn::of(from), direction), next);
                    let first = walked & blockers;
                    assert_eq!(first_in(direction, from, blockers), first.first());
                }
            }
        }
    }

    #[test]
    fn lines_and_discs_are_measured_in_king_steps() {
        let at = |s| Square::parse(s).expect("square");
        assert_eq!(between(at("a1"), at("d4")).count(), 2);
        assert!(between(at("a1"), at("b3")).is_empty());
        assert_eq!(disc(at("f6"), 2).count(), 24);
        assert_eq!(disc(at("f6"), 5).count(), 120);
        assert_eq!(disc(at("a1"), 10).count(), 120);
        assert_eq!(direction(at("k11"), at("k1")), Some(Direction::S));
    }
}
