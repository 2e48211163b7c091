//! A mail whose reading fails is quarantined, and takes no other mail with it.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::place::Place;

/// Changes a stored event, as a faulty disk might.
fn set_event(place: &Place, game: i64, text: &str) {
    let file = Connection::open(place.path("data/zugpost.db")).expect("the database");
    let changed = file.execute(
        "UPDATE events SET text = ?2 WHERE game_id = ?1 AND seq = 1",
        (game, text),
    );
    assert_eq!(changed.expect("written"), 1);
}

fn turns(place: &Place, game: usize) -> Value {
    let shown = place.ok(&["game", "show", &game.to_string(), "--json"]);
    serde_json::from_str::<Value>(&shown).expect("JSON")["turns"].clone()
}

fn done(place: &Place) -> [u64; 3] {
    let done: Value = serde_json::from_str(&place.ok(&["run", "--once", "--json"])).expect("JSON");
    ["handled", "parked", "sent"].map(|part| done[part].as_u64().expect("a number"))
}

/// This many games, each with a turn of White and a mail from Black. An event of the second game is
/// damaged.
fn tried_with(games: usize) {
    let mut place = Place::new();
    for game in 1..=games {
        place.new_game();
        place.ok(&["game", "move", &game.to_string(), "@@e3"]);
    }
    place.ok(&["run", "--once"]);
    for game in 1..=games {
        let letter = place.newest("boris@example.net", game);
        let mail = place.answer(&letter, "@@e6");
        place.deliver(&mail);
    }
    set_event(&place, 2, "nonsense");

    let others = games as u64 - 1;
    // The player is told, too: the turn may be in it.
    assert_eq!(done(&place), [others, 1, 2 * others + 1]);
    let told = |raw: &str| raw.contains(" i2") && raw.contains("send the turn again");
    let letters = place.letters();
    let told = letters
        .iter()
        .filter(|letter| told(&letter.raw.replace("\r\n", " ")));
    let told: Vec<&str> = told.map(|letter| letter.mailbox.as_str()).collect();
    assert_eq!(told, ["boris@example.net"]);
    for game in (1..=games).filter(|game| *game != 2) {
        assert_eq!(turns(&place, game), json!(["@@e3", "@@e6"]));
    }
    let queue = place.ok(&["mail", "queue"]);
    assert!(
        queue.contains("game #2, event 1") && queue.contains("i2"),
        "{queue}"
    );
    let whole = place.ok(&["mail", "show", "i2"]);
    assert!(whole.contains("@@e6"), "{whole}");
    assert_eq!(done(&place), [0, 0, 0], "nobody asked for another try");

    set_event(&place, 2, "@@e3");
    place.ok(&["mail", "retry", "i2"]);
    assert_eq!(done(&place), [1, 0, 2]);
    assert_eq!(turns(&place, 2), json!(["@@e3", "@@e6"]));
    // But for what the umpire would have been told.
    let queue = place.ok(&["mail", "queue"]);
    assert!(queue.lines().all(|line| line.contains(" kept ")), "{queue}");
}

#[test]
fn among_a_few() {
    tried_with(3);
}

#[test]
fn among_many_that_a_second_thread_helps_with() {
    tried_with(12);
}
