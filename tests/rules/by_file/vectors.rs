//! Games by file as the format's engine plays them: `vectors.jsonl`, written by `oracle.py` with the package pyffish
//! 0.0.90, a game a line.
//!
//! `v` is the game, `s` the file of its section if it is none of `templates/variants/`, `fen` where it begins, `t` its
//! turns, `p` four signs for each position (of the SHA-256 of its facts), and `last` the facts of the last position:
//! number and digest of the legal turns, check, the values of both ends and of having no turn, and the position text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest, Sha256};
use zugpost::rules::composed::Game;
use zugpost::rules::composed::past::Past;
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::by_file::read;
use zugpost::variants::by_file::section::Resolved;

use super::{Facts, facts, game};

/// The sections that come with the program, and those of `ends.ini`.
fn sections() -> Vec<Arc<Resolved>> {
    let catalogue = Catalogue::built_in();
    let (mut sections, faults) = read(include_bytes!("ends.ini"), catalogue);
    let faults: Vec<String> = faults
        .iter()
        .filter(|fault| !fault.remark)
        .map(|fault| format!("{}: {}", fault.line, fault.reason))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    sections.extend(catalogue.iter().cloned());
    sections
}

pub(super) fn hex(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// The facts of a position, in the order in which they are compared.
pub(super) fn in_order(facts: Facts) -> [String; 7] {
    let [immediate, optional, none] = facts.ends;
    [
        facts.turns.len().to_string(),
        hex(&facts.turns.join(" "))[..16].to_owned(),
        u8::from(facts.check).to_string(),
        immediate,
        optional,
        none,
        facts.text,
    ]
}

/// The facts of the last position as the list has them.
fn wanted(last: &Value) -> [String; 7] {
    ["n", "d", "c", "i", "o", "r", "f"].map(|key| match &last[key] {
        Value::Null => "-".to_owned(),
        Value::Bool(yes) => u8::from(*yes).to_string(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    })
}

/// The first difference of a game, if there is one.
fn difference(game: &Game, line: &Value) -> Option<String> {
    let text = |key: &str| line[key].as_str().expect("a text");
    let mut at = match game.read(text("fen")) {
        Ok(at) => at,
        Err(fault) => return Some(format!("the start is refused: {fault:?}")),
    };
    let mut past = Past::new(game, &at);
    let prints = text("p").as_bytes().chunks(4);
    let turns: Vec<&str> = text("t").split_whitespace().collect();
    assert_eq!(prints.len(), turns.len() + 1, "{}", text("v"));
    for (ply, print) in prints.enumerate() {
        let found = in_order(facts(game, &at, &past));
        if hex(&found.join(" ")).as_bytes()[..4] != *print {
            return Some(format!("after {ply} turns: {found:?}"));
        }
        let Some(turn) = turns.get(ply) else {
            let wanted = wanted(&line["last"]);
            return (found != wanted).then(|| format!("{found:?} in place of {wanted:?}"));
        };
        match game.find(&at, turn) {
            Some(turn) => game.play(&mut at, &turn),
            None => return Some(format!("after {ply} turns, {turn} is not legal")),
        }
        past.add(game, &at);
    }
    None
}

#[test]
fn games_are_played_as_the_format_plays_them() {
    let sections = sections();
    let kept = include_str!("vectors.jsonl");
    // More games, which are too many to be kept: `oracle.py directed > FILE`.
    let more = std::env::var_os("ZUGPOST_GAMES").map_or_else(String::new, |path| {
        std::fs::read_to_string(path).expect("a file of games")
    });
    let lines = kept.lines().chain(more.lines());
    let (mut count, mut variants, mut wrong) = (0, BTreeSet::new(), Vec::new());
    for (number, line) in (1..).zip(lines) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let name = line["v"].as_str().expect("a name");
        let game = game(&sections, name);
        count += 1;
        variants.insert(name.to_owned());
        if let Some(why) = difference(&game, &line) {
            wrong.push(format!("line {number}, {name}: {why}"));
        }
    }
    assert!(count > 400 && variants.len() > 60, "{count} games");
    println!("{count} games, {} of them not kept", more.lines().count());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `reached.txt` counts the games of `oracle.py directed` by variant and end: all ends of `directed.txt`, in 20 games each.
#[test]
fn every_end_was_reached_in_twenty_games() {
    let fields = |line: &'static str| line.split('|').map(str::trim).collect::<Vec<_>>();
    let counts = include_str!("reached.txt").lines().map(fields);
    let counts: BTreeMap<_, usize> = counts
        .map(|line| ((line[0], line[1]), line[2].parse().expect("a number")))
        .collect();
    let lines = include_str!("directed.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    let ends: BTreeSet<_> = lines
        .map(fields)
        .flat_map(|line| line[0].split(' ').map(move |variant| (variant, line[1])))
        .collect();
    assert!(ends.len() > 180, "{}", ends.len());
    assert!(
        ends.iter().all(|end| counts.get(end) >= Some(&20)),
        "{counts:?}"
    );
    assert_eq!(counts.len(), ends.len());
}
