//! No legal turn (docs/variants/ends.md, 4).

use crate::rules::composed::army::Word;
use crate::rules::composed::game::Game;
use crate::rules::composed::past::Past;
use crate::rules::composed::position::Position;

use super::Value;

/// What it is worth to have no legal turn.
#[derive(Clone, Debug)]
pub struct NoTurn {
    /// What it is worth without check (`stalemateValue`).
    pub stalemate: Value,
    /// Whoever has fewer pieces then has that value (`stalematePieceCount`).
    pub piece_count: bool,
    /// What it is worth in check (`checkmateValue`).
    pub checkmate: Value,
    /// Who mates by dropping a pawn has lost (`shogiPawnDropMateIllegal`).
    pub pawn_drop_mate: bool,
    /// A mate needs a strong piece's check before (`shatarMateRule`).
    pub shatar: bool,
}

impl Game {
    /// What the position is worth to the side to move if it has no legal turn; the value of an immediate end, if there
    /// is one.
    pub fn result(&self, at: &Position, past: &Past) -> Value {
        if let Some(value) = self.immediate_end(at) {
            return value;
        }
        match at.checkers(self, self.ways(at)).any() {
            true => self.checkmate(at, past),
            false => self.stalemate(at, past),
        }
    }

    fn stalemate(&self, at: &Position, past: &Past) -> Value {
        let rule = &self.parts.ends.no_turn;
        if self.royals_attacked(at) {
            return self.checkmate(at, past);
        }
        let count = |seat| at.board.of(seat).count();
        let (own, others) = (count(at.to_move), count(at.to_move.other()));
        let value = match rule.piece_count {
            true if own > others => -rule.stalemate,
            true if own == others => Value::DRAW,
            _ => rule.stalemate,
        };
        self.by_material(at, value)
    }

    fn checkmate(&self, at: &Position, past: &Past) -> Value {
        let rule = &self.parts.ends.no_turn;
        let checkers = at.checkers(self, self.ways(at));
        let only = |word: Word| {
            let others = checkers & !self.of_type(&at.board, word);
            checkers.any() && others.is_empty()
        };
        if rule.pawn_drop_mate
            && only(Word::SHOGI_PAWN)
            && at.last.turn.is_some()
            && !at.last.captured
            && at.last.material
        {
            return Value::WIN;
        }
        if rule.shatar {
            if only(Word::KNIGHT) {
                return Value::WIN;
            }
            if !past.had_shak() {
                return Value::DRAW;
            }
        }
        rule.checkmate
    }
}
