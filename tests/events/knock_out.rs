//! A knock-out of a game from a file of the operator.

use super::club::Club;

/// In the order of their entries, which is that of the seeds: nobody has a rating.
const NAMES: [&str; 6] = ["Anna", "Boris", "Cleo", "Dora", "Emil", "Frida"];

/// Whoever's king reaches the third rank from the own side has won.
const FILE: &str = "variants club.ini
    [sprint:chess]
    zugpost.title = Sprint Chess
    zugpost.rules = A king on the third rank of its own side wins.
    flagPiece = k
    flagRegionWhite = *3
    flagRegionBlack = *6
";

/// What the people of a match have read about it: who goes on, after how many games.
fn winner(club: &Club, first: &str, second: &str) -> (String, usize) {
    let results = club.results();
    let own = |name: &str, other: &str| {
        let games = results.values().filter_map(|one| match &one.players {
            [white, black] if white == name && black == other => Some(u32::from(one.score)),
            [white, black] if white == other && black == name => Some(u32::from(2 - one.score)),
            _ => None,
        });
        games.collect::<Vec<_>>()
    };
    let games = own(first, second);
    let (played, half) = (games.len(), 2 * games.len() as u32 / 2);
    let points: u32 = games.iter().sum();
    let seed = |name: &str| NAMES.iter().position(|one| *one == name);
    let goes_on = match points.cmp(&half) {
        std::cmp::Ordering::Greater => first,
        std::cmp::Ordering::Less => second,
        // Only after two more games; then the lower seed.
        std::cmp::Ordering::Equal if seed(first) > seed(second) => first,
        std::cmp::Ordering::Equal => second,
    };
    let level_after_two = games[..2].iter().sum::<u32>() == 2;
    assert_eq!(
        played,
        if level_after_two { 4 } else { 2 },
        "{first}, {second}"
    );
    (goes_on.to_owned(), played)
}

#[test]
fn a_knock_out_of_a_game_by_file_is_as_an_independent_count_says() {
    for (seed, event) in [("k1", "cup-2026"), ("k2", "cup-2027")] {
        let mut club = Club::new(seed, &NAMES);
        club.step(FILE);
        club.umpire(&format!(
            "event {event} \"sprint time 4d/move\" places=6 kind=knock-out"
        ));
        for name in NAMES {
            club.answers(name, &["events"]);
            club.hours(4);
            club.server.reopen();
            club.step(FILE);
        }
        for person in &mut club.people {
            person.pace = 20;
        }
        club.until(900, |club| {
            club.read_by("Anna", &format!("The event {event} is over: "))
        });
        // The tree: the first two have no game in the first round.
        let (upper, _) = winner(&club, "Dora", "Emil");
        let (lower, _) = winner(&club, "Cleo", "Frida");
        let (one, _) = winner(&club, "Anna", &upper);
        let (two, _) = winner(&club, "Boris", &lower);
        let (best, _) = winner(&club, &one, &two);
        let place = |name: &str| match name {
            _ if name == best => 1,
            _ if name == one || name == two => 2,
            _ if [&*upper, &*lower, "Anna", "Boris"].contains(&name) => 3,
            _ => 5,
        };
        let won = |name: &str| {
            let winners = [&*upper, &*lower, "Anna", "Boris", &one, &two, &best];
            winners.iter().filter(|one| **one == name).count()
        };
        let mut expected: Vec<String> = NAMES
            .iter()
            .map(|name| format!("{} {name} {}", place(name), won(name)))
            .collect();
        expected.sort();
        let table = club.person("Anna").table.clone();
        let words = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut told: Vec<String> = table.iter().skip(1).map(words).collect();
        told.sort();
        assert_eq!(told, expected, "{event}");
        let shown = club.json(&["event", "show", event, "--json"]);
        let line = |line: &serde_json::Value| {
            let won = line["points"].as_u64().expect("a number") / 2;
            format!(
                "{} {} {won}",
                line["place"],
                line["name"].as_str().expect("a name")
            )
        };
        let lines = shown["table"].as_array().expect("a table");
        let mut lines: Vec<String> = lines.iter().map(line).collect();
        lines.sort();
        assert_eq!(lines, expected, "{event}");
        club.keep("Emil", event);
        club.ends();
    }
}
