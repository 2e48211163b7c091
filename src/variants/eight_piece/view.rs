use super::EightPiece;
use super::pieces::{AREA, PIECES};
use crate::rules::seat::Seat;
use crate::rules::turns::ruleset::{LastTurn, State};
use crate::rules::view::BoardView;
pub fn view(state: &State<EightPiece>, viewer: Seat, last: Option<&LastTurn<EightPiece>>) -> BoardView {
    let position = &state.position;
    let mut view = BoardView::new(&PIECES, &position.base.board, AREA, viewer);
    view.kinds.reverse();
    view.facts.extend(last.map(LastTurn::fact));
    view
}
