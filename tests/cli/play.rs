//! `zugpost play`: a game at one keyboard.

use zugpost::variants;

use super::place::Place;

/// What is printed for these lines.
fn played(arguments: &[&str], lines: &[&str]) -> String {
    let place = Place::new();
    let input = lines
        .iter()
        .map(|line| format!("{line}\n"))
        .collect::<String>();
    let ran = place.with_input(&[&["play"], arguments].concat(), input.as_bytes());
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.out
}

#[test]
fn a_game_is_played_at_one_keyboard() {
    let lines = [
        "pawn to e4",
        "undo",
        "f3",
        "e5",
        "preview Qh5",
        "Ke3",
        "legal g2",
        "g4",
        "Qh4",
        "history",
        "quit",
    ];
    let out = played(&["chess"], &lines);
    assert!(
        out.contains("White 1.> pawn to e4\nPlayed: 1. e2-e4\n"),
        "{out}"
    );
    assert!(out.contains("Taken back: e2-e4"), "{out}");
    assert!(
        out.contains("   1  R  N  B  K  Q  B  N  R  1"),
        "not from Black's side: {out}"
    );
    assert!(
        out.contains("\"Ke3\" is not possible") || out.contains("Ke3"),
        "{out}"
    );
    assert!(out.contains("g2-g3") && out.contains("g2-g4"), "{out}");
    assert!(out.contains("0-1, checkmate."), "{out}");
    assert!(
        out.contains("over> history\n1. f2-f3\n1... e7-e5\n2. g2-g4\n2... Qd8-h4\n"),
        "{out}"
    );
}

#[test]
fn every_game_can_be_played_and_ends_with_its_input() {
    for variant in variants::all() {
        let out = played(
            &[variant.id()],
            &[
                "legal",
                "position",
                "board spoken",
                "undo",
                "nonsense",
                "rules",
            ],
        );
        assert!(
            out.contains(variant.name()) && out.contains("No turn was played yet."),
            "{out}"
        );
    }
    let place = Place::new();
    place.refused(&["play", "checkers"]);
    place.refused(&["play", "chess", "--position", "8/8/8/8 w"]);
}
