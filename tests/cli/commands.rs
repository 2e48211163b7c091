//! Every command once, called as users call it.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use super::place::Place;

pub fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// A server with a game in progress, one that is over, one that was called off, and letters.
pub fn busy() -> Place {
    let mut place = Place::new();
    for _ in 0..3 {
        place.new_game();
    }
    place.ok(&[
        "game",
        "adjudicate",
        "2",
        "1-0",
        "--reason",
        "Black has left.",
    ]);
    place.ok(&["game", "abort", "3"]);
    place.ok(&["run", "--once"]);
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "@@f3\n\nHello.");
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    place
}

#[test]
fn the_demonstration_needs_nothing() {
    let place = Place::new();
    let ran = place.run_anywhere(&["demo"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    // Those that show the idea, or all.
    let letters = |out: &str| out.matches("- a letter -").count();
    assert_eq!(letters(&ran.out), 6, "{}", ran.out);
    let all = place.run_anywhere(&["demo", "--all"]);
    assert!(letters(&all.out) >= 15, "{}", all.out);
    assert!(ran.out.contains(", 0 differences."));
    let kept = place.run_anywhere(&["demo", "--keep", "kept"]);
    assert_eq!(kept.code, 0);
    // In the same order each time.
    let to = |out: &str| -> Vec<String> {
        let lines = out.lines();
        let to = lines.filter(|line| line.starts_with("To: ") || line.starts_with("A letter to "));
        to.map(str::to_owned).collect()
    };
    assert_eq!(to(&kept.out), to(&ran.out));
    let config = place.path("kept/zugpost.toml");
    let shown = place.run_anywhere(&["--config", &config, "game", "list"]);
    assert!(shown.out.contains("1-0, resignation"), "{shown:?}");
}

#[test]
fn init_changes_no_existing_file() {
    let place = Place::new();
    let again = place.run_anywhere(&["init", "--dir", &place.path(".")]);
    assert_eq!(again.code, 1);
    assert!(
        again.err.contains("exists already; nothing was changed"),
        "{again:?}"
    );
    let tried = place.run_anywhere(&["init", "--dir", &place.path("other"), "--dry-run"]);
    assert_eq!(tried.code, 0);
    assert!(
        tried.out.starts_with("would make ") && !fs::exists(place.path("other")).expect("looked")
    );
    let bad = place.run_anywhere(&["init", "--dir", &place.path("other"), "--address", "nobody"]);
    assert_eq!(bad.code, 1, "{bad:?}");
}

#[test]
fn init_makes_a_database_that_is_missing() {
    let place = Place::new();
    let settings = fs::read_to_string(place.path("zugpost.toml")).expect("settings");
    fs::remove_dir_all(place.path("data")).expect("removed");
    let advice = place.refused(&["status"]);
    assert!(advice.contains("`zugpost init` makes one"), "{advice}");
    let made = place.run_anywhere(&["init", "--dir", &place.path(".")]);
    assert_eq!(made.code, 0, "{made:?}");
    assert!(made.out.contains("zugpost.toml stays as it is"), "{made:?}");
    let after = fs::read_to_string(place.path("zugpost.toml")).expect("settings");
    assert_eq!(after, settings);
    place.new_game();
}

#[test]
fn wrong_usage_exits_with_2() {
    let place = Place::new();
    for arguments in [
        &["frobnicate"][..],
        &["game", "show"],
        &["game", "show", "x"],
        &["game", "new", "hans38", "--option", "turn"],
        &["db", "replay"],
        &["perft", "hans38"],
        &["partner"],
        &["partner", "--variant", "chess", "--level", "6"],
        &[],
    ] {
        let ran = place.run(arguments);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (2, ""),
            "{arguments:?}: {ran:?}"
        );
        assert!(ran.err.contains("--help"), "{ran:?}");
    }
}

#[test]
fn players_are_added_and_changed() {
    let place = busy();
    assert!(
        place
            .ok(&["player", "add", "Cleo", "cleo@example.com"])
            .starts_with("Added: Cleo <cleo@example.com>")
    );
    place.ok(&["player", "rename", "Cleo", "Cleopatra"]);
    let shown = place.ok(&["player", "show", "Cleopatra"]);
    assert!(shown.contains("renamed: Cleopatra (by "), "{shown}");
    place.ok(&["player", "address", "Cleopatra", "c@new.example"]);
    place.ok(&[
        "player",
        "address",
        "Cleopatra",
        "work@new.example",
        "--also",
    ]);
    let shown = place.ok(&["player", "show", "work@new.example"]);
    let begin =
        "Cleopatra <c@new.example>, also cleo@example.com, also work@new.example\nno games\n";
    assert!(shown.starts_with(begin), "{shown}");
    for logged in ["main address: c@new.example", "address: work@new.example"] {
        assert!(shown.contains(&format!(" {logged} (by ")), "{shown}");
    }
    assert_eq!(place.ok(&["player", "list"]).lines().count(), 3);
    assert!(
        place
            .ok(&["player", "show", "Anna"])
            .contains("\n#3 #2 #1\n")
    );
}

#[test]
fn every_reading_command_speaks_json() {
    let place = busy();
    for arguments in [
        &["status"][..],
        &["game", "show", "1"],
        &["game", "show", "1", "--at", "1"],
        &["game", "export", "2"],
        &["player", "show", "Anna"],
        &["mail", "show", "i1"],
        &["mail", "show", "o1"],
        &["variant", "rules", "hans38"],
        &["db", "replay", "--compare"],
    ] {
        let mut all = arguments.to_vec();
        all.push("--json");
        parsed(&place.ok(&all));
    }
    // Lists print an object on each line (`lists.rs`); one without entries prints nothing.
    assert_eq!(place.ok(&["db", "check", "--json"]), "");
    let games: Vec<Value> = place
        .ok(&["game", "list", "--json"])
        .lines()
        .map(parsed)
        .collect();
    assert_eq!(games.len(), 3);
    assert_eq!(games[0]["turns"], json!(["@@f3"]));
    assert_eq!(games[1]["result"], json!("1-0"));
    assert_eq!(
        parsed(&place.ok(&["status", "--json"]))["playing"],
        json!(1)
    );
}

/// The rows of all tables as far as the command line shows them, and the files.
fn everything(place: &Place) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for arguments in [
        &["game", "list", "--json"][..],
        &["player", "list", "--json"],
        &["mail", "queue", "--json"],
        &["status", "--json"],
        &["db", "replay", "--compare", "--json"],
    ] {
        all.insert(arguments.join(" "), place.ok(arguments));
    }
    all.insert("letters".to_owned(), format!("{:?}", place.letters().len()));
    all
}

