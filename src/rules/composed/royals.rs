//! Pieces that are guarded like kings (docs/variants/ends.md, 3.4 and 3.5).

use crate::rules::Seat;
use crate::rules::board::geometry::{between, disc};

use super::ends::extinction::Counted;
use super::game::Game;
use super::generate::around;
use super::kinds::Kinds;
use super::legal::Guard;
use super::movement::Ways;
use super::position::Position;
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
        match self
            .parts
            .royalty
            .pseudo
            .as_ref()
            .map(|pseudo| &pseudo.types)
        {
            None => Kinds::EMPTY,
            Some(Counted::Together) => Kinds::ALL,
            Some(Counted::Each(kinds)) => *kinds,
        }
    }

    /// All pieces of a seat of the kinds that may be guarded like kings.
    fn candidates(&self, at: &Position, seat: Seat) -> Set {
        at.board.of(seat) & of_kinds(&at.board, self.royal_kinds())
    }

    /// Pieces that a blast around a square takes off the board in the eyes of legality: immunity does not count.
    fn blasted(&self, at: &Position, centre: Square) -> Set {
        let pawns = self.pawn.map_or(Set::EMPTY, |pawn| at.board.role(pawn));
        (disc(centre, 1) & !pawns).with(centre)
    }

    /// Whether a turn keeps the pieces guarded like kings safe.
    pub(super) fn keeps_royals(&self, at: &Position, guard: &Guard, turn: &Turn) -> bool {
        let (us, them) = (at.to_move, at.to_move.other());
        let parts = &self.parts;
        let blast = parts.captures.blast;
        let (mut own, enemy) = (guard.royals[us.index()], guard.royals[them.index()]);
        let mut candidates = self.candidates(at, us);
        let captures = self.captures(at, turn);
        let pieces = at.board.occupied();
        let mut occupied = match turn.is_drop() {
            true => pieces,
            false => pieces.without(turn.from),
        }
        .with(turn.to);
        let mut walls = at.walls;
        let near_enemy = |square: Square| blast && (disc(square, 1) & enemy).any();
        let mut goal = turn.to;
        if turn.act == Act::Castle {
            let (king, rook) = self.castled(turn);
            goal = king;
            if own.has(turn.from) {
                let ways = self.blocked(at, occupied, walls);
                let way = between(turn.from, goal);
                let path = way.with(turn.from).without(goal);
                let attacked = |square: Square| {
                    !near_enemy(square) && self.attackers(&at.board, them, square, ways).any()
                };
                if turn.from != goal && any_of(path, attacked) {
                    return false;
                }
            }
            occupied = pieces
                .without(turn.from)
                .without(turn.to)
                .with(king)
                .with(rook);
        }
        if let Some(wall) = turn.wall {
            if parts.walls.rule == Some(super::walls::Walling::Duck) {
                walls = Set::EMPTY;
            }
            walls = walls.with(wall);
        }
        if let Some((_, gate)) = turn.gate {
            occupied = occupied.with(gate);
        }
        if turn.act == Act::EnPassant
            && let Some(victim) = self.victim(at, turn.to)
        {
            occupied = occupied.without(victim);
        }
        if captures && blast {
            occupied &= !self.blasted(at, turn.to);
        }
        let mover = at.board.at(turn.from).filter(|_| !turn.is_drop());
        if captures
            && own.has(turn.from)
            && mover.is_some_and(|piece| parts.captures.petrify.has(piece.role))
        {
            return false;
        }
        if !turn.is_drop() && turn.act != Act::Pass {
            let shift = |set: &mut Set| {
                if set.has(turn.from) {
                    *set = set.without(turn.from).with(goal);
                }
            };
            shift(&mut own);
            shift(&mut candidates);
        }
        match turn.act {
            Act::Drop(role) if self.royal_kinds().has(role) => own = own.with(turn.to),
            Act::Promote(role) if self.royal_kinds().has(role) => {
                let count = parts
                    .royalty
                    .pseudo
                    .as_ref()
                    .map_or(0, |pseudo| pseudo.count);
                let alike = at.board.pieces(us, role);
                match alike.count() > u32::from(count) {
                    true => own &= !alike,
                    false => own = own.with(turn.to),
                }
                candidates = candidates.with(turn.to);
            }
            _ => {}
        }
        if (own & !occupied).any() {
            return false;
        }
        let ways = self.blocked(at, occupied, walls);
        let harmless = self.stones(at);
        let attackers = |square: Square| {
            let all = self.attackers(&at.board, them, square, ways);
            all & occupied & !harmless & !Set::of(goal)
        };
        let attacked = |square: Square| !near_enemy(square) && attackers(square).any();
        if (enemy & !occupied).is_empty() && any_of(own, attacked) {
            return false;
        }
        if parts.royalty.duple_check && candidates.any() {
            let mut all = candidates;
            return !all.all(|square| attackers(square).any());
        }
        true
    }

    /// Pieces that turn to stone on capturing and are counted for extinction: they capture nothing that matters.
    fn stones(&self, at: &Position) -> Set {
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
        let safe = match self.parts.captures.blast {
            true => around(enemy),
            false => Set::EMPTY,
        };
        let attacked = |square: Square| self.attackers(&at.board, them, square, ways).any();
        let own = self.royals(at, us) & !safe;
        let mut all = self.candidates(at, us);
        let duple = self.parts.royalty.duple_check && all.any();
        any_of(own, attacked) || duple && all.all(attacked)
    }

    /// Whether the side to move is in check, as the format's binding answers.
    pub fn gives_check(&self, at: &Position) -> bool {
        at.checkers(self, self.ways(at)).any() || self.royals_attacked(at)
    }
}
