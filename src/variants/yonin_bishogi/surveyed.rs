//! What a program that plays asks.

use crate::rules::board::SEATS as MOST;
use crate::rules::moves::surveyed;
use crate::rules::turns::walk::{Becoming, Field, Glimpse, Survey};
use crate::rules::{Bitboard, Role, Seat, board::square::SIDE};

use super::pieces::{HELD, PIECES, QUEEN, all, zone};
use super::position::{Action, Position};

/// The squares of the board.
pub const AREA: Bitboard = Bitboard::rectangle(SIDE, SIDE);

/// What does not change.
pub fn field() -> Field {
    let mut zones = [0; MOST];
    for (seat, bits) in (0..).zip(&mut zones) {
        *bits = zone(Seat(seat)).bits();
    }
    let promoted = HELD.into_iter().filter(|role| *role != QUEEN);
    let becoming = promoted.map(|role: Role| Becoming {
        role,
        becomes: QUEEN,
        zone: zones,
    });
    Field {
        becoming: becoming.collect(),
        ..surveyed::field(&PIECES, AREA)
    }
}

/// What is known of an action before it is made.
pub fn glimpse(position: &Position, action: &Action) -> Glimpse {
    match action {
        Action::Move(mv) => surveyed::glimpse(&PIECES, &position.base, mv),
        Action::Drop(role, to) => Glimpse {
            role: Some(*role),
            from: to.index() as u8,
            to: to.index() as u8,
            ..Glimpse::default()
        },
        Action::Pass => Glimpse::default(),
    }
}

/// Describes a position.
pub fn survey(position: &Position, survey: &mut Survey) {
    surveyed::survey(&position.base, survey);
    for seat in all().iter() {
        for role in position.hands[seat.index()].roles() {
            survey.hand(seat, role, position.hands[seat.index()].count(role));
        }
        let right = position.rights[seat.index()];
        survey.mix(right.map_or(0, |right| {
            let seats = right.seats.iter().fold(0, |all, seat| all | 1 << seat.0);
            1 + right.square.index() as u128 + (seats << 8)
        }));
    }
}
