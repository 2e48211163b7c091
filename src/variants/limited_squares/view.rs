//! The board as data: squares with their owners, the holes between them, and the reserves.

use crate::rules::view::{Holds, Marks, PocketView};
use crate::rules::{BoardView, Fact, Move, Seat, Surface};

use super::position::{Action, Position, refills};
use super::rules::Rules;
use super::text::home;

/// What a seat's turn has touched.
fn touched(rules: &Rules, seat: Seat, turn: &[Action]) -> Marks {
    let mut marks = Marks::of(turn, |marks, action| match action {
        Action::Move(Move::Step { from, to, .. }) => marks.go(*from, *to),
        Action::Move(Move::Castle(wing)) => {
            let mut home = home(rules);
            home.to_move = seat;
            if let Some(attempt) = home.castling_attempt(rules.pieces, *wing) {
                marks.go(attempt.king, attempt.goals.king);
                marks.go(attempt.partner, attempt.goals.partner);
            }
        }
        Action::Place(_) => {}
        Action::Shift(shift) => marks.go(shift.from, shift.to),
    });
    // A square placed and then moved is marked where it came to rest alone.
    let placed = turn.iter().find_map(|action| match action {
        Action::Place(at) => Some(*at),
        _ => None,
    });
    if let Some(at) = placed.filter(|at| refills(turn) || !marks.left.has(*at)) {
        marks.reach(at);
    }
    marks
}

/// The position as `viewer` sees it, to which a turn or the beginning of one has led that was made by `seat`.
pub fn view(
    rules: &Rules,
    position: &Position,
    viewer: Seat,
    (turn, seat): (&[Action], Seat),
) -> BoardView {
    let base = &position.base;
    let mut view = BoardView::new(rules.pieces, &base.board, base.area, viewer);
    view.surface = Surface::LooseSquares;
    view.mark(touched(rules, seat, turn));
    for cell in &mut view.cells {
        let owns = |seat: &Seat| position.owned[seat.index()].has(cell.square.on());
        cell.owner = Seat::BOTH.into_iter().find(owns);
        cell.barred = position.barred.has(cell.square.on());
    }
    for seat in Seat::BOTH {
        view.seats[seat.index()].army = Some(rules.army(seat).title.into());
        let holds = match rules.family.unlimited {
            true => Holds::EndlessSquares,
            false => Holds::Squares(position.reserves[seat.index()]),
        };
        view.pockets.push(PocketView {
            seat: Some(seat),
            holds,
        });
    }
    view.facts = facts(rules, position);
    view
}

fn facts(rules: &Rules, position: &Position) -> Vec<Fact> {
    let base = &position.base;
    let seat = base.to_move;
    let checkers = base.checkers(rules.pieces, seat);
    let mut facts: Vec<Fact> = Fact::check(seat, checkers).into_iter().collect();
    if position.barred.any() {
        let squares = position.barred.into();
        facts.push(Fact::Barred { seat, squares });
    }
    facts.extend(
        base.en_passant
            .map(|right| Fact::EnPassant(right.square.into())),
    );
    // A square alone in its row is hard to place by eye.
    let empty = position.empty();
    let all = match rules.family.owned {
        true => {
            let own = |seat: Seat| (Some(seat), empty & position.owned[seat.index()]);
            Seat::BOTH.map(own).to_vec()
        }
        false => vec![(None, empty)],
    };
    let all = all.into_iter().filter(|(_, own)| own.any());
    let all: Vec<_> = all.map(|(seat, own)| (seat, own.into())).collect();
    if !all.is_empty() {
        facts.push(Fact::EmptySquares(all));
    }
    facts
}
