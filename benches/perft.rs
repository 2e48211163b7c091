//! How fast the rules are: perft, judging, counting and replaying.

use divan::{Bencher, black_box};
use zugpost::drawings::guide::expand;
use zugpost::rules::game::Game;
use zugpost::rules::variant::Options;
use zugpost::variants::find;
use zugpost::words::Words;

fn main() {
    divan::main();
}

fn start(id: &str, options: &[(&str, &str)], position: Option<&str>) -> Box<dyn Game> {
    let options: Options = options
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    find(id)
        .expect("registered")
        .start(&options, position)
        .expect("starts")
}

/// A middle game of `postal-plus` with tens of thousands of legal turns.
const WIDE: &str =
    "r+b+kb+r/p+p+1ppp/-1n-1n2/1p+-p-2/+-P1P+1+/2N++N1+/PP+P1PPP/R+BQKB+R w KQkq - - 2,2 0 12";

fn wide() -> Box<dyn Game> {
    start(
        "hans38",
        &[("turn", "postal-plus"), ("armies", "fide/fide")],
        Some(WIDE),
    )
}

#[divan::bench]
fn hans38_perft_4(bencher: Bencher) {
    let game = start("hans38", &[], None);
    bencher.bench_local(|| black_box(game.perft(4)));
}

#[divan::bench]
fn postal_plus_count(bencher: Bencher) {
    let game = wide();
    bencher.bench_local(|| black_box(game.count()));
}

#[divan::bench]
fn postal_plus_outcome(bencher: Bencher) {
    bencher
        .with_inputs(wide)
        .bench_local_refs(|game| game.outcome().is_some());
}

#[divan::bench]
fn postal_plus_judge(bencher: Bencher) {
    bencher
        .with_inputs(wide)
        .bench_local_refs(|game| game.play("Nf3xe5 @g1-g3 @@b3").expect("legal"));
}

#[divan::bench]
fn postal_plus_example(bencher: Bencher) {
    let game = wide();
    bencher.bench_local(|| black_box(game.example()));
}

/// The first forty turns of the inventor's sample game.
const SAMPLE: &str = "@@f3|@@f6|Ng1-f3|Ng8-f6|@@e3|@g8-e6|e2-e3|e7-e6|Bf1-e2|Qd8-e7|O-O|@d8-c6|@@d3|\
    Nb8-c6|d2-d3|@b8-d6|Bc1-d2|d7-d6|Rf1-e1|Bc8-d7|Be2-f1|@c8-a6|@c1-c3|a7-a6|Nb1-c3|\
    Ra8-a7|@e2-e4|@a8-b6|e3-e4|b7-b6|Ra1-b1|Ra7-b7|@a1-c1|@a7-a5|@c1-e2|a6-a5|@h1-g3|\
    @a6-c5|@g3-f4|@@h6";

#[divan::bench]
fn replay_40_turns(bencher: Bencher) {
    let turns: Vec<&str> = SAMPLE.split('|').collect();
    let fresh = start("hans38", &[("armies", "fide/fide")], None);
    bencher
        .with_inputs(|| fresh.fork())
        .bench_local_refs(|game| {
            for turn in &turns {
                game.replay(turn).expect("replays");
            }
        });
}

#[divan::bench]
fn xiangqi_replay_42_turns(bencher: Bencher) {
    let games = include_str!("../tests/rules/games/xiangqi.jsonl");
    let line = games.lines().find(|l| l.contains("chinches"));
    let game: serde_json::Value = serde_json::from_str(line.expect("a game")).expect("JSON");
    let plies = game["plies"].as_array().expect("plies");
    let turns: Vec<&str> = plies.iter().filter_map(|p| p["turn"].as_str()).collect();
    let fresh = start("xiangqi", &[("setup", "chinches")], None);
    bencher
        .with_inputs(|| fresh.fork())
        .bench_local_refs(|game| {
            for turn in &turns {
                game.replay(turn).expect("replays");
            }
        });
}

/// A middle game with riding squares, wider still: some 90 turns of each piece move and square.
const RIDES: &str =
    "r=bqk=1r/p=pp=ppp/1pn=1n2/=3p=2/2=P=2=/2N=1N1=/PPP=1PPP/R=BQKB=R w KQkq - - * 3 12";

fn rides() -> Box<dyn Game> {
    start("moving-squares", &[("armies", "fide/fide")], Some(RIDES))
}

#[divan::bench]
fn moving_squares_count(bencher: Bencher) {
    let game = rides();
    bencher.bench_local(|| black_box(game.count()));
}

