//! Why a typed move is not legal: always the reason, and the nearest one.

use crate::rules::bitboard::Bitboard;
use crate::rules::geometry::{between, bishop, rook};
use crate::rules::notation::{Reading, enumerate, promotion};
use crate::rules::square::Square;

use super::legal::CastlingFault;
use super::piece::{self, Role};
use super::position::{Position, Turn, Wing, on};

/// A reason to complete a sentence, and how near to a legal move it comes: of several readings
/// and pieces the nearest is meant.
type Fault = (u8, String);

const ABSENT: u8 = 1;
const SHAPE: u8 = 2;
const TARGET: u8 = 3;
const WAY: u8 = 4;
const SIGN: u8 = 5;
const KING: u8 = 6;

/// Explains what is wrong in a position.
#[derive(Clone, Copy)]
pub struct Explain<'a> {
    /// Where the move was tried.
    pub position: &'a Position,
    /// Chess960: where king and rooks began is not known.
    pub shuffled: bool,
}

impl Explain<'_> {
    /// Why no legal turn fits these readings of `text`; completes a sentence.
    pub fn step(&self, text: &str, readings: &[Reading]) -> String {
        // A capital was meant as a piece, a small letter as a file.
        let capital = text.starts_with(|c: char| c.is_ascii_uppercase());
        let rank =
            |(fault, reading): &(Fault, &Reading)| (fault.0, reading.piece.is_some() == capital);
        let faults = readings.iter().map(|r| (self.reading(r), r));
        faults
            .max_by_key(rank)
            .map_or_else(|| "it names no move".to_owned(), |((_, reason), _)| reason)
    }

    fn reading(&self, reading: &Reading) -> Fault {
        let position = self.position;
        let role = reading.piece.and_then(Role::from_letter);
        if let (Some(file), Some(rank)) = (reading.file, reading.rank) {
            return self.given(role, on(file.min(7), rank.min(7)), reading);
        }
        let role = role.unwrap_or(Role::Pawn);
        let name = role.name();
        let side = position.side;
        let mut all = position.pieces(side, role);
        all &= reading.file.map_or(Bitboard::BOARD_8X8, Bitboard::file);
        all &= reading.rank.map_or(Bitboard::BOARD_8X8, Bitboard::rank);
        if role == Role::Pawn && reading.file.is_none() && !reading.capture {
            all &= Bitboard::file(reading.to.file());
        }
        if all.is_empty() {
            let place = match (reading.file, reading.rank, role) {
                (Some(file), ..) => format!(" on the {}-file", char::from(b'a' + file)),
                (_, Some(rank), _) => format!(" on rank {}", rank + 1),
                (_, _, Role::Pawn) if !reading.capture => {
                    format!(" on the {}-file", char::from(b'a' + reading.to.file()))
                }
                _ => String::new(),
            };
            return (ABSENT, format!("{} has no {name}{place}", side.name()));
        }
        let nearest = all
            .map(|from| self.fault(role, from, reading))
            .max_by_key(|f| f.0);
        match nearest {
            Some(fault) if !all.many() || fault.0 != SHAPE => fault,
            _ => {
                let stand = squares(all, all.count() as usize);
                (
                    SHAPE,
                    format!("no {name} (on {stand}) can go to {}", reading.to),
                )
            }
        }
    }

    fn given(&self, role: Option<Role>, from: Square, typed: &Reading) -> Fault {
        let position = self.position;
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
                format!(
                    "the piece on {from} is a {} ({})",
                    found.name(),
                    found.letter()
                ),
            ),
            Some((found, _)) => self.fault(found, from, typed),
        }
    }

    /// What is wrong with the move of this own piece.
    fn fault(&self, role: Role, from: Square, typed: &Reading) -> Fault {
        let position = self.position;
        let to = typed.to;
        if from == to {
            return (
                SHAPE,
                format!("the {} stands on {from} already", role.name()),
            );
        }
        if let Some(wing) = castling_meant(position, role, from, to)
            && let Some(fault) = position.castling_fault(wing)
        {
            return (WAY, self.castling(wing, fault));
        }
        if let Some((own, side)) = position.at(to)
            && side == position.side
            && (role != Role::Pawn || from.file() != to.file())
        {
            return (TARGET, format!("your own {} stands on {to}", own.name()));
        }
        let shape = match role {
            Role::Pawn => pawn_shape(position, from, to),
            _ => piece_shape(position, role, from, to),
        };
        let sign = || sign_fault(position, role, typed);
        shape
            .or_else(sign)
            .unwrap_or_else(|| king_fault(position, role, from, to))
    }

    /// Why castling is not possible; completes a sentence.
    pub fn castling(&self, wing: Wing, fault: CastlingFault) -> String {
        let position = self.position;
        let side = position.side;
        let by = |at: Square, blockers| {
            all_named(position, position.attackers(at, side.other(), blockers))
        };
        let king = position.king(side);
        let unseen = position.blockers().without(king);
        match fault {
            CastlingFault::Lost => self.lost(wing),
            CastlingFault::Blocked(at) => {
                format!("the way is blocked at {at} by {}", whose(position, at))
            }
            CastlingFault::Check => {
                format!(
                    "your king on {king} is in check by {}",
                    by(king, position.blockers())
                )
            }
            CastlingFault::Through(at) => format!(
                "the king would pass through check at {at}, attacked by {}",
                by(at, unseen)
            ),
            CastlingFault::Into(at) => {
                let rook = position.castling[side as usize][wing as usize].unwrap_or(king);
                let after = unseen.without(rook).with(wing.goals(side).1);
                format!("the king would be attacked on {at} by {}", by(at, after))
            }
        }
    }

    /// What the board shows of a lost right. In Chess960 the king's and the rook's first places are
    /// not known here, so less is said.
    fn lost(&self, wing: Wing) -> String {
        let position = self.position;
        let side = position.side;
        let king = position.king(side);
        let rights = position.castling[side as usize];
        let (corner, name) = match wing {
            Wing::King => (7, "king's"),
            Wing::Queen => (0, "queen's"),
        };
        let corner = on(corner, side.rank(0));
        let there = position.pieces(side, Role::Rook).has(corner);
        if self.shuffled {
            "the king or the rook on that side has moved, or the rook was captured".to_owned()
        } else if rights.iter().any(Option::is_some) {
            format!("the rook on the {name} side has moved or was captured")
        } else if king.rank() != side.rank(0) || king.file() != 4 {
            format!("the king has moved, it stands on {king}")
        } else if !there {
            format!("there is no rook on {corner} to castle with")
        } else {
            format!("the king or the rook on {corner} has moved before")
        }
    }
}

