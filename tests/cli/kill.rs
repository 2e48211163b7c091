//! Killed at any point, the next start goes on: no turn lost, none played twice, every letter
//! owed sent as one letter.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};

use serde_json::Value;

use super::place::Place;

/// A turn for each game. So many mails come that a second thread helps with them.
const TURNS: [&str; 8] = [
    "@@a3", "@@b3", "@@c3", "@@d3", "@@e3", "@@f3", "@@g3", "@@h3",
];
const GAMES: usize = TURNS.len();

/// Games, a turn in each, and a question.
fn stage() -> Place {
    let mut place = Place::new();
    for _ in 0..GAMES {
        place.new_game();
    }
    place.ok(&["run", "--once"]);
    assert_eq!(place.letters().len(), 2 * GAMES);
    for (game, turn) in (1..).zip(TURNS) {
        let letter = place.newest("anna@example.org", game);
        let mail = place.answer(&letter, &format!("{turn}\n\nGood luck!"));
        place.deliver(&mail);
    }
    let letter = place.newest("boris@example.net", 2);
    let mail = place.answer(&letter, "history");
    place.deliver(&mail);
    place
}

/// Runs until the point is passed for the nth time, and kills the program there (SIGKILL).
fn kill_at(place: &Place, point: &str) {
    let mut child = place
        .command(&["run", "--once"])
        .env("ZUGPOST_PAUSE_AT", point)
        .spawn()
        .expect("it starts");
    let stderr = child.stderr.take().expect("stderr");
    let mut line = String::new();
    BufReader::new(stderr).read_line(&mut line).expect("a line");
    // Sends SIGKILL (std::process::Child::kill).
    child.kill().expect("killed");
    child.wait().expect("gone");
    assert_eq!(line.trim(), format!("paused at {point}"));
}

fn shown(place: &Place, game: usize) -> Value {
    serde_json::from_str(&place.ok(&["game", "show", &game.to_string(), "--json"])).expect("JSON")
}

/// What must have come of it, however often the program was killed.
fn all_is_well(place: &Place) {
    assert_eq!(place.waiting(), 0, "mail was left where it lay");
    for (game, turn) in (1..).zip(TURNS) {
        assert_eq!(
            shown(place, game)["turns"],
            serde_json::json!([turn]),
            "game {game}"
        );
    }
    let mut ids: BTreeMap<String, usize> = BTreeMap::new();
    let mut subjects: BTreeMap<(String, String), usize> = BTreeMap::new();
    for letter in place.letters() {
        *ids.entry(letter.header("Message-ID")).or_default() += 1;
        *subjects
            .entry((letter.mailbox.clone(), letter.header("Subject")))
            .or_default() += 1;
    }
    assert!(ids.values().all(|count| *count == 1), "{ids:?}");
    let mut owed = BTreeMap::new();
    for game in 1..=GAMES {
        for (who, tail, count) in [
            ("anna@example.org", "your turn 1", 1),
            ("anna@example.org", "turn 1 is Black's", 1),
            ("boris@example.net", "turn 1 is White's", 1),
            // The turn; in the second game the answer to a question as well.
            (
                "boris@example.net",
                "your turn 1",
                1 + usize::from(game == 2),
            ),
        ] {
            let subject = format!("[#{game}] Hans38 Chess: {tail}");
            owed.insert((who.to_owned(), subject), count);
        }
    }
    assert_eq!(subjects, owed);
    let found: Value =
        serde_json::from_str(&place.ok(&["db", "replay", "--compare", "--json"])).expect("JSON");
    assert_eq!(
        (found["turns"].as_u64(), found["mails"].as_u64()),
        (Some(GAMES as u64), Some(GAMES as u64)),
        "{found}"
    );
    assert_eq!(found["differences"], serde_json::json!([]));
    assert_eq!(place.ok(&["db", "check"]), "");
    assert_eq!(place.ok(&["mail", "queue"]), "Nothing waits.\n");
}

/// Letters that were handed over but not noted are tried again after their pause; the umpire's
/// `mail retry` has them go at once.
fn go_on(place: &Place) {
    place.ok(&["run", "--once"]);
    place.ok(&["mail", "retry"]);
    place.ok(&["run", "--once"]);
    all_is_well(place);
    // Another round finds nothing to do.
    place.ok(&["run", "--once"]);
    all_is_well(place);
}

fn killed(points: &[&str]) {
    let place = stage();
    for point in points {
        kill_at(&place, point);
    }
    go_on(&place);
}

#[test]
fn never_killed() {
    go_on(&stage());
}

#[test]
fn killed_when_mails_are_stored() {
    killed(&["Stored:1"]);
}

#[test]
fn killed_when_mails_are_marked() {
    killed(&["Marked:1"]);
}

#[test]
fn killed_in_the_transaction() {
    killed(&["InTransaction:1"]);
    killed(&["InTransaction:3"]);
    killed(&["InTransaction:9"]);
}

#[test]
fn killed_after_the_commit() {
    killed(&["Committed:1"]);
}

#[test]
fn killed_while_letters_go_out() {
    killed(&["HandedOver:1"]);
    killed(&["HandedOver:4"]);
}

#[test]
fn killed_again_and_again() {
    killed(&[
        "Stored:1",
        "Stored:1",
        "Marked:1",
        "InTransaction:1",
        "InTransaction:1",
        "Committed:1",
    ]);
}
