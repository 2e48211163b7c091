//! What players type, how games end, and positions that cannot stand: lists in the folders of the
//! games.

use zugpost::drawings::{Style, render};
use zugpost::rules::Fact;
use zugpost::rules::game::Game;
use zugpost::rules::variant::Options;
use zugpost::variants::find;
use zugpost::words::Words;

use super::data::{Row, rows, said, start};

/// `typed.txt`: `game VARIANT OPTIONS | POSITION or -`, `turns A | B`, and
/// `TYPED => CANONICAL` or `TYPED => code: words of the answer`.
fn typed_turns(folder: &str) {
    let mut game: Option<Box<dyn Game>> = None;
    let (mut checked, mut wrong) = (0, Vec::new());
    for Row { text: line, place } in rows(format!("{folder}/typed.txt")) {
        if let Some(rest) = line.strip_prefix("game ") {
            let (names, position) = rest.split_once(" | ").expect(&place);
            let (id, options) = names.split_once(' ').unwrap_or((names, ""));
            game = Some(start(id, options, position));
            continue;
        }
        let game = game.as_mut().expect(&place);
        if let Some(turns) = line.strip_prefix("turns ") {
            for turn in turns.split(" | ") {
                game.play(turn).unwrap_or_else(|e| panic!("{place}: {e}"));
            }
            continue;
        }
        let (typed, expected) = line.split_once(" => ").expect(&place);
        let (answer, code) = match game.fork().play(typed) {
            Ok(played) => (played.canonical, String::new()),
            Err(refusal) => (said(&refusal), code(&refusal)),
        };
        let fits = match expected.split_once(": ") {
            None => answer == expected && code.is_empty(),
            Some((known, words)) => known == code && answer.contains(words),
        };
        let fits = fits && !answer.contains("[reasons/");
        if !fits {
            wrong.push(format!("{place}: {line}\n    {code} {answer}"));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 0, "nothing is typed in {folder}/typed.txt");
}

/// `bad_positions.txt`: `POSITION => words of the reason`.
fn bad_positions(variant: &str) {
    for Row { text: line, place } in rows(format!("{variant}/bad_positions.txt")) {
        let (position, reason) = line.split_once(" => ").expect(&place);
        let variant = find(variant).expect("registered");
        match variant.start(&Options::new(), Some(position)) {
            Ok(_) => panic!("{place}: {position} stands"),
            Err(e) => {
                let said = Words::built_in().english().setup_error(&e);
                assert!(said.contains(reason), "{place}: {said}");
                assert!(!said.contains("[reasons/"), "{place}: {said}");
            }
        }
    }
}

/// `ends.txt`: `POSITION or - | TURNS => RESULT REASON`, `*` where the game goes on. `2*a,b` plays
/// a, b twice; `claim` claims the draw.
fn ends(variant: &str) {
    let seats = find(variant).expect("registered").seats();
    for Row { text: line, place } in rows(format!("{variant}/ends.txt")) {
        let (game, end) = line.split_once("=> ").expect(&place);
        let (position, turns) = game.split_once(" |").expect(&place);
        let mut game = start(variant, "", position);
        for word in turns.split_whitespace() {
            let repeated = word.split_once('*');
            // `N*f5` is a turn of its own.
            let number = |(times, round): (&str, _)| Some((times.parse::<usize>().ok()?, round));
            let (times, round) = repeated.and_then(number).unwrap_or((1, word));
            for _ in 0..times {
                for turn in round.split(',') {
                    let played = match turn {
                        "claim" => game.claim_draw().map(drop),
                        turn => game.play(turn).map(drop),
                    };
                    played.unwrap_or_else(|e| panic!("{place}: {turn}: {e}"));
                }
            }
        }
        let outcome = game.outcome().map_or("*".to_owned(), |outcome| {
            format!("{} {}", outcome.result(&seats), outcome.reason)
        });
        assert_eq!(outcome, end, "{place}");
        if variant == "xiangqi" {
            names_its_ruling(game.as_ref(), &outcome, &place);
        }
    }
}

/// An end that the board does not show is explained below it; the fact that is told there has the number of the ruling.
fn names_its_ruling(game: &dyn Game, outcome: &str, place: &str) {
    let view = game.view(None);
    let ruled = |fact: &Fact| matches!(fact, Fact::Ended { ruling, .. } if ruling.starts_with('X'));
    let notes = render(&view, Style::Ascii, Words::built_in().english()).notes;
    let last = notes.last().map_or("", String::as_str);
    let told = ["drawn", "loses", "has lost"]
        .iter()
        .any(|word| last.contains(word));
    let shown = outcome == "*" || outcome.contains("mate");
    assert!(
        shown || told && view.facts.iter().any(ruled),
        "{place}: {notes:?}"
    );
}

#[test]
fn typed_turns_are_understood_or_told_why_not() {
    for folder in super::data::folders_with("typed.txt") {
        typed_turns(&folder);
    }
}

#[test]
fn positions_that_cannot_stand_are_refused_with_the_reason() {
    for variant in super::data::folders_with("bad_positions.txt") {
        bad_positions(&variant);
    }
}

#[test]
fn games_end_as_recorded() {
    for variant in super::data::folders_with("ends.txt") {
        ends(&variant);
    }
}

/// The referee's code of a refusal.
pub fn code(refusal: &zugpost::rules::outcome::Refusal) -> String {
    let code = zugpost::referee::Code::from(refusal);
    let word = serde_json::to_value(code).expect("JSON");
    word.as_str().expect("a word").to_owned()
}
