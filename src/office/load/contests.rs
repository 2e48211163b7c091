//! Contests as they are stored, and as values: the only place that makes one of the other; and what is shown of them.

pub mod export;
pub mod last_day;
pub mod log;
mod teams;
pub mod titles;

pub(in crate::office) use teams::{on_board, shown_team};

use anyhow::{Context, Result};

use crate::contests::rounds::{most_rounds, winners};
use crate::contests::table::{Played, points};
use crate::contests::{Contest, ContestKind, Ladder, Standing, standings};
use crate::ids::{ContestId, PlayerId};
use crate::letters::{ShownContest, ShownPairing, ShownStanding};
use crate::status::{ContestStatus, GameStatus};
use crate::store::{ContestGame, ContestRow, GameRow, Snapshot};
use crate::text::clean;

use crate::office::{Draft, stamp};

/// The addresses of those who direct the contest of a game.
///
/// # Errors
/// The store cannot be read. A contest that cannot be read has none.
pub(in crate::office) fn directors_of(
    store: &dyn Snapshot,
    contest: Option<ContestId>,
) -> Result<Vec<String>> {
    let row = contest.map(|id| store.contest(id)).transpose()?.flatten();
    let contest = row.and_then(|row| value(&row).ok());
    let directors = contest.map_or_else(Vec::new, |contest| contest.directors);
    let mut addresses = Vec::new();
    for player in directors {
        addresses.extend(store.addresses(player)?);
    }
    Ok(addresses)
}

/// A stored contest as a value.
///
/// # Errors
/// It cannot be read.
pub fn value(row: &ContestRow) -> Result<Contest> {
    let contest: Contest =
        serde_json::from_str(&row.data).with_context(|| format!("contest {}", row.id))?;
    Ok(Contest {
        revision: row.revision,
        ..contest
    })
}

/// A contest as it is to be stored.
///
/// # Errors
/// Never: every key is a string.
pub(in crate::office) fn row(contest: &Contest) -> Result<ContestRow> {
    Ok(ContestRow {
        id: contest.id,
        name: contest.name.to_lowercase(),
        revision: contest.revision,
        status: match contest.untold {
            true => ContestStatus::Playing,
            false => contest.status,
        },
        data: serde_json::to_string(contest)?,
    })
}

/// A game as the table needs it, and as it is stored; `None`: it is not begun yet.
pub type Of = (Played, Option<ContestGame>);

/// The games of a contest as the table needs them: of each, the last one that was begun, if it has not ended to begin anew.
///
/// # Errors
/// The store cannot be read.
pub fn games(store: &dyn Snapshot, contest: &Contest) -> Result<Vec<Of>> {
    let mut begun = store.contest_games(contest.id)?;
    begun.retain(|game| !contest.void.contains(&game.game));
    let games = contest.pairings().into_iter().zip(1..);
    let games = games.filter_map(|(pairing, number)| {
        let players = contest.players(&pairing)?;
        let game = begun.iter().rfind(|game| game.pairing == number).cloned();
        let points = game.as_ref().and_then(|game| points_of(contest, game));
        let over = is_over(game.as_ref());
        let played = Played {
            players,
            points,
            over,
        };
        Some((played, game))
    });
    Ok(games.collect())
}

/// Those of the games that are a player's.
pub fn of_player(games: Vec<Of>, player: PlayerId) -> Vec<Of> {
    let own = games.into_iter();
    own.filter(|(played, _)| played.players.contains(&player))
        .collect()
}

/// The games of a player, of groups and their final those of the last of these rounds; `None`: one that is not begun yet.
///
/// # Errors
/// The store cannot be read.
pub fn own(
    store: &dyn Snapshot,
    contest: &Contest,
    player: PlayerId,
) -> Result<Vec<Option<ContestGame>>> {
    let of = games(store, contest)?;
    // Groups and their final are tables of their own.
    let last = contest
        .rounds
        .last()
        .filter(|_| contest.terms.groups.is_some());
    let before = last.map_or(0, |round| of.len().saturating_sub(round.games.len()));
    let own = of_player(of.into_iter().skip(before).collect(), player).into_iter();
    Ok(own.map(|(_, game)| game).collect())
}

