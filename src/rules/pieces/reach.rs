//! Movements compiled for one seat, ready to look up.
//!
//! Boards are masks: `blockers` are whatever stops a rider, pieces and missing squares alike
//! (`occupied | !area`), and answers are to be cut with the squares that exist.

use crate::rules::board::bitboard::Bitboard;
use crate::rules::board::geometry::{self, Direction, first_in, slide};
use crate::rules::board::square::{LOCATIONS, SIDE, Square};

use super::movement::{Atom, BadNotation, Forward, Movement, parse};

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
    #[must_use]
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
    #[must_use]
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
    #[must_use]
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
    #[must_use]
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
    /// Leaps over anything.
    pub leaps: Option<Table<Bitboard>>,
    /// Leaps that a piece may stop.
    pub lame: Option<Table<Lame>>,
    /// Slides.
    pub rides: Vec<Ride>,
    /// Slides that begin behind a hurdle.
    pub hops: Vec<Ride>,
    /// Rides by oblique steps.
    pub obliques: Vec<Oblique>,
    /// Whether there are any but leaps over anything and slides.
    stopped: bool,
}

impl Reach {
    /// The locations reached from `from`, blockers reached included; `area` are the squares that
    /// exist.
    #[inline]
    #[must_use]
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
    #[must_use]
    pub fn leaps(&self, from: Square) -> Bitboard {
        self.leaps
            .as_ref()
            .map_or(Bitboard::EMPTY, |t| t[from.index()])
    }

    /// How far it slides in `direction`, from 0 to 10.
    #[must_use]
    pub fn far(&self, direction: Direction) -> u8 {
        let all = self.rides.iter().map(|r| r.far(direction));
        all.max().unwrap_or(0)
    }

    /// The squares from which it reaches each square: the same ways, gone backwards.
    #[must_use]
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

    fn add(&mut self, atom: Atom, forward: Forward, origins: Bitboard, goals: Bitboard) -> bool {
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
#[must_use]
pub fn unstopped(lame: &Lame, blockers: Bitboard) -> Bitboard {
    let free = lame
        .iter()
        .filter(|(stop, _)| (*stop & blockers).is_empty());
    free.fold(Bitboard::EMPTY, |to, (_, goals)| to | *goals)
}

fn step(atom: Atom, forward: Forward, origins: Bitboard, goals: Bitboard) -> Step {
    let (files, ranks) = forward.step(atom.step);
    let stays = |from: &Square| from.offset(files, ranks).is_some_and(|to| goals.has(to));
    Step {
        by: i32::from(files) + i32::from(SIDE) * i32::from(ranks),
        origins: origins.filter(stays).collect(),
        quiet: atom.quiet,
        capture: atom.capture,
    }
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

/// A leap that many pieces can make at once.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The distance on the grid (see [`Bitboard::shift`]).
    pub by: i32,
    /// Where it may begin so that it stays on the grid and within its zone.
    pub origins: Bitboard,
    /// To empty squares.
    pub quiet: bool,
    /// To enemy pieces.
    pub capture: bool,
}

/// The movement of a kind of piece for one seat.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// To empty squares.
    pub quiet: Reach,
    /// To enemy pieces, which is also what it attacks.
    pub capture: Reach,
    /// Whether both are the same.
    pub alike: bool,
    /// All its leaps, where it has nothing but a few leaps: pawns and soldiers.
    pub steps: Vec<Step>,
}

/// Leaps up to which moving many pieces at once costs less than moving each.
const FEW: usize = 4;

impl Compiled {
    /// Where the piece goes from `from` on a board where `occupied` squares hold pieces and `area` are
    /// the squares that exist; those of its own side are not left out.
    #[inline]
    #[must_use]
    pub fn targets(&self, from: Square, occupied: Bitboard, area: Bitboard) -> Bitboard {
        let blockers = occupied | !area;
        let capture = self.capture.from(from, blockers, area);
        if self.alike {
            return capture & area;
        }
        let quiet = self.quiet.from(from, blockers, area);
        (capture & occupied | quiet & !occupied) & area
    }

