//! Counting leaf turns: the yardstick of rules and of speed.

use std::ops::ControlFlow;

use super::listing::text;
use super::ruleset::{Ruleset, State};

/// Leaf turns `depth` turns deep, the last ply counted in bulk. A finished game has no turns. See
/// [`crate::rules::game::Game::perft_while`] for `go_on`.
pub fn leaves<R: Ruleset>(
    ruleset: &R,
    state: &State<R>,
    depth: u32,
    go_on: &dyn Fn(u64) -> bool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if !go_on(1) {
        return None;
    }
    if ruleset.adjudicate(state).is_some() {
        return Some(0);
    }
    if depth == 1
        && let Some(count) = ruleset.count(state)
    {
        return go_on(count).then_some(count);
    }
    let mut sum = 0;
    let done = ruleset.turns(state, &mut |turn| {
        let below = match depth {
            // One position may have more turns than anybody waits for.
            1 => go_on(1).then_some(1),
            _ => ruleset.perft(&after(ruleset, state, turn), depth - 1, go_on),
        };
        match below {
            Some(below) => {
                sum += below;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    });
    done.is_continue().then_some(sum)
}

/// For each legal turn (canonical, sorted bytewise) the leaf turns below it; `depth` at least 1.
pub fn divide<R: Ruleset>(ruleset: &R, state: &State<R>, depth: u32) -> Vec<(String, u64)> {
    let mut all = Vec::new();
    let _ = ruleset.turns(state, &mut |turn| {
        let next = after(ruleset, state, turn);
        let leaves = match depth {
            0 | 1 => Some(1),
            _ if ruleset.adjudicate(&next).is_some() => Some(0),
            _ => ruleset.perft(&next, depth - 1, &|_| true),
        };
        let text = text(ruleset, &state.rules, turn);
        all.push((text, leaves.unwrap_or_default()));
        ControlFlow::Continue(())
    });
    all.sort_unstable();
    all
}

/// The state after a turn and what it brings with it.
pub fn after<R: Ruleset>(ruleset: &R, state: &State<R>, turn: &[R::Action]) -> State<R> {
    let mut next = state.clone();
    play(ruleset, &mut next, turn);
    next
}

/// Plays a legal turn, and takes those out of the game whom it eliminates.
pub fn play<R: Ruleset>(ruleset: &R, state: &mut State<R>, turn: &[R::Action]) {
    ruleset.apply(state, turn);
    eliminate(ruleset, state);
}

/// Takes those out of the game who are out, until nobody is.
pub fn eliminate<R: Ruleset>(ruleset: &R, state: &mut State<R>) {
    loop {
        let out = ruleset.eliminate(state);
        if out.is_empty() {
            return;
        }
        state.standings.leave(out);
    }
}
