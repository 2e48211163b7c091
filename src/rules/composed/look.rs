//! What letters show of a position besides the pieces.

use crate::rules::pieces::reach::ReachOn;
use crate::rules::{Role, Seat};

use super::game::Game;
use super::generate::Source;
use super::movement::Ways;
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

    /// No position has more turns than this says of it: found without listing them, so that nothing is listed that would
    /// need much memory.
    pub fn most_turns(&self, at: &Position) -> u64 {
        let (source, us, parts) = (Source::new(self, at, false), at.to_move, &self.parts);
        let squares = u64::from(self.area.count());
        let promotion = &parts.promotion;
        let choices = promotion.piece_types[us.index()].iter().count() as u64;
        let mut moves = 0;
        for role in parts.army.roles() {
            let is_pawn = self.pawn == Some(role);
            let mut ways = 1 + u64::from(promotion.demotion);
            ways += u64::from(parts.army.about(role).promoted.is_some());
            if is_pawn || promotion.pawn_types[us.index()].has(role) {
                ways += choices;
            }
            for from in at.board.pieces(us, role) {
                // Steps of pawns, captures en passant, castling and leaps are not among the targets.
                moves += ways * (12 + u64::from(source.targets(role, from).count()));
                if is_pawn && promotion.sittuyin {
                    moves += choices * squares;
                }
            }
        }
        let kinds = parts.army.kinds.len() as u64;
        let with = match (parts.walls.rule, parts.gates.seirawan) {
            (Some(_), _) if !parts.walls.wall_or_move => 2 + u64::from(source.empty.count()),
            (None, true) => 1 + 2 * kinds,
            _ => 1,
        };
        let drops = if parts.hands.drops {
            2 * kinds * squares
        } else {
            0
        };
        moves * with + drops + squares
    }

    /// Where a piece goes from a square among own and other pieces, on a board without walls.
    pub fn goals(&self, (role, seat): (Role, Seat), from: Square, own: Set, others: Set) -> Set {
        let ways = Ways {
            blockers: own | others | !self.area,
            cannons: Set::EMPTY,
        };
        let captures = self.attacks(seat, role, from, ways) & others;
        let quiets = self.quiets(seat, role, from, ways) & !ways.blockers;
        (captures | quiets) & self.mover(seat, role).region
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
