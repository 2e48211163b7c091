//! The board as data: four armies, hands, who is out, who attacks whom.

use crate::rules::view::{HeldPieces, Holds, KindView, Marks, PocketView};
use crate::rules::{BoardView, Fact, Ruleset, Seat, turns::ruleset::State};

use super::pieces::{PIECES, all, held, was};
use super::position::{Action, Position};
use super::turns::{Duty, duty};
use super::{YONIN_BISHOGI, YoninBishogi};

/// The position as `viewer` sees it.
pub fn view(state: &State<YoninBishogi>, viewer: Seat, last: &[Action]) -> BoardView {
    let position = &state.position;
    let base = &position.base;
    let mut view = BoardView::new(&PIECES, &base.board, base.area, viewer);
    view.mark(Marks::of(last, mark));
    // All kinds, since hands hold what is not on the board.
    let kind = |role| KindView::new(PIECES.about(role), all());
    view.kinds = PIECES.roles().rev().map(kind).collect();
    let pockets = position.playing.iter().map(|seat| pocket(position, seat));
    view.pockets = pockets.collect();
    for cell in &mut view.cells {
        if let Some(shown) = &mut cell.piece {
            let was = base.board.at(cell.square.on()).and_then(was);
            let about = was.map(|role| PIECES.about(role));
            shown.was = about.map(|about| (about.letter, about.name.into()));
        }
    }
    let threats = position.in_check().into_iter();
    let threats = threats.map(|seat| threat(position, seat));
    view.facts.extend(threats);
    if YONIN_BISHOGI.adjudicate(state).is_none() {
        view.order = order(position);
        view.facts.extend(no_safe_turn(position));
        view.facts.extend(passing(position));
    }
    view
}

/// Those in the game, in the order in which they have their turns from now on.
fn order(position: &Position) -> Vec<Seat> {
    let mut order = vec![position.base.to_move];
    while let Some(next) = order.last().and_then(|seat| position.playing.after(*seat))
        && !order.contains(&next)
    {
        order.push(next);
    }
    order
}

/// Who attacks the king of `seat`, and whose turns come before its own (Y5).
fn threat(position: &Position, seat: Seat) -> Fact {
    let (board, checkers) = (&position.base.board, position.checkers(seat));
    let others = position.playing.without(seat).iter();
    let by = others.map(|by| (by, checkers & board.of(by)));
    let by = by.filter(|(_, from)| from.any());
    let before = order(position).into_iter().take_while(|next| *next != seat);
    Fact::Threat {
        seat,
        king: position.base.king(&PIECES, seat).into(),
        by: by.map(|(by, from)| (by, from.into())).collect(),
        before: before.collect(),
    }
}

/// That the side to move cannot leave its king unattacked, and what comes of it (Y6).
fn no_safe_turn(position: &Position) -> Option<Fact> {
    let duty = duty(position);
    if duty == Duty::KeepSafe {
        return None;
    }
    let seat = position.base.to_move;
    let checkers = position.checkers(seat);
    let attacks = |by: &Seat| (checkers & position.base.board.of(*by)).any();
    let others = || order(position).into_iter().skip(1);
    Some(Fact::NoSafeTurn {
        seat,
        by: others().filter(attacks).collect(),
        before: others().take_while(|by| !attacks(by)).collect(),
        passes: duty == Duty::Pass,
    })
}

/// The squares on which the side to move could capture en passant.
fn passing(position: &Position) -> impl Iterator<Item = Fact> {
    let usable = position.usable();
    let used = usable.filter(|right| position.base.passing_pawns(&PIECES, *right).any());
    used.map(|right| Fact::EnPassant(right.square.into()))
}

/// Marks what a turn does.
fn mark(marks: &mut Marks, action: &Action) {
    match action {
        Action::Move(mv) => marks.make(&PIECES, Seat::default(), mv),
        Action::Drop(_, to) => marks.reach(*to),
        Action::Pass => {}
    }
}

fn pocket(position: &Position, seat: Seat) -> PocketView {
    let hand = position.hands[seat.index()];
    let pieces = held(&hand).map(|role| HeldPieces::new(PIECES.about(role), hand.count(role)));
    PocketView {
        seat: Some(seat),
        holds: Holds::Pieces(pieces.collect()),
    }
}
