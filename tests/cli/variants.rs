//! Files of variants, as an operator checks them.

use std::fs;

use serde_json::Value;

use super::place::Place;
use super::running::Running;

/// Two games without a fault among them, and one with three.
const CLUB: &str =
    "[small:chess]\nmaxRanks = 6\nknight = n:NN\n\u{1b}[31m = 1\n\n[ours:chess]\namazon = q\n";

#[test]
fn all_faults_are_told_with_their_lines() {
    let place = Place::new();
    let file = place.path("club.ini");
    fs::write(&file, CLUB).expect("written");
    let ran = place.run(&["variant", "check", &file]);
    assert_eq!(ran.code, 1, "{ran:?}");
    for line in [
        "line 2: [small]",
        "line 3: [small]",
        "line 7: [ours] remark: ",
    ] {
        assert!(ran.out.contains(line), "{line}: {ran:?}");
    }
    let shown = "\nwithout a fault: ours\n\nours: Ours\n";
    assert!(ran.out.contains(shown), "{ran:?}");
    assert!(ran.err.contains("has 3 faults"), "{ran:?}");
    assert!(
        !ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'),
        "{ran:?}"
    );
    let ran = place.run(&["variant", "check", &file, "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let rows = ran
        .out
        .lines()
        .map(|row| serde_json::from_str(row).expect("JSON"));
    let rows: Vec<Value> = rows.collect();
    let faults = rows.iter().filter(|row| row["fault"] == true);
    assert_eq!((rows.len(), faults.count()), (4, 3), "{rows:?}");
    assert!(!ran.out.contains('\u{1b}'), "{ran:?}");
}

/// Sections without a fault are played by lot.
#[test]
fn a_game_without_an_end_is_remarked() {
    let place = Place::new();
    let file = place.path("club.ini");
    let section = "[endless:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n\
        castling = false\nnMoveRule = 0\nnFoldRule = 0\n";
    fs::write(&file, section).expect("written");
    let told = place.ok(&["variant", "check", &file]);
    assert!(
        told.contains("line 1: [endless] remark: None of 30 random games ended"),
        "{told}"
    );
    assert!(
        told.contains("\nwithout a fault: endless\n\nendless: "),
        "{told}"
    );
}

#[test]
fn what_is_no_file_of_variants_is_refused() {
    let place = Place::new();
    for (name, text, says) in [
        ("empty.ini", "", "has no games"),
        ("words.ini", "Dear umpire,\n", "has 1 fault"),
    ] {
        let file = place.path(name);
        fs::write(&file, text).expect("written");
        let ran = place.run(&["variant", "check", &file]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains(says), "{ran:?}");
    }
    let large = place.path("large.ini");
    fs::write(&large, vec![b'\n'; 300 * 1024]).expect("written");
    for (file, says) in [
        (large, "kB"),
        (place.path("data"), "cannot read"),
        (place.path("missing.ini"), "cannot read"),
    ] {
        let ran = place.run(&["variant", "check", &file]);
        assert_eq!(ran.code, 1, "{ran:?}");
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains(says), "{ran:?}");
    }
}

/// A game of a file is counted, refereed, played, shown and explained without being stored anywhere.
#[test]
fn a_game_of_a_file_is_played_at_the_keyboard() {
    let place = Place::new();
    let begun = place.ok(&["variant", "new", "clubhouse", "--like", "crazyhouse"]);
    assert!(begun.contains("\n[clubhouse:crazyhouse]\n"), "{begun}");
    let refused = place.refused(&["variant", "new", "chess", "--like", "crazyhouse"]);
    assert!(refused.contains("chess"), "{refused}");
    let file = place.path("club.ini");
    let section = "[clubhouse:crazyhouse]\nzugpost.title = House Chess\n\
        zugpost.rules = As crazyhouse, with two steps of knights.\nknight = -\ncustomPiece1 = n:NN\n";
    fs::write(&file, section).expect("written");
    let of_file = ["--variants", &file];
    let out = place.ok(&[&["perft", "clubhouse", "1"], &of_file[..]].concat());
    let leaves: u64 = out.trim().parse().expect("a number");
    assert!(leaves >= 20, "{out}");
    let request = b"{\"variant\":\"clubhouse\",\"turns\":[\"e4\"],\"ask\":[\"uci\",\"fen\"]}\n";
    let ran = place.with_input(&[&["referee"], &of_file[..]].concat(), request);
    let answer: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(
        answer["uci"]
            .as_array()
            .is_some_and(|turns| turns.len() >= 20),
        "{answer}"
    );
    let shown = place.ok(&[
        &["variant", "show", "clubhouse", "--moves", "g1"],
        &of_file[..],
    ]
    .concat());
    assert!(
        shown.contains("House Chess") && shown.contains("Ng1-f3"),
        "{shown}"
    );
    let rules = place.ok(&[&["variant", "rules", "clubhouse"], &of_file[..]].concat());
    assert!(
        rules.starts_with("HOUSE CHESS\n") && rules.contains("two steps of knights"),
        "{rules}"
    );
    let played = place.with_input(
        &[&["play", "clubhouse"], &of_file[..]].concat(),
        b"Nf3\nd5\n",
    );
    assert!(played.out.contains("Played: 1... d7-d5"), "{played:?}");
    // Without the file there is no such game, and a file with a fault has none.
    place.refused(&["perft", "clubhouse", "1"]);
    fs::write(&file, CLUB).expect("written");
    let refused = place.refused(&["perft", "ours", "1", "--variants", &file]);
    assert!(refused.contains("line 2"), "{refused}");
}

/// The settings with these files of variants.
fn with_files(place: &Place, files: &str) {
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let line = "#files = [\"club.ini\"]";
    assert!(text.contains(line), "no [variants] in the settings");
    fs::write(&file, text.replacen(line, files, 1)).expect("written");
}

#[test]
fn games_of_the_files_of_the_settings_are_played_and_what_is_wrong_is_named() {
    let place = Place::new();
    with_files(&place, "files = [\"club.ini\", \"missing.ini\"]");
    fs::write(
        place.path("club.ini"),
        "[clubhouse:chess]\nzugpost.title = Clubhouse Chess\n[broken:chess]\nmaxRank = 40\n",
    )
    .expect("written");
    assert!(place.ok(&["variant", "list"]).contains("clubhouse"));
    let lists = place.ok(&["variant", "list", "--ratings"]);
    // One for each text of a section of a file.
    let own = lists.contains("rated in the list clubhouse ");
    assert!(
        own && lists.contains("rated in the list chess\n"),
        "{lists}"
    );
    let rules = place.ok(&["variant", "rules", "clubhouse"]);
    assert!(rules.starts_with("CLUBHOUSE CHESS"), "{rules}");
    place.refused(&["variant", "rules", "broken"]);
    let status = place.ok(&["status"]);
    assert!(
        status.contains("club.ini, line 4: broken is off: "),
        "{status}"
    );
    let doctor = place.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    for says in ["club.ini, line 4: broken is off: ", "missing.ini"] {
        assert!(doctor.out.contains(says), "{says}: {doctor:?}");
    }
    let players = [
        "--white",
        "Anna <anna@example.org>",
        "--black",
        "Boris <boris@example.net>",
    ];
    let new = [&["game", "new", "clubhouse"], &players[..]].concat();
    let begun = place.ok(&new);
    assert!(begun.contains("Clubhouse"), "{begun}");
    // Without the file no game is begun, and the one that was goes on.
    fs::remove_file(place.path("club.ini")).expect("removed");
    place.refused(&new);
    place.ok(&["game", "move", "1", "e4"]);
    let listed = place.ok(&["game", "list", "--variant", "clubhouse"]);
    assert!(listed.contains("Clubhouse Chess"), "{listed}");
}

#[test]
fn the_daemon_reads_the_files_again_when_it_is_told() {
    let mut place = Place::new();
    with_files(&place, "files = [\"club.ini\"]");
    fs::write(place.path("club.ini"), "[broken:chess]\nmaxRank = 40\n").expect("written");
    place.new_game();
    let mut daemon = Running::start(&place);
    assert!(daemon.log().contains("broken is off"), "{}", daemon.log());
    daemon.letters(&place, 2);
    fs::write(
        place.path("club.ini"),
        "[clubhouse:chess]\nzugpost.title = Clubhouse Chess\n",
    )
    .expect("written");
    daemon.signal("HUP");
    daemon.until("the files are read", |running| {
        running.log().contains("were read again")
    });
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "rules clubhouse");
    place.deliver(&mail);
    daemon.letters(&place, 3);
    let answer = place.newest("anna@example.org", 1);
    assert!(answer.raw.contains("CLUBHOUSE CHESS"), "{}", answer.raw);
    // Settings that are wrong change nothing.
    fs::write(place.path("zugpost.toml"), "no settings").expect("written");
    daemon.signal("HUP");
    daemon.until("the settings are refused", |running| {
        running.log().contains("nothing was read again")
    });
    daemon.signal("TERM");
    assert!(daemon.end().0.success());
}

