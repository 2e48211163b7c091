//! An event in the formats of other programs.

use std::collections::BTreeMap;
use std::iter::repeat;

use anyhow::{Result, ensure};

use crate::contests::rounds::most_rounds;
use crate::contests::table::Played;
use crate::contests::trf::{self, Bye, End, Player, Report};
use crate::contests::{Contest, ContestAct, ContestKind, Pairing, Standing, in_points, standings};
use crate::games::export::Format;
use crate::games::export::pgn::{self, Occasion};
use crate::games::{EventKind, GameRecord};
use crate::ids::{ContestId, PlayerId};
use crate::letters::ShownContest;
use crate::meeting::log::Entry;
use crate::office::load::shown::export::{FILE_WIDTH, lines};
use crate::office::{Office, ratings, stored_game};
use crate::status::GameStatus;
use crate::store::{ContestGame, LogOf, Snapshot};

use super::teams::of_game;
use super::{Of, find, games, line_of, log, name, shown};

/// What an event is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventFormat {
    /// The table, with commas, for spreadsheets.
    Csv,
    /// All games, one after the other.
    Pgn,
    /// The tournament report file TRF16 of FIDE.
    Trf,
}

impl EventFormat {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Csv, Self::Pgn, Self::Trf];

    /// Its word, with which its files end.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Pgn => "pgn",
            Self::Trf => "trf",
        }
    }
}

/// An event in a format, line by line. No address is in it.
///
/// # Errors
/// There is no such event, it has no table, a report cannot tell what it is, or a game of it cannot be read.
pub fn export(
    office: &Office,
    store: &dyn Snapshot,
    event: &str,
    format: EventFormat,
) -> Result<Vec<String>> {
    let contest = find(store, event)?;
    let name = &contest.name;
    ensure!(!contest.order.is_empty(), "{name} has no table yet");
    ensure!(
        format != EventFormat::Trf || contest.ladder.is_none(),
        "{name} is a ladder: it has no rounds, which a tournament report needs"
    );
    ensure!(
        format != EventFormat::Trf || contest.terms.groups.is_none(),
        "{name} has groups: a tournament report has one table"
    );
    ensure!(
        format != EventFormat::Trf || contest.terms.kind.seats() == 2,
        "{name} has games of four: a tournament report is for games for two"
    );

    match format {
        EventFormat::Csv => Ok(table(&shown(store, &contest)?)),
        EventFormat::Pgn => all_games(store, &contest),
        EventFormat::Trf => Ok(trf::lines(&report(office, store, &contest)?)),
    }
}

/// The table as comma-separated values (RFC 4180).
fn table(of: &ShownContest) -> Vec<String> {
    // In groups not everybody meets everybody else.
    let whole = of.groups.is_none() && of.table.iter().any(|line| !line.against.is_empty());
    let words = ["place", "name", "points", "played"].into_iter();
    let words = words.chain(of.ties.iter().map(|tie| tie.as_str()));
    let players = of.table.iter().filter(|_| whole);
    let head = of.groups.map(|_| "group").into_iter().chain(words);
    let head = head.map(str::to_owned);
    let head = head.chain(players.map(|line| plain(&line.name)));
    let mut lines = vec![row(head)];
    for line in &of.table {
        // Who is out and has no place has no values.
        let values = line.ties.iter().copied().chain(repeat(None));
        let ties = of.ties.iter().zip(values);
        let ties = ties.map(|(tie, value)| value.map(|value| tie.written(value)));
        let cells = [
            line.place.map(|place| place.to_string()),
            Some(plain(&line.name)),
            Some(in_points(line.points, 2)),
            Some(line.played.to_string()),
        ];
        let against = line.against.iter().filter(|_| whole);
        let against = against.map(|scores| Some(results(scores)));
        let group = line.group.map(|group| Some(group.to_string()));
        let cells = group.into_iter().chain(cells).chain(ties).chain(against);
        lines.push(row(cells.map(Option::unwrap_or_default)));
    }
    lines
}

/// The points against one opponent, for each game; `*` without a result.
#[must_use]
pub fn results(scores: &[Option<u8>]) -> String {
    let scores = scores.iter().map(|score| match score {
        Some(half) => in_points(u32::from(*half), 2),
        None => "*".to_owned(),
    });
    scores.collect::<Vec<_>>().join(" ")
}

/// A name that no spreadsheet takes for a formula.
fn plain(name: &str) -> String {
    match name.starts_with(['=', '+', '-', '@']) {
        true => format!("'{name}"),
        false => name.to_owned(),
    }
}

