//! An event as lines of text.

use crate::contests::{ContestKind, in_points};
use crate::letters::{ShownContest, ShownStanding, ShownTeam, WithdrawAsked};
use crate::status::{ContestStatus, GameStatus};

use super::Shown;

/// An event in one line.
pub(super) fn line(of: &ShownContest) -> String {
    let state = match of.status {
        ContestStatus::Entries => format!("{} of {} have entered", of.entered(), of.places),
        ContestStatus::Playing if of.kind == ContestKind::Ladder => {
            format!(
                "{} players, {} of {} games are over",
                of.table.len(),
                of.over,
                of.games
            )
        }
        ContestStatus::Playing if of.round > 0 => {
            format!(
                "round {}, {} of {} games are over",
                of.round, of.over, of.games
            )
        }
        ContestStatus::Playing => format!("{} of {} games are over", of.over, of.games),
        ContestStatus::Ended => format!("over, {} games", of.games),
        ContestStatus::Cancelled => "called off".to_owned(),
    };
    let kind = match (of.kind, of.double) {
        (ContestKind::RoundRobin, false) => String::new(),
        (ContestKind::RoundRobin, true) => " (twice)".to_owned(),
        (ContestKind::Teams, _) => format!(" (teams on {} boards)", of.boards.unwrap_or(0)),
        (kind, _) => format!(" ({})", kind.as_str()),
    };
    let groups = of.groups.map(|groups| format!(" (groups: {groups})"));
    let kind = kind + &groups.unwrap_or_default();
    let opening = of.opening.as_ref();
    let opening = opening.map_or_else(String::new, |turns| format!(", after {turns}"));
    format!("{}: {}{opening}{kind}; {state}", of.name, of.line)
}

/// What it costs to leave.
pub(super) fn costs(of: &WithdrawAsked) -> Vec<String> {
    if of.ladder {
        return Vec::new();
    }
    let games: Vec<String> = of.games.iter().map(|game| format!("#{game}")).collect();
    let lost = match games.is_empty() {
        true => "no game is lost".to_owned(),
        false => format!("lost games: {}", games.join(", ")),
    };
    let table = match of.struck {
        true => "none of the results counts in the table",
        false => "the results stay in the table",
    };
    vec![lost, table.to_owned()]
}

pub(super) fn lines(shown: &Shown) -> Vec<String> {
    let (of, pairings) = (&shown.event, &shown.pairings);
    let mut lines = vec![line(of)];
    if let Some(at) = of
        .starts_at
        .as_ref()
        .filter(|_| of.status == ContestStatus::Entries)
    {
        lines.push(format!("begins   {at}"));
    }
    lines.extend(of.last_day.iter().map(|at| format!("ends     {at}")));
    let adjudicators = shown.adjudicators.iter();
    lines.extend(adjudicators.map(|name| format!("decides  {name}")));
    let directors = of.directors.iter();
    lines.extend(directors.map(|name| format!("director {name}")));
    let entrants = of.entrants.iter().filter(|_| of.table.is_empty());
    lines.extend(of.rating_from.map(|from| format!("ratings from {from}")));
    lines.extend(
        of.rating_below
            .map(|below| format!("ratings below {below}")),
    );
    lines.extend(entrants.map(|name| format!("entered  {name}")));
    lines.extend(of.teams.iter().map(|one| format!("team     {}", team(one))));
    let open = of.challenges.iter();
    lines.extend(open.map(|(who, whom, until)| format!("{who} challenges {whom}, until {until}")));
    let reserves = of.reserves.iter();
    lines.extend(reserves.map(|name| format!("reserve  {name}")));
    let held = of.held.iter();
    lines.extend(held.map(|name| format!("held     {name}: enter them, or take the entry back")));
    lines.extend(of.table.iter().map(|line| standing(of, line)));
    lines.extend(shown.left.iter().map(|one| {
        let struck = if one.struck { ", no results count" } else { "" };
        format!("left     {} at {}{struck}", one.name, one.at)
    }));
    lines.extend(pairings.iter().map(|one| &one.game).map(|game| {
        let number = game
            .game
            .map_or("not begun".to_owned(), |game| format!("#{game}"));
        let off = game.status == Some(GameStatus::Aborted);
        let open = if off { "called off" } else { "" };
        let result = game.result.as_deref().unwrap_or(open);
        let players = game.players.join(" - ");
        let teams = game
            .teams
            .as_ref()
            .map_or_else(String::new, |(teams, board)| {
                format!(" ({}, board {board})", teams.join(" - "))
            });
        let line = format!("round {}  {number} {players}{teams} {result}", game.round);
        line.trim_end().to_owned()
    }));
    let byes = of.byes.iter();
    lines.extend(byes.map(|(round, name)| format!("round {round}  {name} has no game")));
    lines
}

/// A team, with the points of its players when it has begun.
pub(super) fn team(of: &ShownTeam) -> String {
    let players = (1..).zip(&of.players).map(|(board, player)| {
        let points = in_points(player.points, 2);
        format!("{board} {} {points} of {}", player.name, player.played)
    });
    let list = |word: &str, names: &[String]| match names.is_empty() {
        true => String::new(),
        false => format!("; {word} {}", names.join(", ")),
    };
    let players: Vec<String> = players.collect();
    let (reserves, open) = (list("reserves", &of.reserves), list("waits for", &of.open));
    format!(
        "{} (captain {}): {}{reserves}{open}",
        of.name,
        of.captain,
        players.join(", ")
    )
}

/// A line of the table.
fn standing(of: &ShownContest, line: &ShownStanding) -> String {
    let place = line.place.map_or("-".to_owned(), |place| place.to_string());
    let ties = of.ties.iter().zip(&line.ties).map(|(tie, value)| {
        let value = value.map_or("-".to_owned(), |value| tie.written(value));
        format!("{} {value}", tie.as_str())
    });
    let ties: Vec<String> = ties.collect();
    let count = in_points(line.points, 2);
    let count = match of.kind {
        ContestKind::RoundRobin | ContestKind::Swiss => format!("{count} of {}", line.played),
        ContestKind::Teams => format!("match points {count} in {} matches", line.played),
        ContestKind::Tables => format!("points {count} in {} games", line.played),
        ContestKind::KnockOut => format!("matches won {count}"),
        ContestKind::Ladder => format!("games won {count} of {}", line.played),
        ContestKind::Dropout => format!("penalty points {count}"),
    };
    let rest = if ties.is_empty() { "" } else { "; " };
    let group = line.group.map(|group| match group {
        0 => "final  ".to_owned(),
        group => format!("group {group}  "),
    });
    let group = group.unwrap_or_default();
    format!(
        "{group}place {place}  {}: {count}{rest}{}",
        line.name,
        ties.join(", ")
    )
}
