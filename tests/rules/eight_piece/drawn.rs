//! Boards, notes and legends as readers see them.

use zugpost::drawings::{Diagram, Style, render};
use zugpost::rules::game::{Game, Seat};
use zugpost::words::Words;

use super::played;

/// Lines as one, with one blank between words.
fn one_line(lines: &[String]) -> String {
    let words = lines.iter().flat_map(|line| line.split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}

fn drawn(game: &dyn Game, viewer: Option<Seat>) -> Diagram {
    let voice = Words::built_in().english();
    render(&game.view(viewer), Style::Ascii, voice)
}

/// Every facing, a unit and a lancer that are held, and a push.
const CROWDED: &str =
    "L{n}L{ne}2k3/L{e}L{se}6/7p/2J5/2l{s}n4/5n2/L{sw}L{w}4S1/L{nw}3K3 w - - - 0 20";

#[test]
fn a_board_shows_facings_and_what_is_held_and_touched() {
    let game = played(CROWDED, "Sg2-f3Ng1");
    let diagram = drawn(&*game, None);
    let board = "      a  b  c  d  e  f  g  h
   8  L^ L' .  .  k  .  .  .  8
   7  L> L. .  .  .  .  .  .  7
   6  .  .  .  .  .  .  .  p  6
   5  .  .  J  .  .  .  .  .  5
   4  .  . *lv n  .  .  .  .  4
   3  .  .  .  .  . [S] .  .  3
   2 .L <L  .  .  .  . [.] .  2
   1 'L  .  .  .  K  . [n] .  1
      a  b  c  d  e  f  g  h";
    assert_eq!(diagram.board.join("\n"), board);
    let notes = [
        "Last turn: 20. Sg2-f3Ng1 (White)",
        "Black's knight was pushed from f3 to g1. This turn it may not go to",
        "  f3.",
        "Held by a jailer (*): Black's lancer on c4.",
    ];
    assert_eq!(diagram.notes, notes);
    let facings = [
        "The tick beside a lancer shows where it looks: L^ n, L' ne, L> e, L.",
        "  se, Lv s, .L sw, <L w, 'L nw",
        "* held by an enemy jailer: it cannot move, capture or give check",
    ];
    assert_eq!(diagram.legend[3..6], facings);
    // Black sees the board, and where lancers look, turned round.
    let turned = drawn(&*game, Some(Seat(1)));
    assert_eq!(turned.board[1], "   1  . [n] .  K  .  .  .  L. 1");
    assert_eq!(turned.board[4], "   4  .  .  .  .  n *l^ .  .  4");
    assert!(one_line(&turned.legend).contains("Lv n, .L ne, <L e"));
}

#[test]
fn a_tick_and_a_star_take_the_place_of_a_bracket() {
    let lancer = played("4k3/8/8/8/8/8/8/1L{ne}2K3 w - - - 0 1", "Le4=w");
    let diagram = drawn(&*lancer, None);
    assert_eq!(diagram.board[5], "   4  .  .  .  . <L] .  .  .  4");
    assert!(one_line(&diagram.legend).contains("takes the place of a bracket"));
    let held = played("4k3/8/8/4j3/8/8/8/1L{ne}2K3 w - - - 0 1", "Le4=e");
    let diagram = drawn(&*held, None);
    assert_eq!(diagram.board[5], "   4  .  .  .  . *L> .  .  .  4");
    let unit = played("4k3/8/8/4j3/8/8/8/1B2K3 w - - - 0 1", "Be4");
    assert_eq!(
        drawn(&*unit, None).board[5],
        "   4  .  .  .  . [B* .  .  .  4"
    );
}

#[test]
fn the_legend_has_only_the_signs_of_this_board() {
    let diagram = drawn(&*played("4k3/8/8/8/8/8/8/B3K3 w - - - 0 1", ""), None);
    let legend = [
        "Upper case: White's pieces; lower case: Black's. K king, B bishop",
        ". empty square",
    ];
    assert_eq!(diagram.legend, legend);
}

#[test]
fn a_king_that_may_pass_is_told_so_and_a_pushed_lancer_that_it_may_turn() {
    let note =
        |position: &str, turns: &str| one_line(&drawn(&*played(position, turns), None).notes);
    assert!(note("4k3/8/8/8/8/8/4j3/4K3 w - - - 0 1", "").contains("White may pass this turn."));
    assert!(!note("4k3/8/8/8/8/8/8/4K3 w - - - 0 1", "").contains("pass"));
    let at = "4k3/8/8/8/3l{e}4/8/5S2/7K w - - - 0 1";
    assert!(note(at, "Sf2-d4Lc3").contains("it may turn first and then move."));
    let held = "4k3/8/8/8/3l{e}4/8/2J2S2/7K w - - - 0 1";
    assert!(note(held, "Sf2-d4Lc3").contains("it may turn without a move."));
    let written = |position: &str, turns: &str| {
        let game = played(position, turns);
        let reasons = game.writing(game.to_move());
        one_line(&Words::built_in().english().paragraphs(&reasons))
    };
    assert!(written(at, "Sf2-d4Lc3").contains("Black's lancer on c3 was pushed from d4."));
    assert!(written("4k3/8/8/8/8/8/4j3/4K3 w - - - 0 1", "").contains("White may write pass."));
}

#[test]
fn diagrams_fit_a_letter() {
    for (position, turns) in [(CROWDED, "Sg2-f3Ng1"), ("-", "Le4=e Ld6=w")] {
        let game = played(position, turns);
        for seat in [None, Some(Seat(0)), Some(Seat(1))] {
            let diagram = drawn(&*game, seat);
            let written = Words::built_in()
                .english()
                .paragraphs(&game.writing(game.to_move()));
            let lines = diagram.board.into_iter().chain(diagram.notes);
            for line in lines.chain(diagram.legend).chain(written) {
                assert!(line.is_ascii() && line.len() <= 72, "{line}");
                assert!(
                    line.trim_end() == line && !line.starts_with(['>', '?']),
                    "{line}"
                );
            }
        }
    }
}
