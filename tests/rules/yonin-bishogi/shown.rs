//! Boards for each of the four players, and what is said below them.

use zugpost::drawings::{Diagram, Style, render};
use zugpost::rules::game::Game;
use zugpost::rules::seat::Seat;
use zugpost::words::Words;

use super::{game, play, position};
use crate::data;

fn drawn(game: &dyn Game, viewer: u8) -> Diagram {
    render(
        &game.view(Some(Seat(viewer))),
        Style::Ascii,
        Words::built_in().english(),
    )
}

/// The pieces of a drawing by the names that stand beside it: `rKg1`, sorted.
fn read(board: &[String]) -> Vec<String> {
    let above: Vec<&str> = board[0].split_whitespace().collect();
    let mut found = Vec::new();
    for line in &board[1..12] {
        let (row, cells) = (line[..4].trim(), &line[5..]);
        assert_eq!(above.len(), 11);
        for (column, name) in above.iter().enumerate() {
            let cell = cells[4 * column..4 * column + 4].trim_matches(['[', ']', ' ']);
            let square = match name.parse::<u32>() {
                Ok(_) => format!("{row}{name}"),
                Err(_) => format!("{name}{row}"),
            };
            if cell != "." {
                found.push(format!("{cell}{square}"));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_player_has_the_own_side_below_and_the_true_coordinates() {
    let start = data::start("yonin-bishogi", "", "-");
    let red = read(&drawn(&*start, 0).board);
    let standing = position(&format!("{} | r - 0 1", red.join(" ")));
    assert_eq!(standing, start.position());
    for (viewer, letter) in (0..4).zip("rgyb".chars()) {
        let board = drawn(&*start, viewer).board;
        assert_eq!(read(&board), red, "{letter}");
        let below = board[11].matches(letter).count();
        // Seven pieces, and the letter of a file or rank beside them.
        assert!(below >= 7, "{letter}: {}", board[11]);
        assert_eq!(
            board[0].trim_end(),
            board[12].split("  hand").next().expect("a line").trim_end()
        );
    }
}

#[test]
fn green_sees_files_as_rows() {
    let mut game = data::start("yonin-bishogi", "", "-");
    play(&mut *game, "f4-f6 | Nj5-h4");
    let board = drawn(&*game, 1).board.join("\n");
    let known = "      1   2   3   4   5   6   7   8   9   10  11
   a  .   .   bP  bR  bQ  bB  bK  bR  bP  .   .   a  To move: Yellow
   b  .   .   .   bP  bN  bB  bN  bP  .   .   .   b   hand: empty
   c  rP  .   .   .   bP  bP  bP  .   .   .   yP  c  Next: Blue
   d  rR  rP  .   .   .   bP  .   .   .   yP  yR  d   hand: empty
   e  rQ  rN  rP  .   .   .   .   .   yP  yN  yK  e  Then: Red
   f  rB  rB  rP  .   .   rP  .   yP  yP  yB  yB  f   hand: empty
   g  rK  rN  rP  .   .   .   .   .   yP  yN  yQ  g  Then: Green
   h  rR  rP  .  [gN] .   gP  .   .   .   yP  yR  h   hand: empty
   i  rP  .   .   .   gP  gP  gP  .   .   .   yP  i
   j  .   .   .   gP [. ] gB  gN  gP  .   .   .   j
   k  .   .   gP  gR  gK  gB  gQ  gR  gP  .   .   k
      1   2   3   4   5   6   7   8   9   10  11";
    assert_eq!(board, known);
}

#[test]
fn hands_the_order_of_play_and_who_is_out_stand_beside_the_board() {
    let game = game("rKg1 gKk5 bKa7 r+Nf6 gRh2 | g r:QN2P3,g:-,b:B - 4 20");
    let diagram = drawn(&*game, 3);
    let beside: Vec<&str> = diagram.board[1..]
        .iter()
        .map(|line| line.get(53..).unwrap_or("").trim())
        .collect();
    assert_eq!(
        beside,
        [
            "To move: Green",
            "hand: empty",
            "Next: Blue",
            "hand: B",
            "Then: Red",
            "hand: Q 2N 3P",
            "Out: Yellow",
            "",
            "",
            "",
            "",
            ""
        ]
    );
    let legend = [
        "First letter: r Red, g Green, y Yellow, b Blue. Second: K king, Q queen,",
        "  R rook, B bishop, N knight, P pawn.",
        "A small second letter: a queen that was promoted (rn was a knight).",
        "  Captured, it is again what it was.",
        "Hand: captured pieces (2N: two N). A turn such as N*f5 puts one on the",
        "  board.",
        ". empty square",
    ];
    assert_eq!(diagram.legend, legend);
}

#[test]
fn who_attacks_a_king_and_who_plays_before_is_said() {
    let game = game("rKg1 gKk6 yKd11 bKf8 gRf2 yRk2 | r - 0 9");
    let known = [
        "Green's king on k6 is attacked by Yellow's rook on k2. Before Green's",
        "  turn comes that of Red.",
        "Blue's king on f8 is attacked by Green's rook on f2. Before Blue's",
        "  turn come those of Red, Green and Yellow. Blue is out if Green still",
        "  attacks the king when that turn begins (Y5).",
    ];
    assert_eq!(drawn(&*game, 0).notes, known);
}

#[test]
fn boards_fit_a_letter_whatever_is_in_the_hands() {
    let full = "r:Q30R30B30N30P30,g:Q30R30B30N30P30,y:Q30R30B30N30P30,b:Q30R30B30N30P30";
    let game = game(&format!("rKg1 gKk5 yKe11 bKa7 r+Rf6 | r {full} - 0 9"));
    for viewer in 0..4 {
        let diagram = drawn(&*game, viewer);
        let lines = diagram
            .board
            .iter()
            .chain(&diagram.notes)
            .chain(&diagram.legend);
        for line in lines {
            assert!(
                line.len() <= 72 && line.is_ascii() && !line.ends_with(' '),
                "{line}"
            );
            assert!(
                !line.starts_with(['>', 'F']) || line.starts_with("First"),
                "{line}"
            );
        }
        let hands = diagram.board.join(" ").matches("30Q").count();
        assert_eq!(hands, 4);
    }
}
