//! What a program that plays asks: squares count, and where pieces can go now.

use crate::rules::moves::surveyed;
use crate::rules::turns::walk::{Glimpse, Survey};
use crate::rules::{Seat, Square};

use super::position::{Action, Position, Shift};
use super::rules::Rules;

/// What a square in reserve is worth, in hundredths of a pawn; one on the board that a player may move; and each square
/// to which a piece can go: who cannot move has lost. Each rank nearer to the other side adds to that: armies that build no
/// way to each other never come to an end.
const RESERVE: i32 = 30;
const OWNED: i32 = 3;
const GOAL: i32 = 2;
const GOAL_BY_RANK: i32 = 1;
/// Ranks are numbered from 0.
const LAST_RANK: i32 = 7;

/// What is known of an action before it is made.
pub fn glimpse(rules: &Rules, position: &Position, action: &Action) -> Glimpse {
    let from_to = |from: Square, to: Square| Glimpse {
        from: from.index() as u8,
        to: to.index() as u8,
        ..Glimpse::default()
    };
    match action {
        Action::Move(mv) => surveyed::glimpse(rules.pieces, &position.base, mv),
        Action::Place(at) => from_to(*at, *at),
        Action::Shift(Shift {
            from,
            to,
            promotion,
        }) => Glimpse {
            becomes: *promotion,
            ..from_to(*from, *to)
        },
    }
}

/// Describes a position.
pub fn survey(rules: &Rules, position: &Position, survey: &mut Survey) {
    let base = &position.base;
    surveyed::survey(base, survey);
    survey.mix(base.area.bits());
    survey.mix(position.owned[0].bits());
    survey.mix(position.owned[1].bits());
    survey.mix(position.barred.bits());
    // What holds for first turns alone tells positions apart, and so does when squares begin to be left behind.
    let round = base.fullmove_number.min(4);
    let counts = [
        round,
        position.reserves[0].into(),
        position.reserves[1].into(),
    ];
    survey.mix(
        counts
            .into_iter()
            .fold(0, |all, n| all << 32 | u128::from(n)),
    );
    let occupied = base.board.occupied();
    for seat in Seat::BOTH {
        let mut goals = 0;
        for from in base.board.of(seat) {
            let Some(piece) = base.board.at(from) else {
                continue;
            };
            let movement = rules.pieces.movement(piece.role, seat);
            let to = movement.targets(from, occupied, base.area) & !base.board.of(seat);
            goals += to.map(|to| goal(seat, to)).sum::<i32>();
        }
        let seat = seat.index();
        survey.beside[seat] = goals
            + OWNED * position.owned[seat].count() as i32
            + RESERVE * i32::from(position.reserves[seat]);
    }
}

/// What it is worth that a piece can go to a square.
fn goal(seat: Seat, to: Square) -> i32 {
    let rank = i32::from(to.rank());
    let forward = if seat.index() == 0 {
        rank
    } else {
        LAST_RANK - rank
    };
    GOAL + GOAL_BY_RANK * forward
}