#[test]
fn a_dry_run_changes_nothing() {
    let place = busy();
    // A letter that waits, for `mail retry`.
    place.ok(&["game", "mail", "1", "--to", "white"]);
    let before = everything(&place);
    for arguments in [
        &[
            "game",
            "new",
            "hans38",
            "--white",
            "Zoe <zoe@example.org>",
            "--black",
            "Boris",
        ][..],
        &["game", "move", "1", "@@f6"],
        &["game", "undo", "1"],
        &["game", "adjudicate", "1", "1/2-1/2"],
        &["game", "abort", "1"],
        &["game", "mail", "1", "--to", "black"],
        &["player", "add", "Zoe", "zoe@example.org"],
        &["player", "rename", "Anna", "Annette"],
        &["player", "address", "Anna", "anna@new.example"],
        &["mail", "retry"],
    ] {
        let mut all = arguments.to_vec();
        all.push("--dry-run");
        let out = place.ok(&all);
        assert!(
            out.contains("(nothing was changed)"),
            "{arguments:?}: {out}"
        );
        assert_eq!(everything(&place), before, "{arguments:?}");
    }
    place.ok(&["db", "replay", "--compare", "--dry-run"]);
    assert_eq!(everything(&place), before);
}

#[test]
fn tokens_are_never_shown() {
    let place = busy();
    place.ok(&["game", "mail", "1", "--to", "white"]);
    let keys: Vec<String> = place
        .letters()
        .iter()
        .map(|letter| letter.reply_token())
        .collect();
    assert!(keys.len() > 5 && keys.iter().all(|key| key.len() == 32));
    let mut shown = String::new();
    for id in ["i1", "o1", "o2", "o9", "o10"] {
        shown += &place.ok(&["mail", "show", id]);
        shown += &place.ok(&["mail", "show", id, "--json"]);
    }
    assert!(shown.contains("play+[key]@example.org"), "{shown}");
    for arguments in [
        &["mail", "queue"][..],
        &["mail", "queue", "--json"],
        &["mail", "list"],
        &["mail", "list", "--json"],
        &["game", "log", "1"],
        &["game", "log", "1", "--json"],
        &["status", "--json"],
        &["game", "show", "1", "--json"],
        &["game", "export", "1", "--json"],
        &["player", "show", "Anna", "--json"],
    ] {
        shown += &place.ok(arguments);
    }
    let joined = shown
        .replace("=\\r\\n", "")
        .replace("=\n", "")
        .to_lowercase();
    for key in keys {
        assert!(!joined.contains(&key), "{key} is shown");
    }
}

