//! A letter that comes back: what `player show`, `player list` and `status` say, and what `mail show` shows.

use serde_json::Value;

use super::place::Place;

fn json(place: &Place, arguments: &[&str]) -> Value {
    serde_json::from_str(&place.ok(arguments)).expect("JSON")
}

#[test]
fn the_umpire_sees_when_and_why_letters_cannot_be_delivered() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    assert_eq!(json(&place, &["status", "--json"])["failed_addresses"], 0);
    assert!(!place.ok(&["status"]).contains("address"));
    let letter = place.newest("boris@example.net", 1);
    let (_, path) = letter.raw.split_once("Return-Path: <").expect("a path");
    let (path, _) = path.split_once('>').expect("its end");
    place.deliver(&format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@example.net\nTo: {path}\n\
         Subject: Undelivered Mail Returned to Sender\n\n\
         <boris@example.net>: 550 5.1.1 no \u{202e}such\u{1b}[31m user\n"
    ));
    place.ok(&["run", "--once"]);

    let status = json(&place, &["status", "--json"]);
    assert_eq!(status["failed_addresses"], 1, "{status}");
    let said = place.ok(&["status"]);
    assert!(
        said.contains("address  1 to which letters cannot"),
        "{said}"
    );
    let player = json(&place, &["player", "show", "Boris", "--json"]);
    let delivery = &player["delivery"][0];
    assert_eq!(delivery["address"], "boris@example.net", "{player}");
    assert_eq!(delivery["returned_letters"], 1);
    let since = delivery["failed_at"].as_str().expect("a time");
    let why = "<boris@example.net>: 550 5.1.1 no such user";
    assert_eq!(delivery["trouble"], why);
    let said = place.ok(&["player", "show", "Boris"]);
    let line =
        format!("boris@example.net: letters cannot be delivered since {since}; {since}: {why}");
    assert!(said.contains(&line), "{said}");
    assert!(
        place
            .ok(&["player", "list"])
            .contains("(1 letter came back)")
    );
    for arguments in [
        &["mail", "show", "i1"][..],
        &["mail", "show", "i1", "--json"],
    ] {
        let shown = place.ok(arguments);
        assert!(shown.contains("no ?such?[31m user"), "{shown}");
        assert!(!shown.contains(['\u{202e}', '\u{1b}']), "{shown}");
    }

    let answer = place.answer(&letter, "say I am here");
    place.deliver(&answer);
    place.ok(&["run", "--once"]);
    let player = json(&place, &["player", "show", "Boris", "--json"]);
    assert!(player["delivery"][0]["failed_at"].is_null(), "{player}");
    assert_eq!(json(&place, &["status", "--json"])["failed_addresses"], 0);
}

#[test]
fn a_name_that_looks_like_another_ones_is_refused() {
    let place = Place::new();
    place.ok(&["player", "add", "Anna", "anna@example.org"]);
    for alike in ["\u{410}nna", "\u{430}nna", "\u{ff21}nna", "Ann\u{430}"] {
        let refused = place.refused(&["player", "add", alike, "other@example.org"]);
        assert!(
            refused.contains("looks like Anna, the name of anna@example.org"),
            "{refused}"
        );
    }
    place.ok(&["player", "add", "Anne", "anne@example.org"]);
    let refused = place.refused(&["player", "rename", "Anne", "\u{430}nna"]);
    assert!(refused.contains("looks like Anna"), "{refused}");
    // Both may be in one command.
    let refused = place.refused(&[
        "game",
        "new",
        "chess",
        "--white",
        "Ivan <i@example.org>",
        "--black",
        "lvan <l@example.org>",
    ]);
    assert!(refused.contains("look alike"), "{refused}");
}

#[test]
fn spam_complaints_are_counted_by_domain_and_stop_nothing() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    assert!(!place.ok(&["status"]).contains("spam"));
    let complaints = |place: &Place| json(place, &["status", "--json"])["complaints"].clone();
    assert_eq!(complaints(&place), serde_json::json!([]));
    let id = place.newest("boris@example.net", 1).header("Message-ID");
    for id in ["<g1.aaaaaaaaaaaaaaaaaaaaaaaaaa@example.org>", &id, &id] {
        place.deliver(&format!(
            "Return-Path: <fbl@other.example>\nFrom: fbl@other.example\nTo: play@example.org\n\
             Subject: complaint\nMIME-Version: 1.0\n\
             Content-Type: multipart/report; report-type=feedback-report; boundary=\"b\"\n\n\
             --b\nContent-Type: message/feedback-report\n\n\
             Feedback-Type: abuse\nOriginal-Rcpt-To: <anna@example.org>\n\n\
             --b\nContent-Type: message/rfc822\n\nMessage-ID: {id}\nSubject: x\n\nresign\n--b--\n"
        ));
    }
    place.ok(&["run", "--once"]);
    assert_eq!(complaints(&place), serde_json::json!([["example.net", 1]]));
    let said = place.ok(&["status"]);
    let line = "spam     1 letter was marked as spam (example.net 1)";
    assert!(said.lines().any(|had| had == line), "{said}");
    let mails = place.ok(&["mail", "list", "--json"]);
    assert_eq!(
        mails.matches("\"kind\":\"complaint\"").count(),
        3,
        "{mails}"
    );
    let player = json(&place, &["player", "show", "Boris", "--json"]);
    assert_eq!(player["delivery"][0]["failed_at"], Value::Null, "{player}");
    let game = json(&place, &["game", "show", "1", "--json"]);
    assert_eq!(game["status"], "playing", "{game}");
    // Who is told is in the settings.
    assert_eq!(said.matches("kept for the umpire").count(), 1, "{said}");
}
