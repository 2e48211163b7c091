//! Why a typed move is not possible: always the reason, and the nearest one.

mod king;
mod way;

use crate::rules::board::bitboard::Bitboard;
use crate::rules::board::square::Square;
use crate::rules::notation::{Reading, enumerate, promotion};
use crate::rules::pieces::castling::Wing;
use crate::rules::pieces::{Piece, Role};
use crate::rules::seat::Seat;

use super::dialect::Dialect;
use super::{Move, Position};

/// A reason to complete a sentence, and how near to a legal move it comes: of several readings
/// and pieces the nearest is meant.
pub type Fault = (u8, String);

const ABSENT: u8 = 1;
const SHAPE: u8 = 2;
const TARGET: u8 = 3;
const WAY: u8 = 4;
const SIGN: u8 = 5;
const KING: u8 = 6;

/// What a game says better than the kit: why a piece does not go from one square to another,
/// whatever stands on the board. `None` where it has nothing to add.
pub type Hint = fn(role: Role, seat: Seat, from: Square, to: Square) -> Option<String>;

/// Explains what is wrong in a position.
#[derive(Clone, Copy)]
pub struct Explain<'a> {
    /// The notation of the game, with its pieces.
    pub dialect: Dialect<'a>,
    /// Where the move was tried.
    pub position: &'a Position,
    /// See [`Hint`].
    pub hint: Hint,
    /// What the game knows of a lost right to castle; completes a sentence.
    pub lost: &'a dyn Fn(Wing) -> Option<String>,
    /// Whether the king must be safe right after the move; elsewhere other actions follow.
    pub king_safe: bool,
}

