//! What letters show of a position besides the pieces.

use crate::rules::pieces::reach::ReachOn;
use crate::rules::{Role, Seat};

use super::game::Game;
use super::generate::Source;
use super::past::Past;
use super::position::Position;
use super::turn::Turn;
use super::{GRID_FILES, Set, Square};

impl Game {
    /// The squares of the board.
    pub const fn area(&self) -> Set {
        self.area
    }

    /// The pieces of a seat that could capture on a square by the way they move.
    pub fn attackers_of(&self, at: &Position, square: Square, by: Seat) -> Set {
        self.attackers(&at.board, by, square, self.ways(at))
    }

    /// The turns of the side to move by the way its pieces move, those included that would leave its king attacked or
    /// that are forbidden for another reason.
    pub fn tried_turns(&self, at: &Position) -> Vec<Turn> {
        let mut all = Vec::new();
        Source::new(self, at, false).all(&mut all);
        all
    }

    /// Where a kind of piece of the first seat goes: to empty squares, and to capture.
    pub fn reach(&self, role: Role) -> [&ReachOn<GRID_FILES>; 2] {
        let mover = self.mover(Seat(0), role);
        [&mover.quiet, &mover.capture]
    }
}

impl Past {
    /// How often the present position was on the board, now included.
    pub fn times(&self) -> usize {
        (0..=self.plies()).filter(|ago| self.same(*ago)).count()
    }
}
