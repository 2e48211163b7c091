//! How a member leaves: they are asked twice, a day apart. Their running games are given up.

use std::collections::BTreeMap;

use anyhow::Result;
use chrono::TimeDelta;

use crate::contests::Entrant;
use crate::games::{
    Actor, Cause, Changes, Decided, EventTime, Request, StoredGame, decide, instant,
};
use crate::ids::{GameId, PlayerId};
use crate::letters::{AccountQuestion, LeaveAsked, Note, Part, PeopleNote};
use crate::meeting::Concluded;
use crate::meeting::person::{self, PersonAct, PersonRequest};
use crate::rules::game::Seat;
use crate::store::{AccountQuestionRow, Asked, NewAccountQuestion, Snapshot, TimerKind};

use crate::office::act::oneself::not_changed;
use crate::office::close::game::Readers;
use crate::office::close::questions::{WAITS, question_timer};
use crate::office::load::contests::value;
use crate::office::{Draft, MailSession, OpenGame, stamp, stored_game};

/// The second question is asked so long after the answer to the first one.
const BETWEEN: TimeDelta = TimeDelta::hours(24);
/// At most so many games are given up at once.
const MOST_GAMES: usize = 1000;
/// At most so many questions are asked in one go.
const BATCH: usize = 100;

impl MailSession<'_> {
    /// Asks the author for the first time whether they want to leave.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn ask_to_leave(&mut self, forget: bool) -> Result<Part> {
        if self.has_asked_author() {
            return Ok(Part::Note(Note::OneQuestion));
        }
        let asked = LeaveAsked {
            forget,
            games: running(self.draft.store, self.player.id)?,
            events: events(self.draft.store, self.player.id)?,
            again: false,
        };
        let question = AccountQuestion::Leave {
            asked: asked.clone(),
            waits: false,
        };
        let (author, mail) = (Asked::Player(self.player.id), Some(self.mail.id));
        let question = self.draft.office.question(author, &question, mail);
        self.draft.decision.account_asks.push(question);
        Ok(Part::Note(Note::People(PeopleNote::LeaveAsked(asked))))
    }

    /// Carries out the `yes` to the first or the second question.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(in crate::office) fn answer_leave(&mut self, asked: LeaveAsked) -> Result<Note> {
        let (person, forget) = (self.oneself()?, asked.forget);
        let agreed = 1 + usize::from(asked.again);
        let request = PersonRequest::Depart { forget, agreed };
        let note = match person::decide(&person, &request, &self.draft.person_facts()) {
            Concluded::Done(acts) => {
                let moment = EventTime {
                    came: instant(&self.mail.arrived_at)?,
                    ..self.draft.office.moment(self.draft.decision)?
                };
                let cause = Cause::Mail(self.mail.id, &self.mail.arrived_at);
                let (games, of) = (&mut self.games, (&cause, moment));
                let games = self.draft.give_up_games(person.id, games, of)?;
                self.draft.close_person(&person, &acts, &cause)?;
                let forgotten = acts.into_iter().find_map(|act| match act {
                    PersonAct::Forget(name) => Some(name),
                    _ => None,
                });
                PeopleNote::Left { forgotten, games }
            }
            Concluded::Ask(_) => {
                let question = AccountQuestion::Leave { asked, waits: true };
                let due = self.draft.office.now() + BETWEEN;
                let (author, mail) = (Asked::Player(self.player.id), Some(self.mail.id));
                self.draft.decision.account_asks.push(NewAccountQuestion {
                    expires_at: stamp(due + WAITS),
                    due_at: Some(stamp(due)),
                    ..self.draft.office.question(author, &question, mail)
                });
                let timer = question_timer(stamp(due));
                self.draft.decision.timers.push(timer);
                PeopleNote::LeaveWaits { forget }
            }
            Concluded::Refused(refusal) => return Ok(not_changed(refusal)),
        };
        Ok(Note::People(note))
    }
}

