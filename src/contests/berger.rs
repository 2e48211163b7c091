//! Berger tables: who plays whom in a round robin, and who has the first move (FIDE Handbook C.05, annex 1).

/// A game of a contest, by the numbers that the players have drawn, from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pairing {
    /// The round, from 1.
    pub round: usize,
    /// Who plays it, in playing order.
    pub players: Vec<usize>,
}

/// The games of a round robin, round by round; in a double one, everybody meets everybody else again with the other side.
#[must_use]
pub fn pairings(players: usize, double: bool) -> Vec<Pairing> {
    // With an odd number, whoever would meet the last one has no game.
    let last = players + players % 2;
    let mut all = Vec::new();
    for first in 1..=players {
        for second in first + 1..=players {
            all.push(pairing(first, second, last));
        }
    }
    all.sort();
    if double {
        let again = all.clone().into_iter();
        all.extend(again.map(|game| Pairing {
            round: game.round + last - 1,
            players: game.players.into_iter().rev().collect(),
        }));
    }
    all
}

/// The game of two players, of which the first one has the lower number; `last` is even.
fn pairing(low: usize, high: usize, last: usize) -> Pairing {
    let (sum, low_is_first) = match high == last {
        true => (2 * low, low <= last / 2),
        false => (low + high, (low + high) % 2 == 1),
    };
    let (first, second) = if low_is_first {
        (low, high)
    } else {
        (high, low)
    };
    Pairing {
        round: (sum - 2) % (last - 1) + 1,
        players: vec![first, second],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Tables of the FIDE Handbook, a line for each round.
    const TABLES: [(usize, &str); 3] = [
        (4, "1-4 2-3\n4-3 1-2\n2-4 3-1"),
        (
            6,
            "1-6 2-5 3-4\n6-4 5-3 1-2\n2-6 3-1 4-5\n6-5 1-4 2-3\n3-6 4-2 5-1",
        ),
        (
            8,
            "1-8 2-7 3-6 4-5\n8-5 6-4 7-3 1-2\n2-8 3-1 4-7 5-6\n8-6 7-5 1-4 2-3\n3-8 4-2 5-1 6-7\n8-7 1-6 2-5 3-4\n\
             4-8 5-3 6-2 7-1",
        ),
    ];

    fn round(of: &[Pairing], round: usize) -> BTreeSet<String> {
        let games = of.iter().filter(|game| game.round == round);
        games
            .map(|game| format!("{}-{}", game.players[0], game.players[1]))
            .collect()
    }

    #[test]
    fn they_are_those_of_the_handbook() {
        for (players, table) in TABLES {
            let games = pairings(players, false);
            for (number, line) in (1..).zip(table.lines()) {
                let printed: BTreeSet<String> = line.split(' ').map(str::to_owned).collect();
                assert_eq!(round(&games, number), printed, "{players}, round {number}");
                // With one player fewer, whoever meets the last one is free.
                let fewer = pairings(players - 1, false);
                let last = players.to_string();
                let left = printed.into_iter();
                let left = left.filter(|game| game.split('-').all(|one| one != last));
                assert_eq!(round(&fewer, number), left.collect());
            }
        }
    }

    #[test]
    fn everybody_meets_everybody_and_sides_are_even() {
        for players in 3..=16 {
            let (single, double) = (pairings(players, false), pairings(players, true));
            let met: BTreeSet<_> = single
                .iter()
                .map(|game| game.players.iter().copied().collect::<BTreeSet<_>>())
                .collect();
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert_eq!(single.len(), met.len());
            let sides: BTreeSet<_> = double.iter().map(|one| one.players.clone()).collect();
            assert_eq!(sides.len(), players * (players - 1));
            for player in 1..=players {
                let firsts = single
                    .iter()
                    .filter(|game| game.players[0] == player)
                    .count();
                let seconds = single
                    .iter()
                    .filter(|game| game.players[1] == player)
                    .count();
                assert!(firsts.abs_diff(seconds) <= 1, "{player} of {players}");
                let rounds: BTreeSet<usize> = double
                    .iter()
                    .filter(|game| game.players.contains(&player))
                    .map(|game| game.round)
                    .collect();
                assert_eq!(rounds.len(), 2 * (players - 1), "one game a round");
            }
        }
    }
}
