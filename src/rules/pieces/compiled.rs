//! The movement of a kind of piece, compiled for one seat.

use crate::rules::{Bitboard, Square, board::square::SIDE};

use super::movement::{Atom, Forward, Movement, parse};
use super::reach::Reach;

/// A leap that many pieces can make at once.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The distance on the grid (see [`Bitboard::shift`]).
    pub by: i32,
    /// Where it may begin so that it stays on the grid and within its zone.
    pub origins: Bitboard,
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may end on a piece of the enemy, which it captures.
    pub capture: bool,
}

/// The movement of a kind of piece for one seat.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Moves to empty squares.
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
    pub fn targets(&self, from: Square, occupied: Bitboard, area: Bitboard) -> Bitboard {
        let blockers = occupied | !area;
        let capture = self.capture.from(from, blockers, area);
        if self.alike {
            return capture & area;
        }
        let quiet = self.quiet.from(from, blockers, area);
        (capture & occupied | quiet & !occupied) & area
    }

    /// Compiles `movement` for a seat, on a board of `size` files and ranks. `None` if the notation is not understood.
    pub fn new(movement: &Movement, forward: Forward, size: (u8, u8)) -> Option<Self> {
        let goals = forward.squares(movement.within, size);
        let elsewhere = forward.squares(movement.other.0, size);
        let parts = [
            (movement.notation, !elsewhere),
            (movement.other.1, elsewhere),
        ];
        let mut compiled = Self {
            quiet: Reach::default(),
            capture: Reach::default(),
            alike: true,
            steps: Vec::new(),
        };
        for (notation, origins) in parts {
            for atom in parse(notation)? {
                if atom.quiet {
                    compiled.quiet.add(atom, forward, origins, goals);
                }
                if atom.capture {
                    compiled.capture.add(atom, forward, origins, goals);
                }
                compiled.alike &= atom.quiet && atom.capture;
                compiled.steps.push(step(atom, forward, origins, goals));
            }
        }
        let plain = |reach: &Reach| reach.rides.is_empty() && !reach.stopped;
        if compiled.steps.len() > FEW || !plain(&compiled.quiet) || !plain(&compiled.capture) {
            compiled.steps.clear();
        }
        Some(compiled)
    }
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
            assert!(parse(notation).is_none(), "{notation}");
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
