//! Boards and rules as readers see them.

use zugpost::drawings::{Diagram, Style, guide, render};
use zugpost::rules::game::{Game, Seat};
use zugpost::words::Words;

use super::{FAMILY, begin, play, variant};

fn drawn(game: &dyn Game, viewer: Option<Seat>) -> Diagram {
    render(
        &game.view(viewer),
        Style::Ascii,
        Words::built_in().english(),
    )
}

/// How the side to move writes its turn.
fn written(game: &dyn Game) -> Vec<String> {
    let voice = Words::built_in().english();
    voice.paragraphs(&game.writing(game.to_move()))
}

#[test]
fn diagrams_fit_a_letter() {
    for id in FAMILY {
        for armies in ["armies=rookies/nutters", "armies=clobberers/clobberers"] {
            let mut game = begin(id, armies, None);
            play(&mut game, &["@@f3", "@@c6"]);
            for seat in [None, Some(Seat(0)), Some(Seat(1))] {
                let Diagram {
                    board,
                    notes,
                    legend,
                } = drawn(&*game, seat);
                let lines = board.into_iter().chain(notes).chain(legend);
                for line in lines.chain(written(&*game)) {
                    assert!(line.is_ascii() && line.len() <= 72, "{line}");
                    assert!(line.trim_end() == line && !line.starts_with('>'), "{line}");
                    assert!(!line.starts_with("From "), "{line}");
                }
            }
        }
    }
}

#[test]
fn a_board_shows_owners_marks_and_reserves() {
    let mut game = begin("hans38", "armies=fide/fide", None);
    play(&mut game, &["@@f3", "@@f6", "Ng1-f3", "Ng8-f6", "@g1-h3"]);
    let drawn = drawn(&*game, Some(Seat(1)));
    let row = |start: &str| {
        let row = drawn.board.iter().find(|l| l.starts_with(start));
        row.map(String::as_str).unwrap_or_default()
    };
    assert_eq!(
        row("   1"),
        "   1 [R]     [B] [K] [Q] [B] [N] [R]  1   White's reserve: 2 squares"
    );
    assert_eq!(row("   3"), "   3 [ ]     [N]                      3");
    assert_eq!(drawn.board[0], "Seen from Black's side:");
    assert!(
        drawn
            .notes
            .contains(&"Empty squares: White's h3; Black's g8.".to_owned())
    );
}

#[test]
fn a_barred_square_wears_its_sign() {
    let mut game = begin("moving-squares", "armies=fide/fide", None);
    play(&mut game, &["@@f3", "@@f6", "Nf3 @@e4 @f3-g4"]);
    let drawn = drawn(&*game, None);
    let row = drawn.board.iter().find(|l| l.starts_with("   4"));
    assert_eq!(
        row.map(String::as_str),
        Some("   4                 <!>     <N>!     4")
    );
    let note = "Black may not move the squares e4 and g4 this turn (!).".to_owned();
    assert!(drawn.notes.contains(&note), "{:?}", drawn.notes);
}

#[test]
fn the_writing_tells_the_turn_rule_in_force() {
    for (id, options, words) in [
        (
            "hans38",
            "turn=single",
            "or a square placed, or a square moved",
        ),
        (
            "hans38",
            "turn=postal",
            "On this first turn no piece can move",
        ),
        (
            "hans38-neutral",
            "turn=postal-plus",
            "at most one square placed and one moved",
        ),
        ("infinite-reserves", "", "then one square placed"),
        ("moving-squares", "", "with your piece on it"),
    ] {
        let written = written(&*begin(id, options, None)).join(" ");
        let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(written.contains(words), "{id} {options}: {written}");
    }
    let empty = "4k3/8/8/8/8/8/8/3+K3 w - - - 0,0 0 9";
    let written = written(&*begin("hans38", "", Some(empty)));
    assert!(!written.join(" ").contains("@@"), "{written:?}");
}

#[test]
fn rules_are_complete_and_their_examples_play() {
    for id in FAMILY {
        let rules = guide::expand(variant(id), Words::built_in().english());
        for line in rules.lines() {
            assert!(line.is_ascii() && line.len() <= 72, "{line}");
            assert!(line.trim_end() == line, "{line}");
            assert!(!line.starts_with(['?', '%', '>']), "{line}");
        }
        // A board before and after each example, and the movement of every piece.
        assert!(
            rules.contains("   8 <r>") || rules.contains("   8 (r)"),
            "{id}"
        );
        for name in ["Bede", "Charging Knight", "Half-Duck", "Colonel", "P Pawn"] {
            assert!(rules.contains(name), "{id}: {name}");
        }
        assert!(rules.contains("Here White may not") || rules.contains("Here Black may not"));
    }
}

#[test]
fn movement_is_drawn_from_betzas_notation() {
    let rules = guide::expand(variant("hans38"), Words::built_in().english());
    let all: Vec<&str> = rules.lines().collect();
    let top = all
        .iter()
        .position(|l| l.starts_with("S Short Rook"))
        .expect("drawn");
    assert_eq!(
        all[top + 4],
        "4 4 4 S 4 4 4   . o o M o o .   o o . F . o o   - - - E - - -"
    );
    let top = all
        .iter()
        .position(|l| l.starts_with("K King"))
        .expect("drawn");
    assert_eq!(all[top + 3], ". . o o o . .   . . x m x . .");
}
