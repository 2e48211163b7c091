//! What keeps kings from capture (docs/variants/ends.md, 3.3).

use crate::rules::Seat;
use crate::rules::board::geometry::between;
use crate::rules::pieces::attacks::ShieldOn;

use super::game::Game;
use super::generate::Source;
use super::movement::{Ways, face};
use super::position::Position;
use super::turn::{Act, Turn};
use super::{GRID_FILES, Set, Square, any_of};

/// What is looked up once for the legality of all turns of a position.
pub(super) struct Guard {
    them: Seat,
    king: Option<Square>,
    ways: Ways,
    /// Pieces that give check.
    pub checkers: Set,
    /// What keeps the king from attack, where that is known without trying turns.
    pub shield: Option<ShieldOn<GRID_FILES>>,
    /// The kings face each other.
    faced: bool,
    /// Pieces that are guarded like kings, by seat.
    pub royals: [Set; 2],
}

/// What stands in the way after a turn, and what it takes off the board.
struct After {
    ways: Ways,
    /// Squares of captured pieces.
    taken: Set,
}

impl Guard {
    /// Looks up all of it for a position.
    pub fn new(game: &Game, at: &Position) -> Self {
        let (us, them) = (at.to_move, at.to_move.other());
        let ways = game.ways(at);
        let king = at.king(game, us);
        let mut shield = None;
        if let Some(king) = king.filter(|_| game.shielded && at.walls.is_empty()) {
            let mut found = ShieldOn {
                mask: Set::GRID,
                bound: Set::EMPTY,
            };
            let attacks = &game.attacks[them.index()];
            attacks.shield(&at.board, game.area, (king, us, them), &mut found);
            shield = Some(found);
        }
        Self {
            them,
            king,
            ways,
            checkers: match shield {
                // Without a square to be filled there is no check.
                Some(shield) if shield.mask == Set::GRID => Set::EMPTY,
                _ => at.checkers(game, ways),
            },
            shield,
            faced: game.parts.ends.bikjang && at.faces(game, ways),
            royals: [Seat(0), Seat(1)].map(|seat| game.royals(at, seat)),
        }
    }
}

impl Game {
    /// Whether the side to move cannot capture the other's king.
    pub fn is_sound(&self, at: &Position) -> bool {
        let king = at.king(self, at.to_move.other());
        king.is_none_or(|king| {
            let attackers = self.attackers(&at.board, at.to_move, king, self.ways(at));
            attackers.is_empty()
        })
    }

    /// Whether a turn keeps the king of the side to move safe, and what else is asked for its sake.
    pub(super) fn keeps_king(&self, at: &Position, guard: &Guard, turn: &Turn) -> bool {
        if let Act::Drop(role) = turn.act
            && self.king == Some(role)
        {
            let after = self.after(at, guard, turn);
            let attackers = self.attackers(&at.board, guard.them, turn.to, after.ways);
            if attackers.any() {
                return false;
            }
        }
        let Some(king) = guard.king else {
            return turn.act != Act::Castle || self.gate_is_free(turn);
        };
        match turn.act {
            Act::EnPassant => return self.safe_after(at, guard, king, turn),
            Act::Castle => return self.castles_safely(at, guard, king, turn),
            Act::Pass if guard.faced => return true,
            _ => {}
        }
        let moved = turn.from == king && !turn.is_drop();
        if (self.parts.royalty.flying_general || guard.faced)
            && let Some(other) = at.king(self, guard.them).filter(|other| *other != turn.to)
        {
            let after = self.after(at, guard, turn);
            let king = if moved { turn.to } else { king };
            if face(king, other, after.ways.blockers) {
                return false;
            }
        }
        if self.parts.royalty.makpong && moved && turn.act != Act::Pass {
            let elsewhere = guard.checkers.without(turn.to);
            if elsewhere.any() {
                return false;
            }
        }
        match guard.shield {
            Some(shield) if !moved && !shield.bound.has(turn.from) => shield.mask.has(turn.to),
            _ => self.safe_after(at, guard, king, turn),
        }
    }

    /// Where the king may step by its movement, where nothing but its safety counts.
    pub(super) fn king_steps(
        &self,
        at: &Position,
        guard: &Guard,
        source: &Source<'_>,
        king: Square,
    ) -> Set {
        let Some(role) = self.king else {
            return Set::EMPTY;
        };
        let ways = Ways {
            blockers: guard.ways.blockers.without(king),
            ..guard.ways
        };
        let safe = |to: &Square| {
            let attackers = self.attackers(&at.board, guard.them, *to, ways);
            attackers.is_empty()
        };
        source.targets(role, king).filter(safe).collect()
    }

    /// What stands in the way after a turn, without what it puts besides the piece that moves.
    fn after(&self, at: &Position, guard: &Guard, turn: &Turn) -> After {
        let ways = guard.ways;
        let (blockers, taken) = self.moved(at, turn, ways.blockers);
        let mut cannons = ways.cannons;
        if self.cannon.is_some() {
            let from = Set::of(turn.from);
            let moves = !turn.is_drop() && cannons.has(turn.from);
            let drops = matches!(turn.act, Act::Drop(role) if self.cannon == Some(role));
            cannons &= !taken;
            if moves {
                cannons &= !from;
            }
            if moves || drops {
                cannons = cannons.with(turn.to);
            }
        }
        After {
            ways: Ways { blockers, cannons },
            taken,
        }
    }

    /// What stands in the way after a turn that is no castling, of what did before, and the squares where it captures.
    pub(super) fn moved(&self, at: &Position, turn: &Turn, blockers: Set) -> (Set, Set) {
        let victim = match turn.act {
            Act::EnPassant => self.victim(at, turn.to),
            _ => None,
        };
        let victim = victim.map_or(Set::EMPTY, Set::of);
        let left = match turn.is_drop() {
            true => Set::EMPTY,
            false => Set::of(turn.from),
        };
        let blockers = blockers & !left & !victim;
        (blockers.with(turn.to), victim.with(turn.to))
    }

    fn safe_after(&self, at: &Position, guard: &Guard, king: Square, turn: &Turn) -> bool {
        let moved = turn.from == king && !turn.is_drop();
        let after = self.after(at, guard, turn);
        let king = if moved { turn.to } else { king };
        let attackers = self.attackers(&at.board, guard.them, king, after.ways);
        (attackers & !after.taken).is_empty()
    }

    /// A piece put on a gate does not stand where king or rook arrives.
    fn gate_is_free(&self, turn: &Turn) -> bool {
        let Some((_, gate)) = turn.gate else {
            return true;
        };
        let (king, rook) = self.castled(turn);
        gate != king && gate != rook
    }

    fn castles_safely(&self, at: &Position, guard: &Guard, king: Square, turn: &Turn) -> bool {
        if !self.gate_is_free(turn) {
            return false;
        }
        if turn.from != king {
            return true;
        }
        let (goal, _) = self.castled(turn);
        let attacked =
            |square: Square, ways: Ways| self.attackers(&at.board, guard.them, square, ways).any();
        let facing = |square: Square| {
            let other = at.king(self, guard.them);
            self.parts.royalty.flying_general
                && other.is_some_and(|other| face(square, other, guard.ways.blockers.without(king)))
        };
        let path = between(king, goal).with(goal).without(king);
        if any_of(path, |square| {
            attacked(square, guard.ways) || facing(square)
        }) {
            return false;
        }
        let without_rook = Ways {
            blockers: guard.ways.blockers.without(turn.to),
            ..guard.ways
        };
        !attacked(goal, without_rook)
    }
}
