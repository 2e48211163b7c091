//! What becomes due in games: reminders, grace, flags, the end of pauses. It runs by the timer of the game,
//! which is set for the earliest moment at which something may be due, and looks again then.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::games::{Cause, Changes, Deadline, Event, StoredGame, instant};
use crate::ids::GameId;
use crate::letters::{Notice, Report};
use crate::rules::game::Seat;
use crate::status::GameStatus;
use crate::store::{
    self, GameChange, GameRef, LetterKind, OpenTurn, SeatChange, Snapshot, Store, TimerKind,
};

use crate::office::close::due::{
    AGAIN, IDLE, LATER, PAUSE_WARNING, VERY_IDLE, set_timer, terms_offered,
};
use crate::office::close::game::Readers;
use crate::office::{Draft, Office, SeatLetter, stamp, stored_game};

/// A question about a turn keeps a flag from falling for so long.
pub(super) const ASKED: TimeDelta = TimeDelta::hours(24);
/// At most so many timers are looked at for the next deadline.
const LOOKED_AT: usize = 1_000;

impl Office {
    /// The flag that may fall next: the game, and when.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub fn next_deadline(&self, store: &dyn Snapshot) -> Result<Option<(i64, String)>> {
        let mut next: Option<(i64, String)> = None;
        for timer in store.due_timers("9999", LOOKED_AT)? {
            // A timer is never later than the deadline of its game.
            if next.as_ref().is_some_and(|(_, at)| *at <= timer.due) {
                break;
            }
            let game = timer.game.filter(|_| timer.kind == TimerKind::Clock);
            let Some(game) = game else { continue };
            let stored = stored_game(store, game)?;
            // A game that waits for its adjudicators does not end by its clock.
            let falls = self.deadline(&stored);
            let falls = falls.filter(|one| !stored.is_closed_before(one.falls));
            let falls = falls.map(|one| stamp(one.falls));
            if let Some(at) = falls.filter(|at| next.as_ref().is_none_or(|(_, best)| at < best)) {
                next = Some((game.0, at));
            }
        }
        Ok(next)
    }

    /// Does what is due in a game, and sets its timer anew. A game that cannot be loaded does not keep others from
    /// being looked at.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn try_clock(
        &mut self,
        store: &mut dyn Store,
        game: GameId,
    ) -> Result<()> {
        match self.decided(store, |draft| draft.decide_clock(game)) {
            Err(error) if !store::is_trouble(&error) => {
                tracing::error!("the clock of game #{game} cannot be looked at: {error:#}");
                let mut decision = self.decision();
                let later = self.now() + LATER;
                set_timer(&mut decision, GameRef::Known(game), Some(later));
                store.commit(&[decision])?;
                Ok(())
            }
            done => done.map(drop),
        }
    }
}

