//! The table of a contest: points, and what decides between players with as many (FIDE Handbook C.07, of 1 August 2024).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Contest, ContestKind, Ladder, rounds, teams};
use crate::ids::PlayerId;

/// What decides between players with as many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// Points in the games between those who are level, if all of them have met (C.07, 6).
    Direct,
    /// The points of those whom a player has beaten, and half of those with whom they have drawn (C.07, 9.1).
    SonnebornBerger,
    /// Games won (C.07, 7.2).
    Wins,
    /// Games played with the second seat (C.07, 7.3).
    Black,
    /// Of teams: the points of all their games.
    BoardPoints,
    /// The points of all opponents (C.07, 8.1). A round without a game is one against somebody with as many points as oneself;
    /// rounds after an opponent has left are draws of theirs.
    Buchholz,
    /// The rating in the list of the game when the contest began: the lower one first, and those without one last.
    Rating,
    /// The same, the higher one first.
    RatingHigh,
}

impl Tie {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Direct,
        Self::SonnebornBerger,
        Self::Wins,
        Self::Black,
        Self::Buchholz,
        Self::Rating,
        Self::RatingHigh,
        Self::BoardPoints,
    ];

    /// Its word on the command line and in `--json`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::SonnebornBerger => "sonneborn-berger",
            Self::Wins => "wins",
            Self::Black => "black",
            Self::Buchholz => "buchholz",
            Self::Rating => "rating",
            Self::RatingHigh => "rating-high",
            Self::BoardPoints => "board-points",
        }
    }

    /// Whether it looks at the rating that a player has when the contest begins.
    #[must_use]
    pub const fn is_rating(self) -> bool {
        matches!(self, Self::Rating | Self::RatingHigh)
    }

    /// A value of it as people read it.
    #[must_use]
    pub fn written(self, value: u32) -> String {
        match self {
            Self::Direct | Self::Buchholz | Self::BoardPoints => in_points(value, 2),
            Self::SonnebornBerger => in_points(value, 4),
            Self::Wins | Self::Black | Self::Rating | Self::RatingHigh => value.to_string(),
        }
    }
}

/// Points of which there are `parts` to one: `2.5`, or `6.25`.
#[must_use]
pub fn in_points(value: u32, parts: u32) -> String {
    // Halves and quarters are exact.
    (f64::from(value) / f64::from(parts)).to_string()
}

/// A game of a contest as far as the table needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who has which seat, in playing order.
    pub players: Vec<PlayerId>,
    /// The half points of each seat: 2 for a win of two; `None`: the game has no result yet, or none at all.
    pub points: Option<Vec<u8>>,
    /// Whether nothing more is to come of it.
    pub over: bool,
}

impl Played {
    /// The half points of a player who has a seat, if there is a result.
    #[must_use]
    pub fn points_of(&self, player: PlayerId) -> Option<u8> {
        let seat = self.players.iter().position(|one| *one == player)?;
        self.points.as_ref()?.get(seat).copied()
    }
}

/// The half points of seats that have come to these places, from 1, which level ones share. Of two, the winner has 2; of
/// four, they have 6, 4, 2 and 0, and those who share a place the mean of theirs.
#[must_use]
pub fn points(places: &[usize]) -> Vec<u8> {
    let most = places.len();
    let mine = |place: &usize| {
        let level = places.iter().filter(|one| *one == place).count();
        // The places that they share count from theirs on.
        let sum: usize = (0..level)
            .map(|at| 2 * most.saturating_sub(place + at))
            .sum();
        u8::try_from(sum / level.max(1)).unwrap_or(0)
    };
    places.iter().map(mine).collect()
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The group, from 1; 0: the final of groups. `None`: there are no groups.
    pub group: Option<usize>,
    /// Whose it is.
    pub player: PlayerId,
    /// The place, from 1; players who are level in everything share it. `None`: the player is out, and none of their
    /// results counts.
    pub place: Option<usize>,
    /// Points, in halves; in a knock-out matches won, in a ladder games won, and in a dropout penalty points, as many halves.
    pub points: u32,
    /// How many of the games that count have a result.
    pub played: usize,
    /// What breaks ties, in the order of the terms: halves of points for [`Tie::Direct`] and [`Tie::Buchholz`], quarters for
    /// [`Tie::SonnebornBerger`], ratings as they are, numbers of games for the others. `None`: it says nothing, since not all have
    /// met, or the player has no rating.
    pub ties: Vec<Option<u32>>,
    /// Half points against each of the others, in the order of the table: one value for each game, `None` without a result. Empty
    /// where not everybody plays everybody else.
    pub against: Vec<Vec<Option<u8>>>,
}

