//! The rulings of docs/rules/yonin-bishogi.md on who goes out and how the game ends: Y5 to Y9.

use zugpost::rules::outcome::Reason;
use zugpost::rules::seat::Seat;
use zugpost::variants::find;

use super::{around, end, fields, game, is_legal, legal, play, playing, position};
use crate::data;

const RED: Seat = Seat(0);
const GREEN: Seat = Seat(1);
const BLUE: Seat = Seat(3);

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
        data::said(&refused).contains("write pass"),
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
    assert!(data::said(&refused).contains("you can pass only"));
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
    // The same squares, but the right to capture Red's pawn existed only the first time, though no
    // pawn could.
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
    assert_eq!(game.place(RED), None);
    game.retire(GREEN, Reason::Time);
    assert_eq!(game.place(RED), None);
    assert_eq!(end(&*game), "yellow=blue>green dead position");
}
