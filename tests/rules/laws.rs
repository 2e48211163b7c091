//! What holds for every game of the list, whatever is played.

use proptest::prelude::*;
use zugpost::rules::game::{Game, Listing, TurnReading};
use zugpost::rules::variant::{Options, Variant};
use zugpost::variants;

/// Turns to choose from in one position; where there are more, the first of those beginning with
/// some square will do.
const LISTED: usize = 2_000;

pub fn choices(game: &dyn Game, pick: usize) -> Vec<String> {
    if let Listing::All(turns) = game.legal(LISTED) {
        return turns;
    }
    let mut made = String::new();
    loop {
        let Ok(next) = game.begin(&made) else {
            return vec![made];
        };
        let stop = next.next.is_empty() || next.ends && pick.is_multiple_of(3);
        if stop {
            // Actions may have been chosen in an order that is not the canonical one.
            let played = game.fork().play(&next.made);
            return vec![played.map_or(next.made, |p| p.canonical)];
        }
        let action = &next.next[pick % next.next.len()];
        made = format!("{} {action}", next.made).trim().to_owned();
    }
}

pub fn start(variant: &dyn Variant) -> Box<dyn Game> {
    let settled = variant
        .settle(&Options::new(), &mut |n| n / 2)
        .expect("defaults settle");
    variant.start(&settled, None).expect("starts")
}

fn laws_hold(variant: &dyn Variant, picks: &[usize], noise: &str) {
    let mut game = start(variant);
    for pick in picks {
        if game.outcome().is_some() {
            break;
        }
        let before = game.position();
        let turns = choices(game.as_ref(), *pick);
        let turn = &turns[pick % turns.len()];
        assert!(matches!(game.reading(turn), TurnReading::Turn(_)), "{turn}");
        assert!(game.example().is_some_and(|t| game.fork().play(&t).is_ok()));

        let copied = variant
            .start(&Options::new(), Some(&before))
            .map(|g| g.position());
        assert_eq!(copied.as_ref(), Ok(&before), "read and write");

        let refused = game.play(&format!("{noise} {turn} {turn} @@"));
        assert!(
            refused.is_err() && game.position() == before,
            "a refused turn leaves no trace"
        );
        let _ = (
            game.fork().play(noise),
            game.begin(noise),
            game.legal_of(noise, "", 5),
        );

        let mut trusted = game.fork();
        let played = game
            .play(turn)
            .unwrap_or_else(|e| panic!("{turn} in {before}: {e}"));
        assert_eq!(&played.canonical, turn, "parse and format");
        trusted
            .replay(turn)
            .unwrap_or_else(|e| panic!("{turn} in {before}: {e}"));
        assert_eq!(trusted.position(), game.position(), "replay");
    }
}

proptest! {
    #![proptest_config(super::properties::config(40))]

    #[test]
    fn laws_of_all_variants(
        picks in proptest::collection::vec(0..100_000_usize, 1..24),
        noise in ".{0,40}",
    ) {
        for variant in variants::all() {
            laws_hold(variant, &picks, &noise);
        }
    }

    #[test]
    fn hostile_text_is_refused_without_a_panic(text in "[ -~é–@a-hNBx:=0-9]{0,90}") {
        for variant in variants::all() {
            let game = start(variant);
            let _ = (game.fork().play(&text), game.fork().replay(&text), game.begin(&text));
            let _ = (game.legal_of(&text, "", 3), game.reading(&text));
            let _ = variant.start(&Options::new(), Some(&text)).map(|g| g.position());
        }
    }

    /// On the board at the end of every turn from Black's third on (S13).
    #[test]
    fn infinite_reserves_keep_38_squares(picks in proptest::collection::vec(0..100_000_usize, 12)) {
        let mut game = start(zugpost::variants::find("infinite-reserves").expect("registered"));
        for (ply, pick) in picks.into_iter().enumerate() {
            if game.outcome().is_some() {
                break;
            }
            let turns = choices(game.as_ref(), pick);
            game.play(&turns[pick % turns.len()]).expect("legal");
            let text = game.position();
            let board = text.split(' ').next().unwrap_or_default();
            let squares = board.chars().filter(|c| !c.is_ascii_digit() && *c != '/').count();
            prop_assert!(ply < 5 || squares == 38, "{}", text);
        }
    }

    /// 38 squares in all, on the board and in reserve.
    #[test]
    fn hans38_keeps_its_38_squares(picks in proptest::collection::vec(0..100_000_usize, 1..40)) {
        let mut game = start(zugpost::variants::find("hans38").expect("registered"));
        for pick in picks {
            if game.outcome().is_some() {
                break;
            }
            let turns = choices(game.as_ref(), pick);
            game.play(&turns[pick % turns.len()]).expect("legal");
            let text = game.position();
            let fields: Vec<&str> = text.split(' ').collect();
            let board = fields[0].chars().filter(|c| !c.is_ascii_digit() && *c != '/').count();
            let reserve: usize = fields[5].split(',').filter_map(|n| n.parse::<usize>().ok()).sum();
            prop_assert_eq!(board + reserve, 38);
        }
    }
}
