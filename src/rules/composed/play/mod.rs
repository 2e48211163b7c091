//! What a turn changes (docs/variants/special.md, 1.3).

mod captures;
mod marks;
mod rights;

use crate::rules::composed::game::Game;
use crate::rules::composed::position::{Last, PROMOTED, Position, before, promoted_from};
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::composed::walls::Walling;
use crate::rules::composed::{Set, Square};
use crate::rules::{Piece, Role, Seat};

/// What a turn has done so far.
struct Doing {
    us: Seat,
    turn: Turn,
    /// The piece that moves, as it was.
    mover: Option<Piece>,
    /// The piece that is captured.
    taken: Option<Piece>,
    /// Where the piece arrives.
    goal: Square,
}

impl Game {
    /// Makes a legal turn.
    pub fn play(&self, at: &mut Position, turn: &Turn) {
        let us = at.to_move;
        let ends = &self.parts.ends;
        let foreseen = (ends.check_counting || self.overlooks) && self.foresees_check(at, turn);
        let mut last = Last {
            turn: Some(*turn),
            faced: ends.bikjang && at.faces(self, self.ways(at)),
            overlooked: self.overlooks && !foreseen,
            passes: match turn.act {
                Act::Pass if turn.wall.is_none() => at.last.passes.saturating_add(1),
                _ => 0,
            },
            ..Last::default()
        };
        at.checks[us.index()] -= i32::from(ends.check_counting && foreseen);
        at.ply += 1;
        at.clock += 1;
        let mut doing = Doing {
            us,
            turn: *turn,
            mover: at.board.at(turn.from).filter(|_| !turn.is_drop()),
            taken: None,
            goal: turn.to,
        };
        self.capture(at, &mut doing);
        last.captured = doing.taken.is_some();
        at.marks = Set::EMPTY;
        if turn.act == Act::Castle {
            self.castle(at, &mut doing);
        } else {
            if !turn.is_drop() && turn.act != Act::Pass {
                at.castling.touch(Set::of(turn.from).with(turn.to));
            }
            if let Some(flip) = self.parts.captures.flip {
                self.flip(at, &doing, flip);
            }
            last.material = self.arrive(at, &doing);
        }
        self.reset_clock(at, &doing);
        if let Some((role, square)) = turn.gate {
            at.board.put(square, Piece::new(role, us));
            take_from_hand(at, us, role);
            last.material = true;
        }
        if self.parts.gates.gating {
            self.leave_gates(at, &doing);
        }
        if doing.taken.is_some() {
            self.blast(at, &doing);
        }
        at.walls = self.walls_after(at, turn);
        at.to_move = us.other();
        at.last = last;
        if let Some(rule) = ends.counting {
            let taken = doing.taken.map(|piece| piece.role);
            let pawn_taken = taken.is_some() && taken == self.pawn;
            let promoted = matches!(turn.act, Act::Promote(_));
            self.count(at, rule, (last.captured, pawn_taken, promoted));
        }
    }

    /// Puts the piece where it arrives, as what it becomes. Whether other pieces are on the board then.
    fn arrive(&self, at: &mut Position, doing: &Doing) -> bool {
        let (us, turn) = (doing.us, doing.turn);
        let promoted = |role: Role| self.parts.army.about(role).promoted.unwrap_or(role);
        match turn.act {
            Act::Drop(role) | Act::DropPromoted(role) => {
                let mut piece = Piece::new(role, us);
                if matches!(turn.act, Act::DropPromoted(_)) {
                    piece.role = promoted(role);
                    piece.state = promoted_from(role);
                }
                at.board.put(turn.to, piece);
                if !self.parts.hands.free {
                    take_from_hand(at, us, role);
                }
                if self.parts.castling.dropped {
                    self.gain_rights(at, us, turn.to, role);
                }
                return true;
            }
            Act::Pass => {
                if let Some(piece) = doing.mover.filter(|piece| piece.state > PROMOTED) {
                    let state = PROMOTED;
                    at.board.put(turn.to, Piece { state, ..piece });
                }
                return false;
            }
            _ => {}
        }
        let Some(mut piece) = doing.mover else {
            return false;
        };
        at.board.take(turn.from);
        match turn.act {
            Act::Promote(role) => (piece.role, piece.state) = (role, PROMOTED),
            Act::PiecePromote => {
                piece.state = promoted_from(piece.role);
                piece.role = promoted(piece.role);
            }
            Act::Demote => {
                piece.role = before(piece).unwrap_or(piece.role);
                piece.state = 0;
            }
            Act::Move => self.mark(at, doing, piece.role),
            _ => {}
        }
        at.board.put(turn.to, piece);
        matches!(turn.act, Act::Promote(_) | Act::PiecePromote | Act::Demote)
    }

    /// The walls after a turn: a duck goes where the turn puts it.
    pub(in crate::rules::composed) fn walls_after(&self, at: &Position, turn: &Turn) -> Set {
        let duck = self.parts.walls.rule == Some(Walling::Duck);
        match turn.wall {
            Some(wall) if duck => Set::of(wall),
            Some(wall) => at.walls.with(wall),
            None => at.walls,
        }
    }

    /// Sets the clock back after a turn that cannot be undone (docs/variants/pawns-castling-hands.md, 3).
    fn reset_clock(&self, at: &mut Position, doing: &Doing) {
        let turn = doing.turn;
        let resets = match turn.act {
            Act::Drop(_) | Act::DropPromoted(_) | Act::Promote(_) => true,
            Act::PiecePromote => !self.parts.promotion.demotion,
            _ => false,
        };
        let types = self.parts.ends.n_move_types[doing.us.index()];
        let listed = doing
            .mover
            .map(|piece| piece.role)
            .filter(|role| types.has(*role));
        let goes_back = |role: Role| {
            let quiet = &self.mover(doing.us, role).quiet;
            Self::mask(quiet, doing.goal).has(turn.from)
        };
        if resets || doing.taken.is_some() || listed.is_some_and(|role| !goes_back(role)) {
            at.clock = 0;
        }
    }
}

fn take_from_hand(at: &mut Position, seat: Seat, role: Role) {
    let hand = &mut at.hands[seat.index()][role.index()];
    *hand = hand.saturating_sub(1);
}
