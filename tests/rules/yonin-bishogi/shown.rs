//! Boards for each of the four players, and what is said below them.

use zugpost::drawings::{Diagram, Style, render};
use zugpost::rules::game::Game;
use zugpost::rules::outcome::Reason;
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

/// The pieces of a drawing by the names that are beside it: `rKg1`, sorted.
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
        "First letter: r Red, g Green, y Yellow, b Blue. Second: K king, Q",
        "  queen, R rook, B bishop, N knight, P pawn.",
        "A small second letter: a queen that was promoted (rn was a knight).",
        "  Captured, it is again what it was.",
        "Hand: captured pieces (2N: two N). A turn such as N*f5 puts one on",
        "  the board.",
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
        "  attacks the king when Green's turn begins.",
    ];
    assert_eq!(drawn(&*game, 0).notes, known);
}

/// The notes below the board in one line.
fn noted(game: &dyn Game) -> String {
    let notes = drawn(game, 0).notes.join(" ");
    notes.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_king_that_no_turn_helps_is_explained() {
    let lost = game("rKa1 gKk6 yKh11 bKd11 yRa9 yRb9 rNi2 | r - 0 9");
    let known = "Red's king on a1 is attacked by Yellow's rook on a9. It is Red's turn. \
                 No turn of Red's ends this, so Red may play any turn. After that Green may still \
                 lift the attack. Red is out if Yellow still attacks the king when Yellow's turn begins.";
    assert_eq!(noted(&*lost), known);
    let next = noted(&*game("rKa1 gKk6 yKh11 gRa9 gRb9 rNi2 | r - 0 9"));
    assert!(next.contains("any turn. Red is out if Green still attacks"));
    let two = noted(&*game(
        "rKa1 gKk6 yKh11 bKd11 yRa9 yRb9 bRi1 rNk2 | r - 0 9",
    ));
    assert!(
        two.contains(
            "Red is out if Yellow or Blue still attacks the king when that player's own turn begins"
        ),
        "{two}"
    );
}

#[test]
fn why_a_player_must_pass_is_said() {
    let quiet = noted(&*game("rKa1 gKk6 yKh11 bKd11 yRb9 yRi2 | r - 0 9"));
    assert_eq!(
        quiet,
        "Red's king is not attacked now, but every other turn would leave it attacked: \
         Red must pass."
    );
    let walled = "rKa11 rPa10 rPb10 rNb11 rPa9 rPc9 rPd10 gNc10 yBd11 gKk6 yKh2 bKk1";
    let attacked = noted(&*game(&format!("{walled} | r - 0 9")));
    assert!(attacked.ends_with(
        "It is Red's turn. Red has no turn but to pass. Red is out if Green still attacks the \
         king when Green's turn begins."
    ));
}

#[test]
fn once_the_game_is_over_nothing_is_said_of_turns_to_come() {
    let mut mated = game("rKf9 rRa1 yKf11 yPb2 | r - 0 30");
    play(&mut *mated, "Ra1-a11");
    let known =
        "Last turn: 30. Ra1-a11 (Red) Yellow's king on f11 is attacked by Red's rook on a11.";
    assert_eq!(noted(&*mated), known);
    let mut agreed = game("rKa1 gKk6 yKh11 bKd11 yRa9 yRb9 rNi2 | r - 0 9");
    agreed.agree();
    assert_eq!(
        noted(&*agreed),
        "Red's king on a1 is attacked by Yellow's rook on a9."
    );
    let board = drawn(&*agreed, 0).board.join(" ");
    assert!(!board.contains("To move") && board.contains("Blue"));
    let mut pawn = game("rKg1 gKk5 rPf6 gPg6 | g f5:f6:g 0 1");
    assert!(noted(&*pawn).contains("passed over f5"));
    pawn.retire(Seat(0), Reason::Resignation);
    assert_eq!(noted(&*pawn), "");
}

#[test]
fn each_player_reads_the_own_turns() {
    let game = game("rKg1 gKk5 bKa7 | g r:Q,g:-,b:- - 4 20");
    let voice = Words::built_in().english();
    let written = |seat: u8| voice.paragraphs(&game.writing(Seat(seat))).join(" ");
    assert!(written(0).contains("Ng2-h4") && written(0).contains("N*f5"));
    assert!(written(1).contains("Nj5-h4") && !written(1).contains("N*f5"));
    assert!(written(3).contains("Nb7-d8"), "{}", written(3));
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
