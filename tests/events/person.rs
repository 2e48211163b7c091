//! Somebody who plays by mail: reads a letter, and writes what it asks for.

use std::collections::BTreeMap;

use super::letter::Letter;
use super::turns;

/// What a letter says of a game.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its number.
    pub game: usize,
    /// What is played.
    pub name: String,
    /// The turn.
    pub turn: usize,
    /// Whether the reader moves first.
    pub first: bool,
    /// The opponent.
    pub opponent: String,
    /// Whether the reader has to move.
    pub to_move: bool,
    /// Whether there is an offer of a draw.
    pub offered: bool,
    /// Who has which seat of a game of four; empty: it is one of two.
    pub four: BTreeMap<String, String>,
}

/// A result as its reader has got it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Result {
    /// Who moved first, and who second.
    pub players: [String; 2],
    /// The half points of the first one.
    pub score: u8,
    /// Why: `resignation`, `time`.
    pub why: String,
    /// When it was read.
    pub hour: usize,
}

/// A result of a game of four as its reader has got it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Four {
    /// The names by the seats, in small letters.
    pub seats: BTreeMap<String, String>,
    /// Such as `red>green=blue>yellow`.
    pub result: String,
}

/// Somebody.
#[derive(Default)]
pub struct Person {
    /// The name.
    pub name: &'static str,
    /// What all chance depends on.
    pub seed: &'static str,
    /// Answers nothing while this is so.
    pub silent: bool,
    /// All results that were read, by the numbers of the games; a later one replaces one before.
    pub results: BTreeMap<usize, Result>,
    /// Those of games of four.
    pub fours: BTreeMap<usize, Four>,
    /// Lines of tables, from the newest letter that has one.
    pub table: Vec<String>,
    /// What waits for an answer: the hour, the number of the letter, and the lines.
    pub pending: Vec<(usize, usize, Vec<String>)>,
    /// What letters about events said, and when.
    pub news: Vec<(usize, String)>,
    /// Plays no game to which others challenge.
    pub declines: bool,
    /// Within so many hours turns are answered.
    pub pace: u64,
}

impl Person {
    /// Reads a letter at this hour, and puts off what there is to answer.
    pub fn read(&mut self, letter: &Letter, hour: usize) {
        let text = unwrapped(&letter.text);
        self.note_table(&letter.text);
        let mut answers = Vec::new();
        let sections = text.split("\n----------").map(str::to_owned);
        let sections: Vec<String> = sections.collect();
        for section in &sections {
            let Some(seen) = game(section, self.name) else {
                continue;
            };
            self.note_result(&seen, section, hour);
            let numbered = sections.len() > 1;
            let lines = match seen.four.is_empty() {
                true => self.turn(&seen),
                false => self.turn_of_four(&seen, section),
            };
            answers.extend(lines.into_iter().map(|line| match numbered {
                true => format!("#{} {line}", seen.game),
                false => line,
            }));
        }
        // A question comes before turns of games that are in the same letter.
        let words: Vec<&str> = letter.text.split_whitespace().collect();
        let words = words.join(" ");
        let other = self.about_events(&words);
        self.news.push((hour, words));
        let pace = if other.is_some() { 1 } else { self.pace };
        if let Some(line) = other {
            answers = vec![line];
        }
        if !answers.is_empty() {
            let number = letter.number;
            let delay = turns::chance(&[self.seed, self.name, &number.to_string()]) % pace;
            let due = hour + usize::try_from(delay).expect("hours");
            self.pending.push((due, number, answers));
        }
    }

    fn turn(&self, seen: &Seen) -> Vec<String> {
        if seen.offered {
            return vec!["draw accept".to_owned()];
        }
        if !seen.to_move {
            return Vec::new();
        }
        let plan = match seen.first {
            true => turns::plan(self.seed, self.name, &seen.opponent),
            false => turns::plan(self.seed, &seen.opponent, self.name),
        };
        turns::written(&seen.name, plan, seen.turn, seen.first)
    }

    /// Some play the turn that letters have as an example; sooner or later they give up.
    fn turn_of_four(&self, seen: &Seen, section: &str) -> Vec<String> {
        let chance = turns::chance(&[self.seed, self.name, &seen.game.to_string()]);
        let examples = section.split("(the squares are examples):").nth(1);
        let example = examples.and_then(|rest| rest.split_whitespace().next());
        let refused = section.contains("Nothing has changed");
        match (seen.to_move, example) {
            (false, _) => Vec::new(),
            (true, Some(turn))
                if !refused && seen.turn <= usize::try_from(chance % 4).expect("small") =>
            {
                vec![turn.to_owned()]
            }
            _ => vec!["resign".to_owned()],
        }
    }