#[test]
fn what_differs_between_two_games_is_told_with_both_values() {
    let place = Place::new();
    let file = place.path("club.ini");
    let sections = "[ours:crazyhouse]\nzugpost.title = Ours\nnMoveRule = 60\n\
        [copy:ours]\nzugpost.rules = As the other one.\n";
    fs::write(&file, sections).expect("written");
    let of_file = ["--variants", &file];
    let diff = |ids: [&str; 2], json: &[&str]| {
        place.ok(&[&["variant", "diff", ids[0], ids[1]], &of_file[..], json].concat())
    };
    let told = diff(["crazyhouse", "ours"], &[]);
    assert!(told.starts_with("nMoveRule\n"), "{told}");
    assert!(told.contains("ours             60\n"), "{told}");
    assert_eq!(told.lines().count(), 3, "{told}");
    let told = diff(["ours", "copy"], &[]);
    assert_eq!(told, "ours and copy have the same rules\n");
    assert_eq!(diff(["ours", "copy"], &["--json"]), "");
    let rows = diff(["crazyhouse", "ours"], &["--json"]);
    let row: Value = serde_json::from_str(&rows).expect("one row");
    assert_eq!(
        (&row["key"], &row["second"]),
        (&"nMoveRule".into(), &"60".into())
    );
    // As in a file, `chess` is the format's.
    let told = diff(["chess", "ours"], &[]);
    assert!(told.contains("pieceDrops\n"), "{told}");
    for (id, says) in [("hans38", "no game by file"), ("nonesuch", "no variant")] {
        let refused = place.refused(&["variant", "diff", id, "crazyhouse"]);
        assert!(refused.contains(says), "{refused}");
    }
}

