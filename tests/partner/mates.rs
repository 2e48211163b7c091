//! Positions with a mate in two or three, found in random games and proved by a search of its own, which knows nothing
//! of the house player's.

use zugpost::partner::{Level, think_within};
use zugpost::rules::outcome::Reason;
use zugpost::rules::turns::walk::scatter;
use zugpost::rules::{Game, Listing, Options, Seat};
use zugpost::variants::find;

use super::{is_wanted, measured};

/// The legal turns, each with the game after it.
fn each(game: &dyn Game) -> Vec<(String, Box<dyn Game>)> {
    let Listing::All(turns) = game.legal(2_000) else {
        return Vec::new();
    };
    let after = turns.into_iter().map(|turn| {
        let mut after = game.fork();
        after.replay(&turn).expect("a legal turn");
        (turn, after)
    });
    after.collect()
}

fn is_won(game: &dyn Game, by: Seat) -> bool {
    let outcome = game.outcome();
    outcome.is_some_and(|outcome| {
        outcome.places[0] == [by] && matches!(outcome.reason, Reason::Checkmate | Reason::Stalemate)
    })
}

/// Whether the side to move wins in at most so many turns, whatever the other side does. With `by_checks` no other turns
/// are tried, which makes the proof short.
fn wins(game: &dyn Game, turns: u32, by_checks: bool) -> bool {
    let us = game.to_move();
    each(game)
        .into_iter()
        .any(|(_, after)| holds(after.as_ref(), us, turns, by_checks))
}

/// Whether the turn that led here wins for `us` in at most so many turns, itself included.
fn holds(after: &dyn Game, us: Seat, turns: u32, by_checks: bool) -> bool {
    if is_won(after, us) {
        return true;
    }
    if turns < 2 || after.outcome().is_some() || by_checks && after.in_check().is_empty() {
        return false;
    }
    let answers = each(after);
    !answers.is_empty()
        && answers.iter().all(|(_, answer)| {
            answer.outcome().is_none() && wins(answer.as_ref(), turns - 1, by_checks)
        })
}

/// The first positions of random games in which the side to move mates in just so many turns.
fn found(id: &str, turns: u32, count: usize) -> Vec<String> {
    let variant = find(id).expect("a variant");
    let mut lot = u64::from(turns);
    let mut all = Vec::new();
    while all.len() < count {
        let mut game = variant.start(&Options::new(), None).expect("starts");
        for _ in 0..120 {
            let Listing::All(list) = game.legal(2_000) else {
                break;
            };
            if list.is_empty() {
                break;
            }
            lot = scatter(lot);
            let turn = &list[(lot % list.len() as u64) as usize];
            game.replay(turn).expect("legal");
            if game.outcome().is_some() {
                break;
            }
            if wins(game.as_ref(), turns, true) && !wins(game.as_ref(), turns - 1, true) {
                all.push(game.position());
                break;
            }
        }
    }
    all
}

/// How many of these positions the house player solves: its turn is one that wins in so many turns.
fn solved(id: &str, positions: &[String], turns: u32, budget: u64) -> usize {
    let variant = find(id).expect("a variant");
    let level = Level::new(5).expect("a level");
    let solves = |text: &&String| {
        let game = variant.start(&Options::new(), Some(text)).expect("starts");
        let thought = think_within(game.as_ref(), level, budget, 0, &|| false).expect("an answer");
        let mut after = game.fork();
        after.play(&thought.turn).expect("legal");
        // There may be another way, by a quiet turn.
        let holds = |by_checks| holds(after.as_ref(), game.to_move(), turns, by_checks);
        let solves = holds(true) || holds(false);
        if !solves {
            println!("{id}: {text}: {thought:?}");
        }
        solves
    };
    positions.iter().filter(solves).count()
}

#[test]
fn mates_in_two_and_three_are_found() {
    let long = measured();
    let count = long.unwrap_or(2);
    for id in ["chess", "xiangqi", "crazyhouse"] {
        if !is_wanted(id) {
            continue;
        }
        for turns in 2..=if long.is_some() { 3 } else { 2 } {
            let positions = found(id, turns, count);
            let budget = match long {
                Some(_) => Level::new(5).expect("a level").budget(),
                None => 20_000,
            };
            let solved = solved(id, &positions, turns, budget);
            println!("{id}: mate in {turns}: {solved} of {count}");
            assert!(
                solved * 10 >= count * 9,
                "{id} in {turns}: {solved} of {count}"
            );
        }
    }
}