/// The table of a contest, the best first; those who are out last. If it has groups, those of the final come first, and then
/// one group after the other: who has played the final has two lines. Of teams these are the players; each has the place of the
/// team.
#[must_use]
pub fn standings(contest: &Contest, games: &[Played]) -> Vec<Standing> {
    if let Some(ladder) = &contest.ladder {
        return of_ladder(ladder, games);
    }
    if contest.terms.kind == ContestKind::Teams {
        return teams::table::of_players(contest, games);
    }
    if contest.terms.kind.puts_out() {
        return rounds::standings(contest, games);
    }
    if contest.terms.groups.is_none() {
        return of_part(contest, &contest.order, games, None);
    }
    let mut lines = Vec::new();
    for (at, round) in contest.rounds.iter().enumerate().rev() {
        for (number, group) in (1..).zip(&round.groups) {
            let players: Vec<PlayerId> = group
                .iter()
                .filter_map(|one| contest.player(*one))
                .collect();
            let pairings = contest.pairings().into_iter().zip(games);
            let own = pairings.filter(|(pairing, game)| {
                pairing.round == at + 1 && game.players.iter().all(|one| players.contains(one))
            });
            let own: Vec<Played> = own.map(|(_, game)| game.clone()).collect();
            let number = if at == 0 { number } else { 0 };
            lines.extend(of_part(contest, &players, &own, Some(number)));
        }
    }
    lines
}

/// The table of some of the players.
fn of_part(
    contest: &Contest,
    players: &[PlayerId],
    games: &[Played],
    group: Option<usize>,
) -> Vec<Standing> {
    // Whoever leaves in the final keeps the results of the group.
    let last = contest.rounds.get(1).filter(|_| group != Some(0));
    let goes_on = |player: &PlayerId| {
        let number = contest.number(*player);
        last.zip(number)
            .is_some_and(|(round, number)| round.has(number))
    };
    let is_struck = |player: &PlayerId| {
        let entrant = contest.entrant(*player);
        let struck = entrant.is_some_and(|one| one.left == Some(true));
        struck && !(group.is_some() && goes_on(player))
    };
    let (struck, counting): (Vec<PlayerId>, Vec<PlayerId>) =
        players.iter().partition(|player| is_struck(player));
    let counts = |game: &&Played| game.players.iter().all(|player| !is_struck(player));
    let counted: Vec<&Played> = games.iter().filter(counts).collect();
    let crosstable = Crosstable::of(contest, &counted);
    let mut groups: Vec<Vec<PlayerId>> = Vec::new();
    let mut by_points: BTreeMap<u32, Vec<PlayerId>> = BTreeMap::new();
    for player in counting {
        by_points
            .entry(crosstable.points(player))
            .or_default()
            .push(player);
    }
    let mut ties: BTreeMap<PlayerId, Vec<Option<u32>>> = BTreeMap::new();
    for (_, level) in by_points.into_iter().rev() {
        groups.extend(crosstable.split(level, &contest.terms.ties, &mut ties));
    }
    let mut lines = Vec::new();
    let mut place = 1;
    for group in groups {
        let next = place + group.len();
        lines.extend(group.into_iter().map(|player| (player, Some(place))));
        place = next;
    }
    lines.extend(struck.into_iter().map(|player| (player, None)));
    let order: Vec<PlayerId> = lines.iter().map(|(player, _)| *player).collect();
    let all = Crosstable::of(contest, &games.iter().collect::<Vec<_>>());
    let whole = contest.terms.kind == ContestKind::RoundRobin;
    let lines = lines.into_iter().map(|(player, place)| Standing {
        group,
        player,
        place,
        points: place.map_or(0, |_| crosstable.points(player)),
        played: crosstable.played(player),
        ties: ties.remove(&player).unwrap_or_default(),
        against: order
            .iter()
            .filter(|_| whole)
            .map(|other| all.between(player, *other))
            .collect(),
    });
    lines.collect()
}

