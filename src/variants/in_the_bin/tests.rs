use super::*;
use crate::rules::view::Holds;
use crate::rules::{Fact, Game, Listing, Variant};

fn from(position: &str) -> Box<dyn Game> {
    let variant: &dyn Variant = &IN_THE_BIN;
    variant
        .start(&Options::new(), Some(position))
        .expect(position)
}

fn after(position: &str, turns: &[&str]) -> Box<dyn Game> {
    let mut game = from(position);
    for turn in turns {
        let played = game
            .play(turn)
            .unwrap_or_else(|why| panic!("{turn}: {why}"));
        assert_eq!(played.canonical, *turn);
    }
    game
}

/// Why a turn is refused, as logs show it.
fn why(game: &dyn Game, turn: &str) -> String {
    let refused = game.fork().play(turn);
    refused.expect_err(turn).to_string()
}

fn plays(game: &dyn Game, turn: &str) -> bool {
    game.fork().play(turn).is_ok()
}

/// What may follow the actions made, and whether the turn may end with them.
fn next(game: &dyn Game, made: &str) -> (Vec<String>, bool) {
    let begun = game.begin(made).expect(made);
    (begun.next, begun.ends)
}

fn end(game: &dyn Game) -> String {
    let ended = game.outcome();
    ended.map_or("*".to_owned(), |o| {
        format!("{} {}", o.result(&["white", "black"]), o.reason)
    })
}

const START: &str = "4k4/9/9/9/4#4/9/9/9/4K4 w B4F8N6H2Q2R4W10 0 1";

#[test]
fn b1_white_sits_below_is_upper_case_and_begins() {
    let variant: &dyn Variant = &IN_THE_BIN;
    let game = variant.start(&Options::new(), None).expect("starts");
    assert_eq!((game.position().as_str(), game.to_move()), (START, Seat(0)));
    let view = game.view(None);
    let king = view
        .cells
        .iter()
        .find(|cell| cell.piece.is_some())
        .expect("a king");
    assert_eq!(king.square.to_string(), "e1");
    assert_eq!(
        king.piece.as_ref().and_then(|piece| piece.owner),
        Some(Seat(0))
    );
    let own = view.cells.iter().filter(|cell| cell.owner == Some(Seat(0)));
    let own: Vec<String> = own.map(|cell| cell.square.to_string()).collect();
    assert_eq!(own, ["d4", "e4", "f4"]);
}

/// The bin before the second capture bars the selection after it; so does the start.
#[test]
fn b2_histories_take_in_the_start_and_every_action_inside_turns() {
    let game = from("8k/9/9/4r4/3w#4/3Q5/9/9/4K4 w Q1R3W9 0 9");
    let reason = why(game.as_ref(), "Qd4xd5 Qd5xe6 R@d4");
    assert!(
        reason.contains("since: after-turn(number: 9, side: White, action: Qd4xd5)"),
        "{reason}"
    );
    assert!(why(game.as_ref(), "Qd4xd5 W@e4").contains("since: at-the-start"));
    // A board inside a turn counts as well: the queen on d5, the wazir captured.
    let mut shuffled = from("8k/9/9/9/3w#4/3Q5/9/9/4K4 w - 0 9");
    for turn in ["Qd4xd5 Qd5-d4", "Ki9-i8", "Qd4-d3", "Ki8-i9"] {
        shuffled.play(turn).expect(turn);
    }
    let reason = why(shuffled.as_ref(), "Qd3-d5");
    assert!(
        reason.contains(
            "board-repeats(what: move, since: after-turn(number: 9, side: White, action: Qd4xd5))"
        ),
        "{reason}"
    );
}

#[test]
fn b3_each_action_by_itself_must_leave_the_own_king_unattacked() {
    // The second capture would end the check; the first one does not.
    let game = from("r7w/9/4k4/9/4#4/9/9/9/K7Q w - 0 1");
    let reason = why(game.as_ref(), "Qi1xi9 Qi9xa9");
    assert!(reason.contains("check-not-ended(king: a1"), "{reason}");
}

