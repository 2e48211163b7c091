//! The square actions of a turn: which are possible, and why others are not.

use std::ops::ControlFlow;

use crate::rules::{Bitboard, Reason, Role, Square, board::geometry::disc};

use super::position::{Action, Position, Shift};
use super::rules::{Barring, Rules, TurnRule};

/// Why a square action is impossible, the king aside.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// A turn is one action.
    OneAction,
    /// A turn takes at most one square action.
    OneSquareAction,
    /// A square has been placed already; whether one has been moved too.
    PlacedTwice(bool),
    /// A square has been moved already; whether one has been placed too.
    MovedTwice(bool),
    /// The reserve is empty.
    Reserve,
    /// There is no square.
    NoSquare(Square),
    /// There is a square already.
    Exists(Square),
    /// The opponent touched the square last turn (S10).
    Barred(Square),
    /// A piece stands on it that is not carried.
    Occupied(Square),
    /// It is the opponent's square.
    Foreign(Square),
    /// It does not move that far.
    Far(Square, Square),
}

/// What the side to move may do with squares after the first actions of a turn.
#[derive(Clone, Copy)]
pub struct Squares<'a> {
    pub rules: &'a Rules,
    /// The position that the actions led to.
    pub position: &'a Position,
    /// The actions of the turn so far, in order.
    pub made: &'a [Action],
}

impl<'a> Squares<'a> {
    /// After the actions `made`, which led to `position`.
    pub const fn new(rules: &'a Rules, position: &'a Position, made: &'a [Action]) -> Self {
        Self {
            rules,
            position,
            made,
        }
    }

    /// Whether a square has been placed.
    pub fn placed(&self) -> bool {
        self.made.iter().any(|a| matches!(a, Action::Place(_)))
    }

    fn shifted(&self) -> bool {
        self.made.iter().any(|a| matches!(a, Action::Shift(_)))
    }

    /// Whether the turn has room for an action after what was made of its kind and of the other.
    fn room(&self, done: bool, other: bool, twice: fn(bool) -> Fault) -> Result<(), Fault> {
        match self.rules.turn {
            TurnRule::Single if !self.made.is_empty() => Err(Fault::OneAction),
            TurnRule::Postal if done || other => Err(Fault::OneSquareAction),
            _ if done => Err(twice(other)),
            _ => Ok(()),
        }
    }

    /// Whether a square may be placed, if there is a hole.
    ///
    /// # Errors
    /// Why not.
    pub fn may_place(&self) -> Result<(), Fault> {
        self.room(self.placed(), self.shifted(), Fault::PlacedTwice)?;
        let reserve = self.position.reserves[self.position.base.to_move.index()];
        match self.rules.family.unlimited || reserve > 0 {
            true => Ok(()),
            false => Err(Fault::Reserve),
        }
    }

    /// Whether a square may be moved, if there is a hole.
    ///
    /// # Errors
    /// Why not.
    pub fn may_shift(&self) -> Result<(), Fault> {
        self.room(self.shifted(), self.placed(), Fault::MovedTwice)
    }

    /// Whether the turn rule allows a placing and a square's move in one turn.
    pub fn allows_both(&self) -> bool {
        matches!(self.rules.turn, TurnRule::PostalPlus | TurnRule::Compulsory)
    }

    /// How far the square on `from` may be moved.
    fn steps(&self, from: Square) -> Result<u8, Fault> {
        let (position, family) = (self.position, self.rules.family);
        let seat = position.base.to_move;
        let carried = || {
            let own = position.base.board.of(seat).has(from);
            family.carries && own && from != position.king(self.rules)
        };
        if !position.base.area.has(from) {
            Err(Fault::NoSquare(from))
        } else if position.barred.has(from) {
            Err(Fault::Barred(from))
        } else if position.base.board.occupied().has(from) {
            match carried() {
                true => Ok(1),
                false => Err(Fault::Occupied(from)),
            }
        } else if family.owned && !position.owned[seat.index()].has(from) {
            Err(Fault::Foreign(from))
        } else {
            Ok(2)
        }
    }

    /// The empty squares that may be moved, if anywhere.
    pub fn movable(&self) -> Bitboard {
        let movable = |from: &Square| self.steps(*from).is_ok();
        self.position.empty().filter(movable).collect()
    }

    /// The holes that a square on `from` can be moved to by so many files and ranks.
    #[inline]
    fn goals(&self, from: Square, steps: u8) -> Bitboard {
        disc(from, steps) & self.position.holes()
    }

