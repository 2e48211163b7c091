//! The board as data, for every [`ChessLike`] game.

use super::ChessLike;
use crate::rules::{Bitboard, BoardView, Fact, Move, Seat, moves::Position, turns::ruleset::State};

/// The position as `viewer` sees it.
pub fn view<G: ChessLike>(game: &G, state: &State<G>, viewer: Seat, last: &[Move]) -> BoardView {
    let (position, pieces) = (&state.position, game.pieces());
    let mut view = BoardView::new(pieces, &position.board, position.area, viewer);
    let (reached, left) = touched(game, position, last);
    view.mark(reached, left);
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

/// The squares that the last turn reached and left. Of castling, only where both pieces arrive is
/// marked, as on every server.
fn touched<G: ChessLike>(game: &G, position: &Position, last: &[Move]) -> (Bitboard, Bitboard) {
    let castling = game.pieces().castling.as_ref();
    let touched = |mv: &Move| match (mv, castling) {
        (Move::Step { from, to, .. }, _) => (Bitboard::of(*to), Bitboard::of(*from)),
        (Move::Castle(wing), Some(castling)) => {
            let goals = castling.goals(position.to_move.other(), *wing);
            let reached = Bitboard::of(goals.king).with(goals.partner);
            (reached, Bitboard::EMPTY)
        }
        (Move::Castle(_), None) => (Bitboard::EMPTY, Bitboard::EMPTY),
    };
    last.first().map_or_else(Default::default, touched)
}
