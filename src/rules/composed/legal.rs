//! Which turns are legal (docs/variants/ends.md, 3.3, in its order; docs/variants/special.md, 1.2).

use crate::rules::board::geometry::disc;
use crate::rules::{Role, Seat};

use super::Set;
use super::army::Word;
use super::game::Game;
use super::generate::Source;
use super::position::Position;
use super::safety::Guard;
use super::turn::{Act, Turn};

impl Game {
    /// The legal turns, in no order. There are none once the game has ended at once.
    pub fn legal_turns(&self, at: &Position) -> Vec<Turn> {
        if self.immediate_end(at).is_some() {
            return Vec::new();
        }
        self.playable_turns(at)
    }

    /// The legal turns of a position in which the game has not ended at once.
    pub(super) fn playable_turns(&self, at: &Position) -> Vec<Turn> {
        let guard = Guard::new(self, at);
        let mut all = Vec::with_capacity(64);
        Source::new(self, at, guard.checkers.any()).all(&mut all);
        if self.ordinary {
            all.retain(|turn| self.keeps_king(at, &guard, turn));
            return all;
        }
        all.retain(|turn| self.allowed(at, &guard, turn));
        self.prefer(at, &guard, &mut all);
        all
    }

    /// Takes out turns that give way to others: to captures, drops, or all others.
    fn prefer(&self, at: &Position, guard: &Guard, all: &mut Vec<Turn>) {
        let parts = &self.parts;
        if parts.captures.must && all.iter().any(|turn| self.captures(at, turn)) {
            all.retain(|turn| self.captures(at, turn));
        }
        let must = parts.hands.must_drop;
        let hand = &at.hands[at.to_move.index()];
        let due = |role: Role| must.has(role) && hand[role.index()] > 0;
        if parts.army.roles().any(due) {
            let dropped = |turn: &Turn| match turn.act {
                Act::Drop(role) | Act::DropPromoted(role) => Some(must.has(role)),
                _ => None,
            };
            all.retain(|turn| dropped(turn) != Some(false));
            if all.iter().any(|turn| dropped(turn).is_some()) {
                all.retain(|turn| dropped(turn).is_some());
            }
        }
        if parts.gates.pass_on_stalemate[at.to_move.index()]
            && guard.checkers.is_empty()
            && all.iter().any(|turn| turn.act != Act::Pass)
        {
            all.retain(|turn| turn.act != Act::Pass);
        }
    }

    /// Whether a turn captures.
    #[inline]
    pub fn captures(&self, at: &Position, turn: &Turn) -> bool {
        match turn.act {
            Act::EnPassant => true,
            Act::Castle | Act::Pass | Act::Drop(_) | Act::DropPromoted(_) => false,
            _ => turn.from != turn.to && at.board.occupied().has(turn.to),
        }
    }

    /// Whether a turn captures with a piece that is petrified by that.
    pub(super) fn petrifies(&self, at: &Position, turn: &Turn) -> bool {
        let kinds = self.parts.captures.petrify;
        let mover = at.board.at(turn.from);
        mover.is_some_and(|piece| kinds.has(piece.role)) && self.captures(at, turn)
    }

    /// Whether a turn is legal but for turns that have to be preferred.
    fn allowed(&self, at: &Position, guard: &Guard, turn: &Turn) -> bool {
        let parts = &self.parts;
        let checks_barred = !parts.royalty.checking
            || parts.promotion.sittuyin && matches!(turn.act, Act::Promote(_))
            || !parts.hands.drop_checks && turn.is_drop();
        if checks_barred && self.foresees_check(at, turn) {
            return false;
        }
        if parts.hands.opposite_bishops && !self.balances_bishops(at, at.to_move, turn) {
            return false;
        }
        if parts.hands.immobility_illegal && self.immobilizes(at, at.to_move, turn) {
            return false;
        }
        if parts.royalty.pseudo.is_some() && !self.keeps_royals(at, guard, turn) {
            return false;
        }
        let immune = parts.captures.mutually_immune;
        if !immune.is_empty()
            && turn.moves()
            && let (Some(piece), Some(taken)) = (at.board.at(turn.from), at.board.at(turn.to))
            && turn.from != turn.to
            && piece.role == taken.role
            && immune.has(piece.role)
        {
            return false;
        }
        self.keeps_king(at, guard, turn)
    }

    /// Whether a turn leaves a piece where it could not move on, on an empty board
    /// (docs/variants/pawns-castling-hands.md, 10).
    fn immobilizes(&self, at: &Position, us: Seat, turn: &Turn) -> bool {
        let role = match turn.act {
            Act::Move => at.board.at(turn.from).map(|piece| piece.role),
            Act::Drop(role) => Some(role),
            Act::DropPromoted(role) => self.parts.army.about(role).promoted,
            _ => None,
        };
        let Some(role) = role else {
            return false;
        };
        let to = turn.to;
        let goals = match self.parts.army.is(role, Word::KING) {
            true => disc(to, 1),
            false => Self::mask(&self.mover(us, role).quiet, to),
        };
        (goals & self.area & !at.walls).is_empty()
    }

    /// `dropOppositeColoredBishop` (docs/variants/pawns-castling-hands.md, 10).
    fn balances_bishops(&self, at: &Position, us: Seat, turn: &Turn) -> bool {
        let (true, Some(bishop)) = (turn.is_drop(), self.parts.army.role(Word::BISHOP)) else {
            return true;
        };
        let own = at.board.pieces(us, bishop);
        let all = own.count() + u32::from(at.hands[us.index()][bishop.index()]);
        let shade = |set: Set, dark: bool| set.filter(|s| s.is_dark() == dark).count() as u32;
        if turn.act == Act::Drop(bishop) {
            return shade(own, turn.to.is_dark()) < all.div_ceil(2);
        }
        let source = Source::new(self, at, false);
        let free = source.drop_region(bishop) & source.empty;
        let free = free.without(turn.to);
        [false, true]
            .into_iter()
            .all(|dark| shade(own, dark) + shade(free, dark) >= all / 2)
    }
}
