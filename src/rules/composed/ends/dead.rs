//! Too little material (docs/variants/README.md, 'Too little material'): nobody can mate any more, whatever is played.

use crate::rules::composed::army::Kind;
use crate::rules::composed::game::Game;
use crate::rules::composed::position::Position;
use crate::rules::composed::{Set, of_kinds};
use crate::rules::pieces::movement::Atom;
use crate::rules::{Role, Seat};

use super::Value;

impl Game {
    /// Whether a game is won by checkmate and in no other way.
    pub fn only_mate_wins(&self) -> bool {
        let ends = &self.parts.ends;
        ends.extinction.is_none()
            && ends.flag.is_none()
            && ends.connect.is_none()
            && !ends.check_counting
            && ends.material.is_none()
            && ends.castling_wins == [[false; 2]; 2]
            && ends.no_turn.stalemate == Value::DRAW
            && ends.no_turn.checkmate == Value::LOSS
            && !ends.no_turn.shatar
            && ends.repetition.value == Value::DRAW
            && !ends.repetition.perpetual_check
            && !ends.repetition.move_repetition
            && self.parts.royalty.pseudo.is_none()
    }

    /// Whether too little material ends games of these rules: with other rules, more than the pieces that are left bears
    /// on who can win.
    pub fn can_be_dead(&self) -> bool {
        let parts = &self.parts;
        let (captures, hands, royalty) = (&parts.captures, &parts.hands, &parts.royalty);
        self.only_mate_wins()
            && self.king.is_some_and(|king| self.steps_anywhere(king))
            && parts.size.0 > 1
            && parts.size.1 > 1
            && royalty.checking
            && !royalty.flying_general
            && !royalty.makpong
            && !parts.ends.bikjang
            && !captures.blast
            && captures.petrify.is_empty()
            && captures.flip.is_none()
            && !hands.drops
            && !(hands.captures && parts.gates.seirawan)
            && parts.gates.pass == [false; 2]
            && parts.gates.pass_on_stalemate == [false; 2]
            && parts.walls.rule.is_none()
            && parts.army.diagonal_lines.is_empty()
    }

    /// Whether too little material ends the game with this position, if the game has that end.
    ///
    /// A king that steps anywhere is mated only if both squares beside it in a row, a file or a corner are attacked or
    /// taken by its own side, and the other king, which is two squares away at least, attacks only one of them. A check
    /// by a piece that attacks squares of one shade at a time leaves the other one, and so do pieces that all stay on one
    /// shade.
    pub fn is_dead(&self, at: &Position) -> bool {
        if !self.parts.ends.dead || at.board.occupied().count() > 2 && self.is_rich(at) {
            return false;
        }
        let alone = |seat| {
            self.king
                .is_some_and(|king| at.board.pieces(seat, king).count() == 1)
        };
        self.can_be_dead()
            && Seat::BOTH.into_iter().all(alone)
            && at.walls.is_empty()
            && Seat::BOTH.into_iter().all(|seat| at.in_hand(seat) == 0)
    }

    /// Whether pieces besides kings may be enough for a mate.
    fn is_rich(&self, at: &Position) -> bool {
        let kings = self.king.map_or(Set::EMPTY, |king| at.board.role(king));
        let others = at.board.occupied() & !kings;
        let stays = |square| {
            at.board
                .at(square)
                .is_some_and(|piece| !self.may_change(piece.role, piece.state != 0))
        };
        if !others.into_iter().all(stays) {
            return true;
        }
        let is = |of: fn(&Kind) -> bool| {
            let kinds = self.parts.army.roles();
            let kinds = kinds.filter(|role| of(self.parts.army.about(*role)));
            (others & !of_kinds(&at.board, kinds.collect())).is_empty()
        };
        let one = !others.many() && is(attacks_one_shade);
        !(one || others.is_of_one_shade() && is(stays_on_its_shade))
    }

    /// Whether a piece may become another one.
    fn may_change(&self, role: Role, promoted: bool) -> bool {
        let promotion = &self.parts.promotion;
        self.pawn == Some(role)
            || promotion.pawn_types.iter().any(|kinds| kinds.has(role))
            || self.parts.army.about(role).promoted.is_some()
            || promoted && promotion.demotion
    }

    /// Whether a kind steps to all squares around it, and no farther.
    fn steps_anywhere(&self, role: Role) -> bool {
        let kind = self.parts.army.about(role);
        let is_step = |atom: &Atom| {
            let (files, ranks) = atom.step;
            atom.limit == 1 && atom.quiet && atom.capture && files.abs().max(ranks.abs()) == 1
        };
        kind.atoms.len() == 8
            && kind.atoms.iter().all(is_step)
            && kind
                .region
                .iter()
                .all(|region| (self.area & !*region).is_empty())
    }
}

/// Whether a step leads to a square of the same shade.
fn is_even(atom: &Atom) -> bool {
    (atom.step.0 + atom.step.1) % 2 == 0
}

/// Whether all squares that a piece attacks at one time are of one shade.
fn attacks_one_shade(kind: &Kind) -> bool {
    let mut attacks = kind.atoms.iter().filter(|atom| atom.capture);
    let leap = |atom: &Atom| !is_even(atom) && atom.limit == 1;
    attacks.clone().all(is_even) || attacks.all(leap)
}

/// Whether a piece never leaves the squares of the shade on which it stands.
fn stays_on_its_shade(kind: &Kind) -> bool {
    kind.atoms.iter().chain(&kind.initial).all(is_even)
}
