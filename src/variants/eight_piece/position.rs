//! Positions, and what a turn does to them.

use crate::rules::board::geometry::{between, direction};
use crate::rules::{Bitboard, Direction, Move, Piece, Role, Seat, Square, moves};

use super::attacks;
use super::pieces::{KING, KNIGHT, LANCER, PAWN, PIECES, faced, held};

/// A position: what its text says.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The pieces and the rights. A lancer's state is its facing.
    pub base: moves::Position,
    /// What the turn before has pushed.
    pub pushed: Option<Pushed>,
}

/// A unit that was just pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// From where: the square of the sentry.
    pub from: Square,
    /// The square on which the unit is now.
    pub to: Square,
}

impl Pushed {
    /// Where a unit of this kind may not go on its owner's turn after the push (P3).
    pub fn banned(self, role: Role) -> Bitboard {
        match role {
            PAWN => Bitboard::EMPTY,
            KNIGHT => Bitboard::of(self.from),
            _ => between(self.from, self.to).with(self.from),
        }
    }
}

/// A turn. `facing` of a lancer is where it looks afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A unit moves, or king and partner castle.
    Move {
        /// The move of a unit, or the castling, without the facing.
        mv: Move,
        /// How a lancer has turned after it, if it has; always there where a pawn becomes a lancer.
        facing: Option<Direction>,
    },
    /// A lancer turns and does not move: it re-orients (L2), or is held and was pushed (L3).
    Turn {
        /// The square on which it stands.
        at: Square,
        /// Where it looks then.
        facing: Direction,
    },
    /// A lancer that was pushed turns and then moves (L3).
    TurnMove {
        /// The direction in which the lancer turns, and in which it then moves.
        facing: Direction,
        /// The move, which begins on the square of the lancer.
        mv: Move,
    },
    /// A sentry pushes a unit.
    Push(Push),
    /// The player passes (J3).
    Pass,
}

/// A push: a sentry moves onto a unit, which goes somewhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// From where the sentry comes.
    pub from: Square,
    /// Where the unit stood; the sentry stands there then.
    pub at: Square,
    /// The kind of the unit that is pushed, of either side.
    pub role: Role,
    /// Where the unit goes.
    pub to: Square,
    /// Whether it captures there.
    pub captures: bool,
}

impl Action {
    /// A move in which nothing turns.
    pub const fn plain(mv: Move) -> Self {
        Self::Move { mv, facing: None }
    }

    /// The square on which something is captured.
    pub const fn captured(&self) -> Option<Square> {
        match self {
            Self::Move { mv, .. } | Self::TurnMove { mv, .. } => mv.captured(),
            Self::Push(push) if push.captures => Some(push.to),
            _ => None,
        }
    }

    /// From where and to where a pawn goes, by its own move or pushed.
    pub fn pawn(&self) -> Option<(Square, Square)> {
        match self {
            Self::Move {
                mv: Move::Step { role, from, to, .. },
                ..
            } if *role == PAWN => Some((*from, *to)),
            Self::Push(push) if push.role == PAWN => Some((push.at, push.to)),
            _ => None,
        }
    }
}

/// What repetition compares (E3): en passant counts only where a capture is legal (C3), and a push
/// where it bars or allows something.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity(moves::Identity, Option<Pushed>);

impl Position {
    /// What is compared for repetition: the last push counts where it bars or allows something.
    pub fn identity(&self) -> Identity {
        let passing = |_: &_| super::legal::en_passant_captures(self).any();
        let key = self.base.identity_where(passing);
        Identity(key, self.pushed_piece().map(|(pushed, _)| pushed))
    }

    /// The unit that was just pushed, if it is no pawn.
    pub fn pushed_piece(&self) -> Option<(Pushed, Piece)> {
        let pushed = self.pushed?;
        let piece = self.base.board.at(pushed.to)?;
        (piece.role != PAWN).then_some((pushed, piece))
    }

    /// Where the own unit on `from` may not go this turn (P3).
    pub fn banned(&self, from: Square) -> Bitboard {
        match self.pushed {
            Some(pushed) if pushed.to == from => {
                let piece = self.base.board.at(from);
                piece.map_or(Bitboard::EMPTY, |piece| pushed.banned(piece.role))
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Whether the lancer on `at` may turn before it moves (L3).
    pub fn may_turn_first(&self, at: Square) -> bool {
        self.pushed.is_some_and(|pushed| pushed.to == at)
    }

    /// The units of the side to move that are held.
    pub fn held(&self) -> Bitboard {
        held(&self.base.board, self.base.to_move)
    }

    /// Where the king of the side to move stands.
    #[inline]
    pub fn king(&self) -> Square {
        self.base.king(&PIECES, self.base.to_move)
    }

    /// The units that attack the king of `seat`.
    pub fn checkers(&self, seat: Seat) -> Bitboard {
        let king = self.base.king(&PIECES, seat);
        let pushed = self.pushed.filter(|_| seat != self.base.to_move);
        attacks::attackers(&self.base.board, king, seat.other(), pushed)
    }

    /// Whether the king of the side to move, which has just done `action`, is safe (E1).
    #[inline]
    pub fn is_safe_after(&self, action: &Action) -> bool {
        let mut after = self.clone();
        after.act(action);
        after.is_safe()
    }

    /// Whether the king of the side to move is safe once it has acted.
    #[inline]
    pub fn is_safe(&self) -> bool {
        let (board, us) = (&self.base.board, self.base.to_move);
        !attacks::attacked(board, self.king(), us.other(), self.pushed)
    }

    /// Does what a turn does; whose turn it is and the counters stay.
    pub fn act(&mut self, action: &Action) {
        self.pushed = None;
        match *action {
            Action::Move { mv, facing } => self.go(&mv, facing),
            Action::Turn { at, facing } => {
                self.base.en_passant = None;
                self.face(at, facing);
            }
            Action::TurnMove { facing, mv } => self.go(&mv, Some(facing)),
            Action::Push(push) => self.push(push),
            Action::Pass => self.base.en_passant = None,
        }
    }

    fn go(&mut self, mv: &Move, facing: Option<Direction>) {
        self.base.make(&PIECES, mv);
        if let (Some(facing), Some((_, to))) = (facing, mv.route()) {
            self.face(to, facing);
        }
    }

    fn face(&mut self, at: Square, facing: Direction) {
        if let Some(lancer) = self.base.board.at(at).filter(|p| p.role == LANCER) {
            self.base.board.put(at, faced(lancer, facing));
        }
    }

    fn push(&mut self, push: Push) {
        let Push { from, at, to, .. } = push;
        let them = self.base.to_move.other();
        let board = &mut self.base.board;
        let (Some(sentry), Some(unit)) = (board.take(from), board.take(at)) else {
            return;
        };
        // A nudge turns the lancer; a charge of one square goes the way that it faces (P1).
        let nudged = push.role == LANCER && !push.captures && at.distance(to) == 1;
        let unit = match direction(at, to).filter(|_| nudged) {
            Some(facing) => faced(unit, facing),
            None => unit,
        };
        board.put(at, sentry);
        board.put(to, unit);
        // What was pushed has moved, and so has the king (P6).
        if push.role == KING {
            self.base.castling[them.index()] = [None; 2];
        }
        self.base.lose_partner(them, at);
        self.base.lose_partner(them, to);
        self.base.en_passant = None;
        self.pushed = Some(Pushed { from: at, to });
    }
}
