//! A Swiss event whose rounds another program pairs: what it reads, and what its answer has to be like.

use std::collections::BTreeSet;

use super::by_round;
use crate::contests::table::Played;
use crate::contests::trf::{self, Bye, End, Player, Report};
use crate::contests::{Contest, Round};

/// The tournament report for the next round: players have numbers instead of names. A game without a result is a draw, and
/// each game is one that was played, so that nobody meets again. Whoever does not stay has no game in the next round.
#[must_use]
pub fn report(contest: &Contest, games: &[Played]) -> String {
    let next = contest.rounds.len() + 1;
    let mut ended = Vec::new();
    for (pairing, game) in contest
        .pairings()
        .into_iter()
        .zip(by_round(contest, games).into_iter().flatten())
    {
        ended.push((pairing, End::Played(game.score)));
    }
    let numbers = 1..=contest.order.len();
    let staying: BTreeSet<usize> = contest.staying().into_iter().collect();
    let rounds = (1..).zip(&contest.rounds);
    let free = rounds.flat_map(|(round, of)| {
        of.byes
            .iter()
            .map(move |number| (round, *number, Bye::Allotted))
    });
    let absent = numbers.clone().filter(|number| !staying.contains(number));
    let byes = free.chain(absent.map(|number| (next, number, Bye::Zero)));
    let byes: Vec<(usize, usize, Bye)> = byes.collect();
    let points = |number: usize| {
        let of_game = |(pairing, end): &(_, End)| {
            let pairing: &crate::contests::Pairing = pairing;
            match (pairing.players.iter().position(|one| *one == number), end) {
                (Some(0), End::Played(half)) => u32::from(*half),
                (Some(_), End::Played(half)) => 2 - u32::from(*half),
                _ => 0,
            }
        };
        let free = byes.iter();
        let free = free.filter(|(_, one, bye)| *one == number && *bye == Bye::Allotted);
        ended.iter().map(of_game).sum::<u32>() + 2 * u32::try_from(free.count()).unwrap_or(0)
    };
    let players: Vec<Player> = numbers
        .map(|number| Player {
            number,
            name: format!("Player {number}"),
            rating: None,
            points: points(number),
            place: Some(number),
        })
        .collect();
    let report = Report {
        name: "Event".to_owned(),
        kind: "Individual: Swiss-System".to_owned(),
        rounds: super::most_rounds(contest),
        players,
        games: ended,
        byes,
        next: Some(next),
        ..Report::default()
    };
    let mut lines = trf::lines(&report);
    // The first player has the first side in the first round.
    lines.push("XXC white1".to_owned());
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Reads an answer: a line with the number of pairs, then the numbers of both players of each, in playing order; 0 instead of
/// the second one: no game.
///
/// # Errors
/// It is no such answer, or breaks a rule of the server: everybody who stays is in it once, one has no game only if they cannot
/// all have one and has always had one before, nobody meets again. Sides are the program's.
pub fn round(contest: &Contest, games: &[Played], answer: &str) -> Result<Round, String> {
    let mut lines = answer
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let count = lines.next().and_then(|line| line.parse::<usize>().ok());
    let pair = |line: &str| {
        let (first, second) = line.split_once(char::is_whitespace)?;
        Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
    };
    let pairs: Option<Vec<(usize, usize)>> = lines.map(pair).collect();
    let pairs = pairs.filter(|pairs| Some(pairs.len()) == count);
    let pairs = pairs.ok_or("its answer is no list of pairs")?;
    let mut open: BTreeSet<usize> = contest.staying().into_iter().collect();
    let odd = open.len() % 2 == 1;
    let mut round = Round::default();
    let met: BTreeSet<(usize, usize)> = by_round(contest, games)
        .iter()
        .flatten()
        .flat_map(|game| [(game.first, game.second), (game.second, game.first)])
        .collect();
    for (first, second) in pairs {
        for number in [first, second].into_iter().filter(|number| *number != 0) {
            if !open.remove(&number) {
                return Err(format!(
                    "player {number} is not to be paired, or is paired twice"
                ));
            }
        }
        match (first, second) {
            (0, _) => return Err("a pair has no first player".to_owned()),
            (free, 0) => {
                let before = contest.rounds.iter().any(|of| of.byes.contains(&free));
                if !odd || before || !round.byes.is_empty() {
                    return Err(format!("player {free} has no game, against the rules"));
                }
                round.byes.push(free);
            }
            pair if met.contains(&pair) => {
                return Err(format!("players {first} and {second} have met before"));
            }
            _ => round.games.push(vec![first, second]),
        }
    }
    match open.first() {
        Some(number) => Err(format!("player {number} is not in its answer")),
        None => Ok(round),
    }
}
