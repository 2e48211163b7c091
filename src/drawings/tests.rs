//! Boards, notes and rules of chess and xiangqi.

use crate::rules::view::Ending;
use crate::rules::{Fact, Game, Options, Seat, Variant};
use crate::variants::chess::CHESS;
use crate::variants::xiangqi::XIANGQI;
use crate::words::{Voice, Words};

use super::guide::{expand, fill_in};
use super::{Diagram, Look, Pieces, Style, html_board, html_legend, render};

fn play_all(variant: &dyn Variant, turns: &str) -> Box<dyn Game> {
    let mut game = variant.start(&Options::new(), None).expect("starts");
    for turn in turns.split_whitespace() {
        game.play(turn).unwrap_or_else(|e| panic!("{turn}: {e}"));
    }
    game
}

fn english() -> Voice<'static> {
    Words::built_in().english()
}

fn drawn(game: &dyn Game, viewer: Option<Seat>) -> Diagram {
    render(&game.view(viewer), Style::Ascii, english())
}

#[test]
fn chess_shows_the_last_turn_from_the_viewers_side() {
    let game = play_all(&CHESS, "");
    assert_eq!(drawn(&*game, None).notes, Vec::<String>::new());
    let game = play_all(&CHESS, "e4 f5 Qh5");
    let diagram = drawn(&*game, Some(Seat(1)));
    let board = "      h  g  f  e  d  c  b  a
   1  R  N  B  K [.] B  N  R  1
   2  P  P  P  .  P  P  P  P  2
   3  .  .  .  .  .  .  .  .  3
   4  .  .  .  P  .  .  .  .  4
   5 [Q] .  p  .  .  .  .  .  5
   6  .  .  .  .  .  .  .  .  6
   7  p  p  .  p  p  p  p  p  7
   8  r  n  b  k  q  b  n  r  8
      h  g  f  e  d  c  b  a";
    assert_eq!(diagram.board.join("\n"), board);
    let notes = ["Last turn: 2. Qd1-h5 (White)", "Black is in check."];
    assert_eq!(diagram.notes, notes);
    let legend = [
        "Upper case: White's pieces; lower case: Black's. K king, Q queen, R",
        "  rook, B bishop, N knight, P pawn",
        ". empty square; [ ] touched by the last turn",
    ];
    assert_eq!(diagram.legend, legend);
}

#[test]
fn castling_marks_where_king_and_rook_arrive() {
    let game = play_all(&CHESS, "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O");
    let board = drawn(&*game, None).board;
    assert_eq!(board[8], "   1  R  N  B  Q  . [R][K] .  1");
}

#[test]
fn xiangqi_shows_points_lines_and_the_last_turn() {
    let game = play_all(&XIANGQI, "Ch3-e3 Hh10-g8");
    let board = "      a   b   c   d   e   f   g   h   i
  10  r---h---e---a---k---a---e--[+]--r  10
      |   |   |   | \\ | / |   |   |   |
   9  +---+---+---+---+---+---+---+---+  9
      |   |   |   | / | \\ |   |   |   |
   8  +---c---+---+---+---+--[h]--c---+  8
      |   |   |   |   |   |   |   |   |
   7  p---+---p---+---p---+---p---+---p  7
      |   |   |   |   |   |   |   |   |
   6  +---+---+---+---+---+---+---+---+  6
      |           R I V E R           |
   5  +---+---+---+---+---+---+---+---+  5
      |   |   |   |   |   |   |   |   |
   4  P---+---P---+---P---+---P---+---P  4
      |   |   |   |   |   |   |   |   |
   3  +---C---+---+---C---+---+---+---+  3
      |   |   |   | \\ | / |   |   |   |
   2  +---+---+---+---+---+---+---+---+  2
      |   |   |   | / | \\ |   |   |   |
   1  R---H---E---A---K---A---E---H---R  1
      a   b   c   d   e   f   g   h   i";
    let diagram = drawn(&*game, None);
    assert_eq!(diagram.board.join("\n"), board);
    assert_eq!(diagram.notes, ["Last turn: 1... Hh10-g8 (Black)"]);
    let turned = drawn(&*game, Some(Seat(1))).board;
    assert!(turned[1].starts_with("   1  R---H---E") && turned[19].starts_with("  10  r--[+]--e"));
    let legend = [
        "Upper case: Red's pieces; lower case: Black's. K king, A mandarin, E",
        "  elephant, H horse, R chariot, C cannon, P soldier",
        "+ empty point; - | lines; \\ / diagonals of the palaces; [ ] touched",
        "  by the last turn",
    ];
    assert_eq!(diagram.legend, legend);
}

