//! What refusals carry, and what players type beyond `typed.txt`.

use zugpost::rules::game::Listing;
use zugpost::rules::outcome::Refusal;

use super::{begin, play, refusal, said};

#[test]
fn a_refusal_names_the_action_and_the_reason() {
    let mut game = begin("hans38", "turn=postal-plus armies=fide/fide", None);
    play(&mut game, &["@@f3", "@@f6", "Nf3", "Nf6"]);
    let refused = refusal(game.as_ref(), "Ng1 @@e3 @g8-e6");
    let message = said(&refused);
    let Refusal::Illegal { action, good, .. } = refused else {
        panic!("illegal")
    };
    assert_eq!((action, good.as_str()), (Some(3), "Nf3-g1 @@e3"));
    assert_eq!(
        message,
        "Nf3-g1 and @@e3 are fine, but @g8-e6 is not: g8 is Black's square."
    );
}

#[test]
fn typed_turns_are_read_leniently() {
    let mut game = begin("hans38", "turn=postal-plus armies=fide/fide", None);
    play(&mut game, &["1. @f3!", "1... \u{201c}@@f6\u{201d}"]);
    let played = |turn: &str| game.fork().play(turn).map(|p| p.canonical);
    for turn in [
        "2. Ng1\u{2013}f3 then @e3 and @g1h3",
        "nf3, @@e3; @@g1-h3",
        "g1f3 & @G1-H3 & @E3",
        "Ng1 - f3 @ e3 @ g1-h3 +",
    ] {
        let expected = Ok("Ng1-f3 @@e3 @g1-h3".to_owned());
        assert_eq!(played(turn), expected, "{turn}");
    }
    let army = begin(
        "hans38",
        "armies=clobberers/fide",
        Some("4k3/8/8/8/8/4+3/8/4K1W1 w - - - 1,1 0 9"),
    );
    assert!(army.fork().play("WAg1-e3").is_ok());
}

#[test]
fn a_second_piece_move_is_named_after_what_is_fine() {
    let mut game = begin("hans38", "turn=postal armies=fide/fide", None);
    play(&mut game, &["@@f3", "@@f6"]);
    let refused = refusal(game.as_ref(), "Nf3 f7-f6");
    let message = said(&refused);
    let Refusal::Illegal { action, good, .. } = refused else {
        panic!("illegal")
    };
    assert_eq!((action, good.as_str()), (Some(2), "Ng1-f3"));
    assert!(message.contains("at most one piece move"), "{message}");
    let first = refusal(game.as_ref(), "Nf4 f7-f6");
    assert!(
        matches!(
            first,
            Refusal::Illegal {
                action: Some(1),
                ..
            }
        ),
        "{first:?}"
    );
}

#[test]
fn the_first_letter_is_tried_both_ways_and_two_legal_readings_are_ambiguous() {
    let text = "4k3/8/8/8/8/2-p4/1P6/B+1K4 w - - - 1,1 0 9";
    let game = begin("hans38", "armies=fide/fide", Some(text));
    assert!(game.fork().play("bxd3").is_err());
    let text = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - - 1,1 0 9";
    let game = begin("hans38", "armies=fide/fide", Some(text));
    for typed in ["bxc3", "Bxc3"] {
        let Refusal::Ambiguous { candidates, .. } = refusal(game.as_ref(), typed) else {
            panic!("{typed} is ambiguous")
        };
        assert_eq!(candidates, ["Bd2:c3", "b2:c3"]);
    }
    assert!(game.fork().play("b2:c3").is_ok());
}

/// Nothing that can be sent makes the reader panic, and all of it is answered.
#[test]
fn hostile_lines_of_any_length_are_refused() {
    for id in super::FAMILY {
        let mut game = begin(id, "", None);
        for piece in [
            "@",
            "@@",
            "a",
            "K",
            "-",
            ":",
            "=",
            "(",
            " ",
            ".",
            "@@e3 ",
            "Nf3",
            "\u{e9}",
            "\u{1f600}",
            "BD",
            "=FAD",
            "1.",
            "O-",
        ] {
            for times in [1, 2, 3, 60, 333, 100_000] {
                let text = piece.repeat(times);
                let before = game.position();
                if let Ok(played) = game.fork().play(&text) {
                    assert!(played.canonical.len() < 30, "{text}");
                }
                assert!(
                    game.fork().replay(&text).is_err()
                        || text.starts_with('@')
                        || text.starts_with('O')
                );
                let _ = (
                    game.begin(&text),
                    game.legal_of(&text, "", 3),
                    game.reading(&text),
                );
                let refused = game.play(&format!("{text} {text} Nf3 @@z9"));
                assert!(refused.is_err() && game.position() == before, "{text}");
                let refused = said(&refused.expect_err("refused"));
                assert!(refused.len() < 700, "{text}");
            }
        }
    }
}

/// A square names every turn in which an action begins or ends on it, `@` the square actions.
#[test]
fn a_selector_lists_the_turns_that_it_says() {
    let mut game = begin("hans38", "turn=postal-plus armies=fide/fide", None);
    play(&mut game, &["@@f3", "@@f6"]);
    let all = super::legal(game.as_ref());
    let ends = |action: &str, at: &str| {
        let bare = action.trim_start_matches(|c: char| c == '@' || c.is_ascii_uppercase());
        bare.starts_with(at) || bare.get(3..5) == Some(at)
    };
    let square = |action: &str| action.starts_with('@');
    let moved = |action: &str| square(action) && !action.starts_with("@@");
    type Keep<'a> = &'a dyn Fn(&str) -> bool;
    let cases: [(&str, Keep<'_>); 7] = [
        ("f3", &|action| ends(action, "f3")),
        ("g1", &|action| ends(action, "g1")),
        ("@g1", &|action| square(action) && ends(action, "g1")),
        ("@", &moved),
        ("@@", &|action| square(action) && !moved(action)),
        ("@@e3", &|action| action == "@@e3"),
        ("N", &|action| action.starts_with('N')),
    ];
    for (what, keep) in cases {
        let kept = all.iter().filter(|turn| turn.split(' ').any(keep));
        let kept: Vec<String> = kept.cloned().collect();
        assert!(!kept.is_empty(), "{what}");
        let named = game.legal_of(what, "", usize::MAX);
        assert!(named == Ok(Listing::All(kept)), "{what}");
    }
    for nothing in ["i9", "@i9", "@@i9", "Z", "Q9", "@@e3x"] {
        assert!(game.legal_of(nothing, "", 5).is_err(), "{nothing}");
    }
}
