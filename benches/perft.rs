//! How fast the rules are: perft, judging, counting and replaying.

use divan::{Bencher, black_box};
use zugpost::rules::game::{Listing, Match, Options};
use zugpost::variants::find;

fn main() {
    divan::main();
}

fn start(id: &str, options: &[(&str, &str)], position: Option<&str>) -> Box<dyn Match> {
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

fn wide() -> Box<dyn Match> {
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
        .bench_local_refs(|game| game.play("Nf3xe5 @g1-g3 @@b3").is_ok());
}

#[divan::bench]
fn postal_plus_example(bencher: Bencher) {
    let game = wide();
    bencher.bench_local(|| black_box(game.example()));
}

/// Forty turns, the same each time, replayed on a fresh game.
#[divan::bench]
fn replay_40_turns(bencher: Bencher) {
    let mut game = start("hans38", &[("turn", "postal-plus")], None);
    let mut turns = Vec::new();
    for pick in 0..40 {
        let Listing::All(legal) = game.legal(usize::MAX) else {
            break;
        };
        let Some(turn) = legal.get(pick * 7919 % legal.len().max(1)) else {
            break;
        };
        game.replay(turn).expect("legal");
        turns.push(turn.clone());
    }
    let fresh = start("hans38", &[("turn", "postal-plus")], None);
    bencher
        .with_inputs(|| fresh.fork())
        .bench_local_refs(|game| {
            for turn in &turns {
                game.replay(turn).expect("replays");
            }
        });
}
