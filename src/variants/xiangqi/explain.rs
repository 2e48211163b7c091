//! Why a typed move is not legal: always the reason, and the nearest one.

use crate::rules::bitboard::Bitboard;
use crate::rules::geometry::between;
use crate::rules::notation::{Reading, enumerate};
use crate::rules::square::Square;

use super::legal::leg;
use super::lines::cross;
use super::notation::write;
use super::parse::meant;
use super::piece::{self, Role};
use super::position::Position;
use super::wxf::Wxf;

/// A reason to complete a sentence, and how near to a legal move it comes: of several readings
/// and pieces the nearest is meant.
pub type Fault = (u8, String);

const ABSENT: u8 = 1;
const SHAPE: u8 = 2;
const TARGET: u8 = 3;
const WAY: u8 = 4;
const SIGN: u8 = 5;
const KING: u8 = 6;

/// Why no legal turn fits these readings of `text`.
pub fn step(position: &Position, text: &str, readings: &[Reading]) -> String {
    // A capital was meant as a piece, a small letter as a file: two whole points leave no doubt.
    let capital = text.starts_with(|c: char| c.is_ascii_uppercase());
    let points = |r: &Reading| r.piece.is_none() && r.file.is_some() && r.rank.is_some();
    let rank = |(fault, typed): &(Fault, &Reading)| {
        let sure = !capital && points(typed);
        (sure, fault.0, typed.piece.is_some() == capital)
    };
    let faults = readings.iter().map(|r| (reading(position, r), r));
    faults
        .max_by_key(rank)
        .map_or_else(|| "it names no move".to_owned(), |((_, reason), _)| reason)
}

/// Why no legal turn fits the federation's notation.
pub fn wxf(position: &Position, wxf: &Wxf) -> String {
    let side = position.side;
    let fault = |from: Square| match wxf.target(side, from) {
        None => (ABSENT, wxf.nowhere(side, from)),
        Some(to) => {
            let (near, reason) = fault(position, wxf.role, from, to, false);
            let turn = write(&position.turn(wxf.role, from, to));
            (near, format!("it means {turn}, and {reason}"))
        }
    };
    let faults = wxf.pieces(position).into_iter().map(fault);
    faults
        .max_by_key(|f| f.0)
        .map_or_else(|| wxf.nobody(position), |f| f.1)
}

fn reading(position: &Position, typed: &Reading) -> Fault {
    let role = typed.piece.and_then(Role::from_letter);
    if let (Some(file), Some(rank)) = (typed.file, typed.rank)
        && let Some(from) = Square::new(file, rank)
    {
        return given(position, role, from, typed);
    }
    let role = role.unwrap_or(Role::Soldier);
    let (name, side) = (role.name(), position.side.name());
    let all = meant(position, typed);
    if all.is_empty() {
        let place = match (typed.file, typed.rank) {
            (Some(file), _) => format!(" on the {}-file", char::from(b'a' + file)),
            (_, Some(rank)) => format!(" on rank {}", rank + 1),
            _ => String::new(),
        };
        return (ABSENT, format!("{side} has no {name}{place}"));
    }
    let faults = all.map(|from| fault(position, role, from, typed.to, typed.capture));
    let nearest = faults.max_by_key(|f| f.0);
    match nearest {
        Some(fault) if !all.many() || fault.0 != SHAPE => fault,
        _ => {
            let mut stand: Vec<String> = all.map(|s| s.to_string()).collect();
            stand.sort_unstable();
            let stand = enumerate(&stand, stand.len());
            (
                SHAPE,
                format!("no {name} (on {stand}) can go to {}", typed.to),
            )
        }
    }
}

fn given(position: &Position, role: Option<Role>, from: Square, typed: &Reading) -> Fault {
    match position.at(from) {
        None => (ABSENT, format!("there is no piece on {from}")),
        Some((found, side)) if side != position.side => (
            ABSENT,
            format!(
                "on {from} stands {}'s {}, and {} is to move",
                side.name(),
                found.name(),
                position.side.name()
            ),
        ),
        Some((found, _)) if role.is_some_and(|r| r != found) => (
            ABSENT,
            format!("the piece on {from} is {} ({})", found.a(), found.letter()),
        ),
        Some((found, _)) => fault(position, found, from, typed.to, typed.capture),
    }
}

/// What is wrong with the move of this own piece, which is not legal.
pub fn fault(position: &Position, role: Role, from: Square, to: Square, capture: bool) -> Fault {
    let name = role.name();
    if from == to {
        return (SHAPE, format!("the {name} stands on {from} already"));
    }
    if let Some(fault) = shape(position, role, from, to) {
        return (SHAPE, fault);
    }
    if let Some((own, side)) = position.at(to)
        && side == position.side
    {
        return (TARGET, format!("your own {} stands on {to}", own.name()));
    }
    if let Some(fault) = blocked(position, role, from, to) {
        return (WAY, fault);
    }
    if capture && position.at(to).is_none() {
        return (SIGN, format!("there is nothing to capture on {to}"));
    }
    (KING, exposed(position, role, from, to))
}

