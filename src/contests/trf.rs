//! A contest as a tournament report file: TRF16, in which FIDE takes reports, and which programs that pair players read (FIDE
//! Handbook C.04, annex 2, approved on 10 August 2015). Each line is a text in fixed columns.

use std::collections::BTreeMap;

use super::Pairing;

mod read;

pub use read::{Unreadable, players, read};

/// The columns of a name.
const NAME: usize = 33;
/// The columns of the name of a team.
const TEAM: usize = 32;
/// The column before the first one of a name.
const BEFORE_NAME: usize = 14;

/// What a report says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The name of the contest.
    pub name: String,
    /// Its kind, in the words that are usual there: `Individual: Round-Robin`.
    pub kind: String,
    /// The day on which it began: `2027-01-31`; `None`: that is not known.
    pub begun: Option<String>,
    /// The day on which it ended; `None`: it is not over.
    pub ended: Option<String>,
    /// The terms of time of a game.
    pub time: String,
    /// How many rounds it has, if that is known and each is one column.
    pub rounds: Option<usize>,
    /// The players.
    pub players: Vec<Player>,
    /// Its teams, if it is played by teams: the name, and the numbers of the players by boards.
    pub teams: Vec<(String, Vec<usize>)>,
    /// Its games for two, round by round.
    pub games: Vec<(Pairing, End)>,
    /// Who had no game in a round: the round, the number of the player, and what the player got for it.
    pub byes: Vec<(usize, usize, Bye)>,
    /// The round that is not paired yet: whoever has no entry in it is to be paired.
    pub next: Option<usize>,
    /// What the format has no field for.
    pub comments: Vec<String>,
}

/// A player in a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The number, from 1, which no other player has.
    pub number: usize,
    /// The name; what is longer than its columns is cut.
    pub name: String,
    /// The rating, if there is one.
    pub rating: Option<i64>,
    /// The points of the table, in halves.
    pub points: u32,
    /// The place in the table; `None`: none of the player's results counts there.
    pub place: Option<usize>,
}

/// What a player gets for a round without a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bye {
    /// A point: nobody was left to play against.
    Allotted,
    /// A point, for another reason.
    Full,
    /// Half a point.
    Half,
    /// Nothing.
    Zero,
}

