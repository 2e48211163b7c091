//! Legal turns by checkers and pins: no turn is tried and taken back, but for the king's steps and
//! the rare captures in passing.

use std::ops::ControlFlow;

use crate::rules::bitboard::Bitboard;
use crate::rules::geometry::{between, bishop, rook};
use crate::rules::square::Square;

use super::piece::{self, Role, Side};
use super::position::{Position, Turn, Wing};

/// Turns of one kind, so that they can be counted without listing them.
#[derive(Clone, Copy)]
enum Batch {
    /// One piece to each of these squares.
    Piece(Role, Square, Bitboard),
    /// Pawns that arrive on these squares by one and the same step of the grid.
    Pawns(i32, Bitboard),
    /// A pawn that captures in passing.
    Passing(Square, Square),
    /// Castling.
    Castle(Wing),
}

/// Why the king cannot castle (FIDE 3.8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingFault {
    /// King or rook has moved, or the rook is gone.
    Lost,
    /// A piece stands in the way.
    Blocked(Square),
    /// The king is in check.
    Check,
    /// The king would cross an attacked square.
    Through(Square),
    /// The king would arrive on an attacked square.
    Into(Square),
}

/// Where pawns of either side are promoted.
#[inline]
fn last_ranks() -> Bitboard {
    const FIRST: Bitboard = Bitboard::rank(0);
    const LAST: Bitboard = Bitboard::rank(7);
    FIRST | LAST
}

/// The set moved one rank forward and `aside` files to the right.
#[inline]
fn forward(set: Bitboard, side: Side, aside: i32) -> Bitboard {
    match side {
        Side::White => set.shift(11 + aside),
        Side::Black => set.shift(-11 + aside),
    }
}

/// What the moving side has to heed.
struct Heed {
    /// Pieces that give check.
    checkers: Bitboard,
    /// Own pieces that stand alone between king and a slider.
    pinned: Bitboard,
    /// The sliders behind them.
    pinners: Bitboard,
}

impl Position {
    fn heed(&self) -> Heed {
        let (us, them) = (self.side, self.side.other());
        let (king, enemy) = (self.king(us), self.of(them));
        let queens = self.all(Role::Queen);
        let open = enemy | !Bitboard::BOARD_8X8;
        let snipers = rook(king, open) & (self.all(Role::Rook) | queens)
            | bishop(king, open) & (self.all(Role::Bishop) | queens);
        let leapers = piece::knight(king) & self.all(Role::Knight)
            | piece::pawn(us, king) & self.all(Role::Pawn);
        let mut heed = Heed {
            checkers: leapers & enemy,
            pinned: Bitboard::EMPTY,
            pinners: Bitboard::EMPTY,
        };
        for sniper in snipers & enemy {
            let way = between(king, sniper) & self.of(us);
            if way.is_empty() {
                heed.checkers |= Bitboard::of(sniper);
            } else if !way.many() {
                heed.pinned |= way;
                heed.pinners |= Bitboard::of(sniper);
            }
        }
        heed
    }

    /// Whether the king of the side to move may step to `to`, next to it.
    #[inline]
    fn safe(&self, king: Square, to: Square) -> bool {
        let blockers = self.blockers().without(king);
        self.attackers(to, self.side.other(), blockers).is_empty()
    }

