//! The rulings of limited-squares.md, each by its number.

use zugpost::rules::game::{Game, Listing, Match, Options, Seat};
use zugpost::rules::outcome::{Reason, Refusal, SetupError};
use zugpost::variants::find;

fn variant(id: &str) -> &'static dyn Game {
    find(id).expect("registered")
}

fn begin(id: &str, options: &str, position: Option<&str>) -> Box<dyn Match> {
    let pair = |p: &str| p.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned()));
    let options: Options = options.split_whitespace().filter_map(pair).collect();
    variant(id).start(&options, position).expect("starts")
}

fn play(game: &mut Box<dyn Match>, turns: &[&str]) {
    for turn in turns {
        game.play(turn).unwrap_or_else(|e| panic!("{turn}: {e}"));
    }
}

/// The refusal of a turn that is tried on a copy.
fn refusal(game: &dyn Match, turn: &str) -> Refusal {
    let before = game.position();
    let mut copy = game.fork();
    let refusal = copy.play(turn).expect_err(turn);
    assert_eq!(copy.position(), before, "a refused turn leaves no trace");
    refusal
}

fn legal(game: &dyn Match) -> Vec<String> {
    match game.legal(usize::MAX) {
        Listing::All(turns) => turns,
        Listing::Over(_) => panic!("no limit was given"),
    }
}

fn is_legal(game: &dyn Match, turn: &str) -> bool {
    let listed = legal(game).iter().any(|t| t == turn);
    let played = game.fork().play(turn).is_ok_and(|p| p.canonical == turn);
    assert_eq!(listed, played, "{turn} in {}", game.position());
    listed
}

const PINNED: &str = "4r1k1/4-1--/4-3/4+3/4N3/2+1+3/P3+1+P/4K2R w K - - 1,1 3 20";