#[test]
fn b3_pinned_pieces_give_check() {
    // The queen pins the rook on e1 to its king; Black's king is in check from it all the same.
    let game = from("9/9/9/9/4#4/9/4k4/9/q3R3K b - 0 1");
    assert_eq!(game.in_check(), [Seat(1)]);
    assert!(why(game.as_ref(), "Ke3-e2").contains("king-would-be-attacked"));
}

#[test]
fn b4_no_earned_action_takes_a_king_and_mate_waits_for_the_next_turn() {
    let game = from("4k4/4r4/4Q4/9/4#4/9/9/9/K8 w - 0 1");
    let (all, ends) = next(game.as_ref(), "Qe7xe8");
    // The queen attacks the king, and yet has to go on, though not by taking it.
    assert!(!ends && !all.is_empty());
    assert!(all.iter().all(|action| !action.ends_with("e9")), "{all:?}");
    assert!(why(game.as_ref(), "Qe7xe8 Qe8xe9").contains("not-possible"));
}

/// The rook on f8 could not capture anything but the rook, and that is barred; it attacks all the same.
#[test]
fn b5_attacks_look_only_at_how_pieces_move() {
    let game = after(
        "3r4k/9/9/9/4#4/9/4K4/9/9 w R2 0 1",
        &["R@f4", "Rd9-f9", "Rf4-a4"],
    );
    assert!(plays(game.as_ref(), "Rf9-f8"));
    let barred = after(
        "3r4k/9/9/9/4#4/9/4K4/9/9 w R2 0 1",
        &["R@f4", "Rd9-f9", "Ke3-e2"],
    );
    assert!(why(barred.as_ref(), "Rf9xf4").contains("bin-repeats(what: capture"));
    let game = after(
        "3r4k/9/9/9/4#4/9/4K4/9/9 w R2 0 1",
        &["R@f4", "Rd9-f9", "Rf4-a4", "Ki9-i8"],
    );
    assert!(why(game.as_ref(), "Ke3-f3").contains("king-would-be-attacked(square: f3"));
}

#[test]
fn b6_the_earned_action_is_compulsory_if_there_is_one() {
    let game = from("8k/9/9/4r4/3w#4/3Q5/9/9/4K4 w Q1R3W9 0 9");
    let (all, ends) = next(game.as_ref(), "Qd4xd5");
    assert!(!ends && all.contains(&"Qd5xe6".to_owned()) && all.contains(&"Ke1-d1".to_owned()));
    let before = game.position();
    assert!(why(game.as_ref(), "Qd4xd5").starts_with("capture-earns(made: Qd4xd5"));
    assert_eq!(game.position(), before);
    assert!(why(game.as_ref(), "Ke1-d1 Qd4xd5").contains("nothing-was-earned"));
    assert_eq!(next(game.as_ref(), "Qd4xd5 Ke1-d1"), (Vec::new(), true));
}

#[test]
fn b6_the_turn_ends_where_no_earned_action_is_legal() {
    // The only selections would bring the bin back, and the king has no square.
    let game = from("9/9/9/3n5/4#4/5F3/W8/2K6/k8 b - 29 6");
    assert_eq!(next(game.as_ref(), "push"), (Vec::new(), true));
    assert!(plays(game.as_ref(), "push"));
}

#[test]
fn b7_riders_stop_at_the_bin_and_knights_leap_over_it() {
    let game = from("8k/9/9/9/4#4/3NQ4/9/9/K1H6 w - 0 1");
    let goes = |turn: &str| plays(game.as_ref(), turn);
    assert!(goes("Nd4-e6") && !goes("Qe4-e6") && !goes("Qe4-e5"));
    // c1, d3, e5: the nightrider stops before the bin.
    assert!(goes("Hc1-d3") && !goes("Hc1-f7"));
    assert!(why(game.as_ref(), "Hc1-f7").contains("way-stops-at-bin"));
    assert!(why(game.as_ref(), "Qe4-e6").contains("way-stops-at-bin"));
    assert!(why(game.as_ref(), "Qe4-e5").contains("bin-is-no-square"));
}

