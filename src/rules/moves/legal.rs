//! Legal moves without trying any but those of the king and of pieces that shield it.

use std::ops::ControlFlow;

use crate::rules::{Bitboard, EnPassant, PieceSet, Role, Square, Wing, pieces::attacks::Shield};

use super::{Move, Position, VisitMove};

/// Moves of one kind of piece, so that they can be counted without listing them.
#[derive(Clone, Copy)]
struct Batch {
    role: Role,
    from: From,
    to: Bitboard,
}

/// Where the moves of a batch begin.
#[derive(Clone, Copy)]
enum From {
    /// One piece makes all of them.
    Piece(Square),
    /// Many pieces make one each, by this distance on the grid.
    Step(i32),
}

impl Batch {
    fn origin(&self, to: Square) -> Option<Square> {
        match self.from {
            From::Piece(from) => Some(from),
            From::Step(by) => Bitboard::of(to).shift(-by).first(),
        }
    }
}

impl Position {
    /// Where the own piece `role` on `from` goes by its movement, a pawn's double step included,
    /// castling and en passant not.
    #[inline]
    pub fn targets(&self, pieces: &PieceSet, role: Role, from: Square) -> Bitboard {
        let seat = self.to_move;
        let to = pieces.targets(&self.board, self.area, (role, seat), from);
        match pieces.pawns_of(role) {
            Some(pawns) => to | pawns.double_steps(seat, Bitboard::of(from), !self.blockers()),
            None => to,
        }
    }

    /// The own pawns that could capture en passant by their movement.
    #[inline]
    pub fn en_passant_pawns(&self, pieces: &PieceSet) -> Bitboard {
        let pawns = |right| self.passing_pawns(pieces, right);
        self.en_passant.map_or(Bitboard::EMPTY, pawns)
    }

    /// The own pawns that could use `right` by their movement.
    #[inline]
    pub fn passing_pawns(&self, pieces: &PieceSet, right: EnPassant) -> Bitboard {
        let Some(pawns) = &pieces.pawns else {
            return Bitboard::EMPTY;
        };
        // A right sleeps while a piece stands on the square passed over.
        if self.blockers().has(right.square) {
            return Bitboard::EMPTY;
        }
        let seat = self.to_move;
        let movement = pieces.movement(pawns.role, seat);
        let captures = |from: &Square| movement.capture.leaps(*from).has(right.square);
        let own = self.board.pieces(seat, pawns.role);
        own.filter(captures).collect()
    }

    /// The legal captures en passant, by the pawn that makes them.
    pub fn en_passant_captures(&self, pieces: &PieceSet) -> impl Iterator<Item = Square> {
        let right = self.en_passant;
        self.en_passant_pawns(pieces).filter(move |from| {
            right.is_some_and(|r| self.safe_after(pieces, (*from, r.square), Some(r.pawn)))
        })
    }

    /// Where the king of the side to move stands, and what keeps it from attack.
    #[inline]
    pub fn shield(&self, pieces: &PieceSet) -> (Square, Shield) {
        let us = self.to_move;
        let king = self.king(pieces, us);
        let mut shield = Shield {
            mask: self.area & !self.board.of(us),
            bound: Bitboard::EMPTY,
        };
        for them in pieces.others(us) {
            let attacks = &pieces.attacks[them.index()];
            attacks.shield(&self.board, self.area, (king, us, them), &mut shield);
        }
        (king, shield)
    }

    /// Those of the targets `to` on which the piece leaves its king safe.
    fn safe_targets(&self, pieces: &PieceSet, from: Square, to: Bitboard) -> Bitboard {
        let enemy = self.enemies();
        let safe = |to: &Square| {
            let captured = enemy.has(*to).then_some(*to);
            self.safe_after(pieces, (from, *to), captured)
        };
        to.filter(safe).collect()
    }

