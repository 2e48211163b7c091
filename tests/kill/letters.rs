//! A letter that cannot be rendered, or whose rendering ends the process, stops no other one.

use serde_json::Value;

use super::database::{self, On};
use super::place::Place;
use super::server;

/// How often a letter that cannot be rendered is tried.
const RENDERINGS: usize = 3;
/// How many processes end with it in hand before it is tried apart.
const ENDS: usize = 2;

/// Two new games, whose four letters wait; the umpire has an address.
fn stage(on: On) -> Place {
    let place = on.place();
    let file = place.path("zugpost.toml");
    let settings = std::fs::read_to_string(&file).expect("settings");
    let own = "address = \"play@example.org\"\n";
    let with_umpire = settings.replace(own, &format!("{own}umpire = \"umpire@example.org\"\n"));
    assert_ne!(settings, with_umpire);
    std::fs::write(&file, with_umpire).expect("written");
    place.new_game();
    place.new_game();
    place
}

fn run_once(place: &Place) {
    let ran = server::command(place, &["run", "--once"], None).output();
    assert!(ran.expect("it starts").status.success());
}

fn status(place: &Place, letter: i64) -> String {
    let sql = format!("SELECT status FROM outbox WHERE id = {letter}");
    database::value(place, &sql)
}

/// The text of all letters to the umpire.
fn to_umpire(place: &Place) -> Vec<String> {
    let letters = place.letters().into_iter();
    let own = letters.filter(|letter| letter.mailbox == "umpire@example.org");
    own.map(|letter| letter.raw).collect()
}

/// Letter 1 is quarantined, the other three were sent, and the umpire was told once.
fn quarantined(place: &Place) {
    assert_eq!(status(place, 1), "quarantined");
    let told = to_umpire(place);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("o1"), "{told:?}");
    assert_eq!(place.letters().len(), 4);
    let counts: Value = serde_json::from_str(&place.ok(&["status", "--json"])).expect("JSON");
    assert_eq!(counts["quarantined_letters"], 1, "{counts}");
}

/// The letter waits again, and is sent as it would have been.
fn retried(place: &Place) {
    place.ok(&["mail", "retry", "o1"]);
    run_once(place);
    assert_eq!(status(place, 1), "sent");
    assert_eq!(place.letters().len(), 5);
    place.newest("anna@example.org", 1);
    assert_eq!(place.ok(&["mail", "queue"]), "Nothing waits.\n");
}

pub fn killed_many_times_it_is_sent(on: On) {
    let place = stage(on);
    for _ in 0..on.times(20, 5) {
        let ran = server::dying(&place, &["run", "--once"], Some("TokenRead:1")).output();
        assert_eq!(ran.expect("it starts").status.code(), None);
    }
    run_once(&place);
    assert_eq!(
        (status(&place, 1).as_str(), place.letters().len()),
        ("sent", 4)
    );
    assert_eq!(place.ok(&["mail", "queue"]), "Nothing waits.\n");
}

pub fn one_that_kills_the_process_is_quarantined(on: On) {
    let place = stage(on);
    let token = database::value(&place, "SELECT tokens FROM outbox WHERE id = 1");
    let point = format!("TokenRead(TokenId({token}))");
    let mut crashes = 0;
    loop {
        let ran = server::aborting_apart(&place, &["run", "--once"], &point, "abort").output();
        if ran.expect("it starts").status.success() {
            break;
        }
        crashes += 1;
        assert!(crashes <= ENDS, "it crashes for ever");
    }
    assert_eq!((crashes, server::ended_apart(&place)), (ENDS, 1));
    quarantined(&place);
    retried(&place);
}

pub fn one_that_cannot_be_rendered_is_quarantined(on: On) {
    let place = stage(on);
    let change = |column: &str, value: &str| {
        let value = database::quoted(value);
        let sql = format!("UPDATE outbox SET {column} = {value} WHERE id = 1 RETURNING id");
        assert_eq!(database::number(&place, &sql), 1);
    };
    let data = database::value(&place, "SELECT data FROM outbox WHERE id = 1");
    change("data", "{ something else");
    run_once(&place);
    // It stops no other.
    assert_eq!(
        (status(&place, 1).as_str(), place.letters().len()),
        ("waiting", 3)
    );
    for _ in 1..RENDERINGS {
        // Its pause is over.
        change("next_try", "2026-01-01T00:00:00Z");
        run_once(&place);
    }
    quarantined(&place);
    change("data", &data);
    retried(&place);
}
