//! Lists for programs: JSON lines, as `docs/json.md` describes them; and what the filters of lists keep.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use super::place::Place;

/// A field of a list, as the page says it.
struct Field {
    path: String,
    kind: String,
    or_null: bool,
    or_missing: bool,
}

/// The lists of the page, with their fields.
fn documented() -> Vec<(String, Vec<Field>)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md");
    let page = fs::read_to_string(page).expect("the page");
    let mut lists: Vec<(String, Vec<Field>)> = Vec::new();
    for line in page.lines() {
        let heading = line.strip_prefix("## `");
        if let Some(command) = heading.and_then(|rest| rest.strip_suffix('`')) {
            lists.push((command.to_owned(), Vec::new()));
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (Some((_, fields)), [_, field, kind, _, _]) = (lists.last_mut(), cells.as_slice())
        else {
            continue;
        };
        let Some(path) = field.strip_prefix('`').and_then(|f| f.strip_suffix('`')) else {
            continue;
        };
        let (or_null, or_missing) = (kind.ends_with(" or null"), kind.ends_with(" or missing"));
        fields.push(Field {
            path: path.to_owned(),
            kind: kind.split(' ').next().unwrap_or_default().to_owned(),
            or_null,
            or_missing,
        });
    }
    assert!(lists.len() >= 9, "{}", lists.len());
    assert!(lists.iter().all(|(_, fields)| fields.len() >= 3));
    lists
}

fn objects(text: &str) -> Vec<Map<String, Value>> {
    let read = |line| match serde_json::from_str(line) {
        Ok(Value::Object(object)) => object,
        other => panic!("{other:?}: {line}"),
    };
    text.lines().map(read).collect()
}

fn is_of_kind(value: &Value, field: &Field) -> bool {
    match field.kind.as_str() {
        _ if value.is_null() => field.or_null,
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        odd => panic!("{}: {odd} is no type", field.path),
    }
}

/// Compares an object with the fields below `prefix`, and counts which were met.
fn compare(
    object: &Map<String, Value>,
    prefix: &str,
    fields: &[Field],
    met: &mut BTreeMap<String, usize>,
) {
    let mut known = BTreeSet::new();
    for field in fields {
        let Some(name) = field.path.strip_prefix(prefix) else {
            continue;
        };
        if name.contains("[].") {
            continue;
        }
        known.insert(name.to_owned());
        let Some(value) = object.get(name) else {
            assert!(field.or_missing, "no {}: {object:?}", field.path);
            continue;
        };
        assert!(is_of_kind(value, field), "{}: {value}", field.path);
        *met.entry(field.path.clone()).or_default() += 1;
        let below = format!("{}[].", field.path);
        if fields.iter().any(|field| field.path.starts_with(&below)) {
            for item in value.as_array().expect("an array") {
                compare(item.as_object().expect("an object"), &below, fields, met);
            }
        }
    }
    let all: BTreeSet<String> = object.keys().cloned().collect();
    let unknown: Vec<&String> = all.difference(&known).collect();
    assert!(
        unknown.is_empty(),
        "not on the page below {prefix:?}: {unknown:?}"
    );
}

/// A game by file with a remark and without a fault: its pieces lose a letter to another one.
const REMARKED: &str = "[ours:chess]\namazon = q\n";

