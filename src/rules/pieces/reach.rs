//! Where a piece can go, ready to look up.
//!
//! Boards are masks: `blockers` are whatever stops a rider, pieces and missing squares alike
//! (`occupied | !area`), and answers are to be cut with the squares that exist.

use crate::rules::board::geometry::{self, first_in, slide};
use crate::rules::board::square::LOCATIONS;
use crate::rules::{Bitboard, Direction, Square};

use super::movement::{Atom, Forward};

type Table<T> = Box<[T; LOCATIONS]>;

/// Leaps that a piece on the way stops: for up to four squares, the goals that it stops.
pub type Lame = [(Bitboard, Bitboard); 4];

/// Slides along some of the eight directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ride {
    /// A bit for each of [`Direction::ALL`].
    directions: u8,
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
        let seen = self.each(|direction| slide(direction, from, blockers));
        match self.limit {
            None => seen & self.goals,
            Some(n) => seen & self.goals & geometry::disc(from, n),
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
            origins: self.goals,
            goals: self.origins,
            ..self
        }
    }
}

/// A ride by oblique steps, as a nightrider's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oblique {
    step: (i8, i8),
    limit: u8,
    origins: Bitboard,
    goals: Bitboard,
}

impl Oblique {
    /// The squares seen from `from`, the first of `blockers` included.
    pub fn see(&self, from: Square, blockers: Bitboard) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        if !self.origins.has(from) {
            return seen;
        }
        let mut at = from;
        for _ in 0..self.limit {
            let Some(next) = at.offset(self.step.0, self.step.1) else {
                break;
            };
            seen = seen.with(next);
            if blockers.has(next) {
                break;
            }
            at = next;
        }
        seen & self.goals
    }

    fn back(self) -> Self {
        Self {
            step: (-self.step.0, -self.step.1),
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
    /// Slides by straight or diagonal steps, until a piece stops them.
    pub rides: Vec<Ride>,
    /// Slides that begin behind a hurdle.
    pub hops: Vec<Ride>,
    /// Rides by oblique steps.
    pub obliques: Vec<Oblique>,
    /// Whether there are any but leaps over anything and slides.
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
        let lame = self
            .lame
            .as_ref()
            .map(|table| unstopped(&table[from.index()], blockers));
        let mut to = lame.unwrap_or_default();
        for ride in &self.hops {
            to |= ride.hop(from, blockers, area);
        }
        for oblique in &self.obliques {
            to |= oblique.see(from, blockers);
        }
        to
    }

    /// Its leaps over anything.
    #[inline]
    pub fn leaps(&self, from: Square) -> Bitboard {
        self.leaps
            .as_ref()
            .map_or(Bitboard::EMPTY, |t| t[from.index()])
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
            obliques: self.obliques.iter().map(|o| o.back()).collect(),
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
        let table = self
            .leaps
            .get_or_insert_with(|| Box::new([Bitboard::EMPTY; LOCATIONS]));
        table[from.index()] |= Bitboard::of(to);
    }

    /// Adds a leap that a piece on `stop` stops; false if four other squares stop some already.
    fn add_lame(&mut self, from: Square, stop: Square, to: Square) -> bool {
        let table = self
            .lame
            .get_or_insert_with(|| Box::new([[(Bitboard::EMPTY, Bitboard::EMPTY); 4]; LOCATIONS]));
        let stop = Bitboard::of(stop);
        let fits = |(s, _): &&mut (Bitboard, Bitboard)| *s == stop || s.is_empty();
        let Some(entry) = table[from.index()].iter_mut().find(fits) else {
            return false;
        };
        *entry = (stop, entry.1.with(to));
        true
    }

    /// Adds a slide to those that differ in direction alone.
    fn add_ride(rides: &mut Vec<Ride>, ride: Ride) {
        let diagonal = |r: &Ride| r.directions & DIAGONAL != 0;
        let alike = rides.iter_mut().find(|r| {
            diagonal(r) == diagonal(&ride)
                && (r.limit, r.origins, r.goals) == (ride.limit, ride.origins, ride.goals)
        });
        match alike {
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
        let direction = Direction::from_step(step.0, step.1);
        self.stopped |= atom.lame || atom.hops || atom.limit > 1 && direction.is_none();
        if let Some(direction) = direction.filter(|_| atom.limit > 1) {
            let ride = Ride {
                directions: 1 << direction as u8,
                limit: (atom.limit < 10).then_some(atom.limit),
                origins,
                goals,
                unbound: atom.limit >= 10 && (origins, goals) == (Bitboard::GRID, Bitboard::GRID),
            };
            let rides = if atom.hops {
                &mut self.hops
            } else {
                &mut self.rides
            };
            Self::add_ride(rides, ride);
            return true;
        }
        if atom.limit > 1 {
            self.obliques.push(Oblique {
                step,
                limit: atom.limit,
                origins,
                goals,
            });
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
            let (x, y) = stop(step);
            if let Some(stop) = from.offset(x, y)
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
    let free = lame
        .iter()
        .filter(|(stop, _)| (*stop & blockers).is_empty());
    free.fold(Bitboard::EMPTY, |to, (_, goals)| to | *goals)
}

/// The square next to the start on which a piece stops a lame leap.
const fn stop((x, y): (i8, i8)) -> (i8, i8) {
    if x.abs() == y.abs() {
        (x.signum(), y.signum())
    } else if x.abs() > y.abs() {
        (x.signum(), 0)
    } else {
        (0, y.signum())
    }
}
