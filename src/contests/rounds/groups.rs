//! A round robin in groups: in the first round everybody plays everybody else of the group; then the first one of each group, or
//! all who share its first place, play a final in the same way.

use super::{Next, are_over};
use crate::contests::berger;
use crate::contests::table::{self, Played};
use crate::contests::{Contest, Round};

/// The fewest players of a group.
const FEWEST: usize = 3;
/// The most players of a group, and of the final.
const MOST: usize = 16;

/// What comes next. Where chance decides, `lot` puts players in an order: their numbers in the Berger tables.
pub(super) fn next(
    contest: &Contest,
    wanted: usize,
    games: &[Played],
    lot: &mut dyn FnMut(&mut [usize]),
) -> Next {
    if !are_over(contest, games) {
        return Next::Wait;
    }
    let groups = match contest.rounds.as_slice() {
        [] => snake(contest.order.len(), wanted),
        [_] => vec![finalists(contest, games)],
        _ => return Next::Over,
    };
    let is_final = !contest.rounds.is_empty();
    let only_group = contest
        .rounds
        .first()
        .is_some_and(|round| round.groups.len() < 2);
    if is_final && (only_group || groups.iter().all(|group| group.len() < 2)) {
        return Next::Over;
    }
    Next::Round(round(groups, contest.terms.double, lot))
}

/// The numbers of the players of each group. Players are numbered by their ratings: from one group to the next, and back.
fn snake(players: usize, wanted: usize) -> Vec<Vec<usize>> {
    let most = (players / FEWEST).max(1);
    let count = wanted.clamp(players.div_ceil(MOST).min(most), most);
    let mut groups = vec![Vec::new(); count];
    for player in 1..=players {
        let (line, at) = ((player - 1) / count, (player - 1) % count);
        let group = if line % 2 == 0 { at } else { count - 1 - at };
        groups[group].push(player);
    }
    groups
}

fn round(groups: Vec<Vec<usize>>, double: bool, lot: &mut dyn FnMut(&mut [usize])) -> Round {
    let mut games = Vec::new();
    for group in &groups {
        let mut drawn = group.clone();
        lot(&mut drawn);
        let pairings = berger::pairings(drawn.len(), double).into_iter();
        games.extend(pairings.map(|pairing| {
            let players = pairing.players.into_iter();
            players
                .filter_map(|number| drawn.get(number - 1).copied())
                .collect()
        }));
    }
    Round {
        games,
        groups,
        ..Round::default()
    }
}

/// Those who have the first place of their group among those who stay. If there are too many for a final, those who were
/// numbered first.
fn finalists(contest: &Contest, games: &[Played]) -> Vec<usize> {
    let staying = contest.staying();
    let table = table::standings(contest, games);
    let mut finalists = Vec::new();
    let groups = contest.rounds.first().map_or(0, |round| round.groups.len());
    for group in 1..=groups {
        let own = table.iter().filter(|line| line.group == Some(group));
        let own = own.filter_map(|line| Some((line.place?, contest.number(line.player)?)));
        let own: Vec<_> = own.filter(|(_, number)| staying.contains(number)).collect();
        let first = own.iter().map(|(place, _)| *place).min();
        let level = own.iter().filter(|(place, _)| Some(*place) == first);
        finalists.extend(level.map(|(_, number)| *number));
    }
    finalists.sort_unstable();
    finalists.truncate(MOST);
    finalists
}

/// The numbers of those who do not play the final.
pub(super) fn out(contest: &Contest, games: &[Played]) -> Vec<usize> {
    let finalists = match contest.rounds.as_slice() {
        [round] if round.groups.len() > 1 && are_over(contest, games) => finalists(contest, games),
        [_, last] => last.groups.concat(),
        _ => return Vec::new(),
    };
    let all = 1..=contest.order.len();
    match finalists.len() {
        0 | 1 => Vec::new(),
        _ => all.filter(|number| !finalists.contains(number)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_as_strong_and_as_large_as_can_be() {
        assert_eq!(snake(8, 2), [[1, 4, 5, 8], [2, 3, 6, 7]]);
        assert_eq!(
            snake(10, 3),
            [vec![1, 6, 7], vec![2, 5, 8], vec![3, 4, 9, 10]]
        );
        // More than wanted where groups would be too large, and fewer where they would be too small.
        assert_eq!(snake(20, 1).len(), 2);
        assert_eq!(snake(7, 4).len(), 2);
        assert_eq!(snake(4, 2), [[1, 2, 3, 4]]);
        for players in 3..=256 {
            for wanted in 1..=16 {
                let sizes: Vec<usize> = snake(players, wanted).iter().map(Vec::len).collect();
                let (least, most) = (sizes.iter().min(), sizes.iter().max());
                let (least, most) = (*least.expect("a group"), *most.expect("a group"));
                assert!(
                    most - least <= 1 && least >= 3 && most <= 16,
                    "{players} in {wanted}"
                );
                assert_eq!(sizes.iter().sum::<usize>(), players);
            }
        }
    }
}
