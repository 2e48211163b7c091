//! What people type and write: lists of readings, of prose and of mentions, and laws.

use proptest::prelude::*;
use zugpost::rules::game::{Game, Mention, TurnReading};
use zugpost::variants::VARIANTS;

use super::data::{Row, rows, start};
use super::laws::{choices, start as default_start};
use super::lists::code;

/// Compares a row's text with what is expected of it in a game; what was found instead is the error.
type Check<'a> = &'a mut dyn FnMut(&dyn Game, &str, &str) -> Result<(), String>;

/// The rows of a list with the game that each is about: `game VARIANT OPTIONS | POSITION or -`, then
/// `turns A | B`, then rows of `TEXT => EXPECTED`.
fn each(list: &str, check: Check<'_>) {
    let mut game: Option<Box<dyn Game>> = None;
    let mut wrong = Vec::new();
    for Row { text: line, place } in rows(format!("people/{list}")) {
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
        let (text, expected) = line.split_once("=>").expect(&place);
        if let Err(found) = check(game.as_ref(), text.trim(), expected.trim()) {
            wrong.push(format!("{place}: {line}\n    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn shown(game: &dyn Game, reading: TurnReading) -> String {
    match reading {
        TurnReading::No => "-".to_owned(),
        TurnReading::Doubtful(turns) => format!("? {}", turns.join(", ")).trim().to_owned(),
        TurnReading::Turn(text) => match game.fork().play(&text) {
            Ok(played) => played.canonical,
            Err(refusal) => format!("! {}", code(&refusal)),
        },
    }
}

#[test]
fn texts_read_as_turns() {
    each("readings.txt", &mut |game, text, expected| {
        let reading = game.reading(text);
        let found = shown(game, reading.clone());
        match found == expected {
            true => Ok(()),
            false => Err(format!("{found} ({reading:?})")),
        }
    });
}

#[test]
fn prose_is_no_turn() {
    for variant in VARIANTS {
        let game = default_start(*variant);
        for Row { text, place } in rows("people/prose.txt") {
            let reading = game.reading(&text);
            assert_eq!(reading, TurnReading::No, "{place}: {} {text}", variant.id());
        }
    }
}

#[test]
fn turns_are_found_in_prose() {
    each("mentions.txt", &mut |game, text, expected| {
        let one = |m: &Mention| {
            format!("{}: {}", m.typed, m.turns.join(", "))
                .trim()
                .to_owned()
        };
        let found: Vec<String> = game.mentions(text).iter().map(one).collect();
        match found.join(" | ") == expected {
            true => Ok(()),
            false => Err(found.join(" | ")),
        }
    });
}

#[test]
fn long_texts_cost_little() {
    for variant in VARIANTS {
        let game = default_start(*variant);
        for piece in [
            "e4 ",
            "N",
            "e2 e4 ",
            "knight to ",
            "castle ",
            "@@e3 ",
            "a ",
            "é",
            "Cc3 ",
            "炮",
        ] {
            let text = piece.repeat(100_000);
            assert!(game.mentions(&text).len() <= 20);
            assert_eq!(game.reading(&text), TurnReading::No);
            let short = &text[..text
                .char_indices()
                .nth(900)
                .map_or(text.len(), |(at, _)| at)];
            let _ = game.reading(short);
        }
    }
}

/// Nothing is played, mentioned or asked about once the game is over.
#[test]
fn nothing_is_legal_after_the_end() {
    let mut game = start("chess", "", "-");
    for turn in ["f3", "e5", "g4", "Qh4"] {
        game.play(turn).expect("legal");
    }
    assert_eq!(game.reading("Cc3"), TurnReading::Doubtful(Vec::new()));
    assert_eq!(game.reading("e4"), TurnReading::Turn("e4".to_owned()));
    assert!(
        game.mentions("so Nf3 it is")
            .iter()
            .all(|m| m.turns.is_empty())
    );
}

proptest! {
    #![proptest_config(super::properties::config(40))]

    /// A canonical text is that turn, and means itself.
    #[test]
    fn canonical_texts_read_as_themselves(
        picks in proptest::collection::vec(0..100_000_usize, 1..24),
    ) {
        for variant in VARIANTS {
            let mut game = default_start(*variant);
            for pick in &picks {
                if game.outcome().is_some() {
                    break;
                }
                let turns = choices(game.as_ref(), *pick);
                for turn in turns.iter().skip(pick % 7).step_by(turns.len() / 5 + 1) {
                    prop_assert_eq!(game.reading(turn), TurnReading::Turn(turn.clone()));
                    prop_assert_eq!(game.meaning(turn), Ok(turn.clone()));
                    let found = game.mentions(&format!("my reply: {turn}, with regards"));
                    prop_assert!(found.first().is_some_and(|m| m.turns.contains(turn)), "{turn} {found:?}");
                }
                game.play(&turns[pick % turns.len()]).expect("legal");
            }
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>(), near in "[ a-hK♘♟Сс炮平二é@x=:0-9→\u{301}-]{0,40}") {
        for variant in VARIANTS {
            let game = default_start(*variant);
            for text in [&text, &near] {
                if let TurnReading::Doubtful(turns) = game.reading(text) {
                    for turn in turns {
                        prop_assert_eq!(game.meaning(&turn), Ok(turn.clone()));
                    }
                }
                for mention in game.mentions(text) {
                    for turn in mention.turns {
                        prop_assert_eq!(game.meaning(&turn), Ok(turn.clone()));
                    }
                }
            }
        }
    }
}
