//! Sides, pieces, and where those that step or leap go. Where they may stand is part of that: the
//! palaces, and this side of the river.

use crate::rules::bitboard::Bitboard;
use crate::rules::game::Seat;
use crate::rules::square::{LOCATIONS, Square};

/// The 90 points.
pub const BOARD: Bitboard = Bitboard::rectangle(9, 10);

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first, up the board.
    Red,
    /// Moves second, down the board.
    Black,
}

impl Side {
    /// Both, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// The seat that plays this side.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// `Red`, `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "Red",
            Self::Black => "Black",
        }
    }

    /// The step of the grid by which its soldiers go forward.
    #[inline]
    pub const fn forward(self) -> i32 {
        match self {
            Self::Red => 11,
            Self::Black => -11,
        }
    }

    /// How many ranks `square` lies in front of the side's first rank.
    pub const fn ahead(self, square: Square) -> u8 {
        match self {
            Self::Red => square.rank(),
            Self::Black => 9 - square.rank(),
        }
    }

    /// The points across the river.
    #[inline]
    pub const fn beyond(self) -> Bitboard {
        const RED: Bitboard = half(5);
        const BLACK: Bitboard = half(0);
        match self {
            Self::Red => RED,
            Self::Black => BLACK,
        }
    }

    /// Its palace, in words.
    pub const fn palace(self) -> &'static str {
        match self {
            Self::Red => "d1 to f3",
            Self::Black => "d8 to f10",
        }
    }
}

/// The five ranks from `first` on.
const fn half(first: u8) -> Bitboard {
    let mut points = Bitboard::EMPTY;
    let mut i = 0;
    while i < 45 {
        points = points.with(on(i % 9, first + i / 9));
        i += 1;
    }
    points
}

/// The point on `file` (below 9) and `rank` (below 10).
pub const fn on(file: u8, rank: u8) -> Square {
    match Square::new(file, rank) {
        Some(square) => square,
        None => panic!("on the board"),
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// One point along a line in its palace.
    King,
    /// One point diagonally in its palace.
    Mandarin,
    /// Two points diagonally on its side of the river, the eye between them empty.
    Elephant,
    /// One point along a line, which must be empty, then one diagonally outward.
    Horse,
    /// Any distance along a line.
    Chariot,
    /// As the chariot, but it captures over exactly one piece.
    Cannon,
    /// One point forward, across the river also sideways.
    Soldier,
}

impl Role {
    /// All roles, by their number.
    pub const ALL: [Self; 7] = [
        Self::King,
        Self::Mandarin,
        Self::Elephant,
        Self::Horse,
        Self::Chariot,
        Self::Cannon,
        Self::Soldier,
    ];

    /// The letters by which a piece may be typed, those that are also read included.
    pub const LETTERS: &str = "KGAMEBHNRCPS";

    /// Its letter in turns and on the board.
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Mandarin => 'A',
            Self::Elephant => 'E',
            Self::Horse => 'H',
            Self::Chariot => 'R',
            Self::Cannon => 'C',
            Self::Soldier => 'P',
        }
    }

    /// Its letter in position texts, where the horse is N and the elephant B.
    pub const fn sign(self) -> char {
        match self {
            Self::Elephant => 'B',
            Self::Horse => 'N',
            other => other.letter(),
        }
    }

    /// The role that is meant by this letter, in upper case; G M B N S are read too.
    pub fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'K' | 'G' => Self::King,
            'A' | 'M' => Self::Mandarin,
            'E' | 'B' => Self::Elephant,
            'H' | 'N' => Self::Horse,
            'R' => Self::Chariot,
            'C' => Self::Cannon,
            'P' | 'S' => Self::Soldier,
            _ => return None,
        })
    }

    /// Its name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Mandarin => "mandarin",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Chariot => "chariot",
            Self::Cannon => "cannon",
            Self::Soldier => "soldier",
        }
    }

    /// Its name with the article.
    pub fn a(self) -> String {
        let article = if self == Self::Elephant { "an" } else { "a" };
        format!("{article} {}", self.name())
    }

    /// How many of them an army has; nothing is ever promoted, so that there are never more.
    pub const fn army(self) -> u32 {
        match self {
            Self::King => 1,
            Self::Soldier => 5,
            _ => 2,
        }
    }

    /// The Chinese character on the piece, in the traditional forms that differ between the sides.
    pub const fn character(self, side: Side) -> char {
        let (red, black) = match self {
            Self::King => ('帥', '將'),
            Self::Mandarin => ('仕', '士'),
            Self::Elephant => ('相', '象'),
            Self::Horse => ('傌', '馬'),
            Self::Chariot => ('俥', '車'),
            Self::Cannon => ('炮', '砲'),
            Self::Soldier => ('兵', '卒'),
        };
        match side {
            Side::Red => red,
            Side::Black => black,
        }
    }
}

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