impl Bye {
    /// What the line of the player says.
    const fn cell(self) -> &'static str {
        match self {
            Self::Allotted => "0000 - U",
            Self::Full => "0000 - F",
            Self::Half => "0000 - H",
            Self::Zero => "0000 - Z",
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It is not over.
    Open,
    /// It was called off, and counts for nobody.
    Off,
    /// Nobody had made a turn; so many half points of the first player.
    Unplayed(u8),
    /// So many half points of the first player.
    Played(u8),
}

impl End {
    /// What the line of the first or of the second player says.
    fn sign(self, first: bool) -> char {
        let (half, signs) = match self {
            Self::Open => return ' ',
            // Neither has got anything for it, as if both had not come.
            Self::Off => return '-',
            Self::Unplayed(half) => (half, ['-', 'D', '+']),
            Self::Played(half) => (half, ['0', '=', '1']),
        };
        let own = if first {
            half
        } else {
            2_u8.saturating_sub(half)
        };
        signs.get(usize::from(own)).copied().unwrap_or(' ')
    }
}

/// The lines of a report, without what ends them.
#[must_use]
pub fn lines(report: &Report) -> Vec<String> {
    let columns = columns(report);
    let day = |tag: &str, day: &Option<String>| {
        let day = day.as_ref();
        day.map(|day| format!("{tag} {}", day.replace('-', "/")))
    };
    let mut lines = vec![format!("012 {}", report.name)];
    lines.extend(day("042", &report.begun));
    lines.extend(day("052", &report.ended));
    lines.push(format!("062 {}", report.players.len()));
    lines.push(format!("082 {}", report.teams.len()));
    lines.push(format!("092 {}", report.kind));
    lines.push(format!("122 {}", report.time));
    lines.extend(report.rounds.map(|rounds| format!("XXR {rounds}")));
    let comments = report.comments.iter();
    lines.extend(comments.map(|comment| format!("### {comment}")));
    if columns
        .iter()
        .zip(1..)
        .any(|(column, at)| column.round != at)
    {
        let rounds = columns.iter().map(|column| column.round.to_string());
        let rounds: Vec<String> = rounds.collect();
        lines.push(format!("### rounds of the columns: {}", rounds.join(" ")));
    }
    let players = report.players.iter();
    lines.extend(players.map(|player| line(player, &columns, report.next)));
    lines.extend(report.teams.iter().map(|(name, players)| {
        let name: String = name.chars().take(TEAM).collect();
        let players: Vec<String> = players.iter().map(|one| format!("{one:>4}")).collect();
        format!("013 {name:<TEAM$}{}", players.join(" "))
    }));
    lines
}

/// The line of a player. Sex, title, federation, FIDE number and date of birth are empty.
fn line(player: &Player, columns: &[Column], next: Option<usize>) -> String {
    let number = player.number;
    let name: String = player.name.chars().take(NAME).collect();
    let written = |value: Option<String>| value.unwrap_or_default();
    let rating = written(player.rating.map(|rating| rating.to_string()));
    let place = written(player.place.map(|place| place.to_string()));
    let points = format!("{}.{}", player.points / 2, player.points % 2 * 5);
    let mut line = format!(
        "001 {number:>4} {:4} {name:<NAME$} {rating:>4} {:3} {:11} {:10} {points:>4} {place:>4}",
        "", "", "", ""
    );
    for column in columns {
        let cell = column.cells.get(&number);
        if cell.is_none() && next == Some(column.round) {
            continue;
        }
        line.push_str("  ");
        line.push_str(cell.map_or(Bye::Zero.cell(), String::as_str));
    }
    line
}

/// What players had in a round; in one that has several games of a player, in a part of it.
struct Column {
    round: usize,
    /// Opponent, side and result, by the numbers of the players.
    cells: BTreeMap<usize, String>,
}

/// The columns of all rounds. A player has one opponent in each: a further game of a round is in a further column.
fn columns(report: &Report) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for (game, end) in &report.games {
        let [first, second] = game.players[..] else {
            continue;
        };
        let cell = |other: usize, side, sign| format!("{other:>4} {side} {sign}");
        let cells = [
            (first, cell(second, 'w', end.sign(true))),
            (second, cell(first, 'b', end.sign(false))),
        ];
        put(&mut columns, game.round, &cells);
    }
    for (round, player, bye) in &report.byes {
        put(&mut columns, *round, &[(*player, bye.cell().to_owned())]);
    }
    columns
}

/// Puts cells into the first column of a round in which all their players have none yet.
fn put(columns: &mut Vec<Column>, round: usize, cells: &[(usize, String)]) {
    let free = |column: &Column| {
        let taken = |(player, _): &(usize, String)| column.cells.contains_key(player);
        column.round == round && !cells.iter().any(taken)
    };
    if !columns.iter().any(free) {
        let behind = columns.partition_point(|column| column.round <= round);
        let cells = BTreeMap::new();
        columns.insert(behind, Column { round, cells });
    }
    if let Some(column) = columns.iter_mut().find(|column| free(column)) {
        column.cells.extend(cells.iter().cloned());
    }
}

/// Whether a name has more characters than a report has columns for it.
#[must_use]
pub fn cuts(name: &str) -> bool {
    name.chars().count() > NAME
}

/// `Lastname, Firstname`, as the format wants a name, turned round: no player has a comma in the name.
#[must_use]
pub fn turned(name: &str) -> String {
    match name.split_once(',') {
        None => name.to_owned(),
        Some((last, first)) => format!("{} {}", first.trim(), last.trim()),
    }
}

#[cfg(test)]
mod tests;
