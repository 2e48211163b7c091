//! Turns of the format's pawns (docs/variants/pawns-castling-hands.md, 1, 2, 4 and 6).

use crate::rules::Role;
use crate::rules::board::geometry::{Direction, step};
use crate::rules::composed::movement::Ways;
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::composed::{Set, Square, ahead, up};

use super::Source;

impl Source<'_> {
    /// Turns of the format's pawns (docs/variants/pawns-castling-hands.md, 1, 2 and 4).
    pub fn pawns(&self, role: Role, pawns: Set, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us);
        for (to, steps) in self.pawn_steps(role, pawns) {
            for to in to {
                if let Some(from) = ahead(to, us, 0, -steps) {
                    self.pawn(from, to, out);
                }
            }
        }
        let region = game.mover(us, role).region;
        for (to, files) in self.pawn_captures(pawns).into_iter().zip([-1, 1]) {
            for to in to & self.enemy & region {
                if let Some(from) = ahead(to, us, -files, -1) {
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
        let ahead = step(pawns, up(self.us));
        [step(ahead, Direction::W), step(ahead, Direction::E)]
    }

    /// Where pawns arrive by single, double and triple steps.
    #[inline]
    pub fn pawn_steps(&self, role: Role, pawns: Set) -> [(Set, i8); 3] {
        let (game, us) = (self.game, self.us);
        let free = self.empty & game.mover(us, role).region;
        let rules = &game.parts.pawns;
        let next = |pawns: Set| step(pawns, up(us)) & free;
        let again = |from: Set, steps: i8| match pawns & from {
            Set::EMPTY => Set::EMPTY,
            pawns => (0..steps).fold(pawns, |at, _| next(at)),
        };
        [
            (next(pawns), 1),
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

    /// Promotions of sittuyin (docs/variants/pawns-castling-hands.md, 6).
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
}