    #[inline]
    fn batches(&self, visit: &mut impl FnMut(Batch) -> ControlFlow<()>) -> ControlFlow<()> {
        let us = self.side;
        let (king, own, blockers) = (self.king(us), self.of(us), self.blockers());
        let heed = self.heed();
        let steps = piece::king(king) & !own;
        let to: Bitboard = steps.filter(|to| self.safe(king, *to)).collect();
        if to.any() {
            visit(Batch::Piece(Role::King, king, to))?;
        }
        if heed.checkers.many() {
            return ControlFlow::Continue(());
        }
        let mask = match heed.checkers.first() {
            None => Bitboard::BOARD_8X8 & !own,
            Some(checker) => between(king, checker).with(checker),
        };
        let free = own & !heed.pinned;
        for from in free & self.all(Role::Knight) {
            visit(Batch::Piece(Role::Knight, from, piece::knight(from) & mask))?;
        }
        for from in free & self.all(Role::Bishop) {
            let to = bishop(from, blockers) & mask;
            visit(Batch::Piece(Role::Bishop, from, to))?;
        }
        for from in free & self.all(Role::Rook) {
            let to = rook(from, blockers) & mask;
            visit(Batch::Piece(Role::Rook, from, to))?;
        }
        for from in free & self.all(Role::Queen) {
            let to = (rook(from, blockers) | bishop(from, blockers)) & mask;
            visit(Batch::Piece(Role::Queen, from, to))?;
        }
        self.pawns(free & self.all(Role::Pawn), mask, visit)?;
        if heed.pinners.any() && heed.checkers.is_empty() {
            self.pinned(king, heed.pinners, visit)?;
        }
        if let Some(passed) = self.passed {
            for from in self.passing() {
                visit(Batch::Passing(from, passed))?;
            }
        }
        if heed.checkers.is_empty() {
            for wing in Wing::ALL {
                if self.castling[us as usize][wing as usize].is_some()
                    && self.castling_fault(wing).is_none()
                {
                    visit(Batch::Castle(wing))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Pawn moves but for captures in passing.
    #[inline]
    fn pawns(
        &self,
        pawns: Bitboard,
        mask: Bitboard,
        visit: &mut impl FnMut(Batch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.side;
        let (free, enemy) = (!self.blockers(), self.of(side.other()) & mask);
        let step = side.forward();
        let one = forward(pawns, side, 0) & free;
        let two = forward(one & Bitboard::rank(side.rank(2)), side, 0) & free;
        visit(Batch::Pawns(step, one & mask))?;
        visit(Batch::Pawns(2 * step, two & mask))?;
        visit(Batch::Pawns(step - 1, forward(pawns, side, -1) & enemy))?;
        visit(Batch::Pawns(step + 1, forward(pawns, side, 1) & enemy))
    }

    /// Moves of pinned pieces, along their pins; out of check there are none.
    fn pinned(
        &self,
        king: Square,
        pinners: Bitboard,
        visit: &mut impl FnMut(Batch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let blockers = self.blockers();
        for pinner in pinners {
            let way = between(king, pinner).with(pinner);
            let Some(from) = (way & self.of(self.side)).first() else {
                continue;
            };
            let way = way.without(from);
            let is = |role| self.all(role).has(from);
            if is(Role::Pawn) {
                self.pawns(Bitboard::of(from), way, visit)?;
            } else if is(Role::Bishop) {
                let to = bishop(from, blockers) & way;
                visit(Batch::Piece(Role::Bishop, from, to))?;
            } else if is(Role::Rook) {
                let to = rook(from, blockers) & way;
                visit(Batch::Piece(Role::Rook, from, to))?;
            } else if is(Role::Queen) {
                // It looks both ways along the pin, whichever line that is.
                visit(Batch::Piece(Role::Queen, from, way))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The pawns that may capture in passing, and leave no check to their king.
    pub fn passing(&self) -> Bitboard {
        let (us, them) = (self.side, self.side.other());
        let Some(passed) = self.passed else {
            return Bitboard::EMPTY;
        };
        let (king, passer) = (self.king(us), self.passer(passed));
        let blockers = self.blockers().without(passer).with(passed);
        let quiet = |from: &Square| {
            let attackers = self.attackers(king, them, blockers.without(*from));
            attackers.without(passer).is_empty()
        };
        let near = piece::pawn(them, passed) & self.pieces(us, Role::Pawn);
        near.filter(quiet).collect()
    }

    /// Why the side to move cannot castle this way, if it cannot.
    pub fn castling_fault(&self, wing: Wing) -> Option<CastlingFault> {
        let side = self.side;
        let Some(tower) = self.castling[side as usize][wing as usize] else {
            return Some(CastlingFault::Lost);
        };
        let king = self.king(side);
        let (king_goal, rook_goal) = wing.goals(side);
        let walk = between(king, king_goal).with(king_goal);
        let way = walk | between(tower, rook_goal).with(rook_goal);
        let rest = self.blockers().without(king).without(tower);
        let in_way = way & rest;
        if in_way.any() {
            return in_way
                .min_by_key(|s| s.distance(king))
                .map(CastlingFault::Blocked);
        }
        if self.checkers(side).any() {
            return Some(CastlingFault::Check);
        }
        let attacked = |square, blockers| self.attackers(square, side.other(), blockers).any();
        let mut crossed = (walk.without(king_goal).without(king)).into_iter();
        if let Some(at) = crossed.find(|s| attacked(*s, rest.with(tower))) {
            return Some(CastlingFault::Through(at));
        }
        // In Chess960 the rook may have shielded the king's goal from a slider beside it.
        let into = attacked(king_goal, rest.with(rook_goal));
        into.then_some(CastlingFault::Into(king_goal))
    }

    /// Visits the legal turns, each once.
    pub fn turns(&self, visit: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        let enemy = self.of(self.side.other());
        self.batches(&mut |batch| match batch {
            Batch::Castle(wing) => visit(Turn::Castle(wing)),
            Batch::Passing(from, to) => visit(pawn_step(from, to, true, None)),
            Batch::Piece(role, from, targets) => {
                for to in targets {
                    visit(Turn::Step {
                        role,
                        from,
                        to,
                        capture: enemy.has(to),
                        becomes: None,
                    })?;
                }
                ControlFlow::Continue(())
            }
            Batch::Pawns(step, targets) => {
                for to in targets {
                    let Some(from) = Square::from_index((to.index() as i32 - step) as usize) else {
                        continue;
                    };
                    let capture = enemy.has(to);
                    if last_ranks().has(to) {
                        for role in Role::PROMOTIONS {
                            visit(pawn_step(from, to, capture, Some(role)))?;
                        }
                    } else {
                        visit(pawn_step(from, to, capture, None))?;
                    }
                }
                ControlFlow::Continue(())
            }
        })
    }

    /// How many legal turns there are.
    pub fn count(&self) -> u64 {
        let mut sum = 0;
        let _ = self.batches(&mut |batch| {
            sum += match batch {
                Batch::Piece(_, _, to) => to.count(),
                Batch::Pawns(_, to) => to.count() + 3 * (to & last_ranks()).count(),
                Batch::Passing(..) | Batch::Castle(_) => 1,
            };
            ControlFlow::Continue(())
        });
        u64::from(sum)
    }

    /// Whether there is any legal turn.
    pub fn can_move(&self) -> bool {
        self.turns(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Whether this is a legal turn here.
    pub fn is_legal(&self, turn: &Turn) -> bool {
        let same = |t: Turn| match t == *turn {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.turns(&mut { same }).is_break()
    }

    /// All legal turns.
    pub fn legal(&self) -> Vec<Turn> {
        let mut all = Vec::new();
        let _ = self.turns(&mut |turn| {
            all.push(turn);
            ControlFlow::Continue(())
        });
        all
    }

    /// Leaf turns `depth` (at least 1) turns deep, where neither repetition nor the move rule can
    /// end the game on the way.
    pub fn perft(&self, depth: u32) -> u64 {
        if self.dead() {
            return 0;
        }
        if depth <= 1 {
            return self.count();
        }
        let mut sum = 0;
        let _ = self.turns(&mut |turn| {
            let mut next = self.clone();
            next.play(&turn);
            sum += next.perft(depth - 1);
            ControlFlow::Continue(())
        });
        sum
    }
}

const fn pawn_step(from: Square, to: Square, capture: bool, becomes: Option<Role>) -> Turn {
    Turn::Step {
        role: Role::Pawn,
        from,
        to,
        capture,
        becomes,
    }
}
