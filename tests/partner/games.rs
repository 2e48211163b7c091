//! Whole games: against random turns, and of one level against another.

use zugpost::partner::{Level, think_within};
use zugpost::rules::turns::walk::scatter;
use zugpost::rules::{Game, Options, Seat, Variant};
use zugpost::variants::{all, find};

use super::{is_wanted, measured};

/// After so many turns of all players a game is drawn.
const LONGEST: u64 = 400;

/// A game of two programs is decided once both have found one side so much better, so many turns of both in a row.
const DECIDED: (i32, u32) = (1_000, 6);

/// Numbers that look random, the same at each run.
pub struct Lots(pub u64);

impl Lots {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = scatter(self.0);
        (self.0 % limit as u64) as usize
    }
}

/// A game of a variant from its usual start, where the start is not drawn by lot.
pub fn begun(variant: &dyn Variant, lots: &mut Lots) -> Box<dyn Game> {
    let mut sample = |limit: u32| lots.below(limit as usize) as u32;
    let options = variant
        .settle(&Options::new(), &mut sample)
        .expect("options");
    variant.start(&options, None).expect("starts")
}

/// Plays a legal turn that is drawn by lot, action by action.
pub fn play_random(game: &mut dyn Game, lots: &mut Lots) {
    let mut walk = game.walk();
    loop {
        if walk.may_finish() && lots.below(2) == 0 {
            walk.finish();
        } else {
            let count = walk.list();
            walk.enter(lots.below(count));
        }
        if walk.made() == 0 {
            break;
        }
    }
    let turn = walk.turn();
    game.play(&turn)
        .unwrap_or_else(|why| panic!("{turn}: {why:?}"));
}

/// Who plays: a level and its budget, or random turns.
type Player = Option<(Level, u64)>;

/// Plays a game to its end; what the seat that plays as `one` gets of the point for the first place. A game that was
/// too long gives it half.
fn play(variant: &dyn Variant, one: Player, others: Player, seat: Seat, lots: &mut Lots) -> f64 {
    let mut game = begun(variant, lots);
    let mut turns = 0;
    let mut decided = 0_i32;
    while game.outcome().is_none() && turns < LONGEST * variant.seats().len() as u64 / 2 {
        let player = if game.to_move() == seat { one } else { others };
        // Games of programs begin with some random turns, so that no two are the same.
        let opening = one.is_some() && others.is_some() && turns < 4;
        match player.filter(|_| !opening) {
            None => play_random(game.as_mut(), lots),
            Some((level, budget)) => {
                let lot = scatter(lots.0 ^ turns);
                let thought = think_within(game.as_ref(), level, budget, lot, &|| false);
                let thought = thought.expect("an answer");
                let sign = if game.to_move() == seat { 1 } else { -1 };
                decided = match sign * thought.score {
                    score if score >= DECIDED.0 => decided.max(0) + 1,
                    score if score <= -DECIDED.0 => decided.min(0) - 1,
                    _ => 0,
                };
                let played = game.play(&thought.turn);
                let played = played.unwrap_or_else(|why| panic!("{}: {why:?}", thought.turn));
                assert_eq!(played.canonical, thought.turn, "the turn is canonical");
            }
        }
        turns += 1;
        if one.is_some() && others.is_some() && decided.unsigned_abs() >= DECIDED.1 {
            return if decided > 0 { 1.0 } else { 0.0 };
        }
    }
    let Some(outcome) = game.outcome() else {
        return 0.5;
    };
    let first = &outcome.places[0];
    if first.contains(&seat) {
        1.0 / first.len() as f64
    } else {
        0.0
    }
}

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// How many of so many games a level wins against random turns, a draw counting half.
fn against_random(variant: &dyn Variant, number: u8, games: usize, budget: u64) -> f64 {
    let seats = variant.seats().len();
    let mut lots = Lots(7);
    let one = Some((level(number), budget));
    let each = (0..games).map(|game| {
        let seat = Seat((game % seats) as u8);
        play(variant, one, None, seat, &mut lots)
    });
    each.sum()
}

#[test]
fn level_three_beats_random_turns() {
    let Some(games) = measured() else {
        // As long as a test may take without optimisation: few games, and little to look at.
        for id in [
            "hans38",
            "xiangqi",
            "losalamos",
            "racingkings",
            "clobber",
            "isolation",
        ] {
            let variant = find(id).expect("a variant");
            let won = against_random(variant, 3, 2, 600);
            assert!(won >= 1.0, "{id}: {won} of 2");
        }
        return;
    };
    let (mut sum, mut played) = (0.0, 0);
    let mut low = Vec::new();
    for variant in all().filter(|variant| is_wanted(variant.id())) {
        let won = against_random(variant, 3, games, level(3).budget());
        println!("{} {won} of {games}", variant.id());
        (sum, played) = (sum + won, played + games);
        let share = if variant.seats().len() == 2 {
            0.85
        } else {
            0.75
        };
        if won < share * games as f64 {
            low.push(variant.id());
        }
    }
    println!("all: {sum} of {played}");
    assert!(sum >= 0.95 * played as f64, "{sum} of {played}");
    assert!(low.is_empty(), "too little in {low:?}");
}

#[test]
fn each_level_beats_the_one_below() {
    let Some(games) = measured() else {
        let chess = find("chess").expect("chess");
        let (one, other) = (Some((level(3), 1_500)), Some((level(2), 60)));
        let mut lots = Lots(3);
        let score: f64 = (0..2)
            .map(|game| play(chess, one, other, Seat(game), &mut lots))
            .sum();
        assert!(score >= 1.0, "{score} of 2");
        return;
    };
    let mut low = Vec::new();
    let ids = ["chess", "xiangqi", "hans38", "eight-piece", "crazyhouse"];
    for id in ids.into_iter().filter(|id| is_wanted(id)) {
        let variant = find(id).expect("a variant");
        // At a tenth of the budgets, since it takes long; the two highest levels of chess in full as well.
        let tenths = (1..5).map(|number| (number, 10));
        let whole = (id == "chess").then_some((4, 1));
        for (number, part) in tenths.chain(whole) {
            let player = |number| Some((level(number), level(number).budget() / part));
            let (upper, lower) = (player(number + 1), player(number));
            let mut lots = Lots(5);
            let score: f64 = (0..games)
                .map(|game| play(variant, upper, lower, Seat((game % 2) as u8), &mut lots))
                .sum();
            let upper = number + 1;
            let pair = format!("{id}: level {upper} against {number}, budget 1/{part}");
            println!("{pair}: {score} of {games}");
            if score < 0.7 * games as f64 {
                low.push(pair);
            }
        }
    }
    assert!(low.is_empty(), "too little in {low:?}");
}
