//! What a program that plays asks.

use crate::rules::moves::surveyed;
use crate::rules::turns::walk::{Glimpse, Survey};
use crate::rules::{Bitboard, Direction, Role, Seat, Square};

use super::pieces::{AREA, LANCER, PIECES, SENTRY, charge, forward};
use super::position::{Action, Position};

/// Where a piece can go. A lancer looks ahead, and has a part of what the other directions would give it: it can turn
/// where it arrives.
pub fn reach(piece: (Role, Seat), from: u8, men: [u128; 2]) -> u128 {
    if piece.0 != LANCER {
        return surveyed::reach(&PIECES, AREA, piece, from, men);
    }
    let Some(at) = Bitboard::from_bits(1 << from).first() else {
        return 0;
    };
    let [own, enemy] = men.map(Bitboard::from_bits);
    let ahead = forward(piece.1);
    let looks = [ahead, Direction::E, Direction::W];
    let to = looks.map(|way| charge(at, way, own, enemy));
    to.into_iter().fold(Bitboard::EMPTY, Bitboard::or).bits()
}

/// What is known of an action before it is made.
pub fn glimpse(position: &Position, action: &Action) -> Glimpse {
    let from_to = |role: Role, from: Square, to: Square| Glimpse {
        role: Some(role),
        from: from.index() as u8,
        to: to.index() as u8,
        ..Glimpse::default()
    };
    match action {
        Action::Move { mv, .. } | Action::TurnMove { mv, .. } => {
            surveyed::glimpse(&PIECES, &position.base, mv)
        }
        Action::Turn { at, .. } => from_to(LANCER, *at, *at),
        Action::Push(push) => {
            let captured = push.captures.then_some(push.to);
            Glimpse {
                taken: captured.and_then(|at| Some(position.base.board.at(at)?.role)),
                ..from_to(SENTRY, push.from, push.at)
            }
        }
        Action::Pass => Glimpse::default(),
    }
}

/// Describes a position.
pub fn survey(position: &Position, survey: &mut Survey) {
    surveyed::survey(&position.base, survey);
    let pushed = position.pushed;
    survey.mix(pushed.map_or(0, |pushed| {
        (1 + (pushed.from.index() as u128)) << 8 | pushed.to.index() as u128
    }));
}
