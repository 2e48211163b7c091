//! How the code lies: which room may know which, and what may stand in one room alone.
//!
//! Reads the sources as text, comments and strings set aside. Paths are found as `crate::…` and
//! `super::…`; inside the library nothing else leads from one room to another.

use std::fs;
use std::path::{Path, PathBuf};

use source::{Source, paths, tokens};

mod source;

/// Rooms, and what each may name of the others. Its own modules each room may always name.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("variants", &["rules"]),
    ("commands", &[]),
    (
        "letters",
        &[
            "rules::diagram",
            "commands::help",
            "commands::table",
            "ids",
            "text",
        ],
    ),
    ("mail", &["clock", "config", "ids"]),
    ("store", &["ids"]),
    ("helper", &[]),
    ("clock", &[]),
    ("config", &[]),
    ("ids", &[]),
    ("text", &["ids"]),
    ("games", &["rules", "variants", "store", "text"]),
    (
        "office",
        &[
            "rules", "variants", "games", "commands", "letters", "mail", "store", "helper",
            "clock", "config", "ids", "text",
        ],
    ),
];

/// Rooms that may name everything.
const FREE: &[&str] = &["daemon", "cli", "lib", "main"];

/// What reads the clock.
const CLOCKS: &[&str] = &["Utc::now", "Local::now", "SystemTime::now", "Instant::now"];

/// What only SQL says, upper case as we write it.
const SQL: &[&str] = &[
    "SELECT ",
    "INSERT INTO",
    "INSERT OR",
    "DELETE FROM",
    "CREATE TABLE",
    "CREATE INDEX",
    "PRAGMA ",
    "BEGIN IMMEDIATE",
    "ON CONFLICT",
    "ORDER BY",
    "UPDATE ",
];

/// Lines of a file above which a warning is printed.
const LONG: usize = 500;

/// Everything that lies where it must not, one line each. `rooms` are the modules at the root,
/// `families` the folders of games.
fn breaches(source: &Source, rooms: &[String], families: &[String]) -> Vec<String> {
    let mut wrong = Vec::new();
    let room = source.room();
    for path in paths(source) {
        if !may_name(&source.module, &path, rooms, families) {
            wrong.push(format!(
                "{} names {}",
                source.module.join("::"),
                path.join("::")
            ));
        }
    }
    let plain: String = source.code.split_whitespace().collect();
    for clock in CLOCKS
        .iter()
        .filter(|c| room != "clock" && plain.contains(**c))
    {
        wrong.push(format!(
            "{} reads the clock: {clock}",
            source.module.join("::")
        ));
    }
    if room != "store" {
        if tokens(&source.code).contains(&"rusqlite") {
            wrong.push(format!("{} names rusqlite", source.module.join("::")));
        }
        for sql in SQL
            .iter()
            .filter(|sql| source.strings.iter().any(|s| s.contains(**sql)))
        {
            wrong.push(format!("{} speaks SQL: {sql}", source.module.join("::")));
        }
    }
    wrong
}

fn may_name(module: &[String], path: &[String], rooms: &[String], families: &[String]) -> bool {
    let (room, Some(target)) = (module[0].as_str(), path.first()) else {
        return true;
    };
    if FREE.contains(&room) || !rooms.contains(target) {
        return true;
    }
    if target == room {
        let own = module.get(1).filter(|own| families.contains(own));
        let named = path.get(1).filter(|named| families.contains(named));
        return room != "variants" || own.is_none() || named.is_none() || own == named;
    }
    let path = path.join("::");
    // A room that is not in the table may know nothing until it is.
    let known = MAY_KNOW
        .iter()
        .find(|(name, _)| *name == room)
        .map_or(&[][..], |(_, may)| may);
    known
        .iter()
        .any(|may| path == *may || path.starts_with(&format!("{may}::")))
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Names of the modules in a folder.
fn modules(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.path());
    entries
        .filter_map(|p| Some(p.file_stem()?.to_str()?.to_owned()))
        .collect()
}