/// The places of a ladder, with the games won.
fn of_ladder(ladder: &Ladder, games: &[Played]) -> Vec<Standing> {
    let lines = ladder.places.iter().map(|place| {
        let own = games.iter().filter_map(|game| game.points_of(place.player));
        let won = own.clone().filter(|points| *points == 2);
        Standing {
            group: None,
            player: place.player,
            place: ladder.place(place.player),
            points: u32::try_from(2 * won.count()).unwrap_or(u32::MAX),
            played: own.count(),
            ties: Vec::new(),
            against: Vec::new(),
        }
    });
    lines.collect()
}

/// Half points by player and opponent.
#[derive(Default)]
struct Crosstable {
    /// How many others play a game: so many half points a draw of all is, and twice as many a win.
    others: u32,
    /// What players have got in all their games.
    scores: BTreeMap<PlayerId, Vec<u8>>,
    results: BTreeMap<PlayerId, BTreeMap<PlayerId, Vec<Option<u8>>>>,
    second: BTreeMap<PlayerId, u32>,
    /// Rounds in which players had no game, and got a point.
    byes: BTreeMap<PlayerId, u32>,
    /// Rounds after players have left.
    absent: BTreeMap<PlayerId, u32>,
    /// Ratings at the beginning.
    ratings: BTreeMap<PlayerId, u32>,
}

impl Crosstable {
    fn of(contest: &Contest, games: &[&Played]) -> Self {
        let mut table = Self {
            others: u32::try_from(contest.terms.kind.seats() - 1).unwrap_or(1),
            ratings: contest
                .entrants
                .iter()
                .filter_map(|one| Some((one.player, one.rating?)))
                .collect(),
            ..Self::default()
        };
        // Who is not in a final is not absent from it.
        let rounds = contest
            .rounds
            .iter()
            .filter(|round| round.groups.is_empty());
        for round in rounds {
            for (number, player) in (1..).zip(&contest.order) {
                if round.byes.contains(&number) {
                    *table.byes.entry(*player).or_default() += 1;
                } else if !round.has(number) {
                    *table.absent.entry(*player).or_default() += 1;
                }
            }
        }
        for game in games {
            for player in &game.players {
                let points = game.points_of(*player);
                table.scores.entry(*player).or_default().extend(points);
                for other in game.players.iter().filter(|other| *other != player) {
                    let row = table.results.entry(*player).or_default();
                    row.entry(*other).or_default().push(points);
                }
            }
            if let ([_, second], Some(_)) = (&game.players[..], &game.points) {
                *table.second.entry(*second).or_default() += 1;
            }
        }
        table
    }

    fn row(&self, player: PlayerId) -> impl Iterator<Item = (PlayerId, &Vec<Option<u8>>)> {
        let row = self.results.get(&player).into_iter().flatten();
        row.map(|(other, scores)| (*other, scores))
    }

    fn between(&self, player: PlayerId, other: PlayerId) -> Vec<Option<u8>> {
        let row = self.results.get(&player);
        row.and_then(|row| row.get(&other))
            .cloned()
            .unwrap_or_default()
    }

    fn points(&self, player: PlayerId) -> u32 {
        let scores = self.scores(player).iter();
        scores.map(|score| u32::from(*score)).sum::<u32>() + 2 * self.byes(player)
    }

    fn scores(&self, player: PlayerId) -> &[u8] {
        self.scores.get(&player).map_or(&[], Vec::as_slice)
    }

    fn byes(&self, player: PlayerId) -> u32 {
        self.byes.get(&player).copied().unwrap_or(0)
    }

    /// The points of an opponent, for what breaks ties.
    fn adjusted(&self, player: PlayerId) -> u32 {
        self.points(player) + self.others * self.absent.get(&player).copied().unwrap_or(0)
    }