#[divan::bench]
fn moving_squares_outcome(bencher: Bencher) {
    bencher
        .with_inputs(rides)
        .bench_local_refs(|game| game.outcome().is_some());
}

#[divan::bench]
fn moving_squares_judge(bencher: Bencher) {
    bencher
        .with_inputs(rides)
        .bench_local_refs(|game| game.play("Nf3xe5 @@b3 @a2-a3").expect("legal"));
}

/// Refusals look for what may still follow: the dearest way to read a turn.
#[divan::bench]
fn moving_squares_refuse(bencher: Bencher) {
    bencher
        .with_inputs(rides)
        .bench_local_refs(|game| game.play("Nf3-d2 @@b3 @c3-e6").expect_err("far"));
}

/// In check along a line that squares could close: every ride is looked at afresh, and a lost
/// game costs no more to recognise.
const CHECKED: &str =
    "r=b1k=1r/p=pp=ppp/1pn=1n2/=3q=2/2=P=2=/2N==N1=/PPP==PPP/R=BQKB=R w KQkq - - * 3 12";

#[divan::bench]
fn moving_squares_in_check_count(bencher: Bencher) {
    let game = start("moving-squares", &[("armies", "fide/fide")], Some(CHECKED));
    bencher.bench_local(|| black_box(game.count()));
}

#[divan::bench]
fn moving_squares_king_left_attacked(bencher: Bencher) {
    let checked = start("moving-squares", &[("armies", "fide/fide")], Some(CHECKED));
    bencher
        .with_inputs(|| checked.fork())
        .bench_local_refs(|game| game.play("Nf3-g1 @@b3 @b3-b5").expect_err("in check"));
}

/// Checkmate by a leaper: every piece move and square action is in vain.
const MATED: &str =
    "r=bqk=1r/p=pp=ppp/1pn5/=3p=2/2=P=2=/2N=1n1=/PPP=1P1P/R=BQKB=R w KQkq - - * 3 12";

#[divan::bench]
fn moving_squares_mated_outcome(bencher: Bencher) {
    bencher
        .with_inputs(|| start("moving-squares", &[("armies", "fide/fide")], Some(MATED)))
        .bench_local_refs(|game| assert!(game.outcome().is_some()));
}

#[divan::bench]
fn moving_squares_example(bencher: Bencher) {
    let game = rides();
    bencher.bench_local(|| black_box(game.example()));
}

#[divan::bench]
fn moving_squares_hold(bencher: Bencher) {
    let game = rides();
    bencher.bench_local(|| black_box(game.begin("Nf3xe5").expect("begins")));
}

/// The turns of one piece among all, listed up to what a letter holds.
#[divan::bench(args = ["a2", "N", "@@"])]
fn postal_plus_named(bencher: Bencher, what: &str) {
    let game = wide();
    bencher.bench_local(|| black_box(game.legal_of(what, "", 200).expect("named")));
}

#[divan::bench]
fn rules_in_words(bencher: Bencher) {
    let game = find("hans38").expect("registered");
    let voice = Words::built_in().english();
    bencher.bench_local(|| black_box(expand(game, voice).len()));
}

#[divan::bench]
fn yonin_bishogi_perft_3(bencher: Bencher) {
    let game = start("yonin-bishogi", &[], None);
    bencher.bench_local(|| black_box(game.perft(3)));
}

/// Hundreds of turns, hands full.
const HANDS: &str = "11/2yR6yP1/1bN2rB2yK3/11/6bP1rP2/bK1bP2gP5/7rN2gK/3gR7/5rP5/2yQ8/4rR1rK4 r rgyb \
    r:QRB3N2P2,g:RB2NP5,y:RBNP3,b:R2BP5 - 0 25";

/// A turn is read, judged and played, eliminations included, and the end of the game looked for.
#[divan::bench]
fn yonin_bishogi_judge(bencher: Bencher) {
    let inputs = || start("yonin-bishogi", &[], Some(HANDS));
    bencher.with_inputs(inputs).bench_local_refs(|game| {
        game.play("N*b6").expect("legal");
        game.outcome().is_some()
    });
}

