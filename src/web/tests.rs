//! The pages that are made here, for every game.

use std::collections::BTreeSet;

use minijinja::context;
use resvg::usvg::roxmltree;

use crate::drawings::{self, Pieces};
use crate::rules::Seat;
use crate::rules::variant::Options;
use crate::variants;

use super::*;

#[test]
fn every_message_has_its_page() {
    let templates = Templates::new("A & B", "en").expect("templates");
    for name in [
        "failed",
        "gone",
        "missing",
        "no-letter",
        "no-turn",
        "too-often",
        "unsubscribe",
        "unsubscribed",
    ] {
        let page = templates.message(StatusCode::OK, name);
        assert!(
            page.html.contains("<h1>") && page.html.contains("A &amp; B"),
            "{name}: {}",
            page.html
        );
    }
    for name in ["turn-link", "turn-sent", "turn-waits"] {
        let args = context! { game => 17, line => "1. <e4>" };
        let page = templates.page(StatusCode::OK, name, args).expect(name);
        assert!(
            page.html.contains("<h1>") && !page.html.contains("<e4>"),
            "{}",
            page.html
        );
    }
}

/// What is listed at the beginning of a game, and what may follow its first action, names squares of the board.
#[test]
fn boards_of_all_games_can_be_tapped() {
    let (mut listed, mut drawn) = (0, 0);
    for variant in variants::all() {
        // Its squares are those of the game whose first row is drawn by lot.
        let Ok(game) = variant.start(&Options::new(), None) else {
            drawn += 1;
            continue;
        };
        for seat in 0..variant.seats().len() {
            let view = game.view(Some(Seat(seat as u8)));
            let svg = board::svg(&view, Pieces::default());
            assert!(
                svg.len() < 100 << 10,
                "{}: {} bytes",
                variant.id(),
                svg.len()
            );
            if let Err(why) = roxmltree::Document::parse(&svg) {
                panic!("{}: {why}", variant.id());
            }
            assert!(
                !svg.contains("style="),
                "{}: the policy forbids it",
                variant.id()
            );
        }
        let names = drawings::square_names(&game.view(None));
        let squares: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        let (all, whole) = turn::listed(game.as_ref());
        listed += usize::from(!all.is_empty());
        for (text, named) in all {
            for square in &named {
                assert!(
                    squares.contains(&**square),
                    "{}: {text}: {square}",
                    variant.id()
                );
            }
            let legal = match whole {
                true => game.meaning(&text).is_ok(),
                false => game.begin(&text).is_ok(),
            };
            assert!(legal, "{}: {text}", variant.id());
        }
    }
    assert_eq!(drawn, 1);
    assert!(listed > 100, "{listed} games have a list");
}

#[test]
fn pieces_are_drawn_as_their_reader_wants() {
    let xiangqi = variants::find("xiangqi").expect("xiangqi");
    let game = xiangqi
        .start(&Options::new(), None)
        .expect("its usual position");
    let drawn = [Pieces::Kanji, Pieces::Letters, Pieces::Western]
        .map(|pieces| board::svg(&game.view(None), pieces));
    let different: BTreeSet<&String> = drawn.iter().collect();
    assert_eq!(different.len(), drawn.len());
}