#[test]
fn b8_no_legal_action_is_checkmate_or_stalemate_and_both_look_at_bans() {
    // Black's only step leads back to the first board.
    let stale = "k8/8R/9/9/4#4/9/9/9/2R1K2W1 w - 0 1";
    let mut game = after(stale, &["Wh1-h2", "Ka9-b9"]);
    assert_eq!(end(game.as_ref()), "*");
    game.play("Wh2-h1").expect("legal");
    assert_eq!(end(game.as_ref()), "1/2-1/2 stalemate");
    // The same, in check from a rook that has come back.
    let mate = "k8/8R/9/9/4#4/9/9/2R6/1R2K4 w - 0 1";
    let mut game = after(mate, &["Rb1-c1", "Ka9-b9"]);
    assert_eq!(end(game.as_ref()), "*");
    game.play("Rc1-b1").expect("legal");
    assert_eq!(end(game.as_ref()), "1-0 checkmate");
}

#[test]
fn b10_a_hundred_quiet_turns_by_each_side_may_be_claimed_and_nothing_else() {
    let mut game = from("4k4/9/9/9/4#4/9/9/9/4K4 w - 200 101");
    assert_eq!(end(game.as_ref()), "*");
    assert!(game.fork().claim_draw().is_ok());
    game.play("Ke1-d1")
        .expect("the game goes on without a claim, kings alone");
    assert!(game.claim_draw().is_ok() && end(game.as_ref()) == "1/2-1/2 move rule");
    let mut early = from("4k4/9/9/9/4#4/9/9/9/4K4 w - 199 100");
    let refused = early.claim_draw().expect_err("too early").to_string();
    assert_eq!(refused, "no-claim-now(sides: 2, passed: 199, clock: 200)");
    // Captures, selections and pushes set the clock back.
    let game = after("4k4/9/9/9/4#4/9/9/9/4K4 w B4 7 9", &["B@d4"]);
    assert!(game.position().ends_with(" b B3 0 9"));
}

#[test]
fn b11_the_object_is_mate_and_no_other_wording_is_offered() {
    let variant: &dyn Variant = &IN_THE_BIN;
    assert!(variant.options().is_empty());
    let options = Options::from([("object".to_owned(), "bin".to_owned())]);
    assert!(variant.start(&options, None).is_err());
}

#[test]
fn b12_a_push_earns_one_action_and_is_one_change() {
    let game = from("4k4/9/9/9/4#4/3RNb3/9/9/4K4 w - 0 1");
    let (all, ends) = next(game.as_ref(), "push");
    assert!(!ends && all.contains(&"R@d4".to_owned()) && !all.contains(&"push".to_owned()));
    assert_eq!(next(game.as_ref(), "push R@d4"), (Vec::new(), true));
    // Rook and knight without the bishop, between two of the pieces pushed, was no state of the bin.
    assert!(plays(game.as_ref(), "push B@d4"));
    let mut pushed = game.fork();
    pushed.play("push B@d4").expect("legal");
    assert_eq!(pushed.position(), "4k4/9/9/9/4#4/3B5/9/9/4K4 b N1R1 0 1");
}

/// After `Q@d4` and a king's move the bin would repeat its first state; after `Q@d4 W@d6` it does not.
#[test]
fn the_first_push_is_barred_until_the_bin_has_changed() {
    let game = after(START, &["Q@d4", "Ke9-f9"]);
    let reason = why(game.as_ref(), "push");
    assert!(
        reason.contains("bin-repeats(what: push") && reason.contains("at-the-start"),
        "{reason}"
    );
    let game = after(START, &["Q@d4", "W@d6"]);
    assert!(plays(game.as_ref(), "push N@d4"));
}

