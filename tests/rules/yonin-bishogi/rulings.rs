//! Every ruling of docs/rules/yonin-bishogi.md.

use zugpost::rules::game::Game;
use zugpost::rules::outcome::{Reason, Refusal};
use zugpost::rules::seat::Seat;
use zugpost::variants::find;

use super::{end, fields, game, is_legal, legal, play, playing, position};
use crate::data;

const RED: Seat = Seat(0);
const GREEN: Seat = Seat(1);
const BLUE: Seat = Seat(3);

/// Kings that are in nobody's way.
const KINGS: &str = "rKg1 gKk5 yKe11 bKa7";

fn around(more: &str) -> Box<dyn Game> {
    let (pieces, rest) = more.split_once(" | ").expect("pieces | fields");
    game(&format!("{KINGS} {pieces} | {rest}"))
}

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

#[test]
fn y5_a_king_attacked_by_the_player_about_to_move_is_checkmated() {
    let mut game = game("rKg1 gKk6 yKe11 bKa8 rRc6 bNe6 gRk9 gPh3 | b - 3 20");
    play(&mut *game, "Ne6-f8");
    assert_eq!(playing(&*game), "ryb");
    assert_eq!(end(&*game), "*");
    assert!(
        !game.position().contains('g'),
        "all its pieces go: {}",
        game.position()
    );
    assert_eq!(game.to_move(), RED);
}

#[test]
fn y5_several_at_the_same_moment_share_a_place() {
    let mut game = game("rKf1 gKa3 yKh11 bKe3 yRf11 bRk4 yBi7 gNf4 gRj9 | g - 0 9");
    play(&mut *game, "Nf4-e6");
    // Yellow's bishop attacks Blue, and the knight has opened the rook's line to Red.
    assert_eq!(playing(&*game), "gy");
    game.retire(GREEN, Reason::Resignation);
    assert_eq!(end(&*game), "yellow>green>red=blue resignation");
}

#[test]
fn y5_repeated_looks_are_separate_moments() {
    // Red's rook on a6 attacks Green's king; once Green's pieces are gone, the one on f1 sees Yellow's.
    let mut game = game("rKh1 gKk6 yKf11 bKc9 rRa6 rRf1 gBf5 bNe6 | b - 0 5");
    play(&mut *game, "Ne6-g7");
    assert_eq!(playing(&*game), "rb");
    game.retire(BLUE, Reason::Time);
    assert_eq!(end(&*game), "red>blue>yellow>green time");
}

#[test]
fn y5_after_a_removal_the_player_to_move_is_looked_at_again() {
    // Blue's knight stands between Red's rook and Green's king.
    let mut game = game("rKg1 gKk6 yKe11 bKa8 rRc6 bNe6 | r - 0 20");
    game.retire(BLUE, Reason::Resignation);
    assert_eq!(playing(&*game), "ry");
    assert_eq!((end(&*game), game.to_move()), ("*".to_owned(), RED));
    game.retire(RED, Reason::Resignation);
    assert_eq!(end(&*game), "yellow>red>green>blue resignation");
}

#[test]
fn y5_if_the_one_removed_was_to_move_the_next_seat_is() {
    let mut game = game("rKg1 gKk6 yKe11 bKa8 | b - 7 20");
    game.retire(BLUE, Reason::Time);
    assert_eq!(
        fields(&*game)[1..],
        ["r", "rgy", "r:-,g:-,y:-", "-", "7", "21"]
    );
    let mut game = around("rPc3 | g - 7 20");
    game.retire(GREEN, Reason::Time);
    assert_eq!(
        fields(&*game)[1..],
        ["y", "ryb", "r:-,y:-,b:-", "-", "7", "20"]
    );
}

#[test]
fn y6_a_turn_leaves_the_own_king_unattacked_by_anybody_if_any_does() {
    let game = game("rKf1 gKk6 yKe11 bKa9 rNf3 gRf9 bRk2 | r - 0 4");
    // Green's rook pins the knight, Blue's rook keeps the second rank.
    assert_eq!(legal(&*game), ["Kf1-e1", "Kf1-g1"]);
}

