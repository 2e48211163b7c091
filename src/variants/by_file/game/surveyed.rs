//! What a program that plays asks: pieces, hands, and how near each side is to the ends of the game.

use crate::rules::board::SEATS;
use crate::rules::composed::ends::Value;
use crate::rules::composed::ends::flag::Flag;
use crate::rules::composed::kinds::Kinds;
use crate::rules::composed::position::Position;
use crate::rules::composed::turn::Act;
use crate::rules::composed::{GRID_FILES, Game, Set, Square};
use crate::rules::turns::walk::{Becoming, Field, Glimpse, Material, Survey};
use crate::rules::{Role, Seat};

use super::Action;

/// What a move that checks is worth to a king that wants to be mated, and what a square costs to which it can go.
const CHECK: i32 = 40;
const FLIGHT: i32 = 25;
/// What a step to the region costs where nobody can be mated, so that nothing else wins.
const STEP: i32 = 40;

/// What does not change.
pub fn field(game: &Game) -> Field {
    let (army, promotion) = (&game.parts.army, &game.parts.promotion);
    let mut zone = [0; SEATS];
    for (zone, region) in zone.iter_mut().zip(promotion.region) {
        *zone = (region & game.area()).bits();
    }
    let mut becoming = Vec::new();
    for role in army.roles() {
        let by_pawns = game.pawn == Some(role) || promotion.pawn_types[0].has(role);
        let choices = army
            .roles()
            .filter(|other| by_pawns && promotion.piece_types[0].has(*other));
        let all = choices.chain(army.about(role).promoted);
        becoming.extend(all.map(|becomes| Becoming {
            role,
            becomes,
            zone,
        }));
    }
    let extinction = game.parts.ends.extinction.as_ref();
    let material = match extinction {
        Some(rule) if rule.value == Value::WIN => Material::Bad,
        _ if by_moves_alone(game) => Material::Indifferent,
        _ if is_won_by_the_mated(game) => Material::OfOthers,
        _ => Material::Good,
    };
    Field {
        width: GRID_FILES,
        area: game.area().bits(),
        kinds: army.kinds.len() as u8,
        seats: 2,
        royal: game.king,
        becoming,
        material,
        by_reach: true,
    }
}

/// Whether the game has no other end than that somebody cannot move, and has lost by it.
fn by_moves_alone(game: &Game) -> bool {
    let ends = &game.parts.ends;
    let others = ends.extinction.is_some()
        || ends.flag.is_some()
        || ends.connect.is_some()
        || ends.material.is_some();
    game.king.is_none() && !others && ends.no_turn.stalemate == Value::LOSS
}

/// Whether whoever is mated has won, and nobody wins by losing pieces.
fn is_won_by_the_mated(game: &Game) -> bool {
    let ends = &game.parts.ends;
    ends.no_turn.checkmate == Value::WIN && ends.extinction.is_none()
}

/// What is known of a turn before it is made.
pub fn glimpse(game: &Game, at: &Position, action: &Action) -> Glimpse {
    let turn = &action.turn;
    let role = match turn.act {
        Act::Drop(role) | Act::DropPromoted(role) => Some(role),
        Act::Pass => None,
        _ => Some(action.role),
    };
    let becomes = match turn.act {
        Act::Promote(becomes) => Some(becomes),
        Act::PiecePromote => game.parts.army.about(action.role).promoted,
        _ => None,
    };
    let taken = match turn.act {
        Act::EnPassant => Some(action.role),
        // Where pieces are worth nothing a capture is a move like any other.
        _ if action.captures && !by_moves_alone(game) => {
            at.board.at(turn.to).map(|piece| piece.role)
        }
        _ => None,
    };
    Glimpse {
        role,
        from: turn.from.index() as u8,
        to: turn.to.index() as u8,
        taken,
        becomes,
    }
}

