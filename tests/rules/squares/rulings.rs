//! The rulings of limited-squares.md, each by its number.

use zugpost::rules::game::Game;
use zugpost::rules::outcome::{Reason, Refusal};
use zugpost::rules::seat::Seat;

use super::{begin, is_legal, legal, play, refusal, said, told};

const PINNED: &str = "4r1k1/4-1--/4-3/4+3/4N3/2+1+3/P3+1+P/4K2R w K - - 1,1 3 20";

#[test]
fn s1_king_safety_is_judged_at_the_end_of_the_whole_turn() {
    let game = begin("hans38", "turn=postal armies=fide/fide", Some(PINNED));
    assert!(matches!(
        refusal(game.as_ref(), "Ne4-c3"),
        Refusal::Incomplete { .. }
    ));
    assert!(is_legal(game.as_ref(), "Ne4-c3 @e2-f3"));
    let refused = refusal(game.as_ref(), "Nc3 @@a3");
    let message = said(&refused);
    let Refusal::Illegal { action, good, .. } = refused else {
        panic!("illegal")
    };
    assert_eq!((action, good.as_str()), (Some(2), "Ne4-c3"));
    assert!(
        message.contains("leaves the king on e1 attacked by the rook on e8"),
        "{message}"
    );
}

#[test]
fn s1_later_actions_do_not_mend_castling_through_attack() {
    let text = "5rk1/5---/5-2/5-2/5-2/5+2/5++1/4K++R w K - - 1,1 3 20";
    let game = begin("hans38", "turn=postal armies=fide/fide", Some(text));
    let message = told(game.as_ref(), "O-O @f2-d4");
    assert!(
        message.contains("through check at f1, attacked by the rook on f8"),
        "{message}"
    );
}

#[test]
fn s1_a_refusal_names_attacker_and_line_and_what_mends_it() {
    let game = begin("hans38", "turn=postal armies=fide/fide", Some(PINNED));
    let message = told(game.as_ref(), "Ne4-c3");
    assert!(
        message.contains("attacked by the rook on e8 along the e-file")
            && message.contains("can help, such as Ne4-c3 @e2-"),
        "{message}"
    );
    // In `single` there is no later action.
    let game = begin("hans38", "armies=fide/fide", Some(PINNED));
    assert!(matches!(
        refusal(game.as_ref(), "Ne4-c3"),
        Refusal::Illegal { .. }
    ));
}

#[test]
fn s1_a_leapers_attack_is_beyond_any_square_action() {
    let text = "4k3/8/8/8/8/3n4/7P/4K++1 w - - - 3,3 0 9";
    let game = begin("hans38", "turn=postal-plus armies=fide/fide", Some(text));
    assert_eq!(game.in_check(), [Seat(0)]);
    let all = legal(game.as_ref());
    assert!(!all.is_empty());
    assert!(all.iter().all(|t| t.starts_with("Ke1-f1")), "{all:?}");
}

#[test]
fn s2_attack_is_what_the_piece_move_that_begins_the_next_turn_could_capture() {
    // A rook aims at the king over one hole. Black may fill it in any turn, but a turn begins with
    // the piece move: no check before it is filled, and check as soon as it is.
    let text = "6k-/8/4r3/4-3/8/4+3/4+3/4K3";
    for (rule, fills) in [
        ("single", "@@e4"),
        ("postal", "Kg8-h8 @@e4"),
        ("postal-plus", "Kg8-h8 @@e4"),
    ] {
        let options = format!("turn={rule} armies=fide/fide");
        let white = begin("hans38", &options, Some(&format!("{text} w - - - 1,1 0 9")));
        assert!(white.in_check().is_empty(), "{rule}");
        let mut black = begin("hans38", &options, Some(&format!("{text} b - - - 1,1 0 9")));
        play(&mut black, &[fills]);
        assert_eq!(black.in_check(), [Seat(0)], "{rule}");
    }
}

