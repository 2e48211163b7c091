//! What keeps a king from castling, and moves that would leave it attacked.

use super::Explain;
use crate::rules::board::Board;
use crate::rules::board::bitboard::Bitboard;
use crate::rules::board::geometry::between;
use crate::rules::board::square::Square;
use crate::rules::moves::Move;
use crate::rules::pieces::Role;
use crate::rules::pieces::castling::{CastlingFault, Wing};

impl Explain<'_> {
    /// Castling typed as the king's move.
    pub(super) fn castling_meant(&self, role: Role, from: Square, to: Square) -> Option<Wing> {
        let castling = self.dialect.pieces.castling.as_ref()?;
        let far = from.rank() == to.rank() && from.distance(to) > 1;
        let goal = |w: &Wing| castling.goals(self.position.to_move, *w).king == to;
        let meant = role == self.dialect.pieces.royal && far;
        Wing::ALL.into_iter().find(|w| meant && goal(w))
    }

    /// Why castling is not possible; completes a sentence.
    #[must_use]
    pub fn castling(&self, wing: Wing, fault: CastlingFault) -> String {
        let (position, pieces) = (self.position, self.dialect.pieces);
        let seat = position.to_move;
        let king = position.king(pieces, seat);
        let unseen = position.blockers().without(king);
        let by = |at: Square, blockers| {
            let found =
                pieces.threats(&position.board, at, seat.other(), (blockers, position.area));
            self.all_named(&position.board, found)
        };
        match fault {
            CastlingFault::Lost => (self.lost)(wing).unwrap_or_else(|| {
                let castling = pieces.castling.as_ref();
                let partner = castling.map_or("partner", |c| self.name(c.partner(seat)));
                format!(
                    "the right to castle there is gone: the king or the {partner} on that side has \
                     moved, or the {partner} was captured"
                )
            }),
            CastlingFault::Hole(at) => format!("there is no square on {at}"),
            CastlingFault::Blocked(at) => {
                format!("the way is blocked at {at} by {}", self.whose(at))
            }
            CastlingFault::Check => format!(
                "your king on {king} is in check by {}",
                by(king, position.blockers())
            ),
            CastlingFault::Through(at) => format!(
                "the king would pass through check at {at}, attacked by {}",
                by(at, unseen)
            ),
            CastlingFault::Into(at) => {
                let attempt = position.castling_attempt(pieces, wing);
                let after =
                    attempt.map_or(unseen, |a| unseen.without(a.partner).with(a.goals.partner));
                format!("the king would be attacked on {at} by {}", by(at, after))
            }
        }
    }

    /// A move that would be fine but for its own king.
    pub(super) fn exposed(&self, role: Role, from: Square, to: Square) -> String {
        let (position, pieces) = (self.position, self.dialect.pieces);
        let seat = position.to_move;
        let name = self.name(role);
        if !self.king_safe {
            return format!("{} does not go from {from} to {to}", self.a(role));
        }
        let mut after = position.clone();
        let mv: Move = position.step(pieces, role, from, to);
        after.make(pieces, &mv);
        let threats = after.checkers(pieces, seat);
        let king = after.king(pieces, seat);
        if (threats & after.board.role(pieces.royal)).any()
            && !pieces.about(pieces.royal).faces.is_empty()
        {
            let file = char::from(b'a' + king.file());
            return format!("the kings would face each other on the {file}-file (X1)");
        }
        let by = self.all_named(&after.board, threats);
        if role == pieces.royal {
            return format!("the king would be attacked on {to} by {by}");
        }
        if (position.checkers(pieces, seat) & threats).any() {
            return format!("your king on {king} is in check by {by}, and this does not end it");
        }
        let mut attackers = threats;
        let shields = attackers.find(|at| between(king, *at).has(from)).is_some();
        match shields {
            true => format!(
                "the {name} on {from} shields your king on {king}, which would be left in check \
                 by {by}"
            ),
            false => format!("your king on {king} would be left in check by {by}"),
        }
    }
    /// `the queen on h4 and the knight on f3`.
    fn all_named(&self, board: &Board, set: Bitboard) -> String {
        let name = |s: Square| {
            let name = board.at(s).map_or("piece", |p| self.name(p.role));
            format!("the {name} on {s}")
        };
        set.map(name).collect::<Vec<_>>().join(" and ")
    }
}
