//! A mail in whose hands the process ends: kills alone never quarantine it, and one that is to blame itself stops
//! no other one.

use std::time::{Duration, Instant};

use serde_json::json;

use super::database::On;
use super::place::Place;
use super::{database, run_once, server, shown};

/// Games in which White has a mail, all of the same round.
const GAMES: usize = 3;
/// The game whose mail ends the process.
const BAD: usize = 2;

/// Games with a mail in each; the umpire has an address.
fn stage(on: On) -> Place {
    let mut place = on.place();
    let file = place.path("zugpost.toml");
    let settings = std::fs::read_to_string(&file).expect("settings");
    let own = "address = \"play@example.org\"\n";
    let with_umpire = settings.replace(own, &format!("{own}umpire = \"umpire@example.org\"\n"));
    std::fs::write(&file, with_umpire).expect("written");
    for _ in 0..GAMES {
        place.new_game();
    }
    run_once(&place);
    for game in 1..=GAMES {
        let letter = place.newest("anna@example.org", game);
        let mail = place.answer(&letter, "@@a3");
        place.deliver(&mail);
    }
    place
}

/// The point at which the key of White's letter is read.
fn key_of(place: &Place, game: usize) -> String {
    let sql = format!("SELECT tokens FROM outbox WHERE game_id = {game} AND seat = 0");
    let token = database::value(place, &sql);
    format!("TokenRead(TokenId({token}))")
}

fn turns(place: &Place, game: usize) -> usize {
    shown(place, game)["turns"].as_array().expect("turns").len()
}

/// How often the server is begun until it ends well, at most so often.
fn begun(place: &Place, point: &str, how: &str, most: usize) -> usize {
    for count in 1..=most {
        let ran = server::aborting_apart(place, &["run", "--once"], point, how).output();
        if ran.expect("it starts").status.success() {
            return count;
        }
        if count == 2 {
            // Those behind it need wait no longer.
            let others = "SELECT count(*) FROM inbox WHERE status = 'done'";
            assert!(database::number(place, others) >= 1);
        }
    }
    panic!("it ends for ever");
}

fn all_are_played(place: &Place) {
    for game in 1..=GAMES {
        assert_eq!(shown(place, game)["turns"], json!(["@@a3"]), "game {game}");
    }
    assert_eq!(place.ok(&["mail", "queue"]), "Nothing waits.\n");
    let compared = place.ok(&["db", "replay", "--compare"]);
    assert!(compared.contains("differences: 0"), "{compared}");
}

pub fn killed_many_times_it_is_played(on: On) {
    let place = stage(on);
    // The key is read while the mail is judged; at the other points it is in hand.
    for point in [
        "TokenRead:1",
        "TokenRead:1",
        "Begun:1",
        "TokenRead:1",
        "Judged:1",
    ]
    .iter()
    .cycle()
    .take(on.times(20, 5))
    {
        let ran = server::dying(&place, &["run", "--once"], Some(point)).output();
        assert_eq!(ran.expect("it starts").status.code(), None, "{point}");
    }
    run_once(&place);
    all_are_played(&place);
}

pub fn both_processes_killed_it_is_played(on: On) {
    let place = stage(on);
    let point = key_of(&place, 1);
    for _ in 0..8 {
        let ran = server::aborting_apart(&place, &["run", "--once"], &point, "cut").output();
        assert_eq!(ran.expect("it starts").status.code(), None);
    }
    assert!(server::ended_apart(&place) > 3);
    run_once(&place);
    all_are_played(&place);
}

/// The bad mail is quarantined and told of; the others were played meanwhile.
fn quarantined(place: &Place, how: &str) {
    for game in 1..=GAMES {
        assert_eq!(
            turns(place, game),
            usize::from(game != BAD),
            "{how}, game {game}"
        );
    }
    let queue = place.ok(&["mail", "queue"]);
    assert!(
        queue.contains("i2") && queue.contains("quarantined"),
        "{how}: {queue}"
    );
    let letters = place.letters();
    let told = |who: &str| {
        let to = letters.iter().filter(|letter| letter.mailbox == who);
        to.filter(|letter| letter.raw.contains(" i2")).count()
    };
    assert_eq!(
        (told("umpire@example.org"), told("anna@example.org")),
        (1, 1),
        "{how}"
    );
    // Without the fault it is played.
    place.ok(&["mail", "retry", "i2"]);
    run_once(place);
    all_are_played(place);
}

pub fn one_that_ends_the_process_is_quarantined_and_others_go_on(on: On) {
    // How a process ends is the same for each store.
    let ways = on.times(server::ENDS.len(), 1);
    for how in server::ENDS.into_iter().take(ways) {
        let place = stage(on);
        let point = key_of(&place, BAD);
        // Twice this process ends, then another one in its place.
        assert_eq!(begun(&place, &point, how, 3), 3, "{how}");
        // Computing without end is stopped by a limit on computing time, or, where the machine is busy with other work, by
        // one on all time: that says nothing about the mail, and is tried again, three times at most.
        let most = if how == "spin" { 3 } else { 1 };
        let ended = server::ended_apart(&place);
        assert!((1..=most).contains(&ended), "{how}: {ended}");
        quarantined(&place, how);
    }
}

pub fn one_whose_own_process_is_killed_twice_is_played(on: On) {
    let place = stage(on);
    for _ in 0..2 {
        let ran = server::dying(&place, &["run", "--once"], Some("TokenRead:1")).output();
        assert_eq!(ran.expect("it starts").status.code(), None);
    }
    let point = key_of(&place, 1);
    let mut command = server::killing_apart(&place, &["run", "--once"], &point, 2);
    assert!(command.output().expect("it starts").status.success());
    assert_eq!(
        server::ended_apart(&place),
        3,
        "the third one was not killed"
    );
    all_are_played(&place);
}

pub fn one_whose_own_process_is_always_killed_is_quarantined(on: On) {
    let place = stage(on);
    let point = key_of(&place, BAD);
    let since = Instant::now();
    assert_eq!(begun(&place, &point, "killed:9", 3), 3);
    assert_eq!(server::ended_apart(&place), 3);
    assert!(since.elapsed() > Duration::from_secs(4), "without a pause");
    quarantined(&place, "killed");
}
