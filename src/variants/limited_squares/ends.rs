//! How a turn may end, as it is or after further square actions, with the king safe (S1).

use std::ops::ControlFlow;

use crate::rules::{Bitboard, board::geometry::disc};

use super::position::{Action, Position, Shift};
use super::rules::Rules;
use super::squares::Squares;
use super::ways::Ways;

/// Ends of a turn that differ only in the square placed.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// The move of a square; `None`: no square is moved.
    pub shift: Option<Shift>,
    /// Whether the turn may end without a placing.
    pub alone: bool,
    /// Where a square may be placed besides.
    pub places: Bitboard,
    /// The square moved is the one just placed (S11).
    pub fresh: bool,
}

impl Batch {
    /// How many ends of a turn it has.
    pub fn count(&self) -> u64 {
        u64::from(self.alone) + u64::from(self.places.count())
    }

    /// Visits the square actions of each end, in the order in which they are written: a placing
    /// comes first, unless it refills what the moved square left (S11).
    pub fn each(&self, visit: &mut dyn FnMut(&[Action]) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(shift) = self.shift else {
            if self.alone {
                visit(&[])?;
            }
            let mut places = self.places;
            return places.try_for_each(|at| visit(&[Action::Place(at)]));
        };
        let moved = Action::Shift(shift);
        if self.alone {
            visit(&[moved])?;
        }
        let mut places = self.places;
        places.try_for_each(|at| match at == shift.from && !self.fresh {
            true => visit(&[moved, Action::Place(at)]),
            false => visit(&[Action::Place(at), moved]),
        })
    }
}

/// The ends of a turn that begins with certain actions.
pub struct Ends<'a> {
    squares: Squares<'a>,
    ways: Ways,
}

impl<'a> Ends<'a> {
    /// After the actions `made`, which led to `position`.
    pub fn new(rules: &'a Rules, position: &'a Position, made: &'a [Action]) -> Self {
        Self {
            squares: Squares::new(rules, position, made),
            ways: Ways::new(rules, position),
        }
    }

    /// Whether the turn may end here.
    pub fn here(&self) -> bool {
        let Squares { position, made, .. } = self.squares;
        !made.is_empty() && !self.squares.is_due() && self.ways.closed(position.base.area)
    }

    /// Whether there is any end.
    pub fn any(&self) -> bool {
        self.each(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Visits the ends in batches, so that they can be counted without being listed.
    pub fn each(&self, visit: &mut dyn FnMut(&Batch) -> ControlFlow<()>) -> ControlFlow<()> {
        let squares = &self.squares;
        let area = squares.position.base.area;
        let place = squares.may_place().is_ok();
        let both = place && squares.allows_both() && squares.may_shift().is_ok();
        let due = squares.is_due();
        let mut visit = |batch: Batch| match batch.count() {
            0 => ControlFlow::Continue(()),
            _ => visit(&batch),
        };
        let places = |possible: bool, ways: &Ways, area| match possible {
            true => ways.fillable(area),
            false => Bitboard::EMPTY,
        };
        visit(Batch {
            shift: None,
            alone: self.here(),
            places: places(place, &self.ways, area),
            fresh: false,
        })?;
        // Only a square out of the way of every attacker mends an attack. No piece stands on these.
        squares.each_shift(self.ways.mending(area), &mut |shift| {
            let carried = self.carried(shift);
            let ways = carried.as_ref().unwrap_or(&self.ways);
            let area = area.without(shift.from).with(shift.to);
            visit(Batch {
                shift: Some(shift),
                alone: !due && ways.closed(area),
                places: places(both, ways, area),
                fresh: false,
            })
        })?;
        for from in if both {
            squares.position.holes()
        } else {
            Bitboard::EMPTY
        } {
            for to in disc(from, 2) & self.ways.fillable(area) {
                let promotion = None;
                visit(Batch {
                    shift: Some(Shift {
                        from,
                        to,
                        promotion,
                    }),
                    alone: false,
                    places: Bitboard::of(from),
                    fresh: true,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The ways after a piece was carried; none where the square was empty.
    fn carried(&self, shift: Shift) -> Option<Ways> {
        let Squares {
            rules, position, ..
        } = self.squares;
        let occupied = position.base.board.occupied().has(shift.from);
        occupied.then(|| {
            let after = position.after(rules, &[Action::Shift(shift)]);
            Ways::new(rules, &after)
        })
    }
}