/// Two games with clocks, one that is over, talk, an undo, an outage, letters that wait, and a renamed player.
fn club() -> Place {
    let mut place = Place::new();
    for (variant, white, black) in [
        (
            "chess",
            "Anna <anna@example.org>",
            "Boris <boris@example.net>",
        ),
        ("xiangqi", "Boris", "Cleo <cleo@example.com>"),
        ("hans38", "Cleo", "Anna"),
    ] {
        let (first, second) = match variant {
            "xiangqi" => ("red", "black"),
            _ => ("white", "black"),
        };
        let (one, other) = (format!("{first}={white}"), format!("{second}={black}"));
        place.ok(&[
            "game", "new", variant, "--seat", &one, "--seat", &other, "--time", "3d/move",
        ]);
    }
    place.ok(&["run", "--once"]);
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(
        &letter,
        "say to black: Between us.\n\nknight to f3\n\nHello, Boris.",
    );
    place.deliver(&mail);
    let mail = place.answer(&letter, "challenge Cleo xiangqi as red");
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    place.ok(&["game", "move", "1", "e5"]);
    place.ok(&["game", "undo", "1", "--reason", "Not what was meant."]);
    place.ok(&[
        "game",
        "adjudicate",
        "3",
        "1-0",
        "--reason",
        "Black has left.",
    ]);
    let file = rusqlite::Connection::open(place.path("data/zugpost.db")).expect("the database");
    let rating = "INSERT INTO ratings VALUES ('', 1, '2026-01', 150000, 35000, 60000, 1, 1, 1)";
    file.execute(rating, ()).expect("written");
    drop(file);
    place.ok(&["player", "rename", "Cleo", "Cleopatra"]);
    place.ok(&["clock", "outage", "2026-01-30T08:00Z", "2026-01-30T20:00Z"]);
    place
}

#[test]
fn every_list_prints_the_lines_of_its_page() {
    let place = club();
    place.ok(&["event", "new", "spring-2027", "chess", "--places", "3"]);
    for name in ["anna", "boris", "cleopatra"] {
        place.ok(&["event", "enter", "spring-2027", name]);
    }
    place.ok(&["event", "start", "spring-2027"]);
    let file = place.path("club.ini");
    fs::write(&file, REMARKED).expect("written");
    let templates = place.path("translated");
    let notices = Path::new(&templates).join("cs/notices");
    fs::create_dir_all(&notices).expect("a folder");
    fs::write(notices.join("account.txt"), "[account-seat-taken]\nZ\n").expect("written");
    for (command, fields) in documented() {
        let command = command
            .replace(" NAME", " spring-2027")
            .replace(" N", " 1")
            .replace(" V W", " crazyhouse atomic")
            .replace("FILE", &file)
            .replace(" LANGUAGE", &format!(" cs --templates {templates}"));
        // Czech has one text here, which uses none of the values of the English one.
        let code = i32::from(command.starts_with("texts check"));
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.push("--json");
        let out = place.run(&arguments);
        assert_eq!(
            (out.code, out.err.as_str()),
            (code, ""),
            "{command}: {out:?}"
        );
        let rows = objects(&out.out);
        assert!(!rows.is_empty(), "{command} has no line");
        let mut met = BTreeMap::new();
        for row in &rows {
            compare(row, "", &fields, &mut met);
        }
        let unmet = fields
            .iter()
            .filter(|f| !f.or_missing && !met.contains_key(&f.path));
        let unmet: Vec<&str> = unmet.map(|field| field.path.as_str()).collect();
        assert!(unmet.is_empty(), "{command}: nothing has shown {unmet:?}");
        let text = place.run(&arguments[..arguments.len() - 1]);
        assert_eq!((text.code, text.err.as_str()), (code, ""), "{command}");
        assert!(
            !text.out.trim().is_empty() && !text.out.starts_with('{'),
            "{text:?}"
        );
    }
}

/// A command whose name says that it lists something has a section on the page.
#[test]
fn no_list_is_left_out() {
    let place = Place::new();
    let commands = |arguments: &[&str]| -> Vec<String> {
        let help = place.run_anywhere(arguments).out;
        let (_, below) = help.split_once("Commands:\n").unwrap_or_default();
        let names = below.lines().take_while(|line| line.starts_with("  "));
        let names = names.filter_map(|line| line.split_whitespace().next());
        names.map(str::to_owned).collect()
    };
    let documented: BTreeSet<String> = documented()
        .into_iter()
        .map(|(command, _)| {
            command
                .trim_end_matches(" NAME")
                .trim_end_matches(" N")
                .trim_end_matches(" V W")
                .trim_end_matches(" FILE")
                .trim_end_matches(" LANGUAGE")
                .to_owned()
        })
        .collect();
    let mut found = BTreeSet::from(
        ["doctor", "texts check", "variant check", "variant diff"].map(str::to_owned),
    );
    for group in commands(&["help"]) {
        for name in commands(&["help", &group]) {
            if [
                "list",
                "log",
                "queue",
                "due",
                "outages",
                "quarantine",
                "bounces",
            ]
            .contains(&name.as_str())
            {
                found.insert(format!("{group} {name}"));
            }
        }
    }
    assert_eq!(found, documented);
}

