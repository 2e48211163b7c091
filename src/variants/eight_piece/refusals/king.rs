//! What keeps a king from castling, and turns that would leave it attacked.

use crate::rules::pieces::castling::CastlingFault;
use crate::rules::{Arg, Board, Explain, Move, Reason, Seat, Square, Wing};

use super::super::attacks::{attackers, pushed_onto};
use super::super::castling::{Fault, with_king_on};
use super::super::pieces::{LANCER, PIECES, ROOK, SENTRY};
use super::super::position::{Action, Position, Pushed};
use super::{held, name_at, no_move};

/// What attacks `square`, each with how: `the queen on h4`.
fn named(board: &Board, square: Square, by: Seat, pushed: Option<Pushed>) -> Arg {
    let one = |at: Square| {
        let role = board.at(at).map(|piece| piece.role);
        let part = |code: Reason| {
            let name = role.map_or("piece", |role| PIECES.about(role).name);
            code.name("piece", name).text("square", at)
        };
        let unit = pushed_onto(board, at, square, by).first();
        let unit = unit.and_then(|at| Some((at, board.at(at)?.role)));
        Arg::from(match (role, unit) {
            (Some(SENTRY), Some((at, unit))) => part(Reason::new("sentry-that-pushes"))
                .name("unit", PIECES.about(unit).name)
                .text("at", at),
            (Some(LANCER), _) if pushed.is_some_and(|pushed| pushed.to == at) => {
                part(Reason::new("lancer-that-may-turn"))
            }
            _ => part(Reason::new("piece-on")),
        })
    };
    attackers(board, square, by, pushed).map(one).collect()
}

/// A reason that says where the own king stands and what attacks it now.
pub fn in_check(position: &Position, reason: Reason) -> Reason {
    let (king, them) = (position.king(), position.base.to_move.other());
    let by = named(&position.base.board, king, them, None);
    reason.text("king", king).with("by", by)
}

/// An action that would be fine but for the own king.
pub fn exposed(position: &Position, action: &Action) -> Reason {
    let mut after = position.clone();
    after.act(action);
    let (king, them) = (after.king(), position.base.to_move.other());
    let by = named(&after.base.board, king, them, after.pushed);
    let code = match king == position.king() {
        false => {
            let reason = Reason::new("king-would-be-attacked");
            return reason.text("square", king).with("by", by);
        }
        true if position.checkers(position.base.to_move).any() => Reason::new("check-not-ended"),
        true => Reason::new("king-left-in-check"),
    };
    code.text("king", king).with("by", by)
}

/// Why castling is not possible; completes a sentence.
pub fn castling(position: &Position, wing: Wing) -> Reason {
    let base = &position.base;
    let them = base.to_move.other();
    let fault = match position.castling_fault(wing) {
        None => return no_move(),
        Some(Fault::Held(at)) => {
            let why = held(position, at).unwrap_or_else(no_move);
            let reason = Reason::new("castling-held").name("piece", name_at(position, at));
            return reason.with("why", why);
        }
        Some(Fault::Chess(fault)) => fault,
    };
    let Some(attempt) = base.castling_attempt(&PIECES, wing) else {
        return lost(position, wing);
    };
    let by = |at| named(&with_king_on(&base.board, &attempt, at), at, them, None);
    match fault {
        CastlingFault::Check => {
            in_check(position, Reason::new("castling-in-check")).text("square", attempt.king)
        }
        CastlingFault::Through(at) => Reason::new("castling-through-check")
            .text("square", at)
            .with("by", by(at)),
        CastlingFault::Into(at) => {
            let on_way = by(at);
            if on_way == Arg::List(Vec::new()) {
                return exposed(position, &Action::plain(Move::Castle(wing)));
            }
            let reason = Reason::new("king-would-be-attacked").text("square", at);
            reason.with("by", on_way)
        }
        fault => Explain::new(&PIECES, base).castling(wing, fault),
    }
}

/// That there is no right, and what the board shows of it.
fn lost(position: &Position, wing: Wing) -> Reason {
    let seat = position.base.to_move;
    let rights = position.base.castling[seat.index()];
    let other = rights.iter().flatten().next();
    let other = other.and_then(|at| position.base.board.at(*at));
    let reason = Reason::new("castling-gone").text("sign", wing.text());
    match other.map(|piece| piece.role) {
        Some(ROOK) => reason.name("partner", "jailer"),
        Some(_) => reason.name("partner", "rook"),
        None => reason,
    }
}
