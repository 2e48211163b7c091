//! All drawings of a position say the same: each is read back, and what is found is compared with the view that it was
//! made from.

#[path = "../support/html_page.rs"]
mod html_page;
mod pictures;
mod readers;

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use zugpost::drawings::{Style, html_board, render};
use zugpost::rules::game::{Game, Listing};
use zugpost::rules::seat::Seat;
use zugpost::rules::variant::Options;
use zugpost::rules::view::BoardView;
use zugpost::variants;
use zugpost::words::Words;

/// Turns that are played in each game.
const TURNS: usize = 40;

/// What stands on a square: owner and kind.
type Men = BTreeMap<String, (String, String)>;

/// Plays a game at random, and shows the view of each seat after each turn.
fn positions(mut look: impl FnMut(&str, &BoardView)) {
    let mut shown = 0;
    for variant in variants::all() {
        let mut random = ChaCha8Rng::seed_from_u64(18);
        let mut draw = |below: u32| random.random_range(0..below);
        let options = variant.settle(&Options::new(), &mut draw).expect("options");
        let mut game = variant.start(&options, None).expect("starts");
        for _ in 0..TURNS {
            for seat in 0..variant.seats().len() as u8 {
                look(variant.id(), &game.view(Some(Seat(seat))));
                shown += 1;
            }
            let Some(turn) = any_turn(&*game, &mut random) else {
                break;
            };
            game.play(&turn)
                .unwrap_or_else(|why| panic!("{}: {turn}: {why:?}", variant.id()));
        }
    }
    assert!(
        shown > TURNS * variants::all().count(),
        "only {shown} positions"
    );
}

fn any_turn(game: &dyn Game, random: &mut ChaCha8Rng) -> Option<String> {
    match game.legal(300) {
        Listing::All(turns) if !turns.is_empty() => {
            let at = random.random_range(0..turns.len());
            turns.into_iter().nth(at)
        }
        _ => game.example(),
    }
}

/// What stands where, by the view itself.
fn men(view: &BoardView) -> Men {
    let cells = view.cells.iter();
    cells
        .filter_map(|cell| {
            let piece = cell.piece.as_ref()?;
            let owner = piece.owner.map_or("nobody", |owner| view.seat(owner));
            Some((
                cell.square.to_string(),
                (owner.to_owned(), piece.name.to_string()),
            ))
        })
        .collect()
}

#[test]
fn letters_on_a_board_tell_the_pieces() {
    positions(|name, view| {
        for style in [Style::Ascii, Style::Unicode, Style::Large] {
            let board = render(view, style, Words::built_in().english()).board;
            let read = readers::board(view, style, &board);
            assert_eq!(read, men(view), "{name}:\n{}", board.join("\n"));
            let widest = board.iter().map(|line| line.chars().count()).max();
            assert!(widest <= Some(72), "{name}:\n{}", board.join("\n"));
        }
    });
}

#[test]
fn an_html_board_tells_all() {
    positions(|name, view| {
        for style in [Style::Ascii, Style::Unicode, Style::Large] {
            let html = html_board(view, style, Words::built_in().english());
            let page =
                html_page::read(&html).unwrap_or_else(|why| panic!("{name}: {why} in {html}"));
            let viewer = view.seat(view.viewer);
            let caption = format!("Board seen from {viewer}'s side");
            assert_eq!(page.captions, [caption], "{name}");
            assert_eq!(page.cells.len(), view.cells.len(), "{name}: {html}");
            let mut read = Men::new();
            let mut squares = BTreeSet::new();
            for cell in &page.cells {
                let mut cells = view.cells.iter();
                let of_view = cells.find(|of_view| of_view.square.to_string() == cell.square);
                let of_view = of_view.unwrap_or_else(|| panic!("{name}: {cell:?}"));
                assert!(squares.insert(&cell.square), "{name}: {cell:?} twice");
                let said = readers::said(view, &cell.words);
                assert_eq!(
                    said.marks,
                    readers::marks(view, of_view),
                    "{name}: {cell:?}"
                );
                assert_eq!(said.exists, of_view.exists, "{name}: {cell:?}");
                let seen = readers::seen(view, style, of_view, &cell.text);
                assert!(seen, "{name}: {cell:?}");
                if let Some(man) = said.man {
                    read.insert(cell.square.clone(), man);
                }
            }
            assert_eq!(read, men(view), "{name}: {html}");
            assert!(html.len() <= most(view), "{name}: {} bytes", html.len());
        }
    });
}

/// The most bytes of a table: more on the largest boards.
fn most(view: &BoardView) -> usize {
    match view.cells.len() {
        0..=90 => 9 << 10,
        _ => 13 << 10,
    }
}

/// The width of a table, in pixels.
fn width(html: &str) -> u16 {
    let (_, width) = html.split_once("<table width=").expect("a width");
    let width = width.split(' ').next().expect("a number");
    width.parse().expect("a number")
}

/// The most bytes and pixels of a board at the start of a game.
#[test]
fn html_boards_are_small() {
    let most = |name: &str, view: &BoardView| match name {
        "chess" => 7 << 9,
        _ => most(view),
    };
    for variant in variants::all() {
        let mut draw = |_: u32| 0;
        let options = variant.settle(&Options::new(), &mut draw).expect("options");
        let game = variant.start(&options, None).expect("starts");
        for seat in 0..variant.seats().len() as u8 {
            let view = game.view(Some(Seat(seat)));
            let html = html_board(&view, Style::Ascii, Words::built_in().english());
            let (name, bytes) = (variant.id(), html.len());
            assert!(bytes <= most(name, &view), "{name}: {bytes} bytes");
            let large = html_board(&view, Style::Large, Words::built_in().english());
            // Beside the margins of letters at 320 and 390 pixels.
            assert!(width(&html) <= 304, "{name}: {html}");
            assert!(width(&large) <= 374, "{name}: {large}");
            assert!(width(&html) < width(&large), "{name}: {large}");
        }
    }
}

#[test]
fn the_position_in_words_names_all_pieces() {
    positions(|name, view| {
        let said = render(view, Style::Spoken, Words::built_in().english()).board;
        assert_eq!(
            readers::spoken(view, &said),
            men(view),
            "{name}:\n{}",
            said.join("\n")
        );
        for line in &said {
            assert!(line.is_ascii() && line.len() <= 72, "{name}: {line}");
        }
    });
}
