//! A ladder of chess, for sixty days: people challenge those above them as tables show them. One of them declines, one falls
//! silent.

use std::collections::BTreeMap;

use super::club::Club;
use super::person::Result;
use super::turns::chance;

const NAMES: [&str; 8] = [
    "Anna", "Boris", "Cleo", "Dora", "Emil", "Frida", "Georg", "Hanna",
];
/// Takes no challenges.
const DECLINES: &str = "Georg";
/// Reads nothing after ten days.
const SILENT: &str = "Cleo";
const DAY: usize = 24;

/// The places, as follows from what people have read.
#[derive(Default)]
struct Places {
    places: Vec<String>,
    /// How many letters of each one were looked at, and which games.
    looked: BTreeMap<&'static str, usize>,
    games: BTreeMap<usize, Result>,
    /// Challenges whose games have no result yet.
    open: Vec<(String, String)>,
    /// How often somebody has got another place.
    moves: usize,
}

impl Places {
    fn at(&self, name: &str) -> usize {
        let place = self.places.iter().position(|one| one == name);
        place.unwrap_or_else(|| panic!("{name} is in the ladder"))
    }

    fn put(&mut self, name: &str, at: usize) {
        let before = self.at(name);
        let one = self.places.remove(before);
        self.places.insert(at, one);
        self.moves += usize::from(before != at);
    }

    fn settle(&mut self, challenger: &str, defender: &str, won: bool, flag: bool) {
        let (own, other) = (self.at(challenger), self.at(defender));
        match (won, flag) {
            (true, false) if other < own => self.put(challenger, other),
            // Right below the challenger, who stays.
            (true, true) if other < own => self.put(defender, own),
            _ => {}
        }
        self.open
            .retain(|one| (&*one.0, &*one.1) != (challenger, defender));
    }

    /// Takes in what has been read in the last hour.
    fn look(&mut self, club: &Club) {
        for person in &club.people {
            let from = self
                .looked
                .insert(person.name, person.news.len())
                .unwrap_or(0);
            for (_, text) in &person.news[from..] {
                if text.contains("You have entered the event steps-2026") {
                    self.places.push(person.name.to_owned());
                }
                for part in text.split("You have challenged ").skip(1) {
                    let (whom, _) = part.split_once(' ').expect("a name");
                    self.open.push((person.name.to_owned(), whom.to_owned()));
                }
                let words =
                    " has not taken your challenge in the ladder steps-2026, and is below you";
                if let Some((before, _)) = text.split_once(words) {
                    let whom = before.rsplit(' ').next().expect("a name");
                    self.settle(person.name, whom, true, true);
                }
                if text.contains("Nothing has come from you for 45 days") {
                    let last = self.places.len() - 1;
                    self.put(person.name, last.min(self.at(person.name) + 3));
                }
            }
        }
        for (game, result) in club.results() {
            if self.games.insert(game, result.clone()).is_some() {
                continue;
            }
            let [first, second] = &result.players;
            let theirs = |one: &&(String, String)| {
                (&one.0, &one.1) == (first, second) || (&one.0, &one.1) == (second, first)
            };
            let (challenger, defender) =
                self.open.iter().find(theirs).expect("a challenge").clone();
            let won = result.score == if *first == challenger { 2 } else { 0 };
            self.settle(&challenger, &defender, won, result.why == "time");
        }
    }
}

/// The names in the places that a table in a letter shows.
fn named(table: &[String]) -> Vec<String> {
    let lines = table.iter().skip(1);
    let name = |line: &String| {
        line.split_whitespace()
            .nth(usize::from(line.starts_with('|')) + 1)
            .map(str::to_owned)
    };
    lines.filter_map(name).collect()
}

#[test]
fn a_ladder_of_sixty_days_is_as_an_independent_count_says() {
    let mut club = Club::new("ladder", &NAMES);
    let mut places = Places::default();
    club.umpire("event steps-2026 \"chess time 5d/move\" places=200 kind=ladder");
    for name in NAMES {
        club.answers(name, &["events"]);
        club.hours(4);
        places.look(&club);
    }
    assert_eq!(places.places, NAMES);
    for person in &mut club.people {
        person.pace = 40;
        person.declines = person.name == DECLINES;
    }
    let mut compared = 0;
    for day in 0..60 {
        if day == 10 {
            club.person(SILENT).silent = true;
        }
        let wishes = |name: &str, of: &str| chance(&["ladder", name, of, &day.to_string()]);
        let eager: Vec<&str> = NAMES
            .into_iter()
            .filter(|name| wishes(name, "day") % 4 == 0 && !(*name == SILENT && day >= 10))
            .collect();
        for name in &eager {
            club.answers(name, &["table steps-2026"]);
        }
        let was = places.places.clone();
        club.hours(2);
        places.look(&club);
        for name in &eager {
            // A table shows what was settled when the hour began.
            let shown = named(&club.person(name).table);
            assert_eq!(shown, was, "day {day}, {name}");
            compared += 1;
            let own = shown.iter().position(|one| one == name).expect("a place");
            let up = 1 + usize::try_from(wishes(name, "whom") % 3).expect("small");
            if let Some(whom) = own.checked_sub(up) {
                club.answers(name, &[&format!("challenge {} steps-2026", shown[whom])]);
            }
        }
        for _ in 1..DAY / 2 {
            club.hours(2);
            places.look(&club);
        }
    }
    assert!(
        compared > 40 && places.moves > 8 && places.games.len() > 20,
        "{compared} {} {}",
        places.moves,
        places.games.len()
    );
    let lowered = &club.person(SILENT).news;
    assert!(
        lowered
            .iter()
            .any(|(_, text)| text.contains("Nothing has come from you for 45 days"))
    );
    let event = club.json(&["event", "show", "steps-2026", "--json"]);
    let table = event["table"].as_array().expect("a table");
    let shown: Vec<&str> = table
        .iter()
        .filter_map(|line| line["name"].as_str())
        .collect();
    assert_eq!(shown, places.places);
    for name in ["Hanna", DECLINES, SILENT] {
        club.keep(name, &format!("ladder-{}", name.to_lowercase()));
    }
    club.ends();
}