#[test]
fn everything_lies_in_its_room() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rooms = modules(&root.join("src"));
    let families = modules(&root.join("src/variants"));
    let mut files = Vec::new();
    rust_files(&root.join("src"), &mut files);
    assert!(files.len() > 10, "the sources were not found");
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a readable source");
        let name = file
            .strip_prefix(root)
            .expect("below the root")
            .to_string_lossy()
            .into_owned();
        wrong.extend(breaches(&Source::new(&name, &text), &rooms, &families));
        let lines = text.lines().count();
        if lines > LONG {
            println!("warning: {name} has {lines} lines; does it hold one thing?");
        }
    }
    assert!(
        wrong.is_empty(),
        "see the table at the top of this file:\n{}",
        wrong.join("\n")
    );
}

/// What the checker says about one file.
fn verdict(path: &str, text: &str) -> Vec<String> {
    let names = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
    let rooms = names(&[
        "rules", "variants", "commands", "letters", "mail", "store", "office", "daemon", "cli",
        "clock",
    ]);
    breaches(
        &Source::new(path, text),
        &rooms,
        &names(&["chess", "xiangqi"]),
    )
}

#[test]
fn breaches_are_found() {
    for (path, text) in [
        ("src/rules/board.rs", "use crate::variants::VARIANTS;"),
        ("src/commands/mod.rs", "fn f() { crate::rules::game::x() }"),
        ("src/letters/mod.rs", "use crate::rules::variant::Variant;"),
        ("src/letters/mod.rs", "use crate::commands::read;"),
        (
            "src/mail/source/imap.rs",
            "use crate::{clock::Clock, store::{self, Db}};",
        ),
        ("src/mail/mod.rs", "use super::office;"),
        ("src/mail/auth.rs", "use super::super::store::Db;"),
        ("src/mail/auth.rs", "use super :: super\n:: rules;"),
        (
            "src/mail/auth.rs",
            "mod tests { use super::super::super::rules; }",
        ),
        (
            "src/store/mod.rs",
            "mod tests { use crate::mail::ParsedMessage; }",
        ),
        ("src/office/mod.rs", "use crate::daemon::Loop;"),
        ("src/garden.rs", "use crate::rules;"),
        ("src/variants/chess/mod.rs", "use super::xiangqi::Palace;"),
        (
            "src/variants/chess/turn.rs",
            "use crate::variants::xiangqi::Palace;",
        ),
        ("src/variants/mod.rs", "use crate::commands::read;"),
        ("src/office/mod.rs", "let now = chrono::Utc::now();"),
        ("src/cli/mod.rs", "let t = Instant :: now();"),
        (
            "src/mail/mod.rs",
            "let c = '\"'; let t = std::time::SystemTime::now(); // \"",
        ),
        ("src/office/play.rs", "let q = \"SELECT id FROM game\";"),
        (
            "src/office/play.rs",
            "let q = r#\"say \"x\" DELETE FROM game\"#;",
        ),
        ("src/office/play.rs", "use rusqlite::Connection;"),
    ] {
        assert!(!verdict(path, text).is_empty(), "{path}: {text}");
    }
}

#[test]
fn what_is_allowed_passes() {
    for (path, text) in [
        (
            "src/rules/board.rs",
            "/// See [`crate::variants::VARIANTS`].\nuse super::square::Square;",
        ),
        (
            "src/rules/board.rs",
            "/* crate::store /* nested */ crate::mail */ use crate::rules::x;",
        ),
        (
            "src/rules/board.rs",
            "let s = \"crate::store\"; let r = r\"crate::mail\";",
        ),
        (
            "src/letters/mod.rs",
            "use crate::{commands::help, rules::diagram::Diagram};",
        ),
        (
            "src/store/mod.rs",
            "mod mail; mod tests { use super::mail; } const Q: &str = \"SELECT 1\";",
        ),
        (
            "src/variants/mod.rs",
            "use self::chess::CHESS; use crate::variants::xiangqi::XIANGQI;",
        ),
        (
            "src/variants/chess/mod.rs",
            "use crate::rules::board; use super::find;",
        ),
        (
            "src/mail/mod.rs",
            "fn f<'a>(x: &'a str) -> char { '\\'' } // Instant::now",
        ),
        ("src/clock.rs", "fn now() { Utc::now(); }"),
        ("src/main.rs", "use zugpost::cli;"),
        ("src/cli/mod.rs", "use crate::{office, store::Db};"),
        ("src/office/mod.rs", "let say = \"Please SELECT\";"),
    ] {
        assert!(
            verdict(path, text).is_empty(),
            "{path}: {text}: {:?}",
            verdict(path, text)
        );
    }
}
