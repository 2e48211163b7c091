//! Slides and rides of any length, and what hurdles make of them.

use crate::rules::Direction;
use crate::rules::board::bitboard::BitboardOn;
use crate::rules::board::geometry::{self, between, first_in, slide};
use crate::rules::board::square::SquareOn;

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
    /// A ride of at most `limit` steps such as `step`.
    pub(super) fn new(
        limit: u8,
        step: (i8, i8),
        origins: BitboardOn<W>,
        goals: BitboardOn<W>,
    ) -> Self {
        let direction = Direction::from_step(step.0, step.1);
        let limit = Some(limit).filter(|limit| *limit < SquareOn::<W>::FAR);
        Self {
            directions: direction.map_or(0, |direction| 1 << direction as u8),
            oblique: Some(step).filter(|_| direction.is_none()),
            limit,
            origins,
            goals,
            unbound: limit.is_none() && (origins & goals) == BitboardOn::GRID,
        }
    }

    /// Adds it to rides, as further directions of one that differs in nothing else.
    pub(super) fn join(self, rides: &mut Vec<Self>) {
        let kind = |ride: &Self| (ride.directions & DIAGONAL != 0, ride.oblique);
        let bounds = |ride: &Self| (ride.limit, ride.origins, ride.goals);
        let alike = |ride: &&mut Self| kind(ride) == kind(&self) && bounds(ride) == bounds(&self);
        match rides.iter_mut().find(alike) {
            Some(alike) => alike.directions |= self.directions,
            None => rides.push(self),
        }
    }

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
        let beyond = |direction| geometry::hop(direction, from, blockers, area);
        match self.origins.has(from) {
            true => self.within(from, self.each(beyond)),
            false => BitboardOn::EMPTY,
        }
    }

    /// The square right behind the first of `blockers` each way, as Betza's `g` has it; a missing square is no hurdle.
    #[inline]
    pub fn grasshop(
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

    /// From where a grasshopper reaches `to`: the first of `blockers` behind a hurdle next to it.
    #[inline]
    pub fn grasshoppers(
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

    /// The same ways, gone backwards.
    pub(super) fn back(self) -> Self {
        Self {
            directions: self.directions.rotate_left(4),
            oblique: self.oblique.map(|(files, ranks)| (-files, -ranks)),
            origins: self.goals,
            goals: self.origins,
            ..self
        }
    }
}
