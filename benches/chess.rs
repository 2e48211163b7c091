//! Perft of chess, xiangqi and 8-Piece Chess beside chess by the crate `cozy-chess`: all on one
//! thread, in one run, counting the last ply in bulk. Prints nodes a second and the ratio. Only chess
//! has a rival here; for the others chess from its start is the yardstick.

use std::time::{Duration, Instant};

use cozy_chess::Board;
use zugpost::rules::game::Game;
use zugpost::rules::variant::Options;
use zugpost::variants::find;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs of each; the median counts.
const ROUNDS: usize = 5;

fn ours(variant: &str, position: Option<&str>) -> Box<dyn Game> {
    let variant = find(variant).expect("registered");
    variant
        .start(&Options::new(), position)
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

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// What is counted, and beside what.
struct Race {
    name: &'static str,
    variant: &'static str,
    position: Option<&'static str>,
    depth: u32,
    leaves: u64,
    beside: (&'static str, u32, u64),
}

const RACES: [Race; 4] = [
    Race {
        name: "start",
        variant: "chess",
        position: Some(START),
        depth: 5,
        leaves: 4_865_609,
        beside: (START, 5, 4_865_609),
    },
    Race {
        name: "kiwipete",
        variant: "chess",
        position: Some(KIWIPETE),
        depth: 4,
        leaves: 4_085_603,
        beside: (KIWIPETE, 4, 4_085_603),
    },
    Race {
        name: "xiangqi",
        variant: "xiangqi",
        position: None,
        depth: 4,
        leaves: 3_290_240,
        beside: (START, 5, 4_865_609),
    },
    Race {
        name: "eight-piece",
        variant: "eight-piece",
        position: None,
        depth: 3,
        leaves: 142_837,
        beside: (START, 5, 4_865_609),
    },
];

fn main() {
    println!("position      depth      leaves    zugpost/s  cozy-chess/s  ratio");
    for race in RACES {
        let game = ours(race.variant, race.position);
        let (position, depth, leaves) = race.beside;
        let board: Board = position.parse().expect("a position");
        let (mut ours, mut others) = (Vec::new(), Vec::new());
        // In turns, so that whatever else the machine does falls on both.
        for _ in 0..ROUNDS {
            ours.push(timed(race.leaves, || game.perft(race.depth)));
            others.push(timed(leaves, || theirs(&board, depth)));
        }
        let our = race.leaves as f64 / median(ours).as_secs_f64();
        let their = leaves as f64 / median(others).as_secs_f64();
        println!(
            "{:<12} {:>6} {:>11} {our:>12.0} {their:>13.0} {:>6.3}",
            race.name,
            race.depth,
            race.leaves,
            our / their
        );
    }
}
