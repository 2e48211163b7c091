//! Positions, and what the turns do to them.

use crate::rules::board::square::SIDE;
use crate::rules::moves::{self, progresses};
use crate::rules::{Bitboard, EnPassant, Move, Piece, Pocket, Role, Seat, Seats, Square};

use super::pieces::{KING, PAWN, PIECES, QUEEN, SEATS, all, held_as, state_of};

/// A turn, which is one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Move(Move),
    /// A piece comes from the hand (Y4).
    Drop(Role, Square),
    /// A turn of a player who cannot move (Y6).
    Pass,
}

/// A position. The en passant right of `base` is not used: `rights` has all that exist.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The pieces, whose turn it is, and the counters.
    pub base: moves::Position,
    /// Who is still in the game. Each of them has a king; the others have nothing.
    pub playing: Seats,
    /// The pieces in hand, by seat.
    pub hands: [Pocket; SEATS],
    /// The standing en passant rights, by the owner of the pawn. No owner has two: all opponents have had a
    /// turn before the owner has the next one (Y3).
    pub rights: [Option<EnPassant>; SEATS],
}

/// What repetition compares: board, hands, side to move and all standing rights (Y8, C3).
#[derive(Clone, PartialEq, Eq)]
pub struct Identity(moves::Identity, [Pocket; SEATS], [Option<EnPassant>; SEATS]);

impl Position {
    /// An empty board, Red to move, all four in the game.
    pub fn empty() -> Self {
        Self {
            base: moves::Position::empty(Bitboard::rectangle(SIDE, SIDE)),
            playing: all(),
            hands: [Pocket::default(); SEATS],
            rights: [None; SEATS],
        }
    }

    /// What is compared for repetition: pieces, hands, side to move and rights.
    pub fn identity(&self) -> Identity {
        Identity(self.base.identity_where(|_| false), self.hands, self.rights)
    }

    /// The opponents of the side to move.
    pub fn opponents(&self) -> impl Iterator<Item = Seat> + use<> {
        self.playing.without(self.base.to_move).iter()
    }

    /// How many are still in the game.
    pub fn players(&self) -> usize {
        self.playing.iter().count()
    }

    /// The hand of the side to move.
    pub const fn hand(&self) -> &Pocket {
        &self.hands[self.base.to_move.index()]
    }

    /// The rights that the side to move may use, as far as they are its own turn's (Y3).
    pub fn usable(&self) -> impl Iterator<Item = EnPassant> + use<> {
        let seat = self.base.to_move;
        let standing = self.rights.into_iter().flatten();
        standing.filter(move |right| right.seats.has(seat))
    }

    /// The board with the one right that leads to `to`, if the side to move has it.
    pub fn with_right(&self, to: Square) -> moves::Position {
        moves::Position {
            en_passant: self.usable().find(|right| right.square == to),
            ..self.base.clone()
        }
    }

    /// The pieces of opponents that attack the king of `seat`, who is in the game.
    pub fn checkers(&self, seat: Seat) -> Bitboard {
        self.base.checkers(&PIECES, seat)
    }

    /// Seats whose king any other player attacks, in playing order.
    pub fn in_check(&self) -> Vec<Seat> {
        let attacked = |seat: &Seat| self.checkers(*seat).any();
        self.playing.iter().filter(attacked).collect()
    }

    /// Those whose king the side to move attacks (Y5).
    pub fn checkmated(&self) -> Vec<Seat> {
        let own = self.base.board.of(self.base.to_move);
        let attacked = |seat: &Seat| (self.checkers(*seat) & own).any();
        self.opponents().filter(attacked).collect()
    }

    /// Plays a legal turn. Who goes out of the game by it is not looked at.
    pub fn play(&mut self, action: &Action) {
        let seat = self.base.to_move;
        let progress = match action {
            Action::Move(mv) => {
                self.go(mv);
                progresses(&PIECES, mv)
            }
            Action::Drop(role, to) => {
                if self.hands[seat.index()].take(*role) {
                    self.base.board.put(*to, Piece::new(*role, seat));
                }
                true
            }
            Action::Pass => false,
        };
        self.forgo_rights(seat);
        let right = self.base.en_passant.take();
        self.rights[seat.index()] = right.map(|right| EnPassant {
            seats: self.playing.without(seat),
            ..right
        });
        self.base.halfmove_clock = match progress {
            true => 0,
            false => self.base.halfmove_clock.saturating_add(1),
        };
        self.next_seat();
    }

    /// Moves a piece. What it captures goes to the hand (Y4).
    fn go(&mut self, mv: &Move) {
        let seat = self.base.to_move;
        let Move::Step {
            role,
            to,
            captured,
            promotion,
            ..
        } = *mv
        else {
            return;
        };
        let taken = captured.and_then(|at| self.base.board.at(at));
        if let Some(piece) = taken {
            self.hands[seat.index()].add(held_as(piece));
        }
        self.base.make(&PIECES, mv);
        if promotion == Some(QUEEN) {
            let queen = Piece {
                state: state_of(role),
                ..Piece::new(QUEEN, seat)
            };
            self.base.board.put(to, queen);
        }
    }

    /// Ends the rights of `seat`, and those to capture pawns that are no longer there (Y3).
    fn forgo_rights(&mut self, seat: Seat) {
        for owner in all().iter() {
            let pawn = Some(Piece::new(PAWN, owner));
            let right = self.rights[owner.index()].map(|right| EnPassant {
                seats: right.seats.without(seat),
                ..right
            });
            let stands = |right: &EnPassant| {
                right.seats != Seats::default() && self.base.board.at(right.pawn) == pawn
            };
            self.rights[owner.index()] = right.filter(stands);
        }
    }

    /// Hands the turn to the next player in the game.
    fn next_seat(&mut self) {
        let seat = self.base.to_move;
        if let Some(next) = self.playing.after(seat) {
            let round = u32::from(next <= seat);
            self.base.fullmove_number = self.base.fullmove_number.saturating_add(round);
            self.base.to_move = next;
        }
    }

    /// Takes a player out of the game, with all pieces and the hand (Y5, Y9).
    pub fn remove(&mut self, seat: Seat) {
        for square in self.base.board.of(seat) {
            self.base.board.take(square);
        }
        self.hands[seat.index()] = Pocket::default();
        self.playing = self.playing.without(seat);
        self.forgo_rights(seat);
        if self.base.to_move == seat {
            self.next_seat();
        }
    }

    /// Whether two kings without anything else are left (Y8).
    pub fn is_bare(&self) -> bool {
        let kings = self.base.board.occupied() == self.base.board.role(KING);
        let hands = self.hands.iter().all(Pocket::is_empty);
        self.players() == 2 && kings && hands
    }
}