    /// What a letter about events asks for.
    fn about_events(&mut self, text: &str) -> Option<String> {
        if text.contains("If you want that, answer this letter with `yes`") {
            return Some("yes".to_owned());
        }
        if text.contains("challenges you (place") {
            let word = if self.declines { "no" } else { "yes" };
            return Some(word.to_owned());
        }
        // The list of events, in answer to a question.
        let list = text.split("These are the events.").nth(1)?;
        let event = list.split(" - ").nth(1)?;
        Some(format!("enter {}", event.split(':').next()?))
    }

    fn note_result(&mut self, seen: &Seen, section: &str, hour: usize) {
        let Some((_, rest)) = section.split_once("The game is over: ") else {
            return;
        };
        if !seen.four.is_empty() {
            let four = Four {
                seats: seen.four.clone(),
                result: rest.split([',', '.']).next().unwrap_or_default().to_owned(),
            };
            self.fours.insert(seen.game, four);
            return;
        }
        let mut parts = rest.splitn(2, [',', '.']);
        let score = match parts.next() {
            Some("1-0") => 2,
            Some("0-1") => 0,
            Some("1/2-1/2") => 1,
            _ => return,
        };
        let own = self.name.to_owned();
        let players = match seen.first {
            true => [own, seen.opponent.clone()],
            false => [seen.opponent.clone(), own],
        };
        let why = parts.next().unwrap_or_default();
        let why = why.split('.').next().unwrap_or_default().trim().to_owned();
        let result = Result {
            players,
            score,
            why,
            hour,
        };
        self.results.insert(seen.game, result);
    }

    fn note_table(&mut self, text: &str) {
        let head = |line: &str| {
            let words: Vec<&str> = line.trim_start_matches('|').split_whitespace().collect();
            words.iter().any(|word| ["Pts", "Won"].contains(word)) && !line.contains(':')
        };
        let mut lines = text.lines().skip_while(|line| !head(line));
        let Some(first) = lines.next() else { return };
        let rest = lines.take_while(|line| !line.trim_matches(['|', ' ']).is_empty());
        self.table = std::iter::once(first)
            .chain(rest)
            .map(str::to_owned)
            .collect();
    }
}

/// The lines of each paragraph as one.
fn unwrapped(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let starts = line.is_empty() || line.starts_with([' ', '-', '#', '|', '`']);
        if !out.ends_with('\n') && !out.is_empty() {
            out.push(if starts { '\n' } else { ' ' });
        }
        out.push_str(line);
        if line.is_empty() {
            out.push('\n');
        }
    }
    out
}

/// What a part of a letter says of its game.
fn game(section: &str, own: &str) -> Option<Seen> {
    let (above, rest) = section.split_once("Game #")?;
    let (number, rest) = rest.split_once(", ")?;
    let heading = rest.split_once(')').map_or(rest, |(heading, _)| heading);
    let (name, rest) = heading.split_once([':', '.'])?;
    let turn = rest.trim().strip_prefix("turn ");
    let turn = turn.and_then(|rest| rest.split(['.', ' ']).next()?.parse().ok());
    let (_, rest) = heading.split_once("You are ")?;
    let (seat, rest) = rest.split_once(", against ")?;
    let (opponent, _) = rest.split_once(" (")?;
    let mut four = BTreeMap::new();
    if section.contains("Yonin") {
        // `You are Red, against Dora (Green), Boris (Yellow), Max (Blue).`
        let (_, others) = section.split_once(", against ")?;
        for other in others.split('(').zip(others.split('(').skip(1)).take(3) {
            let name = other.0.split_whitespace().next_back()?;
            let seat = other.1.split(')').next()?;
            four.insert(seat.to_lowercase(), name.to_owned());
        }
        four.insert(seat.to_lowercase(), own.to_owned());
    }
    Some(Seen {
        game: number.parse().ok()?,
        name: name.split(", turn").next()?.to_owned(),
        turn: turn
            .or_else(|| {
                heading
                    .split_once("turn ")?
                    .1
                    .split('.')
                    .next()?
                    .parse()
                    .ok()
            })
            .unwrap_or(1),
        first: ["White", "Red"].contains(&seat),
        opponent: opponent.to_owned(),
        to_move: above.contains("Your move"),
        offered: section.contains("answer `draw accept`"),
        four,
    })
}
