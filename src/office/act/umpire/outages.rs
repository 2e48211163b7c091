//! Outages that the umpire declares.

use anyhow::{Result, bail};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;

use crate::games::{Account, Cause, Changes, CreditReason, Deadline, Event, StoredGame, instant};
use crate::ids::GameId;
use crate::letters::Notice;
use crate::rules::game::Seat;
use crate::status::GameStatus;
use crate::store::{ClockChange, LetterKind, Snapshot};
use crate::time::Length;
use crate::time::account::Span;

use crate::office::act::umpire::for_each_game;
use crate::office::close::game::Readers;
use crate::office::{Draft, Office, SeatLetter, stamp, stored_game};

/// Falls that an outage makes wrong are named for so long after them.
const TAKEN_BACK: TimeDelta = TimeDelta::days(14);

/// An outage that was declared, and whom it concerns.
#[derive(Clone, Debug, Serialize)]
pub struct Declared {
    /// When it began: `2026-01-30T08:00:00Z`.
    pub from: String,
    /// When it ended, in the same form; never later than its declaration.
    pub to: String,
    /// Who gets time for turns that were played.
    pub credits: Vec<Concerned>,
    /// Whose open turn is not charged for it.
    pub open: Vec<Concerned>,
    /// Whose flag would not have fallen.
    pub falls: Vec<Concerned>,
}

/// A seat that an outage concerns.
#[derive(Clone, Debug, Serialize)]
pub struct Concerned {
    /// The number of the game.
    pub game: i64,
    /// The word of the seat.
    pub seat: String,
    /// What it was charged in that time: `2h30m`.
    pub length: String,
    /// The same in seconds.
    pub seconds: i64,
}

impl Office {
    /// When the time of the seat to move of a game is over.
    #[must_use]
    pub fn deadline(&self, stored: &StoredGame) -> Option<Deadline> {
        stored.deadline(self.now(), self.longest_gap())
    }

    /// Whether the clocks of a game are stopped, by the players or the umpire.
    #[must_use]
    pub fn is_paused(&self, stored: &StoredGame) -> bool {
        stored.clocks.paused(self.now()).is_some()
    }
}

impl Draft<'_> {
    /// Declares that no mail was read between two times. No event is changed: each seat that was charged for it in a
    /// turn that it has played gets that time by an event, and turns that are open are not charged for it.
    ///
    /// # Errors
    /// The times are wrong, or the store fails.
    pub fn declare_outage(
        &mut self,
        (from, to): (DateTime<Utc>, DateTime<Utc>),
        by: &str,
    ) -> Result<Declared> {
        let now = instant(&self.decision.now)?;
        if from >= to {
            bail!("it ends before it begins");
        }
        if to > now {
            bail!("it has not ended yet: now it is {}", stamp(now));
        }
        let mut declared = Declared {
            from: stamp(from),
            to: stamp(to),
            credits: Vec::new(),
            open: Vec::new(),
            falls: Vec::new(),
        };
        self.decision.clock_changes.push(ClockChange::Outage {
            from_at: declared.from.clone(),
            to_at: declared.to.clone(),
            declared: Some(by.to_owned()),
        });
        let outage = Span::new(from, to);
        for status in [GameStatus::Playing, GameStatus::Finished] {
            for_each_game(self.store, status, |row| {
                // Nothing was charged to a turn in a game that had stopped before the outage.
                let over = status == GameStatus::Finished;
                let old = instant(&row.updated_at)? + TAKEN_BACK < now;
                if row.time.is_none() && !has_terms(self.store, row.id)? || over && old {
                    return Ok(());
                }
                let stored = stored_game(self.store, row.id)?;
                self.settle_outage(&mut declared, stored, outage, by)
            })?;
        }
        Ok(declared)
    }

    fn settle_outage(
        &mut self,
        declared: &mut Declared,
        mut stored: StoredGame,
        outage: Span,
        by: &str,
    ) -> Result<()> {
        let known = self.store.outages(&stamp(outage.from))?;
        let mut spans = Vec::new();
        for row in known {
            spans.push(Span::new(instant(&row.from_at)?, instant(&row.to_at)?));
        }
        let mut charged = vec![0_i64; stored.seats.len()];
        let mut fell = None;
        for event in self.store.events(stored.row.id, None)? {
            let (Some(text), Some(seat)) = (&event.time, event.seat) else {
                continue;
            };
            let account: Account = serde_json::from_str(text)?;
            let wrong = account.charged_in(outage, &spans);
            if event.kind == "flag" {
                fell = (wrong > 0).then_some((seat, wrong));
            } else if let Some(all) = charged.get_mut(usize::from(seat)) {
                *all += wrong;
            }
        }
        let concerned = |stored: &StoredGame, seat: Seat, seconds| Concerned {
            game: stored.row.id.0,
            seat: stored.seat_name(seat).to_lowercase(),
            length: Length::of_seconds(seconds).to_string(),
            seconds,
        };
        if let Some((seat, wrong)) = fell.filter(|_| stored.clocks.fallen.is_some()) {
            declared.falls.push(concerned(&stored, Seat(seat), wrong));
        }
        if !stored.is_on() {
            return Ok(());
        }
        let moment = self.office.moment(self.decision)?;
        let mut changes = Changes::at(moment);
        for (index, seconds) in charged.into_iter().enumerate() {
            let seat = crate::games::seat_at(index);
            let real = stored.creditable(seat, seconds, moment.at, moment.longest_gap);
            let seconds = real.unwrap_or(0);
            if seconds <= 0 || !stored.clocks.saves_up() {
                continue;
            }
            declared.credits.push(concerned(&stored, seat, seconds));
            let why = CreditReason::Outage;
            changes.apply(&mut stored, &Event::Credit { seat, seconds, why }, None)?;
        }
        let before = stored.charged(moment.at, moment.longest_gap);
        stored.known.outages.push(outage);
        let less = before - stored.charged(moment.at, moment.longest_gap);
        if less > 0 {
            let mover = stored.game.to_move();
            declared.open.push(concerned(&stored, mover, less));
        }
        if changes.is_empty() && less <= 0 {
            return Ok(());
        }
        for seat in stored.all_seats() {
            let mut letter = SeatLetter::news(&stored, &changes, None);
            letter.notices.push(Notice::Outage {
                from: declared.from.clone(),
                to: declared.to.clone(),
            });
            letter.kind = LetterKind::Again;
            self.post_seat(&stored, seat, letter);
        }
        let changed = (&mut stored, changes);
        self.close_game(changed, &Cause::Umpire(by), Readers::Written)?;
        Ok(())
    }
}

/// Whether terms of time were agreed on later.
fn has_terms(store: &dyn Snapshot, game: GameId) -> Result<bool> {
    let events = store.events(game, None)?;
    Ok(events.iter().any(|event| event.time.is_some()))
}