/// The source: Emma was selected, so Anna cannot be captured until the bin has changed.
#[test]
fn a_queen_and_three_wazirs_do_not_come_again() {
    let game = after(
        "q7k/9/9/9/4#4/9/9/9/4K4 w Q1W3 0 1",
        &["Q@d4", "Qa9-a8", "Qd4-d8", "Ki9-h9"],
    );
    let reason = why(game.as_ref(), "Qd8xa8");
    assert!(
        reason.contains("bin-repeats") && reason.contains("at-the-start"),
        "{reason}"
    );
    let mut game = game.fork();
    game.play("W@d4").expect("legal");
    game.play("Kh9-i9").expect("legal");
    assert!(game.begin("Qd8xa8").is_ok(), "the bin has changed");
}

/// The source: two rooks and three knights; a nightrider's capture makes knights free again.
#[test]
fn two_rooks_and_three_knights_do_not_come_again() {
    let start = "n7k/9/h8/9/4#4/9/9/R8/4K4 w N3R2 0 1";
    let game = after(start, &["N@d4", "Ki9-i8", "Ra2-a3", "Ki8-i9"]);
    let reason = why(game.as_ref(), "Ra3-a9");
    assert!(reason.contains("way-blocked"), "{reason}");
    // The knight is behind the nightrider: captured after it.
    let (all, _) = next(game.as_ref(), "Ra3xa7");
    assert!(all.contains(&"Ra7xa9".to_owned()), "{all:?}");
    let direct = after("n7k/9/9/9/4#4/9/9/R8/4K4 w N3R2 0 1", &["N@d4", "Ki9-i8"]);
    assert!(why(direct.as_ref(), "Ra2xa9").contains("bin-repeats"));
    // A push of a knight is barred as well.
    assert!(why(direct.as_ref(), "push").contains("bin-repeats"));
}

/// The source: a queen and three bishops; with two queens none can be selected by either player.
#[test]
fn a_queen_and_three_bishops_do_not_come_again() {
    let start = "8k/8q/9/9/4#4/9/9/9/K7R w B3Q1 0 1";
    let mut game = after(start, &["Ri1xi8 Ka1-a2"]);
    assert!(why(game.as_ref(), "Q@d6").contains("bin-repeats"));
    game.play("Ki9xi8 Ki8-h8").expect("legal");
    assert!(plays(game.as_ref(), "Q@d4"), "the bin has a rook now");
}

#[test]
fn a_ban_of_board_and_bin_names_both() {
    // Black captures the queen and goes back; she would come back, too.
    let turns = ["Q@e4", "Ki9-h9", "N@d4", "Rh4xe4 Re4-h4"];
    let game = after("8k/9/9/9/4#4/7r1/9/9/4K4 w N1Q1 0 1", &turns);
    let reason = why(game.as_ref(), "Q@e4");
    assert!(reason.contains("bin-and-board-repeat"), "{reason}");
    assert_eq!(
        reason.matches("after-turn(number: 2, side: White)").count(),
        2,
        "{reason}"
    );
}

#[test]
fn the_letter_remembers_what_the_bin_bars() {
    let game = after("q7k/9/9/9/4#4/9/9/9/4K4 w Q1W3 0 1", &["Q@d4", "Qa9-a8"]);
    let view = game.view(None);
    let Holds::Pieces(held) = &view.pockets[0].holds else {
        panic!("a bin")
    };
    assert_eq!(
        held.iter()
            .map(|held| (held.letter, held.count))
            .collect::<Vec<_>>(),
        [('W', 3)]
    );
    let barred = view.facts.iter().find_map(|fact| match fact {
        Fact::BarredByBin { kinds, .. } => Some(kinds),
        _ => None,
    });
    let barred = barred.expect("queens");
    assert_eq!(
        (
            barred.len(),
            barred[0].letter,
            barred[0].since.code.as_ref()
        ),
        (1, 'Q', "at-the-start")
    );
    let push = view.facts.iter().find_map(|fact| match fact {
        Fact::Push { brings, barred, .. } => Some((brings.len(), barred.clone())),
        _ => None,
    });
    let (brings, why) = push.expect("a push");
    assert!(brings == 1 && why.is_some_and(|why| why.code == "bin-was-so"));
}