#[test]
fn y6_with_the_king_attacked_and_no_help_any_turn_may_be_played() {
    // Two rooks hold Red's king in the corner, and a knight far away can do nothing.
    let mut game = game("rKa1 gKk6 yKh11 bKd11 yRa9 yRb9 rNi2 | r r:-,g:-,y:-,b:- - 0 9");
    assert!(is_legal(&*game, "Ni2-k3") && is_legal(&*game, "Ka1-a2"));
    play(&mut *game, "Ni2-k3");
    assert_eq!(playing(&*game), "rgyb");
    // Green lifts the threat from neither; Yellow's turn begins, and Red is out.
    play(&mut *game, "Kk6-k7");
    assert_eq!(playing(&*game), "gyb");
}

#[test]
fn y6_another_player_may_lift_the_threat() {
    let mut game = game("rKa1 gKk6 yKh11 bKd11 yRa9 yRb9 rNi2 gRe5 | r - 0 9");
    play(&mut *game, "Ni2-k3 | Re5-a5");
    assert_eq!(playing(&*game), "rgyb");
}

#[test]
fn y6_with_the_king_not_attacked_and_no_safe_turn_the_player_passes() {
    let mut game = game("rKa1 gKk6 yKh11 bKd11 yRb9 yRi2 | r - 0 9");
    assert_eq!(legal(&*game), ["pass"]);
    let refused = game
        .fork()
        .play("Ka1-a2")
        .expect_err("it would be attacked");
    assert!(
        data::said(&refused).contains("write pass (Y6)"),
        "{}",
        data::said(&refused)
    );
    play(&mut *game, "pass");
    assert_eq!(
        fields(&*game)[5..],
        ["1", "9"],
        "a pass does not set the clock back"
    );
    let refused = game.play("pass").expect_err("Green has turns");
    assert!(data::said(&refused).contains("you may pass only"));
}

#[test]
fn y6_attacked_without_any_turn_at_all_is_a_pass() {
    // King, knight and pawns stand in each other's way, and Green's knight attacks the king.
    let walled = "rKa11 rPa10 rPb10 rNb11 rPa9 rPc9 rPd10 gNc10 yBd11 gKk6 yKh2 bKk1";
    let mut game = game(&format!("{walled} | r - 0 9"));
    assert_eq!(game.in_check(), [RED]);
    assert_eq!(legal(&*game), ["pass"]);
    let refused = game.play("a10-a11").expect_err("the king is there");
    assert!(data::said(&refused).contains("none of your pieces can move"));
    play(&mut *game, "pass");
    assert_eq!(playing(&*game), "gyb", "Green is next and attacks it");
}

#[test]
fn y6_with_two_players_left_it_is_checkmate_at_once() {
    let mut game = game("rKf9 rRa1 yKf11 yPb2 | r - 0 30");
    play(&mut *game, "Ra1-a11");
    assert_eq!(end(&*game), "red>yellow checkmate");
    assert_eq!(
        fields(&*game)[1..3],
        ["y", "ry"],
        "the position stays as it stands"
    );
    assert_eq!(game.in_check(), [Seat(2)]);
}

#[test]
fn y6_a_stalemate_of_two_draws_between_them() {
    let mut game = game("rKa1 yKa11 gKk3 rQc8 gRk10 | r - 0 30");
    play(&mut *game, "Qc8-c10");
    assert_eq!(end(&*game), "*", "three are left");
    assert_eq!(playing(&*game), "rgy");
    let mut two = super::game("rKa1 yKa11 rQc8 | r - 0 30");
    play(&mut *two, "Qc8-b9");
    assert_eq!(end(&*two), "red=yellow stalemate");
    let held = super::game("rKa1 yKa11 rQc8 | r r:-,y:N - 0 30");
    let mut held = held.fork();
    play(&mut *held, "Qc8-b9");
    assert_eq!(end(&*held), "*", "a piece in hand is a turn");
}

#[test]
fn y6_is_judged_before_the_eliminations_that_follow() {
    // Green attacks Blue, who will be out when Green's turn begins; Red may not count on that.
    let mut game = game("rKf1 rBf4 bRf9 bKh11 gRh3 gKk6 yKa10 | r - 0 9");
    assert!(
        !is_legal(&*game, "Bf4-e3"),
        "Blue's rook would attack Red's king"
    );
    play(&mut *game, "Kf1-e1");
    assert_eq!(playing(&*game), "rgy");
}

