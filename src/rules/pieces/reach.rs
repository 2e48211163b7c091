//! Where a piece can go, ready to look up.
//!
//! Boards are masks: `blockers` are whatever stops a rider, pieces and missing squares alike
//! (`occupied | !area`), and answers are to be cut with the squares that exist.

use crate::rules::Direction;
use crate::rules::board::bitboard::BitboardOn;
use crate::rules::board::geometry::{self, between, first_in, slide};
use crate::rules::board::square::{LOCATIONS, SIDE, SquareOn};

use super::movement::{Atom, Forward, Passage};

type Table<T> = Box<[T; LOCATIONS]>;

/// Leaps that a piece on the way stops: up to four ways of one or more squares, and the goals that they lead to.
pub type LameOn<const W: u8> = [(BitboardOn<W>, BitboardOn<W>); 4];
/// The same on the 11x11 grid.
pub type Lame = LameOn<SIDE>;

/// Slides along some of the eight directions, or a ride by oblique steps, as a nightrider's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RideOn<const W: u8> {
    /// A bit for each of [`Direction::ALL`]; none for oblique steps.
    directions: u8,
    /// Files and ranks of one oblique step; `None`: it slides along `directions`.
    pub(super) oblique: Option<(i8, i8)>,
    /// Steps at most, `None` without a limit.
    limit: Option<u8>,
    /// Where it may begin.
    origins: BitboardOn<W>,
    /// Where it may end.
    goals: BitboardOn<W>,
    /// Without limit and zones.
    unbound: bool,
}

const STRAIGHT: u8 = 0b0101_0101;
const DIAGONAL: u8 = 0b1010_1010;

impl<const W: u8> RideOn<W> {
    /// The squares seen from `from`, the first of `blockers` each way included.
    #[inline]
    pub fn see(&self, from: SquareOn<W>, blockers: BitboardOn<W>) -> BitboardOn<W> {
        // Rooks and bishops first: they are nearly all there are.
        match self.directions {
            STRAIGHT if self.unbound => geometry::rook(from, blockers),
            DIAGONAL if self.unbound => geometry::bishop(from, blockers),
            _ => self.see_bound(from, blockers),
        }
    }

    fn see_bound(&self, from: SquareOn<W>, blockers: BitboardOn<W>) -> BitboardOn<W> {
        if !self.origins.has(from) {
            return BitboardOn::EMPTY;
        }
        if let Some((files, ranks)) = self.oblique {
            let next = |at: &SquareOn<W>| at.offset(files, ranks).filter(|_| !blockers.has(*at));
            let way = std::iter::successors(from.offset(files, ranks), next);
            let seen: BitboardOn<W> = way.take(self.limit.unwrap_or(u8::MAX).into()).collect();
            return seen & self.goals;
        }
        self.within(
            from,
            self.each(|direction| slide(direction, from, blockers)),
        )
    }

    /// The squares that it crosses from `from` to `to`, which it sees from there.
    #[inline]
    pub fn way(&self, from: SquareOn<W>, to: SquareOn<W>) -> BitboardOn<W> {
        match self.oblique {
            None => between(from, to),
            Some(_) => self.see_bound(from, BitboardOn::of(to)).without(to),
        }
    }

    /// The squares behind the first of `blockers` each way, up to the next one, which is included; a
    /// missing square (see `area`) is no hurdle.
    #[inline]
    pub fn hop(
        &self,
        from: SquareOn<W>,
        blockers: BitboardOn<W>,
        area: BitboardOn<W>,
    ) -> BitboardOn<W> {
        let beyond = |direction| match first_in(direction, from, blockers) {
            Some(hurdle) if area.has(hurdle) => slide(direction, hurdle, blockers),
            _ => BitboardOn::EMPTY,
        };
        match self.origins.has(from) {
            true => self.within(from, self.each(beyond)),
            false => BitboardOn::EMPTY,
        }
    }

    /// The square right behind the first of `blockers` each way; a missing square is no hurdle.
    #[inline]
    pub fn vault(
        &self,
        from: SquareOn<W>,
        blockers: BitboardOn<W>,
        area: BitboardOn<W>,
    ) -> BitboardOn<W> {
        let behind = |direction: Direction| {
            let hurdle = first_in(direction, from, blockers).filter(|hurdle| area.has(*hurdle));
            let (files, ranks) = direction.step();
            let to = hurdle.and_then(|hurdle| hurdle.offset(files, ranks));
            to.map_or(BitboardOn::EMPTY, BitboardOn::of)
        };
        match self.origins.has(from) {
            true => self.each(behind) & self.goals,
            false => BitboardOn::EMPTY,
        }
    }

