//! Laws of In The Bin, whatever is played (docs/rules/in-the-bin.md): no piece is lost, no king comes onto a
//! hot spot, and neither board nor bin comes twice.

use std::collections::HashSet;

use proptest::prelude::*;
use zugpost::rules::game::Game;
use zugpost::rules::seat::Seat;
use zugpost::rules::view::{BoardView, Holds};

use super::data::start;

/// What is on the board: each piece with its square and owner.
fn board(view: &BoardView) -> Vec<String> {
    let cells = view.cells.iter();
    let pieces = cells.filter_map(|cell| Some((cell.square, cell.piece.as_ref()?)));
    let named = pieces.map(|(at, piece)| format!("{}{:?}{at}", piece.letter, piece.owner));
    named.collect()
}

/// What is in the bin: each kind with its number.
fn bin(view: &BoardView) -> Vec<(char, u8)> {
    match &view.pockets[0].holds {
        Holds::Pieces(held) => held.iter().map(|held| (held.letter, held.count)).collect(),
        other => panic!("a bin, not {other:?}"),
    }
}

fn kings_on_hot_spots(view: &BoardView) -> usize {
    let hot = ["d4", "e4", "f4", "d6", "e6", "f6"];
    let kings = view.cells.iter().filter(|cell| {
        let king = cell.piece.as_ref().is_some_and(|piece| piece.letter == 'K');
        king && hot.contains(&cell.square.to_string().as_str())
    });
    kings.count()
}

/// The states that have been.
#[derive(Default)]
struct Seen {
    boards: HashSet<Vec<String>>,
    bins: HashSet<Vec<(char, u8)>>,
}

impl Seen {
    /// Notes the state after an action, which may not have been before.
    fn note(&mut self, view: &BoardView, changes_bin: bool, place: &str) {
        let (board, bin) = (board(view), bin(view));
        let lying: u32 = bin.iter().map(|(_, count)| u32::from(*count)).sum();
        assert_eq!(board.len() as u32 - 2 + lying, 36, "{place}");
        assert_eq!(kings_on_hot_spots(view), 0, "{place}");
        assert!(self.boards.insert(board), "the board comes twice: {place}");
        assert_eq!(self.bins.insert(bin), changes_bin, "the bin: {place}");
    }
}

/// A turn of actions that are picked one after the other, each state noted.
fn turn(
    game: &dyn Game,
    picks: &mut dyn Iterator<Item = usize>,
    seen: &mut Seen,
) -> Option<String> {
    let mut made = String::new();
    loop {
        let begun = game.begin(&made).expect("a beginning");
        if begun.ends || begun.next.is_empty() {
            assert!(begun.ends && begun.next.is_empty(), "{made}");
            return Some(made);
        }
        let action = &begun.next[picks.next()? % begun.next.len()];
        made = format!("{made} {action}").trim().to_owned();
        let view = game.view_begun(&made, None).expect("a board");
        let moves = !action.contains('@') && !action.contains('x') && action != "push";
        seen.note(&view, !moves, &made);
    }
}

proptest! {
    #![proptest_config(super::properties::config(24))]

    #[test]
    fn no_state_comes_twice_and_no_piece_is_lost(
        picks in proptest::collection::vec(0..100_000_usize, 20..160),
    ) {
        let mut game = start("in-the-bin", "", "-");
        let mut seen = Seen::default();
        seen.note(&game.view(None), true, "start");
        let mut picks = picks.into_iter();
        while game.outcome().is_none() {
            let Some(turn) = turn(game.as_ref(), &mut picks, &mut seen) else { break };
            let played = game.play(&turn).expect("legal");
            prop_assert_eq!(&played.canonical, &turn);
            let view = game.view(Some(Seat(0)));
            prop_assert!(seen.boards.contains(&board(&view)) && seen.bins.contains(&bin(&view)));
        }
    }
}
