//! Games whose every position, check and legal turn is known.

use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest, Sha256};
use zugpost::rules::game::{Game, Listing};
use zugpost::rules::seat::Seat;
use zugpost::rules::variant::Options;
use zugpost::variants::find;

use super::data::{files, rows};

pub fn options(game: &Value) -> Options {
    let all = game["options"].as_object().into_iter().flatten();
    all.map(|(k, v)| (k.clone(), v.as_str().expect("option").to_owned()))
        .collect()
}

pub fn start(game: &Value) -> Box<dyn Game> {
    let id = game["variant"].as_str().expect("variant");
    let variant = find(id).expect("registered");
    variant
        .start(&options(game), game["position"].as_str())
        .expect("starts")
}

fn sha(turns: &[String]) -> String {
    let digest = Sha256::digest(turns.join("\n").as_bytes());
    HEXLOWER.encode(&digest[..8])
}

/// Compares the single actions that may follow those made in a turn.
fn compare_actions(game: &dyn Game, made: &str, (count, digest): (&Value, &Value), at: &str) {
    let begun = game.begin(made).unwrap_or_else(|e| panic!("{at}: {e}"));
    let count = count.as_u64().expect("count");
    assert_eq!(
        begun.next.len() as u64,
        count,
        "actions {at}: {:?}",
        begun.next
    );
    assert_eq!(
        sha(&begun.next),
        digest.as_str().expect("sha"),
        "actions {at}"
    );
    // What earns one more action ends the turn only where none may follow.
    assert_eq!(begun.ends, count == 0 && !made.is_empty(), "end {at}");
}

/// Compares what may follow each action of a turn but the last, where the turn is a chain.
fn compare_chain(game: &dyn Game, known: &Value, at: &str) {
    let actions: Vec<&str> = known["turn"].as_str().expect("turn").split(' ').collect();
    let middle = known["mid"].as_array();
    let middle = middle.map_or(&[][..], Vec::as_slice);
    for (index, after) in middle.iter().enumerate() {
        let made = actions[..=index].join(" ");
        compare_actions(
            game,
            &made,
            (&after[0], &after[1]),
            &format!("{at} after {made}"),
        );
    }
}

fn compare_turns(game: &dyn Game, known: &Value, at: &str) {
    if known["actions_count"].is_u64() && game.outcome().is_none() {
        let all = (&known["actions_count"], &known["actions_sha"]);
        compare_actions(game, "", all, at);
    }
    let Some(count) = known["count"].as_u64() else {
        // The turns are left out where they are too many chains to list.
        assert!(
            known["actions_count"].is_u64(),
            "neither turns nor actions {at}"
        );
        return;
    };
    if let Some(counted) = game.count() {
        assert_eq!(counted, count, "count {at}");
        assert!(!game.has_more_turns(count), "more than {count} {at}");
        if let Some(less) = count.checked_sub(1) {
            assert!(game.has_more_turns(less), "more than {less} {at}");
        }
    } else {
        assert!(known["actions_count"].is_u64(), "no count {at}");
    }
    let Listing::All(turns) = game.legal(usize::MAX) else {
        panic!("listing {at}")
    };
    assert_eq!(turns.len() as u64, count, "list {at}");
    assert_eq!(
        sha(&turns),
        known["sha"].as_str().expect("sha"),
        "sha {at}: {turns:?}"
    );
}

/// The position text and who is in check; null where only the result was recorded.
fn compare(game: &dyn Game, known: &Value, seats: &[&str], at: &str) {
    if known["text"].is_null() {
        let over = game.outcome().is_some() && known["check"].is_null();
        assert!(over, "nothing is recorded of a game that goes on {at}");
    } else {
        compare_position(game, known, seats, at);
    }
    compare_turns(game, known, at);
}

fn compare_position(game: &dyn Game, known: &Value, seats: &[&str], at: &str) {
    assert_eq!(
        game.position(),
        known["text"].as_str().expect("text"),
        "position {at}"
    );
    let check: Vec<&str> = game
        .in_check()
        .iter()
        .map(|Seat(s)| seats[usize::from(*s)])
        .collect();
    let expected: Vec<&str> = known["check"]
        .as_array()
        .expect("check")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(check, expected, "check {at}");
}

fn play(known: &Value, name: &str) {
    let id = known["variant"].as_str().expect("variant");
    let seats = find(id).expect("registered").seats();
    let mut game = start(known);
    let mut trusted = game.fork();
    if known["first"].is_object() {
        compare_turns(game.as_ref(), &known["first"], &format!("{name} first"));
    }
    let plies = known["plies"].as_array().expect("plies");
    assert!(!plies.is_empty(), "{name}: no turns");
    for (i, ply) in plies.iter().enumerate() {
        let turn = ply["turn"].as_str().expect("turn");
        let at = format!("{name} ply {} {turn}", i + 1);
        compare_chain(game.as_ref(), ply, &at);
        let played = game.play(turn).unwrap_or_else(|e| panic!("{at}: {e}"));
        assert_eq!(played.canonical, turn, "{at}");
        trusted.replay(turn).unwrap_or_else(|e| panic!("{at}: {e}"));
        compare(game.as_ref(), ply, &seats, &at);
    }
    assert_eq!(trusted.position(), game.position(), "{name} replayed");
    assert_eq!(trusted.outcome(), game.outcome(), "{name} replayed");
    let outcome = game
        .outcome()
        .map(|o| (o.result(&seats), o.reason.to_string()));
    let expected = known["outcome"].as_object().map(|o| {
        let text = |k: &str| o[k].as_str().expect("outcome").to_owned();
        (text("result"), text("reason"))
    });
    assert_eq!(outcome, expected, "outcome {name}");
}

#[test]
fn recorded_games_play_as_recorded() {
    for file in files("games", "jsonl") {
        for row in rows(file) {
            let game: Value = serde_json::from_str(&row.text).expect(&row.place);
            play(&game, &row.place);
        }
    }
}