#[test]
fn s2_a_piece_that_may_not_leave_its_line_attacks_all_the_same() {
    let text = "4k3/4-3/4-3/4n3/4+3/2K++3/4+3/4R3 w - - - 1,1 0 9";
    let game = begin("hans38", "armies=fide/fide", Some(text));
    let message = told(game.as_ref(), "Kc3-d3");
    assert!(
        message.contains("attacked by the knight on e5"),
        "{message}"
    );
}

/// Both kings go there and back, so often; the last position is the first, Black to move.
fn shuffle(game: &mut Box<dyn Game>, times: usize, black: [&str; 2]) {
    for _ in 0..times {
        play(game, &[black[0], "Ka1-b1", black[1], "Kb1-a1"]);
    }
}

#[test]
fn c3_en_passant_is_part_of_a_positions_identity_only_where_a_capture_is_legal() {
    let free = "k-6/8/8/8/3p+3/4+3/4P3/K+6 w - - - 0,0 0 9";
    let alone = free.replace("3p+3", "3-+3");
    // The pawn that could capture may not leave the file of its king.
    let bound = "2-k4/3-4/3-4/3-4/3p+3/3++3/3+P3/K+1R4 w - - - 0,0 0 9";
    let aside = ["Ka8-b8", "Kb8-a8"];
    for (text, black, returns) in [
        (free, aside, 3),
        (&alone, aside, 2),
        (bound, ["Kd8-c8", "Kc8-d8"], 2),
    ] {
        let mut game = begin("hans38", "armies=fide/fide", Some(text));
        play(&mut game, &["e2-e4"]);
        assert!(game.position().contains(" e3 "), "written all the same");
        shuffle(&mut game, returns - 1, black);
        assert!(game.fork().claim_draw().is_err(), "{text}");
        shuffle(&mut game, 1, black);
        assert!(game.fork().claim_draw().is_ok(), "{text}");
    }
}

#[test]
fn s3_a_first_turn_without_piece_moves_is_square_actions_alone() {
    let mut game = begin("hans38", "turn=postal", None);
    assert_eq!(game.count(), Some(32));
    play(&mut game, &["@@f3", "@@f6"]);
    let message = told(game.as_ref(), "@@e3");
    assert!(message.contains("begins with a piece move"), "{message}");
    play(&mut game, &["Nf3 @@e3"]);
}

#[test]
fn s3_who_can_move_a_piece_must_first_turn_or_not() {
    for (id, options) in [
        ("hans38", "turn=postal"),
        ("hans38-neutral", "turn=postal-plus"),
        ("infinite-reserves", ""),
        ("moving-squares", ""),
    ] {
        let mut game = begin(id, options, None);
        let message = told(game.as_ref(), "Nf3");
        assert!(message.contains("on this first turn none of your pieces can move"));
        // White's square lies where a Black piece can go: Black must move one.
        play(&mut game, &["@@f6"]);
        let message = told(game.as_ref(), "@@e6");
        assert!(
            message.contains("begins with a piece move"),
            "{id}: {message}"
        );
        let all = legal(game.as_ref());
        assert!(!all.is_empty() && all.iter().all(|t| !t.starts_with('@')));
    }
}

#[test]
fn s4_square_moves_do_not_avoid_stalemate_under_the_postal_rules() {
    // White has a square to move and one to place, but the king is walled in by holes.
    let text = "4k3/8/8/8/8/8/1+6/4K3 w - - - 1,1 0 9";
    for (turn, over) in [("single", false), ("postal", true), ("postal-plus", true)] {
        let game = begin("hans38", &format!("turn={turn}"), Some(text));
        let reason = game.outcome().map(|o| o.reason);
        assert_eq!(reason, over.then_some(Reason::Stalemate), "{turn}");
    }
    let attacked = "4k3/8/8/8/8/3n4/1+6/4K3 w - - - 1,1 0 9";
    let game = begin("hans38", "turn=postal armies=fide/fide", Some(attacked));
    assert_eq!(game.outcome().map(|o| o.reason), Some(Reason::Checkmate));
}

