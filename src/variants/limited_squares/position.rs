//! Positions, and what the actions of a turn do to them.

use crate::rules::moves::{self, progresses};
use crate::rules::{Bitboard, Move, Piece, Role, Square};

use super::rules::{Barring, Rules};
use super::turns;

/// A position: the squares that exist are the area of `base`.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The pieces, the squares that exist, and the rights.
    pub base: moves::Position,
    /// Squares of each seat, under its pieces too; empty where squares are neutral.
    pub owned: [Bitboard; 2],
    /// Squares in reserve; 0 and unused in the unlimited games.
    pub reserves: [u8; 2],
    /// Squares that the side to move may not move (S10).
    pub barred: Bitboard,
}

/// A square's move, with the piece on it in `moving-squares`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The location of the square, which becomes a hole.
    pub from: Square,
    /// The hole that it goes to.
    pub to: Square,
    /// What a pawn carried to its last rank becomes (S15).
    pub promotion: Option<Role>,
}

/// One action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A piece moves, or king and partner castle.
    Move(Move),
    /// A square is placed in a hole.
    Place(Square),
    /// A square goes into a hole.
    Shift(Shift),
}

/// Whether a turn ends with a placing that fills what the moved square left (S11).
pub fn refills(turn: &[Action]) -> bool {
    matches!(turn, [.., Action::Shift(shift), Action::Place(at)] if *at == shift.from)
}

/// What repetition compares (S12, C3).
#[derive(Clone, PartialEq, Eq)]
pub struct Identity(moves::Identity, [Bitboard; 2], [u8; 2], Bitboard);

impl Position {
    /// Its identity: en passant counts only where a turn can begin with a capture (C3).
    pub fn identity(&self, rules: &Rules) -> Identity {
        let (base, pieces) = (&self.base, rules.pieces);
        let key = base.identity_where(|right| {
            let begins = |from: &Square| {
                let mv = |piece: Piece| base.step(pieces, piece.role, *from, right.square);
                let mv = base.board.at(*from).map(mv);
                mv.is_some_and(|mv| turns::begins(rules, self, mv))
            };
            base.en_passant_pawns(pieces).find(begins).is_some()
        });
        Identity(key, self.owned, self.reserves, self.barred)
    }

    /// Locations without a square.
    #[inline]
    pub fn holes(&self) -> Bitboard {
        Bitboard::BOARD_8X8 & !self.base.area
    }

    /// Squares without a piece.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        self.base.area & !self.base.board.occupied()
    }

    /// The position after these actions, the same side to move.
    pub fn after(&self, rules: &Rules, made: &[Action]) -> Self {
        let mut after = self.clone();
        for action in made {
            after.act(rules, action);
        }
        after
    }

    /// Makes one action. The side to move stays.
    pub fn act(&mut self, rules: &Rules, action: &Action) {
        match action {
            Action::Move(mv) => self.go(rules, mv),
            Action::Place(at) => self.place(rules, *at),
            Action::Shift(shift) => self.shift(rules, shift),
        }
    }

    fn go(&mut self, rules: &Rules, mv: &Move) {
        let (left, reached) = match *mv {
            Move::Step { from, to, .. } => (from, Bitboard::of(to)),
            Move::Castle(wing) => match self.base.castling_attempt(rules.pieces, wing) {
                Some(attempt) => {
                    let goals = attempt.goals;
                    (attempt.king, Bitboard::of(goals.king).with(goals.partner))
                }
                None => return,
            },
        };
        self.base.make(rules.pieces, mv);
        if rules.family.unlimited && self.base.fullmove_number >= 4 {
            // A left square goes back to the reserves, of castling only the king's (S13).
            self.base.area = self.base.area.without(left);
        }
        self.own(rules, reached);
    }

    fn place(&mut self, rules: &Rules, at: Square) {
        self.base.area = self.base.area.with(at);
        let reserve = &mut self.reserves[self.base.to_move.index()];
        *reserve = reserve.saturating_sub(1);
        self.own(rules, Bitboard::of(at));
        self.disturb(at);
    }

    fn shift(&mut self, rules: &Rules, shift: &Shift) {
        let Shift {
            from,
            to,
            promotion,
        } = *shift;
        let base = &mut self.base;
        let seat = base.to_move;
        base.area = base.area.without(from).with(to);
        if let Some(piece) = base.board.take(from) {
            let role = promotion.unwrap_or(piece.role);
            base.board.put(to, Piece { role, ..piece });
            base.lose_partner(seat, from);
        }
        let owned = &mut self.owned[seat.index()];
        *owned = owned.without(from);
        self.own(rules, Bitboard::of(to));
        self.disturb(from);
    }

    /// Squares become those of the side to move, where squares have owners.
    #[inline]
    fn own(&mut self, rules: &Rules, squares: Bitboard) {
        if rules.family.owned {
            let seat = self.base.to_move;
            self.owned[seat.index()] |= squares;
            self.owned[seat.other().index()] &= !squares;
        }
    }

    /// Ends the en passant right where a square action takes the passed-over square or the pawn
    /// away, and one that the opponent's turn gave in any case (S7).
    fn disturb(&mut self, at: Square) {
        let seat = self.base.to_move;
        let right = &mut self.base.en_passant;
        *right =
            right.filter(|right| !right.seats.has(seat) && right.square != at && right.pawn != at);
    }

    /// Plays a whole legal turn.
    pub fn play(&mut self, rules: &Rules, turn: &[Action]) {
        let (mut touched, mut moved) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut progress = false;
        for action in turn {
            self.act(rules, action);
            match action {
                Action::Move(mv) => progress |= progresses(rules.pieces, mv),
                Action::Place(at) => {
                    progress |= !rules.family.unlimited;
                    touched = touched.with(*at);
                }
                // A square placed and then moved is barred where it came to rest (S10).
                Action::Shift(shift) => {
                    touched = touched.without(shift.from).with(shift.to);
                    moved = Bitboard::of(shift.to);
                }
            }
        }
        self.barred = match rules.barring {
            Barring::None => Bitboard::EMPTY,
            Barring::Moved => moved,
            Barring::Touched => touched,
        };
        self.base.pass_turn(progress);
    }

    /// Where the king of the side to move stands.
    #[inline]
    pub fn king(&self, rules: &Rules) -> Square {
        self.base.king(rules.pieces, self.base.to_move)
    }
}
