//! The board, the rights, and how a move changes them.

use crate::rules::pieces::castling::{Attempt, CastlingFault, Rights};
use crate::rules::{Bitboard, Board, EnPassant, PieceSet, Role, Seat, Seats, Square, Wing};

use super::Move;

/// A position: what a FEN says. Castling and [`Position::pass_turn`] are for two players; all else is right for
/// as many as there are sides.
///
/// There is exactly one royal piece of each seat that plays, and nothing stands outside `area`: [`super::fen::read`]
/// guarantees both. Methods that look for a king panic without one.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Position {
    /// The pieces, each on its square.
    pub board: Board,
    /// The squares that exist.
    pub area: Bitboard,
    /// Whose turn it is.
    pub to_move: Seat,
    /// With which partners each king may still castle, by seat and wing.
    pub castling: Rights,
    /// The right that the last double step gave, whether or not a capture is possible.
    pub en_passant: Option<EnPassant>,
    /// Turns of both sides since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the turn, counted up after the second seat's.
    pub fullmove_number: u32,
}

/// A position's identity for repetition (FIDE 9.2.3): the counters do not count, and en passant
/// only where a capture is legal (C3).
#[derive(Clone, PartialEq, Eq)]
pub struct Identity(Position);

impl Position {
    /// An empty board, the first seat to move.
    pub fn empty(area: Bitboard) -> Self {
        Self {
            area,
            fullmove_number: 1,
            ..Self::default()
        }
    }

    /// What is compared for repetition; en passant counts only where a capture is legal.
    pub fn identity(&self, pieces: &PieceSet) -> Identity {
        let usable = |_: &EnPassant| self.en_passant_captures(pieces).next().is_some();
        self.identity_where(usable)
    }

    /// Its identity, where the rules say otherwise than by [`Position::identity`] whether an en
    /// passant capture is legal.
    pub fn identity_where(&self, usable: impl FnOnce(&EnPassant) -> bool) -> Identity {
        Identity(Self {
            halfmove_clock: 0,
            fullmove_number: 0,
            en_passant: self.en_passant.filter(usable),
            ..self.clone()
        })
    }

    /// `3.` or `3...`: the number of the turn now due, as players write it before the turn.
    pub fn label(&self) -> String {
        let dots = if self.to_move == Seat(0) { "." } else { "..." };
        format!("{}{dots}", self.fullmove_number)
    }

    /// What stops a slider: pieces and missing squares.
    #[inline]
    pub fn blockers(&self) -> Bitboard {
        self.board.occupied() | !self.area
    }

    /// Where the king of `seat` stands.
    ///
    /// # Panics
    /// There is none: positions without one are refused when they are read, and kings are never
    /// captured.
    #[inline]
    pub fn king(&self, pieces: &PieceSet, seat: Seat) -> Square {
        let kings = self.board.pieces(seat, pieces.royal);
        kings.first().expect("a king on each side")
    }

    /// The pieces of others than the side to move.
    #[inline]
    pub fn enemies(&self) -> Bitboard {
        self.board.occupied() & !self.board.of(self.to_move)
    }

