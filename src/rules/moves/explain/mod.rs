//! Why a typed move is not possible: always the reason, and the nearest one.

mod king;
mod way;

use crate::rules::notation::promotion;
use crate::rules::{Bitboard, PieceSet, PieceType, Reading, Reason, Role, Seat, Square, Wing};

use super::{Move, Position};

/// A reason to complete a sentence, and how near to a legal move it comes: of several readings
/// and pieces the nearest is meant.
pub type Fault = (u8, Reason);

const ABSENT: u8 = 1;
const SHAPE: u8 = 2;
const TARGET: u8 = 3;
const WAY: u8 = 4;
const SIGN: u8 = 5;
const KING: u8 = 6;

/// What a game says better than the kit: why a piece does not go from one square to another,
/// whatever stands on the board. `None` where it has nothing to add.
pub type Hint = fn(role: Role, seat: Seat, from: Square, to: Square) -> Option<Reason>;

/// Explains what is wrong in a position.
#[derive(Clone, Copy)]
pub struct Explain<'a> {
    /// The pieces of the game, with its notation.
    pub pieces: &'a PieceSet,
    /// Where the move was tried.
    pub position: &'a Position,
    /// Advice of the game about a piece that does not move that way; `None`: it has none.
    pub hint: Hint,
    /// What the game knows of a lost right to castle; completes a sentence.
    pub lost: &'a dyn Fn(Wing) -> Option<Reason>,
    /// Whether the king must be safe right after the move; elsewhere other actions follow.
    pub king_safe: bool,
    /// Whether nothing else in the game bars a piece from going from one square to another, legally.
    pub open: &'a dyn Fn(Role, Square, Square) -> bool,
    /// That a piece is stopped where there is no square.
    pub hole: fn() -> Reason,
}

impl<'a> Explain<'a> {
    /// Explains a position of a game that has nothing to add.
    pub fn new(pieces: &'a PieceSet, position: &'a Position) -> Self {
        Self {
            pieces,
            position,
            hint: |_, _, _, _| None,
            lost: &|_| None,
            king_safe: true,
            open: &|_, _, _| true,
            hole: || Reason::new("way-has-hole"),
        }
    }

    /// Why no legal move fits these readings of `text`; completes a sentence.
    pub fn step(&self, text: &str, readings: &[Reading]) -> Reason {
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
        nearest.unwrap_or_else(no_move)
    }

    /// Why none of the moves is legal that another notation means; completes a sentence.
    pub fn meant(&self, moves: &[Move]) -> Reason {
        let fault = |mv: &Move| match *mv {
            Move::Step { role, from, to, .. } => {
                let bare = Reading::of_squares(from, to);
                let own = self.position.board.of(self.position.to_move).has(from);
                let ((near, why), turn) = match own {
                    true => (self.fault(role, from, &bare), self.pieces.write(mv)),
                    false => (self.given(from, &bare), format!("{from}-{to}")),
                };
                let meaning = Reason::new("it-means").text("turn", turn);
                (near, meaning.with("why", why))
            }
            Move::Castle(_) => (ABSENT, no_move()),
        };
        let nearest = moves.iter().map(fault).max_by_key(|f| f.0);
        nearest.map_or_else(no_move, |f| f.1)
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
        let Some(role) = self.pieces.named(reading).or(self.pieces.plain) else {
            return (ABSENT, Reason::new("no-piece-named"));
        };
        let mut all = position.board.pieces(position.to_move, role);
        all &= reading.file.map_or(Bitboard::GRID, Bitboard::file);
        all &= reading.rank.map_or(Bitboard::GRID, Bitboard::rank);
        let straight = reading.file.is_none() && !reading.capture;
        let (mut file, mut rank) = (reading.file, reading.rank);
        if let Some(pawns) = self.pieces.pawns_of(role).filter(|_| straight) {
            let line = pawns.line(position.to_move, reading.to);
            all &= line;
            match line == Bitboard::rank(reading.to.rank()) {
                true => rank = rank.or(Some(reading.to.rank())),
                false => file = Some(reading.to.file()),
            }
        }
        let faults = all.map(|from| self.fault(role, from, reading));
        match faults.max_by_key(|f| f.0) {
            None => (ABSENT, self.nowhere(role, file, rank)),
            Some(fault) if !all.many() || fault.0 > TARGET => fault,
            Some((near, reason)) => {
                let none = Reason::new("no-piece-goes").name("piece", self.name(role));
                let none = none.list("squares", all.names()).text("to", reading.to);
                match near {
                    SHAPE => (near, none),
                    _ => (near, none.with("why", reason)),
                }
            }
        }
    }

    /// That the side to move has no such piece on a file or rank, or at all.
    fn nowhere(&self, role: Role, file: Option<u8>, rank: Option<u8>) -> Reason {
        let side = self.side(self.position.to_move);
        let none = Reason::new("no-such-piece").name("side", side);
        let none = none.name("piece", self.name(role));
        match (file, rank) {
            (Some(file), _) => none.text("file", char::from(b'a' + file)),
            (_, Some(rank)) => none.number("rank", rank + 1),
            _ => none,
        }
    }

    /// The piece whose whole origin was typed.
    fn given(&self, from: Square, typed: &Reading) -> Fault {
        let position = self.position;
        let Some(found) = position.board.at(from) else {
            let reason = match position.area.has(from) {
                true => Reason::new("no-piece-there"),
                false => Reason::new("no-square"),
            };
            return (ABSENT, reason.text("square", from));
        };
        if found.owner != Some(position.to_move) {
            let reason = Reason::new("not-to-move").text("square", from);
            let reason = reason.with("piece", self.whose(from));
            return (ABSENT, reason.name("side", self.side(position.to_move)));
        }
        if self.pieces.named(typed).is_some_and(|r| r != found.role) {
            let PieceType { name, letter, .. } = self.pieces.about(found.role);
            let reason = Reason::new("other-piece-there").text("square", from);
            return (ABSENT, reason.name("piece", name).text("letter", letter));
        }
        self.fault(found.role, from, typed)
    }