fn row(cells: impl Iterator<Item = String>) -> String {
    let cells = cells.map(|cell| match cell.contains([',', '"', '\r', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    });
    cells.collect::<Vec<_>>().join(",")
}

/// All games that have begun, in the format of their variant.
fn all_games(store: &dyn Snapshot, contest: &Contest) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for (pairing, (_, game)) in contest.pairings().into_iter().zip(games(store, contest)?) {
        let Some(ContestGame { game, .. }) = game else {
            continue;
        };
        let stored = stored_game(store, game)?;
        let record = GameRecord::new(&stored, &store.events(game, None)?).public();
        let format = match stored.rules_known {
            true => Format::of(&record.variant),
            false => Format::Text,
        };
        if !all.is_empty() {
            all.push(String::new());
        }
        all.extend(match format {
            Format::Pgn => {
                let round = match contest.ladder {
                    Some(_) => "-".to_owned(),
                    None => pairing.round.to_string(),
                };
                let event = match contest.group_of(&pairing) {
                    Some(0) => format!("{}, final", contest.name),
                    Some(group) => format!("{}, group {group}", contest.name),
                    None => contest.name.clone(),
                };
                let teams = of_game(contest, &pairing);
                let teams = teams.map(|(teams, _)| teams);
                let occasion = Occasion {
                    event,
                    round,
                    teams,
                };
                pgn::in_event(&record, &occasion, &[], FILE_WIDTH)?
            }
            format => lines(&stored, &record, format, &[], FILE_WIDTH)?,
        });
    }
    Ok(all)
}

/// An event as a tournament report for everybody: `named` says how each player is called, and there are no ratings; `None`:
/// reports are not for its kind, or it has no table yet.
///
/// # Errors
/// The store cannot be read.
pub fn public_report(
    store: &dyn Snapshot,
    contest: &Contest,
    named: &dyn Fn(PlayerId) -> String,
) -> Result<Option<Report>> {
    let terms = &contest.terms;
    let fits = contest.ladder.is_none() && terms.groups.is_none() && terms.kind.seats() == 2;
    if contest.order.is_empty() || !fits {
        return Ok(None);
    }
    let named = |player| Ok(named(player));
    report_of(store, contest, &named, &BTreeMap::new()).map(Some)
}

/// An event as a tournament report.
fn report(office: &Office, store: &dyn Snapshot, contest: &Contest) -> Result<Report> {
    let variant = office.games().get(&contest.terms.game.variant);
    let list = variant.map(|variant| ratings::list_of_game(&*variant));
    let rated = list.map(|list| ratings::points_in(store, &list));
    let rated = rated.transpose()?.unwrap_or_default();
    report_of(store, contest, &|player| name(store, player), &rated)
}

/// The same with these names and ratings.
fn report_of(
    store: &dyn Snapshot,
    contest: &Contest,
    named: &dyn Fn(PlayerId) -> Result<String>,
    rated: &BTreeMap<PlayerId, i64>,
) -> Result<Report> {
    let all = games(store, contest)?;
    let played: Vec<Played> = all.iter().map(|(played, _)| played.clone()).collect();
    let table = standings(contest, &played);
    let mut players = Vec::new();
    for (number, player) in (1..).zip(&contest.order) {
        let line = table.iter().find(|line| line.player == *player);
        players.push(Player {
            number,
            name: named(*player)?,
            rating: rated.get(player).copied(),
            points: line.map_or(0, |line| line.points),
            // Of teams, places are theirs.
            place: line
                .and_then(|line| line.place)
                .filter(|_| contest.teams.is_empty()),
        });
    }
    let pairings = contest.pairings();
    let ends = all.iter().map(|of| end(store, of));
    let ends = ends.collect::<Result<Vec<_>>>()?;
    let games: Vec<(Pairing, End)> = pairings.into_iter().zip(ends).collect();
    let rounds = (1..).zip(&contest.rounds);
    let byes = rounds.flat_map(|(round, of)| {
        let byes = of.byes.iter();
        byes.map(move |player| (round, *player, Bye::Allotted))
    });
    let (begun, ended) = days(store, contest.id)?;
    let teams = contest.teams.iter().map(|team| {
        let numbers = team.players.iter();
        let numbers = numbers.filter_map(|player| contest.number(*player));
        (team.name.clone(), numbers.collect())
    });
    Ok(Report {
        next: None,
        name: contest.name.clone(),
        kind: kind(contest).to_owned(),
        begun,
        ended,
        time: contest.terms.game.time.clone(),
        rounds: match contest.terms.kind {
            ContestKind::RoundRobin | ContestKind::Teams => {
                games.iter().map(|(game, _)| game.round).max()
            }
            ContestKind::Swiss => most_rounds(contest),
            // A round has several columns there.
            ContestKind::KnockOut
            | ContestKind::Dropout
            | ContestKind::Ladder
            | ContestKind::Tables => None,
        },
        comments: comments(contest, &table, rated, &players),
        players,
        teams: teams.collect(),
        games,
        byes: byes.collect(),
    })
}

