//! A look back at games: mistakes that are known, and games without any.

use std::cell::Cell;

use zugpost::partner::{Fact, Review};
use zugpost::rules::variant::Options;
use zugpost::rules::{Game, Seat};
use zugpost::variants::find;

/// A review of a game of a variant from a position.
fn review(variant: &str, position: Option<&str>, turns: &str) -> (Review, Vec<String>) {
    let variant = find(variant).expect("a variant");
    let at = |count: usize| -> Result<Box<dyn Game>, ()> {
        let mut game = variant.start(&Options::new(), position).map_err(drop)?;
        for turn in turns.split('|').take(count) {
            game.play(turn.trim()).map_err(drop)?;
        }
        Ok(game)
    };
    let all = turns.split('|').enumerate();
    let canonical = |(index, turn): (usize, &str)| {
        let game = at(index).expect("turns");
        game.meaning(turn.trim()).expect(turn)
    };
    let all: Vec<String> = all.map(canonical).collect();
    let mut review = Review::default();
    // Piece by piece, each of one turn, as if all were kept between them.
    let left = Cell::new(0);
    let late = || left.replace(left.get() + 1) % 2 == 1;
    while !review.go_on(&all, &at, (&late, &|| false)).expect("a game") {
        let kept = serde_json::to_string(&review).expect("plain data");
        review = serde_json::from_str(&kept).expect("the same");
    }
    (review, all)
}

#[test]
fn a_queen_that_is_hung_is_found_with_the_reason() {
    // The queen goes where a pawn takes it.
    let (review, _) = review(
        "chess",
        None,
        "e4 | e5 | Qh5 | Nc6 | Qf3 | Nf6 | Qg3 | h6 | Qg6 | fxg6",
    );
    let moments = review.moments(&[Seat(0)], 3);
    let hung = moments.iter().find(|moment| moment.turn == 8);
    let hung = hung.unwrap_or_else(|| panic!("{review:?}"));
    let taken = Fact::Taken {
        turn: "f7xg6".to_owned(),
        piece: "queen".to_owned(),
        at: "g6".to_owned(),
        back: false,
    };
    assert!(hung.why.contains(&taken), "{hung:?}");
    assert_eq!((review.blunders(Seat(0)), review.blunders(Seat(1))), (1, 0));
    assert_eq!(review.curve().len(), 10);
}

#[test]
fn a_mate_in_one_that_was_missed_is_found() {
    let position = Some("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let (review, _) = review("chess", position, "Ra1-a7 | Kg8-f8");
    let moments = review.moments(&[], 5);
    assert_eq!(moments[0].better, "Ra1-a8");
    let wins = Fact::Wins {
        turns: 1,
        mate: true,
        line: Vec::new(),
    };
    assert_eq!((moments[0].turn, &moments[0].why[..1]), (0, &[wins][..]));
    assert_eq!(moments[0].loss, 0);
}

#[test]
fn a_mate_that_was_let_in_is_told() {
    let (review, _) = review("chess", None, "f3 | e5 | g4");
    let moment = review.moments(&[Seat(0)], 1).pop().expect("a mistake");
    let loses = Fact::Loses {
        turn: "Qd8-h4".to_owned(),
        turns: 1,
        mate: true,
    };
    assert_eq!((moment.turn, moment.why.last()), (2, Some(&loses)));
    assert_eq!(review.blunders(Seat(0)), 1);
}

#[test]
fn a_quiet_game_has_no_mistakes() {
    for (variant, turns) in [
        ("chess", "e4 | e5 | Nf3 | Nc6 | Bb5 | a6"),
        ("xiangqi", "h3-e3 | h10-g8 | h1-g3 | i10-h10"),
    ] {
        let (review, all) = review(variant, None, turns);
        assert_eq!(review.moments(&[], 5), [], "{variant}");
        assert_eq!(review.curve().len(), all.len());
    }
}

#[test]
fn games_of_four_and_turns_of_several_actions_are_looked_at() {
    for variant in ["yonin-bishogi", "hans38", "in-the-bin"] {
        let game = find(variant).expect("a variant");
        let mut game = game.start(&Options::new(), None).expect("a game");
        let mut turns = Vec::new();
        for _ in 0..3 {
            turns.push(game.example().expect("a turn"));
            game.play(&turns[turns.len() - 1]).expect("legal");
        }
        let (review, _) = review(variant, None, &turns.join("|"));
        assert_eq!(review.curve().len(), 3, "{variant}");
    }
}
