//! Which teams meet, on which boards, and their table.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use crate::contests::table::{Played, Standing};
use crate::contests::{Contest, Pairing, berger};
use crate::ids::PlayerId;

/// The players of a team by boards: those with the highest ratings first, those without a rating last. Where ratings say
/// nothing, the order stays that in which they were given.
#[must_use]
pub fn by_boards(mut players: Vec<(PlayerId, Option<i64>)>) -> Vec<PlayerId> {
    players.sort_by_key(|(_, rating)| Reverse(*rating));
    players.into_iter().map(|(player, _)| player).collect()
}

/// The games of all teams with each other, match by match and board by board; if it is double, everybody meets everybody else
/// again with the other sides. The team that is named first has the first side on odd boards.
#[must_use]
pub fn pairings(teams: usize, boards: usize, double: bool) -> Vec<Pairing> {
    let matches = berger::pairings(teams, double).into_iter();
    let games = matches.flat_map(|pairing| {
        (1..=boards).map(move |board| {
            let players = pairing.players.iter();
            let mut players: Vec<usize> = players.map(|one| (one - 1) * boards + board).collect();
            if board % 2 == 0 {
                players.reverse();
            }
            Pairing {
                round: pairing.round,
                players,
            }
        })
    });
    games.collect()
}

/// A match of two teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The teams, from 0.
    pub teams: [usize; 2],
    /// The half points of both on each board; `None`: there is no result.
    pub scores: [Vec<Option<u8>>; 2],
    /// Whether all games are over, and one has a result at least: only then does it give match points.
    pub counts: bool,
}

impl Match {
    fn board_points(&self, side: usize) -> u32 {
        let scores = self.scores[side].iter().flatten();
        scores.map(|score| u32::from(*score)).sum()
    }

    /// 2 for a match that is won, 1 for a level one.
    fn match_points(&self, side: usize) -> u32 {
        let (own, other) = (self.board_points(side), self.board_points(1 - side));
        match own.cmp(&other) {
            Ordering::Less => 0,
            _ if !self.counts => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        }
    }

    fn side(&self, team: usize) -> Option<usize> {
        self.teams.iter().position(|one| *one == team)
    }
}

/// The matches of these games, which are in the order of their pairings.
#[must_use]
pub fn matches(pairings: &[Pairing], games: &[Played], boards: usize) -> Vec<Match> {
    let both = pairings.chunks(boards).zip(games.chunks(boards));
    let matches = both.filter_map(|(pairings, games)| {
        let first = &pairings.first()?.players;
        let teams = [(first.first()? - 1) / boards, (first.get(1)? - 1) / boards];
        let score = |side: usize| {
            let of = games.iter().enumerate().map(|(at, game)| {
                let points = game.points.as_ref()?;
                points.get((side + at) % 2).copied()
            });
            of.collect::<Vec<_>>()
        };
        let results = games.iter().any(|game| game.points.is_some());
        Some(Match {
            teams,
            scores: [score(0), score(1)],
            counts: results && games.iter().all(|game| game.over),
        })
    });
    matches.collect()
}

/// A line of the table of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamStanding {
    /// The team, from 0.
    pub team: usize,
    /// The place, from 1; teams that are level in everything share it.
    pub place: usize,
    /// Match points.
    pub match_points: u32,
    /// The half points of all its games.
    pub board_points: u32,
    /// The match points in the matches between the teams that are level in both; `None`: there are no such teams, or not all
    /// matches between them are over.
    pub direct: Option<u32>,
    /// How many matches have given match points.
    pub played: usize,
    /// The half points on each board against each of the others, in the order of the table.
    pub against: Vec<Vec<Option<u8>>>,
}