#[test]
fn the_database_is_checked_and_copied() {
    let place = busy();
    assert!(place.ok(&["db", "migrate"]).starts_with("schema "));
    assert_eq!(place.ok(&["db", "check"]), "");
    let copy = place.path("copy.db");
    let would = place.ok(&["db", "backup", &copy, "--dry-run"]);
    assert!(would.starts_with("would write") && !fs::exists(&copy).expect("looked"));
    place.ok(&["db", "backup", &copy, "--with-mail"]);
    place.refused(&["db", "backup", &copy]);
    let replay = place.ok(&["db", "replay", "--compare"]);
    assert_eq!(
        replay,
        "games: 3; turns judged again: 1, read again from their mails: 1 (mail no longer kept: 0); challenges: 0, events: 0, players: 2, acts: 4; differences: 0\n"
    );
    // The copy is a complete database.
    fs::copy(&copy, place.path("data/zugpost.db")).expect("restored");
    for rest in ["data/zugpost.db-wal", "data/zugpost.db-shm"] {
        let _ = fs::remove_file(place.path(rest));
    }
    assert_eq!(place.ok(&["db", "replay", "--compare"]), replay);
    // Without the bytes of mails and letters, which are as secret as the keys, games are complete, too.
    let bare = place.path("bare.db");
    place.ok(&["db", "backup", &bare]);
    fs::copy(&bare, place.path("data/zugpost.db")).expect("restored");
    for rest in ["data/zugpost.db-wal", "data/zugpost.db-shm"] {
        let _ = fs::remove_file(place.path(rest));
    }
    let replay = place.ok(&["db", "replay", "--compare"]);
    assert!(replay.ends_with(
        "read again from their mails: 0 (mail no longer kept: 1); challenges: 0, events: 0, players: 2, acts: 4; differences: 0\n"
    ));
}

#[test]
fn rules_are_shown_without_a_server() {
    let place = Place::new();
    let list = place.run_anywhere(&["variant", "list"]);
    assert!(
        list.out.lines().any(|line| line.starts_with("hans38 ")),
        "{list:?}"
    );
    let rules = place.run_anywhere(&["variant", "rules", "hans38"]);
    assert!(rules.out.starts_with("HANS38 CHESS\n") && rules.out.contains("turn=single"));
    let perft = place.run_anywhere(&["perft", "hans38", "2", "--option", "armies=fide/fide"]);
    assert_eq!((perft.code, perft.err.as_str()), (0, ""));
    let divided = place.run_anywhere(&[
        "perft",
        "hans38",
        "2",
        "--option",
        "armies=fide/fide",
        "--divide",
        "--threads",
        "2",
    ]);
    let sum: u64 = divided
        .out
        .lines()
        .filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok())
        .sum();
    assert_eq!(perft.out.trim(), sum.to_string());
    assert!(divided.out.ends_with(&format!("\n\n{sum}\n")));
}