    #[inline]
    fn batches(
        &self,
        pieces: &PieceSet,
        visit: &mut impl FnMut(Batch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (king, shield) = self.shield(pieces);
        let own = self.board.of(self.to_move);
        // Kings are never captured, whatever a damaged record says.
        let open = !self.board.role(pieces.royal);
        // Nothing but the king can move in double check.
        let movers = match shield.mask.is_empty() {
            true => shield.bound.with(king),
            false => own,
        };
        for role in pieces.roles() {
            let mut movers = movers & self.board.role(role);
            if !pieces.movement(role, self.to_move).steps.is_empty() {
                let tried = shield.bound.with(king);
                self.steps(pieces, (role, movers & !tried), shield.mask & open, visit)?;
                movers &= tried;
            }
            for from in movers {
                let to = self.targets(pieces, role, from) & open;
                let to = match from == king || shield.bound.has(from) {
                    true => self.safe_targets(pieces, from, to),
                    false => to & shield.mask,
                };
                if to.any() {
                    let from = From::Piece(from);
                    visit(Batch { role, from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves of pieces that have nothing but a few leaps, all at once.
    #[inline]
    fn steps(
        &self,
        pieces: &PieceSet,
        (role, movers): (Role, Bitboard),
        mask: Bitboard,
        visit: &mut impl FnMut(Batch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let seat = self.to_move;
        let (occupied, empty) = (self.board.occupied(), !self.blockers());
        let mut batch = |by, to: Bitboard| {
            let from = From::Step(by);
            match to.any() {
                true => visit(Batch { role, from, to }),
                false => ControlFlow::Continue(()),
            }
        };
        for step in &pieces.movement(role, seat).steps {
            let to = (movers & step.origins).shift(step.by) & mask;
            let to = match (step.quiet, step.capture) {
                (true, true) => to,
                (true, false) => to & !occupied,
                _ => to & occupied,
            };
            batch(step.by, to)?;
        }
        if let Some(pawns) = pieces.pawns_of(role) {
            let to = pawns.double_steps(seat, movers, empty) & mask;
            batch(2 * pawns.step(seat), to)?;
        }
        ControlFlow::Continue(())
    }

    fn castlings(&self, pieces: &PieceSet) -> impl Iterator<Item = Move> {
        let clear = |wing: Wing| {
            let attempt = self.castling_attempt(pieces, wing);
            attempt.is_some_and(|attempt| attempt.is_clear(&self.board, self.area))
        };
        let held = self.castling[self.to_move.index()] != [None; 2];
        let faultless = |wing: Wing| self.castling_fault(pieces, wing).is_none();
        let legal = move |wing: &Wing| held && clear(*wing) && faultless(*wing);
        Wing::ALL.into_iter().filter(legal).map(Move::Castle)
    }

    /// Visits the moves that go to `to`, a pawn's promotions each.
    pub fn each_step(
        &self,
        pieces: &PieceSet,
        (role, from, to): (Role, Square, Bitboard),
        visit: VisitMove<'_>,
    ) -> ControlFlow<()> {
        for to in to {
            let mv = self.step(pieces, role, from, to);
            match pieces.pawns_of(role) {
                Some(pawns) if pawns.zone(self.to_move).has(to) => {
                    for becomes in &pawns.promotions {
                        visit(mv.promoted_to(Some(*becomes)))?;
                    }
                }
                _ => visit(mv)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the moves that the pieces' movement allows, castling included, each once, whatever
    /// becomes of the own king.
    pub fn pseudo_legal(&self, pieces: &PieceSet, visit: VisitMove<'_>) -> ControlFlow<()> {
        let passing = self.en_passant_pawns(pieces);
        for from in self.board.of(self.to_move) {
            let Some(piece) = self.board.at(from) else {
                continue;
            };
            let mut to = self.targets(pieces, piece.role, from) & !self.board.role(pieces.royal);
            if let Some(right) = self.en_passant.filter(|_| passing.has(from)) {
                to = to.with(right.square);
            }
            self.each_step(pieces, (piece.role, from, to), visit)?;
        }
        self.castlings(pieces).try_for_each(visit)
    }

    /// Visits the legal moves, each once.
    pub fn legal(&self, pieces: &PieceSet, visit: VisitMove<'_>) -> ControlFlow<()> {
        self.batches(pieces, &mut |batch| {
            for to in batch.to {
                if let Some(from) = batch.origin(to) {
                    self.each_step(pieces, (batch.role, from, Bitboard::of(to)), visit)?;
                }
            }
            ControlFlow::Continue(())
        })?;
        if let (Some(right), Some(pawns)) = (self.en_passant, &pieces.pawns) {
            for from in self.en_passant_captures(pieces) {
                visit(self.step(pieces, pawns.role, from, right.square))?;
            }
        }
        self.castlings(pieces).try_for_each(visit)
    }

    /// How many legal moves there are.
    pub fn count(&self, pieces: &PieceSet) -> u64 {
        let mut sum = 0;
        let _ = self.batches(pieces, &mut |batch| {
            sum += u64::from(batch.to.count());
            if let Some(pawns) = pieces.pawns_of(batch.role) {
                let promoted = u64::from((batch.to & pawns.zone(self.to_move)).count());
                sum += promoted * (pawns.promotions.len() as u64 - 1);
            }
            ControlFlow::Continue(())
        });
        let rest = self.en_passant_captures(pieces).count() + self.castlings(pieces).count();
        sum + rest as u64
    }

    /// Whether there is any legal move. Where no other piece can move a king cannot castle either.
    pub fn can_move(&self, pieces: &PieceSet) -> bool {
        let found = self.legal(pieces, &mut |_| ControlFlow::Break(()));
        found.is_break()
    }

    /// Where the own piece on `from` may legally go, castling and en passant aside.
    pub fn legal_to(&self, pieces: &PieceSet, from: Square) -> Bitboard {
        let piece = self
            .board
            .at(from)
            .filter(|p| p.owner == Some(self.to_move));
        let to = piece.map_or(Bitboard::EMPTY, |p| self.targets(pieces, p.role, from));
        self.safe_targets(pieces, from, to & !self.board.role(pieces.royal))
    }

    /// Leaf moves `depth` (at least 1) moves deep, the last ones counted in bulk. `over` tells where a
    /// game ends that still has moves. See
    /// [`crate::rules::game::Game::perft_while`] for `go_on`.
    pub fn perft(
        &self,
        pieces: &PieceSet,
        depth: u32,
        over: &impl Fn(&Self) -> bool,
        go_on: &dyn Fn(u64) -> bool,
    ) -> Option<u64> {
        if over(self) {
            return Some(0);
        }
        if depth <= 1 {
            let count = self.count(pieces);
            return go_on(count).then_some(count);
        }
        if !go_on(1) {
            return None;
        }
        let mut sum = 0;
        let done = self.legal(pieces, &mut |mv| {
            let mut next = self.clone();
            next.play(pieces, &mv);
            match next.perft(pieces, depth - 1, over, go_on) {
                Some(below) => {
                    sum += below;
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            }
        });
        done.is_continue().then_some(sum)
    }
}
