//! A knock-out: a match is two games, one with each side; a level one is followed by two faster games; if these are level, too,
//! whoever is seeded lower goes on.

use std::collections::{BTreeMap, BTreeSet};

use super::{Game, Next, State, are_over, by_round};
use crate::contests::table::Played;
use crate::contests::{Contest, Round};

/// Who meets in the end if those who are seeded higher win: the first and the second in the final. `None` has no player.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut slots = vec![1];
    while slots.len() < players {
        let sum = 2 * slots.len() + 1;
        slots = slots
            .into_iter()
            .flat_map(|seed| [seed, sum - seed])
            .collect();
    }
    let seed = |seed: usize| Some(seed).filter(|seed| *seed <= players);
    slots.into_iter().map(seed).collect()
}

/// How far it is.
pub(super) fn state(contest: &Contest, games: &[Played]) -> State {
    let staying: BTreeSet<usize> = contest.staying().into_iter().collect();
    let played = by_round(contest, games);
    let over = are_over(contest, games);
    let mut slots = bracket(contest.order.len());
    let mut state = State {
        next: Next::Over,
        out: BTreeMap::new(),
        count: BTreeMap::new(),
    };
    let mut at = 0;
    for part in 1.. {
        if slots.len() < 2 {
            break;
        }
        let Some(round) = contest.rounds.get(at) else {
            state.next = first_games(&slots, &staying);
            if state.next == Next::Over {
                let gone = slots.iter().flatten().filter(|one| !staying.contains(one));
                state.out.extend(gone.map(|one| (*one, part)));
            }
            break;
        };
        let faster = contest.rounds.get(at + 1).filter(|next| next.faster);
        let after = at + 1 + usize::from(faster.is_some());
        let following = contest.rounds.get(after);
        let waits = following.is_none() && !over;
        if waits && faster.is_none() {
            state.next = Next::Wait;
            break;
        }
        let games: Vec<Game> = played[at..after].iter().flatten().copied().collect();
        let mut level = Vec::new();
        let mut winners = Vec::new();
        for pair in slots.chunks(2) {
            let (pair, gone): (Vec<usize>, Vec<usize>) =
                pair.iter().flatten().partition(|one| round.has(**one));
            // They have left after they had come so far.
            state.out.extend(gone.into_iter().map(|one| (one, part)));
            let goes_on = |one: &usize| following.is_some_and(|following| following.has(*one));
            let is_beaten = |one: &usize| contest.is_beaten(*one);
            // What was decided stays so, also if a result is changed later.
            let stored = pair.iter().copied().find(goes_on).or_else(|| {
                let mut left = pair.iter().copied().filter(|one| !is_beaten(one));
                left.next().filter(|_| pair.iter().any(is_beaten))
            });
            let winner = stored.or_else(|| match pair[..] {
                [one, other] => decided(&games, one, other).or_else(|| {
                    let here = pair.iter().copied().filter(|one| staying.contains(one));
                    let both = here.clone().count() == 2;
                    if both && faster.is_none() && following.is_none() {
                        level.push((one, other));
                    }
                    here.max()
                }),
                _ => pair.first().copied(),
            });
            winners.push((pair, winner));
        }
        for (pair, winner) in &winners {
            let is_level = level.iter().any(|(one, _)| pair.contains(one));
            let faster = faster.filter(|_| waits);
            let is_played = faster.is_some_and(|round| pair.iter().any(|one| round.has(*one)));
            for player in pair.iter().filter(|_| !is_level && !is_played) {
                match Some(*player) == *winner {
                    true => *state.count.entry(*player).or_default() += 1,
                    false => drop(state.out.insert(*player, part)),
                }
            }
        }
        if waits {
            state.next = Next::Wait;
            break;
        }
        if !level.is_empty() {
            let both = |(one, other)| [vec![one, other], vec![other, one]];
            state.next = Next::Round(Round {
                games: level.into_iter().flat_map(both).collect(),
                faster: true,
                ..Round::default()
            });
            break;
        }
        slots = winners.into_iter().map(|(_, winner)| winner).collect();
        at = after;
    }
    state
}

/// The next matches of those who have come so far and stay. Whoever has no opponent goes on.
fn first_games(slots: &[Option<usize>], staying: &BTreeSet<usize>) -> Next {
    let mut round = Round::default();
    for pair in slots.chunks(2) {
        let here = pair.iter().flatten().filter(|one| staying.contains(one));
        match here.copied().collect::<Vec<usize>>()[..] {
            [one, other] => round.games.extend([vec![one, other], vec![other, one]]),
            [alone] => round.byes.push(alone),
            _ => {}
        }
    }
    match round.games.is_empty() && round.byes.len() < 2 {
        true => Next::Over,
        false => Next::Round(round),
    }
}

/// Who has more points in the games of a match; `None`: it is level.
fn decided(games: &[Game], one: usize, other: usize) -> Option<usize> {
    let (mut points, mut most) = (0, 0);
    for game in games {
        if (game.first, game.second) == (one, other) {
            points += game.score;
            most += 2;
        } else if (game.first, game.second) == (other, one) {
            points += 2 - game.score;
            most += 2;
        }
    }
    match (2 * points).cmp(&most) {
        std::cmp::Ordering::Greater => Some(one),
        std::cmp::Ordering::Less => Some(other),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_last() {
        let of = |players| -> Vec<usize> {
            let slots = bracket(players).into_iter();
            slots.map(|slot| slot.unwrap_or(0)).collect()
        };
        assert_eq!(of(2), [1, 2]);
        assert_eq!(of(3), [1, 0, 2, 3]);
        assert_eq!(of(8), [1, 8, 4, 5, 2, 7, 3, 6]);
        assert_eq!(of(6), [1, 0, 4, 5, 2, 0, 3, 6]);
    }
}