#[test]
fn a_second_style_draws_chinese_characters() {
    let game = play_all(&XIANGQI, "Ch3-e3 Ri10-i9 Ce3xe7");
    let diagram = render(&game.view(None), Style::Unicode, english());
    let columns = |line: &str| {
        line.chars()
            .map(|c| 1 + usize::from(!c.is_ascii()))
            .sum::<usize>()
    };
    let right = |line: &String| line.rfind(' ').map(|at| columns(&line[..at]));
    let ranks = diagram.board.iter().skip(1).step_by(2).take(10);
    let numbers: Vec<_> = ranks.map(right).collect();
    let text = format!(
        "{}\n{}",
        diagram.board.join("\n"),
        diagram.legend.join("\n")
    );
    assert!(
        numbers.windows(2).all(|w| w[0] == w[1]),
        "{numbers:?} in\n{text}"
    );
    assert!(diagram.board[1].contains("馬--象--士--將"), "{text}");
    assert!(diagram.board[7].contains("[炮]"), "{text}");
    let river = "      |        楚 河     漢 界        |";
    assert_eq!(diagram.board[10], river, "{text}");
    assert!(diagram.legend.concat().contains("傌 H"), "{text}");
    let chess = play_all(&CHESS, "e4").view(None);
    let drawn = render(&chess, Style::Unicode, english());
    let rank = "   8  ♜\u{fe0e}  ♞\u{fe0e}  ♝\u{fe0e}  ♛\u{fe0e}  ♚\u{fe0e}  ♝\u{fe0e}  ♞\u{fe0e}  ♜\u{fe0e}  8";
    assert_eq!(drawn.board[1], rank);
    assert!(
        drawn.legend.concat().contains("White: ♔ K"),
        "{:?}",
        drawn.legend
    );
}

#[test]
fn endings_by_ruling_are_told_in_full() {
    let mut view = play_all(&XIANGQI, "").view(None);
    let loser = Seat(0);
    let said = |by, ruling: &'static str| Fact::Ended {
        by,
        ruling: ruling.into(),
    };
    view.facts = vec![
        said(Ending::NoLegalTurn { loser }, "X3"),
        said(Ending::PerpetualCheck { loser, turns: 3 }, "X4"),
        said(Ending::PerpetualChase { loser, turns: 4 }, "X4"),
        said(Ending::ThirdRepetition, "X4"),
        said(Ending::NothingCrosses, "X5"),
        said(Ending::NoCapture { turns: 60 }, "X5"),
    ];
    let notes = [
        "Red has no legal turn and has lost.",
        "This position stands for the third time, and Red has given check",
        "with each of the 3 turns since the first: perpetual check loses.",
        "This position stands for the third time, and Red has attacked the",
        "same unprotected piece anew with each of the 4 turns since the",
        "first: perpetual chase loses.",
        "This position stands for the third time: drawn by repetition.",
        "Nothing is left that can cross the river: drawn.",
        "60 turns by each side without a capture: drawn.",
    ];
    assert_eq!(render(&view, Style::Ascii, english()).notes, notes);
}

#[test]
fn guides_fit_a_letter() {
    for variant in crate::variants::VARIANTS {
        for line in expand(*variant, english()).lines() {
            assert!(line.len() <= 72 && line.is_ascii(), "{line}");
            assert!(!line.starts_with(['?', '%', '>']), "{line}");
        }
    }
}