#[test]
fn s4_a_player_without_a_legal_turn_has_lost() {
    let mut game = begin("hans38", "armies=fide/fide", None);
    play(
        &mut game,
        &["@@a6", "a7-a6", "@@b6", "b7-b6", "@@c6", "c7-c6"],
    );
    let outcome = game.outcome().expect("over");
    assert_eq!(
        (outcome.result(&["white", "black"]).as_str(), outcome.reason),
        ("0-1", Reason::Stalemate)
    );
    assert!(matches!(
        refusal(game.as_ref(), "@@d3"),
        Refusal::GameOver { .. }
    ));
    assert_eq!(
        (game.count(), game.perft(2), game.example()),
        (Some(0), 0, None)
    );
}

#[test]
fn s5_square_actions_alone_are_no_stalemate_in_single() {
    let game = begin("hans38", "", None);
    assert!(game.outcome().is_none());
    let all = legal(game.as_ref());
    assert!(!all.is_empty() && all.iter().all(|t| t.starts_with("@@")));
}

#[test]
fn s6_castling_needs_every_square_between() {
    let rank = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/";
    let all = begin(
        "hans38",
        "armies=fide/fide",
        Some(&format!("{rank}R+++K++R w KQ - - 1,1 0 9")),
    );
    assert!(is_legal(all.as_ref(), "O-O") && is_legal(all.as_ref(), "O-O-O"));
    let hole = begin(
        "hans38",
        "armies=fide/fide",
        Some(&format!("{rank}R1++K++R w KQ - - 1,1 0 9")),
    );
    assert!(!is_legal(hole.as_ref(), "O-O-O"));
    assert!(told(hole.as_ref(), "0-0-0").contains("no square on b1"));
}

#[test]
fn s7_a_passed_over_square_that_moves_ends_en_passant() {
    let text = "4k3/3p4/3-4/3-P3/8/8/8/4K3 b - - - 1,1 0 9";
    let mut game = begin("hans38", "turn=postal armies=fide/fide", Some(text));
    let mut moved = game.fork();
    play(&mut game, &["d7-d5"]);
    assert!(is_legal(game.as_ref(), "e5:d6"));
    play(&mut moved, &["d7-d5 @d6-b6"]);
    assert!(!moved.position().contains("d6") && !is_legal(moved.as_ref(), "e5:d6"));
}

#[test]
fn s8_a_pawn_on_its_first_rank_steps_singly() {
    let text = "4k3/8/8/8/8/P+6/++6/+P2K3 w - - - 1,1 0 9";
    let game = begin("hans38", "", Some(text));
    assert!(is_legal(game.as_ref(), "b1-b2") && !is_legal(game.as_ref(), "b1-b3"));
}

#[test]
fn s9_pawns_promote_to_the_pieces_of_both_armies() {
    let text = "-3k3/P7/8/8/8/8/8/4K3 w - - - 1,1 0 30";
    let game = begin("hans38", "", Some(text));
    let mut to: Vec<String> = legal(game.as_ref())
        .iter()
        .filter_map(|t| t.strip_prefix("a7-a8=").map(str::to_owned))
        .collect();
    to.sort();
    assert_eq!(to.concat(), "BGHINOQR");
    assert!(matches!(
        refusal(game.as_ref(), "a8"),
        Refusal::Incomplete { .. }
    ));
    assert!(game.fork().play("a8(O)").is_ok());
}

#[test]
fn s10_barred_squares_follow_the_turn_rule() {
    let mut single = begin("hans38-neutral", "", None);
    play(&mut single, &["@@f3", "@f3-f4"]);
    assert!(single.position().contains(" f4 "));
    assert!(told(single.as_ref(), "@f4-f5").contains("barred"));
    let mut postal = begin("hans38-neutral", "turn=postal-plus", None);
    play(&mut postal, &["@@f3 @f3-g4"]);
    assert!(postal.position().contains(" - g4 "), "one barred square");
}

