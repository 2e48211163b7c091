//! The square actions of a turn: which combinations leave the king safe, listed or counted.

use std::ops::ControlFlow;

use crate::rules::bitboard::Bitboard;
use crate::rules::geometry::disc;
use crate::rules::square::Square;

use super::army::Kind;
use super::check::{self, Line, Threats};
use super::position::{Position, Shift};
use super::rules::{Rules, TurnRule};

/// Which square actions a turn takes besides its piece move, if it has one.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// None at all.
    pub none: bool,
    /// A placing alone.
    pub place: bool,
    /// A square's move alone.
    pub shift: bool,
    /// Both.
    pub both: bool,
}

impl Shape {
    /// The shape for a turn of the side to move that begins with a piece move or not; `position`
    /// is what the square actions find.
    pub fn new(rules: &Rules, position: &Position, piece: bool) -> Self {
        let hole = position.holes().any();
        let reserve = rules.family.unlimited || position.reserves[usize::from(position.side)] > 0;
        let place = reserve && hole;
        match rules.turn {
            TurnRule::Single => Self {
                none: piece,
                place: place && !piece,
                shift: !piece,
                both: false,
            },
            TurnRule::Postal => Self {
                none: piece,
                place,
                shift: true,
                both: false,
            },
            TurnRule::PostalPlus => Self {
                none: piece,
                place,
                shift: true,
                both: place,
            },
            // An impossible placing is left out (S14).
            TurnRule::Compulsory => Self {
                none: piece && !place,
                place,
                shift: false,
                both: place,
            },
        }
    }
}

/// Square actions that may end a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Combo {
    /// See [`super::position::Turn::place`].
    pub place: Option<Square>,
    /// See [`super::position::Turn::shift`].
    pub shift: Option<Shift>,
    /// See [`super::position::Turn::refills`].
    pub refills: bool,
}

impl Combo {
    const fn new(place: Option<Square>, shift: Option<Shift>, refills: bool) -> Self {
        Self {
            place,
            shift,
            refills,
        }
    }
}

/// The rider lines at a king, reduced to those that at most two new squares could open.
struct Lines {
    lines: Vec<(Bitboard, Bitboard)>,
    /// Some line is open.
    open: bool,
    /// Holes that alone keep a line closed.
    last_gaps: Bitboard,
}

impl Lines {
    fn new(position: &Position, threats: &Threats) -> Self {
        let mut all = Self {
            lines: Vec::new(),
            open: false,
            last_gaps: Bitboard::EMPTY,
        };
        for Line { path, .. } in threats.lines() {
            let gaps = path & !position.exists;
            match gaps.count() {
                0 => all.open = true,
                1 => all.last_gaps |= gaps,
                2 => {}
                _ => continue,
            }
            all.lines.push((path & position.exists, gaps));
        }
        all
    }

    /// Whether all stay closed when a hole at `to` is filled and nothing else changes.
    fn bear(&self, to: Square) -> bool {
        !self.open && !self.last_gaps.has(to)
    }

    /// The holes that may be filled besides, when the square on `from` goes to `to`; `None` if
    /// already that opens a line.
    fn places(&self, holes: Bitboard, from: Square, to: Square) -> Option<Bitboard> {
        let mut allowed = holes.without(to);
        for (squares, gaps) in &self.lines {
            if squares.has(from) {
                continue;
            }
            let left = gaps.without(to);
            match left.count() {
                0 => return None,
                1 => allowed &= !left,
                _ => {}
            }
        }
        Some(allowed)
    }
}

/// What the side to move may do with squares now: after its piece move, or without one.
pub struct Squares<'a> {
    rules: &'a Rules,
    position: &'a Position,
    shape: Shape,
    holes: Bitboard,
    /// Empty squares that may be moved.
    movable: Bitboard,
    /// Squares that may be moved with an own piece on them.
    ridable: Bitboard,
    /// `None` if the king is attacked beyond help.
    lines: Option<Lines>,
}

/// The empty squares that the side to move may move.
pub fn movable(rules: &Rules, position: &Position) -> Bitboard {
    let side = usize::from(position.side);
    let whose = if rules.family.owned {
        position.owned[side]
    } else {
        position.exists
    };
    whose & !position.occupied() & !position.barred
}

/// The squares that the side to move may move with a piece on them (S15).
pub fn ridable(rules: &Rules, position: &Position) -> Bitboard {
    let side = usize::from(position.side);
    match rules.family.carries {
        true => position.pieces[side].without(position.kings[side]) & !position.barred,
        false => Bitboard::EMPTY,
    }
}

/// What a pawn carried from `from` to `to` becomes: its promotions, or `[None]`.
fn carried(rules: &Rules, position: &Position, from: Square, to: Square) -> Vec<Option<Kind>> {
    let last = if position.side == 0 { 7 } else { 0 };
    match position.at(from).occupant() {
        Some((Kind::PAWN, _)) if to.rank() == last => rules.promotions().map(Some).collect(),
        _ => vec![None],
    }
}