#[test]
fn any_variant_may_have_boards_and_sketches_in_its_guide() {
    let text = "One\n%game ; 4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1\n%refuse O-O\n%step Kxe2\n%draw N P\n\
                %game\n%play f3 | e5 | g4 | Qh4\n%end\n%draw J\n%dance";
    let guide = fill_in(&CHESS, text, english());
    let lines: Vec<&str> = guide.lines().collect();
    assert_eq!(lines[0], "One");
    assert!(
        lines[1].starts_with("Here White may not write O-O."),
        "{guide}"
    );
    let step = lines.iter().position(|l| *l == "White plays 1. Ke1xe2");
    let step = step.expect(&guide);
    let rank = "   2  .  .  .  .  r  .  .  .  2        2  .  .  .  .  K  .  .  .  2";
    assert_eq!(lines[step + 8], rank);
    let sketch = lines.iter().position(|l| *l == "N Knight        P Pawn");
    let sketch = sketch.expect(&guide);
    assert_eq!(lines[sketch + 2], ". . o . o . .   . . . . . . .");
    assert_eq!(lines[sketch + 3], ". o . . . o .   . . x m x . .");
    let end = &lines[lines.len() - 3..];
    assert_eq!(
        end[0],
        "Now White has no legal turn and has lost, by checkmate."
    );
    assert_eq!(end[1..], ["? %draw J: no piece J", "? %dance: unknown"]);
    let tall = fill_in(&XIANGQI, "%game\n%step C2=5", english());
    assert!(tall.starts_with("Red plays 1. Ch3-e3 (C2=5)\n") && tall.lines().count() == 44);
}

/// Shogi: what is promoted is drawn as turns write it, and the legend says what it is.
#[test]
fn promoted_pieces_are_told_apart() {
    let start = |name: &str, position: &str| {
        let game = crate::variants::find(name).expect("a game");
        let game = game.start(&Options::new(), Some(position));
        game.expect("a start")
    };
    let shogi = "4k4/9/9/+P3G4/9/9/9/4r4/4K3+b[] w - - 0 1";
    let mut game = start("minishogi", "2k2/5/+P2G1/5/2K1+b[] w - - 0 1");
    let diagram = drawn(&*game, None);
    assert_eq!(diagram.board[3], "   3 +P  .  .  G  .  3");
    let last = "   1  .  .  K  . +b  1   Sente's hand:  none";
    assert_eq!(diagram.board[5], last);
    // Its lines are broken where there is no more room.
    let plain = |lines: &[String]| {
        let all = lines.join(" ");
        all.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let legend = plain(&diagram.legend);
    assert!(legend.contains("+P a pawn that is a gold"), "{legend}");
    assert!(legend.contains("+B a bishop that is a"), "{legend}");
    game.play("+Pa3-a4").expect("legal");
    // The sign takes the place of a blank.
    assert_eq!(drawn(&*game, None).board[2], "   4[+P] .  .  .  .  4");
    assert_eq!(
        drawn(&*start("shogi", shogi), None).board[4].trim_end(),
        "   6 +P  .  .  .  G  .  .  .  .  6"
    );
    let queen = start("crazyhouse", "4k3/8/8/3Q~4/8/8/8/4K3[] w - - 0 1");
    let diagram = drawn(&*queen, None);
    assert_eq!(diagram.board[4], "   5  .  .  .  Q~ .  .  .  .  5");
    let legend = plain(&diagram.legend);
    assert!(legend.contains("Q~ a queen that was a pawn"), "{legend}");
}

#[test]
fn an_attacked_king_is_marked_in_html() {
    let mut view = play_all(&CHESS, "e4 f5 Qh5").view(None);
    let html = html_board(&view, Style::Ascii, english());
    assert!(html.contains("title=\"Black king, in check\""), "{html}");
    assert_eq!(html.matches(">+</span>").count(), 1, "{html}");
    let legend = html_legend(&view, Style::Ascii, english()).join(" ");
    assert!(legend.contains("+ beside a king"), "{legend}");
    let (loser, ruling) = (Seat(1), "X3".into());
    let by = Ending::NoLegalTurn { loser };
    view.facts.push(Fact::Ended { by, ruling });
    let html = html_board(&view, Style::Ascii, english());
    assert!(html.contains("title=\"Black king, checkmated\""), "{html}");
    assert!(html.contains(">#</span>"), "{html}");
}

/// A mail program that turns dark and light around leaves rings as they are.
#[test]
fn sides_are_told_apart_by_rings() {
    let html = html_board(&play_all(&CHESS, "").view(None), Style::Ascii, english());
    let pieces = html.split("role=img").skip(1);
    for piece in pieces.map(|piece| piece.split('<').next().unwrap_or_default()) {
        assert_eq!(
            piece.contains("White"),
            piece.contains("border:double"),
            "{piece}"
        );
        assert!(piece.ends_with('\u{fe0e}'), "{piece}");
        assert!(
            !piece.contains(|c| ('\u{2654}'..='\u{2659}').contains(&c)),
            "{piece}"
        );
    }
}

/// The second player's pieces have a `v` where both players have the same characters.
#[test]
fn chinese_characters_tell_the_sides() {
    let start = |name: &str, position: Option<&str>| {
        let game = crate::variants::find(name).expect("a game");
        game.start(&Options::new(), position).expect("a start")
    };
    let unicode = |game: &dyn Game| render(&game.view(None), Style::Unicode, english());
    let mut shogi = start("minishogi", Some("2k2/5/+P2G1/5/2K1+b[] w - - 0 1"));
    let drawn = unicode(&*shogi);
    assert_eq!(
        drawn.board[1],
        "   5   .    .   v王   .    .   5   Gote's hand:  none"
    );
    assert_eq!(drawn.board[3], "   3   と   .    .    金   .   3");
    shogi.play("+Pa3-a4").expect("legal");
    assert_eq!(
        unicode(&*shogi).board[2],
        "   4 [ と]  .    .    .    .   4"
    );
    // Its lines are broken where there is no more room.
    let legend = drawn.legend.join(" ");
    let legend = legend.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        "王 K",
        "と +P a pawn that is a gold",
        "v before a sign: it is Gote's",
    ] {
        assert!(legend.contains(line), "{line} in {legend}");
    }
    let look = Look {
        style: Style::Unicode,
        pieces: Pieces::Letters,
    };
    let letters = render(&shogi.view(None), look, english()).board;
    assert_eq!(letters[2], "   4[+P] .  .  .  .  4");
    let mut janggi = start("janggi", None);
    janggi.play("a1-a2").expect("legal");
    janggi.play("a10-a9").expect("legal");
    let board = unicode(&*janggi).board;
    assert!(board[3].contains("v車]"), "{board:?}");
    assert!(board[17].contains(" 車--+"), "{board:?}");
    assert!(board.iter().all(|line| !line.contains('河')), "{board:?}");
}