    /// The pieces of others than `seat` that attack a king of `seat` on `king`, where `blockers` stand in
    /// the way.
    #[inline]
    pub fn threats(
        &self,
        pieces: &PieceSet,
        king: Square,
        seat: Seat,
        blockers: Bitboard,
    ) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for by in pieces.others(seat) {
            found |= pieces.threats(&self.board, king, by, (blockers, self.area));
        }
        found
    }

    /// The pieces that give check to the king of `seat`.
    pub fn checkers(&self, pieces: &PieceSet, seat: Seat) -> Bitboard {
        let king = self.king(pieces, seat);
        self.threats(pieces, king, seat, self.blockers())
    }

    /// Seats whose king is attacked.
    pub fn in_check(&self, pieces: &PieceSet) -> Vec<Seat> {
        let attacked = |seat: &Seat| self.checkers(pieces, *seat).any();
        Seat::BOTH.into_iter().filter(attacked).collect()
    }

    /// The move of the own piece `role` from `from` to `to`, with what it captures there.
    #[inline]
    pub fn step(&self, pieces: &PieceSet, role: Role, from: Square, to: Square) -> Move {
        let taken = self.enemies().has(to);
        let movement = || &pieces.movement(role, self.to_move).capture;
        let passes = || pieces.is_pawn(role) && movement().leaps(from).has(to);
        let captured = match self.en_passant {
            _ if taken => Some(to),
            Some(right) if right.square == to && passes() => Some(right.pawn),
            _ => None,
        };
        Move::Step {
            role,
            from,
            to,
            captured,
            promotion: None,
        }
    }

    /// Whether the king of the side to move is not attacked after one of its own pieces has gone from
    /// `from` to `to` and what stands on `captured` is taken away. Not for castling.
    #[inline]
    pub fn safe_after(
        &self,
        pieces: &PieceSet,
        (from, to): (Square, Square),
        captured: Option<Square>,
    ) -> bool {
        let king = self.king(pieces, self.to_move);
        let king = if king == from { to } else { king };
        let mut blockers = self.blockers().without(from);
        let mut gone = Bitboard::of(to);
        if let Some(at) = captured {
            blockers = blockers.without(at);
            gone = gone.with(at);
        }
        let found = self.threats(pieces, king, self.to_move, blockers.with(to));
        (found & !gone).is_empty()
    }

    /// What a king and its partner would have to do to castle; `None` where the right is lost.
    pub fn castling_attempt(&self, pieces: &PieceSet, wing: Wing) -> Option<Attempt> {
        let seat = self.to_move;
        Some(Attempt {
            king: self.king(pieces, seat),
            partner: self.castling[seat.index()][wing as usize]?,
            goals: pieces.castling.as_ref()?.goals(seat, wing),
        })
    }

    /// Why the side to move cannot castle this way, if it cannot.
    pub fn castling_fault(&self, pieces: &PieceSet, wing: Wing) -> Option<CastlingFault> {
        let Some(attempt) = self.castling_attempt(pieces, wing) else {
            return Some(CastlingFault::Lost);
        };
        attempt.fault(&self.board, self.area, |square, blockers| {
            self.threats(pieces, square, self.to_move, blockers).any()
        })
    }

    /// Makes a move of the side to move: board and rights. Whose turn it is and the counters stay
    /// (see [`Position::pass_turn`]).
    #[inline]
    pub fn make(&mut self, pieces: &PieceSet, mv: &Move) {
        let seat = self.to_move;
        self.en_passant = None;
        match *mv {
            Move::Castle(wing) => self.castle(pieces, wing),
            Move::Step {
                role,
                from,
                to,
                captured,
                promotion,
            } => {
                if let Some(at) = captured {
                    self.board.take(at);
                    self.lose_partner(seat.other(), at);
                }
                let Some(mut piece) = self.board.take(from) else {
                    return;
                };
                piece.role = promotion.unwrap_or(piece.role);
                self.board.put(to, piece);
                if role == pieces.royal {
                    self.castling[seat.index()] = [None; 2];
                } else {
                    self.lose_partner(seat, from);
                }
                if pieces.is_pawn(role) {
                    self.en_passant = passed_over(pieces, seat, from, to);
                }
            }
        }
    }

    /// Hands the turn to the other side; `progress` sets the halfmove clock back.
    #[inline]
    pub fn pass_turn(&mut self, progress: bool) {
        self.halfmove_clock = match progress {
            true => 0,
            false => self.halfmove_clock.saturating_add(1),
        };
        let number = self.fullmove_number;
        self.fullmove_number = number.saturating_add(u32::from(self.to_move.0));
        self.to_move = self.to_move.other();
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, pieces: &PieceSet, mv: &Move) {
        self.make(pieces, mv);
        self.pass_turn(progresses(pieces, mv));
    }

    /// Ends the castling rights that hang on a partner on `at`.
    #[inline]
    pub fn lose_partner(&mut self, seat: Seat, at: Square) {
        for right in &mut self.castling[seat.index()] {
            *right = right.filter(|partner| *partner != at);
        }
    }

    fn castle(&mut self, pieces: &PieceSet, wing: Wing) {
        let seat = self.to_move;
        let Some(attempt) = self.castling_attempt(pieces, wing) else {
            return;
        };
        // In Chess960 the squares may overlap: first both leave, then both arrive.
        let goals = [attempt.goals.king, attempt.goals.partner];
        let pair = [attempt.king, attempt.partner].map(|at| self.board.take(at));
        for (piece, goal) in pair.into_iter().zip(goals) {
            if let Some(piece) = piece {
                self.board.put(goal, piece);
            }
        }
        self.castling[seat.index()] = [None; 2];
    }
}

/// Whether a move cannot be taken back: captures and pawn moves.
#[inline]
pub fn progresses(pieces: &PieceSet, mv: &Move) -> bool {
    matches!(mv, Move::Step { role, captured, .. } if captured.is_some() || pieces.is_pawn(*role))
}

/// The right that a pawn's step from `from` to `to` gives to the others.
#[inline]
fn passed_over(pieces: &PieceSet, seat: Seat, from: Square, to: Square) -> Option<EnPassant> {
    let pawns = pieces.pawns.as_ref()?;
    let square = pawns.ahead(seat, from, 1)?;
    (pawns.ahead(seat, from, 2) == Some(to)).then_some(EnPassant {
        square,
        pawn: to,
        seats: Seats::first(pieces.sides.len()).without(seat),
    })
}
