//! The listing of turns, that of actions, the count and the judging of actions agree.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::rules::turns::ruleset::{State, Turn};
use crate::rules::turns::{judge, listing, perft};
use crate::rules::{Options, Ruleset, Seats, Standings};

use super::position::Action;
use super::squares::Squares;
use super::{HANS38, HANS38_NEUTRAL, INFINITE_RESERVES, LimitedSquares, MOVING_SQUARES};

/// A small generator, so that every run looks at the same games.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695);
        (self.0 >> 33) as usize % n.max(1)
    }
}

type Game = State<LimitedSquares>;

fn start(variant: &LimitedSquares, options: &[(&str, &str)]) -> Game {
    let pair = |(k, v): &(&str, &str)| ((*k).to_owned(), (*v).to_owned());
    let options: Options = options.iter().map(pair).collect();
    let rules = variant.rules(&options, false).expect("options");
    let position = variant.read(&rules, &variant.start(&rules)).expect("reads");
    State {
        rules,
        rules_version: 1,
        history: variant.history(&rules, &position),
        position,
        standings: Standings::of(Seats::first(2)),
    }
}

fn texts(variant: &LimitedSquares, state: &Game, turns: &[Turn<LimitedSquares>]) -> Vec<String> {
    let text = |turn: &Turn<LimitedSquares>| listing::text(variant, &state.rules, turn);
    let mut texts: Vec<String> = turns.iter().map(text).collect();
    texts.sort_unstable();
    texts
}

fn compare(
    variant: &LimitedSquares,
    state: &Game,
    chance: &mut Chance,
) -> Vec<Turn<LimitedSquares>> {
    let at = variant.write(state);
    let mut all: Vec<Turn<LimitedSquares>> = Vec::new();
    let _ = variant.turns(state, &mut |turn| {
        all.push(turn.to_vec());
        ControlFlow::Continue(())
    });
    let listed = texts(variant, state, &all);
    let distinct: HashSet<&String> = listed.iter().collect();
    assert_eq!(distinct.len(), listed.len(), "twice in {at}");
    assert_eq!(
        variant.count(state),
        Some(all.len() as u64),
        "count in {at}"
    );
    let lost = variant
        .adjudicate(state)
        .is_some_and(|o| o.places.len() > 1);
    assert_eq!(all.is_empty(), lost, "outcome of {at}");

    // Wide positions are compared for some of their first actions.
    let mut first = listing::next(variant, state, &[]);
    while all.len() > 3_000 && first.len() > 2 {
        first.swap_remove(chance.below(first.len()));
    }
    for action in first {
        let mut found: Vec<Turn<LimitedSquares>> = Vec::new();
        let mut made = vec![action];
        let _ = listing::each(variant, state, &mut made, &mut |turn| {
            found.push(turn.to_vec());
            ControlFlow::Continue(())
        });
        let begins: Vec<_> = all.iter().filter(|t| t[0] == action).cloned().collect();
        let (found, begins) = (
            texts(variant, state, &found),
            texts(variant, state, &begins),
        );
        assert_eq!(found, begins, "{action:?} in {at}");
    }
    judged(variant, state, &all, chance);
    all
}

/// Actions that are possible and keep the king safe make a legal turn; the reader finds each turn.
fn judged(
    variant: &LimitedSquares,
    state: &Game,
    all: &[Turn<LimitedSquares>],
    chance: &mut Chance,
) {
    for _ in 0..20.min(all.len()) {
        let turn = &all[chance.below(all.len())];
        for n in 0..turn.len() {
            let after = state.position.after(&state.rules, &turn[..n]);
            let squares = Squares::new(&state.rules, &after, &turn[..n]);
            assert!(squares.judge(&turn[n]).is_ok(), "{turn:?}");
        }
        let mut other = turn.clone();
        if let [.., Action::Place(_), Action::Shift(_)] = turn[..] {
            let last = other.len() - 1;
            other.swap(last - 1, last);
        }
        let typed = listing::text(variant, &state.rules, &other);
        let read = judge::turn(variant, state, &typed);
        assert!(
            read.as_ref() == Ok(turn) || read.is_err() && other != *turn,
            "{typed}: {read:?}"
        );
    }
}

fn walk(variant: &LimitedSquares, options: &[(&str, &str)], seed: u64) {
    let mut state = start(variant, options);
    let mut chance = Chance(seed);
    for _ in 0..24 {
        let all = compare(variant, &state, &mut chance);
        if all.is_empty() {
            break;
        }
        assert!(listing::example(variant, &state).is_some());
        // Captures and checks make the lines that matter: prefer them.
        let turn = (0..12)
            .map(|_| &all[chance.below(all.len())])
            .max_by_key(|turn| {
                let next = perft::after(variant, &state, turn);
                let checks = !variant.in_check(&next).is_empty();
                let text = listing::text(variant, &state.rules, turn);
                (checks, text.contains(':'))
            })
            .expect("twelve")
            .clone();
        perft::play(variant, &mut state, &turn);
        let again = variant.read(&state.rules, &variant.write(&state));
        assert!(again.is_ok_and(|position| position == state.position));
    }
}

#[test]
fn listing_counting_and_judging_agree() {
    for seed in 0..3 {
        walk(&HANS38, &[], seed);
        walk(
            &HANS38,
            &[("turn", "postal"), ("armies", "rookies/clobberers")],
            seed,
        );
        walk(
            &HANS38,
            &[("turn", "postal-plus"), ("armies", "fide/fide")],
            seed,
        );
        walk(&HANS38_NEUTRAL, &[("turn", "single")], seed);
        walk(
            &HANS38_NEUTRAL,
            &[("turn", "postal-plus"), ("armies", "nutters/fide")],
            seed,
        );
        walk(&INFINITE_RESERVES, &[("armies", "fide/rookies")], seed);
        walk(&MOVING_SQUARES, &[("armies", "clobberers/fide")], seed);
    }
}
