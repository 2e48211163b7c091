//! A game as plain data, which can be looked at after any of its events without a store.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::ids::GameId;
use crate::store::{EventRow, GameRow, SeatRow, Snapshot};

use super::{clocks::Known, event::EventKind, stored_game::StoredGame};

/// A game with its seats and everything that has happened in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameLog {
    /// The row of the game: variant, options, start position, status.
    pub row: GameRow,
    /// Its seats, in order.
    pub seats: Vec<SeatRow>,
    /// Its events, in order.
    pub events: Vec<EventRow>,
    /// What is known about the turn that is open after an event, by the number of the event.
    pub known: BTreeMap<i64, Known>,
}

impl GameLog {
    /// Reads a game, with what is known about its open turn; `None` if there is no game with this number.
    ///
    /// # Errors
    /// The store cannot be read, or an event cannot be applied.
    pub fn load(store: &dyn Snapshot, game: GameId) -> Result<Option<Self>> {
        let Some(row) = store.game(game)? else {
            return Ok(None);
        };
        let mut log = Self {
            row,
            seats: store.seats(game)?,
            events: store.events(game, None)?,
            known: BTreeMap::new(),
        };
        log.know(store, log.row.seq)?;
        Ok(Some(log))
    }

    /// Reads what is known about the turn that was open after an event.
    ///
    /// # Errors
    /// As [`GameLog::load`].
    pub fn know(&mut self, store: &dyn Snapshot, after: i64) -> Result<()> {
        let terms = |event: &EventRow| event.kind == EventKind::Terms.as_str();
        let clocks = self.row.time.is_some() || self.events.iter().any(terms);
        if clocks && !self.known.contains_key(&after) {
            let mut stored = self.after(after)?;
            stored.load_known(store)?;
            self.known.insert(after, stored.known);
        }
        Ok(())
    }

    /// The game before its first event.
    ///
    /// # Errors
    /// As [`StoredGame::begin`].
    pub fn begin(&self) -> Result<StoredGame> {
        StoredGame::begin(self.row.clone(), self.seats.clone())
    }

    /// The events up to this one.
    pub fn until(&self, last: i64) -> &[EventRow] {
        let count = self.events.partition_point(|event| event.seq <= last);
        &self.events[..count]
    }

    /// The game after this event.
    ///
    /// # Errors
    /// An event cannot be applied.
    pub fn after(&self, event: i64) -> Result<StoredGame> {
        let mut stored = self.begin()?;
        for event in self.until(event) {
            stored.apply_row(&event.logged())?;
        }
        stored.known = self.known.get(&event).cloned().unwrap_or_default();
        Ok(stored)
    }

    /// The game as it is.
    ///
    /// # Errors
    /// As [`GameLog::after`].
    pub fn now(&self) -> Result<StoredGame> {
        self.after(self.row.seq)
    }
}