    /// What is wrong with the move of this own piece, which is not legal, and where it can go.
    pub fn fault(&self, role: Role, from: Square, typed: &Reading) -> Fault {
        let (near, reason) = self.own_fault(role, from, typed);
        if !(SHAPE..=WAY).contains(&near) || from == typed.to {
            return (near, reason);
        }
        let reason = Reason::new("piece-can-go").with("why", reason);
        let reason = reason.name("piece", self.name(role)).text("from", from);
        (near, reason.list("goals", self.goals(role, from)))
    }

    /// Where the own piece can go: legally, or by its movement alone where other actions follow.
    fn goals(&self, role: Role, from: Square) -> Bitboard {
        let (position, pieces) = (self.position, self.pieces);
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
        goals.filter(|to| (self.open)(role, from, *to)).collect()
    }

    fn own_fault(&self, role: Role, from: Square, typed: &Reading) -> Fault {
        let (position, to) = (self.position, typed.to);
        if from == to {
            let reason = Reason::new("stands-there-already").name("piece", self.name(role));
            return (SHAPE, reason.text("square", from));
        }
        if let Some(wing) = self.castling_meant(role, from, to)
            && let Some(fault) = position.castling_fault(self.pieces, wing)
        {
            return (WAY, self.castling(wing, fault));
        }
        if !position.area.has(to) {
            return (TARGET, Reason::new("no-square").text("square", to));
        }
        if let Some(fault) = self.shape(role, from, to) {
            return fault;
        }
        let own = position.board.of(position.to_move).has(to);
        if own && !(self.pieces.is_pawn(role) && from.file() == to.file()) {
            let reason = Reason::new("own-piece-there").name("piece", self.name_at(to));
            return (TARGET, reason.text("square", to));
        }
        self.blocked(role, from, to)
            .or_else(|| Some((SIGN, self.sign(role, typed)?)))
            .unwrap_or_else(|| (KING, self.exposed(role, from, to)))
    }

    /// A capture of nothing, or a promotion that is none.
    fn sign(&self, role: Role, typed: &Reading) -> Option<Reason> {
        let (position, pieces, to) = (self.position, self.pieces, typed.to);
        let passing = pieces.is_pawn(role) && position.en_passant.is_some_and(|e| e.square == to);
        if typed.capture && !position.board.occupied().has(to) && !passing {
            return Some(Reason::new("empty-square-captured").text("square", to));
        }
        let letter = promotion(&typed.tail).flatten()?;
        // `Nf3 x`
        if pieces.by_letter(letter).is_none() && !pieces.is_pawn(role) {
            return Some(Reason::new("nothing-means-that").text("letter", letter));
        }
        let pawns = pieces.pawns.as_ref()?;
        if !pieces.is_pawn(role) {
            return Some(Reason::new("only-pawns-promoted"));
        }
        if !pawns.zone(position.to_move).has(to) {
            return Some(Reason::new("promoted-on-last-rank"));
        }
        let mut letters = pawns.promotions.iter().map(|r| pieces.about(*r).letter);
        let becomes = Reason::new("pawn-becomes").list("letters", letters.clone());
        let known = letters.any(|known| known == letter);
        (!known).then(|| becomes.text("letter", letter))
    }

    /// A square alone never means a pawn's capture.
    fn unsaid_capture(&self, reading: &Reading) -> Option<Reason> {
        let (position, pieces, to) = (self.position, self.pieces, reading.to);
        let pawns = pieces.pawns.as_ref()?;
        let named = self.pieces.named(reading);
        if reading.file.is_some() || reading.capture || named.is_some_and(|r| r != pawns.role) {
            return None;
        }
        let own = position.board.pieces(position.to_move, pawns.role);
        let goes = |from: &Square| position.targets(pieces, pawns.role, *from).has(to);
        let going: Bitboard = own.filter(goes).collect();
        if (going & pawns.line(position.to_move, to)).any() {
            return None;
        }
        let from = going.first()?;
        let sign = self.pieces.capture;
        let reason = Reason::new("pawn-only-captures-there").text("from", from);
        Some(reason.text("written", format!("{from}{sign}{to}")))
    }

    /// The name of a seat in a sentence: `White`, `Red`.
    fn side(&self, seat: Seat) -> &'static str {
        self.pieces.side(seat)
    }

    fn name(&self, role: Role) -> &'static str {
        self.pieces.about(role).name
    }

    /// That this kind of piece does not move like that.
    fn wrong_way(&self, role: Role, from: Square, to: Square) -> Reason {
        let reason = Reason::new("does-not-go-there").name("piece", self.name(role));
        reason.text("from", from).text("to", to)
    }

    /// The kind of piece on a square.
    pub fn name_at(&self, at: Square) -> &'static str {
        let piece = self.position.board.at(at);
        piece.map_or("piece", |p| self.name(p.role))
    }

    /// `your pawn`, `Black's pawn`.
    pub fn whose(&self, at: Square) -> Reason {
        let Some(owner) = self.position.board.at(at).and_then(|p| p.owner) else {
            return Reason::new("the-edge");
        };
        let whose = Reason::new("piece-of").name("piece", self.name_at(at));
        let whose = whose.name("side", self.side(owner));
        match owner == self.position.to_move {
            true => whose.number("own", 1),
            false => whose,
        }
    }
}

fn no_move() -> Reason {
    Reason::new("no-move-named")
}