/// Describes a position.
pub fn survey(game: &Game, at: &Position, survey: &mut Survey) {
    survey.board(&at.board);
    for seat in Seat::BOTH {
        for role in game.parts.army.roles() {
            survey.hand(seat, role, at.hands[seat.index()][role.index()]);
        }
        let rooks = at.castling.rooks[seat.index()];
        let rights = rooks.map(|rook| rook.map_or(0, |at| 1 + at.index() as u128));
        survey.mix(rights[0] | rights[1] << 8 | (at.checks[seat.index()] as u128 & 0xff) << 16);
        survey.beside[seat.index()] = prospects(game, at, seat);
    }
    let sets = [at.walls, at.marks, at.gates[0], at.gates[1]];
    sets.into_iter()
        .filter(|set| set.any())
        .for_each(|set| survey.mix(set.bits()));
    survey.mix(u128::from(at.last.passes));
}

/// How near a seat is to an end of the game that it wants, mate apart.
fn prospects(game: &Game, at: &Position, seat: Seat) -> i32 {
    let ends = &game.parts.ends;
    let flag = ends
        .flag
        .as_ref()
        .map_or(0, |rule| to_flag(game, at, rule, seat));
    let checks = match at.checks[seat.index()] {
        left @ 1.. if ends.check_counting => 600 / (left * left),
        _ => 0,
    };
    let freedom = match by_moves_alone(game) {
        true => freedom(game, at, seat),
        false => 0,
    };
    let exposed = match is_won_by_the_mated(game) {
        true => exposure(game, at, seat),
        false => 0,
    };
    flag + checks + freedom + exposed
}

/// How near the king of a seat is to being mated: where it cannot go, which pieces of others that move far are near,
/// and how many moves of theirs check it so that nothing can take what checks.
fn exposure(game: &Game, at: &Position, seat: Seat) -> i32 {
    let (own, others) = (at.board.of(seat), at.board.of(seat.other()));
    let pieces = |set: Set| set.filter_map(|from| Some((from, at.board.at(from)?.role)));
    let king = pieces(own).find(|(_, role)| Some(*role) == game.king);
    let Some((king, royal)) = king else {
        return 0;
    };
    let goals = |role: Role, from: Square| game.goals((role, seat), from, own | at.walls, others);
    let guarded = pieces(own).fold(Set::EMPTY, |set, (from, role)| set | goals(role, from));
    let (mut reached, mut near, mut checks) = (Set::EMPTY, 0, 0);
    for (from, role) in pieces(others) {
        let goals_of_other = game.goals((role, seat.other()), from, others | at.walls, own);
        let far = i32::from(from.distance(king));
        near += (7 - far).max(0) * (goals_of_other.count() as i32).min(14) / 4;
        // From where a piece reaches the king, the king would reach as such a piece.
        checks += (goals_of_other & goals(role, king) & !guarded).count() as i32;
        reached |= goals_of_other;
    }
    let flights = goals(royal, king) & !reached;
    near + CHECK * checks - FLIGHT * flights.count() as i32
}

/// How well the pieces of a seat can move: the first squares count most, so that a piece with few is worth freeing.
fn freedom(game: &Game, at: &Position, seat: Seat) -> i32 {
    let (own, others) = (at.board.of(seat), at.board.of(seat.other()));
    let goals = own.filter_map(|from| {
        let piece = at.board.at(from)?;
        let goals = game.goals((piece.role, seat), from, own | at.walls, others);
        Some((900 * goals.count() as i32).isqrt())
    });
    goals.sum()
}

/// How near the pieces that may reach a region are to it.
fn to_flag(game: &Game, at: &Position, rule: &Flag, seat: Seat) -> i32 {
    let region = rule.region[seat.index()] & game.area();
    let kinds = rule.piece[seat.index()];
    let own = at.board.of(seat);
    let is_one = |role: Role| kinds == Kinds::ALL || kinds.has(role);
    let near = |from: Square| {
        let mut region: Set = region;
        region.by_ref().map(|to| i32::from(from.distance(to))).min()
    };
    let pieces = own.filter(|from| at.board.at(*from).is_some_and(|piece| is_one(piece.role)));
    let mut steps: Vec<i32> = pieces.filter_map(near).collect();
    steps.sort_unstable();
    let counted = steps.iter().take(rule.count.max(1) as usize);
    let step = if game.parts.royalty.checking { 0 } else { STEP };
    counted.map(|steps| 240 / (2 + steps) - step * steps).sum()
}