#[test]
fn s11_both_orders_are_one_turn_and_the_square_just_placed_may_move() {
    let options = "turn=postal-plus armies=fide/fide";
    let mut game = begin("hans38", options, None);
    play(&mut game, &["@@f3", "@@f6"]);
    let played = |turn: &str| game.fork().play(turn).map(|p| p.canonical);
    assert_eq!(
        played("Ng1-f3 @g1-h3 @@e3"),
        Ok("Ng1-f3 @@e3 @g1-h3".to_owned())
    );
    assert_eq!(
        played("Ng1-f3 @g1-h3 @@g1"),
        Ok("Ng1-f3 @g1-h3 @@g1".to_owned())
    );
    assert_eq!(
        played("Ng1-f3 @@e3 @e3-e4"),
        Ok("Ng1-f3 @@e3 @e3-e4".to_owned())
    );
    let next = game.begin("Nf3").expect("begins");
    let offered = |a: &str| next.next.iter().any(|t| t == a);
    assert!(next.ends && offered("@@e3") && offered("@g1-h3") && !offered("@@g1"));
    let next = game.begin("Nf3 @g1-h3").expect("begins").next;
    assert!(next.contains(&"@@e3".to_owned()) && next.contains(&"@@g1".to_owned()));
}

#[test]
fn s12_threefold_is_claimed_and_fivefold_ends() {
    let text = "rnbqkbnr/pppppppp/5-2/8/8/5+2/PPPPPPPP/RNBQKBNR w KQkq - - 0,0 0 5";
    let mut game = begin("hans38", "armies=fide/fide", Some(text));
    assert!(game.fork().claim_draw().is_err());
    let there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for _ in 0..2 {
        play(&mut game, &there_and_back);
    }
    // The first return finds other owners: f3 and f6 are owned as before, so it is the same.
    let mut claimed = game.fork();
    claimed.claim_draw().expect("threefold");
    assert_eq!(
        claimed.outcome().map(|o| o.reason),
        Some(Reason::Repetition)
    );
    for _ in 0..2 {
        play(&mut game, &there_and_back);
    }
    assert_eq!(game.outcome().map(|o| o.reason), Some(Reason::Repetition));
}

#[test]
fn s13_left_squares_vanish_from_the_fourth_turn_on() {
    let text = "rnbqkbnr/pppppppp/5=2/8/8/5=2/PPPPPPPP/RNBQKBNR w KQkq - - * 0 4";
    let mut game = begin("infinite-reserves", "armies=fide/fide", Some(text));
    play(&mut game, &["Nf3 @@a3"]);
    assert!(game.position().contains("PPPPPPPP/RNBQKB1R b"));
}

#[test]
fn s13_castling_voids_only_the_kings_origin_and_en_passant_only_the_capturers() {
    let text = "4k3/8/8/8/8/8/8/4K==R w K - - * 0 6";
    let mut game = begin("infinite-reserves", "armies=fide/fide", Some(text));
    play(&mut game, &["O-O @@a1"]);
    assert!(game.position().contains("/=4RK= b"), "{}", game.position());
    let text = "4k3/8/8/8/3p=3/4=3/4P3/4K3 w - - - * 0 6";
    let mut game = begin("infinite-reserves", "armies=fide/fide", Some(text));
    play(&mut game, &["e2-e4 @@a1", "dxe3 @@h8"]);
    assert!(
        game.position().contains("/8/4=3/4p3/8/=3K3 w"),
        "{}",
        game.position()
    );
}

#[test]
fn s14_an_impossible_placing_is_left_out() {
    let rows = "rnbqkbnr/pppppppp/========/========/========/========/PPPPPPPP/RNBQKBNR";
    let text = format!("{rows} w KQkq - - * 0 3");
    let game = begin("infinite-reserves", "armies=fide/fide", Some(&text));
    assert_eq!(game.count(), Some(20));
    assert!(is_legal(game.as_ref(), "e2-e4"));
}

