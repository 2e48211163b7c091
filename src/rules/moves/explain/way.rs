//! Why a piece does not come from one square to another, its king aside.

use super::{Explain, Fault, SHAPE, WAY};
use crate::rules::board::geometry::between;
use crate::rules::pieces::pawns::Pawns;
use crate::rules::{Bitboard, Piece, Reason, Role, Seat, Square, pieces::reach::Reach};

impl Explain<'_> {
    /// Whether the piece goes there at all, on an empty board.
    pub(super) fn shape(&self, role: Role, from: Square, to: Square) -> Option<Fault> {
        let (position, pieces) = (self.position, self.pieces);
        let seat = position.to_move;
        let movement = pieces.movement(role, seat);
        let clear = |reach: &Reach| {
            let mut seen = reach.from(from, Bitboard::EMPTY, Bitboard::GRID);
            // A hurdle anywhere makes a hopper's lines whole.
            for ride in &reach.hops {
                seen |= ride.see(from, Bitboard::EMPTY);
            }
            seen
        };
        let double = |pawns: &Pawns| pawns.double_steps(seat, Bitboard::of(from), Bitboard::GRID);
        let doubled = pieces.pawns_of(role).map(double).unwrap_or_default();
        if (clear(&movement.quiet) | clear(&movement.capture) | doubled).has(to) {
            return None;
        }
        let hint = (self.hint)(role, seat, from, to).or_else(|| self.pawn_hint(role, from, to));
        let reason = hint.unwrap_or_else(|| self.wrong_way(role, from, to));
        Some((SHAPE, reason))
    }

    fn pawn_hint(&self, role: Role, from: Square, to: Square) -> Option<Reason> {
        let pawns = self.pieces.pawns_of(role)?;
        let seat = self.position.to_move;
        if pawns.ahead(seat, from, 2) == Some(to) {
            return Some(Reason::new("double-step-only-at-first").text("square", from));
        }
        let back = Reason::new("pawn-only-forward").text("from", from);
        (pawns.advance(seat, from, to) <= 0).then(|| back.text("to", to))
    }

    /// What stands in the way, or why nothing can be captured as the piece captures.
    pub(super) fn blocked(&self, role: Role, from: Square, to: Square) -> Option<Fault> {
        let (position, pieces) = (self.position, self.pieces);
        let board = &position.board;
        let movement = pieces.movement(role, position.to_move);
        let taken = board.occupied().has(to);
        let reach = match taken {
            true => &movement.capture,
            false => &movement.quiet,
        };
        if let Some(right) = position.en_passant
            && right.square == to
            && position.en_passant_pawns(pieces).has(from)
        {
            return None;
        }
        if pieces.is_pawn(role) {
            return self.pawn_blocked(from, to);
        }
        if position.targets(pieces, role, from).has(to) {
            return None;
        }
        let way = between(from, to) & position.blockers();
        let mut hops = reach.hops.iter();
        if taken && hops.any(|ride| ride.see(from, Bitboard::EMPTY).has(to)) {
            let reason = Reason::new("needs-one-to-jump").name("piece", self.name(role));
            let reason = reason.text("from", from).text("to", to);
            return Some((WAY, reason.number("count", way.count())));
        }
        // A lame leap is stopped on one square; a slide on the first one that is not free.
        let mut stops = reach.lame.iter().flat_map(|table| table[from.index()]);
        let stop = stops.find(|(_, goals)| goals.has(to));
        if let Some(at) = stop.and_then(|(stop, _)| stop.first()) {
            let reason = match between(from, to).has(at) {
                true => Reason::new("eye-occupied"),
                false => Reason::new("blocked-beside"),
            };
            let reason = reason.name("piece", self.name(role)).text("square", at);
            return Some((WAY, reason.with("by", self.whose(at))));
        }
        let ride = reach
            .rides
            .iter()
            .find(|ride| ride.see(from, Bitboard::EMPTY).has(to));
        let way = ride.map_or(way, |ride| ride.way(from, to) & position.blockers());
        let at = way.min_by_key(|s| s.distance(from))?;
        Some((WAY, self.way_blocked(role, from, to, at)))
    }

    fn way_blocked(&self, role: Role, from: Square, to: Square, at: Square) -> Reason {
        let passing = |reason: Reason| reason.text("from", from).text("to", to).text("square", at);
        if !self.position.area.has(at) {
            return passing((self.hole)());
        }
        let reason = passing(Reason::new("way-blocked")).with("by", self.whose(at));
        let movement = self.pieces.movement(role, self.position.to_move);
        match movement.capture.hops.is_empty() {
            true => reason,
            false => reason.name("hopper", self.name(role)),
        }
    }

    fn pawn_blocked(&self, from: Square, to: Square) -> Option<Fault> {
        let position = self.position;
        let board = &position.board;
        let pawns = self.pieces.pawns.as_ref()?;
        let seat = position.to_move;
        if pawns.line(seat, from).has(to) {
            let way = between(from, to) & position.blockers();
            if let Some(at) = way.first() {
                let pawn = self.pieces.plain?;
                return Some((WAY, self.way_blocked(pawn, from, to, at)));
            }
            board.at(to)?;
            let reason = Reason::new("pawn-blocked").text("square", to);
            return Some((WAY, reason.with("by", self.whose(to))));
        }
        if board.at(to).is_some() {
            return None;
        }
        // A pawn that has stepped over the square, as far as the board shows it.
        let stepped = |enemy: Seat| {
            let pawn = Some(Piece::new(pawns.role, enemy));
            let there = pawns.ahead(enemy, to, 1).and_then(|s| board.at(s)) == pawn;
            let origin = pawns.ahead(enemy, to, -1);
            there && origin.is_some_and(|s| pawns.may_double(enemy, s))
        };
        let late = self.pieces.others(seat).any(stepped);
        let reason = match late {
            true => Reason::new("en-passant-too-late"),
            false => Reason::new("nothing-to-capture"),
        };
        let players = self.pieces.sides.len();
        Some((WAY, reason.text("square", to).number("players", players)))
    }
}
