//! Piece moves by geometry alone; whether the turn may end so is judged later (S1).

use crate::rules::bitboard::Bitboard;
use crate::rules::geometry::between;
use crate::rules::square::Square;

use super::army::{Kind, mover};
use super::check;
use super::position::{PieceMove, Position, castling_squares};
use super::rules::Rules;

/// All piece moves of the side to move.
pub fn piece_moves(rules: &Rules, position: &Position) -> Vec<PieceMove> {
    let mut all = Vec::with_capacity(64);
    for from in position.pieces[usize::from(position.side)] {
        moves_from(rules, position, from, &mut all);
    }
    for queen in [false, true] {
        if castling_fault(rules, position, queen).is_none() {
            all.push(PieceMove::Castle(queen));
        }
    }
    all
}

/// The moves of the piece on `from`, castling aside.
pub fn moves_from(rules: &Rules, position: &Position, from: Square, all: &mut Vec<PieceMove>) {
    let side = position.side;
    let Some((kind, _)) = position
        .at(from)
        .occupant()
        .filter(|(_, seat)| *seat == side)
    else {
        return;
    };
    let enemies = position.pieces[usize::from(1 - side)];
    let targets = match kind {
        Kind::PAWN => pawn_targets(position, from),
        _ => {
            let blockers = position.occupied() | !position.exists;
            let own = position.pieces[usize::from(side)];
            mover(kind, side).from(from, blockers) & position.exists & !own
        }
    };
    let last = if side == 0 { 7 } else { 0 };
    for to in targets {
        let passing = kind == Kind::PAWN && position.ep == Some(to) && to.file() != from.file();
        let captured = match passing {
            true => Square::new(to.file(), from.rank()),
            false => enemies.has(to).then_some(to),
        };
        let step = |promotion| PieceMove::Step {
            kind,
            from,
            to,
            captured,
            promotion,
        };
        if kind == Kind::PAWN && to.rank() == last {
            all.extend(rules.promotions().map(|k| step(Some(k))));
        } else {
            all.push(step(None));
        }
    }
}

fn pawn_targets(position: &Position, from: Square) -> Bitboard {
    let side = position.side;
    let forward = if side == 0 { 1 } else { -1 };
    let free = position.exists & !position.occupied();
    let ahead = |steps: i8| from.offset(0, forward * steps).filter(|s| free.has(*s));
    let enemies = position.pieces[usize::from(1 - side)];
    let goals = position.ep.map_or(enemies, |ep| enemies.with(ep));
    let mut targets = mover(Kind::PAWN, side).leaps(from) & goals;
    if let Some(one) = ahead(1) {
        targets = targets.with(one);
        // Its own second rank, however it got there; from the first it steps singly (S8).
        if from.rank() == if side == 0 { 1 } else { 6 } {
            targets = ahead(2).map_or(targets, |two| targets.with(two));
        }
    }
    targets
}

/// Why castling is not possible (S6, and the first half of S1); `None` if it is.
pub fn castling_fault(rules: &Rules, position: &Position, queen: bool) -> Option<String> {
    let side = position.side;
    let bit = side * 2 + u8::from(queen);
    let [king, goal, rook, rook_goal] = castling_squares(rules, side, queen);
    if position.castling & 1 << bit == 0 {
        let partner = Kind::of_army(rules.armies[usize::from(side)], 0)
            .about()
            .name;
        return Some(format!(
            "the right to castle there is gone, since the king or the {} has moved or is missing",
            partner.to_ascii_lowercase()
        ));
    }
    let own = Bitboard::of(king).with(rook);
    let needed = (between(king, rook).with(goal).with(rook_goal)) & !own;
    if let Some(hole) = (needed & !position.exists).first() {
        return Some(format!("there is no square on {hole}"));
    }
    if let Some(blocked) = (needed & position.occupied()).first() {
        return Some(format!("a piece stands on {blocked}"));
    }
    let path = between(king, goal).with(king).with(goal);
    path.into_iter().find_map(|square| {
        let from = check::attacker_of(position, square, side)?;
        Some(format!("{square} is attacked from {from}"))
    })
}
