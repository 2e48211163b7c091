//! Where a piece can go, ready to look up.
//!
//! Boards are masks: `blockers` are whatever stops a rider, pieces and missing squares alike
//! (`occupied | !area`), and answers are to be cut with the squares that exist.

use crate::rules::Direction;
use crate::rules::board::bitboard::BitboardOn;
use crate::rules::board::square::{LOCATIONS, SIDE, SquareOn};

use super::movement::{Atom, Forward, Passage};
use super::ride::RideOn;

type Table<T> = Box<[T; LOCATIONS]>;

/// Leaps that a piece on the way stops: up to four ways of one or more squares, and the goals that they lead to.
pub type LameOn<const W: u8> = [(BitboardOn<W>, BitboardOn<W>); 4];

/// Where a piece can go.
#[derive(Clone, Debug, Default)]
pub struct ReachOn<const W: u8> {
    /// For each square, those that the piece reaches by leaps that nothing stops.
    pub leaps: Option<Table<BitboardOn<W>>>,
    /// Leaps that a piece may stop; of more than four different ways, the rest is in further tables.
    pub lame: Vec<Table<LameOn<W>>>,
    /// Slides and rides by oblique steps, until a piece stops them.
    pub rides: Vec<RideOn<W>>,
    /// Slides that begin behind a hurdle.
    pub hops: Vec<RideOn<W>>,
    /// Slides that end right behind a hurdle.
    pub grasshops: Vec<RideOn<W>>,
    /// Whether there are any but leaps over anything and rides.
    pub(super) stopped: bool,
}

/// Where a piece can go on the 11x11 grid.
pub type Reach = ReachOn<SIDE>;

impl<const W: u8> ReachOn<W> {
    /// The locations reached from `from`, blockers reached included; `area` are the squares that
    /// exist.
    #[inline]
    pub fn from(
        &self,
        from: SquareOn<W>,
        blockers: BitboardOn<W>,
        area: BitboardOn<W>,
    ) -> BitboardOn<W> {
        let mut to = self.leaps(from);
        for ride in &self.rides {
            to |= ride.see(from, blockers);
        }
        if self.stopped {
            to |= self.stopped_from(from, blockers, area);
        }
        to
    }

    fn stopped_from(
        &self,
        from: SquareOn<W>,
        blockers: BitboardOn<W>,
        area: BitboardOn<W>,
    ) -> BitboardOn<W> {
        let mut to = self.lame(from, blockers);
        for ride in &self.hops {
            to |= ride.hop(from, blockers, area);
        }
        for ride in &self.grasshops {
            to |= ride.grasshop(from, blockers, area);
        }
        to
    }

    /// Its leaps over anything.
    #[inline]
    pub fn leaps(&self, from: SquareOn<W>) -> BitboardOn<W> {
        let table = self.leaps.as_ref();
        table.map_or(BitboardOn::EMPTY, |table| table[from.index()])
    }

    /// Its leaps that none of `blockers` stops.
    #[inline]
    pub fn lame(&self, from: SquareOn<W>, blockers: BitboardOn<W>) -> BitboardOn<W> {
        let goals = |table: &Table<LameOn<W>>| unstopped(&table[from.index()], blockers);
        let all = self.lame.iter().map(goals);
        all.fold(BitboardOn::EMPTY, |to, goals| to | goals)
    }

    /// How far it slides in `direction` (see [`RideOn::far`]).
    pub fn far(&self, direction: Direction) -> u8 {
        let all = self.rides.iter().map(|r| r.far(direction));
        all.max().unwrap_or(0)
    }

    /// The squares from which it reaches each square: the same ways, gone backwards. Grasshoppers are to be asked for
    /// [`RideOn::grasshoppers`] then.
    pub fn back(&self) -> Self {
        let mut back = Self {
            rides: self.rides.iter().map(|r| r.back()).collect(),
            hops: self.hops.iter().map(|r| r.back()).collect(),
            grasshops: self.grasshops.iter().map(|r| r.back()).collect(),
            stopped: self.stopped,
            ..Self::default()
        };
        for from in BitboardOn::GRID {
            for to in self.leaps(from) {
                back.add_leap(to, from);
            }
            for (way, goals) in self.lame.iter().flat_map(|table| table[from.index()]) {
                for to in goals {
                    back.add_lame(to, way, from);
                }
            }
        }
        back
    }

    fn add_leap(&mut self, from: SquareOn<W>, to: SquareOn<W>) {
        let none = || Box::new([BitboardOn::EMPTY; LOCATIONS]);
        self.leaps.get_or_insert_with(none)[from.index()] |= BitboardOn::of(to);
    }

    /// Adds a leap that any piece on `way` stops.
    fn add_lame(&mut self, from: SquareOn<W>, way: BitboardOn<W>, to: SquareOn<W>) {
        let fits =
            |entry: &&mut (BitboardOn<W>, BitboardOn<W>)| entry.0 == way || entry.0.is_empty();
        for table in &mut self.lame {
            if let Some(entry) = table[from.index()].iter_mut().find(fits) {
                *entry = (way, entry.1.with(to));
                return;
            }
        }
        let mut table = Box::new([LameOn::default(); LOCATIONS]);
        table[from.index()][0] = (way, BitboardOn::of(to));
        self.lame.push(table);
    }

    /// Adds the ways of an atom.
    pub fn add(
        &mut self,
        atom: Atom,
        forward: Forward,
        origins: BitboardOn<W>,
        goals: BitboardOn<W>,
    ) {
        let step = forward.step(atom.step);
        self.stopped |= atom.passage != Passage::Free;
        if atom.limit > 1 {
            let ride = RideOn::new(atom.limit, step, origins, goals);
            let rides = match atom.passage {
                Passage::Over => &mut self.hops,
                Passage::Behind => &mut self.grasshops,
                Passage::Free | Passage::Lame => &mut self.rides,
            };
            ride.join(rides);
            return;
        }
        for from in origins {
            let Some(to) = from.offset(step.0, step.1).filter(|to| goals.has(*to)) else {
                continue;
            };
            match atom.passage {
                Passage::Lame => self.add_lame(from, way(from, step), to),
                _ => self.add_leap(from, to),
            }
        }
    }
}

/// The squares that a lame leap crosses: it goes straight along its longer part first, then on by diagonal steps.
fn way<const W: u8>(from: SquareOn<W>, (files, ranks): (i8, i8)) -> BitboardOn<W> {
    let (mut x, mut y) = (0_i8, 0_i8);
    let crossed = std::iter::from_fn(|| {
        let (left, up) = (files - x, ranks - y);
        x += if left.abs() >= up.abs() {
            left.signum()
        } else {
            0
        };
        y += if up.abs() >= left.abs() {
            up.signum()
        } else {
            0
        };
        (x, y).ne(&(files, ranks)).then(|| from.offset(x, y))
    });
    crossed.flatten().collect()
}

/// The goals of lame leaps that no piece stops.
#[inline]
pub fn unstopped<const W: u8>(lame: &LameOn<W>, blockers: BitboardOn<W>) -> BitboardOn<W> {
    let is_free = |(stop, _): &&(BitboardOn<W>, BitboardOn<W>)| (*stop & blockers).is_empty();
    let free = lame.iter().filter(is_free);
    free.fold(BitboardOn::EMPTY, |to, (_, goals)| to | *goals)
}
