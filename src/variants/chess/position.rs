//! The board, the rights, and how a move changes them.

use crate::rules::bitboard::Bitboard;
use crate::rules::geometry::{bishop, rook};
use crate::rules::square::Square;

use super::piece::{self, Role, Side};

/// Which way a king castles: by the name of the square where it arrives, as in Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// `O-O`: king to the g-file, rook to the f-file.
    King,
    /// `O-O-O`: king to the c-file, rook to the d-file.
    Queen,
}

impl Wing {
    /// Both.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The canonical text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::King => "O-O",
            Self::Queen => "O-O-O",
        }
    }

    /// Where king and rook of `side` arrive.
    pub const fn goals(self, side: Side) -> (Square, Square) {
        let (king, rook) = match self {
            Self::King => (6, 5),
            Self::Queen => (2, 3),
        };
        (on(king, side.rank(0)), on(rook, side.rank(0)))
    }
}

/// The square on `file` and `rank`, both below 8.
pub const fn on(file: u8, rank: u8) -> Square {
    match Square::new(file, rank) {
        Some(square) => square,
        None => panic!("on the board"),
    }
}

/// A whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A piece goes from one square to another.
    Step {
        /// What moves.
        role: Role,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Whether it captures, on `to` or in passing.
        capture: bool,
        /// What a pawn becomes on the last rank.
        becomes: Option<Role>,
    },
    /// King and rook move together (FIDE 3.8.2).
    Castle(Wing),
}

/// What a glance at the board tells. Exactly one king each; nothing stands beyond 8x8.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    roles: [Bitboard; 6],
    sides: [Bitboard; 2],
    /// Whose turn it is.
    pub side: Side,
    /// For each side and wing the rook that may still castle, with the king on the same rank.
    pub castling: [[Option<Square>; 2]; 2],
    /// The square that the last turn's double step passed over, whether or not a capture there is
    /// possible.
    pub passed: Option<Square>,
    /// Turns of both sides since the last capture or pawn move.
    pub clock: u32,
    /// The number of the turn, counted up after Black's.
    pub number: u32,
}

/// A position's identity for repetition (FIDE 9.2.3): the clocks do not count, and en passant only
/// where a capture is legal (C3).
#[derive(Clone, PartialEq, Eq)]
pub struct Key(Position);

impl Position {
    /// An empty board, White to move.
    pub const fn empty() -> Self {
        Self {
            roles: [Bitboard::EMPTY; 6],
            sides: [Bitboard::EMPTY; 2],
            side: Side::White,
            castling: [[None; 2]; 2],
            passed: None,
            clock: 0,
            number: 1,
        }
    }

    /// Its identity.
    pub fn key(&self) -> Key {
        let capturable = |_: &Square| self.passing().any();
        Key(Self {
            clock: 0,
            number: 0,
            passed: self.passed.filter(capturable),
            ..self.clone()
        })
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: Square, role: Role, side: Side) {
        self.roles[role as usize] |= Bitboard::of(square);
        self.sides[side as usize] |= Bitboard::of(square);
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// What stops a slider: pieces and the edge.
    #[inline]
    pub fn blockers(&self) -> Bitboard {
        self.occupied() | !Bitboard::BOARD_8X8
    }

    /// The pieces of a side.
    #[inline]
    pub fn of(&self, side: Side) -> Bitboard {
        self.sides[side as usize]
    }

    /// The pieces of one kind.
    #[inline]
    pub fn all(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The pieces of one kind and side.
    #[inline]
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.of(side) & self.all(role)
    }

    /// Where the king of `side` stands.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        self.pieces(side, Role::King)
            .first()
            .expect("a king on each side")
    }

    /// What stands on `square`.
    pub fn at(&self, square: Square) -> Option<(Role, Side)> {
        let side = Side::ALL.into_iter().find(|s| self.of(*s).has(square))?;
        let role = Role::ALL.into_iter().find(|r| self.all(*r).has(square))?;
        Some((role, side))
    }

