//! Why a piece does not come from one square to another, its king aside.

use super::{Explain, Fault, SHAPE, WAY};
use crate::rules::board::bitboard::Bitboard;
use crate::rules::board::geometry::between;
use crate::rules::board::square::Square;
use crate::rules::pieces::reach::Reach;
use crate::rules::pieces::{Piece, Role};

impl Explain<'_> {
    /// Whether the piece goes there at all, on an empty board.
    pub(super) fn shape(&self, role: Role, from: Square, to: Square) -> Option<Fault> {
        let (position, pieces) = (self.position, self.dialect.pieces);
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
        let doubles = pieces.is_pawn(role)
            && pieces
                .pawns
                .as_ref()
                .is_some_and(|p| p.double_steps(seat, from.into(), Bitboard::GRID).has(to));
        if clear(&movement.quiet).has(to) || clear(&movement.capture).has(to) || doubles {
            return None;
        }
        let hint = (self.hint)(role, seat, from, to).or_else(|| self.pawn_hint(role, from, to));
        let reason =
            hint.unwrap_or_else(|| format!("{} does not go from {from} to {to}", self.a(role)));
        Some((SHAPE, reason))
    }

    fn pawn_hint(&self, role: Role, from: Square, to: Square) -> Option<String> {
        let pawns = self
            .dialect
            .pieces
            .pawns
            .as_ref()
            .filter(|p| p.role == role)?;
        let seat = self.position.to_move;
        let ahead = pawns.ahead(seat, from)?;
        if pawns.ahead(seat, ahead) == Some(to) {
            return Some(format!(
                "a pawn goes two squares only from where it began, and this one is on {from}"
            ));
        }
        let rank = |s: Square| i32::from(s.rank());
        let onward = (rank(to) - rank(from)) * (rank(ahead) - rank(from));
        (onward <= 0).then(|| format!("a pawn only goes forward, not from {from} to {to}"))
    }

    /// What stands in the way, or why nothing can be captured as the piece captures.
    pub(super) fn blocked(&self, role: Role, from: Square, to: Square) -> Option<Fault> {
        let (position, pieces) = (self.position, self.dialect.pieces);
        let board = &position.board;
        let movement = pieces.movement(role, position.to_move);
        let taken = board.occupied().has(to);
        let reach = if taken {
            &movement.capture
        } else {
            &movement.quiet
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
        if taken
            && reach
                .hops
                .iter()
                .any(|ride| ride.see(from, Bitboard::EMPTY).has(to))
        {
            let count = match way.count() {
                0 => "there are none".to_owned(),
                n => format!("there are {n}"),
            };
            let name = self.name(role);
            return Some((
                WAY,
                format!(
                    "to capture, the {name} needs exactly one piece to jump between {from} and {to}, {count}"
                ),
            ));
        }
        // A lame leap is stopped on one square; a slide on the first one that is not free.
        let stops = reach.lame.iter().flat_map(|table| table[from.index()]);
        let stop = stops
            .filter(|(_, goals)| goals.has(to))
            .find_map(|(stop, _)| stop.into_iter().next());
        let name = self.name(role);
        if let Some(at) = stop {
            let whose = self.whose(at);
            let reason = match between(from, to).has(at) {
                true => format!("the {name}'s eye at {at} is occupied by {whose}"),
                false => format!("the {name} is blocked at {at} by {whose}"),
            };
            return Some((WAY, reason));
        }
        let at = way.min_by_key(|s| s.distance(from))?;
        Some((WAY, self.way_blocked(role, from, to, at)))
    }

    fn way_blocked(&self, role: Role, from: Square, to: Square, at: Square) -> String {
        if !self.position.area.has(at) {
            return format!("the way from {from} to {to} stops at {at}, where there is no square");
        }
        let hops = !self
            .dialect
            .pieces
            .movement(role, self.position.to_move)
            .capture
            .hops
            .is_empty();
        let jump = match hops {
            true => format!("; a {} jumps only to capture", self.name(role)),
            false => String::new(),
        };
        let whose = self.whose(at);
        format!("the way from {from} to {to} is blocked at {at} by {whose}{jump}")
    }

    fn pawn_blocked(&self, from: Square, to: Square) -> Option<Fault> {
        let position = self.position;
        let board = &position.board;
        if from.file() == to.file() {
            let way = between(from, to) & position.blockers();
            if let Some(at) = way.into_iter().next() {
                let pawn = self.dialect.pieces.plain?;
                return Some((WAY, self.way_blocked(pawn, from, to, at)));
            }
            let who = board.at(to).map(|_| self.whose(to))?;
            let reason = format!("{to} is blocked by {who}; a pawn captures only diagonally");
            return Some((WAY, reason));
        }
        if board.at(to).is_some() {
            return None;
        }
        let beside = Square::new(to.file(), from.rank()).and_then(|s| board.at(s));
        let pawns = self.dialect.pieces.pawns.as_ref()?;
        let enemy = position.to_move.other();
        let late = beside == Some(Piece::new(pawns.role, enemy))
            && pawns
                .behind(enemy, to)
                .is_some_and(|s| pawns.may_double(enemy, s));
        let more = if late {
            "; en passant is possible only in the turn right after a pawn's double step"
        } else {
            ""
        };
        Some((WAY, format!("there is nothing to capture on {to}{more}")))
    }
}
