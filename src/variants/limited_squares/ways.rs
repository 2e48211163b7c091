//! The king's safety while squares come and go (S1, S2).

use crate::rules::{Bitboard, Square, board::geometry::between};

use super::position::Position;
use super::rules::Rules;

/// For each enemy piece that attacks the king of the side to move as soon as all of them exist:
/// the locations on its way. A leaper's way is empty.
///
/// Square actions that move no piece change nothing else of the king's safety.
#[derive(Clone, Default)]
pub struct Ways(Vec<Bitboard>);

impl Ways {
    /// Those of a position.
    pub fn new(rules: &Rules, position: &Position) -> Self {
        let (pieces, board) = (rules.pieces, &position.base.board);
        let (king, enemy) = (position.king(rules), position.base.to_move.other());
        let aiming = pieces.threats(board, king, enemy, (board.occupied(), Bitboard::GRID));
        let way = |from: Square| {
            let leaps = board.at(from).is_some_and(|piece| {
                let movement = pieces.movement(piece.role, enemy);
                movement.capture.leaps(from).has(king)
            });
            match leaps {
                true => Bitboard::EMPTY,
                false => between(king, from),
            }
        };
        Self(aiming.map(way).collect())
    }

    /// Whether the king is safe where these squares exist.
    #[inline]
    pub fn closed(&self, area: Bitboard) -> bool {
        self.0.iter().all(|way| (*way & !area).any())
    }

    /// The locations where one more square leaves the king safe.
    #[inline]
    pub fn fillable(&self, area: Bitboard) -> Bitboard {
        let mut fillable = Bitboard::BOARD_8X8 & !area;
        for way in &self.0 {
            let missing = *way & !area;
            match missing.count() {
                0 => return Bitboard::EMPTY,
                1 => fillable &= !missing,
                _ => {}
            }
        }
        fillable
    }

    /// The squares of which one has to go to make the king safe: any, where it is safe.
    pub fn mending(&self, area: Bitboard) -> Bitboard {
        let open = self.0.iter().filter(|way| (**way & !area).is_empty());
        open.fold(area, |common, way| common & *way)
    }
}
