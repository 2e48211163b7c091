//! A Swiss event whose rounds another program pairs: what it reads, and what its answer has to be like.

use std::collections::BTreeSet;

use super::by_round;
use super::swiss::Before;
use crate::contests::table::Played;
use crate::contests::trf::{self, Bye, End, Player, Report};
use crate::contests::{Contest, Round};

/// The versions of tournament reports that programs read.
#[derive(Clone, Copy, Debug)]
pub enum Version<'a> {
    /// TRF16, with the lines that programs for pairing have added to it.
    Trf16,
    /// TRF26 (FIDE Handbook C.04, approved on 12 May 2025), which has own lines for these, and one with the code of the system
    /// that pairs.
    Trf26(&'a str),
}

/// The tournament report for the next round: players have numbers instead of names. A game without a result is a draw, and
/// each game is one that was played, so that nobody meets again. Whoever does not stay has no game in the next round.
#[must_use]
pub fn report(contest: &Contest, games: &[Played], version: Version<'_>) -> String {
    let next = contest.rounds.len() + 1;
    let before = Before::new(contest, games);
    let pairings = contest.pairings().into_iter();
    let played = by_round(contest, games).into_iter().flatten();
    let played = pairings.zip(played.map(|game| End::Played(game.score)));
    let staying = contest.staying();
    let rounds = (1..).zip(&contest.rounds);
    let free = rounds.flat_map(|(round, of)| {
        let free = of.byes.iter();
        free.map(move |number| (round, *number, Bye::Allotted))
    });
    let numbers = 1..=contest.order.len();
    let absent = numbers.clone().filter(|number| !staying.contains(number));
    let absent = absent.map(|number| (next, number, Bye::Zero));
    let points = numbers.map(|number| before.points(number));
    let report = Report {
        rounds: super::most_rounds(contest),
        players: points.zip(1..).map(player).collect(),
        games: played.collect(),
        byes: free.chain(absent).collect(),
        next: Some(next),
        ..Report::default()
    };
    written(&report, version)
}

/// The report of so many players before the first of three rounds, to try a program.
#[must_use]
pub fn sample(players: usize, version: Version<'_>) -> String {
    let report = Report {
        rounds: Some(3),
        players: (1..=players).map(|number| player((0, number))).collect(),
        next: Some(1),
        ..Report::default()
    };
    written(&report, version)
}

/// A player with so many half points.
fn player((points, number): (u32, usize)) -> Player {
    Player {
        number,
        name: format!("Player {number}"),
        rating: None,
        points,
        place: Some(number),
    }
}

fn written(report: &Report, version: Version<'_>) -> String {
    let named = Report {
        name: "Event".to_owned(),
        kind: "Individual: Swiss-System".to_owned(),
        ..report.clone()
    };
    let mut lines = trf::lines(&named);
    // The first player has the first side in the first round.
    match version {
        Version::Trf16 => lines.push("XXC white1".to_owned()),
        Version::Trf26(system) => {
            for line in &mut lines {
                if let Some(rounds) = line.strip_prefix("XXR ") {
                    *line = format!("142 {rounds}");
                }
            }
            let players = lines.iter().position(|line| line.starts_with("001"));
            let own = ["152 W".to_owned(), format!("192 {system}")];
            let at = players.unwrap_or(lines.len());
            lines.splice(at..at, own);
        }
    }
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
    let before = Before::new(contest, games);
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
                let again = before.free.contains(&free);
                if !odd || again || !round.byes.is_empty() {
                    return Err(format!("player {free} has no game, against the rules"));
                }
                round.byes.push(free);
            }
            pair if before.met.contains(&pair) => {
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
