//! What a program that plays asks. What lies in the bin belongs to nobody.

use crate::rules::moves::surveyed;
use crate::rules::turns::ruleset::State;
use crate::rules::turns::walk::{Glimpse, Survey};

use super::InTheBin;
use super::pieces::PIECES;
use super::position::{Action, contents};

/// What is known of an action before it is made.
pub fn glimpse(state: &State<InTheBin>, made: &[Action], action: &Action) -> Glimpse {
    match action {
        Action::Move(mv) if made.is_empty() => surveyed::glimpse(&PIECES, &state.position.base, mv),
        Action::Move(mv) => {
            let mut position = state.position.clone();
            made.iter().for_each(|action| position.act(action));
            surveyed::glimpse(&PIECES, &position.base, mv)
        }
        Action::Select(role, at) => Glimpse {
            becomes: Some(*role),
            from: at.index() as u8,
            to: at.index() as u8,
            ..Glimpse::default()
        },
        Action::Push => Glimpse::default(),
    }
}

/// Describes a position.
pub fn survey(state: &State<InTheBin>, survey: &mut Survey) {
    let position = &state.position;
    surveyed::survey(&position.base, survey);
    survey.mix(u128::from(contents(&position.bin)));
    // The bans are what tells equal positions apart; they never come back, so that the turn is enough.
    survey.mix(u128::from(position.base.fullmove_number));
}