#[test]
fn y7_attack_counts_moves_and_never_drops() {
    let game = game("rKa1 yKa11 | r r:-,y:Q - 0 30");
    assert_eq!(game.in_check(), []);
    let drops = game.fork();
    assert_eq!(
        drops.count(),
        Some(3),
        "the king goes where a queen could be dropped"
    );
}

#[test]
fn y7_pieces_of_different_opponents_attack_each_other() {
    let game = game("rKa1 gKk6 yKd11 bKf8 gRf2 yRk2 | r - 0 9");
    assert_eq!(game.in_check(), [GREEN, BLUE]);
}

#[test]
fn y8_a_draw_is_claimed_by_threefold_and_comes_by_fivefold_repetition() {
    let round = "Kg1-g2 | Kk5-j5 | Ke11-e10 | Ka7-b7 | Kg2-g1 | Kj5-k5 | Ke10-e11 | Kb7-a7";
    let start = "gRd9 rRi3 | r - 0 1";
    let mut game = around(start);
    play(&mut *game, round);
    assert!(game.claim_draw().is_err());
    play(&mut *game, round);
    assert_eq!(game.fork().claim_draw(), Ok(vec![16, 8, 0]));
    let mut claimed = game.fork();
    claimed.claim_draw().expect("threefold");
    assert_eq!(end(&*claimed), "red=green=yellow=blue repetition");
    play(&mut *game, round);
    assert_eq!(end(&*game), "*");
    play(&mut *game, round);
    assert_eq!(end(&*game), "red=green=yellow=blue repetition");
}

#[test]
fn y8_repetition_looks_at_all_standing_rights() {
    // The same squares, but the right to capture Red's pawn stood the first time alone, though no pawn could.
    let round = "Kk5-j5 | Ke11-e10 | Ka7-b7 | Kg1-g2 | Kj5-k5 | Ke10-e11 | Kb7-a7 | Kg2-g1";
    let mut game = around("rPf6 yRc3 | g f5:f6:gyb 0 1");
    play(&mut *game, round);
    play(&mut *game, round);
    assert!(
        game.claim_draw().is_err(),
        "it stood twice without the right"
    );
    play(&mut *game, round);
    assert_eq!(game.claim_draw(), Ok(vec![16, 8, 0]));
}

#[test]
fn y8_repetition_looks_at_hands() {
    // Red takes a knight, and Green puts one from the hand in its place: the same board with other hands.
    let round = "Ri3xi8 | Kk5-j5 | Ke11-e10 | Ka7-b7 | Ri8-i3 | Kj5-k4 | Ke10-e11 | Kb7-a7 | \
                 Kg1-g2 | N*i8 | Ke11-e10 | Ka7-b7 | Kg2-g1 | Kk4-k5 | Ke10-e11 | Kb7-a7";
    let mut game = around("rRi3 gNi8 | r r:-,g:N2,y:-,b:- - 0 1");
    let mut boards = vec![fields(&*game)[0].clone()];
    for hands in ["r:N,g:N,y:-,b:-", "r:N2,g:-,y:-,b:-"] {
        play(&mut *game, round);
        boards.push(fields(&*game)[0].clone());
        assert_eq!(fields(&*game)[3], hands);
    }
    assert!(boards.iter().all(|board| *board == boards[0]));
    assert!(
        game.claim_draw().is_err(),
        "the board stands for the third time, the position does not"
    );
    let kings = "Kg1-g2 | Kk5-j5 | Ke11-e10 | Ka7-b7 | Kg2-g1 | Kj5-k5 | Ke10-e11 | Kb7-a7";
    play(&mut *game, &format!("{kings} | {kings}"));
    assert!(game.claim_draw().is_ok());
}