#[test]
fn the_house_player_says_its_turn() {
    let place = Place::new();
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let mut arguments = vec!["partner", "--variant", "chess", "--position", mate];
    let told = place.run_anywhere(&arguments);
    assert!(
        told.out.starts_with("1. Ra1-a8\nwon in 1, depth 1, ") && told.err.is_empty(),
        "{told:?}"
    );
    arguments.push("--json");
    let told = place.run_anywhere(&arguments).out;
    let told: serde_json::Value = serde_json::from_str(&told).expect("one object");
    let expected = ["Ra1-a8", "1", "99999", "1"];
    let found = [&told["turn"], &told["mate"], &told["score"], &told["depth"]];
    let found = found.map(|value| value.to_string().replace('"', ""));
    assert_eq!(found, expected, "{told}");
    assert!(told["nodes"].is_u64(), "{told}");
    let over = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1";
    let refused = place.run_anywhere(&["partner", "--variant", "chess", "--position", over]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("the game is over"), "{refused:?}");
    let bad = place.run_anywhere(&["partner", "--variant", "chess", "--position", "8/8 w"]);
    assert!(bad.code == 1 && bad.err.contains("has 6 fields"), "{bad:?}");
}

#[test]
fn the_referee_answers_line_by_line() {
    let place = Place::new();
    let requests = concat!(
        r#"{"variant":"hans38","options":{"armies":"fide/fide"},"turns":["@@a6"],"ask":["count","canonical"]}"#,
        "\n",
        "no json at all\n",
        "[1]\n",
        r#"{"variant":"draughts"}"#,
        "\n",
        r#"{"variant":"hans38","turns":["Ng1-f3"]}"#,
        "\n",
        r#"{"variant":"hans38","position":"8/8"}"#,
        "\n",
        r#"{"variant":"hans38","ask":["wisdom"]}"#,
    );
    let ran = place.with_input(&["referee"], requests.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let answers: Vec<Value> = ran.out.lines().map(parsed).collect();
    assert_eq!(answers.len(), 7, "{}", ran.out);
    assert_eq!(
        (&answers[0]["count"], &answers[0]["canonical"]),
        (&json!(33), &json!(["@@a6"]))
    );
    let codes: Vec<&str> = answers[1..]
        .iter()
        .map(|answer| answer["error"]["code"].as_str().unwrap_or("none"))
        .collect();
    assert_eq!(
        codes,
        [
            "bad-json",
            "bad-json",
            "unknown-variant",
            "illegal-turn",
            "bad-position",
            "bad-option"
        ]
    );
}

/// What the umpire sees of a game, and what anybody may see.
#[test]
fn the_record_of_a_game() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    let letter = place.newest("anna@example.org", 1);
    let lines = "say to black: Between us.\n\nsay Hello, all of you.\n\n@@f3";
    let mail = place.answer(&letter, lines);
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    let shown = place.ok(&["game", "show", "1", "--json"]);
    let game = parsed(&shown);
    for field in [
        "game", "variant", "options", "start", "seats", "status", "to_move", "result", "reason",
        "turns", "position", "events", "version",
    ] {
        assert!(game.get(field).is_some(), "{field}: {shown}");
    }
    let seat = json!({"seat": "white", "player": "Anna", "address": "anna@example.org"});
    assert_eq!(game["seats"][0], seat);
    assert_eq!(shown.matches("\"seats\"").count(), 1, "{shown}");
    assert!(shown.contains("Hello, all of you."), "{shown}");
    for export in [
        &["game", "export", "1", "--json"][..],
        &["game", "export", "1"],
    ] {
        let export = place.ok(export);
        for word in ["@example", "Between us.", "Hello, all of you."] {
            assert!(!export.contains(word), "{word}: {export}");
        }
    }
    assert!(!shown.contains("Between us."), "{shown}");
}

/// A backup can be made before a new version migrates the database.
#[test]
fn a_database_of_an_older_schema() {
    let place = busy();
    let file = rusqlite::Connection::open(place.path("data/zugpost.db")).expect("the database");
    let version: i64 = file
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .expect("a version");
    file.pragma_update(None, "user_version", 0)
        .expect("written");
    assert!(place.refused(&["status"]).contains("`zugpost db migrate`"));
    place.ok(&["db", "backup", &place.path("copy.db")]);
    file.pragma_update(None, "user_version", version)
        .expect("written");
    assert_eq!(
        place.ok(&["db", "migrate"]),
        format!("schema {version} -> {version}\n")
    );
}