/// The games or ids that a list shows.
fn shown(place: &Place, arguments: &[&str]) -> Vec<String> {
    let mut all = arguments.to_vec();
    all.push("--json");
    let field = if arguments[0] == "game" { "game" } else { "id" };
    let rows = objects(&place.ok(&all));
    let name = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    rows.iter().map(|row| name(&row[field])).collect()
}

#[test]
fn games_are_filtered() {
    let place = club();
    for (arguments, expected) in [
        (&["game", "list"][..], &["1", "2", "3"][..]),
        (&["game", "list", "--limit", "2"], &["1", "2"]),
        (&["game", "list", "--limit", "0"], &[]),
        (&["game", "list", "--player", "Anna"], &["1", "3"]),
        (
            &["game", "list", "--player", "cleo@example.com"],
            &["2", "3"],
        ),
        (&["game", "list", "--variant", "xiangqi"], &["2"]),
        (&["game", "list", "--status", "finished"], &["3"]),
        (&["game", "list", "--to-move", "black"], &["1"]),
        (&["game", "list", "--to-move", "red"], &["2"]),
        (&["game", "list", "--to-move", "Boris"], &["1", "2"]),
        (
            &["game", "list", "--to-move", "Boris", "--player", "Anna"],
            &["1"],
        ),
        (&["game", "list", "--to-move", "Anna"], &[]),
        (&["game", "list", "--idle-since", "1d"], &[]),
        (&["game", "list", "--idle-since", "2999-01-01"], &["1", "2"]),
        (
            &[
                "game",
                "list",
                "--idle-since",
                "2999-01-01",
                "--status",
                "finished",
            ],
            &["3"],
        ),
    ] {
        assert_eq!(shown(&place, arguments), expected, "{arguments:?}");
    }
    let text = place.ok(&["game", "list", "--variant", "chess"]);
    assert!(
        text.contains("Boris (Black); turn 1, Black to move; begun 2"),
        "{text}"
    );
    assert!(text.contains(", last event 2"), "{text}");
    for (arguments, why) in [
        (
            ["game", "list", "--status", "open"],
            "there are playing, finished, aborted, frozen",
        ),
        (["game", "list", "--player", "Zoe"], "there is no player"),
        (["game", "list", "--to-move", "Zoe"], "there is no player"),
        (
            ["game", "list", "--variant", "draughts"],
            "`zugpost variant list`",
        ),
        (
            ["game", "list", "--idle-since", "soon"],
            "a length like 30d",
        ),
    ] {
        let refused = place.refused(&arguments);
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn the_log_says_who_when_and_why() {
    let place = club();
    let log = objects(&place.ok(&["game", "log", "1", "--json"]));
    let told: Vec<String> = log
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap_or("-").to_owned();
            let keys = [
                "kind", "seat", "by", "umpire", "readers", "text", "reason", "typed", "mail",
            ];
            keys.map(text).join("|")
        })
        .collect();
    assert_eq!(
        told,
        [
            "say|white|player|-|black|-|-|-|i1",
            "turn|white|player|-|all|Ng1-f3|-|knight to f3|i1",
            "say|white|player|-|players|Hello, Boris.|-|-|i1",
            "turn|black|umpire|tester|all|e7-e5|-|e5|-",
            "undo|-|umpire|tester|all|Not what was meant.|Not what was meant.|-|-",
        ]
    );
    // The player who held a seat then is named, not its present player.
    place.ok(&[
        "game",
        "replace",
        "1",
        "Anna",
        "Cleopatra",
        "--reason",
        "Anna is ill.",
    ]);
    let text = place.ok(&["game", "log", "1"]);
    assert!(
        text.contains("replace: Cleopatra for Anna  umpire tester for Anna (white)"),
        "{text}"
    );
    assert!(!text.contains("Between us"), "{text}");
    assert!(
        text.contains("turn: Ng1-f3  Anna (white), i1 of 2"),
        "{text}"
    );
    assert!(text.contains(", typed: knight to f3\n"), "{text}");
    assert!(
        text.contains("e7-e5  umpire tester for Boris (black)"),
        "{text}"
    );
    assert_eq!(
        place.ok(&["game", "log", "2"]),
        "Nothing has happened yet.\n"
    );
    assert!(
        place
            .refused(&["game", "log", "99"])
            .contains("there is no game #99")
    );
}

