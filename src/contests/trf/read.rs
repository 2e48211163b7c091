//! Reads a tournament report file. What a report has no field for (sex, title, federation, FIDE number, date of birth, lines
//! with other tags) is not read.

use std::collections::BTreeMap;

use super::{BEFORE_NAME, Bye, End, NAME, Player, Report};
use crate::contests::Pairing;

/// The columns of the fields of a player, from 1.
const NUMBER: (usize, usize) = (5, 8);
const RATING: (usize, usize) = (49, 52);
const POINTS: (usize, usize) = (81, 84);
const PLACE: (usize, usize) = (86, 89);
/// The first column of the first round, and how many columns each has.
const ROUNDS: usize = 92;
const WIDTH: usize = 10;

/// What cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The number of the line, from 1.
    pub line: usize,
    /// The first and the last column, from 1.
    pub columns: (usize, usize),
    /// What is there.
    pub text: String,
}

/// What a report says. A round is a column, also in a report that has several columns for one.
///
/// # Errors
/// A line of a player is not as the format wants it, has the number of another one, or what two players have of a game does
/// not fit together.
pub fn read(text: &str) -> Result<Report, Unreadable> {
    let (mut report, lines) = heads(text)?;
    let mut cells = BTreeMap::new();
    for (line, player) in lines.iter().zip(&report.players) {
        for (round, columns) in line.rounds() {
            if let Some(cell) = line.cell(columns)? {
                cells.insert((round, player.number), (cell, line, columns));
            }
        }
    }
    for ((round, number), (cell, line, columns)) in &cells {
        match *cell {
            Cell::Bye(bye) => report.byes.push((*round, *number, bye)),
            Cell::Game { other, first, sign } => {
                let end = match cells.get(&(*round, other)).map(|(cell, ..)| *cell) {
                    Some(Cell::Game {
                        other,
                        first: against,
                        sign: answer,
                    }) if other == *number && against != first => end(sign, answer),
                    _ => None,
                };
                let end = end.ok_or_else(|| line.unreadable(*columns))?;
                if first {
                    let (round, players) = (*round, vec![*number, other]);
                    report.games.push((Pairing { round, players }, end));
                }
            }
        }
    }
    Ok(report)
}

/// The players of a report. What it says of rounds is not looked at: other programs have further signs for games that nobody
/// has played.
///
/// # Errors
/// A line of a player is not as the format wants it, or has the number of another one.
pub fn players(text: &str) -> Result<Vec<Player>, Unreadable> {
    Ok(heads(text)?.0.players)
}

/// All that a report says in front of the rounds, and the lines of the players.
fn heads(text: &str) -> Result<(Report, Vec<Line>), Unreadable> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let mut report = Report::default();
    let mut lines: Vec<Line> = Vec::new();
    for (number, text) in (1..).zip(text.split(['\r', '\n'])) {
        let Some((tag, rest)) = text.split_at_checked(3) else {
            continue;
        };
        let rest = rest.trim();
        let day = || Some(rest.replace('/', "-")).filter(|day| !day.is_empty());
        match tag {
            "001" => {
                let line = Line::new(number, text);
                let player = line.player()?;
                if report.players.iter().any(|one| one.number == player.number) {
                    return Err(line.unreadable(NUMBER));
                }
                report.players.push(player);
                lines.push(line);
            }
            "012" => rest.clone_into(&mut report.name),
            "042" => report.begun = day(),
            "052" => report.ended = day(),
            "092" => rest.clone_into(&mut report.kind),
            "122" => rest.clone_into(&mut report.time),
            "XXR" | "142" => {
                report.rounds = Some(Line::new(number, text).whole((5, 8))?.unwrap_or(0))
            }
            "###" => report.comments.push(rest.to_owned()),
            _ => {}
        }
    }
    Ok((report, lines))
}

/// What a player had in a round.
#[derive(Clone, Copy)]
enum Cell {
    Bye(Bye),
    /// A game; `first`: the player had the first move.
    Game {
        other: usize,
        first: bool,
        sign: char,
    },
}

