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
pub(in crate::office) const ASKED: TimeDelta = TimeDelta::hours(24);
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
            let falls = self
                .deadline(&stored_game(store, game)?)
                .map(|one| stamp(one.falls));
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
        match self.run_clock(store, game) {
            Err(error) if !store::is_trouble(&error) => {
                tracing::error!("the clock of game #{game} cannot be looked at: {error:#}");
                let mut decision = self.decision();
                let later = self.now() + LATER;
                set_timer(&mut decision, GameRef::Known(game), Some(later));
                store.commit(&[decision])?;
                Ok(())
            }
            done => done,
        }
    }

    fn run_clock(&mut self, store: &mut dyn Store, game: GameId) -> Result<()> {
        self.decide(store, |draft| draft.decide_clock(game))
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
        if !stored.has_clocks() {
            self.tell_idle(&stored, moment.at - since);
        } else if stored.clocks.paused(moment.at).is_some() {
            self.tell_pause(&stored, moment.at);
        } else if let Some(deadline) = stored.deadline(moment.at, self.office.longest_gap()) {
            again = self.meet(&mut stored, &mut changes, deadline)?;
        }
        if changes.is_empty() {
            let next = again.or_else(|| self.office.next_due(&stored, since, moment.at));
            set_timer(self.decision, GameRef::Known(game), next);
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
            if let Some(later) = self.office.not_yet(self.store, stored, &deadline, now)? {
                return Ok(Some(later));
            }
            let flag = stored.flag();
            changes.apply(stored, &flag, None)?;
            return Ok(None);
        }
        if now >= deadline.zero {
            if !stored.clocks.grace_told() {
                changes.apply(stored, &Event::Grace(mover), None)?;
            }
            return Ok(None);
        }
        if let Some((at, before)) = self.office.next_reminder(stored, &deadline, now)
            && at <= now
        {
            let notice = Notice::Reminder;
            let letter = SeatLetter::told(LetterKind::Reminder, vec![notice], None);
            self.post_seat(stored, mover, letter);
            self.note_reminder(stored, mover, before);
        }
        Ok(None)
    }
}

impl Office {
    /// Until when a flag must not fall, if it must not: mail of its seat may be unread, or is to be answered by a
    /// `yes`.
    fn not_yet(
        &self,
        store: &dyn Snapshot,
        stored: &StoredGame,
        deadline: &Deadline,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>> {
        let read = stored
            .known
            .heartbeat
            .is_some_and(|read| read > deadline.falls);
        let asked = stored.known.asked.filter(|asked| *asked <= deadline.falls);
        if let Some(until) = asked
            .map(|asked| asked + ASKED)
            .filter(|until| now < *until)
        {
            return Ok(Some(until));
        }
        let row = stored.seats.get(stored.game.to_move().index());
        let open = match row {
            Some(row) => store.has_open_mail(row.player, &stamp(deadline.falls))?,
            None => false,
        };
        Ok((!read || open).then(|| now + AGAIN))
    }
}

impl Draft<'_> {
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
            let notice = Notice::PauseEnds { at: stamp(end) };
            let letter = SeatLetter::told(LetterKind::Reminder, vec![notice], None);
            self.post_seat(stored, seat, letter);
        }
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
            let letter = SeatLetter::told(LetterKind::Reminder, vec![Notice::Idle], None);
            self.post_seat(stored, mover, letter);
        } else {
            let others = stored
                .game
                .playing()
                .into_iter()
                .filter(|seat| *seat != mover);
            for other in others {
                let letter =
                    SeatLetter::told(LetterKind::Reminder, vec![Notice::MayOfferTerms], None);
                self.post_seat(stored, other, letter);
            }
        }
    }
}
