//! What stands where, and what a turn does to it.

use crate::rules::bitboard::Bitboard;
use crate::rules::square::Square;

use super::army::{CLOBBERERS, Kind};
use super::rules::{Barring, Rules};

/// Cells of an 8x8 board on the 11x11 grid: h8 is 84.
const CELLS: usize = 88;

/// What is at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(u8);

impl Cell {
    /// No square.
    pub const HOLE: Self = Self(0);
    /// An empty square of nobody's.
    pub const NEUTRAL: Self = Self(3);

    /// An empty square of a seat (0 or 1).
    pub const fn empty_of(seat: u8) -> Self {
        Self(1 + seat)
    }

    /// A piece on its square.
    pub const fn piece(kind: Kind, seat: u8) -> Self {
        Self(4 + 2 * kind.0 + seat)
    }

    /// The kind of the piece and its seat.
    pub fn occupant(self) -> Option<(Kind, u8)> {
        self.0.checked_sub(4).map(|n| (Kind(n / 2), n % 2))
    }
}

/// Castling rights in the order `KQkq`.
pub const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// A position; equality is that of all fields, not that of repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    cells: [Cell; CELLS],
    /// Squares, occupied or not.
    pub exists: Bitboard,
    /// Pieces of each seat.
    pub pieces: [Bitboard; 2],
    /// Squares of each seat, under its pieces too; empty where squares are neutral.
    pub owned: [Bitboard; 2],
    /// The kings.
    pub kings: [Square; 2],
    /// Squares in reserve; 0 and unused in the unlimited games.
    pub reserves: [u8; 2],
    /// Bit n stands for [`RIGHTS`]`[n]`.
    pub castling: u8,
    /// The location passed over by a double step whose right stands.
    pub ep: Option<Square>,
    /// Squares that the side to move may not move.
    pub barred: Bitboard,
    /// Turns of both sides without progress (S12).
    pub clock: u32,
    /// Pairs of turns, from 1.
    pub turn: u32,
    /// The seat to move.
    pub side: u8,
}

/// A piece move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceMove {
    /// Any but castling.
    Step {
        /// What moves.
        kind: Kind,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Where the captured piece stands: `to`, or behind it en passant.
        captured: Option<Square>,
        /// What the pawn becomes.
        promotion: Option<Kind>,
    },
    /// Castling, queen's side or not.
    Castle(bool),
}

/// A square's move, with the piece on it in `moving-squares`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// From where.
    pub from: Square,
    /// Into which hole.
    pub to: Square,
    /// What a pawn carried to its last rank becomes (S15).
    pub promotion: Option<Kind>,
}

/// A whole turn; at least one part is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The piece move that begins it.
    pub piece: Option<PieceMove>,
    /// The location where a square is placed.
    pub place: Option<Square>,
    /// The square moved.
    pub shift: Option<Shift>,
    /// The placing fills the location that the moved square left (S11), so it comes last.
    pub refills: bool,
}

/// The four squares of castling: king from and to, rook from and to.
pub fn castling_squares(rules: &Rules, seat: u8, queen: bool) -> [Square; 4] {
    let rank = if seat == 0 { 0 } else { 7 };
    let files = match (queen, rules.armies[usize::from(seat)]) {
        (false, _) => [4, 6, 7, 5],
        (true, CLOBBERERS) => [4, 1, 0, 2],
        (true, _) => [4, 2, 0, 3],
    };
    files.map(|file| Square::new(file, rank).expect("on the board"))
}

impl Position {
    /// An empty void; kings stand nowhere yet.
    pub fn void() -> Self {
        let a1 = Square::new(0, 0).expect("on the board");
        Self {
            cells: [Cell::HOLE; CELLS],
            exists: Bitboard::EMPTY,
            pieces: [Bitboard::EMPTY; 2],
            owned: [Bitboard::EMPTY; 2],
            kings: [a1; 2],
            reserves: [0; 2],
            castling: 0,
            ep: None,
            barred: Bitboard::EMPTY,
            clock: 0,
            turn: 1,
            side: 0,
        }
    }

    /// What is at a location of the 8x8 board; a hole anywhere else.
    #[inline]
    pub fn at(&self, square: Square) -> Cell {
        self.cells
            .get(square.index())
            .copied()
            .unwrap_or(Cell::HOLE)
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.pieces[0] | self.pieces[1]
    }

    /// Locations without a square.
    #[inline]
    pub fn holes(&self) -> Bitboard {
        Bitboard::BOARD_8X8 & !self.exists
    }

    /// Puts anything at a location of the 8x8 board.
    pub fn put(&mut self, square: Square, cell: Cell) {
        let bit = Bitboard::of(square);
        for seat in [0, 1] {
            self.pieces[seat] &= !bit;
            self.owned[seat] &= !bit;
        }
        self.exists |= bit;
        self.cells[square.index()] = cell;
        match (cell, cell.occupant()) {
            (Cell::HOLE, _) => self.exists &= !bit,
            (_, Some((kind, seat))) => {
                self.pieces[usize::from(seat)] |= bit;
                self.owned[usize::from(seat)] |= bit;
                if kind == Kind::KING {
                    self.kings[usize::from(seat)] = square;
                }
            }
            (Cell::NEUTRAL, _) => {}
            _ => self.owned[usize::from(cell.0 - 1)] |= bit,
        }
    }

