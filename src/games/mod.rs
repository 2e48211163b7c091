//! Stored games: a game's row, seats and events, and the position that the events lead to.
//!
//! | file | contents |
//! |---|---|
//! | `stored_game` | [`StoredGame`]: loading a game and applying events to it |
//! | `event` | [`EventKind`] and [`StoredTurn`] |
//! | `changes` | [`Changes`]: what one mail or one command changes, applied in memory, written at once |
//! | `result` | results as the umpire types them |

mod changes;
mod event;
mod result;
mod stored_game;

pub use changes::{Cause, Changes, Talk};
pub use event::{EventKind, StoredTurn};
pub use stored_game::{StoredGame, seat_at};
