//! Position texts and options: what cannot stand, and what is said of it.

use zugpost::rules::outcome::SetupError;
use zugpost::rules::variant::Options;
use zugpost::words::Words;

use super::{told, variant};

#[test]
fn positions_that_cannot_stand_are_refused() {
    for text in [
        "4k3/8/8/8/8/8/8/4K3 w - - - 1,1 0",
        "4k3/8/8/8/8/8/8/8 w - - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K2R w Q - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/3=K3 w - - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/p3K3 w - - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 - 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - e1 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - - * 0 1",
        "4k3/4N3/5N2/8/8/8/8/4K3 w - - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K4 w - - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - - 1,1 0 0",
        "\u{1f600}",
        "",
    ] {
        let refused = variant("hans38").start(&Options::new(), Some(text)).err();
        assert!(
            matches!(refused, Some(SetupError::BadPosition(_))),
            "{text}: {refused:?}"
        );
    }
}

/// What is wrong is said, so that it can be mended.
#[test]
fn a_bad_position_is_told_what_is_wrong_with_it() {
    for (id, text, words) in [
        (
            "hans38",
            "4k3/8/8/8/8/8/8/3KK3 w - - - 1,1 0 9",
            "White has 2 kings, not 1",
        ),
        (
            "hans38",
            "4k3/8/8/8/8/8/8/4K2R w Q - - 1,1 0 9",
            "Castling right Q: White has no rook there",
        ),
        (
            "hans38",
            "4k3/8/8/8/8/8/8/4KS2 w - - - 1,1 0 9",
            "S is not a piece here. In a position text the pieces are P K R N B Q G I H O",
        ),
        (
            "hans38",
            "4k3/8/8/8/8/8/8/3=K3 w - - - 1,1 0 9",
            "have owners in this game",
        ),
        (
            "hans38",
            "4k3/8/8/8/8/8/8/3+K3 w - - d1 1,1 0 9",
            "No square is barred in this game",
        ),
        (
            "hans38",
            "4k3/8/8/8/8/8/8/4K3 w - - - 65,1 0 9",
            "64 at most",
        ),
        (
            "hans38",
            "4k3/8/8/8/8/8/8/4K3 w - e6 - 1,1 0 9",
            "En passant on e6: no pawn stands on e5",
        ),
        ("hans38", "4k3/8/8/8/8/8/8/4K3 w - - - 1,1 0", "8 fields"),
        (
            "hans38",
            "4k3/8/8/8/8/8/8/9 w - - - 1,1 0 9",
            "Rank 1 has 9 files, not 8",
        ),
        (
            "hans38",
            "4k3/8/8/8/8/8/8/4K3 w - - - 1,1 0 09",
            "is written",
        ),
        (
            "hans38",
            "4k3/8/8/8/8/8/8/P3K3 w - - - 1,1 x 9",
            "clock is a number of at most 5 digits",
        ),
        (
            "hans38",
            "p3k3/8/8/8/8/8/8/p3K3 w - - - 1,1 0 9",
            "A pawn cannot stand on a1",
        ),
        (
            "hans38",
            "4k3/4N3/5N2/8/8/8/8/4K3 w - - - 1,1 0 9",
            "Black's king on e8 is attacked from f6, but White is to move",
        ),
        (
            "hans38-neutral",
            "4k3/8/8/8/8/8/8/3+K3 w - - - 1,1 0 9",
            "no owners in this game",
        ),
        (
            "hans38-neutral",
            "4k3/8/8/8/8/8/8/3=K3 w - - a1 1,1 0 9",
            "no square a1 to be barred",
        ),
        (
            "hans38-neutral",
            "4k3/8/8/8/8/8/8/3=K3 w - - e1 1,1 0 9",
            "e1 cannot be barred",
        ),
        (
            "hans38-neutral",
            "4k3/8/8/8/8/8/8/3=K=2 w - - d1,f1 1,1 0 9",
            "At most 1",
        ),
        (
            "infinite-reserves",
            "4k3/8/8/8/8/8/8/4K3 w - - - 1,1 0 9",
            "unlimited here",
        ),
    ] {
        match variant(id).start(&Options::new(), Some(text)).err() {
            Some(SetupError::BadPosition(reason)) => {
                let said = Words::built_in().english().reason(&reason);
                assert!(said.contains(words), "{text}: {said}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_bad_option_is_told_what_is_known() {
    for (id, key, value, words) in [
        (
            "hans38",
            "armies",
            "fide/foo",
            "clobberers, nutters, rookies",
        ),
        ("hans38", "armies", "fide", "WHITE/BLACK"),
        ("hans38", "armies", "fide/fide/fide", "WHITE/BLACK"),
        ("hans38", "white-reserve", "0", "a number from 1 to 32"),
        ("hans38", "white-reserve", "33", "a number from 1 to 32"),
        ("hans38", "black-reserve", "-1", "a number from 1 to 32"),
        ("hans38", "black-reserve", "+3", "a number from 1 to 32"),
        (
            "hans38",
            "black-reserve",
            "99999999999",
            "a number from 1 to 32",
        ),
        ("hans38", "turn", "double", "single, postal or postal-plus"),
        ("hans38", "reserve", "3", "no option reserve"),
        ("moving-squares", "turn", "single", "The options are armies"),
        (
            "infinite-reserves",
            "white-reserve",
            "3",
            "The options are armies",
        ),
    ] {
        let options = Options::from([(key.to_owned(), value.to_owned())]);
        for position in [None, Some("4k3/8/8/8/8/8/8/4K3 w - - - 1,1 0 9")] {
            match variant(id).start(&options, position).err() {
                Some(SetupError::BadOption(reason)) => {
                    let said = Words::built_in().english().reason(&reason);
                    assert!(said.contains(words), "{key}={value}: {said}");
                }
                other => panic!("{key}={value}: {other:?}"),
            }
        }
    }
}

#[test]
fn handicap_reserves_hold_for_each_side() {
    let options = Options::from([
        ("white-reserve".to_owned(), "1".to_owned()),
        ("black-reserve".to_owned(), "32".to_owned()),
    ]);
    let mut game = variant("hans38").start(&options, None).expect("starts");
    assert!(game.position().contains(" 1,32 "));
    for turn in ["@@f3", "@@f6"] {
        game.play(turn).expect("legal");
    }
    let refused = told(game.as_ref(), "@@e3");
    assert!(refused.contains("your reserve is empty"), "{refused}");
    // A position text overrides the options.
    let text = "4k3/8/8/8/8/8/8/4K3 w - - - 0,7 0 9";
    let game = variant("hans38")
        .start(&options, Some(text))
        .expect("starts");
    assert_eq!(game.position(), text);
}
