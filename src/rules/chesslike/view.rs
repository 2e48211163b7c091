//! The board as data, for every [`ChessLike`] game.

use super::ChessLike;
use crate::rules::{BoardView, Fact, Move, Seat, turns::ruleset::State, view::Marks};

/// The position as `viewer` sees it.
pub fn view<G: ChessLike>(game: &G, state: &State<G>, viewer: Seat, last: &[Move]) -> BoardView {
    let (position, pieces) = (&state.position, game.pieces());
    let mut view = BoardView::new(pieces, &position.board, position.area, viewer);
    let seat = position.to_move.other();
    view.mark(Marks::of(last, |marks, mv| marks.make(pieces, seat, mv)));
    view.surface = game.surface();
    // Types are listed from the pawn up, legends from the king down.
    view.kinds.reverse();
    if position.checkers(pieces, position.to_move).any() {
        view.facts.push(Fact::Check {
            seat: position.to_move,
            from: None,
        });
    }
    view.facts.extend(game.ending(state));
    view
}