    fn played(&self, player: PlayerId) -> usize {
        self.scores(player).len()
    }

    /// Puts players who are level in order by what breaks ties, one rule after the other; those who stay level are in one
    /// group. Notes the value of each rule that was asked.
    fn split(
        &self,
        level: Vec<PlayerId>,
        rules: &[Tie],
        ties: &mut BTreeMap<PlayerId, Vec<Option<u32>>>,
    ) -> Vec<Vec<PlayerId>> {
        let (Some((rule, rest)), 2..) = (rules.split_first(), level.len()) else {
            // What would break a tie is shown for everybody, so that columns are whole.
            for player in &level {
                let shown = rules.iter().map(|rule| self.value(*rule, *player, &level));
                ties.entry(*player).or_default().extend(shown);
            }
            return vec![level];
        };
        for player in &level {
            let value = self.value(*rule, *player, &level);
            ties.entry(*player).or_default().push(value);
        }
        let groups = self.groups(*rule, level).into_iter();
        groups
            .flat_map(|group| self.split(group, rest, ties))
            .collect()
    }

    /// Puts players who are level in order by one rule. Who is level by their games with each other is put in order by the
    /// games of those who still are (C.07, 6).
    fn groups(&self, rule: Tie, level: Vec<PlayerId>) -> Vec<Vec<PlayerId>> {
        let mut by_value: BTreeMap<Option<u32>, Vec<PlayerId>> = BTreeMap::new();
        for player in &level {
            let value = self.value(rule, *player, &level);
            by_value.entry(value).or_default().push(*player);
        }
        if by_value.len() == 1 {
            return vec![level];
        }
        let groups = by_value.into_values().rev();
        match rule {
            Tie::Direct => groups.flat_map(|group| self.groups(rule, group)).collect(),
            Tie::Rating => {
                let (rated, unrated): (Vec<_>, Vec<_>) = groups
                    .partition(|group| group.iter().all(|one| self.ratings.contains_key(one)));
                rated.into_iter().rev().chain(unrated).collect()
            }
            _ => groups.collect(),
        }
    }

    /// The value by which a rule puts a player in order among those who are level.
    fn value(&self, rule: Tie, player: PlayerId, level: &[PlayerId]) -> Option<u32> {
        match rule {
            Tie::Direct => {
                let level: BTreeSet<PlayerId> = level.iter().copied().collect();
                let met = |one: PlayerId| {
                    let mut others = level.iter().filter(|other| **other != one);
                    others.all(|other| {
                        let scores = self.between(one, *other);
                        !scores.is_empty() && scores.iter().all(Option::is_some)
                    })
                };
                if level.len() < 2 || !level.iter().all(|one| met(*one)) {
                    return None;
                }
                let row = self.row(player).filter(|(other, _)| level.contains(other));
                let scores = row.flat_map(|(_, scores)| scores.iter().flatten());
                Some(scores.map(|score| u32::from(*score)).sum())
            }
            Tie::SonnebornBerger => {
                let row = self.row(player).map(|(other, scores)| {
                    let own: u32 = scores.iter().flatten().map(|score| u32::from(*score)).sum();
                    own * self.adjusted(other)
                });
                Some(row.sum::<u32>() + 2 * self.byes(player) * self.points(player))
            }
            Tie::Buchholz => {
                let row = self.row(player).map(|(other, scores)| {
                    let games = scores.iter().flatten().count();
                    u32::try_from(games).map_or(0, |games| games * self.adjusted(other))
                });
                let absent = self.absent.get(&player).copied().unwrap_or(0);
                let without = self.byes(player) + absent;
                Some(row.sum::<u32>() + without * self.others * self.points(player))
            }
            Tie::Wins => {
                let scores = self.scores(player).iter();
                let wins = scores.filter(|score| u32::from(**score) == 2 * self.others);
                let wins = wins.count();
                u32::try_from(wins).ok()
            }
            // Players have none.
            Tie::BoardPoints => None,
            Tie::Black => Some(self.second.get(&player).copied().unwrap_or(0)),
            Tie::Rating | Tie::RatingHigh => self.ratings.get(&player).copied(),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