/// Castling typed as the king's move.
fn castling_meant(position: &Position, role: Role, from: Square, to: Square) -> Option<Wing> {
    let goal = |w: &Wing| w.goals(position.side).0 == to;
    let meant = role == Role::King && from.rank() == to.rank() && from.distance(to) == 2;
    Wing::ALL.into_iter().find(|w| meant && goal(w))
}

fn piece_shape(position: &Position, role: Role, from: Square, to: Square) -> Option<Fault> {
    let reach = |blockers| match role {
        Role::Knight => piece::knight(from),
        Role::Bishop => bishop(from, blockers),
        Role::Rook => rook(from, blockers),
        Role::Queen => bishop(from, blockers) | rook(from, blockers),
        Role::King | Role::Pawn => piece::king(from),
    };
    if reach(position.blockers()).has(to) {
        None
    } else if reach(Bitboard::EMPTY).has(to) {
        Some(blocked(position, from, to))
    } else {
        Some((
            SHAPE,
            format!("a {} does not go from {from} to {to}", role.name()),
        ))
    }
}

fn blocked(position: &Position, from: Square, to: Square) -> Fault {
    let way = between(from, to) & position.occupied();
    let at = way.min_by_key(|s| s.distance(from)).unwrap_or(to);
    (
        WAY,
        format!(
            "the way from {from} to {to} is blocked at {at} by {}",
            whose(position, at)
        ),
    )
}

