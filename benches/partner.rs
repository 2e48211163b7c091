//! How long the house player thinks at its highest level, and how many positions it looks at in a second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use zugpost::partner::{Level, think};
use zugpost::rules::Options;
use zugpost::variants::find;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 1, args = ["chess", "xiangqi", "hans38", "in-the-bin", "eight-piece", "yonin-bishogi", "crazyhouse"])]
fn level_five(bencher: Bencher<'_, '_>, id: &str) {
    let game = find(id).expect("registered");
    let game = game.start(&Options::new(), None).expect("starts");
    let level = Level::new(5).expect("a level");
    let thought = think(game.as_ref(), level, 0, &|| false).expect("a turn");
    bencher
        .counter(ItemsCount::new(thought.nodes))
        .bench_local(|| think(black_box(game.as_ref()), level, 0, &|| false));
}
