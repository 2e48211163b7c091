//! Where a piece can go, ready to look up.
//!
//! Boards are masks: `blockers` are whatever stops a rider, pieces and missing squares alike
//! (`occupied | !area`), and answers are to be cut with the squares that exist.

use crate::rules::board::geometry::{self, between, first_in, slide};
use crate::rules::{Bitboard, Direction, Square, board::square::LOCATIONS};

use super::movement::{Atom, Forward};

type Table<T> = Box<[T; LOCATIONS]>;

/// Leaps that a piece on the way stops: for up to four squares, the goals that it stops.
pub type Lame = [(Bitboard, Bitboard); 4];

/// Slides along some of the eight directions, or a ride by oblique steps, as a nightrider's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ride {
    /// A bit for each of [`Direction::ALL`]; none for oblique steps.
    directions: u8,
    /// Files and ranks of one oblique step; `None`: it slides along `directions`.
    pub(super) oblique: Option<(i8, i8)>,
    /// Steps at most, `None` without a limit.
    limit: Option<u8>,
    /// Where it may begin.
    origins: Bitboard,
    /// Where it may end.
    goals: Bitboard,
    /// Without limit and zones.
    unbound: bool,
}

const STRAIGHT: u8 = 0b0101_0101;
const DIAGONAL: u8 = 0b1010_1010;

impl Ride {
    /// The squares seen from `from`, the first of `blockers` each way included.
    #[inline]
    pub fn see(&self, from: Square, blockers: Bitboard) -> Bitboard {
        // Rooks and bishops first: they are nearly all there are.
        match self.directions {
            STRAIGHT if self.unbound => geometry::rook(from, blockers),
            DIAGONAL if self.unbound => geometry::bishop(from, blockers),
            _ => self.see_bound(from, blockers),
        }
    }

    fn see_bound(&self, from: Square, blockers: Bitboard) -> Bitboard {
        if !self.origins.has(from) {
            return Bitboard::EMPTY;
        }
        if let Some((files, ranks)) = self.oblique {
            let next = |at: &Square| at.offset(files, ranks).filter(|_| !blockers.has(*at));
            let way = std::iter::successors(from.offset(files, ranks), next);
            let seen: Bitboard = way.take(self.limit.unwrap_or(u8::MAX).into()).collect();
            return seen & self.goals;
        }
        let seen = self.each(|direction| slide(direction, from, blockers));
        match self.limit {
            None => seen & self.goals,
            Some(n) => seen & self.goals & geometry::disc(from, n),
        }
    }

    /// The squares that it crosses from `from` to `to`, which it sees from there.
    #[inline]
    pub fn way(&self, from: Square, to: Square) -> Bitboard {
        match self.oblique {
            None => between(from, to),
            Some(_) => self.see_bound(from, Bitboard::of(to)).without(to),
        }
    }

    /// The squares behind the first of `blockers` each way, up to the next one, which is included; a
    /// missing square (see `area`) is no hurdle.
    #[inline]
    pub fn hop(&self, from: Square, blockers: Bitboard, area: Bitboard) -> Bitboard {
        let beyond = |direction| match first_in(direction, from, blockers) {
            Some(hurdle) if area.has(hurdle) => slide(direction, hurdle, blockers),
            _ => Bitboard::EMPTY,
        };
        match self.origins.has(from) {
            true => self.each(beyond) & self.goals,
            false => Bitboard::EMPTY,
        }
    }

    #[inline]
    fn each(&self, see: impl Fn(Direction) -> Bitboard) -> Bitboard {
        let all = Direction::ALL.into_iter();
        let mine = all.filter(|d| self.directions >> *d as u8 & 1 == 1);
        mine.fold(Bitboard::EMPTY, |seen, direction| seen | see(direction))
    }

