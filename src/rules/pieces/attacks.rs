//! What one seat's pieces attack, looked up from the square attacked.

use crate::rules::Seat;
use crate::rules::board::BoardOn;
use crate::rules::board::bitboard::BitboardOn;
use crate::rules::board::geometry::between;
use crate::rules::board::square::{LOCATIONS, SIDE, SquareOn};

use super::movement::{Forward, movement};
use super::reach::{LameOn, ReachOn, unstopped};
use super::ride::RideOn;
use super::{PieceType, Role, compiled::Compiled};

/// A way of moving, and the kinds of piece that have it.
type Shared<T> = Vec<(T, Vec<Role>)>;

/// The captures of one seat's pieces turned round, with what several kinds have in common looked
/// up once: rook and queen slide alike.
#[derive(Clone, Debug, Default)]
pub struct AttacksOn<const W: u8> {
    leaps: Vec<(Box<[BitboardOn<W>; LOCATIONS]>, Role)>,
    lame: Vec<(Box<[LameOn<W>; LOCATIONS]>, Role)>,
    rides: Shared<RideOn<W>>,
    hops: Shared<RideOn<W>>,
    grasshops: Shared<RideOn<W>>,
    faces: Shared<RideOn<W>>,
}

/// What one seat's pieces attack on the 11x11 grid.
pub type Attacks = AttacksOn<SIDE>;

/// What keeps the king of the side to move from attack: the squares on which other pieces may
/// arrive, unless they are bound.
///
/// It spares trying each move on a copy of the board:
/// - moves of the king have to be tried,
/// - so have moves of pieces in `bound` (in chess: the pinned pieces),
/// - and captures that take a piece from elsewhere than where they arrive (en passant);
/// - any other move keeps the king safe exactly if it arrives within `mask` (in chess: the squares
///   between a checker and the king, and the checker's own).
#[derive(Clone, Copy, Debug)]
pub struct ShieldOn<const W: u8> {
    /// Where pieces may arrive that are not bound.
    pub mask: BitboardOn<W>,
    /// Pieces that stand between an enemy and the king, or make a hurdle there.
    pub bound: BitboardOn<W>,
}

/// The same on the 11x11 grid.
pub type Shield = ShieldOn<SIDE>;

impl<const W: u8> ShieldOn<W> {
    /// An enemy rider on `at` whose way to the king is `way`.
    #[inline]
    fn rider(
        &mut self,
        at: SquareOn<W>,
        way: BitboardOn<W>,
        occupied: BitboardOn<W>,
        own: BitboardOn<W>,
    ) {
        let blockers = way & occupied;
        if blockers.is_empty() {
            self.mask &= way.with(at);
        } else if !blockers.many() {
            self.bound |= blockers & own;
        }
    }

    /// An enemy hopper on `at`: it attacks over exactly one piece, the hurdle.
    #[inline]
    fn hopper(
        &mut self,
        at: SquareOn<W>,
        way: BitboardOn<W>,
        occupied: BitboardOn<W>,
        own: BitboardOn<W>,
    ) {
        let hurdles = way & occupied;
        match hurdles.count() {
            0 => self.mask &= !way,
            // A second hurdle or the capture of the hopper ends the attack; so may the hurdle.
            1 => {
                self.mask &= (way & !hurdles).with(at);
                self.bound |= hurdles & own;
            }
            2 => self.bound |= hurdles & own,
            _ => {}
        }
    }
}

impl Attacks {
    /// Turns round the captures of one seat; `movements` are in the order of `types`.
    pub fn new(types: &[PieceType], movements: &[Compiled], size: (u8, u8)) -> Self {
        let captures = movements.iter().map(|compiled| &compiled.capture);
        let mut all = Self::of(captures);
        for (index, about) in types.iter().enumerate() {
            if !about.faces.is_empty() {
                // Forward makes no difference to whole lines.
                let faces = Compiled::new(&movement(about.faces), Forward::North, size);
                let rides = faces.map(|f| f.capture.rides).unwrap_or_default();
                share(&mut all.faces, rides, Role(index as u8));
            }
        }
        all
    }
}

