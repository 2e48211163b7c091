//! Chess perft beside that of the crate `cozy-chess`: both on one thread, in one run, counting
//! the last ply in bulk. Prints nodes a second and the ratio.

use std::time::{Duration, Instant};

use cozy_chess::Board;
use zugpost::rules::game::{Match, Options};
use zugpost::variants::find;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs of each; the fastest counts.
const ROUNDS: u32 = 7;

fn ours(position: &str) -> Box<dyn Match> {
    let chess = find("chess").expect("registered");
    chess
        .start(&Options::new(), Some(position))
        .expect("a position")
}

fn theirs(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth <= 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += theirs(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn timed(leaves: u64, count: impl Fn() -> u64) -> Duration {
    let begun = Instant::now();
    assert_eq!(count(), leaves);
    begun.elapsed()
}

fn main() {
    println!("position      depth      leaves    zugpost/s  cozy-chess/s  ratio");
    for (name, position, depth, leaves) in [
        ("start", START, 5, 4_865_609),
        ("kiwipete", KIWIPETE, 4, 4_085_603),
    ] {
        let game = ours(position);
        let board: Board = position.parse().expect("a position");
        let (mut our, mut their) = (Duration::MAX, Duration::MAX);
        // In turns, so that whatever else the machine does falls on both.
        for _ in 0..ROUNDS {
            our = our.min(timed(leaves, || game.perft(depth)));
            their = their.min(timed(leaves, || theirs(&board, depth)));
        }
        let speed = |time: Duration| leaves as f64 / time.as_secs_f64();
        let (our, their) = (speed(our), speed(their));
        println!(
            "{name:<12} {depth:>6} {leaves:>11} {our:>12.0} {their:>13.0} {:>6.3}",
            our / their
        );
    }
}
