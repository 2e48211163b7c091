//! The turns that pieces can make by their movement, be they legal or not.

use crate::rules::board::geometry::{between, disc};
use crate::rules::{Role, Seat};

use super::army::Word;
use super::game::Game;
use super::kinds::Kinds;
use super::movement::Ways;
use super::position::{Position, before};
use super::turn::{Act, Turn};
use super::walls::Walling;
use super::{GRID_FILES, Set, Square};

/// What is looked up once for all turns of a position.
pub(super) struct Source<'a> {
    pub game: &'a Game,
    pub at: &'a Position,
    pub us: Seat,
    pub ways: Ways,
    pub own: Set,
    pub enemy: Set,
    pub empty: Set,
    /// The king is in check: nothing castles or leaps.
    pub in_check: bool,
    /// What pawns may become here.
    pub choices: Kinds,
}

/// Squares to the north and south.
fn ahead(seat: Seat) -> i32 {
    match seat {
        Seat(0) => i32::from(GRID_FILES),
        _ => -i32::from(GRID_FILES),
    }
}

impl<'a> Source<'a> {
    pub fn new(game: &'a Game, at: &'a Position, in_check: bool) -> Self {
        let us = at.to_move;
        let ways = game.ways(at);
        let choices = game.parts.promotion.piece_types[us.index()];
        let choices = choices.iter().filter(|role| game.may_become(at, us, *role));
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

    /// Adds all turns.
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
                    self.plain(role, king, self.targets(role, king), out);
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
    fn add(&self, turn: Turn, out: &mut Vec<Turn>) {
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

    /// Where a turn may put its wall (docs/variants/5-special.md, 2.14).
    fn wall_squares(&self, rule: Walling, turn: &Turn) -> Set {
        let (game, at) = (self.game, self.at);
        let pieces = at.board.occupied() | at.walls;
        let mut left = Set::of(turn.from);
        let mut arrived = Set::of(turn.to);
        match turn.act {
            Act::EnPassant => {
                left |= game.victim(at, turn.to).map_or(Set::EMPTY, Set::of);
            }
            Act::Castle => {
                left = left.with(turn.to);
                let (king, rook) = game.castled(turn);
                arrived = Set::of(king).with(rook);
            }
            Act::Pass => left = Set::EMPTY,
            _ => {}
        }
        let mut free = game.area & !(pieces & !left | arrived);
        free &= game.parts.walls.region[self.us.index()];
        match rule {
            Walling::Arrow => {
                let Some(piece) = at.board.at(turn.from) else {
                    return Set::EMPTY;
                };
                let quiet = &game.mover(self.us, piece.role).quiet;
                let without = Set::of(turn.from).without(turn.to);
                let blockers = self.ways.blockers & !without;
                free & quiet.from(turn.to, blockers, game.area)
            }
            Walling::Edge => {
                let (files, ranks) = game.parts.size;
                let edges =
                    Set::file(0) | Set::file(files - 1) | Set::rank(0) | Set::rank(ranks - 1);
                free & (edges | beside(at.walls))
            }
            Walling::Past => free & Set::of(turn.from),
            Walling::Duck | Walling::Static => free,
        }
    }

    fn plain(&self, _role: Role, from: Square, to: Set, out: &mut Vec<Turn>) {
        for to in to {
            self.add(Turn::new(from, to, Act::Move), out);
        }
    }

    /// Turns of a piece that is neither pawn nor king (docs/variants/2-3-pawns-castling-hands.md, 2, 4 and 5).
    pub fn piece(&self, role: Role, from: Square, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us.index());
        let all = self.targets(role, from);
        self.passing(role, from, out);
        let rules = &game.parts.promotion;
        let promoted = game.parts.army.about(role).promoted;
        let like_pawns = rules.pawn_types[us].has(role);
        let flagged = rules.demotion && self.at.board.at(from).is_some_and(|p| p.state != 0);
        if promoted.is_none() && !like_pawns && !flagged {
            return self.plain(role, from, all, out);
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
        self.plain(role, from, plain, out);
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

    /// Turns of the format's pawns (docs/variants/2-3-pawns-castling-hands.md, 1, 2 and 4).
    pub fn pawns(&self, role: Role, pawns: Set, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us);
        let by = ahead(us);
        for (to, steps) in self.pawn_steps(role, pawns) {
            for to in to {
                if let Some(from) = Set::of(to).shift(-by * steps).first() {
                    self.pawn(from, to, out);
                }
            }
        }
        let region = game.mover(us, role).region;
        for (to, files) in self.pawn_captures(pawns).into_iter().zip([-1, 1]) {
            for to in to & self.enemy & region {
                if let Some(from) = Set::of(to).shift(-by - files).first() {
                    self.pawn(from, to, out);
                }
            }
        }
        self.pawns_passing(pawns, out);
        if game.parts.promotion.sittuyin {
            self.sittuyin(pawns, out);
        }
    }

    /// Captures en passant of the format's pawns, within or without their region.
    pub fn pawns_passing(&self, pawns: Set, out: &mut Vec<Turn>) {
        for to in self.at.marks & self.empty {
            let able = self.game.pawn_origins(self.us, to) & pawns;
            if able.is_empty() || self.game.victim(self.at, to).is_none() {
                continue;
            }
            for from in able {
                self.add(Turn::new(from, to, Act::EnPassant), out);
            }
        }
    }

    /// The squares that pawns attack: to the left, to the right.
    #[inline]
    pub fn pawn_captures(&self, pawns: Set) -> [Set; 2] {
        let by = ahead(self.us);
        let (left, right) = (pawns & !Set::file(0), pawns & !Set::file(GRID_FILES - 1));
        [left.shift(by - 1), right.shift(by + 1)]
    }

    /// Where pawns arrive by single, double and triple steps.
    #[inline]
    pub fn pawn_steps(&self, role: Role, pawns: Set) -> [(Set, i32); 3] {
        let (game, us) = (self.game, self.us);
        let by = ahead(us);
        let free = self.empty & game.mover(us, role).region;
        let rules = &game.parts.pawns;
        let single = pawns.shift(by) & free;
        let again = |from: Set, steps: i32| {
            let mut at = pawns & from;
            for _ in 0..steps {
                if at.is_empty() {
                    break;
                }
                at = at.shift(by) & free;
            }
            at
        };
        [
            (single, 1),
            (again(rules.double_step[us.index()], 2), 2),
            (again(rules.triple_step[us.index()], 3), 3),
        ]
    }

    /// The turns of a pawn from a square to another, promotions among them.
    fn pawn(&self, from: Square, to: Square, out: &mut Vec<Turn>) {
        let game = self.game;
        let rules = &game.parts.promotion;
        if rules.sittuyin || !rules.region[self.us.index()].has(to) {
            return self.add(Turn::new(from, to, Act::Move), out);
        }
        for choice in self.choices.iter() {
            self.add(Turn::new(from, to, Act::Promote(choice)), out);
        }
        let promotes = game
            .pawn
            .is_some_and(|pawn| game.parts.army.about(pawn).promoted.is_some());
        if promotes && !(rules.piece_on_capture && self.empty.has(to)) {
            self.add(Turn::new(from, to, Act::PiecePromote), out);
        }
        if !rules.mandatory_pawn {
            self.add(Turn::new(from, to, Act::Move), out);
        }
    }

    /// Promotions of sittuyin (docs/variants/2-3-pawns-castling-hands.md, 6).
    fn sittuyin(&self, pawns: Set, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us);
        let mut able = pawns & game.parts.promotion.region[us.index()];
        if !pawns.many() {
            able |= pawns;
        }
        for from in able {
            for choice in self.choices.iter() {
                let attacks = |at: Square| {
                    let ways = Ways {
                        blockers: self.ways.blockers.without(from),
                        ..self.ways
                    };
                    game.attacks(us, choice, at, ways)
                };
                let near = game.attacks(us, choice, from, self.ways) & self.empty;
                for to in near.with(from) {
                    if (attacks(to) & self.enemy).is_empty() {
                        out.push(Turn::new(from, to, Act::Promote(choice)));
                    }
                }
            }
        }
    }

    /// Castling (docs/variants/2-3-pawns-castling-hands.md, 7).
    pub fn castling(&self, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us);
        let rights = &self.at.castling;
        let royal = self.at.king(game, us);
        let Some(king) = rights.king[us.index()] else {
            return;
        };
        if royal.is_some() && (self.in_check || royal != Some(king)) {
            return;
        }
        for rook in rights.rooks[us.index()].iter().flatten() {
            let turn = Turn::new(king, *rook, Act::Castle);
            let (king_to, rook_to) = game.castled(&turn);
            let way = between(king, king_to) | between(*rook, rook_to);
            let path = way.with(king_to).with(rook_to).without(king).without(*rook);
            if (path & self.ways.blockers).is_empty() {
                self.add(turn, out);
            }
        }
    }