    /// What an empty square of `seat` is in this game.
    fn blank(rules: &Rules, seat: u8) -> Cell {
        if rules.family.owned {
            Cell::empty_of(seat)
        } else {
            Cell::NEUTRAL
        }
    }

    /// Plays the piece move that begins a turn. The side to move stays.
    pub fn step(&mut self, rules: &Rules, piece: &PieceMove) {
        let seat = self.side;
        self.ep = None;
        let left = if rules.family.unlimited && self.turn >= 4 {
            Cell::HOLE
        } else {
            Self::blank(rules, seat)
        };
        match *piece {
            PieceMove::Step {
                kind,
                from,
                to,
                captured,
                promotion,
            } => {
                if let Some(at) = captured.filter(|at| *at != to) {
                    self.put(at, Self::blank(rules, 1 - seat));
                }
                self.put(from, left);
                self.put(to, Cell::piece(promotion.unwrap_or(kind), seat));
                self.touch(rules, from);
                self.touch(rules, to);
                if kind == Kind::PAWN && from.rank().abs_diff(to.rank()) == 2 {
                    self.ep = Square::new(from.file(), from.rank().midpoint(to.rank()));
                }
            }
            PieceMove::Castle(queen) => {
                let [king, goal, rook, rook_goal] = castling_squares(rules, seat, queen);
                let partner = self.at(rook);
                self.put(rook, Self::blank(rules, seat));
                self.put(king, left);
                self.put(goal, Cell::piece(Kind::KING, seat));
                self.put(rook_goal, partner);
                self.touch(rules, king);
            }
        }
    }

    /// Ends the castling rights that hang on what stood at `square`.
    fn touch(&mut self, rules: &Rules, square: Square) {
        if self.castling == 0 || !matches!(square.rank(), 0 | 7) {
            return;
        }
        for bit in 0..4_u8 {
            let [king, _, rook, _] = castling_squares(rules, bit / 2, bit % 2 == 1);
            if square == king || square == rook {
                self.castling &= !(1 << bit);
            }
        }
    }

    /// Places a square of the side to move's.
    pub fn place(&mut self, rules: &Rules, at: Square) {
        self.put(at, Self::blank(rules, self.side));
        if !rules.family.unlimited {
            let reserve = &mut self.reserves[usize::from(self.side)];
            *reserve = reserve.saturating_sub(1);
        }
        self.refill(at);
    }

    /// Moves a square, with what is on it.
    pub fn shift(&mut self, rules: &Rules, shift: &Shift) {
        let Shift {
            from,
            to,
            promotion,
        } = *shift;
        let cell = match (promotion, self.at(from)) {
            (Some(kind), _) => Cell::piece(kind, self.side),
            (None, cell) => cell,
        };
        self.put(from, Cell::HOLE);
        self.put(to, cell);
        if cell.occupant().is_some() {
            self.touch(rules, from);
        }
        self.refill(from);
    }

    /// Ends the en passant right when its square or its pawn has been moved or refilled (S7).
    fn refill(&mut self, at: Square) {
        let forward = if self.side == 0 { 1 } else { -1 };
        if self
            .ep
            .is_some_and(|ep| ep == at || ep.offset(0, forward) == Some(at))
        {
            self.ep = None;
        }
    }

    /// Plays a whole legal turn.
    pub fn play(&mut self, rules: &Rules, turn: &Turn) {
        let mut progress = turn.place.is_some() && !rules.family.unlimited;
        match &turn.piece {
            Some(piece) => {
                progress |= matches!(piece, PieceMove::Step { kind, captured, .. }
                    if *kind == Kind::PAWN || captured.is_some());
                self.step(rules, piece);
            }
            None => self.ep = None,
        }
        let mut barred = Bitboard::EMPTY;
        if let (Some(at), false) = (turn.place, turn.refills) {
            self.place(rules, at);
            barred = barred.with(at);
        }
        if let Some(shift) = &turn.shift {
            self.shift(rules, shift);
            // A square placed and then moved is one square, barred where it came to rest (S10).
            barred = barred.without(shift.from);
        }
        if let (Some(at), true) = (turn.place, turn.refills) {
            self.place(rules, at);
            barred = barred.with(at);
        }
        let moved = turn.shift.map_or(Bitboard::EMPTY, |s| Bitboard::of(s.to));
        self.barred = match rules.barring {
            Barring::None => Bitboard::EMPTY,
            Barring::Moved => moved,
            Barring::Touched => barred | moved,
        };
        self.clock = if progress {
            0
        } else {
            self.clock.saturating_add(1)
        };
        self.turn = self.turn.saturating_add(u32::from(self.side));
        self.side = 1 - self.side;
    }
}

/// What repetition compares (S12, C3).
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    cells: [Cell; CELLS],
    reserves: [u8; 2],
    castling: u8,
    side: u8,
    ep: Option<Square>,
    barred: Bitboard,
}

impl Key {
    /// The identity of a position; `capturable` tells whether an en passant capture is legal.
    pub fn new(position: &Position, capturable: bool) -> Self {
        Self {
            cells: position.cells,
            reserves: position.reserves,
            castling: position.castling,
            side: position.side,
            ep: position.ep.filter(|_| capturable),
            barred: position.barred,
        }
    }
}