impl Draft<'_> {
    fn decide_clock(&mut self, game: GameId) -> Result<()> {
        let status = self.store.game(game)?.map(|row| row.course.status);
        if status != Some(GameStatus::Playing) {
            // A frozen game may go on.
            let later = (status == Some(GameStatus::Frozen)).then(|| self.office.now() + LATER);
            set_timer(self.decision, GameRef::Known(game), later);
            return Ok(());
        }
        let mut stored = stored_game(self.store, game)?;
        let moment = self.office.moment(self.decision)?;
        let since = instant(&stored.row.updated_at)?;
        let mut changes = Changes::at(moment);
        let mut again = None;
        let deadline = stored.deadline(moment.at, self.office.longest_gap());
        let due = deadline.map_or(moment.at, |deadline| deadline.falls);
        if stored.is_closed_before(moment.at.min(due)) {
            // Its event decides it. If that is called off meanwhile, the clocks go on.
            again = Some(moment.at + LATER);
        } else if !stored.has_clocks() {
            self.tell_idle(&stored, moment.at - since);
        } else if stored.clocks.paused(moment.at).is_some() {
            self.tell_pause(&stored, moment.at);
        } else if let Some(deadline) = deadline {
            again = self.meet(&mut stored, &mut changes, deadline)?;
        }
        if changes.is_empty() {
            let next = again.or_else(|| self.office.next_due(&stored, since, moment.at));
            set_timer(self.decision, GameRef::Known(game), next);
            if self.decision.games.is_empty() {
                // A turn that has come meanwhile has set a timer of its own.
                let unchanged = GameChange::new(stored.row.id, stored.seq);
                self.decision.games.push(unchanged);
            }
        }
        let readers = Readers::All {
            notices: &[],
            newcomers: &[],
        };
        let changed = (&mut stored, changes);
        self.close_game(changed, &Cause::Server, readers)?;
        Ok(())
    }

    /// What is due at a deadline, or before it. Returns when to look again, if that is not when something is due
    /// next.
    fn meet(
        &mut self,
        stored: &mut StoredGame,
        changes: &mut Changes,
        deadline: Deadline,
    ) -> Result<Option<DateTime<Utc>>> {
        let now = instant(&self.decision.now)?;
        let mover = stored.game.to_move();
        if !deadline.runs {
            // The timer was set as if the letter had left at once.
            return Ok(None);
        }
        if now >= deadline.falls {
            let later = self.not_yet(stored, &deadline, now)?;
            if later.is_none() {
                let flag = stored.flag();
                changes.apply(stored, &flag, None)?;
            }
            return Ok(later);
        }
        if now >= deadline.zero {
            if !stored.clocks.grace_told {
                changes.apply(stored, &Event::Grace(mover), None)?;
            }
        } else if let Some((at, before)) = self.office.next_reminder(stored, &deadline, now)
            && at <= now
        {
            self.remind(stored, mover, Notice::Reminder);
            self.note_reminder(stored, mover, before);
        }
        Ok(None)
    }

    /// Until when a flag must not fall, if it must not: mail of its seat may be unread, or is to be answered by a
    /// `yes`.
    fn not_yet(
        &self,
        stored: &StoredGame,
        deadline: &Deadline,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>> {
        let heartbeat = stored.known.heartbeat;
        let read = heartbeat.is_some_and(|read| read > deadline.falls);
        let asked = stored.known.asked.filter(|asked| *asked <= deadline.falls);
        let until = asked.map(|asked| asked + ASKED);
        if until.is_some_and(|until| now < until) {
            return Ok(until);
        }
        let (row, falls) = (
            stored.seats.get(stored.game.to_move().index()),
            deadline.falls,
        );
        let open = match row {
            Some(row) => self.store.has_open_mail(row.player, "", &stamp(falls))?,
            None => false,
        };
        Ok((!read || open).then(|| now + AGAIN))
    }

    fn note_reminder(&mut self, stored: &mut StoredGame, mover: Seat, before: i64) {
        let Some(row) = stored.seats.get_mut(mover.index()) else {
            return;
        };
        row.open_turn.reminded = Some(before);
        let open = OpenTurn::clone(&row.open_turn);
        let mut change = GameChange::new(stored.row.id, stored.seq);
        change.seats.push(SeatChange::OpenTurn(mover.0, open));
        self.decision.games.push(change);
    }

    fn tell_pause(&mut self, stored: &StoredGame, now: DateTime<Utc>) {
        let pause = stored.clocks.paused(now).filter(|pause| !pause.resumed);
        let Some(end) = pause.and_then(|pause| pause.to) else {
            return;
        };
        if end - PAUSE_WARNING > now {
            return;
        }
        for seat in stored.game.playing() {
            self.remind(stored, seat, Notice::PauseEnds { at: stamp(end) });
        }
    }

    fn remind(&mut self, stored: &StoredGame, seat: Seat, notice: Notice) {
        let letter = SeatLetter::told(LetterKind::Reminder, vec![notice], None);
        self.post_seat(stored, seat, letter);
    }

    /// In a game without clocks: a reminder after two weeks, then a word to the others that they may offer terms,
    /// then, if nobody answers that, one to the umpire.
    fn tell_idle(&mut self, stored: &StoredGame, idle: TimeDelta) {
        if idle < IDLE {
            return;
        }
        let mover = stored.game.to_move();
        if terms_offered(stored) {
            let game = stored.row.id;
            self.tell_umpire(Report::TermsUnanswered { game });
        } else if idle < VERY_IDLE {
            self.remind(stored, mover, Notice::Idle);
        } else {
            let others = stored.game.playing().into_iter();
            for other in others.filter(|seat| *seat != mover) {
                self.remind(stored, other, Notice::MayOfferTerms);
            }
        }
    }
}