#[test]
fn a_begun_turn_is_shown_as_it_would_be() {
    let game = from("8k/9/9/4r4/3w#4/3Q5/9/9/4K4 w Q1R3W9 0 9");
    let view = game.view_begun("Qxd5", None).expect("begins");
    let Holds::Pieces(held) = &view.pockets[0].holds else {
        panic!("a bin")
    };
    assert!(
        held.iter()
            .any(|held| (held.letter, held.count) == ('W', 10))
    );
    assert!(game.view_begun("Qd4-i9", None).is_none());
}

/// Sixteen queens around sixteen wazirs: millions of chains, and words that each may mean several captures.
const CROWDED: &str =
    "kw7/ww1w1w1w1/2Q1Q1Q1Q/1w1w1w1w1/Q1Q1#1Q1Q/1w1w1w1w1/2Q1Q1Q1Q/1w1w1w1w1/8K w B4F8R4W9 0 1";

#[test]
fn words_that_mean_too_much_are_given_up() {
    let game = from(CROWDED);
    let goals = [
        "b8", "d8", "f8", "h8", "b6", "d6", "f6", "h6", "b4", "d4", "f4", "h4",
    ];
    let text: Vec<String> = goals.iter().map(|goal| format!("Qx{goal}")).collect();
    assert!(why(game.as_ref(), &text.join(" ")).starts_with("too-many-meanings"));
    assert!(game.effort() < 40_000, "{}", game.effort());
}

/// What has too many chains to list is judged, listed and shown by its single actions.
#[test]
fn chains_are_not_looked_through() {
    let game = from(CROWDED);
    assert!(game.count().is_none() && game.outcome().is_none());
    assert_eq!(game.legal(10_000), Listing::Over(None));
    let Ok(Listing::Next(next)) = game.legal_of("b2", "", 200) else {
        panic!("single actions")
    };
    assert_eq!(next, ["Qc3xb2"]);
    assert!(
        game.example()
            .is_some_and(|turn| plays(game.as_ref(), &turn))
    );
}

/// All that one player can capture in one turn is one chain.
#[test]
fn a_long_chain_is_one_turn() {
    let mut game = from(CROWDED);
    let mut made = String::new();
    for _ in 0..100 {
        let (all, _) = next(game.as_ref(), &made);
        let capture = all
            .iter()
            .find(|action| action.contains('x'))
            .or(all.first());
        let Some(action) = capture else { break };
        made = format!("{made} {action}").trim().to_owned();
    }
    assert!(made.split(' ').count() > 8, "{made}");
    assert_eq!(game.play(&made).map(|played| played.canonical), Ok(made));
}

/// A position may have more turns than anybody waits for, so that counting asks at each of them.
#[test]
fn counting_stops_among_the_turns_of_one_position() {
    let text = "8k/9/3N5/3r1n3/4#4/2K1B1F2/3H5/5q3/R8 w B2F5N3H1Q1R2W6 0 1";
    let play = from(text);
    for depth in [1, 2, 20] {
        let counted = std::cell::Cell::new(0);
        let go_on = |leaves| {
            counted.set(counted.get() + leaves);
            counted.get() <= 1_000
        };
        assert_eq!(play.perft_while(depth, &go_on), None, "depth {depth}");
        assert_eq!(counted.get(), 1_001, "depth {depth}");
    }
}