    /// How far it slides in `direction`: 0 for not at all, 10 for as far as the board goes.
    pub fn far(&self, direction: Direction) -> u8 {
        match self.directions >> direction as u8 & 1 {
            1 => self.limit.unwrap_or(10),
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
pub struct Reach {
    /// For each square, those that the piece reaches by leaps that nothing stops.
    pub leaps: Option<Table<Bitboard>>,
    /// Leaps that a piece may stop.
    pub lame: Option<Table<Lame>>,
    /// Slides and rides by oblique steps, until a piece stops them.
    pub rides: Vec<Ride>,
    /// Slides that begin behind a hurdle.
    pub hops: Vec<Ride>,
    /// Whether there are any but leaps over anything and rides.
    pub(super) stopped: bool,
}

impl Reach {
    /// The locations reached from `from`, blockers reached included; `area` are the squares that
    /// exist.
    #[inline]
    pub fn from(&self, from: Square, blockers: Bitboard, area: Bitboard) -> Bitboard {
        let mut to = self.leaps(from);
        for ride in &self.rides {
            to |= ride.see(from, blockers);
        }
        if self.stopped {
            to |= self.stopped_from(from, blockers, area);
        }
        to
    }

    fn stopped_from(&self, from: Square, blockers: Bitboard, area: Bitboard) -> Bitboard {
        let mut to = self.lame(from, blockers);
        for ride in &self.hops {
            to |= ride.hop(from, blockers, area);
        }
        to
    }

    /// Its leaps over anything.
    #[inline]
    pub fn leaps(&self, from: Square) -> Bitboard {
        let table = self.leaps.as_ref();
        table.map_or(Bitboard::EMPTY, |table| table[from.index()])
    }

    /// Its leaps that none of `blockers` stops.
    #[inline]
    pub fn lame(&self, from: Square, blockers: Bitboard) -> Bitboard {
        let table = self.lame.as_ref();
        let goals = |table: &Table<Lame>| unstopped(&table[from.index()], blockers);
        table.map_or(Bitboard::EMPTY, goals)
    }

    /// How far it slides in `direction`, from 0 to 10.
    pub fn far(&self, direction: Direction) -> u8 {
        let all = self.rides.iter().map(|r| r.far(direction));
        all.max().unwrap_or(0)
    }

    /// The squares from which it reaches each square: the same ways, gone backwards.
    pub fn back(&self) -> Self {
        let mut back = Self {
            rides: self.rides.iter().map(|r| r.back()).collect(),
            hops: self.hops.iter().map(|r| r.back()).collect(),
            stopped: self.stopped,
            ..Self::default()
        };
        for from in Bitboard::GRID {
            for to in self.leaps(from) {
                back.add_leap(to, from);
            }
            for (stop, goals) in self.lame.iter().flat_map(|table| table[from.index()]) {
                for (stop, to) in stop.flat_map(|stop| goals.map(move |to| (stop, to))) {
                    back.add_lame(to, stop, from);
                }
            }
        }
        back
    }

    fn add_leap(&mut self, from: Square, to: Square) {
        let none = || Box::new([Bitboard::EMPTY; LOCATIONS]);
        self.leaps.get_or_insert_with(none)[from.index()] |= Bitboard::of(to);
    }

    /// Adds a leap that a piece on `stop` stops; false if four other squares stop some already.
    fn add_lame(&mut self, from: Square, stop: Square, to: Square) -> bool {
        let none = || Box::new([Lame::default(); LOCATIONS]);
        let table = self.lame.get_or_insert_with(none);
        let stop = Bitboard::of(stop);
        let fits = |(s, _): &&mut (Bitboard, Bitboard)| *s == stop || s.is_empty();
        let Some(entry) = table[from.index()].iter_mut().find(fits) else {
            return false;
        };
        *entry = (stop, entry.1.with(to));
        true
    }

    /// Adds a ride to those that differ in direction alone.
    fn add_ride(rides: &mut Vec<Ride>, ride: Ride) {
        let kind = |r: &Ride| (r.directions & DIAGONAL != 0, r.oblique);
        let bounds = |r: &Ride| (r.limit, r.origins, r.goals);
        let alike = |r: &&mut Ride| kind(r) == kind(&ride) && bounds(r) == bounds(&ride);
        match rides.iter_mut().find(alike) {
            Some(alike) => alike.directions |= ride.directions,
            None => rides.push(ride),
        }
    }

    /// Adds the ways of an atom; false if it cannot be looked up.
    pub(super) fn add(
        &mut self,
        atom: Atom,
        forward: Forward,
        origins: Bitboard,
        goals: Bitboard,
    ) -> bool {
        let step = forward.step(atom.step);
        self.stopped |= atom.lame || atom.hops;
        if atom.limit > 1 {
            let direction = Direction::from_step(step.0, step.1);
            let ride = Ride {
                directions: direction.map_or(0, |direction| 1 << direction as u8),
                oblique: Some(step).filter(|_| direction.is_none()),
                limit: (atom.limit < 10).then_some(atom.limit),
                origins,
                goals,
                unbound: atom.limit >= 10 && (origins, goals) == (Bitboard::GRID, Bitboard::GRID),
            };
            let rides = match atom.hops {
                true => &mut self.hops,
                false => &mut self.rides,
            };
            Self::add_ride(rides, ride);
            return true;
        }
        for from in origins {
            let Some(to) = from.offset(step.0, step.1).filter(|to| goals.has(*to)) else {
                continue;
            };
            if !atom.lame {
                self.add_leap(from, to);
                continue;
            }
            // The square next to the start: all lame leaps go two files or ranks far.
            if let Some(stop) = from.offset(step.0 / 2, step.1 / 2)
                && !self.add_lame(from, stop, to)
            {
                return false;
            }
        }
        true
    }
}

/// The goals of lame leaps that no piece stops.
#[inline]
pub fn unstopped(lame: &Lame, blockers: Bitboard) -> Bitboard {
    let is_free = |(stop, _): &&(Bitboard, Bitboard)| (*stop & blockers).is_empty();
    let free = lame.iter().filter(is_free);
    free.fold(Bitboard::EMPTY, |to, (_, goals)| to | *goals)
}
