//! Counting leaf turns: the yardstick of rules and of speed.

use std::ops::ControlFlow;

use super::ruleset::{Ruleset, State};

/// Leaf turns `depth` turns deep, the last ply counted in bulk. A finished game has no turns.
pub fn leaves<V: Ruleset>(variant: &V, state: &State<V>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if variant.adjudicate(state).is_some() {
        return 0;
    }
    if depth == 1
        && let Some(count) = variant.count(state)
    {
        return count;
    }
    let mut sum = 0;
    let _ = variant.turns(state, &mut |turn| {
        sum += if depth == 1 {
            1
        } else {
            let mut next = state.clone();
            variant.play_unchecked(&mut next, &turn);
            variant.perft(&next, depth - 1)
        };
        ControlFlow::Continue(())
    });
    sum
}

/// For each legal turn (canonical, sorted bytewise) the leaf turns below it; `depth` at least 1.
pub fn divide<V: Ruleset>(variant: &V, state: &State<V>, depth: u32) -> Vec<(String, u64)> {
    let mut all = Vec::new();
    let _ = variant.turns(state, &mut |turn| {
        let text = variant.format(&state.rules, &state.position, &turn);
        let mut next = state.clone();
        variant.play_unchecked(&mut next, &turn);
        let leaves = match depth {
            0 | 1 => 1,
            _ if variant.adjudicate(&next).is_some() => 0,
            _ => variant.perft(&next, depth - 1),
        };
        all.push((text, leaves));
        ControlFlow::Continue(())
    });
    all.sort_unstable();
    all
}
