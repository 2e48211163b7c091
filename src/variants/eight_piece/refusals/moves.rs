//! What is said of moves that are not possible.

use crate::rules::notation::promotion;
use crate::rules::{Bitboard, Direction, Explain, Reading, Reason, Role, Seat, Square, echo};

use super::super::pieces::{AREA, JAILER, LANCER, PIECES, SENTRY, by_compass};
use super::super::position::{Action, Position};
use super::{
    Fault, KING, RULE, WAY, banned, corrected, held, king, lancers, nearest, no_such, pushes,
    units, with_goals,
};

/// Why no legal move fits these readings of `text`.
pub fn step(
    position: &Position,
    text: &str,
    readings: &[Reading],
    facing: Option<Direction>,
) -> Fault {
    let faults = readings.iter().filter_map(|r| special(position, r, facing));
    if let Some(fault) = nearest(faults) {
        return fault;
    }
    let explain = Explain {
        hint,
        king_safe: false,
        ..Explain::new(&PIECES, &position.base)
    };
    (WAY, corrected(position, explain.step(text, readings)))
}

/// Why no own unit of the kind `by` captures one of the kind `taken`.
pub fn takes(position: &Position, by: Role, taken: Role) -> Fault {
    let base = &position.base;
    let own = match units(position, by, AREA) {
        Ok(own) => own,
        Err(fault) => return fault,
    };
    let enemies = base.board.pieces(base.to_move.other(), taken);
    let Some(first) = enemies.first() else {
        return (super::ABSENT, no_such(base.to_move.other(), taken));
    };
    match by {
        JAILER => return (RULE, Reason::new("jailer-captures-nothing")),
        SENTRY => return (RULE, Reason::new("sentry-captures-nothing")),
        _ => {}
    }
    let reading = |from: Square, to: Square| Reading {
        piece: Some(PIECES.about(by).letter),
        capture: true,
        ..Reading::of_squares(from, to)
    };
    let pairs = own.flat_map(|from| enemies.map(move |to| (from, to)));
    let faults = pairs.filter_map(|(from, to)| {
        let reading = reading(from, to);
        unit(position, (by, from), &reading, None)
    });
    // What is forbidden says more than what does not go there.
    nearest(faults).unwrap_or_else(|| {
        let from = own.first().unwrap_or(first);
        let typed = [reading(from, first)];
        step(position, &format!("{from}x{first}"), &typed, None)
    })
}

/// What the kit says of pawns does not hold of the first two ranks.
fn hint(role: Role, seat: Seat, from: Square, to: Square) -> Option<Reason> {
    let pawns = PIECES.pawns.as_ref()?;
    let two = pawns.ahead(seat, from, 2)?;
    (pawns.role == role && two == to).then(|| Reason::new("two-steps-from").text("square", from))
}

/// What this game says of a reading; `None` where the kit says it.
fn special(position: &Position, reading: &Reading, facing: Option<Direction>) -> Option<Fault> {
    let board = &position.base.board;
    let mut own = board.of(position.base.to_move);
    own &= reading.file.map_or(Bitboard::GRID, Bitboard::file);
    own &= reading.rank.map_or(Bitboard::GRID, Bitboard::rank);
    let whole = reading.file.is_some() && reading.rank.is_some();
    let plain = PIECES.plain.filter(|_| !whole);
    if let Some(role) = PIECES.named(reading).or(plain) {
        own &= board.role(role);
    }
    let many = own.many();
    let faults = own.filter_map(|from| {
        let role = board.at(from)?.role;
        let fault = unit(position, (role, from), reading, facing)?;
        // Of several units only one that would go there is meant.
        (!many || fault.0 > WAY).then_some(fault)
    });
    nearest(faults)
}

fn unit(
    position: &Position,
    (role, from): (Role, Square),
    reading: &Reading,
    turned: Option<Direction>,
) -> Option<Fault> {
    let to = reading.to;
    let board = &position.base.board;
    if from == to {
        return None;
    }
    let enemy = board.of(position.base.to_move.other()).has(to);
    let tail = reading.tail.trim_matches(['=', '/', '(', ')']);
    if role == LANCER && !tail.is_empty() && by_compass(tail).is_none() {
        let reason = Reason::new("no-direction").text("typed", echo(&reading.tail));
        return Some((RULE, reason));
    }
    if !by_movement(position, role, from).has(to) {
        let quiet = &PIECES.movement(role, position.base.to_move).quiet;
        let slides = quiet.from(from, position.base.blockers(), AREA).has(to);
        let nothing = |reason| Some((RULE, with_goals(position, from, reason)));
        return match role {
            LANCER => Some(match held(position, from) {
                Some(why) => (RULE, lancers::held_turns(position, from, why)),
                None => lancers::goes(position, from, to),
            }),
            JAILER if enemy && (slides || reading.capture) => {
                nothing(Reason::new("jailer-captures-nothing"))
            }
            SENTRY if reading.capture && !(enemy && slides) => {
                nothing(Reason::new("sentry-captures-nothing"))
            }
            SENTRY if enemy && slides => {
                let held = held(position, from).map(|why| (RULE, why));
                let fault = held.or_else(|| pushes::reach(position, from, to));
                Some(fault.unwrap_or_else(|| pushes::unsaid(position, from, to)))
            }
            _ => None,
        };
    }
    let held = held(position, from).map(|why| match role {
        LANCER => lancers::held_turns(position, from, why),
        _ => why,
    });
    if let Some(why) = held.or_else(|| banned(position, from, to)) {
        return Some((RULE, why));
    }
    if turned.is_some() && role != LANCER && promotion(&reading.tail).flatten() != Some('L') {
        return Some((RULE, Reason::new("only-lancers-turn")));
    }
    let right = position.base.en_passant;
    let captures = enemy || right.is_some_and(|right| right.square == to);
    if reading.capture && !captures {
        let reason = Reason::new("empty-square-captured").text("square", to);
        return Some((RULE, reason));
    }
    let action = action(position, (role, from), to, turned);
    let exposed = || (KING, king::exposed(position, &action));
    (!position.is_safe_after(&action)).then(exposed)
}

/// Where the own unit on `from` would go were it not held nor pushed.
fn by_movement(position: &Position, role: Role, from: Square) -> Bitboard {
    let unpushed = Position {
        pushed: None,
        ..position.clone()
    };
    let (base, to) = (&position.base, unpushed.targets(role, from));
    let passing = base.en_passant_pawns(&PIECES).has(from);
    let right = base.en_passant.filter(|_| passing);
    right.map_or(to, |right| to.with(right.square))
}

/// The move, with the first promotion where a pawn is promoted.
fn action(
    position: &Position,
    (role, from): (Role, Square),
    to: Square,
    turned: Option<Direction>,
) -> Action {
    let pawns = PIECES.pawns.as_ref();
    let pawns = pawns.filter(|_| PIECES.promotes(&position.base, role, to));
    let becomes = pawns.and_then(|pawns| pawns.promotions.first().copied());
    let mv = position.step(role, from, to).promoted_to(becomes);
    let facing = turned.filter(|_| role == LANCER);
    Action::Move { mv, facing }
}