#[test]
fn y8_the_clock_counts_for_every_player_left() {
    for (players, pieces, first, last) in [
        (4, "rRc2", "Rc2-c3", "red=green=yellow=blue"),
        (4, "rRi2", "Ri2-i3", "red=green=yellow=blue"),
    ] {
        let at = |clock: u32| around(&format!("{pieces} | r - {clock} 99"));
        let mut early = at(50 * players - 2);
        play(&mut *early, first);
        assert!(early.claim_draw().is_err());
        let mut claimed = at(50 * players - 1);
        play(&mut *claimed, first);
        assert_eq!(claimed.claim_draw(), Ok(vec![50 * players as usize]));
        assert_eq!(end(&*claimed), format!("{last} move rule"));
        let mut late = at(75 * players - 1);
        play(&mut *late, first);
        assert_eq!(end(&*late), format!("{last} move rule"));
    }
    let three = |clock: u32| game(&format!("rKg1 rRc2 gKk5 bKa7 | r - {clock} 99"));
    let mut late = three(223);
    play(&mut *late, "Rc2-c3");
    assert_eq!(end(&*late), "*");
    let mut late = three(224);
    play(&mut *late, "Rc2-c3");
    assert_eq!(end(&*late), "red=green=blue move rule");
}

#[test]
fn y8_captures_pawn_moves_and_drops_set_the_clock_back_and_nothing_else() {
    let clock = |text: &str, turn: &str| {
        let mut game = around(text);
        play(&mut *game, turn);
        fields(&*game)[5].clone()
    };
    assert_eq!(clock("rRc3 gNc8 | r - 20 9", "Rc3xc8"), "0");
    assert_eq!(clock("rPc3 | r - 20 9", "c3-c4"), "0");
    assert_eq!(clock("rPc3 | r r:N,g:-,y:-,b:- - 20 9", "N*f6"), "0");
    assert_eq!(clock("rRc3 | r - 20 9", "Rc3-c9=Q"), "21", "a promotion");
    let mut out = game("rKg1 gKk6 yKe11 bKa8 rRc6 bNe6 | b - 20 20");
    play(&mut *out, "Ne6-f8");
    assert_eq!(
        fields(&*out)[2..6],
        ["ryb", "r:-,y:-,b:-", "-", "21"],
        "an elimination"
    );
}

#[test]
fn y8_two_bare_kings_with_empty_hands_are_drawn_at_once() {
    let mut bare = game("rKg1 gKk5 yKe11 gNa1 rBh1 | r - 0 9");
    bare.retire(GREEN, Reason::Resignation);
    assert_eq!(end(&*bare), "*", "a bishop is left");
    let mut bare = game("rKg1 gKk5 yKe11 gNa1 | r - 0 9");
    bare.retire(GREEN, Reason::Resignation);
    assert_eq!(end(&*bare), "red=yellow>green dead position");
    let mut held = game("rKg1 gKk5 yKe11 gNa1 | r r:-,g:-,y:P - 0 9");
    held.retire(GREEN, Reason::Resignation);
    assert_eq!(end(&*held), "*");
    assert_eq!(
        end(&*game("rKg1 gKk5 yKe11 | r - 0 9")),
        "*",
        "three kings go on"
    );
}

#[test]
fn y9_what_was_captured_from_a_removed_player_stays_in_hands() {
    let hands = "r:B,g:QN,y:R2P,b:-";
    let mut game = game(&format!("rKg1 gKk6 yKe11 bKa8 gPd3 | r {hands} - 0 20"));
    game.retire(GREEN, Reason::Resignation);
    assert_eq!(fields(&*game)[3], "r:B,y:R2P,b:-", "its own hand is gone");
    assert!(!game.position().contains("gP"));
}

#[test]
fn y9_kings_are_never_captured() {
    let standing = position("rKg1 gKk6 yKe11 bKa8 rRc6 | r - 0 20");
    let variant = find("yonin-bishogi").expect("registered");
    let refused = variant.start(&Default::default(), Some(&standing));
    assert!(refused.is_err(), "Red to move attacks Green's king");
}

#[test]
fn a_set_up_position_ranks_only_the_seats_in_it() {
    let mut game = game("yKe11 gKk6 bKa8 gPd3 | g - 0 20");
    assert_eq!(playing(&*game), "gyb");
    game.retire(GREEN, Reason::Time);
    assert_eq!(end(&*game), "yellow=blue>green dead position");
}
