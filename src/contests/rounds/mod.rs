//! Contests that are played round by round: who plays whom next, who is out, and the table of those in which players go out.
//!
//! | file | contents |
//! |---|---|
//! | `groups` | a round robin in groups, and its final |
//! | `knock_out` | matches of two games; who loses one is out |
//! | `swiss` | players with about as many points meet, nobody twice |
//! | `by_program` | a Swiss event whose rounds another program pairs |
//! | `tables` | games of four: players with about as many points sit at a table |
//! | `dropout` | two games a round; whoever has lost too much is out |

pub mod by_program;
mod dropout;
mod groups;
mod knock_out;
mod swiss;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::table::{Played, Standing, points};
use super::{Contest, ContestKind, ContestTerms, Pairing, Round};

/// What comes next in a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Games are not over, or it has not begun.
    Wait,
    /// A further round.
    Round(Round),
    /// It is over.
    Over,
}

/// How far a contest is in which players go out.
struct State {
    next: Next,
    /// In which part of it players have gone out, by their numbers: a higher one is better.
    out: BTreeMap<usize, usize>,
    /// What is counted of each player, by their numbers: matches won, or penalty points.
    count: BTreeMap<usize, u32>,
}

/// What comes next; `games` are those of all its pairings, in their order. `due`: the next round begins now, also if games are
/// not over. Where chance decides, `lot` puts players in an order.
///
/// A round once paired stays what it is: if a result is changed later, whoever was in the next round still is.
#[must_use]
pub fn next(
    contest: &Contest,
    games: &[Played],
    due: bool,
    lot: &mut dyn FnMut(&mut [usize]),
) -> Next {
    if contest.order.is_empty() {
        return Next::Wait;
    }
    if contest.corrected.is_some() || contest.closing.is_some() {
        // Its last round was paired already.
        return match games.iter().all(|game| game.over) {
            true => Next::Over,
            false => Next::Wait,
        };
    }
    if let Some(wanted) = contest.terms.groups {
        return groups::next(contest, wanted, games, lot);
    }
    match contest.terms.kind {
        ContestKind::RoundRobin | ContestKind::Teams if games.iter().all(|game| game.over) => {
            Next::Over
        }
        ContestKind::RoundRobin | ContestKind::Teams | ContestKind::Ladder => Next::Wait,
        ContestKind::KnockOut => knock_out::state(contest, games).next,
        ContestKind::Swiss => further(contest, games, due, || swiss::paired(contest, games)),
        ContestKind::Tables => further(contest, games, due, || tables::seated(contest, games, lot)),
        ContestKind::Dropout => dropout::state(contest, games, lot).next,
    }
}

/// What comes next where a round can begin before all games are over: it is paired by `round` then, if that is possible. It is
/// over when the last game is.
fn further(
    contest: &Contest,
    games: &[Played],
    due: bool,
    round: impl FnOnce() -> Option<Round>,
) -> Next {
    let over = are_over(contest, games);
    let last = most_rounds(contest).is_some_and(|most| contest.rounds.len() >= most);
    let round = Some(round).filter(|_| (over || due) && !last);
    match round.and_then(|round| round()) {
        Some(round) => Next::Round(round),
        None if over => Next::Over,
        None => Next::Wait,
    }
}

/// How many rounds it has at most; `None`: that is not known yet, or it is not played in rounds.
#[must_use]
pub fn most_rounds(contest: &Contest) -> Option<usize> {
    match contest.terms.kind {
        ContestKind::RoundRobin if contest.terms.groups.is_some() => Some(2),
        ContestKind::RoundRobin
        | ContestKind::KnockOut
        | ContestKind::Ladder
        | ContestKind::Teams => None,
        ContestKind::Swiss | ContestKind::Tables => {
            let players = contest.order.len();
            let known = players > 0 || contest.terms.rounds.is_some();
            known.then(|| most_of(&contest.terms, players))
        }
        ContestKind::Dropout => Some(dropout::ROUNDS),
    }
}

/// How many rounds a contest of so many players has at most that is paired by points.
pub(super) fn most_of(terms: &ContestTerms, players: usize) -> usize {
    let usual = match terms.kind {
        ContestKind::Tables => tables::ROUNDS,
        _ => swiss::rounds(players),
    };
    terms.rounds.unwrap_or(usual)
}

/// The numbers of those who are out because of their results.
#[must_use]
pub fn out(contest: &Contest, games: &[Played]) -> Vec<usize> {
    if contest.terms.groups.is_some() {
        return groups::out(contest, games);
    }
    state(contest, games).out.into_keys().collect()
}