/// The half points of each seat.
fn points_of(contest: &Contest, game: &ContestGame) -> Option<Vec<u8>> {
    if game.status != GameStatus::Finished {
        return None;
    }
    let result = game.result.as_deref()?;
    let places = match result {
        "1-0" => vec![1, 2],
        "1/2-1/2" => vec![1, 1],
        "0-1" => vec![2, 1],
        _ => places(result, &contest.terms.seats)?,
    };
    Some(points(&places))
}

/// The places of the seats of a game with more than two, from 1: of `red>blue=green>yellow`.
fn places(result: &str, seats: &[String]) -> Option<Vec<usize>> {
    let mut places = vec![None; seats.len()];
    let mut before = 0;
    for group in result.split('>') {
        let names: Vec<&str> = group.split('=').collect();
        for name in &names {
            let seat = seats.iter().position(|seat| seat == name)?;
            places[seat] = Some(before + 1);
        }
        before += names.len();
    }
    // A result without one of the seats is none.
    places
        .into_iter()
        .collect::<Option<Vec<usize>>>()
        .filter(|places| !places.is_empty())
}

/// Whether nothing more is to come of a game.
pub fn is_over(game: Option<&ContestGame>) -> bool {
    let status = game.map(|game| game.status);
    matches!(status, Some(GameStatus::Finished | GameStatus::Aborted))
}

/// What is shown of a contest, with its table.
///
/// # Errors
/// The store cannot be read.
pub fn shown(store: &dyn Snapshot, contest: &Contest) -> Result<ShownContest> {
    let games = games(store, contest)?;
    let played: Vec<Played> = games.iter().map(|(played, _)| played.clone()).collect();
    let terms = &contest.terms;
    let name = |player| name(store, player);
    let line = |standing: Standing| {
        Ok(ShownStanding {
            group: standing.group,
            place: standing.place,
            name: name(standing.player)?,
            points: standing.points,
            played: standing.played,
            ties: standing.ties,
            against: standing.against,
        })
    };
    let (table, winners) = match terms.kind {
        ContestKind::Teams => teams::table(contest, &played),
        _ => {
            let table = standings(contest, &played);
            let winners = winners(contest, &table).map(|line| name(line.player));
            let winners = winners.collect::<Result<_>>()?;
            (table.into_iter().map(line).collect::<Result<_>>()?, winners)
        }
    };
    let teams = contest.teams.iter();
    let teams = teams.map(|team| shown_team(store, team, &played));
    let entrants = contest.entrants.iter().map(|one| name(one.player));
    let byes = (1..).zip(&contest.rounds);
    let byes = byes.flat_map(|(round, of)| of.byes.iter().map(move |number| (round, *number)));
    let byes = byes.filter_map(|(round, number)| Some((round, contest.player(number)?)));
    let byes = byes.map(|(round, player)| Ok((round, name(player)?)));
    let open = contest.ladder.iter().flat_map(Ladder::open);
    let open = open.filter(|(_, one)| one.first.is_none());
    let challenges = open.map(|(_, one)| {
        let (who, whom) = (name(one.challenger)?, name(one.defender)?);
        Ok((who, whom, one.until.clone()))
    });
    Ok(ShownContest {
        name: contest.name.clone(),
        status: contest.status,
        variant: terms.game.variant.clone(),
        line: line_of(contest),
        kind: terms.kind,
        double: terms.double,
        groups: terms.groups.map(|wanted| {
            contest
                .rounds
                .first()
                .map_or(wanted, |round| round.groups.len())
        }),
        rounds: most_rounds(contest),
        round: contest.rounds.len(),
        faster: terms.faster.clone(),
        opening: terms.opening.clone(),
        pairing: terms.pairing.clone(),
        category: terms.category.clone(),
        round_days: terms.round_days,
        challenges: challenges.collect::<Result<_>>()?,
        reach: contest.ladder.as_ref().map_or(0, Ladder::reach),
        boards: terms.boards,
        teams: teams.collect::<Result<_>>()?,
        places: terms.places,
        starts_at: terms.starts_at.clone(),
        last_day: last_day::last_day(store, contest)?.map(stamp),
        adjudicated: !contest.adjudicators.is_empty(),
        rating_from: terms.rating_from,
        rating_below: terms.rating_below,
        public: terms.public,
        entrants: entrants.collect::<Result<_>>()?,
        reserves: names_of(store, &contest.reserves)?,
        directors: names_of(store, &contest.directors)?,
        held: names_of(store, &contest.held)?,
        corrected: contest.corrected,
        games: games.len(),
        over: games
            .iter()
            .filter(|(_, game)| is_over(game.as_ref()))
            .count(),
        allowed: terms.allowed.clone(),
        ties: terms.ties.clone(),
        byes: byes.collect::<Result<_>>()?,
        passed: passed(&table, &winners),
        table,
        winners,
        reason: contest.reason.clone(),
    })
}