#[test]
fn mails_and_letters_are_filtered() {
    let place = club();
    let all = shown(&place, &["mail", "list"]);
    assert_eq!(
        all.iter().filter(|id| id.starts_with('i')).count(),
        2,
        "{all:?}"
    );
    assert!(all.len() > 8, "{all:?}");
    let of = |arguments: &[&str]| shown(&place, &[&["mail", "list"], arguments].concat());
    assert_eq!(of(&["--limit", "3"]), all[..3]);
    assert_eq!(of(&["--status", "done"]), ["i2", "i1"]);
    let sent = of(&["--status", "sent"]).len();
    let waiting = of(&["--status", "waiting"]);
    assert!(sent > 0 && !waiting.is_empty());
    let mut anna = of(&["--player", "Anna"]);
    assert!(
        anna.contains(&"i1".to_owned()) && anna.len() < all.len(),
        "{anna:?}"
    );
    anna.retain(|id| id.starts_with('o'));
    for id in &anna {
        let shown = place.ok(&["mail", "show", id]);
        assert!(shown.contains("anna@example.org"), "{shown}");
    }
    let first = of(&["--game", "1"]);
    assert!(first.contains(&"i1".to_owned()), "{first:?}");
    let second = of(&["--game", "#2"]);
    assert!(
        !second.is_empty() && second.iter().all(|id| !first.contains(id)),
        "{second:?}"
    );
    assert_eq!(of(&["--day", "2026-01-01"]), [] as [&str; 0]);
    assert!(
        place
            .ok(&["mail", "list", "--day", "2026-01-01"])
            .contains("none")
    );
    let text = place.ok(&["mail", "list", "--status", "done"]);
    assert!(
        text.contains("from Anna <anna@example.org> #1  played"),
        "{text}"
    );
    assert!(
        place
            .refused(&["mail", "list", "--status", "open"])
            .contains("given-up")
    );
    assert!(
        place
            .refused(&["mail", "list", "--player", "Zoe"])
            .contains("there is no player")
    );
}

/// A game that the umpire has stopped is no game without a clock: it is listed, and counted.
#[test]
fn a_game_that_the_umpire_has_stopped_is_listed_and_counted() {
    let place = club();
    place.ok(&["game", "pause", "2"]);
    let due = objects(&place.ok(&["clock", "due", "--json"]));
    let paused = |row: &&Map<String, Value>| row["paused"] == true;
    let stopped: Vec<_> = due.iter().filter(paused).collect();
    assert_eq!((due.len(), stopped.len()), (2, 1), "{due:?}");
    assert_eq!(stopped[0]["game"], 2);
    assert_eq!(stopped[0]["falls"], Value::Null);
    let text = place.ok(&["clock", "due"]);
    assert!(
        text.contains("it stands still") && text.contains(", paused"),
        "{text}"
    );
    let text = place.ok(&["status"]);
    assert!(
        text.contains("\nclocks   2 games, 0 in grace, 1 paused\n"),
        "{text}"
    );
    let status = objects(&place.ok(&["status", "--json"]));
    let counts = serde_json::json!({ "clocks": 2, "grace": 0, "paused": 1 });
    assert_eq!(status[0]["timed_games"], counts);
}