    /// Compiles `movement` for a seat, on a board of `files` by `ranks`.
    ///
    /// # Errors
    /// A notation that is not understood.
    pub fn new(
        movement: &Movement,
        forward: Forward,
        (files, ranks): (u8, u8),
    ) -> Result<Self, BadNotation> {
        let turned = |mask| match mask {
            // Off the board too, so that boards need not be known to their last square.
            Bitboard::GRID => Bitboard::GRID,
            mask => forward.squares(mask, files, ranks),
        };
        let goals = turned(movement.within);
        let elsewhere = movement
            .other
            .map_or(Bitboard::EMPTY, |(mask, _)| turned(mask));
        let mut parts = vec![(parse(movement.notation)?, !elsewhere)];
        if let Some((_, notation)) = movement.other {
            parts.push((parse(notation)?, elsewhere));
        }
        let mut compiled = Self {
            quiet: Reach::default(),
            capture: Reach::default(),
            alike: true,
            steps: Vec::new(),
        };
        for (atoms, origins) in parts {
            for atom in atoms {
                let fits = (!atom.quiet || compiled.quiet.add(atom, forward, origins, goals))
                    && (!atom.capture || compiled.capture.add(atom, forward, origins, goals));
                if !fits {
                    return Err(BadNotation::new(movement.notation));
                }
                compiled.alike &= atom.quiet && atom.capture;
                compiled.steps.push(step(atom, forward, origins, goals));
            }
        }
        let plain = |reach: &Reach| reach.rides.is_empty() && !reach.stopped;
        if compiled.steps.len() > FEW || !plain(&compiled.quiet) || !plain(&compiled.capture) {
            compiled.steps.clear();
        }
        Ok(compiled)
    }
}

#[cfg(test)]
mod tests {
    use super::super::movement::movement;
    use super::*;

    fn compiled(notation: &'static str, forward: Forward) -> Compiled {
        Compiled::new(&movement(notation), forward, (11, 11)).expect("notation")
    }

    fn at(square: &str) -> Square {
        Square::parse(square).expect("square")
    }

    #[test]
    fn armies_of_betza_reach_what_they_should() {
        for (notation, squares) in [
            ("R", 20),
            ("N", 8),
            ("B", 20),
            ("WA", 8),
            ("FAD", 12),
            ("BN", 28),
            ("BD", 24),
            ("fsRbK", 18),
            ("fbNF", 8),
            ("fhNsbK", 9),
            ("fhNfsRK", 24),
            ("R4", 16),
            ("WD", 8),
            ("HFD", 12),
            ("RN", 28),
            ("NN", 16),
            ("nN", 8),
            ("mRcpR", 0),
        ] {
            for forward in [Forward::North, Forward::South] {
                let reach = compiled(notation, forward).capture;
                let seen = reach.from(at("f6"), Bitboard::EMPTY, Bitboard::GRID);
                assert_eq!(seen.count(), squares, "{notation}");
                for to in seen {
                    let back = reach.back().from(to, Bitboard::EMPTY, Bitboard::GRID);
                    assert!(back.has(at("f6")), "{notation} from {to}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        for notation in ["Z", "f", "xN", "nW", "nR", "pN", "npR", "W0", "N z"] {
            assert!(parse(notation).is_err(), "{notation}");
        }
    }

    #[test]
    fn cannon_captures_over_one_hurdle() {
        let pieces = Bitboard::of(at("f8")).with(at("f10"));
        let cannon = compiled("mRcpR", Forward::North).capture;
        let seen = cannon.from(at("f6"), pieces, Bitboard::GRID) & pieces;
        assert_eq!(seen, Bitboard::of(at("f10")));
    }

    #[test]
    fn a_horse_is_stopped_beside_itself_and_looks_the_other_way_round() {
        let horse = compiled("nN", Forward::North).capture;
        let leg = Bitboard::of(at("f7"));
        let to = horse.from(at("f6"), leg, Bitboard::GRID);
        assert!(to.count() == 6 && !to.has(at("e8")) && !to.has(at("g8")));
        let back = horse.back();
        assert!(!back.from(at("e8"), leg, Bitboard::GRID).has(at("f6")));
        assert!(
            back.from(at("g8"), Bitboard::of(at("g7")), Bitboard::GRID)
                .has(at("f6"))
        );
    }

    #[test]
    fn zones_bound_origin_and_goal_for_each_seat() {
        let beyond = Bitboard::ranks(5, 9);
        let soldier = movement("fW").from(beyond, "fsW");
        for (forward, home, over) in [(Forward::North, "a4", "a6"), (Forward::South, "a7", "a5")] {
            let soldier = Compiled::new(&soldier, forward, (9, 10))
                .expect("notation")
                .quiet;
            assert_eq!(soldier.leaps(at(home)).count(), 1, "{home}");
            assert_eq!(soldier.leaps(at(over)).count(), 2, "{over}");
        }
    }
}
