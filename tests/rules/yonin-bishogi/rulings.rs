//! The rulings of docs/rules/yonin-bishogi.md on the board: Y1 to Y4.

use zugpost::rules::outcome::{Reason, Refusal};
use zugpost::rules::seat::Seat;

use super::{around, end, fields, game, is_legal, legal, play};
use crate::data;

const GREEN: Seat = Seat(1);

#[test]
fn y1_the_array_is_a_triangle_on_each_edge() {
    let start = data::start("yonin-bishogi", "", "-");
    let array = "2yPyRyKyByQyRyP2/3yPyNyByNyP3/bP3yPyPyP3gP/bRbP3yP3gPgR/bKbNbP5gPgNgQ/bBbBbPbP3gPgPgBgB/\
                 bQbNbP5gPgNgK/bRbP3rP3gPgR/bP3rPrPrP3gP/3rPrNrBrNrP3/2rPrRrQrBrKrRrP2 r rgyb \
                 r:-,g:-,y:-,b:- - 0 1";
    assert_eq!(start.position(), array);
    assert_eq!(start.count(), Some(18));
}

#[test]
fn y2_a_move_that_starts_or_ends_in_the_zone_may_promote() {
    // The zones' first squares seen from below: Red reaches k5, e11 and a7, Green a7, g1 and e11.
    for (seat, piece, into, short) in [
        ('r', "rRf5", "Rf5-k5", "Rf5-j5"),
        ('r', "rRe2", "Re2-e11", "Re2-e10"),
        ('r', "rRb1", "Rb1-b8", "Rb1-b7"),
        ('g', "gRf7", "Rf7-a7", "Rf7-b7"),
        ('y', "yRf7", "Rf7-a7", "Rf7-b7"),
        ('b', "bRf5", "Rf5-k5", "Rf5-j5"),
    ] {
        let kings = "rKh1 gKk8 yKd11 bKa4";
        let game = game(&format!("{kings} {piece} | {seat} - 0 1"));
        assert!(
            is_legal(&*game, into) && is_legal(&*game, &format!("{into}=Q")),
            "{into}"
        );
        assert!(
            is_legal(&*game, short) && !is_legal(&*game, &format!("{short}=Q")),
            "{short}"
        );
    }
    let out = around("rNj9 | r - 0 1");
    assert!(is_legal(&*out, "Nj9-i7=Q"), "it starts in the zone");
    assert!(!is_legal(&*around("rNf5 | r - 0 1"), "Nf5-e7=Q"));
}

#[test]
fn y2_promotion_is_optional_but_for_a_pawn_on_its_far_rank() {
    let game = around("rPj10 rPi9 rQh9 | r - 0 1");
    assert!(is_legal(&*game, "i9-i10") && is_legal(&*game, "i9-i10=Q"));
    assert!(is_legal(&*game, "j10-j11=Q") && !is_legal(&*game, "j10-j11"));
    let refused = game.fork().play("j10-j11");
    assert!(
        matches!(refused, Err(Refusal::Incomplete { .. })),
        "{refused:?}"
    );
    let promotes = |turn: &String| turn.ends_with("=Q") && turn.starts_with(['Q', 'K']);
    assert!(
        !legal(&*game).iter().any(promotes),
        "kings and queens are not promoted"
    );
    let edges = [
        ("gPb4", "g", "b4-a4=Q"),
        ("yPi2", "y", "i2-i1=Q"),
        ("bPj8", "b", "j8-k8=Q"),
    ];
    for (pawn, seat, turn) in edges {
        assert!(
            is_legal(&*around(&format!("{pawn} | {seat} - 0 1")), turn),
            "{turn}"
        );
    }
}

#[test]
fn y2_a_queen_remembers_what_it_was() {
    let mut game = around("rNj9 gRi2 | r - 0 1");
    play(&mut *game, "Nj9-i7=Q | Ri2xi7");
    assert_eq!(fields(&*game)[3], "r:-,g:N,y:-,b:-");
    let mut game = around("rNj9 | r - 0 1");
    play(&mut *game, "Nj9-i7=Q");
    assert!(game.position().contains("r+N"));
}

#[test]
fn y3_a_pawn_steps_two_from_any_pawn_square_of_its_own_player() {
    // f3 and f4 are both pawn squares, and so is c1 for a pawn that was put there.
    let game = around("rPf4 rPc1 rPa4 | r - 0 1");
    assert!(is_legal(&*game, "f4-f6") && is_legal(&*game, "c1-c3") && !is_legal(&*game, "a4-a6"));
    assert!(!is_legal(&*around("rPf4 gNf5 | r - 0 1"), "f4-f6"));
    assert!(!is_legal(&*around("rPf4 gNf6 | r - 0 1"), "f4-f6"));
    // Green's f6-square is no pawn square of Red's, and the other way round.
    assert!(is_legal(&*around("gPh6 gPf4 | g - 0 1"), "h6-f6"));
    assert!(!is_legal(&*around("gPf4 | g - 0 1"), "f4-d4"));
}