    /// Leaps of cambodian chess (docs/variants/5-special.md, 2.12).
    fn leaps(&self, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us);
        let gates = self.at.gates[us.index()];
        let up: i8 = if us == Seat(0) { 1 } else { -1 };
        let leap = |from: Square, files: i8, ranks: i8| {
            let to = from.offset(files, ranks * up);
            to.filter(|to| self.empty.has(*to))
                .map(|to| Turn::new(from, to, Act::Leap))
        };
        if let Some(king) = self.at.king(game, us).filter(|king| gates.has(*king))
            && !self.in_check
        {
            out.extend([leap(king, -2, 1), leap(king, 2, 1)].into_iter().flatten());
        }
        for fers in game.kinds(&[Word::FERS]).iter() {
            let able = self.at.board.pieces(us, fers) & gates;
            out.extend(able.filter_map(|from| leap(from, 0, 2)));
        }
    }

    /// Passes, and turns that put a wall alone.
    fn passes(&self, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us.index());
        let (gates, walls) = (&game.parts.gates, &game.parts.walls);
        if let Some(rule) = walls.rule.filter(|_| walls.wall_or_move) {
            if let Some(lowest) = self.own.first() {
                let turn = Turn::new(lowest, lowest, Act::Pass);
                for wall in self.wall_squares(rule, &turn) {
                    let wall = Some(wall);
                    out.push(Turn { wall, ..turn });
                }
            }
        } else if gates.pass[us] || gates.pass_on_stalemate[us] {
            let by = self.at.king(game, self.us).or_else(|| self.own.first());
            out.extend(by.map(|by| Turn::new(by, by, Act::Pass)));
        }
    }

    fn drops(&self, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us.index());
        let hands = &game.parts.hands;
        for role in game.parts.army.roles() {
            if !hands.free && self.at.hands[us][role.index()] == 0 {
                continue;
            }
            let to = self.drop_region(role) & self.empty;
            out.extend(to.map(|to| Turn::new(to, to, Act::Drop(role))));
            if hands.drop_promoted && game.parts.army.about(role).promoted.is_some() {
                out.extend(to.map(|to| Turn::new(to, to, Act::DropPromoted(role))));
            }
        }
    }
}

/// The squares orthogonally next to those of a set.
pub(super) fn beside(set: Set) -> Set {
    let inner = |file: u8| !Set::file(file);
    let by = i32::from(GRID_FILES);
    set.shift(by)
        | set.shift(-by)
        | (set & inner(GRID_FILES - 1)).shift(1)
        | (set & inner(0)).shift(-1)
}

/// The squares next to those of a set in any direction.
pub(super) fn around(set: Set) -> Set {
    set.fold(Set::EMPTY, |all, square| all | disc(square, 1))
}

impl Game {
    /// Whether one more piece of a kind may come by promotion.
    pub(super) fn may_become(&self, at: &Position, seat: Seat, role: Role) -> bool {
        let limit = self.parts.promotion.limit[role.index()];
        limit == 0 || at.board.pieces(seat, role).count() < u32::from(limit)
    }

    /// Where king and rook arrive by castling.
    pub(super) fn castled(&self, turn: &Turn) -> (Square, Square) {
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
    /// (docs/variants/2-3-pawns-castling-hands.md, 2).
    pub(super) fn victim(&self, at: &Position, mark: Square) -> Option<Square> {
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