/// How a game ended that is so for a player, and so for the other one.
const fn end(own: char, other: char) -> Option<End> {
    Some(match (own, other) {
        ('1', '0') => End::Played(2),
        ('=', '=') => End::Played(1),
        ('0', '1') => End::Played(0),
        ('+', '-') | ('W', 'L') => End::Unplayed(2),
        ('D', 'D') => End::Unplayed(1),
        ('-', '+') | ('L', 'W') => End::Unplayed(0),
        ('-', '-') => End::Off,
        (' ', ' ') => End::Open,
        _ => return None,
    })
}

/// The line of a player.
struct Line {
    number: usize,
    signs: Vec<char>,
}

impl Line {
    fn new(number: usize, text: &str) -> Self {
        let signs = text.trim_end().chars().collect();
        Self { number, signs }
    }

    /// What these columns say; what is behind the end of the line is empty.
    fn text(&self, (from, to): (usize, usize)) -> String {
        let signs = self.signs.iter().take(to);
        signs.skip(from - 1).collect()
    }

    fn unreadable(&self, columns: (usize, usize)) -> Unreadable {
        Unreadable {
            line: self.number,
            columns,
            text: self.text(columns).trim().to_owned(),
        }
    }

    /// A number; `None`: there is none.
    fn whole(&self, columns: (usize, usize)) -> Result<Option<usize>, Unreadable> {
        let text = self.text(columns);
        let number = Some(text.trim()).filter(|text| !text.is_empty());
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let number = number.map(|text| text.parse().ok().filter(|_| digits(text)));
        number
            .map(|number| number.ok_or_else(|| self.unreadable(columns)))
            .transpose()
    }

    fn player(&self) -> Result<Player, Unreadable> {
        let name = (BEFORE_NAME + 1, BEFORE_NAME + NAME);
        let rating = self.whole(RATING)?.map(i64::try_from).transpose();
        Ok(Player {
            number: self.whole(NUMBER)?.ok_or_else(|| self.unreadable(NUMBER))?,
            name: Some(self.text(name).trim().to_owned())
                .filter(|name| !name.is_empty())
                .ok_or_else(|| self.unreadable(name))?,
            rating: rating.map_err(|_| self.unreadable(RATING))?,
            points: halves(self.text(POINTS).trim()).ok_or_else(|| self.unreadable(POINTS))?,
            place: self.whole(PLACE)?,
        })
    }

    /// The rounds, from 1, with their columns.
    fn rounds(&self) -> impl Iterator<Item = (usize, (usize, usize))> {
        let starts = (ROUNDS..=self.signs.len()).step_by(WIDTH);
        (1..).zip(starts.map(|from| (from, from + 7)))
    }

    /// What the player had in the round with these columns; `None`: nothing.
    fn cell(&self, columns: (usize, usize)) -> Result<Option<Cell>, Unreadable> {
        let text = self.text(columns);
        if text.trim().is_empty() {
            return Ok(None);
        }
        let unreadable = || self.unreadable(columns);
        let sign = |at: usize| text.chars().nth(at).unwrap_or(' ');
        let other = self.whole((columns.0, columns.0 + 3))?.unwrap_or(0);
        if sign(4) != ' ' || sign(6) != ' ' {
            return Err(unreadable());
        }
        Ok(Some(match (other, sign(5), sign(7)) {
            (0, '-' | ' ', sign) => Cell::Bye(match sign {
                'U' | '+' => Bye::Allotted,
                'F' => Bye::Full,
                'H' | '=' => Bye::Half,
                'Z' | '-' | ' ' => Bye::Zero,
                _ => return Err(unreadable()),
            }),
            (other @ 1.., side @ ('w' | 'b'), sign) => Cell::Game {
                other,
                first: side == 'w',
                sign,
            },
            _ => return Err(unreadable()),
        }))
    }
}

/// Points in halves; none where nothing is written.
fn halves(text: &str) -> Option<u32> {
    if text.is_empty() {
        return Some(0);
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let half = match part {
        "0" => 0,
        "5" => 1,
        _ => return None,
    };
    let whole: u32 = whole.parse().ok()?;
    whole.checked_mul(2)?.checked_add(half)
}
