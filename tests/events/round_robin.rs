//! A round robin of xiangqi with sixteen places: somebody is replaced, two leave, one falls silent, the server is
//! away for two days, a result is corrected after the end.

use std::collections::BTreeSet;

use super::club::Club;
use super::count::{self, Count, Line};

const NAMES: [&str; 18] = [
    "Anna", "Boris", "Cleo", "Dora", "Emil", "Frida", "Georg", "Hanna", "Igor", "Jane", "Karl",
    "Lea", "Marco", "Nora", "Otto", "Paula", "Quentin", "Rosa",
];
/// Leaves before the first turn, and is replaced by the first reserve who answers.
const REPLACED: &str = "Otto";
/// Leaves early, and the umpire lets them go at once: nothing counts.
const STRUCK: &str = "Nora";
/// Leaves late: all counts.
const LATE: &str = "Marco";
/// Does not answer after the outage any more.
const SILENT: &str = "Lea";
/// Has not answered before the outage, loses games by time right after it, and plays on.
const AWAY: &str = "Karl";

#[test]
fn a_round_robin_of_sixteen_is_as_an_independent_count_says() {
    let mut club = Club::new("round robin", &NAMES);
    club.umpire("event club-2026 \"xiangqi time 4d/move rated\" places=16");
    club.umpire("announce all \"The line `events` shows you what can be played.\"");
    for person in &mut club.people {
        person.pace = 60;
    }
    for name in NAMES {
        club.answers(name, &["events"]);
        club.hours(4);
        // The process ends while a part of the games has begun, and while a part of the letters is written.
        club.server.reopen();
    }
    club.hours(12);
    let letters = |club: &Club, subject: &str| {
        let found = club.server.letters.iter();
        found
            .filter(|one| one.subject().starts_with(subject))
            .count()
    };
    assert_eq!(letters(&club, "Zugpost: news of 15 games of club-2026"), 16);

    let begun = club.hour;
    let at = |club: &mut Club, hour: usize| {
        while club.hour < begun + hour {
            club.hours(2);
        }
    };
    club.person(REPLACED).pace = 1_000_000;
    club.leaves(REPLACED, "club-2026");
    at(&mut club, 20);
    club.answers("Rosa", &["withdraw club-2026"]);
    club.person(AWAY).silent = true;
    at(&mut club, 78);
    club.leaves(STRUCK, "club-2026");
    at(&mut club, 82);
    club.outage(48);
    club.person(SILENT).silent = true;
    let away = club.person(AWAY).results.len();
    // Half a day later, too, all that falls due falls right after the outage.
    at(&mut club, 150);
    let flags = |club: &mut Club, name: &str| {
        let lost = club.person(name).results.values();
        lost.filter(|one| one.why == "time").count()
    };
    assert!(flags(&mut club, AWAY) >= 3, "{away} before");
    club.person(AWAY).silent = false;
    club.until(100, |club| club.person(STRUCK).results.len() >= 3);
    club.umpire("leave club-2026 Nora");
    club.until(300, |club| club.person(LATE).results.len() >= 9);
    club.leaves(LATE, "club-2026");
    club.until(700, |club| {
        club.read_by("Anna", "The event club-2026 is over: ")
    });
    assert!(club.read_by(
        SILENT,
        "You are no longer in the event club-2026, because you lost by time"
    ));
    assert!(!club.read_by(AWAY, "You are no longer in the event club-2026"));
    // Single results do not fit into a letter, and are not explained.
    let news = &club.person("Anna").news;
    assert!(!news.iter().any(|(_, text)| text.contains("`1` is a win")));
    // Rosa has taken her name off the list of reserves: nobody is asked any more.
    assert!(!club.read_by("Rosa", "Nora leaves the event"));
    compare(&mut club);

    // The umpire corrects a result after the end.
    let results = club.results();
    let wrong = results.iter().find(|(_, one)| one.why == "resignation");
    let (game, _) = wrong.expect("somebody resigned");
    club.umpire(&format!("undo {game} \"It was a mistake.\""));
    club.umpire(&format!(
        "adjudicate {game} 1/2-1/2 \"Both say it was a draw.\""
    ));
    club.hours(2);
    let corrected = format!("The result of game #{game} was changed after the end of the event");
    assert!(club.read_by("Anna", &corrected));
    compare(&mut club);
    for name in [
        "Anna", SILENT, AWAY, LATE, STRUCK, REPLACED, "Quentin", "Rosa",
    ] {
        club.keep(name, &format!("round-robin-{}", name.to_lowercase()));
    }
    club.ends();
}

/// Compares the table in Anna's newest letter that has one, and that of the command line, with the count.
fn compare(club: &mut Club) {
    let results = club.results();
    let left = |name: &str| {
        let left = format!("{name} has left the event club-2026");
        club.read_by("Anna", &left)
    };
    // Fewer than half of fifteen games were played to an end, or lost by time.
    let finished = |name: &str| {
        let own = results
            .values()
            .filter(|one| one.players.iter().any(|own| own == name));
        own.filter(|one| !one.why.ends_with("has left the event"))
            .count()
    };
    let names = NAMES
        .into_iter()
        .filter(|name| ![REPLACED, "Rosa"].contains(name));
    let names: Vec<&str> = names.collect();
    let gone = names.iter().filter(|name| left(name));
    let struck: BTreeSet<&str> = gone
        .copied()
        .filter(|name| 2 * finished(name) < 15)
        .collect();
    assert_eq!(Vec::from_iter(&struck), [&STRUCK]);
    assert!(left(LATE) && left(SILENT) && !left(AWAY));
    assert_eq!(results.len(), 120);

    let counting: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| !struck.contains(name))
        .collect();
    let mut table = Count::new(results.values(), &struck).table(&counting);
    table.extend(struck.into_iter().map(|name| Line {
        place: None,
        name: name.to_owned(),
        figures: Vec::new(),
    }));
    let event = club.json(&["event", "show", "club-2026", "--json"]);
    assert_eq!(event["status"], "ended");
    assert_eq!(count::in_json(&event), table);
    assert_eq!(count::in_letter(&club.person("Anna").table), table);
}