impl Explain<'_> {
    /// Why no legal move fits these readings of `text`; completes a sentence.
    #[must_use]
    pub fn step(&self, text: &str, readings: &[Reading]) -> String {
        // A capital was meant as a piece, a small letter as a file: two whole squares leave no
        // doubt.
        let capital = text.starts_with(|c: char| c.is_ascii_uppercase());
        let squares = |r: &Reading| r.piece.is_none() && r.file.is_some() && r.rank.is_some();
        let rank = |(fault, typed): &(Fault, &Reading)| {
            let sure = !capital && squares(typed);
            (sure, fault.0, typed.piece.is_some() == capital)
        };
        let faults = readings.iter().map(|r| (self.reading(r), r));
        let nearest = faults.max_by_key(rank).map(|((_, reason), _)| reason);
        nearest.unwrap_or_else(|| "it names no move".to_owned())
    }

    /// Why none of the moves is legal that another notation means; completes a sentence.
    #[must_use]
    pub fn meant(&self, moves: &[Move]) -> String {
        let fault = |mv: &Move| match *mv {
            Move::Step { role, from, to, .. } => {
                let bare = Reading {
                    piece: None,
                    file: Some(from.file()),
                    rank: Some(from.rank()),
                    to,
                    capture: false,
                    tail: String::new(),
                };
                let own = |p: &Piece| p.owner == Some(self.position.to_move);
                match self.position.board.at(from).filter(own) {
                    Some(_) => {
                        let (near, reason) = self.fault(role, from, &bare);
                        (
                            near,
                            format!("it means {}, and {reason}", self.dialect.write(mv)),
                        )
                    }
                    None => {
                        let (near, reason) = self.given(from, &bare);
                        (near, format!("it means {from}-{to}, and {reason}"))
                    }
                }
            }
            Move::Castle(_) => (ABSENT, "it names no move".to_owned()),
        };
        let nearest = moves.iter().map(fault).max_by_key(|f| f.0);
        nearest.map_or_else(|| "it names no move".to_owned(), |f| f.1)
    }

    fn reading(&self, reading: &Reading) -> Fault {
        let position = self.position;
        if let (Some(file), Some(rank)) = (reading.file, reading.rank)
            && let Some(from) = Square::new(file, rank)
        {
            return self.given(from, reading);
        }
        if let Some(reason) = self.unsaid_capture(reading) {
            return (WAY, reason);
        }
        let role = self.dialect.role(reading).or(self.dialect.pieces.plain);
        let Some(role) = role else {
            return (ABSENT, "it names no piece".to_owned());
        };
        let (name, pawn) = (self.name(role), self.dialect.pieces.is_pawn(role));
        let mut all = position.board.pieces(position.to_move, role);
        all &= reading.file.map_or(Bitboard::GRID, Bitboard::file);
        all &= reading.rank.map_or(Bitboard::GRID, Bitboard::rank);
        let straight = pawn && reading.file.is_none() && !reading.capture;
        if straight {
            all &= Bitboard::file(reading.to.file());
        }
        let file = reading.file.or(straight.then_some(reading.to.file()));
        let place = match (file, reading.rank) {
            (Some(file), _) => format!(" on the {}-file", char::from(b'a' + file)),
            (_, Some(rank)) => format!(" on rank {}", rank + 1),
            _ => String::new(),
        };
        let faults = all.map(|from| self.fault(role, from, reading));
        match faults.max_by_key(|f| f.0) {
            None => {
                let side = self.side(position.to_move);
                (ABSENT, format!("{side} has no {name}{place}"))
            }
            Some(fault) if !all.many() || fault.0 > TARGET => fault,
            Some((near, reason)) => {
                let stand = listed(all);
                let more = match near {
                    SHAPE => String::new(),
                    _ => format!(": {reason}"),
                };
                let to = reading.to;
                (near, format!("no {name} (on {stand}) can go to {to}{more}"))
            }
        }
    }

    /// The piece whose whole origin was typed.
    fn given(&self, from: Square, typed: &Reading) -> Fault {
        let position = self.position;
        let absent = |reason| (ABSENT, reason);
        let Some(found) = position.board.at(from) else {
            return absent(match position.area.has(from) {
                true => format!("there is no piece on {from}"),
                false => format!("there is no square on {from}"),
            });
        };
        if found.owner != Some(position.to_move) {
            let mover = self.side(position.to_move);
            let whose = self.whose(from);
            return absent(format!("on {from} stands {whose}, and {mover} is to move"));
        }
        if self.dialect.role(typed).is_some_and(|r| r != found.role) {
            let letter = self.dialect.pieces.about(found.role).letter;
            let a = self.a(found.role);
            return absent(format!("the piece on {from} is {a} ({letter})"));
        }
        self.fault(found.role, from, typed)
    }

    /// What is wrong with the move of this own piece, which is not legal, and where it can go.
    #[must_use]
    pub fn fault(&self, role: Role, from: Square, typed: &Reading) -> Fault {
        let (near, reason) = self.own_fault(role, from, typed);
        if !(SHAPE..=WAY).contains(&near) || from == typed.to {
            return (near, reason);
        }
        let name = self.name(role);
        let goals = self.goals(role, from);
        let goals: Vec<String> = goals.map(|s| s.to_string()).collect();
        let where_to = match goals.is_empty() {
            true => "has no move now".to_owned(),
            false => format!("can go to {}", enumerate(&goals, 14)),
        };
        (near, format!("{reason}; the {name} on {from} {where_to}"))
    }

    /// Where the own piece can go: legally, or by its movement alone where other actions follow.
    fn goals(&self, role: Role, from: Square) -> Bitboard {
        let (position, pieces) = (self.position, self.dialect.pieces);
        let (mut goals, passing) = match self.king_safe {
            true => (
                position.legal_to(pieces, from),
                position.en_passant_captures(pieces).collect(),
            ),
            false => (
                position.targets(pieces, role, from),
                position.en_passant_pawns(pieces),
            ),
        };
        if let Some(right) = position.en_passant.filter(|_| passing.has(from)) {
            goals = goals.with(right.square);
        }
        goals
    }

    fn own_fault(&self, role: Role, from: Square, typed: &Reading) -> Fault {
        let (position, to) = (self.position, typed.to);
        let name = self.name(role);
        if from == to {
            return (SHAPE, format!("the {name} stands on {from} already"));
        }
        if let Some(wing) = self.castling_meant(role, from, to)
            && let Some(fault) = position.castling_fault(self.dialect.pieces, wing)
        {
            return (WAY, self.castling(wing, fault));
        }
        if !position.area.has(to) {
            return (TARGET, format!("there is no square on {to}"));
        }
        if let Some(fault) = self.shape(role, from, to) {
            return fault;
        }
        let own = position.board.of(position.to_move).has(to);
        if own && !(self.dialect.pieces.is_pawn(role) && from.file() == to.file()) {
            return (
                TARGET,
                format!("your own {} stands on {to}", self.name_at(to)),
            );
        }
        self.blocked(role, from, to)
            .or_else(|| self.sign(role, typed))
            .unwrap_or_else(|| (KING, self.exposed(role, from, to)))
    }

    /// A capture of nothing, or a promotion that is none.
    fn sign(&self, role: Role, typed: &Reading) -> Option<Fault> {
        let (position, pieces, to) = (self.position, self.dialect.pieces, typed.to);
        let passing = pieces.is_pawn(role) && position.en_passant.is_some_and(|e| e.square == to);
        if typed.capture && !position.board.occupied().has(to) && !passing {
            return Some((SIGN, nothing_to_capture(to)));
        }
        let letter = promotion(&typed.tail).flatten()?;
        let pawns = pieces.pawns.as_ref()?;
        if !pieces.is_pawn(role) {
            return Some((SIGN, "only pawns are promoted".to_owned()));
        }
        if !pawns.zone(position.to_move).has(to) {
            return Some((SIGN, "a pawn is promoted only on the last rank".to_owned()));
        }
        let letters: Vec<String> = pawns
            .promotions
            .iter()
            .map(|r| pieces.about(*r).letter.to_string())
            .collect();
        let known = letters.iter().any(|l| l.starts_with(letter));
        let becomes = enumerate(&letters, letters.len());
        (!known).then(|| (SIGN, format!("a pawn becomes {becomes}, not {letter}")))
    }

    /// A square alone never means a pawn's capture.
    fn unsaid_capture(&self, reading: &Reading) -> Option<String> {
        let (position, pieces, to) = (self.position, self.dialect.pieces, reading.to);
        let pawns = pieces.pawns.as_ref()?;
        let named = self.dialect.role(reading);
        if reading.file.is_some() || reading.capture || named.is_some_and(|r| r != pawns.role) {
            return None;
        }
        let own = position.board.pieces(position.to_move, pawns.role);
        let going = own.filter(|from| position.targets(pieces, pawns.role, *from).has(to));
        let going: Bitboard = going.collect();
        if (going & Bitboard::file(to.file())).any() {
            return None;
        }
        let from = going.first()?;
        let sign = self.dialect.capture;
        Some(format!(
            "the pawn on {from} can only capture there, which is written {from}{sign}{to}"
        ))
    }

    /// `White`, `Red`.
    fn side(&self, seat: Seat) -> &'static str {
        self.dialect.pieces.side(seat)
    }

    fn name(&self, role: Role) -> &'static str {
        self.dialect.pieces.about(role).name
    }

    /// The name with its article.
    fn a(&self, role: Role) -> String {
        let name = self.name(role);
        let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
        format!("{} {name}", if vowel { "an" } else { "a" })
    }

    fn name_at(&self, at: Square) -> &'static str {
        let piece = self.position.board.at(at);
        piece.map_or("piece", |p| self.name(p.role))
    }

    /// `your pawn`, `Black's pawn`.
    #[must_use]
    pub fn whose(&self, at: Square) -> String {
        let name = self.name_at(at);
        match self.position.board.at(at).and_then(|p| p.owner) {
            Some(seat) if seat == self.position.to_move => format!("your {name}"),
            Some(seat) => format!("{}'s {name}", self.side(seat)),
            None => "the edge".to_owned(),
        }
    }
}

fn nothing_to_capture(to: Square) -> String {
    format!("there is nothing to capture on {to} (to step on an empty square is written with -)")
}

/// Squares by name, in alphabetical order: `b1 or g1`.
#[must_use]
pub fn listed(set: Bitboard) -> String {
    let mut all: Vec<String> = set.map(|s| s.to_string()).collect();
    all.sort_unstable();
    enumerate(&all, all.len())
}