impl<'a> Squares<'a> {
    /// `piece` tells whether a piece move came before.
    pub fn new(rules: &'a Rules, position: &'a Position, piece: bool) -> Self {
        let side = position.side;
        let threats = check::threats(position, position.kings[usize::from(side)], side);
        Self {
            rules,
            position,
            shape: Shape::new(rules, position, piece),
            holes: position.holes(),
            movable: movable(rules, position),
            ridable: ridable(rules, position),
            lines: threats
                .certain
                .is_none()
                .then(|| Lines::new(position, &threats)),
        }
    }

    /// Visits every combination that may end the turn.
    pub fn each(&self, visit: &mut dyn FnMut(Combo) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(lines) = &self.lines else {
            return ControlFlow::Continue(());
        };
        if self.shape.none && !lines.open {
            visit(Combo::new(None, None, false))?;
        }
        if self.shape.place && !lines.open {
            for at in self.holes & !lines.last_gaps {
                visit(Combo::new(Some(at), None, false))?;
            }
        }
        if self.shape.shift || self.shape.both {
            self.each_shift(lines, visit)?;
            self.each_ride(visit)?;
        }
        if self.shape.both && !lines.open {
            // A square placed and moved on at once (S11).
            for from in self.holes {
                for to in disc(from, 2) & self.holes & !lines.last_gaps {
                    let shift = Shift {
                        from,
                        to,
                        promotion: None,
                    };
                    visit(Combo::new(Some(from), Some(shift), false))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn each_shift(
        &self,
        lines: &Lines,
        visit: &mut dyn FnMut(Combo) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.movable {
            for to in disc(from, 2) & self.holes {
                let shift = Some(Shift {
                    from,
                    to,
                    promotion: None,
                });
                let places = lines.places(self.holes, from, to);
                if self.shape.shift && places.is_some() {
                    visit(Combo::new(None, shift, false))?;
                }
                if !self.shape.both {
                    continue;
                }
                for at in places.unwrap_or_default() {
                    visit(Combo::new(Some(at), shift, false))?;
                }
                if lines.bear(to) {
                    visit(Combo::new(Some(from), shift, true))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Rides change who stands where, so each is looked at afresh.
    fn ride(&self, from: Square, to: Square) -> Option<Bitboard> {
        let mut after = self.position.clone();
        after.shift(
            self.rules,
            &Shift {
                from,
                to,
                promotion: None,
            },
        );
        let threats = check::threats(&after, after.kings[usize::from(after.side)], after.side);
        let lines = Lines::new(&after, &threats);
        let safe = threats.certain.is_none() && !lines.open;
        safe.then(|| after.holes() & !lines.last_gaps)
    }

    fn each_ride(&self, visit: &mut dyn FnMut(Combo) -> ControlFlow<()>) -> ControlFlow<()> {
        for from in self.ridable {
            for to in disc(from, 1) & self.holes {
                let Some(places) = self.ride(from, to) else {
                    continue;
                };
                for promotion in carried(self.rules, self.position, from, to) {
                    let shift = Some(Shift {
                        from,
                        to,
                        promotion,
                    });
                    if self.shape.shift {
                        visit(Combo::new(None, shift, false))?;
                    }
                    if self.shape.both {
                        for at in places {
                            visit(Combo::new(Some(at), shift, at == from))?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// How many combinations [`Squares::each`] visits, without visiting them.
    pub fn count(&self) -> u64 {
        let Some(lines) = &self.lines else { return 0 };
        let (shape, holes) = (self.shape, self.holes);
        let calm = !lines.open;
        let mut sum = u64::from(shape.none && calm);
        if shape.place && calm {
            sum += u64::from((holes & !lines.last_gaps).count());
        }
        if shape.shift || shape.both {
            sum += self.count_shifts(lines) + self.count_rides();
        }
        if shape.both && calm {
            let goals = holes & !lines.last_gaps;
            sum += holes
                .map(|from| u64::from((disc(from, 2) & goals).count()))
                .sum::<u64>();
        }
        sum
    }

    fn count_shifts(&self, lines: &Lines) -> u64 {
        let holes = self.holes;
        let (alone, both) = (u64::from(self.shape.shift), u64::from(self.shape.both));
        let mut sum = 0;
        for from in self.movable {
            let goals = disc(from, 2) & holes;
            if lines.lines.is_empty() {
                // Any other hole may be filled, or the one just left.
                let places = u64::from(holes.count().saturating_sub(1)) + 1;
                sum += u64::from(goals.count()) * (alone + both * places);
                continue;
            }
            for to in goals {
                if let Some(places) = lines.places(holes, from, to) {
                    sum += alone + both * u64::from(places.count());
                }
                sum += both * u64::from(lines.bear(to));
            }
        }
        sum
    }

    fn count_rides(&self) -> u64 {
        let mut sum = 0;
        for from in self.ridable {
            for to in disc(from, 1) & self.holes {
                let Some(places) = self.ride(from, to) else {
                    continue;
                };
                let each = u64::from(self.shape.shift)
                    + u64::from(self.shape.both) * u64::from(places.count());
                sum += each * carried(self.rules, self.position, from, to).len() as u64;
            }
        }
        sum
    }

    /// Whether any combination may end the turn.
    pub fn any(&self) -> bool {
        self.each(&mut |_| ControlFlow::Break(())).is_break()
    }
}
