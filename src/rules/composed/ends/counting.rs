//! Counting to a draw (docs/variants/ends.md, 6.5).

/// Whose rules of counting hold (`countingRule`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// The rules of makruk.
    Makruk,
    /// The rules of cambodian chess.
    Cambodian,
    /// The rules of ASEAN chess.
    Asean,
}

use crate::rules::Seat;
use crate::rules::composed::army::Word;
use crate::rules::composed::game::Game;
use crate::rules::composed::position::Position;

use super::Value;

impl Game {
    fn any_pawn(&self, at: &Position) -> bool {
        self.pawns(&at.board).any()
    }

    /// In how many moves a seat counts to a draw; 0: it does not count.
    fn counting_limit(&self, at: &Position, rule: Counting, seat: Seat) -> i32 {
        let own = at.board.of(seat).count();
        let other = at.board.of(seat.other()).count();
        let count = |word: Word| {
            let pieces = self.of_type(&at.board, word);
            (pieces & at.board.of(seat.other())).count()
        };
        let strong = || match (count(Word::ROOK), count(Word::SILVER), count(Word::KNIGHT)) {
            (2.., ..) => 8,
            (1, ..) => 16,
            (0, 2.., _) => 22,
            (0, _, 2..) => 32,
            (0, 1, _) => 44,
            _ => 64,
        };
        match rule {
            Counting::Makruk if self.any_pawn(at) || other == 1 => 0,
            Counting::Makruk if own > 1 => 64,
            Counting::Makruk => strong(),
            Counting::Cambodian if own > 3 || other == 1 => 0,
            Counting::Cambodian if own > 1 => 63,
            Counting::Cambodian if self.any_pawn(at) => 0,
            Counting::Cambodian => strong() - 1,
            Counting::Asean if self.any_pawn(at) || own > 1 => 0,
            Counting::Asean => {
                match (count(Word::ROOK), count(Word::SILVER), count(Word::KNIGHT)) {
                    (1.., ..) => 16,
                    (0, 1.., _) => 44,
                    (0, 0, 1..) => 64,
                    _ => 0,
                }
            }
        }
    }

    /// Counts after a turn, with the side to move changed already: `(captured, pawn_taken, promoted)` is what the turn
    /// did.
    pub(in crate::rules::composed) fn count(
        &self,
        at: &mut Position,
        rule: Counting,
        (captured, pawn_taken, promoted): (bool, bool, bool),
    ) {
        let counted = at.counting_limit != 0;
        if counted {
            at.counting += 1;
        }
        let (stm, mover) = (at.to_move, at.to_move.other());
        let pieces = |seat: Seat| at.board.of(seat).count() as i32;
        let all = pieces(stm) + pieces(mover);
        let (bare, stm_pieces) = (pieces(mover) == 1, pieces(stm));
        if rule != Counting::Asean && pawn_taken && bare && !self.any_pawn(at) {
            let limit = self.counting_limit(at, rule, mover);
            if limit != 0 {
                (at.counting_limit, at.counting) = (2 * limit, 2 * all - 1);
            }
        }
        let again = (captured || promoted) && stm_pieces == 1;
        if at.counting_limit == 0 || again {
            let limit = self.counting_limit(at, rule, stm);
            if limit != 0 {
                at.counting_limit = 2 * limit;
                let from_pieces = rule != Counting::Asean && stm_pieces == 1;
                at.counting = if from_pieces { 2 * all } else { 0 };
            }
        }
    }

    /// The draw by counting.
    pub(super) fn counted(&self, at: &Position) -> Option<Value> {
        self.parts.ends.counting?;
        if at.counting_limit == 0 || at.counting <= at.counting_limit {
            return None;
        }
        let mated = at.checkers(self, self.ways(at)).any() && self.legal_turns(at).is_empty();
        (!mated).then_some(Value::DRAW)
    }
}
