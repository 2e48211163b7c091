//! The board as data: four armies, hands, who is out, who attacks whom.

use crate::rules::board::bitboard::Bitboard;
use crate::rules::seat::Seat;
use crate::rules::turns::ruleset::{LastTurn, State};
use crate::rules::view::{BoardView, Fact, HeldPieces, Holds, PocketView};

use super::YoninBishogi;
use super::pieces::{HELD, PIECES};
use super::position::{Action, Position};

/// The position as `viewer` sees it.
pub fn view(
    state: &State<YoninBishogi>,
    viewer: Seat,
    last: Option<&LastTurn<YoninBishogi>>,
) -> BoardView {
    let position = &state.position;
    let base = &position.base;
    let mut view = BoardView::new(&PIECES, &base.board, base.area, viewer);
    let (reached, left) = last.map_or_else(Default::default, touched);
    view.mark(reached, left);
    view.kinds.reverse();
    view.pockets = position
        .playing
        .iter()
        .map(|s| pocket(position, s))
        .collect();
    view.facts.extend(last.map(LastTurn::fact));
    for seat in position.in_check() {
        let from = position.checkers(seat).first();
        view.facts.push(Fact::Check { seat, from });
    }
    view
}

/// What the last turn reached and left.
fn touched(last: &LastTurn<YoninBishogi>) -> (Bitboard, Bitboard) {
    match last.turn.first() {
        Some(Action::Move(mv)) => mv.route().map_or_else(Default::default, |(from, to)| {
            (Bitboard::of(to), Bitboard::of(from))
        }),
        Some(Action::Drop(_, to)) => (Bitboard::of(*to), Bitboard::EMPTY),
        Some(Action::Pass) | None => Default::default(),
    }
}

fn pocket(position: &Position, seat: Seat) -> PocketView {
    let hand = position.hands[seat.index()];
    let held = HELD.into_iter().filter(|role| hand.count(*role) > 0);
    let pieces = held.map(|role| HeldPieces {
        letter: PIECES.about(role).letter,
        name: PIECES.about(role).name,
        count: hand.count(role),
    });
    PocketView {
        seat: Some(seat),
        holds: Holds::Pieces(pieces.collect()),
    }
}
