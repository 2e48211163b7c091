//! Turns of the format's pawns (docs/variants/2-3-pawns-castling-hands.md, 1, 2, 4 and 6).

use crate::rules::Role;
use crate::rules::composed::movement::Ways;
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::composed::{GRID_FILES, Set, Square};

use super::{Source, ahead};

impl Source<'_> {
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
}
