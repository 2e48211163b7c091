//! How a game by file ends: at once, for want of a turn, or by what was played before, in this order.

use std::cmp::Ordering;

use crate::rules::composed::Game;
use crate::rules::composed::army::Word;
use crate::rules::composed::ends::Value;
use crate::rules::composed::past::Past;
use crate::rules::composed::position::Position;
use crate::rules::outcome::Reason as By;
use crate::rules::{Outcome, Reason, Seat};

/// The end of the game with this position, if it ends.
pub fn adjudicate(game: &Game, at: &Position, past: &Past) -> Option<Outcome> {
    if let Some((value, by)) = game.ends_at_once(at) {
        return Some(outcome(at, value, by));
    }
    if game.legal_turns(at).is_empty() {
        let by = match game.gives_check(at) {
            true => By::Checkmate,
            false => By::Stalemate,
        };
        return Some(outcome(at, game.result(at, past), by));
    }
    let (value, by) = game.ends_by_past(at, past)?;
    Some(outcome(at, value, by))
}

/// The outcome of a value for the side to move.
fn outcome(at: &Position, value: Value, by: By) -> Outcome {
    let (us, them) = (at.to_move, at.to_move.other());
    match value.0.cmp(&0) {
        Ordering::Greater if value != Value::NONE => Outcome::win(us, them, by),
        Ordering::Less => Outcome::win(them, us, by),
        _ => Outcome::draw(Seat::BOTH.to_vec(), by),
    }
}

/// Whether a seat has nothing but its king, in a game that is won by checkmate alone.
pub fn cannot_win(game: &Game, at: &Position, seat: Seat) -> bool {
    let ends = &game.parts.ends;
    let other_ways = ends.extinction.is_some()
        || ends.flag.is_some()
        || ends.connect.is_some()
        || ends.check_counting
        || ends.material.is_some()
        || ends.castling_wins != [[false; 2]; 2]
        || ends.no_turn.stalemate != Value::DRAW
        || ends.no_turn.checkmate != Value::LOSS
        || ends.no_turn.shatar
        || ends.repetition.value != Value::DRAW
        || ends.repetition.perpetual_check
        || ends.repetition.move_repetition
        || game.parts.royalty.pseudo.is_some();
    let king = game.parts.army.role(Word::KING);
    let alone = king.is_some_and(|king| at.board.of(seat) == at.board.pieces(seat, king));
    !other_ways && alone && at.in_hand(seat) == 0 && !game.parts.hands.captures
}

/// That the position has been on the board before, if the next time would end the game.
pub fn warnings(game: &Game, past: &Past) -> Vec<Reason> {
    let fold = usize::try_from(game.parts.ends.repetition.fold).unwrap_or(0);
    let near = past.times() > 1 && past.times() + 1 == fold;
    near.then(|| Reason::new("next-repetition-ends"))
        .into_iter()
        .collect()
}

/// Whether an end that looks at what was played before can come within so many turns.
pub fn are_near(game: &Game, at: &Position, past: &Past, turns: u32) -> bool {
    let ends = &game.parts.ends;
    let turns = i32::try_from(turns).unwrap_or(i32::MAX);
    let clock = ends.n_move > 0 && at.clock.saturating_add(turns) >= ends.n_move.saturating_mul(2);
    let plies = i32::try_from(past.plies()).unwrap_or(i32::MAX);
    // Each further occurrence of a position takes four turns, and moves that repeat eight.
    let repetition = &ends.repetition;
    let needed = 4 * (repetition.fold - 1).max(1);
    let needed = if repetition.move_repetition {
        needed.min(8)
    } else {
        needed
    };
    let repeated = repetition.fold > 0 && plies.saturating_add(turns) >= needed;
    clock || repeated || ends.counting.is_some() || game.parts.promotion.sittuyin
}

/// Leaf turns where no such end can come: [`crate::rules::game::Game::perft_while`].
pub fn leaves(game: &Game, at: &Position, depth: u32, go_on: &dyn Fn(u64) -> bool) -> Option<u64> {
    if depth <= 2 {
        let count = game.perft(at, depth);
        return go_on(count).then_some(count);
    }
    let mut sum = 0;
    for turn in game.legal_turns(at) {
        let mut next = at.clone();
        game.play(&mut next, &turn);
        sum += leaves(game, &next, depth - 1, go_on)?;
    }
    Some(sum)
}
