//! Where pieces in hand may be put (docs/variants/pawns-castling-hands.md, 10; docs/variants/special.md, 2.17).

use crate::rules::Role;
use crate::rules::board::geometry::{Direction, slide, step};
use crate::rules::composed::army::Word;
use crate::rules::composed::hands::Enclosing;
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::composed::{Set, Square};

use super::walls::beside;
use super::{Source, around};

impl Source<'_> {
    /// Adds all drops.
    pub(super) fn drops(&self, out: &mut Vec<Turn>) {
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

    /// The squares on which a kind may be put from hand, occupied ones not left out.
    pub(in crate::rules::composed) fn drop_region(&self, role: Role) -> Set {
        let (game, us) = (self.game, self.us);
        let parts = &game.parts;
        let hands = &parts.hands;
        let mut region = hands.region[us.index()] & game.mover(us, role).region;
        let first = Set::rank(game.row(us, 0));
        let army = &parts.army;
        if game.pawn == Some(role) {
            if !hands.promotion_zone_pawns {
                region &= !parts.promotion.region[us.index()];
            }
            if !hands.first_rank_pawns {
                region &= !first;
            }
        }
        if let Some((doubled, count)) = hands.no_doubled
            && doubled == role
        {
            let own = self.at.board.pieces(us, role);
            for file in 0..parts.size.0 {
                if (own & Set::file(file)).count() >= u32::from(count) {
                    region &= !Set::file(file);
                }
            }
        }
        if hands.sittuyin_rook && army.is(role, Word::ROOK) {
            region &= first;
        }
        if let Some(enclosing) = hands.enclosing {
            let start = hands.enclosing_start & !(self.at.board.occupied() | self.at.walls);
            region = match start.any() {
                true => region & start,
                false => self.enclosed(enclosing, region),
            };
        }
        region
    }

    fn enclosed(&self, rule: Enclosing, region: Set) -> Set {
        let (area, occupied) = (self.game.area, self.at.board.occupied() | self.at.walls);
        match rule {
            Enclosing::Ataxx | Enclosing::Quadwrangle => region & around(self.own),
            Enclosing::Snort => region & !beside(self.enemy),
            Enclosing::Top => region & (step(occupied, Direction::N) | Set::rank(0)),
            Enclosing::Reversi => {
                let near = region & !occupied & around(self.enemy);
                near.filter(|square| self.encloses(*square)).collect()
            }
            Enclosing::AnySide => any_side(area, occupied, self.game.parts.size),
        }
    }

    /// Whether pieces of the enemy, with walls among them, lie in a line between a square and an own piece.
    fn encloses(&self, square: Square) -> bool {
        let others = (self.game.area & !self.enemy & !self.at.walls) | !self.game.area;
        Direction::ALL.into_iter().any(|direction| {
            let next = step(Set::of(square), direction);
            (next & !others).any() && (slide(direction, square, others) & self.own).any()
        })
    }
}

/// Squares that are reached by pushing in from an edge, as the format finds them.
fn any_side(area: Set, occupied: Set, (files, ranks): (u8, u8)) -> Set {
    let mut found = Set::EMPTY;
    let empty = area & !occupied;
    let ends_right = (step(occupied, Direction::W) | Set::file(files - 1)) & empty;
    let ends_left = (step(occupied, Direction::E) | Set::file(0)) & empty;
    let ends_above = (step(occupied, Direction::S) | Set::rank(ranks - 1)) & empty;
    let ends_below = (step(occupied, Direction::N) | Set::rank(0)) & empty;
    let is_empty = |file: u8, rank: u8| Square::new(file, rank).is_some_and(|s| empty.has(s));
    let mut add = |candidates: Set| found |= candidates.first().map_or(Set::EMPTY, Set::of);
    for rank in 0..ranks {
        let line = Set::rank(rank);
        if is_empty(0, rank) {
            add(ends_right & line);
        }
        if is_empty(files - 1, rank) {
            add(ends_left & line);
        }
    }
    for file in 0..files {
        let line = Set::file(file);
        if is_empty(file, 0) {
            add(ends_above & line);
        }
        if is_empty(file, ranks - 1) {
            add(ends_below & line);
        }
    }
    found
}
