//! Measures what boards and the HTML part add to a letter, and how long all recorded letters take.
//!
//! `cargo bench --bench letters`

use std::hint::black_box;

use divan::Bencher;
use zugpost::drawings::{Pieces, Style, html_board, picture, render};
use zugpost::letters::samples;
use zugpost::rules::game::Game;
use zugpost::rules::variant::Options;
use zugpost::variants::find;
use zugpost::words::Words;

/// Kinds of game whose boards differ most.
const GAMES: [&str; 5] = ["chess", "xiangqi", "hans38", "eight-piece", "yonin-bishogi"];

fn main() {
    divan::main();
}

/// A game after some turns, so that the board has marks.
fn begun(id: &str) -> Box<dyn Game> {
    let variant = find(id).expect("a variant");
    let options = variant
        .settle(&Options::new(), &mut |_| 0)
        .expect("options");
    let mut game = variant.start(&options, None).expect("starts");
    for _ in 0..6 {
        let turn = game.example().expect("a turn");
        game.play(&turn).expect("legal");
    }
    game
}

#[divan::bench(args = GAMES)]
fn view(bencher: Bencher, id: &str) {
    let game = begun(id);
    bencher.bench_local(|| black_box(game.view(None)));
}

#[divan::bench(args = GAMES)]
fn ascii(bencher: Bencher, id: &str) {
    let view = begun(id).view(None);
    bencher.bench_local(|| render(black_box(&view), Style::Ascii, Words::built_in().english()));
}

#[divan::bench(args = GAMES)]
fn html(bencher: Bencher, id: &str) {
    let view = begun(id).view(None);
    bencher.bench_local(|| html_board(black_box(&view), Style::Ascii, Words::built_in().english()));
}

#[divan::bench(args = GAMES)]
fn spoken(bencher: Bencher, id: &str) {
    let view = begun(id).view(None);
    bencher.bench_local(|| render(black_box(&view), Style::Spoken, Words::built_in().english()));
}

#[divan::bench(args = GAMES)]
fn pictures(bencher: Bencher, id: &str) {
    let view = begun(id).view(None);
    bencher.bench_local(|| picture(black_box(&view), Pieces::Kanji));
}

/// The turns that are in a letter as links.
#[divan::bench(args = GAMES)]
fn turns(bencher: Bencher, id: &str) {
    let game = begun(id);
    bencher.bench_local(|| black_box(game.legal(60)));
}

/// All recorded letters, as they are tried when the server starts.
#[divan::bench]
fn recorded(bencher: Bencher) {
    let samples = samples::recorded().expect("samples");
    let voice = Words::built_in().english();
    bencher.bench_local(|| {
        for sample in &samples {
            black_box(sample.render(voice)).expect("rendered");
        }
    });
}

/// All that the server does with them at its start.
#[divan::bench]
fn tried(bencher: Bencher) {
    bencher.bench_local(|| black_box(samples::check(Words::built_in())));
}
