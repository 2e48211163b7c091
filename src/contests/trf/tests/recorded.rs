//! Reports that another program has written.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::*;

/// What the program answers to our reports of these events before a round.
const ANSWERS: &str = include_str!("answers.txt");
const EVENTS: &str = include_str!("recorded.txt");
/// The SHA-256 of all files as the program has written them, one after the other.
const HASH: &str = "75e1f150e1b1d1793674a5245720c119139e48ecd13d4e15b82761ada20755ba";

/// The files, with a line in each entry.
fn events() -> Vec<Vec<String>> {
    let mut events: Vec<Vec<String>> = Vec::new();
    for line in EVENTS.lines().filter(|line| !line.starts_with('#')) {
        let mut whole = String::new();
        let mut rest = line;
        while let Some((text, more)) = rest.split_once('{') {
            let (count, more) = more.split_once('}').expect("so many spaces");
            whole.push_str(text);
            whole.push_str(&" ".repeat(count.parse().expect("a number")));
            rest = more;
        }
        whole.push_str(rest);
        if whole.starts_with("012 ") {
            events.push(Vec::new());
        }
        events.last_mut().expect("the name comes first").push(whole);
    }
    events
}

/// A line of a player as numbers, by the columns of the format alone: number, half points, place, and the half points that the
/// results make.
fn counted(line: &str) -> (usize, u32, usize, u32) {
    let field = |from: usize, to: usize| line[from - 1..to].trim();
    let results = line.as_bytes()[98..].iter().step_by(10);
    let half = |result: &u8| match result {
        b'1' | b'+' | b'U' | b'F' => 2,
        b'=' | b'H' | b'D' => 1,
        b'0' | b'-' | b'Z' => 0,
        other => panic!("{}: {line}", char::from(*other)),
    };
    (
        field(5, 8).parse().expect("a number"),
        field(81, 84)
            .replace('.', "")
            .parse::<u32>()
            .expect("points")
            / 5,
        field(86, 89).parse().expect("a place"),
        results.map(half).sum(),
    )
}

/// The half points of a player in the first rounds of a report.
fn points(report: &Report, player: usize, rounds: usize) -> u32 {
    let byes = report.byes.iter();
    let byes = byes.filter(|(round, number, _)| *round <= rounds && *number == player);
    let byes = byes.map(|(_, _, bye)| match bye {
        Bye::Allotted | Bye::Full => 2,
        Bye::Half => 1,
        Bye::Zero => 0,
    });
    let games = report.games.iter();
    let games = games.filter(|(game, _)| game.round <= rounds && game.players.contains(&player));
    let games = games.map(|(game, end)| match end {
        End::Played(half) | End::Unplayed(half) if game.players[0] == player => u32::from(*half),
        End::Played(half) | End::Unplayed(half) => 2 - u32::from(*half),
        End::Off | End::Open => 0,
    });
    byes.sum::<u32>() + games.sum::<u32>()
}

#[test]
fn the_recorded_files_are_the_ones_that_the_program_wrote() {
    let events = events();
    assert_eq!(events.len(), 1000);
    let mut hash = Sha256::new();
    for lines in &events {
        hash.update(lines.join("\r") + "\r\r");
    }
    assert_eq!(HEXLOWER.encode(&hash.finalize()), HASH);
}

/// Read and written again, the name and the lines of players have the same bytes. Other lines are ours, such as the number of players.
#[test]
fn a_thousand_events_of_another_program_are_written_again_as_they_were() {
    let events = events();
    assert_eq!(events.len(), 1000);
    for wanted in &events {
        let name = &wanted[0];
        let report = read(&wanted.join("\r")).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
        assert!(
            report.players.len() >= 8 && !report.games.is_empty(),
            "{name}"
        );
        let found = lines(&report);
        let fixed = |line: &&String| line.starts_with("012") || line.starts_with("001");
        let found: Vec<&String> = found.iter().filter(fixed).collect();
        assert_eq!(found, wanted.iter().collect::<Vec<_>>(), "{name}");
        // The points follow from the results, and the places from the points, then from the numbers.
        let mut places = Vec::new();
        for (line, player) in wanted[1..].iter().zip(&report.players) {
            let (number, written, place, results) = counted(line);
            assert_eq!(results, written, "{name}: {line}");
            assert_eq!(
                points(&report, number, usize::MAX),
                written,
                "{name}: {line}"
            );
            assert_eq!(
                (player.number, player.points),
                (number, written),
                "{name}: {line}"
            );
            places.push((u32::MAX - written, number, place));
        }
        places.sort_unstable();
        let places = places.iter().map(|(.., place)| *place);
        assert!(places.eq(1..=report.players.len()), "{name}");
    }
}

/// What is written of an event after some rounds.
fn after(report: &Report, rounds: usize) -> Report {
    let mut before = report.clone();
    before.games.retain(|(game, _)| game.round <= rounds);
    before.byes.retain(|(round, ..)| *round <= rounds);
    before.rounds = report.games.iter().map(|(game, _)| game.round).max();
    for player in &mut before.players {
        player.points = points(report, player.number, rounds);
        player.place = None;
    }
    before
}

/// With our report of an event after each round but the last one, the program pairs the next round as it was paired. Left out are rounds
/// in which somebody wanted no game, which a report does not say of a round to come.
#[test]
fn the_program_pairs_from_our_reports_as_it_did_from_its_own() {
    let mut answers = ANSWERS.lines().filter(|line| !line.starts_with('#'));
    let (mut told, mut rounds) = (0, 0);
    for lines_of in events().iter().take(150) {
        let report = read(&lines_of.join("\r")).expect("a report");
        let last = report.games.iter().map(|(game, _)| game.round).max();
        let so_far = rounds;
        for round in 1..last.expect("a round") {
            let byes = report.byes.iter().filter(|(of, ..)| *of == round + 1);
            if byes.clone().any(|(.., bye)| *bye != Bye::Allotted) {
                continue;
            }
            let text = lines(&after(&report, round)).join("\r\n") + "\r\n";
            let name = format!(
                "{} {round}",
                report.name.replace("AutoTest Tournament ", "")
            );
            if let Some(folder) = std::env::var_os("TRF_INPUTS") {
                let file = std::path::PathBuf::from(folder).join(&name);
                std::fs::write(file, &text).expect("written");
                continue;
            }
            let games = report
                .games
                .iter()
                .filter(|(game, _)| game.round == round + 1);
            let games = games.map(|(game, _)| format!("{}-{}", game.players[0], game.players[1]));
            let mut pairs: Vec<String> = games
                .chain(byes.map(|(_, player, _)| format!("{player}-0")))
                .collect();
            pairs.sort_unstable();
            let hash = HEXLOWER.encode(&Sha256::digest(&text)[..8]);
            let wanted = format!("{name} {hash} {}", pairs.join(" "));
            assert_eq!(answers.next(), Some(wanted.as_str()));
            rounds += 1;
        }
        told += usize::from(rounds > so_far);
    }
    assert_eq!(answers.next(), None);
    assert!(
        told >= 100 && rounds >= 400,
        "{told} events, {rounds} rounds"
    );
}
