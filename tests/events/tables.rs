//! Tables of four by mail: nine people play three rounds of Yonin Bishogi, in each of which one of them is free.

use std::collections::BTreeMap;

use super::club::Club;
use super::count::{Line, in_json, in_letter, in_parts};

const NAMES: [&str; 9] = [
    "Anna", "Boris", "Cleo", "Dora", "Emil", "Frida", "Gustav", "Hanna", "Igor",
];

/// The points of the seats of a result such as `red>green=blue>yellow`, in halves: those who share places share their points.
fn points(result: &str) -> BTreeMap<&str, u32> {
    let mut left = [6, 4, 2, 0].into_iter();
    let mut points = BTreeMap::new();
    for part in result.split('>') {
        let seats: Vec<&str> = part.split('=').collect();
        let all: u32 = left.by_ref().take(seats.len()).sum();
        let each = all / u32::try_from(seats.len()).expect("four");
        points.extend(seats.into_iter().map(|seat| (seat, each)));
    }
    points
}

/// What is counted of a player.
#[derive(Default)]
struct Counted {
    points: u32,
    wins: usize,
    opponents: Vec<String>,
    free: u32,
}

fn count(club: &Club) -> Vec<Line> {
    let mut all: BTreeMap<&str, Counted> = NAMES.map(|name| (name, Counted::default())).into();
    let mut games = BTreeMap::new();
    for person in &club.people {
        for (game, four) in &person.fours {
            // Whoever plays a game reads the same.
            let before = games.insert(game, four);
            assert!(before.is_none_or(|before| before == four), "#{game}");
        }
        let free = person.news.iter();
        let free =
            free.filter(|(_, text)| text.contains("You have no game in it, and get a point."));
        let own = all.get_mut(person.name).expect("a name");
        own.free = u32::try_from(free.count()).expect("few");
        own.points += 2 * own.free;
    }
    assert_eq!(games.len(), 6, "two tables in each of three rounds");
    for four in games.values() {
        let points = points(&four.result);
        let first = four.result.split('>').next().expect("a seat");
        for (seat, name) in &four.seats {
            let own = all.get_mut(&**name).expect("a name");
            own.points += points[&**seat];
            own.wins += usize::from(first == seat);
            let others = four.seats.values().filter(|other| *other != name);
            own.opponents.extend(others.cloned());
        }
    }
    let figures = |own: &Counted| {
        let met = own.opponents.iter().map(|name| all[&**name].points);
        // A round without a game counts as one against three with as many points.
        (
            own.points,
            own.wins,
            met.sum::<u32>() + 3 * own.free * own.points,
        )
    };
    let mut sorted: Vec<_> = all
        .iter()
        .map(|(name, own)| (figures(own), *name))
        .collect();
    sorted.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(other.1)));
    let lines = sorted.iter().map(|(own, name)| Line {
        place: sorted
            .iter()
            .position(|other| other.0 == *own)
            .map(|at| at + 1),
        name: (*name).to_owned(),
        figures: vec![in_parts(own.0, 2), own.1.to_string(), in_parts(own.2, 2)],
    });
    lines.collect()
}

#[test]
fn tables_of_yonin_bishogi_are_as_an_independent_count_says() {
    let mut club = Club::new("t1", &NAMES);
    club.umpire("event four-2027 \"yonin-bishogi time 4d/move\" places=9 kind=tables rounds=3");
    for name in NAMES {
        club.answers(name, &["events"]);
        club.hours(4);
    }
    for person in &mut club.people {
        person.pace = 20;
    }
    club.until(1_500, |club| {
        club.read_by("Anna", "The event four-2027 is over: ")
    });
    let expected = count(&club);
    let free: u32 = club
        .people
        .iter()
        .map(|one| {
            let free = |(_, text): &&(usize, String)| text.contains("You have no game in it");
            u32::try_from(one.news.iter().filter(free).count()).expect("few")
        })
        .sum();
    assert_eq!(free, 3, "one in each round");
    let table = club.person("Anna").table.clone();
    assert_eq!(in_letter(&table), expected);
    let shown = club.json(&["event", "show", "four-2027", "--json"]);
    assert_eq!(in_json(&shown), expected);
    club.keep("Gustav", "four-2027");
    club.ends();
}
