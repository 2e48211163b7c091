//! What is said of pushes that are not possible.

use crate::rules::board::geometry::{between, bishop};
use crate::rules::{Bitboard, Reason, Role, Square};

use super::super::notation::text;
use super::super::pieces::{AREA, JAILER, KING as KING_ROLE, PIECES, SENTRY};
use super::super::position::{Action, Position, Push};
use super::{
    ABSENT, Fault, KING, RULE, WAY, banned, held, king, name_at, nearest, no_move, no_such, units,
    whose,
};

/// Why no sentry pushes so.
pub fn push(
    position: &Position,
    origin: Bitboard,
    (at, role): (Square, Option<Role>),
    (to, captures): (Square, bool),
) -> Fault {
    let all = match units(position, SENTRY, origin) {
        Ok(all) => all,
        Err(fault) => return fault,
    };
    if let Some(fault) = unit(position, at, role) {
        return fault;
    }
    let faults = all.map(|from| push_by(position, from, at, (to, captures)));
    nearest(faults).unwrap_or_else(|| (WAY, no_move()))
}

/// Why no sentry pushes a unit of this kind to `to`.
pub fn push_kind(position: &Position, role: Role, to: Square) -> Fault {
    let base = &position.base;
    let them = base.to_move.other();
    let units = base.board.pieces(them, role);
    let faults = units.map(|at| push(position, AREA, (at, Some(role)), (to, false)));
    nearest(faults).unwrap_or_else(|| (ABSENT, no_such(them, role)))
}

/// What is wrong with the unit that shall be pushed.
fn unit(position: &Position, at: Square, role: Option<Role>) -> Option<Fault> {
    let board = &position.base.board;
    let Some(piece) = board.at(at) else {
        return Some((ABSENT, Reason::new("nothing-to-push").text("square", at)));
    };
    if piece.owner == Some(position.base.to_move) {
        let reason = Reason::new("pushes-enemies-only").text("square", at);
        return Some((ABSENT, reason.with("piece", whose(position, at))));
    }
    let other = role.is_some_and(|role| role != piece.role);
    other.then(|| {
        let about = PIECES.about(piece.role);
        let reason = Reason::new("other-piece-there").text("square", at);
        let reason = reason.name("piece", about.name);
        (ABSENT, reason.text("letter", about.letter))
    })
}

fn push_by(position: &Position, from: Square, at: Square, (to, captures): (Square, bool)) -> Fault {
    if let Some(why) = held(position, from) {
        return (RULE, why);
    }
    if let Some(fault) = reach(position, from, at) {
        return fault;
    }
    let Some(push) = position.pushes_of(from, at).find(|push| push.to == to) else {
        return (RULE, target(position, (from, at), to));
    };
    if captures && position.base.board.at(to).is_none() {
        let reason = Reason::new("nothing-to-capture-pushed").text("to", to);
        return (RULE, reason.name("piece", name_at(position, at)));
    }
    (KING, king::exposed(position, &Action::Push(push)))
}

/// Why the sentry on `from` does not come to `at`.
pub fn reach(position: &Position, from: Square, at: Square) -> Option<Fault> {
    if let Some(why) = banned(position, from, at) {
        return Some((RULE, why));
    }
    if position.reached(from).has(at) {
        return None;
    }
    let blockers = position.base.blockers();
    if !bishop(from, !AREA).has(at) {
        let reason = Reason::new("does-not-go-there").name("piece", "sentry");
        return Some((WAY, reason.text("from", from).text("to", at)));
    }
    let stop = (between(from, at) & blockers).min_by_key(|s| s.distance(from))?;
    let reason = Reason::new("way-blocked").text("from", from).text("to", at);
    let reason = reason.text("square", stop);
    Some((WAY, reason.with("by", whose(position, stop))))
}

/// Why the unit on `at`, pushed by the sentry on `from`, does not go to `to`.
fn target(position: &Position, (from, at): (Square, Square), to: Square) -> Reason {
    let board = &position.base.board;
    let name = name_at(position, at);
    let of_unit = |reason: Reason| reason.name("piece", name).text("square", at);
    if position.push_targets(from, at).is_empty() {
        return of_unit(Reason::new("cannot-be-pushed"));
    }
    let legal: Bitboard = legal(position, from, at).map(|push| push.to).collect();
    let there = board.at(to).filter(|_| to != from);
    let role = board.at(at).map(|piece| piece.role);
    let why = match there {
        Some(piece) if piece.role == KING_ROLE => Reason::new("kings-not-captured"),
        Some(piece) if piece.owner == Some(position.base.to_move) => {
            Reason::new("pushed-spares-yours").name("unit", PIECES.about(piece.role).name)
        }
        Some(_) if matches!(role, Some(JAILER | SENTRY)) => Reason::new("pushed-captures-nothing"),
        _ => Reason::new("pushed-does-not-go"),
    };
    let why = of_unit(why).text("to", to);
    match legal.is_empty() {
        true => why,
        false => of_unit(Reason::new("pushed-can-go").with("why", why)).list("goals", legal),
    }
}

/// The pushes of the unit on `at` by the sentry on `from` that leave the own king safe.
fn legal(position: &Position, from: Square, at: Square) -> impl Iterator<Item = Push> {
    let safe = |push: &Push| position.is_safe_after(&Action::Push(*push));
    position.pushes_of(from, at).filter(safe)
}

/// That the push of the unit on `at` lacks where the unit goes; `None` where no goal is legal.
pub fn begun(position: &Position, from: Square, at: Square) -> Option<Reason> {
    let written = text(&Action::Push(legal(position, from, at).next()?));
    let reason = Reason::new("push-open").name("piece", name_at(position, at));
    Some(reason.text("square", at).text("written", written))
}

/// What to write where a sentry is moved onto an enemy unit without saying where that goes.
pub fn unsaid(position: &Position, from: Square, at: Square) -> Fault {
    let piece = name_at(position, at);
    let reason = Reason::new("sentry-pushes")
        .name("piece", piece)
        .text("square", at);
    if let Some(push) = legal(position, from, at).next() {
        return (RULE, reason.text("written", text(&Action::Push(push))));
    }
    // Whatever the goal, the own king would be attacked; or there is none.
    match position.pushes_of(from, at).next() {
        Some(push) => (KING, king::exposed(position, &Action::Push(push))),
        None => (RULE, reason),
    }
}
