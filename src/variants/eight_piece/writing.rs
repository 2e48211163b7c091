//! How a turn is written, and which turns serve as examples.

use crate::rules::{Move, Reason, Seat, turns::visit::find};

use super::attacks::pushed_onto;
use super::notation::text;
use super::pieces::{LANCER, PAWN, PIECES, SENTRY, facing, held};
use super::position::{Action, Position};
use super::ways::Visit;

/// How well a turn serves as an example, from 1: quiet moves of the pieces that are new.
pub fn worth(action: &Action) -> u8 {
    match action {
        Action::Move {
            mv:
                Move::Step {
                    role,
                    captured: None,
                    promotion: None,
                    ..
                },
            facing,
        } => match (*role, facing) {
            (LANCER, Some(_)) => 5,
            (SENTRY, _) => 4,
            (PAWN, _) => 2,
            (role, _) if role == PIECES.royal => 1,
            _ => 3,
        },
        Action::Move { .. } => 0,
        _ => 1,
    }
}

/// How the side to move writes its turn, here and now.
pub fn writing(position: &Position) -> Vec<Reason> {
    let board = &position.base.board;
    let us = position.base.to_move;
    let mut lines: Vec<Reason> = checks_by_sentries(position).collect();
    if position.may_pass() {
        let reason = Reason::new("write-pass").text("king", position.king());
        lines.push(reason.name("side", PIECES.side(us)));
    }
    lines.extend(turned_first(position));
    lines.push(match us {
        Seat(0) => Reason::new("eight-piece-samples-white"),
        _ => Reason::new("eight-piece-samples-black"),
    });
    for (role, written) in [
        (LANCER, Reason::new("write-lancers")),
        (SENTRY, Reason::new("write-sentries")),
    ] {
        if board.pieces(us, role).any() {
            lines.push(match us {
                Seat(0) => written,
                _ => written.number("black", 1),
            });
        }
    }
    lines
}

/// What sentries that give check could push onto the king (P4).
fn checks_by_sentries(position: &Position) -> impl Iterator<Item = Reason> {
    let (board, us) = (&position.base.board, position.base.to_move);
    let king = position.king();
    let sentries = position.checkers(us) & board.role(SENTRY);
    sentries.filter_map(move |sentry| {
        let unit = pushed_onto(board, sentry, king, us.other()).first()?;
        let name = PIECES.about(board.at(unit)?.role).name;
        let reason = Reason::new("check-by-sentry").text("sentry", sentry);
        let reason = reason.name("piece", name).text("square", unit);
        Some(reason.name("side", PIECES.side(us)).text("king", king))
    })
}

/// That a lancer that was pushed may turn first (L3), with an example.
fn turned_first(position: &Position) -> Option<Reason> {
    let (pushed, lancer) = position.pushed_piece()?;
    if lancer.role != LANCER {
        return None;
    }
    let side = PIECES.side(position.base.to_move);
    let reason = |code: Reason| {
        let code = code.name("side", side);
        code.text("square", pushed.to).text("from", pushed.from)
    };
    if held(&position.base.board, position.base.to_move).has(pushed.to) {
        let turned = position.turns(pushed.to, lancer, true).next()?;
        let written = format!("L{}={}", pushed.to, turned.compass());
        return Some(reason(Reason::new("write-held-lancer-turned")).text("written", written));
    }
    let legal = |action: &Action| {
        matches!(action, Action::TurnMove { .. }) && position.is_safe_after(action)
    };
    let turns = |visit: Visit<'_>| position.lancer_turns(pushed.to, lancer, false, visit);
    let written = text(&find(turns, legal)?);
    let turned = reason(Reason::new("write-lancer-turned"));
    let turned = turned.text("facing", facing(lancer).compass());
    Some(turned.text("written", written))
}
