//! What a turn changes (docs/variants/5-special.md, 1.3).

use crate::rules::board::geometry::{Direction, between, disc, slide};
use crate::rules::{Piece, Role, Seat};

use super::army::Word;
use super::captures::Flip;
use super::game::Game;
use super::position::{Last, PROMOTED, Position, before, promoted_from};
use super::turn::{Act, Turn};
use super::walls::Walling;
use super::{Set, Square};

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
            ..Last::default()
        };
        if ends.check_counting && foreseen {
            at.checks[us.index()] -= 1;
        }
        if turn.act == Act::Pass && turn.wall.is_none() {
            last.passes = at.last.passes.saturating_add(1);
        }
        at.ply += 1;
        at.clock += 1;
        let mut doing = Doing {
            us,
            turn: *turn,
            mover: at.board.at(turn.from).filter(|_| !turn.is_drop()),
            taken: None,
            goal: turn.to,
        };
        if self.captures(at, turn) {
            self.capture(at, &mut doing);
        }
        last.captured = doing.taken.is_some();
        at.marks = Set::EMPTY;
        if turn.act == Act::Castle {
            self.castle(at, &mut doing);
        } else {
            if !turn.is_drop() && turn.act != Act::Pass {
                self.touch(at, Set::of(turn.from).with(turn.to));
            }
            if let Some(flip) = self.parts.captures.flip {
                self.flip(at, &doing, flip);
            }
            last.material = self.arrive(at, &doing);
        }
        self.wind(at, &doing);
        if let Some((role, square)) = turn.gate {
            at.board.put(square, Piece::new(role, us));
            take_from_hand(at, us, role);
            last.material = true;
        }
        if self.parts.gates.gating {
            self.leave_gates(at, &doing);
        }
        if doing.taken.is_some() {
            self.burst(at, &doing);
        }
        if let Some(wall) = turn.wall {
            if self.parts.walls.rule == Some(Walling::Duck) {
                at.walls = Set::EMPTY;
            }
            at.walls = at.walls.with(wall);
        }
        at.to_move = us.other();
        at.last = last;
        if let Some(rule) = ends.counting {
            let pawn_taken = doing
                .taken
                .is_some_and(|piece| self.pawn == Some(piece.role));
            let promoted = matches!(turn.act, Act::Promote(_));
            self.count(at, rule, (last.captured, pawn_taken, promoted));
        }
    }

    /// Takes the captured piece off the board.
    fn capture(&self, at: &mut Position, doing: &mut Doing) {
        let square = match doing.turn.act {
            Act::EnPassant => self.victim(at, doing.turn.to),
            _ => Some(doing.turn.to),
        };
        let Some(square) = square else {
            return;
        };
        doing.taken = at.board.take(square);
        if let Some(piece) = doing.taken {
            let main = self.parts.promotion.main_pawn;
            let main = piece.owner.and_then(|owner| main[owner.index()]);
            self.to_hand(at, piece, main);
        }
    }

    /// Puts a piece that has left the board into the hand of its owner's opponent, if there are hands.
    fn to_hand(&self, at: &mut Position, piece: Piece, pawn: Option<Role>) {
        let hands = &self.parts.hands;
        let Some(owner) = piece.owner.filter(|_| hands.captures) else {
            return;
        };
        let role = match piece.state {
            _ if hands.keep_promoted => Some(piece.role),
            PROMOTED => pawn,
            _ => Some(before(piece).unwrap_or(piece.role)),
        };
        if let Some(role) = role {
            let hand = &mut at.hands[owner.other().index()][role.index()];
            *hand = hand.saturating_add(1);
        }
    }

    /// Ends the rights to castle of what leaves or enters these squares.
    #[inline]
    fn touch(&self, at: &mut Position, squares: Set) {
        let rights = &mut at.castling;
        for seat in 0..2 {
            let Some(king) = rights.king[seat] else {
                continue;
            };
            let gone = squares.has(king);
            for rook in &mut rights.rooks[seat] {
                *rook = rook.filter(|rook| !gone && !squares.has(*rook));
            }
            if rights.rooks[seat] == [None; 2] {
                rights.king[seat] = None;
            }
        }
    }

    fn castle(&self, at: &mut Position, doing: &mut Doing) {
        let turn = doing.turn;
        let (king_to, rook_to) = self.castled(&turn);
        doing.goal = king_to;
        self.touch(at, Set::of(turn.from).with(king_to));
        if let Some(flip) = self.parts.captures.flip {
            self.flip(at, doing, flip);
        }
        let (king, rook) = (at.board.take(turn.from), at.board.take(turn.to));
        for (piece, to) in [(king, king_to), (rook, rook_to)] {
            if let Some(piece) = piece {
                at.board.put(to, Piece { state: 0, ..piece });
            }
        }
        if self.parts.castling.opposite {
            let side = usize::from(king_to.index() <= turn.from.index());
            let rooks = at.castling.rooks[doing.us.other().index()][side];
            self.touch(at, rooks.map_or(Set::EMPTY, Set::of));
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

    /// Marks the squares on which the piece may be captured en passant
    /// (docs/variants/2-3-pawns-castling-hands.md, 2).
    #[inline]
    fn mark(&self, at: &mut Position, doing: &Doing, role: Role) {
        let (us, turn) = (doing.us, doing.turn);
        let (from, to) = (turn.from, turn.to);
        if self.pawn == Some(role) {
            let far = from.rank().abs_diff(to.rank());
            if far == 2 || far == 3 {
                self.mark_pawn(at, us, turn);
            }
            return;
        }
        let Some(initial) = &self.mover(us, role).initial else {
            return;
        };
        let quiet = &self.mover(us, role).quiet;
        let reaches = |reach| Self::mask(reach, from).has(to);
        if self.king != Some(role) && reaches(initial) && !reaches(quiet) {
            let region = self.parts.pawns.en_passant_region[us.other().index()];
            at.marks = between(from, to).with(to) & region;
        }
    }

    fn mark_pawn(&self, at: &mut Position, us: Seat, turn: Turn) {
        let them = us.other();
        let rules = &self.parts.pawns;
        let mut passed = between(turn.from, turn.to) & rules.en_passant_region[them.index()];
        if let Some(wall) = turn.wall {
            passed = passed.without(wall);
        }
        if !rules.en_passant_others[them.index()] {
            let pawns = self
                .pawn
                .map_or(Set::EMPTY, |pawn| at.board.pieces(them, pawn));
            let near = |square: &Square| (self.pawn_origins(them, *square) & pawns).any();
            passed = passed.filter(near).collect();
        }
        at.marks = passed;
    }

    /// The squares from which a pawn of a seat attacks a square.
    pub(super) fn pawn_origins(&self, seat: Seat, square: Square) -> Set {
        let behind = if seat == Seat(0) { -1 } else { 1 };
        let origins = [-1, 1].into_iter();
        origins
            .filter_map(|file| square.offset(file, behind))
            .collect()
    }

    /// Rights that a dropped king or rook gains (docs/variants/2-3-pawns-castling-hands.md, 7).
    fn gain_rights(&self, at: &mut Position, us: Seat, to: Square, role: Role) {
        let rules = &self.parts.castling;
        let seat = us.index();
        if self.relative_rank(us, to) != rules.rank {
            return;
        }
        let corner = |file: u8| Square::new(file, to.rank());
        let corners = [corner(self.parts.size.0 - 1), corner(0)];
        let is_rook = |at: &Position, square: Square| {
            let piece = at.board.at(square);
            piece.is_some_and(|p| p.owner == Some(us) && rules.rooks[seat].has(p.role))
        };
        let home = corner(rules.king_file);
        let is_king = |at: &Position, square: Square| {
            let piece = at.board.at(square);
            piece.is_some_and(|p| p.owner == Some(us) && rules.king[seat] == Some(p.role))
        };
        let Some(home) = home.filter(|home| is_king(at, *home)) else {
            return;
        };
        let dropped_king = rules.king[seat] == Some(role) && to == home;
        for square in corners.into_iter().flatten() {
            if (dropped_king || square == to) && square != home && is_rook(at, square) {
                let side = usize::from(square.index() < home.index());
                at.castling.king[seat] = Some(home);
                at.castling.rooks[seat][side] = Some(square);
            }
        }
    }

    /// Sets the clock back after a turn that cannot be undone (docs/variants/2-3-pawns-castling-hands.md, 3).
    fn wind(&self, at: &mut Position, doing: &Doing) {
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

    /// Ends what unmoved pieces may do (docs/variants/5-special.md, 2.10 and 2.12).
    fn leave_gates(&self, at: &mut Position, doing: &Doing) {
        let (us, them, turn) = (doing.us, doing.us.other(), doing.turn);
        if !turn.is_drop() {
            let mut left = Set::of(turn.from);
            if turn.act == Act::Castle {
                left = left.with(turn.to);
            }
            at.gates[us.index()] &= !left;
            if turn.act != Act::Castle {
                at.gates[them.index()] &= !Set::of(turn.to);
            }
        }
        let captures = self.parts.hands.captures;
        if self.parts.gates.seirawan && !captures && at.in_hand(us) == 0 {
            at.gates[us.index()] = Set::EMPTY;
        }
        if self.parts.gates.cambodian {
            let role = match turn.act {
                Act::Drop(role) => Some(role),
                _ => doing.mover.map(|piece| piece.role),
            };
            let rook = role.is_some_and(|role| self.parts.army.is(role, Word::ROOK));
            if let Some(king) = at.king(self, them)
                && rook
                && (king.file() == turn.to.file() || king.rank() == turn.to.rank())
            {
                at.gates[them.index()] &= !Set::of(king);
            }
        }
    }

    /// Turns pieces over that a turn encloses (docs/variants/5-special.md, 2.16).
    fn flip(&self, at: &mut Position, doing: &Doing, rule: Flip) {
        if doing.turn.act == Act::Pass {
            return;
        }
        let centre = doing.goal;
        let (own, enemy) = (at.board.of(doing.us), at.board.of(doing.us.other()));
        let near = disc(centre, 1);
        let flipped = match rule {
            Flip::Ataxx => near & enemy,
            Flip::Quadwrangle if (near & own).any() || doing.turn.act == Act::Move => near & enemy,
            Flip::Quadwrangle => Set::EMPTY,
            Flip::Reversi => Direction::ALL
                .into_iter()
                .fold(Set::EMPTY, |all, direction| {
                    let run = slide(direction, centre, !enemy);
                    match (run & own).first() {
                        Some(end) => all | between(centre, end),
                        None => all,
                    }
                }),
        };
        for square in flipped {
            if let Some(piece) = at.board.at(square) {
                at.board.put(square, Piece::new(piece.role, doing.us));
            }
        }
    }

    /// Blasts and stones after a capture (docs/variants/5-special.md, 2.2 to 2.6).
    fn burst(&self, at: &mut Position, doing: &Doing) {
        let rules = &self.parts.captures;
        let centre = doing.turn.to;
        let mut gone = if rules.blast {
            let pawns = self.pawn.map_or(Set::EMPTY, |pawn| at.board.role(pawn));
            let near = disc(centre, 1) & !pawns & at.board.occupied();
            let immune = |square: &Square| {
                let piece = at.board.at(*square);
                piece.is_some_and(|piece| rules.blast_immune.has(piece.role))
            };
            near.with(centre).filter(|square| !immune(square)).collect()
        } else if doing
            .mover
            .is_some_and(|piece| rules.petrify.has(piece.role))
        {
            Set::of(centre)
        } else {
            return;
        };
        gone &= at.board.occupied();
        self.touch(at, gone);
        for square in gone {
            let Some(piece) = at.board.take(square) else {
                continue;
            };
            self.to_hand(at, piece, self.pawn);
            let stone = match square == centre {
                true => rules.petrify.has(piece.role),
                false => rules.petrify_blast,
            };
            if stone {
                at.walls = at.walls.with(square);
            }
        }
    }
}

fn take_from_hand(at: &mut Position, seat: Seat, role: Role) {
    let hand = &mut at.hands[seat.index()][role.index()];
    *hand = hand.saturating_sub(1);
}