#[test]
fn games_are_found_by_group_and_by_words() {
    let place = Place::new();
    let shogi = place.ok(&["variant", "list", "shogi"]);
    assert!(
        shogi.contains("dobutsu") && !shogi.contains("atomic"),
        "{shogi}"
    );
    let listed = place.ok(&["variant", "list", "--json", "cannon"]);
    let rows: Vec<serde_json::Value> = listed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert!(
        rows.iter()
            .any(|row| row["id"] == "shako" && row["group"] == "large")
    );
    let refused = place.refused(&["variant", "list", "backgammon"]);
    assert!(refused.contains("no game is found"), "{refused}");
    let refused = place.refused(&["variant", "rules", "crayzhouse"]);
    assert!(refused.contains("perhaps crazyhouse"), "{refused}");
}

/// The three ideas of an umpire, each made from the file that the program writes by taking away signs and changing
/// values.
#[test]
fn new_games_are_made_from_the_file_that_explains_itself() {
    let place = Place::new();
    let made = |id: &str, like: &str, changes: &[(&str, &str)]| {
        let mut text = place.ok(&["variant", "new", id, "--like", like]);
        for (key, value) in changes {
            let start = format!("# {key} = ");
            let line = text.lines().find(|line| line.starts_with(&start));
            let line = line.unwrap_or_else(|| panic!("{key}")).to_owned();
            text = text.replace(&line, &format!("{key} = {value}"));
        }
        let file = place.path(&format!("{id}.ini"));
        fs::write(&file, &text).expect("written");
        let said = place.ok(&["variant", "check", &file]);
        assert!(said.contains(&format!("without a fault: {id}")), "{said}");
        (file, said)
    };
    let (_, said) = made(
        "my-gothic",
        "chess",
        &[
            ("maxFile", "10"),
            (
                "startFen",
                "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1",
            ),
            ("archbishop", "a"),
            ("chancellor", "c"),
            ("promotionPieceTypes", "nbrqac"),
            ("castlingKingsideFile", "i"),
        ],
    );
    assert!(said.contains("A Archbishop"), "{said}");
    let (file, _) = made(
        "eager",
        "chess",
        &[
            ("promotedPieceType", "n:q"),
            ("piecePromotionOnCapture", "true"),
        ],
    );
    let leaves = place.ok(&["perft", "eager", "3", "--variants", &file]);
    assert_eq!(leaves.trim(), "8902");
    let (file, _) = made(
        "seven",
        "crazyhouse",
        &[
            ("maxFile", "7"),
            ("maxRank", "7"),
            (
                "startFen",
                "rnbqkbn/ppppppp/7/7/7/PPPPPPP/RNBQKBN[] w - - 0 1",
            ),
            ("castling", "false"),
            ("doubleStep", "false"),
            ("promotionRegionWhite", "*7"),
            ("promotionRegionBlack", "*1"),
        ],
    );
    // As pyffish 0.0.90 counts.
    let leaves = place.ok(&["perft", "seven", "3", "--variants", &file]);
    assert_eq!(leaves.trim(), "1279");
}
