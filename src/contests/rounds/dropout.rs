//! A dropout: in each round everybody has two games, one with each side. A loss and a draw cost penalty points; who has too
//! many is out.

use std::collections::BTreeMap;

use super::{Next, State, are_over, halves};
use crate::contests::table::Played;
use crate::contests::{Contest, Round};

/// What a draw costs.
const DRAW: u32 = 1;
/// What a loss costs.
const LOSS: u32 = 3;
/// Who has so many penalty points is out.
pub(super) const OUT: u32 = 6;
/// It ends after so many rounds at the latest.
pub(super) const ROUNDS: usize = 7;

/// How far it is. Who plays whom is drawn: those who are in it sit around a table, and each plays first against the next one.
pub(super) fn state(
    contest: &Contest,
    games: &[Played],
    lot: &mut dyn FnMut(&mut [usize]),
) -> State {
    let over = are_over(contest, games);
    let mut count: BTreeMap<usize, u32> = BTreeMap::new();
    let pairings = contest.pairings();
    for (pairing, game) in pairings.iter().zip(games).filter(|(_, game)| game.over) {
        for (player, points) in pairing.players.iter().zip(halves(pairing, game)) {
            let cost = match points {
                0 => LOSS,
                1 => DRAW,
                _ => 0,
            };
            *count.entry(*player).or_default() += cost;
        }
    }
    let last = contest.rounds.len();
    let cost = |player: usize| count.get(&player).copied().unwrap_or(0);
    let mut out = BTreeMap::new();
    for player in 1..=contest.order.len() {
        let round = contest.rounds.iter().rposition(|round| round.has(player));
        let Some(round) = round.map(|at| at + 1) else {
            continue;
        };
        if round < last || contest.is_beaten(player) || over && cost(player) >= OUT {
            out.insert(player, round);
        }
    }
    let mut here = contest.staying();
    here.retain(|player| !out.contains_key(player));
    let next = if !over {
        Next::Wait
    } else if last >= ROUNDS || here.len() < 2 {
        if last < ROUNDS {
            // Who has asked to leave would be in no further round.
            let gone = (1..=contest.order.len()).filter(|one| !here.contains(one));
            gone.for_each(|one| {
                out.entry(one).or_insert(last);
            });
        }
        Next::Over
    } else {
        lot(&mut here);
        let others = here.iter().cycle().skip(1);
        Next::Round(Round {
            games: here
                .iter()
                .zip(others)
                .map(|(one, other)| vec![*one, *other])
                .collect(),
            ..Round::default()
        })
    };
    State { next, out, count }
}