/// The knight opens two lines: two players go out, one after the other.
#[divan::bench]
fn yonin_bishogi_eliminations(bencher: Bencher) {
    let position = "5yK5/11/2bK8/11/11/rR3bN5gK/5gB5/11/11/11/5rR1rK3 b rgyb \
        r:QRB3N2P2,g:RB2NP5,y:RBNP3,b:R2BP5 - 0 5";
    let inputs = || start("yonin-bishogi", &[], Some(position));
    bencher.with_inputs(inputs).bench_local_refs(|game| {
        game.play("Ne6-g7").expect("legal");
        (game.outcome().is_some(), game.playing().len())
    });
}

#[divan::bench]
fn in_the_bin_perft_3(bencher: Bencher) {
    let game = start("in-the-bin", &[], None);
    bencher.bench_local(|| black_box(game.perft(3)));
}

/// A game of In The Bin of so many turns, which are chosen at random, the same each time; and the turns.
fn bin_game(turns: usize) -> (Box<dyn Game>, Vec<String>) {
    let mut seed = 1_u64;
    let mut any = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    loop {
        let mut game = start("in-the-bin", &[], None);
        let mut played = Vec::new();
        while played.len() < turns && game.outcome().is_none() {
            let mut made = String::new();
            while let Ok(begun) = game.begin(&made) {
                if begun.ends || begun.next.is_empty() {
                    break;
                }
                let action = &begun.next[any(begun.next.len())];
                made = format!("{made} {action}").trim().to_owned();
            }
            game.play(&made).expect("legal");
            played.push(made);
        }
        if played.len() == turns {
            return (game, played);
        }
    }
}

/// Loading a long game.
#[divan::bench]
fn in_the_bin_replay_2000_turns(bencher: Bencher) {
    let (_, turns) = bin_game(2_000);
    let fresh = start("in-the-bin", &[], None);
    bencher
        .with_inputs(|| fresh.fork())
        .bench_local_refs(|game| {
            for turn in &turns {
                game.replay(turn).expect("replays");
            }
        });
}

/// What may come next, every action compared with all that has been: the same after few turns and many.
#[divan::bench(args = [10, 100, 1_000, 2_000])]
fn in_the_bin_actions_after(bencher: Bencher, turns: usize) {
    // The same position each time, from which the history grows elsewhere.
    let (game, _) = bin_game(turns);
    let pieces = game.begin("").map_or(0, |begun| begun.next.len());
    println!("{turns} turns: {pieces} actions");
    bencher
        .with_inputs(|| game.fork())
        .bench_local_refs(|game| game.begin("").expect("begins").next.len());
}

/// Sixteen queens among sixteen wazirs: millions of chains.
const CROWDED: &str = "kw7/ww1w1w1w1/2Q1Q1Q1Q/1w1w1w1w1/Q1Q1#1Q1Q/1w1w1w1w1/2Q1Q1Q1Q/1w1w1w1w1/8K w \
    B4F8R4W9 0 1";

fn crowded() -> Box<dyn Game> {
    start("in-the-bin", &[], Some(CROWDED))
}

/// Words each of which may mean several captures.
#[divan::bench]
fn in_the_bin_ambiguous_chain(bencher: Bencher) {
    let goals = "b8 d8 f8 h8 b6 d6 f6 h6 b4 d4 f4 h4 b2 d2 f2 h2";
    let words: Vec<String> = goals.split(' ').map(|at| format!("Qx{at}")).collect();
    let text = words.join(" ");
    bencher
        .with_inputs(crowded)
        .bench_local_refs(|game| game.play(&text).expect_err("too many meanings"));
}

/// The longest chain that capturing first gives.
#[divan::bench]
fn in_the_bin_long_chain(bencher: Bencher) {
    let game = crowded();
    let mut made = String::new();
    loop {
        let begun = game.begin(&made).expect("begins");
        if begun.ends {
            break;
        }
        let capture = begun.next.iter().find(|action| action.contains('x'));
        let action = capture.unwrap_or(&begun.next[0]);
        made = format!("{made} {action}").trim().to_owned();
    }
    println!("{} actions", made.split(' ').count());
    bencher
        .with_inputs(crowded)
        .bench_local_refs(|game| game.play(&made).expect("legal"));
}

#[divan::bench]
fn in_the_bin_legal_of_a_square(bencher: Bencher) {
    bencher
        .with_inputs(crowded)
        .bench_local_refs(|game| game.legal_of("b2", "", 200).expect("named"));
}

#[divan::bench]
fn in_the_bin_crowded_reading(bencher: Bencher) {
    bencher.with_inputs(crowded).bench_local_refs(|game| {
        game.reading("queen takes b8, queen takes d8, Qxf8 xh8 Qb6 Qd6 Qf6")
    });
}
