//! What the umpire does to games by commands.

use serde_json::json;

use super::commands::{busy, parsed};
use super::place::Place;

#[test]
fn the_umpire_directs_a_game() {
    let place = busy();
    let rollback = [
        "game",
        "rollback",
        "1",
        "1",
        "--reason",
        "Entered by mistake.",
        "--json",
    ];
    let tried = parsed(&place.ok(&[&rollback[..], &["--dry-run"]].concat()));
    assert_eq!(
        (&tried["game"], &tried["dry_run"]),
        (&json!(1), &json!(true))
    );
    let turns = |place: &Place| {
        let shown = parsed(&place.ok(&["game", "show", "1", "--json"]));
        shown["turns"].as_array().map(Vec::len)
    };
    assert_eq!(turns(&place), Some(1), "nothing was changed");
    let done = parsed(&place.ok(&rollback));
    assert_eq!(
        (&done["done"], &done["dry_run"]),
        (&json!("Gone back"), &json!(false))
    );
    assert_eq!(turns(&place), Some(0));
    let carla = "Carla <carla@example.com>";
    let reason = ["--reason", "Boris is ill."];
    let tried = [
        &["game", "replace", "1", "black", carla, "--dry-run"][..],
        &reason,
    ]
    .concat();
    assert!(place.ok(&tried).contains("Carla (Black)"));
    assert!(!place.ok(&["player", "list"]).contains("Carla"));
    place.ok(&[
        &["game", "replace", "1", "black", carla, "--by", "max"][..],
        &reason,
    ]
    .concat());
    let shown = parsed(&place.ok(&["game", "show", "1", "--json"]));
    assert_eq!(shown["seats"][1]["player"], "Carla");
    let event = shown["events"]
        .as_array()
        .and_then(|all| all.last())
        .cloned();
    let event = event.unwrap_or_default();
    assert_eq!(
        (&event["kind"], &event["by_umpire"]),
        (&json!("replace"), &json!(true))
    );
    let change = parsed(event["text"].as_str().unwrap_or_default());
    assert_eq!(
        (&change["former"]["name"], &change["newcomer"]["name"]),
        (&json!("Boris"), &json!("Carla"))
    );
    assert_eq!(
        (&change["former"]["id"], &change["reason"]),
        (&json!(2), &json!("Boris is ill."))
    );
    let log = place.ok(&["game", "log", "1"]);
    assert!(log.contains("max"), "{log}");
    let told = parsed(&place.ok(&["announce", "No mail on Sunday.", "--all", "--json"]));
    assert_eq!(told["letters"], 3, "Anna, Boris and Carla");
    let told = parsed(&place.ok(&["announce", "Round two.", "--game", "1", "--json"]));
    assert_eq!((&told["letters"], &told["game"]), (&json!(2), &json!(1)));
    place.ok(&["run", "--once"]);
    assert!(
        place
            .newest("carla@example.com", 1)
            .raw
            .contains("Round two.")
    );
    place.ok(&["game", "terminate", "1", "--reason", "The players agree."]);
    let compared = place.ok(&["db", "replay", "--compare"]);
    assert!(compared.contains("differences: 0"), "{compared}");
}

