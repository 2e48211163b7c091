//! The turns that pieces can make by their movement, be they legal or not.

mod drops;
mod kings;
mod pawns;
mod walls;

use crate::rules::board::geometry::disc;
use crate::rules::composed::game::Game;
use crate::rules::composed::kinds::Kinds;
use crate::rules::composed::movement::Ways;
use crate::rules::composed::position::{Position, before};
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::composed::{Set, Square};
use crate::rules::{Role, Seat};

/// What is looked up once for all turns of a position.
pub(in crate::rules::composed) struct Source<'a> {
    /// The game that is played.
    pub game: &'a Game,
    /// The position that is looked at.
    pub at: &'a Position,
    /// The side to move.
    pub us: Seat,
    /// What stands in the way.
    pub ways: Ways,
    /// Squares of own pieces.
    pub own: Set,
    /// Squares of pieces of the enemy.
    pub enemy: Set,
    /// Squares that exist and hold nothing.
    pub empty: Set,
    /// The king is in check: nothing castles or leaps.
    pub in_check: bool,
    /// What pawns may become here.
    pub choices: Kinds,
}

impl<'a> Source<'a> {
    /// Looks up all of it for a position.
    pub fn new(game: &'a Game, at: &'a Position, in_check: bool) -> Self {
        let us = at.to_move;
        let ways = game.ways(at);
        let listed = game.parts.promotion.piece_types[us.index()];
        let all = game.parts.army.roles();
        let choices = all.filter(|role| listed.has(*role) && game.may_become(at, us, *role));
        Self {
            game,
            at,
            us,
            ways,
            own: at.board.of(us),
            enemy: at.board.of(us.other()),
            empty: !ways.blockers,
            in_check,
            choices: choices.collect(),
        }
    }

    /// Adds all turns of the side to move.
    pub fn all(&self, out: &mut Vec<Turn>) {
        let game = self.game;
        for role in game.parts.army.roles() {
            let pieces = self.at.board.pieces(self.us, role);
            if pieces.is_empty() {
                continue;
            }
            if game.pawn == Some(role) {
                self.pawns(role, pieces, out);
            } else if game.king == Some(role) {
                if let Some(king) = pieces.first() {
                    self.plain(king, self.targets(role, king), out);
                }
            } else {
                for from in pieces {
                    self.piece(role, from, out);
                }
            }
        }
        self.castling(out);
        if game.parts.gates.cambodian {
            self.leaps(out);
        }
        self.passes(out);
        if game.parts.hands.drops {
            self.drops(out);
        }
    }

    /// Where a piece can arrive by its movement, within its region.
    #[inline]
    pub fn targets(&self, role: Role, from: Square) -> Set {
        let game = self.game;
        let mover = game.mover(self.us, role);
        if mover.simple {
            let to = mover.capture.from(from, self.ways.blockers, game.area);
            return to & (self.enemy | self.empty) & mover.region;
        }
        let captures = game.attacks(self.us, role, from, self.ways) & self.enemy;
        let quiets = game.quiets(self.us, role, from, self.ways) & self.empty;
        (captures | quiets) & mover.region
    }

    /// Adds a turn with all walls or gates that may go with it.
    pub(super) fn add(&self, turn: Turn, out: &mut Vec<Turn>) {
        let parts = &self.game.parts;
        if let Some(rule) = parts.walls.rule {
            if parts.walls.wall_or_move {
                out.push(turn);
                return;
            }
            for wall in self.wall_squares(rule, &turn) {
                let wall = Some(wall);
                out.push(Turn { wall, ..turn });
            }
            return;
        }
        out.push(turn);
        let gates = self.at.gates[self.us.index()];
        if !parts.gates.seirawan || gates.is_empty() {
            return;
        }
        let castles = turn.act == Act::Castle;
        for square in [Some(turn.from), Some(turn.to).filter(|_| castles)] {
            let Some(square) = square.filter(|square| gates.has(*square)) else {
                continue;
            };
            for role in parts.army.roles() {
                if self.at.hands[self.us.index()][role.index()] == 0 {
                    continue;
                }
                if self.drop_region(role).has(square) {
                    let gate = Some((role, square));
                    out.push(Turn { gate, ..turn });
                }
            }
        }
    }

    /// Adds the turns of a piece that only goes to these squares.
    fn plain(&self, from: Square, to: Set, out: &mut Vec<Turn>) {
        for to in to {
            self.add(Turn::new(from, to, Act::Move), out);
        }
    }

