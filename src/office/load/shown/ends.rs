//! Letters that tell the end of a game, and the whole game as a file that goes with them.

use std::ops::RangeInclusive;

use anyhow::Result;

use crate::games::export::Comment;
use crate::games::{Closure, GameLog, StoredGame};
use crate::ids::{About, GameId};
use crate::letters::shown::ShownRecord;
use crate::letters::{LetterData, Part, PlanPart, Query};
use crate::rules::game::Seat;
use crate::text::harmless;

use super::export::{self, FILE_WIDTH};

/// The records of one letter have about so many bytes together at most; the text of the letter lists the turns of
/// further games.
const MOST_BYTES: usize = 1 << 20;

/// What a letter tells of games, and how much of them goes with it as files.
#[derive(Default)]
pub(super) struct Ends {
    /// The events that came of the lines of the answered mail.
    told: Vec<(GameId, RangeInclusive<i64>)>,
    /// The bytes of the records so far.
    bytes: usize,
}

/// A game as a letter tells it to a reader.
pub(super) struct Telling<'a> {
    /// The first and the last event that are news to the reader; the game is shown after the last.
    pub events: (i64, i64),
    /// The reader's seat.
    pub reader: Option<Seat>,
    /// Whether the reader wants to read this.
    pub reads: &'a dyn Fn(&Comment) -> bool,
}

impl Ends {
    pub fn new(data: &LetterData, about: Option<About>) -> Self {
        let mut told = Vec::new();
        let (answer, seats) = data.answer(about).unzip();
        let echoes = answer.iter().flat_map(|answer| &answer.echoes);
        for echo in echoes {
            let game = echo.about(seats.as_deref().unwrap_or_default());
            let Some(About { game, .. }) = game else {
                continue;
            };
            let events = echo.parts.iter().filter_map(events_of);
            told.extend(events.map(|events| (game, events)));
        }
        Self { told, bytes: 0 }
    }

    /// The game after the last event that the letter tells, if it tells the event that has ended it.
    ///
    /// # Errors
    /// The game cannot be replayed.
    pub fn ended(&self, log: &GameLog, told: &Telling<'_>) -> Result<Option<StoredGame>> {
        let (first, last) = told.events;
        let (stored, end) = with_end(log, last)?;
        let is_told = |end| {
            let mut others = self.told.iter();
            (first..=last).contains(&end)
                || others.any(|(game, events)| *game == log.row.id && events.contains(&end))
        };
        // A frozen game is not over.
        let closure = stored.closure();
        let over = matches!(closure, Some(Closure::Over { .. } | Closure::Aborted));
        Ok(Some(stored).filter(|_| over && end.is_some_and(is_told)))
    }

    /// The whole of a game that has ended; `None`: nobody has made a turn, or the letter is long enough.
    pub fn record(
        &mut self,
        log: &GameLog,
        stored: &StoredGame,
        told: &Telling<'_>,
    ) -> Option<ShownRecord> {
        if stored.turns.is_empty() || self.bytes >= MOST_BYTES {
            return None;
        }
        let written = export::chosen(log, stored, told.reader, told.reads, FILE_WIDTH);
        let (_, format, lines) = written
            .inspect_err(|why| {
                // The letter says how the game has ended, and lists its turns.
                tracing::error!("the record of game #{}: {why:#}", log.row.id);
            })
            .ok()?;
        self.bytes += lines.iter().map(String::len).sum::<usize>();
        Some(ShownRecord {
            format: format.as_str().to_owned(),
            lines: lines.iter().map(|line| harmless(line)).collect(),
        })
    }
}

/// The events that came of a part of a line; of all that there are where a letter is sent again.
fn events_of(part: &Part) -> Option<RangeInclusive<i64>> {
    match part {
        Part::Event(event) => Some(*event..=*event),
        Part::Plan(PlanPart::Played { first, last }) => Some(*first..=*last),
        Part::Query {
            query: Query::Resend,
            ..
        } => Some(0..=i64::MAX),
        _ => None,
    }
}

/// A game after its event `last`, and the event that has ended it.
fn with_end(log: &GameLog, last: i64) -> Result<(StoredGame, Option<i64>)> {
    let mut stored = log.begin()?;
    let mut end = None;
    for event in log.until(last) {
        stored.apply_row(&event.logged())?;
        end = match stored.is_on() {
            true => None,
            false => end.or(Some(event.seq)),
        };
    }
    Ok((stored, end))
}