fn pawn_shape(position: &Position, from: Square, to: Square) -> Option<Fault> {
    let side = position.side;
    let ahead = |s: Square| i32::from(s.rank()) * side.forward().signum();
    let (aside, ahead) = (from.file().abs_diff(to.file()), ahead(to) - ahead(from));
    let no = |reason| Some((SHAPE, reason));
    match (aside, ahead) {
        (_, ..=0) => no(format!("a pawn only goes forward, not from {from} to {to}")),
        (0, 1 | 2) => {
            if ahead == 2 && from.rank() != side.rank(1) {
                return no(format!(
                    "a pawn goes two squares only from where it began, and this one is on {from}"
                ));
            }
            if (between(from, to) & position.occupied()).any() {
                return Some(blocked(position, from, to));
            }
            let taken = position.at(to).is_some();
            taken.then(|| {
                let who = whose(position, to);
                (
                    WAY,
                    format!("{to} is blocked by {who}; a pawn captures only diagonally"),
                )
            })
        }
        (1, 1) => {
            if position.at(to).is_some() || position.passed == Some(to) {
                return None;
            }
            let beside = position.at(on(to.file(), from.rank()));
            let late = beside == Some((Role::Pawn, side.other())) && from.rank() == side.rank(4);
            let more = if late {
                "; en passant is possible only in the turn right after a pawn's double step"
            } else {
                ""
            };
            Some((WAY, format!("there is nothing to capture on {to}{more}")))
        }
        _ => no(format!("a pawn does not go from {from} to {to}")),
    }
}

/// A capture of nothing, or a promotion that is none.
fn sign_fault(position: &Position, role: Role, typed: &Reading) -> Option<Fault> {
    let to = typed.to;
    let passing = role == Role::Pawn && position.passed == Some(to);
    if typed.capture && position.at(to).is_none() && !passing {
        return Some((SIGN, format!("there is nothing to capture on {to}")));
    }
    let letter = promotion(&typed.tail).flatten()?;
    if role != Role::Pawn {
        return Some((SIGN, "only pawns are promoted".to_owned()));
    }
    if to.rank() != position.side.rank(7) {
        return Some((SIGN, "a pawn is promoted only on the last rank".to_owned()));
    }
    let known = Role::PROMOTIONS.iter().any(|r| r.letter() == letter);
    (!known).then(|| (SIGN, format!("a pawn becomes Q, R, B or N, not {letter}")))
}

/// A move that would be fine but for its own king.
fn king_fault(position: &Position, role: Role, from: Square, to: Square) -> Fault {
    let side = position.side;
    let mut after = position.clone();
    after.play(&Turn::Step {
        role,
        from,
        to,
        capture: position.at(to).is_some() || position.passed == Some(to) && role == Role::Pawn,
        becomes: None,
    });
    let attackers = after.checkers(side);
    let by = all_named(&after, attackers);
    if role == Role::King {
        return (KING, format!("the king would be attacked on {to} by {by}"));
    }
    let king = position.king(side);
    if (position.checkers(side) & attackers).any() {
        return (
            KING,
            format!("your king on {king} is in check by {by}, and this does not end it"),
        );
    }
    let name = role.name();
    (
        KING,
        format!(
            "the {name} on {from} shields your king on {king}, which would be left in check by {by}"
        ),
    )
}

/// `your pawn`, `Black's pawn`.
fn whose(position: &Position, at: Square) -> String {
    match position.at(at) {
        None => "the edge".to_owned(),
        Some((role, side)) if side == position.side => format!("your {}", role.name()),
        Some((role, side)) => format!("{}'s {}", side.name(), role.name()),
    }
}

/// `the queen on h4 and the knight on f3`.
fn all_named(position: &Position, pieces: Bitboard) -> String {
    let name = |s: Square| {
        let name = position.at(s).map_or("piece", |(role, _)| role.name());
        format!("the {name} on {s}")
    };
    pieces.map(name).collect::<Vec<_>>().join(" and ")
}

fn squares(set: Bitboard, most: usize) -> String {
    let mut all: Vec<String> = set.map(|s| s.to_string()).collect();
    all.sort_unstable();
    enumerate(&all, most)
}