/// Whether the piece goes there at all, on an empty board.
fn shape(position: &Position, role: Role, from: Square, to: Square) -> Option<String> {
    let side = position.side;
    let (files, ranks) = (
        from.file().abs_diff(to.file()),
        from.rank().abs_diff(to.rank()),
    );
    let fits = match role {
        Role::King => piece::king(from).has(to),
        Role::Mandarin => piece::mandarin(from).has(to),
        Role::Elephant => piece::elephant(from).all().has(to),
        Role::Horse => piece::horse(from).all().has(to),
        Role::Chariot | Role::Cannon => cross(from).has(to),
        Role::Soldier => piece::soldier(side, from).has(to),
    };
    if fits {
        return None;
    }
    let no = format!("{} does not go from {from} to {to}", role.a());
    Some(match (role, files, ranks) {
        (Role::King, 0, 1) | (Role::King, 1, 0) | (Role::Mandarin, 1, 1) => {
            format!("the {} stays in its palace, {}", role.name(), side.palace())
        }
        (Role::King, ..) => format!("{no}, but one point along a line in its palace"),
        (Role::Mandarin, ..) => format!("{no}, but one point diagonally in its palace"),
        (Role::Elephant, 2, 2) => "the elephant does not cross the river".to_owned(),
        (Role::Elephant, ..) => format!("{no}, but exactly two points diagonally"),
        (Role::Horse, ..) => format!("{no}, but one point along a line and one diagonally on"),
        (Role::Chariot | Role::Cannon, ..) => format!("{no}, but along the lines"),
        (Role::Soldier, 1, 0) => "a soldier goes sideways only across the river".to_owned(),
        (Role::Soldier, ..) if side.ahead(to) < side.ahead(from) => {
            format!("a soldier never goes back, as from {from} to {to}")
        }
        (Role::Soldier, ..) => format!("{no}, but one point at a time"),
    })
}

/// What stands in the way.
fn blocked(position: &Position, role: Role, from: Square, to: Square) -> Option<String> {
    let way = between(from, to) & position.occupied();
    let at = |point: Square| whose(position, point);
    match role {
        Role::Elephant => way
            .first()
            .map(|eye| format!("the elephant's eye at {eye} is occupied by {}", at(eye))),
        Role::Horse => {
            let leg = leg(from, to);
            let held = position.occupied().has(leg);
            held.then(|| format!("the horse is blocked at {leg} by {}", at(leg)))
        }
        Role::Cannon if position.at(to).is_some() => {
            let count = match way.count() {
                1 => return None,
                0 => "there are none".to_owned(),
                n => format!("there are {n}"),
            };
            Some(format!(
                "to capture, the cannon needs exactly one piece to jump between {from} and {to}, \
                 {count}"
            ))
        }
        Role::Chariot | Role::Cannon => {
            let first = way.min_by_key(|s| s.distance(from))?;
            let jump = match role {
                Role::Cannon => "; a cannon jumps only to capture",
                _ => "",
            };
            Some(format!(
                "the way from {from} to {to} is blocked at {first} by {}{jump}",
                at(first)
            ))
        }
        _ => None,
    }
}

/// A move that would be fine but for its own king.
fn exposed(position: &Position, role: Role, from: Square, to: Square) -> String {
    let side = position.side;
    let mut after = position.clone();
    after.play(&position.turn(role, from, to));
    let threats = after.checkers(side);
    let king = after.king(side);
    if (threats & after.all(Role::King)).any() {
        let file = char::from(b'a' + king.file());
        return format!("the kings would face each other on the {file}-file (X1)");
    }
    let by = all_named(&after, threats);
    if role == Role::King {
        return format!("the king would be attacked on {to} by {by}");
    }
    if (position.checkers(side) & threats).any() {
        return format!("your king on {king} is in check by {by}, and this does not end it");
    }
    format!("your king on {king} would be left in check by {by}")
}

/// `your soldier`, `Black's soldier`.
fn whose(position: &Position, at: Square) -> String {
    match position.at(at) {
        None => "the edge".to_owned(),
        Some((role, side)) if side == position.side => format!("your {}", role.name()),
        Some((role, side)) => format!("{}'s {}", side.name(), role.name()),
    }
}

/// `the cannon on e5 and the horse on f8`.
fn all_named(position: &Position, pieces: Bitboard) -> String {
    let name = |s: Square| {
        let name = position.at(s).map_or("piece", |(role, _)| role.name());
        format!("the {name} on {s}")
    };
    pieces.map(name).collect::<Vec<_>>().join(" and ")
}
