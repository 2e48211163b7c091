//! Players are told before an end comes by what was played before.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use zugpost::rules::outcome::Reason as By;
use zugpost::rules::reason::{Arg, Reason};
use zugpost::rules::variant::Options;
use zugpost::rules::{Game, Variant};
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::by_file::game::ByFile;
use zugpost::variants::by_file::read;

const CODES: [&str; 4] = [
    "turns-that-end",
    "any-turn-ends",
    "other-turns-end",
    "many-turns-end",
];

fn is_of_counts(by: By) -> bool {
    [
        By::MoveRule,
        By::Repetition,
        By::Counting,
        By::FacingKings,
        By::Passes,
    ]
    .contains(&by)
}

fn begin(name: &str, position: Option<&str>) -> Box<dyn Game> {
    let section = Catalogue::built_in().find(name).expect(name);
    ByFile::new(section)
        .start(&Options::new(), position)
        .expect("a start")
}

/// Warnings of turns that end the game.
fn of_turns(game: &dyn Game) -> Vec<Reason> {
    let mut all = game.warnings();
    all.retain(|reason| CODES.contains(&reason.code.as_ref()));
    all
}

fn listed(reason: &Reason) -> Vec<String> {
    let turns = reason.args.iter().find(|(name, _)| name == "turns");
    let Some((_, Arg::List(turns))) = turns else {
        panic!("{reason:?}");
    };
    let text = |turn: &Arg| match turn {
        Arg::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    turns.iter().map(text).collect()
}

/// In the recorded games of the variants that come with the program, each end by what was played before was announced, and
/// the turns that were named end the game.
#[test]
fn ends_by_counts_were_announced() {
    let mut seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut named, mut lines) = (0, 0);
    for line in include_str!("vectors.jsonl").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let name = line["v"].as_str().expect("a name").to_owned();
        if Catalogue::built_in().find(&name).is_none() {
            continue;
        }
        let position = line["fen"].as_str().expect("a position");
        let mut game = begin(&name, Some(position));
        lines += 1;
        for uci in line["t"].as_str().expect("turns").split_whitespace() {
            let warned = of_turns(game.as_ref());
            let before = game.position();
            for reason in &warned {
                if reason.code != "turns-that-end" {
                    continue;
                }
                for turn in listed(reason) {
                    let mut other = game.fork();
                    other.play(&turn).expect("legal");
                    let by = other.outcome().map(|end| end.reason);
                    assert!(
                        by.is_some_and(is_of_counts),
                        "{name} {before} {turn} {by:?}"
                    );
                    named += 1;
                }
            }
            game.play(uci).expect("legal");
            let Some(end) = game.outcome() else {
                continue;
            };
            if is_of_counts(end.reason) {
                assert!(!warned.is_empty(), "{name} {before} {uci} {end:?}");
                seen.entry(end.reason.to_string())
                    .or_default()
                    .insert(name.clone());
            }
            break;
        }
    }
    assert!(lines > 200 && named > 50, "{lines} {named}");
    let seen: Vec<(&str, usize)> = seen
        .iter()
        .map(|(by, games)| (by.as_str(), games.len()))
        .collect();
    assert!(seen.len() == 5, "{seen:?}");
}

/// A game of a section, with these turns made.
fn after(section: &str, position: Option<&str>, turns: &str) -> Box<dyn Game> {
    let (sections, faults) = read(section.as_bytes(), Catalogue::built_in());
    assert!(faults.iter().all(|fault| fault.remark), "{faults:?}");
    let game = ByFile::new(sections[0].clone());
    let mut game = game.start(&Options::new(), position).expect("a start");
    for turn in turns.split_whitespace() {
        game.play(turn).expect(turn);
    }
    game
}

/// Positions with what is told of them: the code, and the turns that it names.
fn told_of() -> Vec<(Vec<Reason>, &'static str, &'static str)> {
    let chess = "[one:chess]\n";
    let rooks = Some("7k/8/8/8/8/8/P7/K6R b - - 98 80");
    let alone = Some("7k/8/8/8/8/8/8/K6Q b - - 99 80");
    let few = Some("7k/8/8/8/8/8/P7/KN6 w - - 99 80");
    let checks = Some("4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1");
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
    let rook = Some("7k/8/8/8/8/8/P7/K2Q4 w - - 99 80");
    let queen = Some("7k/8/8/8/2Q5/8/PPPPPP2/K7 w - - 99 80");
    vec![
        (after(chess, queen, "").warnings(), "many-turns-end", ""),
        (
            after(chess, None, shuffle).warnings(),
            "turns-that-end",
            "Nf6-g8",
        ),
        (after(chess, rooks, "").warnings(), "", ""),
        (after(chess, alone, "").warnings(), "any-turn-ends", ""),
        (
            after(chess, few, "").warnings(),
            "turns-that-end",
            "Ka1-b2 Nb1-c3 Nb1-d2 Nb1-a3",
        ),
        (
            after(chess, rook, "").warnings(),
            "other-turns-end",
            "a2-a3 a2-a4",
        ),
        (
            after("[one:3check]\n", checks, "").warnings(),
            "next-check-wins",
            "",
        ),
    ]
}

#[test]
fn the_turns_that_end_the_game_are_named() {
    let all = told_of();
    for (number, (warned, code, turns)) in all.iter().enumerate() {
        let codes: Vec<&str> = warned.iter().map(|reason| reason.code.as_ref()).collect();
        let codes = codes
            .into_iter()
            .filter(|code| *code != "next-repetition-ends");
        assert_eq!(
            codes.collect::<Vec<_>>().join(" "),
            *code,
            "{number}: {warned:?}"
        );
        let mut expected: Vec<&str> = turns.split_whitespace().collect();
        expected.sort_unstable();
        if !expected.is_empty() {
            let reason = warned
                .iter()
                .find(|reason| reason.code == *code)
                .expect("told");
            assert_eq!(listed(reason), expected, "{number}");
        }
    }
}

/// Who wins by an end is said: who gives check all the time loses where that is forbidden.
#[test]
fn perpetual_checks_are_announced_with_the_loser() {
    let section = "[one:chess]\nperpetualCheckIllegal = true\n";
    let position = Some("7k/8/8/8/8/8/6P1/K3Q3 w - - 0 1");
    let checks = "Qe8 Kg7 Qe7 Kg8 Qe8 Kg7 Qe7 Kg8 Qe8";
    let game = after(section, position, checks);
    let warned = of_turns(game.as_ref());
    assert_eq!(warned.len(), 1, "{warned:?}");
    assert_eq!(listed(&warned[0]), ["Kg8-g7"]);
    let winner = warned[0].args.iter().find(|(name, _)| name == "winner");
    assert_eq!(
        winner.map(|(_, arg)| arg),
        Some(&Arg::Name("Black".to_owned()))
    );
}

/// What these games have to say before a turn.
pub fn told() -> Vec<Reason> {
    let all = told_of().into_iter();
    all.flat_map(|(warned, _, _)| warned).collect()
}
