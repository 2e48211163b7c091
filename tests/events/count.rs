//! The independent count: tables from results as people have read them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::person::Result;

/// A line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The place; `None`: the results of this player do not count.
    pub place: Option<usize>,
    /// Whose line it is.
    pub name: String,
    /// Points, and what breaks ties, as people write it; what is empty is not there.
    pub figures: Vec<String>,
}

/// The results of a round robin.
pub struct Count<'a> {
    results: Vec<&'a Result>,
}

impl<'a> Count<'a> {
    /// Of these results those that count.
    pub fn new(results: impl Iterator<Item = &'a Result>, struck: &BTreeSet<&str>) -> Self {
        let counts = |result: &&Result| !result.players.iter().any(|one| struck.contains(&**one));
        Self {
            results: results.filter(counts).collect(),
        }
    }

    /// Own games of a player: the other one, half points, whether it was the second side.
    fn of(&self, name: &str) -> impl Iterator<Item = (&'a str, u8, bool)> {
        self.results.iter().filter_map(move |result| {
            let [first, second] = &result.players;
            if first == name {
                Some((&**second, result.score, false))
            } else if second == name {
                Some((&**first, 2 - result.score, true))
            } else {
                None
            }
        })
    }

    fn points(&self, name: &str) -> u32 {
        self.of(name).map(|game| u32::from(game.1)).sum()
    }

    /// Points against these, in halves; `None`: not all have met.
    fn direct(&self, name: &str, level: &[&str]) -> Option<u32> {
        let met = |one: &&str| {
            let mut others = level.iter().filter(|other| *other != one);
            others.all(|other| self.of(one).any(|game| game.0 == *other))
        };
        if level.len() < 2 || !level.iter().all(met) {
            return None;
        }
        let games = self.of(name).filter(|game| level.contains(&game.0));
        Some(games.map(|game| u32::from(game.1)).sum())
    }

    /// In quarters.
    fn sonneborn_berger(&self, name: &str) -> u32 {
        let games = self.of(name);
        games
            .map(|game| u32::from(game.1) * self.points(game.0))
            .sum()
    }

    fn wins(&self, name: &str) -> usize {
        self.of(name).filter(|game| game.1 == 2).count()
    }

    fn second(&self, name: &str) -> usize {
        self.of(name).filter(|game| game.2).count()
    }

    /// Those who are level by their games with each other, again and again.
    fn by_direct<'b>(&self, level: &[&'b str]) -> Vec<Vec<&'b str>> {
        let split = groups(level, |one| self.direct(one, level));
        match split.len() {
            1 => split,
            _ => split.iter().flat_map(|part| self.by_direct(part)).collect(),
        }
    }

    /// The table of these players.
    pub fn table(&self, names: &[&str]) -> Vec<Line> {
        let mut lines = Vec::new();
        for level in groups(names, |one| self.points(one)) {
            for part in self.by_direct(&level) {
                for same in groups(&part, |one| {
                    (self.sonneborn_berger(one), self.wins(one), self.second(one))
                }) {
                    let place = lines.len() + 1;
                    for name in same {
                        let direct = self.direct(name, &level);
                        let figures = [
                            Some(in_parts(self.points(name), 2)),
                            direct.map(|value| in_parts(value, 2)),
                            Some(in_parts(self.sonneborn_berger(name), 4)),
                            Some(self.wins(name).to_string()),
                            Some(self.second(name).to_string()),
                        ];
                        lines.push(Line {
                            place: Some(place),
                            name: name.to_owned(),
                            figures: figures.into_iter().flatten().collect(),
                        });
                    }
                }
            }
        }
        lines
    }
}

/// Those with the same value together, the greatest first.
fn groups<'a, T: Ord>(names: &[&'a str], value: impl Fn(&str) -> T) -> Vec<Vec<&'a str>> {
    let mut valued: Vec<(T, &str)> = names.iter().map(|name| (value(name), *name)).collect();
    valued.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let mut groups: Vec<Vec<(T, &str)>> = Vec::new();
    for one in valued {
        match groups.last_mut() {
            Some(group) if group[0].0 == one.0 => group.push(one),
            _ => groups.push(vec![one]),
        }
    }
    let names = |group: Vec<(T, &'a str)>| group.into_iter().map(|one| one.1).collect();
    groups.into_iter().map(names).collect()
}

/// `9.5`, `68.25`.
pub fn in_parts(value: u32, parts: u32) -> String {
    let rest = match (value % parts) * 100 / parts {
        0 => "",
        25 => ".25",
        50 => ".5",
        _ => ".75",
    };
    format!("{}{rest}", value / parts)
}

/// The lines of a table in a letter, in the order of names within a place. Cells of a cross table are left out.
pub fn in_letter(table: &[String]) -> Vec<Line> {
    let mut lines: Vec<Line> = table[1..].iter().map(|line| of_letter(line)).collect();
    lines.sort_by(|a, b| {
        (a.place.is_none(), a.place, &a.name).cmp(&(b.place.is_none(), b.place, &b.name))
    });
    lines
}

fn of_letter(line: &str) -> Line {
    let mut words = line.trim_start_matches('|').split_whitespace();
    let place = words.next().expect("a place").parse().ok();
    let name = words.next().expect("a name").to_owned();
    let cells = ["*", "="];
    let figures = words.filter(|word| !cells.contains(word));
    Line {
        place,
        name,
        figures: figures.map(str::to_owned).collect(),
    }
}

/// The lines of the table in `event show --json`, in the same form.
pub fn in_json(event: &Value) -> Vec<Line> {
    let ties: Vec<&str> = event["ties"].as_array().map_or(Vec::new(), |ties| {
        ties.iter().filter_map(Value::as_str).collect()
    });
    let number = |value: &Value| u32::try_from(value.as_u64().expect("a number")).expect("small");
    let line = |line: &Value| {
        let values = line["ties"].as_array().cloned().unwrap_or_default();
        let values = ties
            .iter()
            .zip(values)
            .filter(|(_, value)| !value.is_null());
        let values = values.map(|(tie, value)| match *tie {
            "direct" => in_parts(number(&value), 2),
            "buchholz" => in_parts(number(&value), 2),
            "sonneborn-berger" => in_parts(number(&value), 4),
            _ => number(&value).to_string(),
        });
        let points = in_parts(number(&line["points"]), 2);
        let place = line["place"].as_u64().map(|place| place as usize);
        let figures = std::iter::once(points).chain(values);
        Line {
            place,
            name: line["name"].as_str().expect("a name").to_owned(),
            figures: figures.filter(|_| place.is_some()).collect(),
        }
    };
    let table = event["table"].as_array().expect("a table");
    let mut lines: Vec<Line> = table.iter().map(line).collect();
    lines.sort_by(|a, b| {
        (a.place.is_none(), a.place, &a.name).cmp(&(b.place.is_none(), b.place, &b.name))
    });
    lines
}
