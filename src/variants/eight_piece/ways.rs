//! How units go, their king aside: each kind by its own movement, lancers, and pushes.

use std::ops::ControlFlow;

use crate::rules::board::geometry::{bishop, disc};
use crate::rules::{Bitboard, Direction, Move, Piece, Role, Seat, Square};

use super::pieces::{AREA, KING, LANCER, PAWN, PIECES, SENTRY, charge, facing, next};
use super::position::{Action, Position, Push};

/// A visitor of actions.
pub type Visit<'a> = &'a mut dyn FnMut(Action) -> ControlFlow<()>;

impl Position {
    /// The squares of one side's units but for its king, and of the other's.
    fn sides(&self, seat: Seat) -> (Bitboard, Bitboard) {
        (self.base.board.of(seat), self.base.board.of(seat.other()))
    }

    /// Where the own unit on `from` may go as it is, held or not: lancers ahead. Castling and en
    /// passant are left out.
    #[inline]
    pub fn targets(&self, role: Role, from: Square) -> Bitboard {
        let to = match role {
            LANCER => match self.base.board.at(from) {
                Some(lancer) => self.charge(from, facing(lancer)),
                None => Bitboard::EMPTY,
            },
            role => self.base.targets(&PIECES, role, from),
        };
        to & !self.base.board.role(KING) & !self.banned(from)
    }

    /// Where the own lancer on `from` would go if it faced that way.
    pub fn charge(&self, from: Square, direction: Direction) -> Bitboard {
        let (own, enemy) = self.sides(self.base.to_move);
        let to = charge(from, direction, own, enemy);
        to & !self.base.board.role(KING) & !self.banned(from)
    }

    /// The enemy units that the own sentry on `sentry` reaches.
    #[inline]
    pub fn reached(&self, sentry: Square) -> Bitboard {
        let enemy = self.base.board.of(self.base.to_move.other());
        bishop(sentry, self.base.blockers()) & enemy & !self.banned(sentry)
    }

    /// Where the own sentry on `sentry` may push the enemy unit on `unit`, which it reaches (P1).
    pub fn push_targets(&self, sentry: Square, unit: Square) -> Bitboard {
        let us = self.base.to_move;
        let board = &self.base.board;
        let Some(pushed) = board.at(unit) else {
            return Bitboard::EMPTY;
        };
        let (own, enemy) = self.sides(us);
        // The sentry stands where the unit stood, and nothing where the sentry stood.
        let (own, enemy) = (own.without(sentry).with(unit), enemy.without(unit));
        let occupied = own | enemy;
        let to = match pushed.role {
            LANCER => {
                let nudges = disc(unit, 1) & AREA & !occupied;
                nudges | charge(unit, facing(pushed), own.without(unit), enemy)
            }
            role => PIECES.movement(role, us).targets(unit, occupied, AREA),
        };
        to & !own & !board.role(KING)
    }

    /// The pushes of the enemy unit on `at` by the own sentry on `from`, which reaches it.
    pub fn pushes_of(&self, from: Square, at: Square) -> impl Iterator<Item = Push> {
        let (occupied, unit) = (self.base.board.occupied(), self.base.board.at(at));
        let push = move |to| Push {
            from,
            at,
            role: unit.map_or(PAWN, |unit| unit.role),
            to,
            captures: to != from && occupied.has(to),
        };
        self.push_targets(from, at).map(push)
    }

    /// The own move of this kind from `from` to `to`.
    pub fn step(&self, role: Role, from: Square, to: Square) -> Move {
        self.base.step(&PIECES, role, from, to)
    }

    /// The ways in which the lancer on `at`, held or not, may turn without a move (L2, L3).
    pub fn turns(&self, at: Square, lancer: Piece, held: bool) -> impl Iterator<Item = Direction> {
        let looks = facing(lancer);
        let freely = held && self.may_turn_first(at);
        let orients = next(at, looks).is_none();
        let allowed =
            move |d: &Direction| *d != looks && (freely || orients && next(at, *d).is_some());
        Direction::ALL.into_iter().filter(allowed)
    }

    /// Whether the side to move may pass, its king not being attacked (J3).
    pub fn may_pass(&self) -> bool {
        self.held().has(self.king()) && self.checkers(self.base.to_move).is_empty()
    }

    /// Visits what the own unit on `from` may do by itself, each action once, whatever becomes of the
    /// own king; castling and passing are left out.
    pub fn pseudo_from(&self, from: Square, visit: Visit<'_>) -> ControlFlow<()> {
        let own = |p: &Piece| p.owner == Some(self.base.to_move);
        let Some(piece) = self.base.board.at(from).filter(own) else {
            return ControlFlow::Continue(());
        };
        let held = self.held().has(from);
        if piece.role == LANCER {
            self.lancer_turns(from, piece, held, visit)?;
        }
        if held {
            return ControlFlow::Continue(());
        }
        let mut to = self.targets(piece.role, from);
        if let Some(right) = self.base.en_passant
            && self.base.en_passant_pawns(&PIECES).has(from)
        {
            to = to.with(right.square);
        }
        self.moves_to(piece, from, to, visit)?;
        if piece.role == SENTRY {
            self.pushes(from, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Visits what the lancer on `at` may do that begins with turning.
    pub fn lancer_turns(
        &self,
        at: Square,
        lancer: Piece,
        held: bool,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        for facing in self.turns(at, lancer, held) {
            visit(Action::Turn { at, facing })?;
        }
        if held || !self.may_turn_first(at) {
            return ControlFlow::Continue(());
        }
        for facing in Direction::ALL.into_iter().filter(|d| *d != facing(lancer)) {
            for to in self.charge(at, facing) {
                let mv = self.step(LANCER, at, to);
                visit(Action::TurnMove { facing, mv })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the moves to `to`: a lancer's with every turn after it, a pawn's with every promotion.
    pub fn moves_to(
        &self,
        piece: Piece,
        from: Square,
        to: Bitboard,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let looks = facing(piece);
        self.base
            .each_step(&PIECES, (piece.role, from, to), &mut |mv| {
                if piece.role != LANCER && mv.promotion() != Some(LANCER) {
                    return visit(Action::plain(mv));
                }
                let kept = (piece.role == LANCER).then_some(looks);
                Direction::ALL.into_iter().try_for_each(|facing| {
                    let facing = Some(facing).filter(|facing| Some(*facing) != kept);
                    visit(Action::Move { mv, facing })
                })
            })
    }

    /// Visits the pushes of the sentry on `from`.
    pub fn pushes(&self, from: Square, visit: Visit<'_>) -> ControlFlow<()> {
        for at in self.reached(from) {
            let mut pushes = self.pushes_of(from, at);
            pushes.try_for_each(|push| visit(Action::Push(push)))?;
        }
        ControlFlow::Continue(())
    }
}