    /// The pieces among `by` that attack `square` when `blockers` stop sliders.
    #[inline]
    pub fn attackers(&self, square: Square, by: Side, blockers: Bitboard) -> Bitboard {
        let queens = self.all(Role::Queen);
        let found = piece::knight(square) & self.all(Role::Knight)
            | piece::king(square) & self.all(Role::King)
            | piece::pawn(by.other(), square) & self.all(Role::Pawn)
            | bishop(square, blockers) & (self.all(Role::Bishop) | queens)
            | rook(square, blockers) & (self.all(Role::Rook) | queens);
        found & self.of(by)
    }

    /// The pieces that give check to the king of `side`.
    pub fn checkers(&self, side: Side) -> Bitboard {
        self.attackers(self.king(side), side.other(), self.blockers())
    }

    /// Whether nobody can mate any more, as far as that is judged at once (C2, FIDE 5.2.2).
    #[inline]
    pub fn dead(&self) -> bool {
        let strong = self.all(Role::Pawn) | self.all(Role::Rook) | self.all(Role::Queen);
        if strong.any() {
            return false;
        }
        let (knights, bishops) = (self.all(Role::Knight), self.all(Role::Bishop));
        if knights.any() {
            return bishops.is_empty() && !knights.many();
        }
        let dark = |s: Square| (s.file() + s.rank()).is_multiple_of(2);
        let mut bishops = bishops;
        match bishops.next() {
            None => true,
            Some(first) => bishops.all(|s| dark(s) == dark(first)),
        }
    }

    /// The pawn that a capture on `passed` takes away.
    #[inline]
    pub fn passer(&self, passed: Square) -> Square {
        on(passed.file(), self.side.rank(4))
    }

    /// Plays a turn that is legal here.
    #[inline]
    pub fn play(&mut self, turn: &Turn) {
        let side = self.side;
        let passed = self.passed.take();
        self.clock += 1;
        match *turn {
            Turn::Castle(wing) => self.castle(wing),
            Turn::Step {
                role,
                from,
                to,
                capture,
                becomes,
            } => {
                if capture {
                    let at = if role == Role::Pawn && passed == Some(to) {
                        on(to.file(), side.rank(4))
                    } else {
                        to
                    };
                    self.remove(at);
                }
                let (leaves, arrives) = (Bitboard::of(from), Bitboard::of(to));
                self.sides[side as usize] ^= leaves | arrives;
                self.roles[role as usize] ^= leaves;
                self.roles[becomes.unwrap_or(role) as usize] ^= arrives;
                if role == Role::Pawn {
                    self.clock = 0;
                    if from.index().abs_diff(to.index()) == 22 {
                        self.passed = Some(on(to.file(), side.rank(2)));
                    }
                } else if role == Role::King {
                    self.castling[side as usize] = [None; 2];
                } else if role == Role::Rook {
                    self.lose_rook(side, from);
                }
            }
        }
        self.number += u32::from(side == Side::Black);
        self.side = side.other();
    }

    /// Takes an enemy piece off the board.
    #[inline]
    fn remove(&mut self, at: Square) {
        let enemy = self.side.other();
        let left = !Bitboard::of(at);
        for role in &mut self.roles {
            *role &= left;
        }
        self.sides[enemy as usize] &= left;
        self.clock = 0;
        self.lose_rook(enemy, at);
    }

    #[inline]
    fn lose_rook(&mut self, side: Side, at: Square) {
        for right in &mut self.castling[side as usize] {
            if *right == Some(at) {
                *right = None;
            }
        }
    }

    fn castle(&mut self, wing: Wing) {
        let side = self.side as usize;
        let Some(rook) = self.castling[side][wing as usize] else {
            return;
        };
        let (king_goal, rook_goal) = wing.goals(self.side);
        let king = Bitboard::of(self.king(self.side));
        // In Chess960 the squares may overlap: first both leave, then both arrive.
        self.roles[Role::King as usize] ^= king;
        self.roles[Role::King as usize] |= Bitboard::of(king_goal);
        self.roles[Role::Rook as usize] ^= Bitboard::of(rook);
        self.roles[Role::Rook as usize] |= Bitboard::of(rook_goal);
        self.sides[side] &= !(king | Bitboard::of(rook));
        self.sides[side] |= Bitboard::of(king_goal) | Bitboard::of(rook_goal);
        self.castling[side] = [None; 2];
    }
}
