//! Legal turns without trying any but the king's own steps: each enemy piece that looks at the
//! king says where the others may go. Chariot and king must be blocked, a horse's leg held; a
//! cannon threatens over exactly one screen, so that none may come in between and of two none may
//! go.

use std::ops::ControlFlow;

use crate::rules::bitboard::Bitboard;
use crate::rules::geometry::between;
use crate::rules::square::Square;

use super::lines::cross;
use super::piece::{self, BOARD, Role, Side};
use super::position::{Position, Turn};

/// Turns of one kind, so that they can be counted without listing them.
#[derive(Clone, Copy)]
enum Batch {
    /// One piece to each of these points.
    Piece(Role, Square, Bitboard),
    /// Soldiers that arrive on these points by one and the same step of the grid.
    Soldiers(i32, Bitboard),
}

/// What one enemy piece asks of every move but the king's.
#[derive(Clone, Copy)]
struct Bond {
    /// Where pieces may arrive.
    others: Bitboard,
    /// Pieces that stand between it and the king.
    bound: Bitboard,
    /// Where these may arrive instead.
    within: Bitboard,
}

/// Two chariots, two cannons, a king, two horses and five soldiers at most look at a king.
const BONDS: usize = 12;

/// What the moving side has to heed.
pub struct Heed {
    bonds: [Bond; BONDS],
    count: usize,
    /// Where pieces may arrive that nothing binds, own pieces left out.
    mask: Bitboard,
    /// Pieces that have terms of their own.
    bound: Bitboard,
}

impl Heed {
    #[inline]
    fn add(&mut self, others: Bitboard, bound: Bitboard, within: Bitboard) {
        // A damaged record may put more pieces on the board than an army has.
        if let Some(bond) = self.bonds.get_mut(self.count) {
            *bond = Bond {
                others,
                bound,
                within,
            };
            self.count += 1;
        }
        self.mask &= others;
        self.bound |= bound;
    }

    /// Where the piece on `from` may arrive, given all bonds.
    #[inline]
    fn targets(&self, from: Square, open: Bitboard) -> Bitboard {
        if !self.bound.has(from) {
            return self.mask;
        }
        let mut to = open;
        for bond in &self.bonds[..self.count] {
            to &= if bond.bound.has(from) {
                bond.within
            } else {
                bond.others
            };
        }
        to
    }
}

impl Position {
    /// Where pieces may go at all: never to their own, nor to a king, whatever a damaged record
    /// says.
    #[inline]
    fn open(&self) -> Bitboard {
        BOARD & !self.of(self.side) & !self.all(Role::King)
    }

    /// What the side to move has to heed.
    #[inline]
    fn heed(&self) -> Heed {
        const FREE: Bond = Bond {
            others: Bitboard::GRID,
            bound: Bitboard::EMPTY,
            within: Bitboard::GRID,
        };
        let (us, them) = (self.side, self.side.other());
        let (king, own, enemy) = (self.king(us), self.of(us), self.of(them));
        let mut heed = Heed {
            bonds: [FREE; BONDS],
            count: 0,
            mask: self.open(),
            bound: Bitboard::EMPTY,
        };
        let line = cross(king) & enemy;
        for at in line & (self.all(Role::Chariot) | self.all(Role::King)) {
            // The other king looks along the file alone, which is where it stands.
            self.heed_chariot(&mut heed, king, at);
        }
        for at in line & self.all(Role::Cannon) {
            self.heed_cannon(&mut heed, king, at);
        }
        let horses = piece::horse_back(king).all() & self.all(Role::Horse) & enemy;
        for at in horses {
            let leg = leg(at, king);
            if !self.occupied().has(leg) {
                let block = Bitboard::of(leg).with(at);
                heed.add(block, Bitboard::EMPTY, Bitboard::GRID);
            } else if own.has(leg) {
                heed.add(Bitboard::GRID, Bitboard::of(leg), Bitboard::of(at));
            }
        }
        let soldiers = piece::soldier_back(them, king) & self.pieces(them, Role::Soldier);
        for at in soldiers {
            heed.add(Bitboard::of(at), Bitboard::EMPTY, Bitboard::GRID);
        }
        heed
    }

    #[inline]
    fn heed_chariot(&self, heed: &mut Heed, king: Square, at: Square) {
        let way = between(king, at);
        let blockers = way & self.occupied();
        if blockers.is_empty() {
            heed.add(way.with(at), Bitboard::EMPTY, Bitboard::GRID);
        } else if !blockers.many() {
            let bound = blockers & self.of(self.side);
            if bound.any() {
                heed.add(Bitboard::GRID, bound, way.with(at));
            }
        }
    }