impl<const W: u8> AttacksOn<W> {
    /// Turns round the captures of one seat, a kind of piece each, by their number.
    pub fn of<'a>(captures: impl Iterator<Item = &'a ReachOn<W>>) -> Self {
        let mut all = Self::default();
        for (index, capture) in captures.enumerate() {
            let role = Role(index as u8);
            let back = capture.back();
            all.leaps.extend(back.leaps.map(|table| (table, role)));
            let lame = back.lame.into_iter();
            all.lame.extend(lame.map(|table| (table, role)));
            share(&mut all.rides, back.rides, role);
            share(&mut all.hops, back.hops, role);
            share(&mut all.grasshops, back.grasshops, role);
        }
        all
    }

    /// The pieces, of either side, that would capture on `square` if they were of this seat.
    #[inline]
    pub fn attackers<const R: usize>(
        &self,
        board: &BoardOn<W, R>,
        square: SquareOn<W>,
        blockers: BitboardOn<W>,
        area: BitboardOn<W>,
    ) -> BitboardOn<W> {
        let mut found = BitboardOn::EMPTY;
        for (table, role) in &self.leaps {
            found |= table[square.index()] & board.role(*role);
        }
        for (ride, roles) in &self.rides {
            found |= ride.see(square, blockers) & union(board, roles);
        }
        for (table, role) in &self.lame {
            let there = board.role(*role);
            if there.any() {
                found |= unstopped(&table[square.index()], blockers) & there;
            }
        }
        for (ride, roles) in &self.hops {
            found |= ride.hop(square, blockers, area) & union(board, roles);
        }
        for (ride, roles) in &self.grasshops {
            found |= ride.grasshoppers(square, blockers, area) & union(board, roles);
        }
        found
    }

    /// The pieces, of either side, that would face a king on `square` if they were of this seat.
    #[inline]
    pub fn facing<const R: usize>(
        &self,
        board: &BoardOn<W, R>,
        king: SquareOn<W>,
        blockers: BitboardOn<W>,
    ) -> BitboardOn<W> {
        let mut found = BitboardOn::EMPTY;
        for (ride, roles) in &self.faces {
            found |= ride.see(king, blockers) & union(board, roles);
        }
        found
    }

    /// Whether [`AttacksOn::shield`] knows all of them: it does not know pieces that arrive right behind a hurdle.
    pub fn can_shield(&self) -> bool {
        self.grasshops.is_empty()
    }

    /// Adds to `shield` what keeps the king of `us` on `king` from attack by this seat, `them`.
    pub fn shield<const R: usize>(
        &self,
        board: &BoardOn<W, R>,
        area: BitboardOn<W>,
        (king, us, them): (SquareOn<W>, Seat, Seat),
        shield: &mut ShieldOn<W>,
    ) {
        let (own, enemy, occupied) = (board.of(us), board.of(them), board.occupied());
        for (table, role) in &self.leaps {
            for at in table[king.index()] & board.role(*role) & enemy {
                shield.mask &= BitboardOn::of(at);
            }
        }
        for (table, role) in &self.lame {
            let there = board.role(*role) & enemy;
            let stops = table[king.index()].iter();
            for (stop, from) in stops.filter(|(stop, _)| (*stop & !area).is_empty()) {
                for at in *from & there {
                    shield.rider(at, *stop, occupied, own);
                }
            }
        }
        let unseen = enemy | !area;
        for (ride, roles) in self.rides.iter().chain(&self.faces) {
            for at in ride.see(king, unseen) & union(board, roles) & enemy {
                shield.rider(at, ride.way(king, at), occupied, own);
            }
        }
        for (ride, roles) in &self.hops {
            for at in ride.see(king, !area) & union(board, roles) & enemy {
                shield.hopper(at, between(king, at), occupied, own);
            }
        }
    }
}

fn share<T: PartialEq>(all: &mut Shared<T>, ways: Vec<T>, role: Role) {
    for way in ways {
        match all.iter_mut().find(|(known, _)| *known == way) {
            Some((_, roles)) => roles.push(role),
            None => all.push((way, vec![role])),
        }
    }
}

#[inline]
fn union<const W: u8, const R: usize>(board: &BoardOn<W, R>, roles: &[Role]) -> BitboardOn<W> {
    roles
        .iter()
        .fold(BitboardOn::EMPTY, |all, role| all | board.role(*role))
}
