//! What keeps a king from castling, and moves that would leave it attacked.

use super::Explain;
use crate::rules::pieces::castling::CastlingFault;
use crate::rules::{Arg, Bitboard, Board, Reason, Role, Square, Wing, board::geometry::between};

impl Explain<'_> {
    /// Castling typed as the king's move.
    pub(super) fn castling_meant(&self, role: Role, from: Square, to: Square) -> Option<Wing> {
        let castling = self.pieces.castling.as_ref()?;
        let far = from.rank() == to.rank() && from.distance(to) > 1;
        let goal = |w: &Wing| castling.goals(self.position.to_move, *w).king == to;
        let meant = role == self.pieces.royal && far;
        Wing::ALL.into_iter().find(|w| meant && goal(w))
    }

    /// Why castling is not possible; completes a sentence.
    pub fn castling(&self, wing: Wing, fault: CastlingFault) -> Reason {
        use CastlingFault::{Blocked, Check, Hole, Lost, Through};
        let (position, pieces) = (self.position, self.pieces);
        let seat = position.to_move;
        let king = position.king(pieces, seat);
        let blockers = position.blockers();
        let unseen = blockers.without(king);
        let by = |at, blockers| {
            let found = position.threats(pieces, at, seat, blockers);
            self.all_named(&position.board, found)
        };
        let told = |reason: Reason, at: Square, by: Arg| reason.text("square", at).with("by", by);
        match fault {
            Lost => (self.lost)(wing).unwrap_or_else(|| {
                let castling = pieces.castling.as_ref();
                let partner = castling.map_or("partner", |c| self.name(c.partner(seat)));
                Reason::new("castling-right-gone").name("partner", partner)
            }),
            Hole(at) => Reason::new("no-square").text("square", at),
            Blocked(at) => told(Reason::new("castling-blocked"), at, self.whose(at).into()),
            Check => told(Reason::new("castling-in-check"), king, by(king, blockers)),
            Through(at) => told(Reason::new("castling-through-check"), at, by(at, unseen)),
            CastlingFault::Into(at) => {
                let attempt = position.castling_attempt(pieces, wing);
                let after =
                    attempt.map_or(unseen, |a| unseen.without(a.partner).with(a.goals.partner));
                told(Reason::new("king-would-be-attacked"), at, by(at, after))
            }
        }
    }

    /// A move that would be fine but for its own king.
    pub(super) fn exposed(&self, role: Role, from: Square, to: Square) -> Reason {
        let (position, pieces) = (self.position, self.pieces);
        let seat = position.to_move;
        if !self.king_safe {
            return self.wrong_way(role, from, to);
        }
        let mut after = position.clone();
        after.make(pieces, &position.step(pieces, role, from, to));
        let threats = after.checkers(pieces, seat);
        let king = after.king(pieces, seat);
        if (threats & after.board.role(pieces.royal)).any()
            && !pieces.about(pieces.royal).faces.is_empty()
        {
            let file = char::from(b'a' + king.file());
            return Reason::new("kings-would-face").text("file", file);
        }
        let by = self.all_named(&after.board, threats);
        if role == pieces.royal {
            let reason = Reason::new("king-would-be-attacked").text("square", to);
            return reason.with("by", by);
        }
        if (position.checkers(pieces, seat) & threats).any() {
            let reason = Reason::new("check-not-ended").text("king", king);
            return reason.with("by", by);
        }
        let mut attackers = threats;
        let shields = attackers.find(|at| between(king, *at).has(from)).is_some();
        let reason = match shields {
            true => Reason::new("shields-the-king")
                .name("piece", self.name(role))
                .text("from", from),
            false => Reason::new("king-left-in-check"),
        };
        reason.text("king", king).with("by", by)
    }

    /// `the queen on h4`, `the knight on f3`; with owners, where there are several.
    pub fn all_named(&self, board: &Board, set: Bitboard) -> Arg {
        let several = self.pieces.sides.len() > 2;
        let named = |s: Square| {
            let piece = board.at(s);
            let name = piece.map_or("piece", |p| self.name(p.role));
            let reason = Reason::new("piece-on").name("piece", name);
            let reason = reason.text("square", s);
            // Among two players it is the opponent's.
            Arg::from(match piece.and_then(|p| p.owner).filter(|_| several) {
                Some(owner) => reason.name("side", self.side(owner)),
                None => reason,
            })
        };
        set.map(named).collect()
    }
}