/// The words for a kind that other programs write.
fn kind(contest: &Contest) -> &'static str {
    match contest.terms.kind {
        ContestKind::RoundRobin if contest.terms.double => "Individual: Double-Round-Robin",
        ContestKind::RoundRobin => "Individual: Round-Robin",
        ContestKind::KnockOut => "Individual: Knock-Out",
        ContestKind::Swiss => "Individual: Swiss-System",
        ContestKind::Dropout => "Individual: Dropout",
        ContestKind::Ladder => "Individual: Ladder",
        ContestKind::Tables => "Individual: Tables",
        ContestKind::Teams => "Team: Round-Robin",
    }
}

/// How a game has ended, as far as a report tells it.
fn end(store: &dyn Snapshot, (played, game): &Of) -> Result<End> {
    let first = played.points.as_ref().and_then(|points| points.first());
    Ok(match (first.copied(), game) {
        (Some(half), Some(game)) => {
            let events = store.events(game.game, None)?;
            let is_turn = |kind: &str| kind == EventKind::Turn.as_str();
            match events.iter().any(|event| is_turn(&event.kind)) {
                true => End::Played(half),
                false => End::Unplayed(half),
            }
        }
        (_, Some(game)) if game.status == GameStatus::Aborted => End::Off,
        _ => End::Open,
    })
}

/// The days on which it has begun and ended.
fn days(store: &dyn Snapshot, contest: ContestId) -> Result<(Option<String>, Option<String>)> {
    let (mut begun, mut ended) = (None, None);
    for row in store.acts(LogOf::Contest(contest))? {
        let day = row.at.get(..10).map(str::to_owned);
        match log::read(&serde_json::from_str(&row.act)?) {
            Some(Entry::Act(ContestAct::Start(_))) => begun = day,
            Some(Entry::Act(ContestAct::End)) => ended = day,
            Some(Entry::Act(ContestAct::Correct(_))) => ended = None,
            _ => {}
        }
    }
    Ok((begun, ended))
}

/// What the format has no field for.
fn comments(
    contest: &Contest,
    table: &[Standing],
    rated: &BTreeMap<PlayerId, i64>,
    players: &[Player],
) -> Vec<String> {
    let mut comments = vec![format!("game: {}", line_of(contest))];
    if contest
        .order
        .iter()
        .any(|player| rated.contains_key(player))
    {
        comments.push("ratings: of this server, in the list of the game".to_owned());
    }
    let points = match contest.terms.kind {
        ContestKind::KnockOut => Some("matches won"),
        ContestKind::Dropout => Some("penalty points"),
        ContestKind::RoundRobin
        | ContestKind::Swiss
        | ContestKind::Ladder
        | ContestKind::Teams
        | ContestKind::Tables => None,
    };
    comments.extend(points.map(|points| format!("points: {points}")));
    for line in table {
        let number = contest.number(line.player).unwrap_or(0);
        let ties = contest.terms.ties.iter().zip(&line.ties);
        let ties = ties.filter_map(|(tie, value)| Some((tie, (*value)?)));
        let ties = ties.map(|(tie, value)| format!("{} {}", tie.as_str(), tie.written(value)));
        let ties: Vec<String> = ties.collect();
        if line.place.is_none() {
            comments.push(format!("no result counts: {number}"));
        } else if !ties.is_empty() {
            comments.push(format!("ties of {number}: {}", ties.join(", ")));
        }
    }
    let long = players.iter().filter(|player| trf::cuts(&player.name));
    comments.extend(long.map(|player| format!("name of {}: {}", player.number, player.name)));
    comments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_as_rfc_4180_says() {
        let cells = ["1", "Żółć, Anna", "the \"Fox\"", "", "=1+1", "a\r\nb"];
        let cells = cells.into_iter().map(str::to_owned);
        assert_eq!(
            row(cells),
            "1,\"Żółć, Anna\",\"the \"\"Fox\"\"\",,=1+1,\"a\r\nb\""
        );
    }

    #[test]
    fn no_name_is_a_formula() {
        for (name, cell) in [
            ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@a", "'@a"),
            ("Anna-Maria", "Anna-Maria"),
        ] {
            assert_eq!(plain(name), cell);
        }
    }

    #[test]
    fn results_are_points_for_each_game() {
        assert_eq!(results(&[Some(2), Some(1)]), "1 0.5");
        assert_eq!(results(&[None, Some(0)]), "* 0");
        assert_eq!(results(&[]), "");
    }
}