impl Draft<'_> {
    /// Gives up the running games of somebody, of which a mail may have some open, and returns them.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(super) fn give_up_games(
        &mut self,
        player: PlayerId,
        open: &mut [OpenGame],
        (cause, moment): (&Cause<'_>, EventTime),
    ) -> Result<Vec<GameId>> {
        let mut held: BTreeMap<GameId, Vec<Seat>> = BTreeMap::new();
        self.look_at_contests();
        for (row, seat) in self.store.games_of(player, true, MOST_GAMES)? {
            // Those of events are lost when the player is out there, which depends on how many are over.
            if self.is_of_open_contest(&row)? {
                continue;
            }
            held.entry(row.id).or_default().push(Seat(seat));
        }
        for (game, seats) in &held {
            if let Some(open) = open.iter_mut().find(|open| open.stored.row.id == *game) {
                give_up(&mut open.stored, &mut open.changes, seats)?;
                continue;
            }
            let (mut stored, mut changes) = (stored_game(self.store, *game)?, Changes::at(moment));
            stored.judged_at(&moment);
            give_up(&mut stored, &mut changes, seats)?;
            let (own, by) = (&**seats, player);
            self.close_game((&mut stored, changes), cause, Readers::Others { own, by })?;
        }
        Ok(held.into_keys().collect())
    }

    /// Asks for the second time those who want to leave and have waited for a day, and answers
    /// mails of people who are not members as far as letters to them may go now.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn ask_due_questions(&mut self) -> Result<()> {
        let due = (self.store).due_account_questions(&self.office.stamp(), BATCH)?;
        let mut left = false;
        for row in &due {
            left |= self.answer_waiting(row)?;
            self.decision.close_account_questions.push(row.id);
            if let (Asked::Player(player), Ok(AccountQuestion::Leave { asked, .. })) =
                (&row.asked, serde_json::from_str(&row.data))
                && let Some(player) = self.store.player(*player)?
            {
                let asked = LeaveAsked {
                    games: running(self.store, player.id)?,
                    events: events(self.store, player.id)?,
                    again: true,
                    ..asked
                };
                let waits = false;
                self.ask_player(&player, AccountQuestion::Leave { asked, waits }, None);
            }
        }
        let none = (TimerKind::Question, GameId(0));
        self.decision.clear_timers.push(none);
        // Those that are due later, and those that are left of many.
        let later = self.store.due_account_questions("9999", BATCH + 1)?;
        let is_left = |row: &AccountQuestionRow| due.iter().all(|done| done.id != row.id);
        let next = later.into_iter().find(is_left).and_then(|row| row.due_at);
        let left = left.then(|| self.office.next_hour());
        if let Some(at) = next.into_iter().chain(left).min() {
            self.decision.timers.push(question_timer(at));
        }
        Ok(())
    }
}

/// The running games of a player.
fn running(store: &dyn Snapshot, player: PlayerId) -> Result<Vec<GameId>> {
    let games = store.games_of(player, true, MOST_GAMES)?;
    let mut games: Vec<GameId> = games.into_iter().map(|(game, _)| game.id).collect();
    games.sort_unstable();
    games.dedup();
    Ok(games)
}

/// The names of the events that a player is in, or waits for.
fn events(store: &dyn Snapshot, player: PlayerId) -> Result<Vec<String>> {
    let open = store.contests(true)?;
    // One that cannot be read is in the log already.
    let open = open.iter().filter_map(|row| value(row).ok());
    let own = open.filter(|contest| {
        let entrant = contest.entrant(player);
        entrant.is_some_and(Entrant::is_in) || contest.waits(player)
    });
    Ok(own.map(|contest| contest.name).collect())
}

/// Gives up a game for those of these seats that are still in it.
fn give_up(stored: &mut StoredGame, changes: &mut Changes, seats: &[Seat]) -> Result<()> {
    for &seat in seats {
        let shown = stored.state;
        let actor = Actor::Seat { seat, shown };
        if let Decided::Done(events) = decide(stored, &actor, &Request::Resign) {
            for event in &events {
                changes.apply(stored, event, None)?;
            }
        }
    }
    Ok(())
}
