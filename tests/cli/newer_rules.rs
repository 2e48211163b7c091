//! A game that a newer program began, by a version of its rules that this one does not know, is frozen
//! until a program comes that knows it.

use rusqlite::Connection;

use super::place::Place;

fn set_version(place: &Place, version: u32) {
    let file = Connection::open(place.path("data/zugpost.db")).expect("the database");
    let changed = file.execute("UPDATE games SET rules_version = ?1", [version]);
    assert_eq!(changed.expect("written"), 1);
}

fn history(place: &Place) -> String {
    let shown = place.ok(&["game", "show", "1", "--json"]);
    let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    format!("{} {}", shown["status"], shown["turns"])
}

#[test]
fn it_is_frozen_told_to_the_umpire_and_played_on_by_a_program_that_knows_it() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["game", "move", "1", "@@e3"]);
    place.ok(&["run", "--once"]);
    let letter = place.newest("boris@example.net", 1);
    let turn = place.answer(&letter, "@@e6");

    set_version(&place, 7);
    place.deliver(&turn);
    place.ok(&["run", "--once"]);
    let status = place.ok(&["status"]);
    assert!(
        status.contains("version 7 of hans38 is not known"),
        "{status}"
    );
    let answer = place.newest("boris@example.net", 1);
    assert!(
        answer.raw.contains("The umpire is looking into this game"),
        "{}",
        answer.raw
    );
    let compared = place.run(&["db", "replay", "--compare"]);
    assert!(
        compared.code == 1 && compared.out.contains("version 7"),
        "{}",
        compared.out
    );

    set_version(&place, 1);
    place.ok(&["db", "replay", "--compare"]);
    assert_eq!(history(&place), "\"playing\" [\"@@e3\"]");
    place.ok(&["game", "mail", "1", "--to", "black"]);
    place.ok(&["run", "--once"]);
    let letter = place.newest("boris@example.net", 1);
    let turn = place.answer(&letter, "@@e6");
    place.deliver(&turn);
    place.ok(&["run", "--once"]);
    assert_eq!(history(&place), "\"playing\" [\"@@e3\",\"@@e6\"]");
    assert!(!place.ok(&["status"]).contains("not known"));
}

/// While hosts are upgraded one after the other, the daily clean-up may be done by one that is still old.
#[test]
fn it_is_not_frozen_while_another_host_knows_its_rules() {
    let place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    set_version(&place, 7);
    let run = |sql: &str| {
        let file = Connection::open(place.path("data/zugpost.db")).expect("the database");
        file.execute_batch(sql).expect("written");
    };
    let stored = || -> String {
        let file = Connection::open(place.path("data/zugpost.db")).expect("the database");
        let status = file.query_row("SELECT status FROM games", [], |row| row.get(0));
        status.expect("a game")
    };
    run("INSERT INTO hosts (id, knows, alive_at) VALUES
            ('other', 'rules of hans38 7', strftime('%Y-%m-%dT%H:%M:%SZ'));
         UPDATE timers SET due = '2026-01-01T00:00:00Z' WHERE kind = 'forget'");
    place.ok(&["run", "--once"]);
    assert_eq!(stored(), "playing");
    run("UPDATE hosts SET knows = 'rules of hans38 6';
         UPDATE timers SET due = '2026-01-01T00:00:00Z' WHERE kind = 'forget'");
    place.ok(&["run", "--once"]);
    assert_eq!(stored(), "frozen");
}
