//! Games whose turns follow from the variant and a number alone: `random.txt` has the signs of what is true in them,
//! written by `oracle.py random` with the package pyffish 0.0.90.
//!
//! A line is a variant, what is counted of its games, and a sign for each of its games. The rules by which turns are
//! chosen are those of `chance.py`.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use zugpost::rules::composed::past::Past;
use zugpost::rules::composed::position::Position;
use zugpost::rules::composed::{Game, Square};
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::by_file::section::Resolved;

use super::vectors::{hex, in_order};
use super::{facts, game};

/// So many games of each variant are played, unless `PROPTEST_CASES` asks for another number.
const GAMES: usize = 10;

/// So many games of each variant the list has.
const ALL: usize = 200;

/// Two numbers drawn for a ply.
fn drawn(variant: &str, number: usize, ply: usize) -> (usize, usize) {
    let bytes = Sha256::digest(format!("{variant} {number} {ply}").as_bytes());
    let four = |from: usize| {
        bytes[from..from + 4]
            .iter()
            .fold(0, |all, byte| all << 8 | usize::from(*byte))
    };
    (four(0), four(4))
}

/// Where a turn begins and arrives, unless it is a drop.
fn way(turn: &str) -> Option<(&str, &str)> {
    let digits = |text: &str| text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let from = 1 + digits(turn);
    let to = 1 + digits(turn.get(from..)?);
    (from > 1 && to > 1).then(|| (&turn[..from], &turn[from..from + to]))
}

/// Whether a turn goes to a square with a piece.
fn arrives(at: &Position, turn: &str) -> bool {
    way(turn).is_some_and(|(from, to)| {
        let square = Square::parse(to).expect("a square");
        from != to && at.board.at(square).is_some()
    })
}

/// The turn of a game: of all, or in games with odd numbers sometimes of those that arrive at a piece.
fn choose<'a>(at: &Position, turns: &'a [String], drawn: (usize, usize), number: usize) -> &'a str {
    if number % 2 == 1 && drawn.1 % 2 == 1 {
        let arriving: Vec<&String> = turns.iter().filter(|turn| arrives(at, turn)).collect();
        if !arriving.is_empty() {
            return arriving[drawn.0 % arriving.len()];
        }
    }
    &turns[drawn.0 % turns.len()]
}

/// Plays a game, and gives the facts of all its positions.
fn play(game: &Game, variant: &str, number: usize) -> Vec<String> {
    let most = 40 + 16 * (number % 10);
    let mut at = game.read(&game.parts.start).expect("a start");
    let mut past = Past::new(game, &at);
    let mut lines = Vec::new();
    loop {
        let facts = facts(game, &at, &past);
        let turns = facts.turns.clone();
        let in_order = in_order(facts);
        lines.push(in_order.join(" "));
        let ends = in_order[4] != "-" && number % 5 != 4;
        if turns.is_empty() || past.plies() == most || ends {
            return lines;
        }
        let text = choose(&at, &turns, drawn(variant, number, past.plies()), number);
        let turn = game.find(&at, text).expect("legal");
        game.play(&mut at, &turn);
        past.add(game, &at);
    }
}

/// The games of a line that differ, and how many positions were looked at.
fn check(sections: &[Arc<Resolved>], line: &str, games: usize) -> (Vec<String>, usize) {
    let fields: Vec<&str> = line.split(" | ").collect();
    let [variant, counted, signs] = fields[..] else {
        panic!("three fields: {line}");
    };
    let signs: Vec<&str> = signs.split_whitespace().collect();
    let game = game(sections, variant);
    let (mut wrong, mut positions) = (Vec::new(), 0);
    for (number, sign) in signs.iter().enumerate().take(games) {
        let lines = play(&game, variant, number);
        positions += lines.len();
        if hex(&lines.join("\n"))[..4] != **sign {
            wrong.push(format!("{variant}, game {number}"));
        }
    }
    let all = counted.split_once(" positions").expect("a number").0;
    if games >= signs.len() && wrong.is_empty() && positions.to_string() != all {
        wrong.push(format!(
            "{variant}: {positions} positions in place of {all}"
        ));
    }
    (wrong, positions)
}

#[test]
fn games_by_chance_are_played_as_the_format_plays_them() {
    let asked = std::env::var("PROPTEST_CASES").ok();
    let games = asked.map_or(GAMES, |number| number.parse().expect("a number"));
    let games = games.min(ALL);
    let sections: Vec<_> = Catalogue::built_in().iter().cloned().collect();
    let lines: Vec<&str> = include_str!("random.txt").lines().collect();
    // Those that come with the program, and chess.
    assert_eq!(lines.len(), sections.len() + 1);
    let signs = |line: &&str| {
        line.rsplit(" | ")
            .next()
            .unwrap_or_default()
            .split(' ')
            .count()
    };
    assert!(
        lines.iter().all(|line| signs(line) == ALL),
        "signs are missing"
    );
    let (mut wrong, mut positions) = (Vec::new(), 0);
    std::thread::scope(|scope| {
        let tasks: Vec<_> = lines
            .iter()
            .map(|line| scope.spawn(|| check(&sections, line, games)))
            .collect();
        for task in tasks {
            let (differences, number) = task.join().expect("a variant");
            wrong.extend(differences);
            positions += number;
        }
    });
    assert!(
        games > 0 && positions > games * lines.len() * 20,
        "{positions} positions"
    );
    println!("{positions} positions");
    // `oracle.py random --only VARIANT --game NUMBER` writes a game as a line of vectors.jsonl, where the ply is told.
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