#[test]
fn refusals_say_what_to_do() {
    let place = busy();
    for (arguments, says) in [
        (&["game", "show", "99"][..], "no game #99"),
        (
            &["game", "move", "1", "Ng1-f3"],
            "White's knight is on g1, but it is Black's turn",
        ),
        (&["game", "move", "2", "@@e3"], "The game is over"),
        (
            &["game", "abort", "3"],
            "This game has ended without a result",
        ),
        (
            &["game", "adjudicate", "1", "7-0"],
            "write 1-0, 0-1, 1/2-1/2",
        ),
        (
            &["game", "forfeit", "1", "red"],
            "is not a seat of this game",
        ),
        (&["game", "rollback", "1", "9"], "cannot go back to turn 9"),
        (
            &["game", "replace", "1", "red", "Anna"],
            "is not a seat or a player",
        ),
        (
            &["game", "replace", "1", "black", "Zoe"],
            "no player \"Zoe\"",
        ),
        (&["announce", " ", "--all"], "no words"),
        (&["game", "mail", "1", "--to", "red"], "only white, black"),
        (&["game", "list", "--status", "odd"], "playing, finished"),
        (&["game", "new", "draughts"], "there are"),
        (
            &["game", "new", "hans38", "--white", "Anna"],
            "nobody plays black",
        ),
        (&["player", "show", "Zoe"], "`zugpost player list`"),
        (&["player", "add", "Anna", "new@example.org"], "is taken"),
        (
            &["player", "add", "Zoe", "anna@example.org"],
            "belongs to Anna",
        ),
        (&["player", "rename", "Anna", "Boris"], "is taken"),
        (
            &["player", "address", "Anna", "play@example.org"],
            "the server's own address",
        ),
        (
            &["player", "add", "Zoe", "Play+zoe@example.org"],
            "the server's own address",
        ),
        (&["mail", "show", "o99"], "no letter o99"),
        (&["mail", "show", "17"], "`zugpost mail queue` lists them"),
        (&["mail", "retry", "i1"], "not quarantined"),
        (&["variant", "rules", "draughts"], "see `variant list`"),
        (&["partner", "--variant", "draughts"], "see `variant list`"),
        (
            &["perft", "hans38", "1", "--option", "turn=none"],
            "turn cannot be none. It is single, postal or postal-plus.",
        ),
    ] {
        let err = place.refused(arguments);
        assert!(err.contains(says), "{arguments:?}: {err}");
    }
    let lost = place.run_anywhere(&["--config", "nowhere.toml", "status"]);
    assert_eq!(lost.code, 1);
    assert!(lost.err.contains("nowhere.toml"), "{lost:?}");
}

#[test]
fn games_are_made_looked_at_and_directed() {
    let place = busy();
    let list = place.ok(&["game", "list"]);
    // Behind that the dates (`lists.rs`).
    let lines = list
        .lines()
        .map(|line| line.split("; begun ").next().unwrap_or_default());
    let lines: String = lines.map(|line| format!("{line}\n")).collect();
    assert_eq!(
        lines,
        "#1 Hans38 Chess: Anna (White), Boris (Black); turn 1, Black to move\n\
         #2 Hans38 Chess: Anna (White), Boris (Black); 1-0, umpire\n\
         #3 Hans38 Chess: Anna (White), Boris (Black); aborted\n"
    );
    assert_eq!(
        place
            .ok(&["game", "list", "--status", "finished"])
            .lines()
            .count(),
        1
    );
    let moved = place.ok(&["game", "move", "1", "@@f6"]);
    assert!(
        moved.starts_with("Played: #1") && moved.contains("turn 2, White"),
        "{moved}"
    );
    let shown = place.ok(&["game", "show", "1", "--board"]);
    assert!(
        shown.contains("5-2/8/8/5+2") && shown.contains("(p)"),
        "{shown}"
    );
    let early = place.ok(&["game", "show", "1", "--at", "1"]);
    assert!(early.contains("When 1. was to be played:"), "{early}");
    let undone = place.ok(&["game", "undo", "1", "--reason", "A slip."]);
    assert!(
        undone.starts_with("Taken back: #1") && undone.contains("turn 1, Black"),
        "{undone}"
    );
    let export = place.ok(&["game", "export", "1"]);
    for line in [
        "[Variant \"hans38\"]",
        "[Option \"armies=fide/fide\"]",
        "[White \"Anna\"]",
        "[Result \"*\"]",
        "1. @@f3",
    ] {
        assert!(export.lines().any(|l| l == line), "{line}: {export}");
    }
    assert!(
        place
            .ok(&["game", "mail", "1", "--to", "Black"])
            .starts_with("Letter written again")
    );
    place.ok(&["run", "--once"]);
    let letter = place.newest("boris@example.net", 1);
    assert!(
        letter.raw.contains("send you this letter again"),
        "{}",
        letter.raw
    );
}