    /// Turns of a piece that is neither pawn nor king (docs/variants/pawns-castling-hands.md, 2, 4 and 5).
    pub fn piece(&self, role: Role, from: Square, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us.index());
        let all = self.targets(role, from);
        self.passing(role, from, out);
        let rules = &game.parts.promotion;
        let promoted = game.parts.army.about(role).promoted;
        let like_pawns = rules.pawn_types[us].has(role);
        let flagged = rules.demotion && self.at.board.at(from).is_some_and(|p| p.state != 0);
        if promoted.is_none() && !like_pawns && !flagged {
            return self.plain(from, all, out);
        }
        let zone = rules.region[us];
        let mut plain = all;
        if like_pawns {
            for to in all & zone {
                for choice in self.choices.iter() {
                    self.add(Turn::new(from, to, Act::Promote(choice)), out);
                }
            }
            if rules.mandatory_pawn {
                plain &= !zone;
            }
        }
        let may = promoted.is_some_and(|promoted| game.may_become(self.at, self.us, promoted));
        let mut up = if may { all } else { Set::EMPTY };
        let mut down = if flagged { all } else { Set::EMPTY };
        if up.any() || down.any() {
            if rules.mandatory_piece {
                let outside = if zone.has(from) { Set::EMPTY } else { !zone };
                let quiet = match rules.piece_on_capture {
                    true => !self.at.board.occupied(),
                    false => Set::EMPTY,
                };
                plain &= outside | quiet;
            }
            if rules.piece_on_capture {
                up &= self.enemy;
                down &= self.enemy;
            }
            if !zone.has(from) {
                up &= zone;
                down &= zone;
            }
        }
        self.plain(from, plain, out);
        out.extend(up.map(|to| Turn::new(from, to, Act::PiecePromote)));
        // Nothing comes of a mark that remembers no kind.
        let known = self.at.board.at(from).and_then(before).is_some();
        out.extend(
            down.filter(|_| known)
                .map(|to| Turn::new(from, to, Act::Demote)),
        );
    }

    /// Captures en passant of a piece other than the format's pawn.
    fn passing(&self, role: Role, from: Square, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us);
        let marks = self.at.marks & self.empty;
        if marks.is_empty() || !game.parts.pawns.en_passant_types[us.index()].has(role) {
            return;
        }
        let to = game.attacks(us, role, from, self.ways) & marks;
        let to = to & !game.quiets(us, role, from, self.ways) & game.mover(us, role).region;
        for to in to.filter(|to| game.victim(self.at, *to).is_some()) {
            self.add(Turn::new(from, to, Act::EnPassant), out);
        }
    }
}

/// The squares next to those of a set in any direction.
pub(in crate::rules::composed) fn around(set: Set) -> Set {
    set.fold(Set::EMPTY, |all, square| all | disc(square, 1))
}

impl Game {
    /// Whether one more piece of a kind may come by promotion.
    pub(in crate::rules::composed) fn may_become(
        &self,
        at: &Position,
        seat: Seat,
        role: Role,
    ) -> bool {
        let limit = self.parts.promotion.limit[role.index()];
        limit == 0 || at.board.pieces(seat, role).count() < u32::from(limit)
    }

    /// Where king and rook arrive by castling.
    pub fn castled(&self, turn: &Turn) -> (Square, Square) {
        let castling = &self.parts.castling;
        let kingside = turn.from.index() < turn.to.index();
        let rank = turn.from.rank();
        let file = castling.files[usize::from(!kingside)];
        let beside = if kingside {
            file.wrapping_sub(1)
        } else {
            file + 1
        };
        let king = Square::new(file, rank).unwrap_or(turn.from);
        (king, Square::new(beside, rank).unwrap_or(turn.to))
    }

    /// The piece that is captured en passant on a mark, if there is one
    /// (docs/variants/pawns-castling-hands.md, 2).
    pub(in crate::rules::composed) fn victim(&self, at: &Position, mark: Square) -> Option<Square> {
        let us = at.to_move;
        let marked = at.marks & at.board.occupied();
        let enemy = at.board.of(us.other());
        let found = match (marked.any(), us) {
            (true, Seat(0)) => marked.first(),
            (true, _) => marked.last(),
            (false, Seat(0)) => {
                let file = Set::file(mark.file()) & enemy;
                file.filter(|square| square.rank() < mark.rank()).last()
            }
            (false, _) => {
                let mut file = Set::file(mark.file()) & enemy;
                file.find(|square| square.rank() > mark.rank())
            }
        };
        found.filter(|square| enemy.has(*square))
    }
}