    /// What a pawn on `from`, carried to `to`, may become; empty where nothing is promoted.
    pub fn promotions(&self, from: Square, to: Square) -> &'static [Role] {
        let base = &self.position.base;
        let pawns = self.rules.pieces.pawns.as_ref();
        let promoted =
            pawns.filter(|p| p.zone(base.to_move).has(to) && base.board.role(p.role).has(from));
        promoted.map_or(&[], |pawns| &pawns.promotions)
    }

    /// Whether a square action is possible, the king and what a pawn becomes aside.
    ///
    /// # Errors
    /// Why it is not.
    pub fn judge(&self, action: &Action) -> Result<(), Fault> {
        match *action {
            Action::Move(_) => Ok(()),
            Action::Place(at) => {
                self.may_place()?;
                match self.position.holes().has(at) {
                    true => Ok(()),
                    false => Err(Fault::Exists(at)),
                }
            }
            Action::Shift(Shift { from, to, .. }) => {
                self.may_shift()?;
                let steps = self.steps(from)?;
                match self.goals(from, steps).has(to) {
                    true => Ok(()),
                    false if self.position.base.area.has(to) => Err(Fault::Exists(to)),
                    false => Err(Fault::Far(from, to)),
                }
            }
        }
    }

    /// Visits the moves of squares on `origins` that are possible, the king aside.
    pub fn each_shift(
        &self,
        origins: Bitboard,
        visit: &mut dyn FnMut(Shift) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.may_shift().is_err() {
            return ControlFlow::Continue(());
        }
        // Empty squares first: pieces are carried less often.
        let empty = self.position.empty() & origins;
        for from in empty.chain(origins & !empty) {
            let Ok(steps) = self.steps(from) else {
                continue;
            };
            for to in self.goals(from, steps) {
                let promotions = self.promotions(from, to);
                let none = promotions.is_empty().then_some(None);
                let mut becomes = promotions.iter().copied().map(Some).chain(none);
                becomes.try_for_each(|promotion| {
                    visit(Shift {
                        from,
                        to,
                        promotion,
                    })
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the square actions that are possible, the king aside.
    pub fn each(&self, visit: &mut dyn FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.may_place().is_ok() {
            let mut holes = self.position.holes();
            holes.try_for_each(|at| visit(Action::Place(at)))?;
        }
        self.each_shift(self.position.base.area, &mut |shift| {
            visit(Action::Shift(shift))
        })
    }

    /// Whether a compulsory placing is still due; where there is no hole it is left out (S14).
    pub fn is_due(&self) -> bool {
        self.rules.turn == TurnRule::Compulsory && !self.placed() && self.position.holes().any()
    }
}

impl Fault {
    /// The reason, completing a sentence.
    pub fn reason(&self, rules: &Rules, position: &Position) -> Reason {
        match *self {
            Self::OneAction => Reason::new("one-action-in-a-turn"),
            Self::OneSquareAction => Reason::new("one-square-action-in-a-turn"),
            Self::PlacedTwice(moved) => {
                Reason::new("only-one-placed").number("whole", u8::from(moved))
            }
            Self::MovedTwice(placed) => {
                Reason::new("only-one-moved").number("whole", u8::from(placed))
            }
            Self::Reserve => Reason::new("reserve-is-empty"),
            Self::NoSquare(at) => Reason::new("no-square").text("square", at),
            Self::Exists(at) => Reason::new("square-there-already").text("square", at),
            Self::Barred(at) => match rules.barring {
                Barring::Moved => Reason::new("barred-since-moved"),
                _ => Reason::new("barred-since-touched"),
            }
            .text("square", at),
            Self::Occupied(at) => match rules.family.carries {
                true => Reason::new("only-own-pieces-carried"),
                false => Reason::new("occupied-squares-stay"),
            }
            .with("piece", named(rules, position, at))
            .text("square", at),
            Self::Foreign(at) => {
                let owner = position.base.to_move.other();
                let reason = Reason::new("not-your-square").text("square", at);
                reason.name("side", rules.pieces.side(owner))
            }
            Self::Far(from, to) => match position.base.board.at(from) {
                Some(_) => Reason::new("occupied-moves-one-step"),
                None => Reason::new("too-far-for-a-square")
                    .text("from", from)
                    .text("to", to),
            },
        }
    }
}

/// The piece on `at` with its owner: `White's knight`.
fn named(rules: &Rules, position: &Position, at: Square) -> Reason {
    let piece = position.base.board.at(at);
    let name = piece.map_or("nothing", |piece| rules.pieces.about(piece.role).name);
    let owner = piece.and_then(|piece| piece.owner);
    Reason::new("piece-of").name("piece", name).name(
        "side",
        owner.map_or("nobody", |seat| rules.pieces.side(seat)),
    )
}