/// The table of a contest in which players go out: those first who are still in it, then those who went out last; who went
/// out at the same time share a place.
pub(super) fn standings(contest: &Contest, games: &[Played]) -> Vec<Standing> {
    let state = state(contest, games);
    let numbers = 1..=contest.order.len();
    let count = |number: &usize| state.count.get(number).copied().unwrap_or(0);
    let left = |number: &usize| {
        let player = contest.player(*number);
        let entrant = player.and_then(|player| contest.entrant(player));
        entrant.is_some_and(|one| !one.is_in())
    };
    let out = |number: &usize| {
        let part = state.out.get(number).copied();
        // Who has left before they could be beaten is behind those who are still in.
        part.or_else(|| left(number).then_some(usize::MAX))
    };
    let rank = |number: &usize| match out(number) {
        Some(part) => (1, usize::MAX - part, 0),
        // In a knock-out those who are still in share the place, also while others play their match to the end.
        None if contest.terms.kind == ContestKind::KnockOut => (0, 0, 0),
        None => (0, 0, count(number)),
    };
    let mut sorted: Vec<usize> = numbers.collect();
    sorted.sort_by_key(|number| (rank(number), *number));
    let mut lines = Vec::new();
    for (at, number) in sorted.iter().enumerate() {
        let Some(player) = contest.player(*number) else {
            continue;
        };
        let first = sorted.iter().position(|other| rank(other) == rank(number));
        let own = games.iter().filter(|game| game.players.contains(&player));
        lines.push(Standing {
            group: None,
            player,
            place: Some(first.unwrap_or(at) + 1),
            // As all points, in halves.
            points: 2 * count(number),
            played: own.filter(|game| game.points.is_some()).count(),
            ties: Vec::new(),
            against: Vec::new(),
        });
    }
    lines
}

/// The lines of those who have won a contest that is over, in groups its final: who has the best place of those who have not
/// left. Of a knock-out that has not found one player, and of a contest without a result, nobody has won.
pub fn winners<'a>(
    contest: &Contest,
    table: &'a [Standing],
) -> impl Iterator<Item = &'a Standing> + use<'a> {
    let last = table.first().and_then(|line| line.group);
    // Of several groups without a final nobody has won.
    let whole = last.is_none_or(|last| last == 0) || table.iter().all(|line| line.group == last);
    let stays = |line: &&Standing| {
        let entrant = contest.entrant(line.player);
        line.group == last && entrant.is_none_or(|one| one.left.is_none())
    };
    let lines: Vec<&Standing> = table.iter().filter(stays).collect();
    let best = lines.iter().filter_map(|line| line.place).min();
    let first = lines.into_iter().filter(|line| line.place == best);
    let first: Vec<&Standing> = first.filter(|_| best.is_some() && whole).collect();
    let found = contest.terms.kind != ContestKind::KnockOut || first.len() == 1;
    let won = first.into_iter().filter(move |_| found);
    won.filter(|line| line.played > 0)
}

fn state(contest: &Contest, games: &[Played]) -> State {
    match contest.terms.kind {
        ContestKind::KnockOut => knock_out::state(contest, games),
        ContestKind::Dropout => dropout::state(contest, games, &mut |_| {}),
        ContestKind::RoundRobin
        | ContestKind::Swiss
        | ContestKind::Ladder
        | ContestKind::Teams
        | ContestKind::Tables => State {
            next: Next::Wait,
            out: BTreeMap::new(),
            count: BTreeMap::new(),
        },
    }
}

/// A game of a round by the numbers of its players.
#[derive(Clone, Copy)]
struct Game {
    first: usize,
    second: usize,
    /// The half points of the first one. A game without a result is a draw here, also one that is not over.
    score: u8,
}

/// The games of each round.
fn by_round(contest: &Contest, games: &[Played]) -> Vec<Vec<Game>> {
    let mut rounds = vec![Vec::new(); contest.rounds.len()];
    for (pairing, played) in contest.pairings().iter().zip(games) {
        if let ([first, second], [score, _]) = (&pairing.players[..], &halves(pairing, played)[..])
        {
            rounds[pairing.round - 1].push(Game {
                first: *first,
                second: *second,
                score: *score,
            });
        }
    }
    rounds
}

/// The half points of the players of a game for what comes next. One without a result is a draw, also one that is not over.
fn halves(pairing: &Pairing, played: &Played) -> Vec<u8> {
    let draw = || points(&vec![1; pairing.players.len()]);
    played.points.clone().unwrap_or_else(draw)
}

/// Whether all games so far are over.
fn are_over(contest: &Contest, games: &[Played]) -> bool {
    games.len() == contest.pairings().len() && games.iter().all(|game| game.over)
}
