//! What the program finds, and that it always plays by the rules.

use zugpost::partner::{Level, Thought, think, think_within, worths};
use zugpost::rules::Game;
use zugpost::rules::turns::walk::Survey;
use zugpost::variants::{all, find};

use super::games::{Lots, begun, play_random};

/// A game from a position, or from its usual start.
fn game(id: &str, options: &[(&str, &str)], position: Option<&str>) -> Box<dyn Game> {
    let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    let options = options.iter().map(own).collect();
    let variant = find(id).unwrap_or_else(|| panic!("no {id}"));
    let game = variant.start(&options, position);
    game.unwrap_or_else(|why| panic!("{id} {position:?}: {why}"))
}

fn thought(game: &dyn Game, level: u8, budget: u64, lot: u64) -> Thought {
    let level = Level::new(level).expect("a level");
    think_within(game, level, budget, lot, &|| false).expect("an answer")
}

/// What kinds are worth, in the order of the game.
fn worth(id: &str) -> Vec<i32> {
    worths(game(id, &[], None).as_ref())
}

#[test]
fn pieces_are_worth_nothing_where_only_having_no_turn_decides() {
    for id in ["clobber", "amazons", "isolation", "snailtrail", "joust"] {
        let worth = worth(id);
        assert!(
            !worth.is_empty() && worth.iter().all(|one| *one == 0),
            "{id}: {worth:?}"
        );
    }
    // These have other ends, too, or a king.
    for id in [
        "breakthrough",
        "fox-and-hounds",
        "antichess",
        "minishogi",
        "flipello",
    ] {
        let worth = worth(id);
        assert!(worth.iter().any(|one| *one > 0), "{id}: {worth:?}");
    }
}

#[test]
fn a_mate_by_checks_is_seen_among_many_drops() {
    // The pawn gives check on e5 first.
    let position = "6n1/1r1BP3/np1kp2r/1Qpb1pP1/1PPbPP1P/P1P3P1/P3N3/RNBK2R1[QP] w - - 1 36";
    let game = game("crazyhouse", &[], Some(position));
    let found = thought(&*game, 3, Level::new(3).unwrap().budget(), 0);
    assert_eq!(found.mate, Some(3), "{found:?}");
}

#[test]
fn where_the_mated_wins_the_program_lets_itself_be_mated() {
    // With pawns on f3 and g4 the queen can mate on h4.
    let opened = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(
        thought(&*game("misere", &[], Some(opened)), 3, 3000, 0).turn,
        "g2-g4"
    );
}

#[test]
fn pieces_of_chess_are_worth_what_players_say() {
    let [pawn, knight, bishop, rook, queen, king] = worth("chess")[..] else {
        panic!("kinds of chess");
    };
    let order = queen > rook + 250 && rook > bishop + 80 && bishop >= knight;
    assert!(order, "{queen} {rook} {bishop} {knight}");
    assert!(
        knight > 2 * pawn && (60..=140).contains(&pawn),
        "{knight} {pawn}"
    );
    assert_eq!(king, 0);
}

#[test]
fn pieces_of_xiangqi_are_worth_what_players_say() {
    let [soldier, cannon, chariot, horse, elephant, mandarin, general] = worth("xiangqi")[..]
    else {
        panic!("kinds of xiangqi");
    };
    let order = chariot > cannon && cannon > horse && horse > elephant.max(mandarin);
    assert!(
        order,
        "{chariot} {cannon} {horse} {elephant} {mandarin} {soldier}"
    );
    assert!(chariot > horse + 100 && horse > soldier);
    assert_eq!(general, 0);
}

#[test]
fn what_pieces_become_counts() {
    // In shogi: a lance and a knight less than gold and silver, and all less than rook and bishop.
    let variant = find("shogi").expect("shogi");
    let worth = worth("shogi");
    let kinds = variant.kinds();
    assert!(worth.len() >= kinds.len() && kinds.len() > 8);
    let walk = game("shogi", &[], None).walk();
    for way in walk.field().becoming {
        let (role, becomes) = (worth[way.role.index()], worth[way.becomes.index()]);
        assert!(role < becomes || role - becomes < 60, "{role} {becomes}");
    }
}

#[test]
fn the_same_game_gives_the_same_turn() {
    for id in [
        "chess",
        "hans38",
        "in-the-bin",
        "yonin-bishogi",
        "crazyhouse",
    ] {
        let one = thought(game(id, &[], None).as_ref(), 3, 400, 1);
        let other = thought(game(id, &[], None).as_ref(), 3, 400, 2);
        assert_eq!(one, other, "{id}");
    }
}