/// Who has a better place than the winners, since they have left, in the same group.
fn passed(table: &[ShownStanding], winners: &[String]) -> Vec<String> {
    let first = table.iter().find(|line| winners.contains(&line.name));
    let better = |line: &&ShownStanding| {
        first.is_some_and(|first| {
            let places = line.place.zip(first.place);
            line.group == first.group && places.is_some_and(|(one, first)| one < first)
        })
    };
    let better = table.iter().filter(better);
    better.map(|line| line.name.clone()).collect()
}

/// What the games of a contest are played by, as a line that a player could write. Who has which side follows from the tables.
pub fn line_of(contest: &Contest) -> String {
    let mut game = contest.terms.game.clone();
    // Letters say the turns of the opening.
    game.position = game.position.filter(|_| contest.terms.opening.is_none());
    game.line("", None).replacen(" random", "", 1)
}

/// The games of a contest, by rounds.
///
/// # Errors
/// The store cannot be read.
pub fn pairings(store: &dyn Snapshot, contest: &Contest) -> Result<Vec<ShownPairing>> {
    let games = games(store, contest)?;
    let shown = contest.pairings().into_iter().zip(games);
    let shown = shown.map(|(pairing, (played, game))| {
        let players = played.players.iter().map(|player| name(store, *player));
        Ok(ShownPairing {
            round: pairing.round,
            players: players.collect::<Result<_>>()?,
            teams: teams::of_game(contest, &pairing),
            status: game.as_ref().map(|game| game.status),
            result: game.as_ref().and_then(|game| game.result.clone()),
            game: game.map(|game| game.game),
        })
    });
    shown.collect()
}

/// The name of a player; of one who is forgotten, what took its place.
pub fn name(store: &dyn Snapshot, player: PlayerId) -> Result<String> {
    let row = store.player(player)?;
    Ok(row.map_or_else(|| format!("player {player}"), |row| row.name))
}

/// The names of players.
pub fn names_of(store: &dyn Snapshot, players: &[PlayerId]) -> Result<Vec<String>> {
    players.iter().map(|player| name(store, *player)).collect()
}

/// The contest of this name.
///
/// # Errors
/// There is none; the message says what to do.
pub fn find(store: &dyn Snapshot, name: &str) -> Result<Contest> {
    let row = store.contest_named(name.trim())?;
    let row = row.with_context(|| {
        let odd = clean(name, 40);
        format!("there is no event {odd:?}; `zugpost event list` shows them")
    })?;
    value(&row)
}

impl Draft<'_> {
    /// A contest as the decision leaves it so far.
    pub(in crate::office) fn contest(&self, id: ContestId) -> Result<Option<Contest>> {
        let mut made = self.decision.contests.iter();
        let row = match made.find(|write| write.row.id == id) {
            Some(write) => Some(write.row.clone()),
            None => self.store.contest(id)?,
        };
        row.as_ref().map(value).transpose()
    }

    /// Whether a game is one of a contest that is being played.
    pub(in crate::office) fn is_of_open_contest(&self, row: &GameRow) -> Result<bool> {
        let contest = row.contest.map(|id| self.store.contest(id)).transpose()?;
        let status = contest.flatten().map(|row| row.status);
        Ok(status == Some(ContestStatus::Playing))
    }

    /// The contest of this name, as the decision leaves it so far.
    pub(in crate::office) fn require_contest(&self, name: &str) -> Result<Contest> {
        let found = find(self.store, name)?;
        Ok(self.contest(found.id)?.unwrap_or(found))
    }

    /// The same; `None`: there is none.
    pub(in crate::office) fn contest_named(&self, name: &str) -> Result<Option<Contest>> {
        match self.store.contest_named(name.trim())? {
            Some(row) => self.contest(row.id),
            None => Ok(None),
        }
    }
}
