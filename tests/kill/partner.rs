//! A game against the program: wherever the process is killed, none of its turns is lost and none is played twice. A look
//! back at a game is made once, or given up.

use serde_json::Value;

use super::database::{self, On};
use super::place::Place;
use super::{handed_over_once, kill_at, run_once, server, shown};

/// Where the process is killed when a mail has challenged the program, and when one has played against it.
const POINTS: [&str; 8] = [
    "Judged:1",
    "DecisionsWritten:1",
    "Committed:1",
    "ThoughtWritten:1",
    "ThoughtNoted:1",
    "TimersWritten:1",
    "TimersSet:1",
    "HandedOver:2",
];

/// A player who has written this line.
fn stage(on: On, line: &str) -> Place {
    let mut place = on.place();
    place.new_game();
    run_once(&place);
    answer(&mut place, 1, line);
    place
}

fn answer(place: &mut Place, game: usize, line: &str) {
    let letter = place.newest("anna@example.org", game);
    let mail = place.answer(&letter, line);
    place.deliver(&mail);
}

fn turns(place: &Place) -> Vec<Value> {
    shown(place, 2)["turns"].as_array().expect("turns").clone()
}

pub fn none_of_its_turns_is_lost_or_played_twice(on: On) {
    for point in POINTS.iter().step_by(on.times(1, 3)) {
        let mut place = stage(on, "challenge partner chess level 1 as black");
        let mut in_hand = 0;
        for (played, line) in [(1, "e5"), (3, "")] {
            kill_at(&place, &["run", "--once"], point);
            in_hand = server::copies(&place) + server::in_doubt(&place);
            run_once(&place);
            let turns = turns(&place);
            assert_eq!(turns.len(), played, "{point}: {turns:?}");
            if !line.is_empty() {
                answer(&mut place, 2, line);
            }
        }
        // Another round finds nothing to do.
        run_once(&place);
        assert_eq!(turns(&place).len(), 3, "{point}");
        handed_over_once(&place, in_hand..=in_hand);
        let games = database::number(&place, "SELECT count(*) FROM games");
        assert_eq!(games, 2, "{point}");
        let compared = place.ok(&["db", "replay", "--compare"]);
        assert!(compared.contains("differences: 0"), "{point}: {compared}");
    }
}

/// The first turn of game 2 as a level plays it.
fn first_turn(place: &Place, level: &str) -> Value {
    let lot = (2_u64 << 32).to_string();
    let arguments = [
        "--variant",
        "chess",
        "--level",
        level,
        "--lot",
        &lot,
        "--json",
    ];
    let found = place.ok(&[&["partner"][..], &arguments].concat());
    serde_json::from_str::<Value>(&found).expect("JSON")["turn"].clone()
}

pub fn a_turn_that_has_ended_the_process_twice_is_played_at_level_1(on: On) {
    for (kills, level) in [(1, "3"), (2, "1")] {
        let place = stage(on, "challenge partner chess level 3 as black");
        for _ in 0..kills {
            kill_at(&place, &["run", "--once"], "ThoughtNoted:1");
        }
        run_once(&place);
        assert_eq!(turns(&place), [first_turn(&place, level)], "{kills}");
        assert_ne!(first_turn(&place, "3"), first_turn(&place, "1"));
    }
}

pub fn a_turn_that_has_ended_the_process_four_times_is_any_legal_one(on: On) {
    let place = stage(on, "challenge partner chess level 3 as black");
    for _ in 0..4 {
        kill_at(&place, &["run", "--once"], "ThoughtNoted:1");
    }
    run_once(&place);
    assert_eq!(turns(&place).len(), 1);
}

/// Where the process is killed when a player has asked for a look back.
const OF_REVIEWS: [&str; 5] = [
    "ReviewWritten:1",
    "ReviewNoted:1",
    "ReviewWritten:2",
    "ReviewNoted:2",
    "HandedOver:1",
];

/// A player who has asked for a look back at a game of two turns.
fn reviewed(on: On) -> Place {
    let mut place = stage(on, "challenge partner chess level 1 as white");
    run_once(&place);
    answer(&mut place, 2, "e4");
    run_once(&place);
    answer(&mut place, 2, "resign");
    run_once(&place);
    assert_eq!(turns(&place).len(), 2);
    answer(&mut place, 2, "review");
    place
}

/// Runs until nobody waits for a look back; what the letters about it say, each once.
fn made(place: &Place) -> Vec<String> {
    for _ in 0..20 {
        run_once(place);
        if database::number(place, "SELECT count(*) FROM reviews") == 0 {
            break;
        }
    }
    let letters = place.letters().into_iter();
    let of_review = letters.filter(|letter| letter.header("Subject").ends_with(": a look back"));
    let mut letters: Vec<_> = of_review.collect();
    letters.dedup_by_key(|letter| letter.header("Message-ID"));
    letters.into_iter().map(|letter| letter.raw).collect()
}

pub fn a_look_back_is_made_once(on: On) {
    for point in OF_REVIEWS.iter().step_by(on.times(1, 2)) {
        let place = reviewed(on);
        kill_at(&place, &["run", "--once"], point);
        let in_hand = server::copies(&place) + server::in_doubt(&place);
        let letters = made(&place);
        assert_eq!(letters.len(), 1, "{point}");
        assert!(letters[0].contains("A look back at game #2"), "{point}");
        handed_over_once(&place, in_hand..=in_hand);
        assert_eq!(turns(&place).len(), 2, "{point}");
        let compared = place.ok(&["db", "replay", "--compare"]);
        assert!(compared.contains("differences: 0"), "{point}: {compared}");
    }
}

pub fn a_look_back_that_has_ended_the_process_twice_is_given_up(on: On) {
    for (kills, said) in [
        (1, "A look back at game #2"),
        (2, "I cannot look back at game #2"),
    ] {
        let place = reviewed(on);
        for _ in 0..kills {
            kill_at(&place, &["run", "--once"], "ReviewNoted:1");
        }
        let letters = made(&place);
        assert_eq!(letters.len(), 1, "{kills}");
        assert!(letters[0].contains(said), "{kills}: {}", letters[0]);
    }
}
