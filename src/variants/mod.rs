//! The games. [`VARIANTS`] is the only list of them.

use crate::rules::game::Game;

/// Every game that can be played here, in the order in which lists show them.
pub static VARIANTS: &[&dyn Game] = &[];

/// The game with this id, in any case.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Game> {
    VARIANTS
        .iter()
        .copied()
        .find(|g| g.id().eq_ignore_ascii_case(id))
}
