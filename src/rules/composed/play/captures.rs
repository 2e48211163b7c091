//! What captures do: pieces in hand, blasts and petrified pieces; and pieces that change sides.

use crate::rules::board::geometry::{Direction, between, disc, slide};
use crate::rules::composed::captures::Flip;
use crate::rules::composed::game::Game;
use crate::rules::composed::position::{PROMOTED, Position, before};
use crate::rules::composed::turn::Act;
use crate::rules::composed::{Set, of_kinds};
use crate::rules::{Piece, Role};

use super::Doing;

impl Game {
    /// Takes the captured piece off the board, if there is one.
    pub(super) fn capture(&self, at: &mut Position, doing: &mut Doing) {
        let square = match doing.turn.act {
            _ if !self.captures(at, &doing.turn) => None,
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
    pub(super) fn to_hand(&self, at: &mut Position, piece: Piece, pawn: Option<Role>) {
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

    /// Turns pieces over that a turn encloses (docs/variants/special.md, 2.16).
    pub(super) fn flip(&self, at: &mut Position, doing: &Doing, rule: Flip) {
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

    /// Takes off the board what a capture blasts or petrifies (docs/variants/special.md, 2.2 to 2.6).
    pub(super) fn blast(&self, at: &mut Position, doing: &Doing) {
        let rules = &self.parts.captures;
        let centre = doing.turn.to;
        let mut gone = if rules.blast {
            self.blasted(at, centre) & !of_kinds(&at.board, rules.blast_immune)
        } else if doing
            .mover
            .is_some_and(|piece| rules.petrify.has(piece.role))
        {
            Set::of(centre)
        } else {
            return;
        };
        gone &= at.board.occupied();
        at.castling.touch(gone);
        for square in gone {
            let Some(piece) = at.board.take(square) else {
                continue;
            };
            self.to_hand(at, piece, self.pawn);
            let petrified = match square == centre {
                true => rules.petrify.has(piece.role),
                false => rules.petrify_blast,
            };
            if petrified {
                at.walls = at.walls.with(square);
            }
        }
    }
}
