//! A Swiss event without any other program: players with as many points meet, the upper half of them the lower one, nobody
//! twice; sides alternate. Whoever is left over has no game and gets a point, at most once.

use std::collections::{BTreeMap, BTreeSet};

use super::by_round;
use crate::contests::table::Played;
use crate::contests::{Contest, Round};

/// So many pairs are tried at most until all have an opponent.
const TRIES: usize = 200_000;

/// A player before a round.
#[derive(Clone, Copy)]
struct One {
    number: usize,
    /// In halves.
    points: u32,
    /// How often more they had the first side than the second.
    balance: i32,
    /// Whether they had the first side last.
    was_first: Option<bool>,
}

impl One {
    /// Whether it is the first side that they should have now; `None`: either.
    fn wants_first(&self) -> Option<bool> {
        match self.balance {
            0 => self.was_first.map(|first| !first),
            balance => Some(balance < 0),
        }
    }
}

/// How many rounds it has if nothing else is said: enough for one player to have beaten all others, and one more.
pub(super) fn rounds(players: usize) -> usize {
    let enough = players.next_power_of_two().trailing_zeros();
    usize::try_from(enough).map_or(1, |enough| enough + 1)
}

/// What has been played before a round.
pub(super) struct Before {
    /// All players, by their numbers.
    all: BTreeMap<usize, One>,
    /// Who has met, either way round.
    pub met: BTreeSet<(usize, usize)>,
    /// Who had no game in a round.
    pub free: BTreeSet<usize>,
}

impl Before {
    pub fn new(contest: &Contest, games: &[Played]) -> Self {
        let new = |number| One {
            number,
            points: 0,
            balance: 0,
            was_first: None,
        };
        let numbers = 1..=contest.order.len();
        let mut all: BTreeMap<usize, One> = numbers.map(|number| (number, new(number))).collect();
        let mut met = BTreeSet::new();
        for game in by_round(contest, games).iter().flatten() {
            met.extend([(game.first, game.second), (game.second, game.first)]);
            for (number, points, first) in [
                (game.first, game.score, true),
                (game.second, 2 - game.score, false),
            ] {
                if let Some(one) = all.get_mut(&number) {
                    one.points += u32::from(points);
                    one.balance += if first { 1 } else { -1 };
                    one.was_first = Some(first);
                }
            }
        }
        let byes = contest.rounds.iter().flat_map(|of| of.byes.clone());
        let free: BTreeSet<usize> = byes.collect();
        for number in &free {
            if let Some(one) = all.get_mut(number) {
                one.points += 2;
            }
        }
        Self { all, met, free }
    }

    /// The points of a player, in halves.
    pub fn points(&self, number: usize) -> u32 {
        self.all.get(&number).map_or(0, |one| one.points)
    }
}

/// The next round; `None`: nobody can be paired any more without meeting again.
pub(super) fn paired(contest: &Contest, games: &[Played]) -> Option<Round> {
    let Before { all, met, free } = Before::new(contest, games);
    let staying = contest.staying().into_iter();
    let mut all: Vec<One> = staying
        .filter_map(|number| all.get(&number).copied())
        .collect();
    all.sort_by_key(|one| (std::cmp::Reverse(one.points), one.number));
    if all.len() < 2 {
        return None;
    }
    let even = all.len().is_multiple_of(2);
    let last = all.iter().rev().filter(|one| !free.contains(&one.number));
    let byes: Vec<Option<usize>> = match even {
        true => vec![None],
        false => last.map(|one| Some(one.number)).collect(),
    };
    for bye in byes {
        let mut play = all.clone();
        play.retain(|one| Some(one.number) != bye);
        let found = pairs(&play, &met, &mut { TRIES }).or_else(|| {
            // From below, where those are who are hard to pair.
            play.reverse();
            pairs(&play, &met, &mut { TRIES })
        });
        let Some(pairs) = found else { continue };
        let games = pairs.into_iter().enumerate();
        let games = games.map(|(at, (one, other))| sides(one, other, at % 2 == 0).to_vec());
        return Some(Round {
            games: games.collect(),
            byes: bye.into_iter().collect(),
            ..Round::default()
        });
    }
    None
}

/// Pairs players who are sorted by their points; `None`: that is not possible, or too hard.
fn pairs(
    all: &[One],
    met: &BTreeSet<(usize, usize)>,
    tries: &mut usize,
) -> Option<Vec<(One, One)>> {
    let Some((one, others)) = all.split_first() else {
        return Some(Vec::new());
    };
    let level = others.iter().take_while(|other| other.points == one.points);
    let half = level.count().saturating_sub(1) / 2;
    let clash = |other: &One| {
        let wants = one.wants_first();
        wants.is_some() && wants == other.wants_first()
    };
    let mut order: Vec<usize> = (0..others.len()).collect();
    order.sort_by_key(|at| {
        let other = &others[*at];
        (
            one.points.abs_diff(other.points),
            clash(other),
            at.abs_diff(half),
        )
    });
    for at in order {
        if met.contains(&(one.number, others[at].number)) {
            continue;
        }
        *tries = tries.checked_sub(1)?;
        let mut left = others.to_vec();
        let other = left.remove(at);
        if let Some(mut found) = pairs(&left, met, tries) {
            found.insert(0, (*one, other));
            return Some(found);
        }
    }
    None
}

/// Who has the first side: whoever should have it more; `first`: if nothing else decides, the first of the two.
fn sides(one: One, other: One, first: bool) -> [usize; 2] {
    let one_first = match (one.wants_first(), other.wants_first()) {
        (None, None) => first,
        (Some(wants), None) => wants,
        (None, Some(wants)) => !wants,
        (Some(wants), Some(same)) if wants == same => {
            match other.balance.abs() > one.balance.abs() {
                true => !wants,
                false => wants,
            }
        }
        (Some(wants), Some(_)) => wants,
    };
    match one_first {
        true => [one.number, other.number],
        false => [other.number, one.number],
    }
}
