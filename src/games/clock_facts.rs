//! What requests ask about the clocks of a game.

use crate::rules::game::Seat;
use crate::time::Terms;

use super::event::{CreditReason, Event, EventKind};
use super::stored_game::StoredGame;

/// Facts about the clocks that follow from the events. Taking back changes none of them.
#[derive(Clone, Debug, Default)]
pub(super) struct ClockFacts {
    /// The terms, in canonical text; `None`: no clock.
    terms: Option<String>,
    /// Who has stopped the clocks, if they stand still.
    paused: Option<Standstill>,
    /// How many seconds the players have added.
    added: i64,
    /// The last fall of a flag, while it can be forgiven.
    fallen: Option<Fallen>,
}

/// Why the clocks stand still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standstill {
    /// The players have agreed to it.
    Agreed,
    /// The umpire says so.
    Umpire,
}

/// A flag that has fallen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fallen {
    /// Whose.
    pub seat: Seat,
    /// When; `None`: a moment ago.
    pub at: Option<String>,
}

impl ClockFacts {
    /// Of a game that begins with these terms.
    pub fn begin(terms: Option<&str>) -> Self {
        Self {
            terms: terms.map(str::to_owned),
            ..Self::default()
        }
    }

    /// Notes an event.
    pub fn note(&mut self, event: &Event) {
        match event {
            Event::Terms(terms) => {
                self.terms = Some(terms.clone()).filter(|terms| read(terms).is_some())
            }
            Event::Pause { by: Some(_), .. } => self.paused = Some(Standstill::Agreed),
            Event::Pause { by: None, .. } => self.paused = Some(Standstill::Umpire),
            Event::Resume { .. } => self.paused = None,
            Event::Credit {
                seconds,
                why: CreditReason::AddTime,
                ..
            } => self.added += seconds,
            Event::Flag { seat, .. } => {
                let (seat, at) = (*seat, None);
                self.fallen = Some(Fallen { seat, at });
            }
            Event::Turn { .. }
            | Event::Resign(_)
            | Event::Forfeit { .. }
            | Event::Undo { .. }
            | Event::TakeBack(_)
            | Event::Reopen { .. }
            | Event::Claim(_)
            | Event::Adjudicate { .. }
            | Event::Abort { .. } => self.fallen = None,
            Event::Offer(_)
            | Event::Decline(_)
            | Event::Say { .. }
            | Event::Propose { .. }
            | Event::Refuse { .. }
            | Event::Credit { .. }
            | Event::Grace(_) => {}
        }
    }

    /// Notes when the event has happened that was noted last.
    pub fn date(&mut self, event: &Event, at: &str) {
        if let (EventKind::Flag, Some(fallen)) = (event.kind(), &mut self.fallen) {
            fallen.at = Some(at.to_owned());
        }
    }
}

/// Terms as they are stored; `None`: no clock.
fn read(stored: &str) -> Option<Terms> {
    Terms::read(stored).ok().flatten()
}

impl StoredGame {
    /// The terms of time that hold, or will from the next turn on, in canonical text; `None`: no clock.
    #[must_use]
    pub fn terms(&self) -> Option<&str> {
        self.facts.terms.as_deref()
    }

    /// One turn's time, in seconds: what forgiving gives.
    #[must_use]
    pub fn one_turn(&self) -> i64 {
        let terms = self.terms().and_then(read);
        terms.map_or(0, |terms| terms.one_turn().seconds())
    }

    /// How much of these seconds the clock of a seat can take without exceeding the maximum of the terms.
    #[must_use]
    pub fn room_for(&self, _seat: Seat, seconds: i64) -> i64 {
        seconds
    }

    /// Why the clocks stand still, if they do.
    #[must_use]
    pub fn standstill(&self) -> Option<Standstill> {
        self.facts.paused
    }

    /// How many seconds the players have added in this game.
    #[must_use]
    pub fn added(&self) -> i64 {
        self.facts.added
    }

    /// The last fall of a flag, if it can be forgiven: it has ended the game, or the others have not played since.
    #[must_use]
    pub fn fallen(&self) -> Option<&Fallen> {
        self.facts.fallen.as_ref()
    }
}