    /// From where a piece that vaults reaches `to`: the first of `blockers` behind a hurdle next to it.
    #[inline]
    pub fn vaulters(
        &self,
        to: SquareOn<W>,
        blockers: BitboardOn<W>,
        area: BitboardOn<W>,
    ) -> BitboardOn<W> {
        let behind = |direction: Direction| {
            let (files, ranks) = direction.step();
            let hurdle = to.offset(files, ranks);
            let hurdle = hurdle.filter(|at| blockers.has(*at) && area.has(*at));
            let from = hurdle.and_then(|hurdle| first_in(direction, hurdle, blockers));
            from.map_or(BitboardOn::EMPTY, BitboardOn::of)
        };
        match self.origins.has(to) {
            true => self.each(behind) & self.goals,
            false => BitboardOn::EMPTY,
        }
    }

    /// Those of the squares that are not too far away, and in the zone.
    #[inline]
    fn within(&self, from: SquareOn<W>, seen: BitboardOn<W>) -> BitboardOn<W> {
        match self.limit {
            None => seen & self.goals,
            Some(n) => seen & self.goals & geometry::disc(from, n),
        }
    }

    #[inline]
    fn each(&self, see: impl Fn(Direction) -> BitboardOn<W>) -> BitboardOn<W> {
        let all = Direction::ALL.into_iter();
        let mine = all.filter(|d| self.directions >> *d as u8 & 1 == 1);
        mine.fold(BitboardOn::EMPTY, |seen, direction| seen | see(direction))
    }

    /// How far it slides in `direction`: 0 for not at all, [`SquareOn::FAR`] for as far as the board goes.
    pub fn far(&self, direction: Direction) -> u8 {
        match self.directions >> direction as u8 & 1 {
            1 => self.limit.unwrap_or(SquareOn::<W>::FAR),
            _ => 0,
        }
    }

    fn back(self) -> Self {
        Self {
            directions: self.directions.rotate_left(4),
            oblique: self.oblique.map(|(files, ranks)| (-files, -ranks)),
            origins: self.goals,
            goals: self.origins,
            ..self
        }
    }
}

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
    pub vaults: Vec<RideOn<W>>,
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
        for ride in &self.vaults {
            to |= ride.vault(from, blockers, area);
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

    /// The squares from which it reaches each square: the same ways, gone backwards. What vaults is to be asked for
    /// [`RideOn::vaulters`] then.
    pub fn back(&self) -> Self {
        let mut back = Self {
            rides: self.rides.iter().map(|r| r.back()).collect(),
            hops: self.hops.iter().map(|r| r.back()).collect(),
            vaults: self.vaults.iter().map(|r| r.back()).collect(),
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

    /// Adds a ride to those that differ in direction alone.
    fn add_ride(rides: &mut Vec<RideOn<W>>, ride: RideOn<W>) {
        let kind = |r: &RideOn<W>| (r.directions & DIAGONAL != 0, r.oblique);
        let bounds = |r: &RideOn<W>| (r.limit, r.origins, r.goals);
        let alike = |r: &&mut RideOn<W>| kind(r) == kind(&ride) && bounds(r) == bounds(&ride);
        match rides.iter_mut().find(alike) {
            Some(alike) => alike.directions |= ride.directions,
            None => rides.push(ride),
        }
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
            let direction = Direction::from_step(step.0, step.1);
            let ride = RideOn {
                directions: direction.map_or(0, |direction| 1 << direction as u8),
                oblique: Some(step).filter(|_| direction.is_none()),
                limit: (atom.limit < SquareOn::<W>::FAR).then_some(atom.limit),
                origins,
                goals,
                unbound: atom.limit >= SquareOn::<W>::FAR && (origins & goals) == BitboardOn::GRID,
            };
            let rides = match atom.passage {
                Passage::Over => &mut self.hops,
                Passage::Behind => &mut self.vaults,
                Passage::Free | Passage::Lame => &mut self.rides,
            };
            Self::add_ride(rides, ride);
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