    #[inline]
    fn heed_cannon(&self, heed: &mut Heed, king: Square, at: Square) {
        let way = between(king, at);
        let screens = way & self.occupied();
        let bound = screens & self.of(self.side);
        match screens.count() {
            0 => heed.add(!way, Bitboard::EMPTY, Bitboard::GRID),
            // In check: a second screen, or the first one away, or the cannon.
            1 => heed.add((way & !screens).with(at), bound, !way),
            // Either screen must stay between, and not take the other.
            2 if bound.any() => heed.add(Bitboard::GRID, bound, (way & !screens).with(at)),
            _ => {}
        }
    }

    /// Whether the king of the side to move may step to `to`, next to it.
    #[inline]
    fn safe(&self, king: Square, to: Square) -> bool {
        let crowd = self.crowd().without(king);
        self.threats(to, self.side.other(), crowd).is_empty()
    }

    /// The points to which the king may step.
    #[inline]
    fn king_steps(&self) -> Bitboard {
        let king = self.king(self.side);
        let steps = piece::king(king) & !self.of(self.side);
        let mut to = steps;
        for step in steps {
            if !self.safe(king, step) {
                to = to.without(step);
            }
        }
        to
    }

    #[inline]
    fn batches(&self, visit: &mut impl FnMut(Batch) -> ControlFlow<()>) -> ControlFlow<()> {
        let us = self.side;
        let (own, open, king) = (self.of(us), self.open(), self.king(us));
        visit(Batch::Piece(Role::King, king, self.king_steps()))?;
        let heed = self.heed();
        if heed.mask.is_empty() && heed.bound.is_empty() {
            return ControlFlow::Continue(());
        }
        for role in [
            Role::Chariot,
            Role::Cannon,
            Role::Horse,
            Role::Elephant,
            Role::Mandarin,
        ] {
            for from in own & self.all(role) {
                let to = self.reach(role, us, from) & heed.targets(from, open);
                visit(Batch::Piece(role, from, to))?;
            }
        }
        let soldiers = own & self.all(Role::Soldier);
        let free = soldiers & !heed.bound;
        let across = free & us.beyond();
        let forward = us.forward();
        visit(Batch::Soldiers(forward, free.shift(forward) & heed.mask))?;
        visit(Batch::Soldiers(1, across.shift(1) & heed.mask))?;
        visit(Batch::Soldiers(-1, across.shift(-1) & heed.mask))?;
        for from in soldiers & heed.bound {
            let to = piece::soldier(us, from) & heed.targets(from, open);
            visit(Batch::Piece(Role::Soldier, from, to))?;
        }
        ControlFlow::Continue(())
    }

    /// Visits the legal turns, each once.
    pub fn turns(&self, visit: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        let enemy = self.of(self.side.other());
        self.batches(&mut |batch| match batch {
            Batch::Piece(role, from, targets) => {
                for to in targets {
                    let capture = enemy.has(to);
                    visit(Turn {
                        role,
                        from,
                        to,
                        capture,
                    })?;
                }
                ControlFlow::Continue(())
            }
            Batch::Soldiers(step, targets) => {
                for to in targets {
                    let from = Square::from_index((to.index() as i32 - step) as usize);
                    let Some(from) = from else { continue };
                    let (role, capture) = (Role::Soldier, enemy.has(to));
                    visit(Turn {
                        role,
                        from,
                        to,
                        capture,
                    })?;
                }
                ControlFlow::Continue(())
            }
        })
    }

    /// How many legal turns there are.
    pub fn count(&self) -> u64 {
        let mut sum = 0;
        let _ = self.batches(&mut |batch| {
            let (Batch::Piece(_, _, to) | Batch::Soldiers(_, to)) = batch;
            sum += to.count();
            ControlFlow::Continue(())
        });
        u64::from(sum)
    }

    /// Whether there is any legal turn.
    pub fn can_move(&self) -> bool {
        let found = self.batches(&mut |batch| {
            let (Batch::Piece(_, _, to) | Batch::Soldiers(_, to)) = batch;
            match to.any() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        found.is_break()
    }

    /// Where the piece of the side to move on `from` may legally go.
    pub fn legal_to(&self, from: Square) -> Bitboard {
        match self.at(from) {
            Some((Role::King, side)) if side == self.side => self.king_steps(),
            Some((role, side)) if side == self.side => {
                let targets = self.heed().targets(from, self.open());
                self.reach(role, side, from) & targets
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Whether this is a legal turn here.
    pub fn is_legal(&self, turn: &Turn) -> bool {
        self.legal_to(turn.from).has(turn.to)
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

/// The point on which a piece stops the horse on `from` on its way to `to`.
pub fn leg(from: Square, to: Square) -> Square {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let (x, y) = match files.abs() > ranks.abs() {
        true => (files.signum(), 0),
        false => (0, ranks.signum()),
    };
    from.offset(x, y).unwrap_or(from)
}

/// Whether the kings do not face each other on an open file (X1).
pub fn kings_apart(position: &Position) -> bool {
    let (red, black) = (position.king(Side::Red), position.king(Side::Black));
    red.file() != black.file() || (between(red, black) & position.occupied()).any()
}
