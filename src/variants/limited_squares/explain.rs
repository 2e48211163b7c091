//! Why a typed piece move fits no move of the position.

use crate::rules::geometry::{between, direction};
use crate::rules::notation::{Reading, enumerate, promotion};
use crate::rules::square::Square;

use super::army::{Kind, mover};
use super::moves::{castling_fault, moves_from};
use super::position::{Cell, PieceMove, Position, castling_squares};
use super::rules::Rules;

/// `White's Knight`.
pub fn piece(kind: Kind, seat: u8) -> String {
    format!(
        "{}'s {}",
        if seat == 0 { "White" } else { "Black" },
        kind.about().name.to_lowercase()
    )
}

/// The reason, to complete a sentence; what is possible instead comes with it.
pub fn no_move(rules: &Rules, position: &Position, readings: &[Reading]) -> String {
    let origin = readings.iter().find_map(|r| {
        let from = Square::new(r.file?, r.rank?)?;
        Some((from, r))
    });
    if let Some(fault) = readings
        .iter()
        .find_map(|r| unsaid_capture(rules, position, r))
    {
        return fault;
    }
    match (origin, readings.last()) {
        (Some((from, reading)), _) => from_origin(rules, position, from, reading),
        (None, Some(reading)) => by_letter(rules, position, reading),
        (None, None) => "it names no piece and no square".to_owned(),
    }
}

fn by_letter(rules: &Rules, position: &Position, reading: &Reading) -> String {
    let kind = reading
        .piece
        .and_then(Kind::from_letter)
        .unwrap_or(Kind::PAWN);
    let side = position.side;
    let all: Vec<Square> = position.pieces[usize::from(side)]
        .filter(|s| position.at(*s) == Cell::piece(kind, side))
        .filter(|s| reading.file.is_none_or(|f| f == s.file()))
        .filter(|s| reading.rank.is_none_or(|r| r == s.rank()))
        .collect();
    let name = kind.about().name.to_lowercase();
    let reaching = |s: &Square| reaches(rules, position, *s, reading.to);
    let there: Vec<Square> = all.iter().copied().filter(reaching).collect();
    match (&all[..], &there[..]) {
        ([], _) => format!("you have no such {name}"),
        // Also what goes there, but not as written.
        ([from], _) | (_, [from]) => from_origin(rules, position, *from, reading),
        (_, [_, ..]) if reading.capture => nothing_to_capture(reading.to),
        _ => none_of(position, kind, &all, reading.to),
    }
}

/// Why none of several pieces of a kind goes to a square.
fn none_of(position: &Position, kind: Kind, all: &[Square], to: Square) -> String {
    let stand: Vec<String> = all.iter().map(ToString::to_string).collect();
    let reason = match (position.at(to), position.at(to).occupant()) {
        (Cell::HOLE, _) => format!(": there is no square on {to}"),
        (_, Some((own, seat))) if seat == position.side => {
            format!(
                ": your own {} stands on {to}",
                own.about().name.to_lowercase()
            )
        }
        _ => {
            let fault = |from: &Square| {
                let fault = target_fault(position, kind, *from, to)?;
                Some(format!("from {from} {fault}"))
            };
            let faults: Vec<String> = all.iter().filter_map(fault).collect();
            match faults.is_empty() {
                true => String::new(),
                false => format!(": {}", faults.join(", ")),
            }
        }
    };
    format!(
        "no {} (on {}) can go to {to}{reason}",
        kind.about().name.to_lowercase(),
        enumerate(&stand, 8)
    )
}

