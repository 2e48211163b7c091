//! The kit alone: games that no catalogue holds show that a folder under `variants/` needs to say no
//! more than what is special about its game.

pub mod capablanca;
mod legality;
mod los_alamos;
mod versions;

use zugpost::rules::variant::{Options, Variant};

/// Leaf turns one turn deep, two turns deep and so on.
fn perft(variant: &dyn Variant, known: &[u64]) {
    let game = variant.start(&Options::new(), None).expect("starts");
    for (depth, leaves) in (1..).zip(known) {
        assert_eq!(
            game.perft(depth),
            *leaves,
            "{} at depth {depth}",
            variant.id()
        );
    }
}