#[test]
fn zones_are_named() {
    let named = |name: &str| {
        let game = crate::variants::find(name).expect("a game");
        let view = game
            .start(&Options::new(), None)
            .expect("a start")
            .view(None);
        let lines = |style| render(&view, style, english()).legend.join(" ");
        let html = html_legend(&view, Style::Picture, english()).join(" ");
        [lines(Style::Ascii), lines(Style::Spoken), html]
    };
    let [text, spoken, html] = named("shogi");
    let zone = "Where pieces promote: Sente ranks 7 to 9; Gote ranks 1 to 3";
    assert!(text.ends_with(zone), "{text}");
    assert_eq!(spoken, zone);
    assert!(html.ends_with(&zone.replace(':', " (green):")), "{html}");
    assert!(named("kingofthehill")[1].ends_with("win: d4 to e5"));
    assert!(named("sittuyin")[1].contains("White a8 b7 c6"));
}

#[test]
fn the_duck_is_named() {
    let duck = crate::variants::find("duck").expect("a game");
    let position = "4k3/8/8/8/4*3/8/8/4K3 w - - 0 1";
    let game = duck
        .start(&Options::new(), Some(position))
        .expect("a start");
    let view = game.view(None);
    let drawn = render(&view, Style::Ascii, english());
    assert_eq!(drawn.board[5], "   4  .  .  .  .  #  .  .  .  4");
    assert_eq!(drawn.notes, ["Duck: e4"]);
    assert!(
        drawn.legend.concat().contains("# the duck"),
        "{:?}",
        drawn.legend
    );
    assert!(html_board(&view, Style::Ascii, english()).contains("title=\"the duck\""));
}