#[test]
fn y3_each_opponent_may_capture_en_passant_in_the_first_turn_since() {
    let start = "rPf4 gPg5 yPe6 bPe4 | r - 0 1";
    let mut game = around(start);
    play(&mut *game, "f4-f6");
    assert_eq!(fields(&*game)[4], "f5:f6:gyb");
    // Green goes west, so that g5 is before f5 and not beside it; g6 and g4 could capture.
    assert!(!is_legal(&*game, "g5xf5"));
    play(&mut *game, "Kk5-k4");
    assert_eq!(fields(&*game)[4], "f5:f6:yb");
    assert!(is_legal(&*game, "e6xf5"));
    let mut by_yellow = game.fork();
    play(&mut *by_yellow, "e6xf5");
    assert_eq!(fields(&*by_yellow)[3..5], ["r:-,g:-,y:P,b:-", "-"]);
    play(&mut *game, "Ke11-d11");
    assert_eq!(fields(&*game)[4], "f5:f6:b");
    assert!(is_legal(&*game, "e4xf5"));
    play(&mut *game, "Ka7-a8");
    assert_eq!(fields(&*game)[4], "-", "the owner's turn ends it");
}

#[test]
fn y3_a_right_sleeps_while_the_square_is_occupied_and_wakes() {
    // Green's knight comes to f5, Yellow's bishop takes it there or somebody makes it go.
    let mut game = around("rPf4 gNe3 yPe6 bPe4 yNa1 | r - 0 1");
    play(&mut *game, "f4-f6 | Ne3-f5");
    assert_eq!(fields(&*game)[4], "f5:f6:yb");
    let takes = game.fork().play("e6xf5").expect("the knight can be taken");
    assert_eq!(takes.canonical, "e6xf5");
    let mut taken = game.fork();
    play(&mut *taken, "e6xf5");
    assert_eq!(
        fields(&*taken)[3],
        "r:-,g:-,y:N,b:-",
        "the knight, not the pawn"
    );
    assert_eq!(fields(&*taken)[4], "f5:f6:b", "the pawn still stands there");
    assert!(!is_legal(&*taken, "e4-f5"));
    // Green goes out by resignation, and the square is empty again.
    play(&mut *game, "Na1-b3");
    game.retire(GREEN, Reason::Resignation);
    assert_eq!(fields(&*game)[4], "f5:f6:b");
    play(&mut *game, "e4xf5");
    assert_eq!(fields(&*game)[3], "r:-,y:-,b:P");
}

#[test]
fn y4_captured_pieces_go_to_the_hand_and_come_back() {
    let mut game = around("rRd4 gNd8 yQh11 | r - 0 1");
    play(&mut *game, "Rd4xd8 | Kk5-k4 | Qh11-h10 | Ka7-a6");
    assert_eq!(fields(&*game)[3], "r:N,g:-,y:-,b:-");
    assert!(
        is_legal(&*game, "N*f5") && !is_legal(&*game, "N*h10"),
        "not to capture"
    );
    assert!(!is_legal(&*game, "N*k11=Q"), "nor to promote");
    play(&mut *game, "N@f5");
    assert!(fields(&*game)[0].contains("rN") && fields(&*game)[3].starts_with("r:-"));
}

#[test]
fn y4_a_pawn_comes_anywhere_but_to_its_far_rank() {
    for (seat, edge) in [("r", "f11"), ("g", "a6"), ("y", "f1"), ("b", "k6")] {
        let hand = "r:P,g:P,y:P,b:P";
        let game = around(&format!("rPb3 | {seat} {hand} - 0 1"));
        let drops = legal(&*game)
            .into_iter()
            .filter(|turn| turn.starts_with("P*"));
        let on_edge = ["a", "k", "1", "11"].len();
        let drops: Vec<String> = drops.collect();
        assert_eq!(on_edge, 4);
        assert!(!drops.contains(&format!("P*{edge}")), "{seat}");
        // 121 squares, 5 pieces, and 11 on the far rank, where one king stands.
        assert_eq!(drops.len(), 121 - 5 - 10, "{seat}");
    }
    let two = around("rPf4 | r r:P,g:-,y:-,b:- - 0 1");
    assert!(is_legal(&*two, "P*f6"), "two pawns on a file");
}

#[test]
fn y4_a_dropped_pawn_may_mate() {
    let mut game = game("rKb9 rNc9 yKa11 | r r:P,y:- - 0 30");
    play(&mut *game, "P*b10");
    assert_eq!(end(&*game), "red>yellow checkmate");
}