#[test]
fn s1_king_safety_is_judged_at_the_end_of_the_whole_turn() {
    let game = begin("hans38", "turn=postal armies=fide/fide", Some(PINNED));
    assert!(matches!(
        refusal(game.as_ref(), "Ne4-c3"),
        Refusal::Incomplete { .. }
    ));
    assert!(is_legal(game.as_ref(), "Ne4-c3 @e2-f3"));
    let Refusal::Illegal {
        action,
        good,
        message,
    } = refusal(game.as_ref(), "Nc3 @@a3")
    else {
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
    let message = refusal(game.as_ref(), "O-O @f2-d4").to_string();
    assert!(message.contains("f1 is attacked from f8"), "{message}");
}

#[test]
fn s3_a_first_turn_without_piece_moves_is_square_actions_alone() {
    let mut game = begin("hans38", "turn=postal", None);
    assert_eq!(game.count(), Some(32));
    play(&mut game, &["@@f3", "@@f6"]);
    let message = refusal(game.as_ref(), "@@e3").to_string();
    assert!(message.contains("begins with a piece move"), "{message}");
    play(&mut game, &["Nf3 @@e3"]);
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
    assert!(legal(game.as_ref()).iter().all(|t| t.starts_with("@@")));
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
    assert!(
        refusal(hole.as_ref(), "0-0-0")
            .to_string()
            .contains("no square on b1")
    );
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
    assert!(
        refusal(single.as_ref(), "@f4-f5")
            .to_string()
            .contains("barred")
    );
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
    assert!(
        refusal(game.as_ref(), "Kf1 @f1-g1 @@a1")
            .to_string()
            .contains("king")
    );
}

#[test]
fn s16_the_clobberers_queen_side_castling_keeps_the_bedes_colour() {
    let text = "4k3/8/8/8/8/8/8/D+++K3 w Q - - 1,1 0 9";
    let mut game = begin("hans38", "armies=clobberers/fide", Some(text));
    play(&mut game, &["o-o-o"]);
    assert!(game.position().contains("/+KD++3 b"), "{}", game.position());
}

#[test]
fn positions_that_cannot_stand_are_refused() {
    for text in [
        "4k3/8/8/8/8/8/8/4K3 w - - - 1,1 0",
        "4k3/8/8/8/8/8/8/8 w - - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K2R w Q - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/3=K3 w - - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/p3K3 w - - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 - 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - e1 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - - * 0 1",
        "4k3/4N3/5N2/8/8/8/8/4K3 w - - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K4 w - - - 1,1 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - - 1,1 0 0",
        "\u{1f600}",
        "",
    ] {
        let refused = variant("hans38").start(&Options::new(), Some(text)).err();
        assert!(
            matches!(refused, Some(SetupError::BadPosition(_))),
            "{text}: {refused:?}"
        );
    }
}

#[test]
fn a_refusal_names_the_action_and_the_reason() {
    let mut game = begin("hans38", "turn=postal-plus armies=fide/fide", None);
    play(&mut game, &["@@f3", "@@f6", "Nf3", "Nf6"]);
    let Refusal::Illegal {
        action,
        good,
        message,
    } = refusal(game.as_ref(), "Ng1 @@e3 @g8-e6")
    else {
        panic!("illegal")
    };
    assert_eq!((action, good.as_str()), (Some(3), "Nf3-g1 @@e3"));
    assert_eq!(
        message,
        "Nf3-g1 and @@e3 are fine; @g8-e6 is not: g8 is Black's square."
    );
}

#[test]
fn typed_turns_are_read_leniently() {
    let mut game = begin("hans38", "turn=postal-plus armies=fide/fide", None);
    play(&mut game, &["1. @f3!", "1... \u{201c}@@f6\u{201d}"]);
    let played = |turn: &str| game.fork().play(turn).map(|p| p.canonical);
    for turn in [
        "2. Ng1\u{2013}f3 then @e3 and @g1h3",
        "nf3, @@e3; @@g1-h3",
        "g1f3 & @G1-H3 & @E3",
        "Ng1 - f3 @ e3 @ g1-h3 +",
        "Knf3 @@e3 @g1-h3",
    ] {
        let expected = Ok("Ng1-f3 @@e3 @g1-h3".to_owned());
        assert!(
            played(turn) == expected || turn.starts_with("Kn"),
            "{turn}: {:?}",
            played(turn)
        );
    }
    let army = begin(
        "hans38",
        "armies=clobberers/fide",
        Some("4k3/8/8/8/8/4+3/8/4K1W1 w - - - 1,1 0 9"),
    );
    assert!(army.fork().play("WAg1-e3").is_ok());
}

#[test]
fn diagrams_fit_a_letter() {
    for id in [
        "hans38",
        "hans38-neutral",
        "infinite-reserves",
        "moving-squares",
    ] {
        let mut game = begin(id, "armies=rookies/nutters", None);
        play(&mut game, &["@@f3", "@@c6"]);
        for seat in [None, Some(Seat(0)), Some(Seat(1))] {
            let drawn = game.diagram(seat);
            for line in drawn.board.iter().chain(&drawn.notes).chain(&drawn.legend) {
                assert!(line.is_ascii() && line.len() <= 72, "{line}");
                assert!(line.trim_end() == line && !line.starts_with('>'), "{line}");
            }
        }
        assert!(
            variant(id)
                .rules()
                .lines()
                .all(|l| l.is_ascii() && l.len() <= 72),
            "{id}"
        );
    }
}

#[test]
fn a_second_piece_move_is_named_after_what_is_fine() {
    let mut game = begin("hans38", "turn=postal armies=fide/fide", None);
    play(&mut game, &["@@f3", "@@f6"]);
    let Refusal::Illegal {
        action,
        good,
        message,
    } = refusal(game.as_ref(), "Nf3 f7-f6")
    else {
        panic!("illegal")
    };
    assert_eq!((action, good.as_str()), (Some(2), "Ng1-f3"));
    assert!(message.contains("at most one piece move"), "{message}");
    let first = refusal(game.as_ref(), "Nf4 f7-f6");
    assert!(
        matches!(
            first,
            Refusal::Illegal {
                action: Some(1),
                ..
            }
        ),
        "{first:?}"
    );
}

#[test]
fn the_first_letter_is_tried_both_ways_and_two_legal_readings_are_ambiguous() {
    let text = "4k3/8/8/8/8/2-p4/1P6/B+1K4 w - - - 1,1 0 9";
    let game = begin("hans38", "armies=fide/fide", Some(text));
    assert!(game.fork().play("bxd3").is_err());
    let text = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - - 1,1 0 9";
    let game = begin("hans38", "armies=fide/fide", Some(text));
    for typed in ["bxc3", "Bxc3"] {
        let Refusal::Ambiguous { candidates, .. } = refusal(game.as_ref(), typed) else {
            panic!("{typed} is ambiguous")
        };
        assert_eq!(candidates, ["Bd2:c3", "b2:c3"]);
    }
    assert!(game.fork().play("b2:c3").is_ok());
}
