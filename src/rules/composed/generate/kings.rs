//! Castling, leaps of unmoved pieces, and passes.

use crate::rules::board::geometry::between;
use crate::rules::composed::army::Word;
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::composed::{Square, ahead};

use super::Source;

impl Source<'_> {
    /// Adds the turns that castle (docs/variants/pawns-castling-hands.md, 7).
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

    /// Leaps of cambodian chess (docs/variants/special.md, 2.12).
    pub(super) fn leaps(&self, out: &mut Vec<Turn>) {
        let (game, us) = (self.game, self.us);
        let gates = self.at.gates[us.index()];
        let leap = |from: Square, files: i8, ranks: i8| {
            let to = ahead(from, us, files, ranks);
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
    pub(super) fn passes(&self, out: &mut Vec<Turn>) {
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
}
