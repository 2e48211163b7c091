//! Games of four: in each round players sit at tables of four, at first by lot, then with others who have about as many points,
//! and as few as can be whom they have met. Whoever is left over has no game and gets a point; those first who had none so far.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::halves;
use crate::contests::table::Played;
use crate::contests::{Contest, Round};

/// It has so many rounds if nothing else is said.
pub(super) const ROUNDS: usize = 3;
/// So many play a game.
const SEATS: usize = 4;
/// So many orders are tried at most to find tables at which nobody meets again.
const TRIES: usize = 32;

/// What has happened so far, by the numbers of the players.
#[derive(Default)]
struct Past {
    /// In halves.
    points: BTreeMap<usize, u32>,
    /// How often two have met, the lower number first.
    met: BTreeMap<(usize, usize), u32>,
    /// How often a player had each seat.
    seats: BTreeMap<usize, [u32; SEATS]>,
    /// How often a player had no game.
    byes: BTreeMap<usize, u32>,
}

impl Past {
    fn of(contest: &Contest, games: &[Played]) -> Self {
        let mut past = Self::default();
        for (pairing, played) in contest.pairings().iter().zip(games) {
            let seats = pairing.players.iter().zip(halves(pairing, played));
            for (seat, (player, points)) in seats.enumerate() {
                *past.points.entry(*player).or_default() += u32::from(points);
                if let Some(count) = past.seats.entry(*player).or_default().get_mut(seat) {
                    *count += 1;
                }
                for other in &pairing.players {
                    if player < other {
                        *past.met.entry((*player, *other)).or_default() += 1;
                    }
                }
            }
        }
        for player in contest.rounds.iter().flat_map(|round| &round.byes) {
            *past.points.entry(*player).or_default() += 2;
            *past.byes.entry(*player).or_default() += 1;
        }
        past
    }

    fn points(&self, player: usize) -> u32 {
        self.points.get(&player).copied().unwrap_or(0)
    }

    /// What is bad about a table: how often its players have met, and how far their points are apart.
    fn cost(&self, table: &[usize]) -> (u32, u32) {
        let (mut again, mut apart) = (0, 0);
        for (at, one) in table.iter().enumerate() {
            for other in &table[at + 1..] {
                let pair = (*one.min(other), *one.max(other));
                // To meet a third time is worse than two others a second time.
                again += self.met.get(&pair).copied().unwrap_or(0).pow(2);
                apart += self.points(*one).abs_diff(self.points(*other));
            }
        }
        (again, apart)
    }

    fn cost_of(&self, tables: &[Vec<usize>]) -> (u32, u32) {
        let costs = tables.iter().map(|table| self.cost(table));
        costs.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// Changes players of two tables for each other as long as that makes the tables better.
    fn improve(&self, tables: &mut [Vec<usize>]) {
        while self.improve_once(tables) {}
    }

    fn improve_once(&self, tables: &mut [Vec<usize>]) -> bool {
        for second in 1..tables.len() {
            for first in 0..second {
                let mut pair = [tables[first].clone(), tables[second].clone()];
                let before = self.cost_of(&pair);
                for (one, other) in (0..SEATS).flat_map(|one| (0..SEATS).map(move |two| (one, two)))
                {
                    let [left, right] = &mut pair;
                    std::mem::swap(&mut left[one], &mut right[other]);
                    if self.cost_of(&pair) < before {
                        let [left, right] = pair;
                        (tables[first], tables[second]) = (left, right);
                        return true;
                    }
                    let [left, right] = &mut pair;
                    std::mem::swap(&mut left[one], &mut right[other]);
                }
            }
        }
        false
    }

    /// The players of a table in playing order: each has a seat that they have had as rarely as can be.
    fn seated(&self, table: &[usize]) -> Vec<usize> {
        let count = |(seat, player): (usize, &usize)| {
            let seats = self.seats.get(player);
            seats.map_or(0, |seats| seats[seat]).pow(2)
        };
        let cost = |order: &Vec<usize>| order.iter().enumerate().map(count).sum::<u32>();
        orders(table)
            .into_iter()
            .min_by_key(cost)
            .unwrap_or_default()
    }
}

/// All orders of some players, that in which they are given first.
fn orders(of: &[usize]) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let first = (0..of.len()).flat_map(|at| {
        let mut others = of.to_vec();
        let player = others.remove(at);
        let behind = orders(&others).into_iter();
        behind.map(move |behind| [vec![player], behind].concat())
    });
    first.collect()
}

/// The next round; `None`: fewer than four stay.
pub(super) fn seated(
    contest: &Contest,
    games: &[Played],
    lot: &mut dyn FnMut(&mut [usize]),
) -> Option<Round> {
    let mut here = contest.staying();
    if here.len() < SEATS {
        return None;
    }
    let past = Past::of(contest, games);
    lot(&mut here);
    here.sort_by_key(|one| (past.byes.get(one).copied(), past.points(*one)));
    let mut byes: Vec<usize> = here.drain(..here.len() % SEATS).collect();
    byes.sort_unstable();
    here.sort_by_key(|one| Reverse(past.points(*one)));
    let mut found: Option<Vec<Vec<usize>>> = None;
    for _ in 0..TRIES {
        let mut tables: Vec<Vec<usize>> = here.chunks(SEATS).map(<[usize]>::to_vec).collect();
        past.improve(&mut tables);
        let cost = past.cost_of(&tables);
        if found
            .as_ref()
            .is_none_or(|least| cost < past.cost_of(least))
        {
            found = Some(tables);
        }
        let (again, _) = found.as_ref().map_or(cost, |least| past.cost_of(least));
        if again == 0 {
            break;
        }
        lot(&mut here);
    }
    let games = found.unwrap_or_default().into_iter().map(|mut table| {
        lot(&mut table);
        past.seated(&table)
    });
    Some(Round {
        games: games.collect(),
        byes,
        ..Round::default()
    })
}