#[test]
fn level_one_draws_lots_among_good_turns() {
    let game = game("chess", &[], None);
    let mut turns: Vec<String> = (0..40)
        .map(|lot| thought(game.as_ref(), 1, Level::ALL[0].budget(), lot).turn)
        .collect();
    assert_eq!(
        thought(game.as_ref(), 1, Level::ALL[0].budget(), 7).turn,
        turns[7]
    );
    turns.sort_unstable();
    turns.dedup();
    assert!((5..=20).contains(&turns.len()), "{turns:?}");
    // A queen that can be had is taken whatever the lot.
    let text = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
    let game = self::game("chess", &[], Some(text));
    for lot in 0..20 {
        let found = thought(game.as_ref(), 1, Level::ALL[0].budget(), lot);
        assert_eq!(found.turn, "e4xd5");
    }
}

#[test]
fn mates_in_one_are_played() {
    let cases = [
        ("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"),
        ("xiangqi", "3k5/R8/9/9/9/9/9/9/9/R3K4 w - - 0 1"),
        ("eight-piece", "6k1/5ppp/8/8/8/8/8/R6K w - - - 0 1"),
        ("crazyhouse", "6k1/5ppp/8/8/8/8/8/7K[R] w - - 0 1"),
        ("in-the-bin", "k8/9/1K7/9/4#4/9/9/9/8R w - 0 1"),
        ("kingofthehill", "7k/8/8/8/8/3K4/8/8 w - - 0 1"),
        ("racingkings", "8/K7/8/8/8/8/8/7k w - - 0 1"),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1"),
    ];
    for (id, text) in cases {
        let mut game = game(id, &[], Some(text));
        let seat = game.to_move();
        let found = thought(game.as_ref(), 2, 2_000, 0);
        game.play(&found.turn).expect("legal");
        let outcome = game.outcome();
        let won = outcome.is_some_and(|outcome| outcome.places[0] == [seat]);
        assert!(won && found.mate == Some(1), "{id}: {found:?}");
    }
}

#[test]
fn turns_of_several_actions_are_whole() {
    for turn in ["postal", "postal-plus"] {
        let mut game = game("hans38", &[("turn", turn)], None);
        for ply in 0..6 {
            let found = thought(game.as_ref(), 2, 300, ply);
            game.play(&found.turn).expect("legal");
        }
    }
}

#[test]
fn it_stops_when_it_is_told_to() {
    let game = game("chess", &[], None);
    let found = think(game.as_ref(), Level::ALL[4], 0, &|| true).expect("an answer");
    assert!(found.nodes < 5_000, "{}", found.nodes);
    game.meaning(&found.turn).expect("legal");
}

#[test]
fn nothing_is_played_where_the_game_is_over() {
    let game = game("chess", &[], Some("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"));
    assert_eq!(think(game.as_ref(), Level::ALL[2], 0, &|| false), None);
}

#[test]
fn every_turn_is_legal_in_every_variant() {
    let mut lots = Lots(1);
    let mut looked_at = 0;
    while looked_at < 2_000 {
        for variant in all() {
            let mut game = begun(variant, &mut lots);
            for _ in 0..lots.below(40) {
                if game.outcome().is_none() {
                    play_random(game.as_mut(), &mut lots);
                }
            }
            if game.outcome().is_some() {
                continue;
            }
            let (level, lot) = (1 + lots.below(3) as u8, lots.below(1_000) as u64);
            let found = thought(game.as_ref(), level, 25, lot);
            let meant = game.meaning(&found.turn);
            let (id, position) = (variant.id(), game.position());
            assert_eq!(meant.as_ref(), Ok(&found.turn), "{id} {position}");
            looked_at += 1;
        }
    }
}

/// After a pass the other side is to move in the same position, and `back` takes it back.
#[test]
fn a_pass_changes_the_side_to_move_alone() {
    let mut passed = 0;
    for variant in all() {
        let mut lots = Lots(11);
        let mut game = begun(variant, &mut lots);
        for _ in 0..6 {
            if game.outcome().is_none() {
                play_random(game.as_mut(), &mut lots);
            }
        }
        if game.outcome().is_some() {
            continue;
        }
        let mut walk = game.walk();
        let (mut before, mut after) = (Survey::default(), Survey::default());
        let (seat, count) = (walk.to_move(), walk.list());
        walk.survey(&mut before);
        if !walk.pass() {
            assert_eq!(walk.to_move(), seat, "{}", variant.id());
            continue;
        }
        passed += 1;
        walk.survey(&mut after);
        assert_eq!(walk.to_move(), seat.other(), "{}", variant.id());
        assert_eq!(after.pieces, before.pieces, "{}", variant.id());
        assert_eq!(after.hands, before.hands, "{}", variant.id());
        assert_ne!(after.key, before.key, "{}", variant.id());
        walk.back();
        walk.survey(&mut after);
        assert_eq!((walk.to_move(), walk.list()), (seat, count));
        assert_eq!(after.key, before.key, "{}", variant.id());
    }
    assert!(passed > 90, "{passed}");
}
