//! Deadlines as entries in the calendars of those who want them.

use anyhow::Result;

use crate::games::StoredGame;
use crate::letters::GameWords;
use crate::mail::CalendarEntry;
use crate::rules::game::Seat;
use crate::store::{LetterKind, LetterRow, Snapshot};
use crate::words::Voice;

use crate::office::Office;
use crate::office::load::shown::view_of;

impl Office {
    /// The entry in a letter to a seat whose player wants them: the deadline of their turn, or,
    /// when they have played or the game is over, that the entry is to go. `uid` is the same
    /// for all letters to a seat.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub(in crate::office) fn calendar_entry(
        &self,
        store: &dyn Snapshot,
        letter: &LetterRow,
        voice: Voice<'_>,
        uid: Option<&String>,
    ) -> Result<Option<CalendarEntry>> {
        let (Some(about), Some(uid)) = (letter.about, uid) else {
            return Ok(None);
        };
        let Some(row) = store.game(about.game)? else {
            return Ok(None);
        };
        let seats = store.seats(about.game)?;
        let seat = Seat(about.seat);
        let wanted = seats.get(seat.index()).map(|row| row.times.calendar);
        if wanted != Some(true) {
            return Ok(None);
        }
        let stored = StoredGame::load_onto(store, row, seats, Some(about.last_event))?;
        let now = self.now();
        let due = stored.is_on() && stored.game.to_move() == seat;
        let paused = due && stored.clocks.paused(now).is_some();
        let deadline = stored.deadline(now, self.longest_gap());
        let deadline = deadline.filter(|_| due && !paused);
        let done = match letter.kind {
            _ if paused => true,
            LetterKind::Answer => stored.turns.last().is_some_and(|turn| turn.seat == seat),
            LetterKind::Result => true,
            _ => false,
        };
        if deadline.is_none() && !(done && stored.has_clocks()) {
            return Ok(None);
        }
        let game = &view_of(&stored);
        let words = GameWords { voice, game };
        Ok(Some(CalendarEntry {
            uid: uid.clone(),
            // Leave, outages and pauses move a deadline without an event: each letter has a number above the last.
            sequence: letter.id.0,
            deadline: deadline.map_or(now, |deadline| deadline.zero),
            summary: words.calendar_summary(),
            cancelled: deadline.is_none(),
        }))
    }
}