fn from_origin(rules: &Rules, position: &Position, from: Square, reading: &Reading) -> String {
    let (side, to) = (position.side, reading.to);
    let kind = match (position.at(from), position.at(from).occupant()) {
        (Cell::HOLE, _) => return format!("there is no square on {from}"),
        (_, None) => return format!("no piece stands on {from}"),
        (_, Some((kind, seat))) if seat != side => {
            return format!("{} stands on {from}", piece(kind, seat));
        }
        (_, Some((kind, _))) => kind,
    };
    let name = kind.about().name.to_lowercase();
    if reading.piece.is_some_and(|letter| letter != kind.letter()) {
        return format!("on {from} stands a {name} ({})", kind.letter());
    }
    let mut moves = Vec::new();
    moves_from(rules, position, from, &mut moves);
    let mut goals: Vec<String> = moves
        .iter()
        .filter_map(goal)
        .map(|s| s.to_string())
        .collect();
    goals.sort_unstable();
    goals.dedup();
    if let Some(fault) = no_castling(rules, position, kind, from, to) {
        return fault;
    }
    let reason = target_fault(position, kind, from, to).unwrap_or_else(|| {
        let there = moves.iter().any(|m| goal(m) == Some(to));
        match promotion(&reading.tail) {
            Some(Some(letter)) if there => format!("the {name} does not become {letter} there"),
            _ if there && reading.capture => nothing_to_capture(to),
            _ if kind == Kind::PAWN && from.file() != to.file() && from.distance(to) == 1 => {
                format!("a pawn goes aside only to capture, and no enemy piece stands on {to}")
            }
            _ if kind == Kind::KING && from.rank() == to.rank() && from.distance(to) > 1 => {
                "a king moves one step (castling is written O-O or O-O-O)".to_owned()
            }
            _ => format!("a {name} does not go from {from} to {to}"),
        }
    });
    match goals.is_empty() {
        true => format!("{reason}; the {name} on {from} has no move now"),
        false => format!(
            "{reason}; the {name} on {from} can go to {}",
            enumerate(&goals, 27)
        ),
    }
}

/// A square alone never means a pawn's capture.
fn unsaid_capture(rules: &Rules, position: &Position, reading: &Reading) -> Option<String> {
    let pawn = Kind::PAWN.letter();
    if reading.file.is_some() || reading.capture || reading.piece.is_some_and(|c| c != pawn) {
        return None;
    }
    let side = position.side;
    let mut own = position.pieces[usize::from(side)];
    let from = own.find(|s| {
        position.at(*s) == Cell::piece(Kind::PAWN, side)
            && s.file() != reading.to.file()
            && reaches(rules, position, *s, reading.to)
    })?;
    let to = reading.to;
    Some(format!(
        "the pawn on {from} can only capture there, which is written {from}:{to}"
    ))
}

fn nothing_to_capture(to: Square) -> String {
    format!("there is nothing to capture on {to} (to step on an empty square is written with -)")
}

fn reaches(rules: &Rules, position: &Position, from: Square, to: Square) -> bool {
    let mut moves = Vec::new();
    moves_from(rules, position, from, &mut moves);
    moves.iter().any(|m| goal(m) == Some(to))
}

/// Why the king does not castle, if its move was written as castling.
fn no_castling(
    rules: &Rules,
    position: &Position,
    kind: Kind,
    from: Square,
    to: Square,
) -> Option<String> {
    [false, true].into_iter().find_map(|queen| {
        let [king, goal, ..] = castling_squares(rules, position.side, queen);
        let meant = kind == Kind::KING && (king, goal) == (from, to);
        let fault = castling_fault(rules, position, queen).filter(|_| meant)?;
        Some(format!(
            "a king moves one step, and cannot castle here: {fault}"
        ))
    })
}

fn goal(piece: &PieceMove) -> Option<Square> {
    match piece {
        PieceMove::Step { to, .. } => Some(*to),
        PieceMove::Castle(_) => None,
    }
}

/// What is wrong with the target or the way there.
fn target_fault(position: &Position, kind: Kind, from: Square, to: Square) -> Option<String> {
    let side = position.side;
    if position.at(to) == Cell::HOLE {
        return Some(format!("there is no square on {to}"));
    }
    match position.at(to).occupant() {
        Some((own, seat)) if seat == side => {
            let name = own.about().name.to_lowercase();
            return Some(format!("your own {name} stands on {to}"));
        }
        Some((other, seat)) if kind == Kind::PAWN && from.file() == to.file() => {
            let other = piece(other, seat);
            return Some(format!(
                "{other} stands on {to}, and pawns do not capture ahead"
            ));
        }
        _ => {}
    }
    let along = direction(from, to)?;
    let steps = from.distance(to);
    let doubles = kind == Kind::PAWN && from.file() == to.file() && steps == 2;
    if !doubles && !mover(kind, side).rides(along, steps) {
        return None;
    }
    let mut path: Vec<Square> = between(from, to).collect();
    path.sort_by_key(|s| s.distance(from));
    path.into_iter()
        .find_map(|s| match (position.at(s), position.at(s).occupant()) {
            (Cell::HOLE, _) => Some(format!("the way stops at {s}, where there is no square")),
            (_, Some((kind, seat))) => Some(format!(
                "the way is blocked on {s} by {}",
                piece(kind, seat)
            )),
            _ => None,
        })
}
