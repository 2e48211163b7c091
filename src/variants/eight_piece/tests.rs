//! The fast way to legal turns and the slow one agree; draws of arrays; hostile position texts.

use std::ops::ControlFlow;

use super::legal::{any, count, each, each_tried, perft};
use super::notation::{read, text};
use super::position::{Action, Position};
use super::text as position_text;

/// Positions with much to hold, to push and to face.
const BEGINNINGS: [&str; 9] = [
    "jl{se}sqkbnr/pppppppp/8/8/8/8/PPPPPPPP/JL{ne}SQKBNR w KQkq - - 0 1",
    "j3k2r/ppp2ppp/3l{sw}4/3sb3/3SB3/3L{nw}4/PPP2PPP/J3K2R w KQkq - - 2 11",
    "p3k1p1/8/1P3P1P/3s4/4S3/p1p3p1/8/1P1K3P w - - - 0 1",
    "B5bq/nJ1kPP1N/j6P/s4pP1/2pj4/K3PS1s/1L{w}1l{ne}4/P5L{w}1 w - - - 0 40",
    "8/1P4P1/2k5/4l{w}3/3L{e}4/6K1/1p3p2/8 b - - - 4 30",
    "k5s1/1jS5/pP2Bp1p/1sL{e}P3P/8/2L{w}1S2p/P2p3l{e}/1K4Nb w - - - 0 38",
    "r1s1k1sr/1P1l{s}q2P/2s2n2/3Q1R2/1B2s2b/2N1L{ne}3/3P1P2/R2K1B1J w - - - 0 20",
    "4k3/4J3/2s1l{s}1s1/3PRP2/2L{e}QKNs1/3jP3/1s3r2/8 w - - - 0 20",
    "q2sk3/8/1s3s2/2P1N3/3RK3/2BPQ3/1s1L{n}1s2/3r4 w - - - 0 20",
];

fn at(text: &str) -> Position {
    position_text::read(false, text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn listed(
    position: &Position,
    list: impl Fn(&Position, super::ways::Visit<'_>) -> ControlFlow<()>,
) -> Vec<String> {
    let mut all = Vec::new();
    let _ = list(position, &mut |action: Action| {
        all.push(text(&action));
        ControlFlow::Continue(())
    });
    all.sort_unstable();
    all
}

/// A sequence that looks random and is the same each time.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

#[test]
fn the_fast_way_finds_the_turns_that_trying_each_finds() {
    let mut sequence = Sequence(14);
    let (mut positions, mut checks, mut pushes, mut passes) = (0, 0, 0, 0);
    for text in BEGINNINGS.iter().cycle().take(6 * BEGINNINGS.len()) {
        let mut position = at(text);
        for _ in 0..40 {
            let tried = listed(&position, each_tried);
            let found = listed(&position, each);
            let here = position_text::write(false, &position);
            assert_eq!(found, tried, "{here}");
            assert_eq!(count(&position), tried.len() as u64, "{here}");
            assert_eq!(any(&position), !tried.is_empty(), "{here}");
            positions += 1;
            checks += usize::from(position.checkers(position.base.to_move).any());
            if tried.is_empty() {
                break;
            }
            let turn = &tried[sequence.below(tried.len())];
            pushes += usize::from(turn.starts_with('S') && turn.len() > 7);
            passes += usize::from(turn == "pass");
            let action = read(&position, turn).unwrap_or_else(|| panic!("{turn} in {here}"));
            position.act(&action);
            position.base.pass_turn(false);
            position.base.halfmove_clock = 0;
        }
    }
    assert!(
        positions > 1_000 && checks > 50 && pushes > 30,
        "{positions} {checks} {pushes} {passes}"
    );
}

#[test]
fn perft_in_bulk_counts_what_playing_counts() {
    fn leaves(position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        let _ = each_tried(position, &mut |action| {
            let mut next = position.clone();
            next.act(&action);
            next.base.pass_turn(false);
            sum += leaves(&next, depth - 1);
            ControlFlow::Continue(())
        });
        sum
    }
    for text in BEGINNINGS {
        let position = at(text);
        assert_eq!(
            perft(&position, 2, &|_| true),
            Some(leaves(&position, 2)),
            "{text}"
        );
    }
}