/// The table of so many teams, the best first: by match points, board points, and the matches between those who are level.
#[must_use]
pub fn standings(teams: usize, matches: &[Match]) -> Vec<TeamStanding> {
    let mut level: BTreeMap<Reverse<(u32, u32)>, Vec<TeamStanding>> = BTreeMap::new();
    for team in 0..teams {
        let own = matches
            .iter()
            .filter_map(|of| Some((of, of.side(team)?)))
            .collect::<Vec<_>>();
        let line = TeamStanding {
            team,
            place: 0,
            match_points: own.iter().map(|(of, side)| of.match_points(*side)).sum(),
            board_points: own.iter().map(|(of, side)| of.board_points(*side)).sum(),
            direct: None,
            played: own.iter().filter(|(of, _)| of.counts).count(),
            against: Vec::new(),
        };
        let key = Reverse((line.match_points, line.board_points));
        level.entry(key).or_default().push(line);
    }
    let mut table: Vec<TeamStanding> = Vec::new();
    for mut lines in level.into_values() {
        let own: Vec<usize> = lines.iter().map(|line| line.team).collect();
        for line in &mut lines {
            line.direct = direct(line.team, &own, matches);
        }
        for group in split(lines, matches) {
            let place = table.len() + 1;
            table.extend(group.into_iter().map(|line| TeamStanding { place, ..line }));
        }
    }
    let order: Vec<usize> = table.iter().map(|line| line.team).collect();
    for line in &mut table {
        let between = |other: &usize| {
            let met = matches.iter().filter(|of| of.side(*other).is_some());
            let own = met.filter_map(|of| Some(of.scores[of.side(line.team)?].clone()));
            match *other == line.team {
                true => Vec::new(),
                false => own.flatten().collect(),
            }
        };
        line.against = order.iter().map(between).collect();
    }
    table
}

/// Puts teams in order by the matches between them, and those who stay level by the matches between these. Who is still level
/// then is in one group.
fn split(level: Vec<TeamStanding>, matches: &[Match]) -> Vec<Vec<TeamStanding>> {
    let teams: Vec<usize> = level.iter().map(|line| line.team).collect();
    let mut groups: BTreeMap<Reverse<Option<u32>>, Vec<TeamStanding>> = BTreeMap::new();
    for line in level {
        let value = direct(line.team, &teams, matches);
        groups.entry(Reverse(value)).or_default().push(line);
    }
    if groups.len() == 1 {
        return groups.into_values().collect();
    }
    let groups = groups.into_values();
    groups.flat_map(|group| split(group, matches)).collect()
}

/// The match points of a team in the matches between some, if there are several and all these matches count.
fn direct(team: usize, level: &[usize], matches: &[Match]) -> Option<u32> {
    let between = |of: &&Match| of.teams.iter().all(|one| level.contains(one));
    let mut between = matches.iter().filter(between).peekable();
    between.peek()?;
    let mut points = 0;
    for of in between {
        if !of.counts {
            return None;
        }
        points += of.side(team).map_or(0, |side| of.match_points(side));
    }
    Some(points)
}

/// The table of the teams of a contest that has begun.
#[must_use]
pub fn table(contest: &Contest, games: &[Played]) -> Vec<TeamStanding> {
    let boards = contest.terms.boards.unwrap_or(1);
    let matches = matches(&contest.pairings(), games, boards);
    standings(contest.order.len() / boards, &matches)
}

/// The players of the teams, by the places of their teams and by boards, with the points of their own games.
pub(in crate::contests) fn of_players(contest: &Contest, games: &[Played]) -> Vec<Standing> {
    let lines = table(contest, games).into_iter().flat_map(|line| {
        let team = contest.teams.get(line.team);
        let players = team.map_or(Vec::new(), |team| team.players.clone());
        players.into_iter().map(move |player| {
            let own = games.iter().filter_map(|game| game.points_of(player));
            let own: Vec<u8> = own.collect();
            Standing {
                group: None,
                player,
                place: Some(line.place),
                points: own.iter().map(|points| u32::from(*points)).sum(),
                played: own.len(),
                ties: Vec::new(),
                against: Vec::new(),
            }
        })
    });
    lines.collect()
}

#[cfg(test)]
mod tests;
