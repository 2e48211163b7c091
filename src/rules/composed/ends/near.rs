//! Whether the next turn may end the game by what was played before.

use crate::rules::composed::game::Game;
use crate::rules::composed::past::Past;
use crate::rules::composed::position::Position;

use super::repetition::reversed;

impl Game {
    /// Whether some turn may end the game by a count, a repetition, a second pass or kings that face each other again.
    /// Cheap: no turn is looked at.
    pub fn end_is_near(&self, at: &Position, past: &Past) -> bool {
        let ends = &self.parts.ends;
        let moves = ends.n_move > 0 && at.clock.saturating_add(1) >= ends.n_move.saturating_mul(2);
        let counted = ends.counting.is_some()
            && at.counting_limit > 0
            && at.counting.saturating_add(1) > at.counting_limit;
        let faced = || ends.bikjang && at.faces(self, self.ways(at));
        moves || counted || at.last.passes == 1 || faced() || self.may_repeat(at, past)
    }

    /// Whether the next turn may be the last one that repeats a position, or a move.
    fn may_repeat(&self, at: &Position, past: &Past) -> bool {
        let rule = &self.parts.ends.repetition;
        let Some(before) = usize::try_from(rule.fold - 1).ok() else {
            return false;
        };
        let turn = |plies: usize| past.ago(plies).and_then(|moment| moment.turn);
        let back = |(last, first)| reversed(&last, &first);
        if rule.move_repetition && turn(1).zip(turn(3)).is_some_and(back) {
            return true;
        }
        let played = past.plies();
        let looked_at = match self.parts.hands.captures {
            true => played,
            false => played.min(usize::try_from(at.clock).unwrap_or(0)),
        };
        past.most_often(looked_at) >= before
    }
}
