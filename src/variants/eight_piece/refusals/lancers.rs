//! What is said of lancers that do not go or turn as typed.

use crate::rules::board::geometry::{between, ray};
use crate::rules::{Bitboard, Direction, Reason, Square};

use super::super::pieces::{LANCER, facing, next};
use super::super::position::{Action, Position};
use super::{
    Fault, KING, RULE, WAY, banned, held, king, nearest, no_move, units, whose, with_goals,
};

fn looks(position: &Position, at: Square) -> Direction {
    let lancer = position.base.board.at(at);
    lancer.map_or(Direction::N, facing)
}

/// Why no lancer turns so.
pub fn turn(position: &Position, origin: Bitboard, to: Direction) -> Fault {
    let all = match units(position, LANCER, origin) {
        Ok(all) => all,
        Err(fault) => return fault,
    };
    let faults = all.map(|at| turn_of(position, at, to));
    // The iterator has at least one unit.
    nearest(faults).unwrap_or_else(|| (WAY, no_move()))
}

fn turn_of(position: &Position, at: Square, to: Direction) -> Fault {
    let looks = looks(position, at);
    let held = position.held().has(at);
    let of_lancer = |reason: Reason| reason.text("square", at).text("facing", looks.compass());
    if to == looks {
        return (WAY, of_lancer(Reason::new("lancer-faces-so")));
    }
    let lancer = position.base.board.at(at).into_iter();
    let turns = lancer.flat_map(|lancer| position.turns(at, lancer, held));
    let allowed: Vec<Direction> = turns.collect();
    if allowed.contains(&to) {
        let action = Action::Turn { at, facing: to };
        return (KING, king::exposed(position, &action));
    }
    if position.may_turn_first(at) && !held {
        let reason = Reason::new("lancer-turns-and-moves").text("square", at);
        let goal = turned_goals(position, at, to).first();
        let to = to.compass();
        let reason = match goal {
            Some(goal) => reason.text("written", format!("L{at}={to}-{goal}")),
            None => reason.text("facing", to),
        };
        return (RULE, reason);
    }
    let reason = match next(at, looks) {
        Some(ahead) => of_lancer(Reason::new("lancer-turns-after-moving")).text("ahead", ahead),
        None => {
            let allowed = allowed.into_iter().map(Direction::compass);
            of_lancer(Reason::new("lancer-turns-to-squares")).list("facings", allowed)
        }
    };
    (RULE, reason)
}

/// Why no lancer turns and then moves so.
pub fn turn_move(position: &Position, origin: Bitboard, to: Direction, goal: Square) -> Fault {
    let all = match units(position, LANCER, origin) {
        Ok(all) => all,
        Err(fault) => return fault,
    };
    let pushed: Bitboard = all.filter(|at| position.may_turn_first(*at)).collect();
    let Some(at) = pushed.first() else {
        return (RULE, Reason::new("lancer-not-pushed").list("squares", all));
    };
    if let Some(why) = held(position, at) {
        let written = format!("L{at}={}", to.compass());
        let reason = Reason::new("held-lancer-turns").with("why", why);
        return (RULE, reason.text("written", written));
    }
    if looks(position, at) == to {
        let reason = Reason::new("lancer-faces-so").text("square", at);
        return (WAY, reason.text("facing", to.compass()));
    }
    if let Some(why) = banned(position, at, goal).filter(|_| ray(to, at).has(goal)) {
        return (RULE, why);
    }
    let goals = position.charge(at, to);
    if goals.has(goal) {
        let mv = position.step(LANCER, at, goal);
        let action = Action::TurnMove { facing: to, mv };
        return (KING, king::exposed(position, &action));
    }
    let reason = Reason::new("turned-lancer-goes").text("square", at);
    let goals = turned_goals(position, at, to);
    let reason = reason.text("facing", to.compass()).list("goals", goals);
    (WAY, reason)
}

/// Where the lancer on `at`, which was pushed, may go once it has turned, legally.
fn turned_goals(position: &Position, at: Square, facing: Direction) -> Bitboard {
    let safe = |to: &Square| {
        let mv = position.step(LANCER, at, *to);
        position.is_safe_after(&Action::TurnMove { facing, mv })
    };
    position.charge(at, facing).filter(safe).collect()
}

/// That the lancer on `at` is held, and how it may turn all the same (L2, L3).
pub fn held_turns(position: &Position, at: Square, why: Reason) -> Reason {
    let legal = |facing: Direction| position.is_safe_after(&Action::Turn { at, facing });
    let lancer = position.base.board.at(at).into_iter();
    let mut turns = lancer.flat_map(|lancer| position.turns(at, lancer, true));
    match turns.find(|facing| legal(*facing)) {
        Some(facing) => Reason::new("held-lancer-may-turn")
            .with("why", why)
            .text("written", format!("L{at}={}", facing.compass())),
        None => why,
    }
}

/// Why the lancer on `from` does not go to `to`.
pub fn goes(position: &Position, from: Square, to: Square) -> Fault {
    let looks = looks(position, from);
    let enemy = position.base.board.of(position.base.to_move.other());
    let own = position.base.board.of(position.base.to_move);
    if !ray(looks, from).has(to) {
        let mut reason = Reason::new("lancer-goes-ahead")
            .text("square", from)
            .text("facing", looks.compass());
        // Just pushed, it could turn first (L3).
        if position.may_turn_first(from) {
            let all = Direction::ALL.into_iter().filter(|d| *d != looks);
            let turned = all.flat_map(|d| turned_goals(position, from, d).map(move |at| (d, at)));
            let nearest = turned.min_by_key(|(_, at)| *at != to);
            if let Some((d, at)) = nearest {
                let written = format!("L{from}={}-{at}", d.compass());
                reason = reason.text("written", written);
                reason = reason.number("other", u32::from(at != to));
                if super::goals(position, from).is_empty() {
                    return (WAY, reason);
                }
            }
        }
        return (WAY, with_goals(position, from, reason));
    }
    if own.has(to) {
        let reason = Reason::new("own-piece-there").name("piece", super::name_at(position, to));
        return (WAY, with_goals(position, from, reason.text("square", to)));
    }
    let way = between(from, to) & enemy;
    let Some(first) = way.min_by_key(|at| at.distance(from)) else {
        let reason = Reason::new("does-not-go-there").name("piece", "lancer");
        return (WAY, reason.text("from", from).text("to", to));
    };
    let reason = Reason::new("lancer-stops-at-enemy")
        .text("square", first)
        .with("by", whose(position, first));
    (WAY, with_goals(position, from, reason))
}
