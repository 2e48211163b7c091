//! What is said of a turn that is not possible.

mod king;
mod lancers;
mod moves;
mod pushes;

use crate::rules::moves::dialect::Typed as Plain;
use crate::rules::turns::visit::all;
use crate::rules::{Arg, Bitboard, Explain, Reading, Reason, Role, Seat, Square};

use super::legal;
use super::pieces::{JAILER, LANCER, PIECES, SENTRY, beside};
use super::position::{Action, Position};
use super::typed::Typed;

/// A reason, and how near to a legal turn it comes: of several readings the nearest is meant.
type Fault = (u8, Reason);

/// There is no such unit.
const ABSENT: u8 = 1;
/// It does not go like that.
const WAY: u8 = 2;
/// It would go, but for a rule of this game.
const RULE: u8 = 3;
/// It would leave the own king attacked.
const KING: u8 = 4;

/// Why a typed word is no legal turn; completes a sentence.
pub fn refuse(position: &Position, text: &str, typed: &[Typed]) -> Reason {
    let fault = |typed: &Typed| match typed {
        Typed::Pass => (RULE, pass(position)),
        Typed::PushKind(role, to) => pushes::push_kind(position, *role, *to),
        Typed::Takes(by, taken) => moves::takes(position, *by, *taken),
        Typed::Wrong(why) => (RULE, why.clone()),
        Typed::Move(Plain::Castle(wing), _) => (RULE, king::castling(position, *wing)),
        Typed::Move(Plain::Step(readings), facing) => {
            moves::step(position, text, readings, *facing)
        }
        Typed::Turn(origin, facing) => lancers::turn(position, *origin, *facing),
        Typed::TurnMove(origin, facing, to, _) => {
            lancers::turn_move(position, *origin, *facing, *to)
        }
        Typed::Push {
            from,
            at,
            role,
            to,
            captures,
        } => pushes::push(position, *from, (*at, *role), (*to, *captures)),
    };
    // The square of an own lancer with a direction behind it is that lancer's turn (`La5=ne`), and no
    // move to the square.
    let turns = |typed: &&Typed| match typed {
        Typed::Turn(origin, _) => {
            let base = &position.base;
            let lancers = base.board.pieces(base.to_move, LANCER);
            !origin.many() && (*origin & lancers).any()
        }
        _ => false,
    };
    if let Some(turn) = typed.iter().find(turns) {
        return fault(turn).1;
    }
    nearest(typed.iter().map(fault)).map_or_else(no_move, |fault| fault.1)
}

/// What is left open where a sentry goes onto an enemy unit that it may push, and the text does not
/// say where that goes; a sentence.
pub fn push_begun(position: &Position, typed: &[Typed]) -> Option<Reason> {
    let readings = typed.iter().filter_map(|typed| match typed {
        Typed::Move(Plain::Step(readings), None) => Some(readings),
        _ => None,
    });
    let named = |r: &&Reading| {
        let whole = r.file.is_some() && r.rank.is_some();
        let sentry = PIECES.named(r) == Some(SENTRY) || r.piece.is_none() && whole;
        sentry && !r.capture && r.tail.is_empty()
    };
    let mut begun = readings.flatten().filter(named).flat_map(|r| {
        let base = &position.base;
        let sentries = base.board.pieces(base.to_move, SENTRY) & !position.held();
        let meant = sentries.filter(|from| r.is_from(*from));
        meant.map(|from| (from, r.to))
    });
    begun.find_map(|(from, at)| {
        let reached = position.reached(from).has(at);
        reached.then(|| pushes::begun(position, from, at)).flatten()
    })
}

fn pass(position: &Position) -> Reason {
    let king = position.king();
    match position.held().has(king) {
        true => king::in_check(position, Reason::new("pass-in-check")),
        false => Reason::new("pass-king-not-held").text("king", king),
    }
}

/// The own units of a kind that a typed origin may mean, or why there is none.
fn units(position: &Position, role: Role, origin: Bitboard) -> Result<Bitboard, Fault> {
    let base = &position.base;
    let own = base.board.pieces(base.to_move, role);
    if (own & origin).any() {
        return Ok(own & origin);
    }
    let reason = match origin.first().filter(|_| !origin.many() && own.any()) {
        Some(at) => Reason::new("no-such-unit-there")
            .name("piece", PIECES.about(role).name)
            .text("square", at)
            .list("squares", own),
        _ => no_such(base.to_move, role),
    };
    Err((ABSENT, reason))
}

/// That a side has no unit of this kind.
fn no_such(seat: Seat, role: Role) -> Reason {
    Reason::new("no-such-piece")
        .name("side", PIECES.side(seat))
        .name("piece", PIECES.about(role).name)
}

/// That the unit on `at` is held, and by what (J1).
fn held(position: &Position, at: Square) -> Option<Reason> {
    if !position.held().has(at) {
        return None;
    }
    let base = &position.base;
    let enemy = base.board.of(base.to_move.other());
    let jailers = beside(Bitboard::of(at)) & base.board.role(JAILER) & enemy;
    let reason = Reason::new("unit-held").name("piece", name_at(position, at));
    Some(reason.text("square", at).list("jailers", jailers))
}

/// That the unit on `at` may not go back to where it was pushed from (P3).
fn banned(position: &Position, at: Square, to: Square) -> Option<Reason> {
    let pushed = position.pushed?;
    let back = position.banned(at).has(to);
    back.then(|| {
        let reason = Reason::new("may-not-go-back").name("piece", name_at(position, at));
        reason
            .text("from", pushed.from)
            .list("squares", position.banned(at))
    })
}

/// The name of what stands on a square.
fn name_at(position: &Position, at: Square) -> &'static str {
    Explain::new(&PIECES, &position.base).name_at(at)
}

/// `your pawn`, `Black's pawn`.
fn whose(position: &Position, at: Square) -> Reason {
    Explain::new(&PIECES, &position.base).whose(at)
}

/// The nearest of several faults.
fn nearest(faults: impl Iterator<Item = Fault>) -> Option<Fault> {
    faults.max_by_key(|fault| fault.0)
}

fn no_move() -> Reason {
    Reason::new("no-move-named")
}

/// Where the own unit on `from` can go by itself, legally.
fn goals(position: &Position, from: Square) -> Bitboard {
    let goal = |action: Action| match action {
        Action::Move { mv, .. } => mv.route().filter(|(origin, _)| *origin == from),
        _ => None,
    };
    let all = all(|visit| legal::each(position, visit)).into_iter();
    all.filter_map(goal).map(|(_, to)| to).collect()
}

/// A reason with where the unit on `from` can go instead.
fn with_goals(position: &Position, from: Square, why: Reason) -> Reason {
    Reason::new("piece-can-go")
        .with("why", why)
        .name("piece", name_at(position, from))
        .text("from", from)
        .list("goals", goals(position, from))
}

/// What the kit says of a move, with the goals that are legal here.
fn corrected(position: &Position, mut reason: Reason) -> Reason {
    let from = reason.args.iter().find_map(|(name, arg)| match arg {
        Arg::Text(from) if name == "from" => Square::parse(from),
        _ => None,
    });
    if let Some(from) = from.filter(|_| reason.code == "piece-can-go") {
        for (_, arg) in reason.args.iter_mut().filter(|(name, _)| name == "goals") {
            let goals = goals(position, from).map(|at| Arg::Text(at.to_string()));
            *arg = goals.collect();
        }
    }
    reason
}