#[test]
fn s15_a_carried_pawn_promotes_and_the_kings_square_stays() {
    let text = "4k3/P7/8/8/8/8/=7/4K=2 w - - - * 0 9";
    let game = begin("moving-squares", "armies=fide/fide", Some(text));
    assert!(is_legal(game.as_ref(), "Ke1-f1 @@c3 @a7-a8=Q"));
    assert!(matches!(
        refusal(game.as_ref(), "Kf1 @a7-a8 @@c3"),
        Refusal::Incomplete { .. }
    ));
    assert!(!is_legal(game.as_ref(), "Ke1-f1 @@c3 @a7-a8=K"));
    assert!(told(game.as_ref(), "Kf1 @f1-g1 @@a1").contains("king"));
}

#[test]
fn s15_riding_ends_castling_and_en_passant_and_voids_nothing() {
    let text = "4k3/3p4/3=4/3=P3/8/8/7=/R3K==R w KQ - - * 0 9";
    let mut game = begin("moving-squares", "armies=fide/fide", Some(text));
    play(&mut game, &["Ke1-f1 @@e2 @a1-a2"]);
    assert!(
        game.position().contains("/R3=2=/5K=R b - "),
        "{}",
        game.position()
    );
    let text = "r3k3/3p4/3=4/3=P3/8/8/8/4K3 b q - - * 0 9";
    let game = begin("moving-squares", "armies=fide/fide", Some(text));
    let ep = |turn: &str| {
        let mut copy = game.fork();
        copy.play(turn).expect(turn);
        is_legal(copy.as_ref(), "e5:d6 @@h8")
    };
    assert!(ep("d7-d5 @@h7"));
    assert!(!ep("d7-d5 @@h7 @d5-c5"), "the pawn was carried");
    assert!(!ep("d7-d5 @@h7 @d6-c6"), "the passed-over square was moved");
    let mut ridden = game.fork();
    play(&mut ridden, &["d7-d5 @@h7 @a8-b8"]);
    assert!(ridden.position().contains(" w - "), "{}", ridden.position());
}

#[test]
fn s15_the_square_of_the_enemy_or_barred_is_not_ridden() {
    let mut game = begin("moving-squares", "armies=fide/fide", None);
    play(&mut game, &["@@f3", "@@f6", "Nf3 @@e4 @f3-g4", "Nf6 @@e5"]);
    let told = |turn: &str| told(game.as_ref(), turn);
    assert!(told("Ne5 @@a3 @f6-g5").contains("own piece"));
    assert!(told("Ne5 @@a3 @e5-d5").contains("barred"));
}

#[test]
fn s16_castling_with_another_armys_rook_works_as_with_rooks() {
    for (army, rook) in [("nutters", 'G'), ("rookies", 'S'), ("clobberers", 'D')] {
        let text = format!("4k3/8/8/8/8/8/8/4K++{rook} w K - - 1,1 0 9");
        let mut game = begin("hans38", &format!("armies={army}/fide"), Some(&text));
        play(&mut game, &["Ke1-g1"]);
        let castled = format!("/4+{rook}K+ b - ");
        assert!(game.position().contains(&castled), "{}", game.position());
    }
}

#[test]
fn s16_the_clobberers_queen_side_castling_keeps_the_bedes_colour() {
    let text = "4k3/8/8/8/8/8/8/D+++K3 w Q - - 1,1 0 9";
    let mut game = begin("hans38", "armies=clobberers/fide", Some(text));
    play(&mut game, &["o-o-o"]);
    assert!(game.position().contains("/+KD++3 b"), "{}", game.position());
}

#[test]
fn too_little_to_win_on_time_is_what_it_is_in_chess() {
    for (white, armies, too_little) in [
        ("4K3", "fide/fide", true),
        ("4K1N1", "fide/fide", true),
        ("4KB2", "fide/fide", true),
        ("4KBN1", "fide/fide", false),
        ("4K1W1", "clobberers/fide", false),
        ("4KR2", "fide/fide", false),
    ] {
        let text = format!("4k3/8/8/8/8/8/3+4/{white} w - - - 1,1 0 9");
        let game = begin("hans38", &format!("armies={armies}"), Some(&text));
        assert_eq!(game.cannot_win(Seat(0)), too_little, "{white}");
        assert!(game.cannot_win(Seat(1)));
    }
}
