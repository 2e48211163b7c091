//! Where turns put walls (docs/variants/special.md, 2.14).

use crate::rules::board::geometry::{Direction, step};
use crate::rules::composed::Set;
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::composed::walls::Walling;

use super::Source;

impl Source<'_> {
    /// Where a turn may put its wall (docs/variants/special.md, 2.14).
    pub(super) fn wall_squares(&self, rule: Walling, turn: &Turn) -> Set {
        let (game, at) = (self.game, self.at);
        let pieces = at.board.occupied() | at.walls;
        let mut left = Set::of(turn.from);
        let mut arrived = Set::of(turn.to);
        match turn.act {
            Act::EnPassant => {
                left |= game.victim(at, turn.to).map_or(Set::EMPTY, Set::of);
            }
            Act::Castle => {
                left = left.with(turn.to);
                let (king, rook) = game.castled(turn);
                arrived = Set::of(king).with(rook);
            }
            Act::Pass => left = Set::EMPTY,
            _ => {}
        }
        let mut free = game.area & !(pieces & !left | arrived);
        free &= game.parts.walls.region[self.us.index()];
        match rule {
            Walling::Arrow => {
                let Some(piece) = at.board.at(turn.from) else {
                    return Set::EMPTY;
                };
                let quiet = &game.mover(self.us, piece.role).quiet;
                let without = Set::of(turn.from).without(turn.to);
                let blockers = self.ways.blockers & !without;
                free & quiet.from(turn.to, blockers, game.area)
            }
            Walling::Edge => {
                let (files, ranks) = game.parts.size;
                let edges =
                    Set::file(0) | Set::file(files - 1) | Set::rank(0) | Set::rank(ranks - 1);
                free & (edges | beside(at.walls))
            }
            Walling::Past => free & Set::of(turn.from),
            Walling::Duck | Walling::Static => free,
        }
    }
}

/// The squares orthogonally next to those of a set.
pub(super) fn beside(set: Set) -> Set {
    let ways = [Direction::N, Direction::E, Direction::S, Direction::W].into_iter();
    ways.fold(Set::EMPTY, |all, way| all | step(set, way))
}
