//! Pieces that are guarded like kings (docs/variants/ends.md, 3.4 and 3.5).

use crate::rules::Seat;
use crate::rules::board::geometry::{between, disc};

use super::ends::extinction::Counted;
use super::game::Game;
use super::generate::around;
use super::kinds::Kinds;
use super::movement::Ways;
use super::position::Position;
use super::safety::Guard;
use super::turn::{Act, Turn};
use super::{Set, Square, any_of, of_kinds};

impl Game {
    /// The pieces of a seat that are guarded like kings now.
    pub(super) fn royals(&self, at: &Position, seat: Seat) -> Set {
        let Some(pseudo) = &self.parts.royalty.pseudo else {
            return Set::EMPTY;
        };
        let few = |pieces: Set| match pieces.count() <= u32::from(pseudo.count) + 1 {
            true => pieces,
            false => Set::EMPTY,
        };
        match &pseudo.types {
            Counted::Together => few(at.board.of(seat)),
            Counted::Each(kinds) => kinds.iter().fold(Set::EMPTY, |all, role| {
                all | few(at.board.pieces(seat, role))
            }),
        }
    }

    /// The kinds of which pieces may be guarded like kings.
    fn royal_kinds(&self) -> Kinds {
        let pseudo = self.parts.royalty.pseudo.as_ref();
        match pseudo.map(|pseudo| &pseudo.types) {
            None => Kinds::EMPTY,
            Some(Counted::Together) => Kinds::ALL,
            Some(Counted::Each(kinds)) => *kinds,
        }
    }

    /// All pieces of a seat of the kinds that may be guarded like kings.
    fn candidates(&self, at: &Position, seat: Seat) -> Set {
        at.board.of(seat) & of_kinds(&at.board, self.royal_kinds())
    }

    /// What a blast around a square takes off the board, immune pieces too: legality does not know immunity.
    pub(super) fn blasted(&self, at: &Position, centre: Square) -> Set {
        (disc(centre, 1) & !self.pawns(&at.board)).with(centre)
    }

    /// Squares on which nothing is captured because the blast would take a piece of the enemy that is guarded, too.
    fn spared(&self, enemy: Set) -> Set {
        match self.parts.captures.blast {
            true => around(enemy),
            false => Set::EMPTY,
        }
    }

    /// Whether a turn keeps the pieces guarded like kings safe.
    pub(super) fn keeps_royals(&self, at: &Position, guard: &Guard, turn: &Turn) -> bool {
        let (us, them) = (at.to_move, at.to_move.other());
        let (own, enemy) = (guard.royals[us.index()], guard.royals[them.index()]);
        let moves = own.has(turn.from) && !turn.is_drop();
        if moves && self.petrifies(at, turn)
            || moves && turn.act == Act::Castle && !self.royal_castles_safely(at, enemy, turn)
        {
            return false;
        }
        let goal = match turn.act {
            Act::Castle => self.castled(turn).0,
            _ => turn.to,
        };
        let (own, candidates) = self.royals_after(at, own, turn, goal);
        let occupied = self.occupied_after(at, turn);
        if (own & !occupied).any() {
            return false;
        }
        let ways = self.blocked(at, occupied, self.walls_after(at, turn));
        let capturing = occupied & !self.petrifying(at) & !Set::of(goal);
        let attacked = |square: Square| {
            let attackers = self.attackers(&at.board, them, square, ways);
            (attackers & capturing).any()
        };
        let lost = (enemy & !occupied).any();
        if !lost && any_of(own & !self.spared(enemy), attacked) {
            return false;
        }
        let duple = self.parts.royalty.duple_check && candidates.any();
        !duple || any_of(candidates, |square| !attacked(square))
    }

    /// Whether a piece guarded like a king castles over squares that are not attacked, its own included.
    fn royal_castles_safely(&self, at: &Position, enemy: Set, turn: &Turn) -> bool {
        let (goal, _) = self.castled(turn);
        if turn.from == goal {
            return true;
        }
        let occupied = at.board.occupied().without(turn.from);
        let ways = self.blocked(at, occupied, at.walls);
        let path = between(turn.from, goal).with(turn.from).without(goal);
        let them = at.to_move.other();
        let attacked = |square: Square| self.attackers(&at.board, them, square, ways).any();
        !any_of(path & !self.spared(enemy), attacked)
    }

    /// The own pieces guarded like kings after a turn that arrives on `goal`, and all that may be.
    fn royals_after(&self, at: &Position, mut own: Set, turn: &Turn, goal: Square) -> (Set, Set) {
        let us = at.to_move;
        let mut candidates = self.candidates(at, us);
        if !turn.is_drop() {
            for set in [&mut own, &mut candidates] {
                if set.has(turn.from) {
                    *set = set.without(turn.from).with(goal);
                }
            }
        }
        match turn.act {
            Act::Drop(role) if self.royal_kinds().has(role) => own = own.with(turn.to),
            Act::Promote(role) if self.royal_kinds().has(role) => {
                let pseudo = self.parts.royalty.pseudo.as_ref();
                let count = pseudo.map_or(0, |pseudo| pseudo.count);
                let alike = at.board.pieces(us, role);
                match alike.count() > u32::from(count) {
                    true => own &= !alike,
                    false => own = own.with(turn.to),
                }
                candidates = candidates.with(turn.to);
            }
            _ => {}
        }
        (own, candidates)
    }

    /// The squares of all pieces after a turn, with what it puts from hand and without what it blasts.
    fn occupied_after(&self, at: &Position, turn: &Turn) -> Set {
        let pieces = at.board.occupied();
        let mut occupied = match turn.act {
            Act::Castle => {
                let (king, rook) = self.castled(turn);
                let others = pieces.without(turn.from).without(turn.to);
                others.with(king).with(rook)
            }
            _ => self.moved(at, turn, pieces).0,
        };
        if let Some((_, gate)) = turn.gate {
            occupied = occupied.with(gate);
        }
        if self.parts.captures.blast && self.captures(at, turn) {
            occupied &= !self.blasted(at, turn.to);
        }
        occupied
    }

    /// Pieces that are petrified by capturing and are counted for extinction: they capture nothing that matters.
    fn petrifying(&self, at: &Position) -> Set {
        let petrify = self.parts.captures.petrify;
        of_kinds(&at.board, petrify) & of_kinds(&at.board, self.royal_kinds())
    }

    fn blocked(&self, at: &Position, occupied: Set, walls: Set) -> Ways {
        Ways {
            blockers: occupied | walls | !self.area,
            cannons: self.cannons(&at.board) & occupied,
        }
    }

    /// Whether a piece guarded like a king is attacked, or all that may be are.
    pub(super) fn royals_attacked(&self, at: &Position) -> bool {
        if self.parts.royalty.pseudo.is_none() {
            return false;
        }
        let (us, them) = (at.to_move, at.to_move.other());
        let ways = self.ways(at);
        let enemy = self.royals(at, them);
        let attacked = |square: Square| self.attackers(&at.board, them, square, ways).any();
        let own = self.royals(at, us) & !self.spared(enemy);
        let all = self.candidates(at, us);
        let duple = self.parts.royalty.duple_check && all.any();
        any_of(own, attacked) || duple && !any_of(all, |square| !attacked(square))
    }

    /// Whether the side to move is in check, as the format's binding answers.
    pub fn gives_check(&self, at: &Position) -> bool {
        at.checkers(self, self.ways(at)).any() || self.royals_attacked(at)
    }
}
