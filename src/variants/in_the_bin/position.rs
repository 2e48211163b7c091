//! The board, the bin, and how an action changes them.

use crate::rules::moves::Position as Base;
use crate::rules::{Move, Piece, Pocket, Role, Square};

use super::pieces::{AREA, KINDS, KING, PIECES, SIDE, hot_spots, kinds};

/// One action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A piece moves, capturing or not.
    Move(Move),
    /// A piece comes from the bin onto an empty own hot spot.
    Select(Role, Square),
    /// All pieces on the own hot spots go into the bin.
    Push,
}

impl Action {
    /// What the action captures, and where.
    pub const fn captures(&self) -> Option<Square> {
        match self {
            Self::Move(mv) => mv.captured(),
            _ => None,
        }
    }

    /// Whether it adds to the bin and so earns one more action.
    pub const fn earns(&self) -> bool {
        matches!(self, Self::Push) || self.captures().is_some()
    }

    /// Whether it changes the bin.
    pub const fn changes_bin(&self) -> bool {
        self.earns() || matches!(self, Self::Select(..))
    }
}

/// Which piece stands where, in six words: four bits for each square, which are all ones for either king,
/// and White's king by its square. Equal boards have equal words and no others have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pieces([u64; 6]);

impl Pieces {
    /// With this piece put on a square, or taken from it.
    pub const fn toggled(mut self, square: Square, piece: Piece) -> Self {
        let place = square.file() + SIDE * square.rank();
        let seat = match piece.owner {
            Some(seat) => seat.0 & 1,
            None => 0,
        };
        let code = match piece.role.0 == KING.0 {
            true => 15,
            false => 1 + piece.role.0 + KINDS * seat,
        };
        self.0[place as usize / 16] ^= (code as u64) << (4 * (place % 16));
        if piece.role.0 == KING.0 && seat == 0 {
            self.0[5] ^= (place as u64 + 1) << 16;
        }
        self
    }
}

/// A position: board, side to move and counters, and the bin.
///
/// There is one king of each side, off the hot spots, and nothing stands on the bin's square.
#[derive(Clone)]
pub struct Position {
    /// All but the bin.
    pub base: Base,
    /// What lies in the bin.
    pub bin: Pocket,
    /// The board as bans compare it.
    pub pieces: Pieces,
}

/// What lies in a bin, in one word, as bans compare it.
pub fn contents(bin: &Pocket) -> u64 {
    kinds().fold(0, |all, role| {
        all | u64::from(bin.count(role)) << (8 * role.0)
    })
}

impl Position {
    /// No piece on the board, nothing in the bin, White to move.
    pub fn empty() -> Self {
        Self {
            base: Base::empty(AREA),
            bin: Pocket::default(),
            pieces: Pieces::default(),
        }
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.pieces = self.pieces.toggled(square, piece);
        self.base.board.put(square, piece);
    }

    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.base.board.take(square)?;
        self.pieces = self.pieces.toggled(square, piece);
        Some(piece)
    }

    /// The pieces that a push would bring into the bin, with their squares.
    pub fn pushed(&self) -> impl Iterator<Item = (Square, Piece)> {
        let on = hot_spots(self.base.to_move) & self.base.board.occupied();
        on.filter_map(|at| Some((at, self.base.board.at(at)?)))
    }

    /// The board after an action that is possible.
    pub fn pieces_after(&self, action: &Action) -> Pieces {
        let seat = self.base.to_move;
        match *action {
            Action::Select(role, to) => self.pieces.toggled(to, Piece::new(role, seat)),
            Action::Push => self
                .pushed()
                .fold(self.pieces, |all, (at, piece)| all.toggled(at, piece)),
            Action::Move(Move::Castle(_)) => self.pieces,
            Action::Move(Move::Step { role, from, to, .. }) => {
                let taken = self.base.board.at(to);
                let left = taken.map_or(self.pieces, |piece| self.pieces.toggled(to, piece));
                let piece = Piece::new(role, seat);
                left.toggled(from, piece).toggled(to, piece)
            }
        }
    }

    /// The bin after an action that is possible.
    pub fn bin_after(&self, action: &Action) -> Pocket {
        let mut bin = self.bin;
        match *action {
            Action::Select(role, _) => {
                let _ = bin.take(role);
            }
            Action::Push => self.pushed().for_each(|(_, piece)| bin.add(piece.role)),
            Action::Move(_) => {
                let at = action.captures();
                if let Some(piece) = at.and_then(|at| self.base.board.at(at)) {
                    bin.add(piece.role);
                }
            }
        }
        bin
    }

    /// Makes an action that is possible. Whose turn it is and the counters stay.
    pub fn act(&mut self, action: &Action) {
        self.bin = self.bin_after(action);
        match *action {
            Action::Select(role, to) => self.put(to, Piece::new(role, self.base.to_move)),
            Action::Push => {
                for at in hot_spots(self.base.to_move) {
                    self.take(at);
                }
            }
            Action::Move(mv) => {
                let pieces = self.pieces_after(action);
                self.base.make(&PIECES, &mv);
                self.pieces = pieces;
            }
        }
    }

    /// Whether the side to move could make this action, its king, bans and what came before in the turn
    /// aside, so that the board stays whole.
    pub fn is_possible(&self, action: &Action) -> bool {
        let seat = self.base.to_move;
        match *action {
            Action::Select(role, to) => {
                let empty = !self.base.board.occupied().has(to);
                hot_spots(seat).has(to) && empty && self.bin.count(role) > 0
            }
            Action::Push => self.pushed().next().is_some(),
            Action::Move(Move::Castle(_)) => false,
            Action::Move(Move::Step { role, from, to, .. }) => {
                let own = self.base.board.at(from) == Some(Piece::new(role, seat));
                let kings = self.base.board.role(KING);
                own && !kings.has(to) && self.base.targets(&PIECES, role, from).has(to)
            }
        }
    }
}
