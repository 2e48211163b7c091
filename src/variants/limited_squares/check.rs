//! Who attacks what, and which lines squares could open or close.

use crate::rules::bitboard::Bitboard;
use crate::rules::geometry::{Direction, between, disc, first_in};
use crate::rules::square::Square;

use super::army::mover;
use super::position::Position;

/// A rider that aims at a location with no piece between: it attacks as soon as all of `path`
/// exists.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Where the rider stands.
    pub rider: Square,
    /// The locations between.
    pub path: Bitboard,
}

/// What aims at a location.
#[derive(Clone, Debug)]
pub struct Threats {
    /// An attacker that no square action can stop: a leaper, or a rider next door.
    pub certain: Option<Square>,
    lines: [Option<Line>; 8],
}

impl Threats {
    /// The riders' lines, at most one from each direction.
    pub fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.lines.iter().flatten().copied()
    }
}

/// What the opponent of `seat` aims at `target` with. Attack is the power to capture (S2).
pub fn threats(position: &Position, target: Square, seat: u8) -> Threats {
    let by = 1 - seat;
    let enemies = position.pieces[usize::from(by)];
    let mut threats = Threats {
        certain: None,
        lines: [None; 8],
    };
    // No leap of these armies goes further than three.
    for from in enemies & disc(target, 3) {
        if let Some((kind, _)) = position.at(from).occupant()
            && mover(kind, by).leaps(from).has(target)
        {
            threats.certain = Some(from);
            return threats;
        }
    }
    let occupied = position.occupied();
    for direction in Direction::ALL {
        let Some(rider) = first_in(direction, target, occupied).filter(|s| enemies.has(*s)) else {
            continue;
        };
        let Some((kind, _)) = position.at(rider).occupant() else {
            continue;
        };
        let steps = target.distance(rider);
        if !mover(kind, by).rides(direction.opposite(), steps) {
            continue;
        }
        if steps == 1 {
            threats.certain = Some(rider);
            return threats;
        }
        let path = between(target, rider);
        threats.lines[direction as usize] = Some(Line { rider, path });
    }
    threats
}

/// A piece that attacks `target`, a location of `seat`'s.
pub fn attacker_of(position: &Position, target: Square, seat: u8) -> Option<Square> {
    let threats = threats(position, target, seat);
    let holes = !position.exists;
    let open = |line: &Line| (line.path & holes).is_empty();
    threats
        .certain
        .or_else(|| threats.lines().find(open).map(|line| line.rider))
}

/// A piece that attacks the king of `seat`.
pub fn attacker(position: &Position, seat: u8) -> Option<Square> {
    attacker_of(position, position.kings[usize::from(seat)], seat)
}
