//! What requests ask about the clocks of a game.

use chrono::TimeDelta;

use crate::rules::Seat;
use crate::time::Terms;

use super::{clocks::Fallen, event::EventKind, stored_game::StoredGame};

/// The fall of a flag can be forgiven for so long.
const FORGIVABLE: TimeDelta = TimeDelta::days(7);

/// Why the clocks stand still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standstill {
    /// The players have agreed to it.
    Agreed,
    /// The umpire says so.
    Umpire,
}

impl StoredGame {
    /// The terms of time that hold from the next turn on; `None`: no clock.
    pub fn terms_to_come(&self) -> Option<&Terms> {
        let next = self.clocks.next_terms.as_ref();
        next.unwrap_or(&self.clocks.terms).as_ref()
    }

    /// Why the clocks stand still, if they do and nobody has said that they shall go on.
    pub fn standstill(&self) -> Option<Standstill> {
        let pauses = self.clocks.lasting_pauses(self.known.came);
        let by = pauses.map(|pause| match pause.umpire {
            true => Standstill::Umpire,
            false => Standstill::Agreed,
        });
        by.max()
    }

    /// How many seconds the players have added in this game.
    pub fn added_time(&self) -> i64 {
        self.clocks.added.iter().sum()
    }

    /// The last fall of a flag, if it can still be taken back: it has ended the game, or the others have not
    /// played on.
    pub fn fallen(&self) -> Option<&Fallen> {
        let fallen = self.clocks.fallen.as_ref()?;
        (self.last_step() == Some(EventKind::Flag)).then_some(fallen)
    }

    /// Whether a flag has fallen too long ago to be forgiven.
    pub fn fell_long_ago(&self) -> bool {
        let fell = self.fallen().map(|fallen| fallen.deadline);
        let fell = fell.or_else(|| self.time_was_over());
        let long = fell.zip(self.known.came);
        long.is_some_and(|(fell, now)| now - fell > FORGIVABLE)
    }

    /// One turn's time, in seconds: what forgiving gives.
    pub fn one_turn(&self) -> i64 {
        let terms = self.clocks.terms.as_ref();
        terms.map_or(0, |terms| terms.one_turn().seconds())
    }

    /// How much of these seconds the clock of a seat can take without exceeding the maximum of the terms.
    pub fn room_for(&self, seat: Seat, seconds: i64) -> i64 {
        let now = self.known.came.unwrap_or(self.clocks.given.0);
        let room = self.creditable(seat, seconds, now, TimeDelta::MAX);
        room.unwrap_or(0)
    }
}
