//! How a member leaves: they are asked twice, a day apart. Their running games are given up.

use std::collections::BTreeMap;

use anyhow::Result;
use chrono::TimeDelta;

use crate::games::{
    Actor, Cause, Changes, Decided, EventTime, Request, StoredGame, decide, instant,
};
use crate::ids::{GameId, PlayerId};
use crate::letters::{AccountQuestion, LeaveAsked, Note, Part, PeopleNote};
use crate::meeting::Concluded;
use crate::meeting::person::{self, PersonAct, PersonRequest};
use crate::rules::game::Seat;
use crate::store::{Asked, NewAccountQuestion, Snapshot, Store, TimerKind};

use crate::office::act::oneself::not_changed;
use crate::office::close::game::Readers;
use crate::office::close::questions::{WAITS, question_timer};
use crate::office::{Draft, MailSession, Office, OpenGame, stamp, stored_game};

/// The second question is asked so long after the answer to the first one.
const BETWEEN: TimeDelta = TimeDelta::hours(24);
/// At most so many games are given up at once.
const MOST_GAMES: usize = 1000;
/// At most so many questions are asked in one go.
const BATCH: usize = 100;

/// Somebody who gives up their games.
pub(super) struct Leaving<'a> {
    pub player: PlayerId,
    pub cause: Cause<'a>,
    pub moment: EventTime,
}

impl MailSession<'_> {
    /// Asks the author for the first time whether they want to leave.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn ask_to_leave(&mut self, forget: bool) -> Result<Part> {
        if !self.draft.decision.account_asks.is_empty() {
            return Ok(Part::Note(Note::OneQuestion));
        }
        let asked = LeaveAsked {
            forget,
            games: running(self.draft.store, self.player.id)?,
            again: false,
        };
        let question = AccountQuestion::Leave {
            asked: asked.clone(),
            waits: false,
        };
        let of = (Asked::Player(self.player.id), Some(self.mail.id));
        let question = self.draft.office.question(of.0, &question, of.1);
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
                let leaving = Leaving {
                    player: person.id,
                    cause: Cause::Mail(self.mail.id, &self.mail.arrived_at),
                    moment,
                };
                let games = self.draft.give_up_games(&mut self.games, &leaving)?;
                self.draft.close_person(&person, &acts, &leaving.cause)?;
                let forgotten = acts.into_iter().find_map(|act| match act {
                    PersonAct::Forget(name) => Some(name),
                    _ => None,
                });
                PeopleNote::Left { forgotten, games }
            }
            Concluded::Ask(_) => {
                self.ask_in_a_day(AccountQuestion::Leave { asked, waits: true });
                PeopleNote::LeaveWaits { forget }
            }
            Concluded::Refused(refusal) => return Ok(not_changed(refusal)),
        };
        Ok(Note::People(note))
    }

    fn ask_in_a_day(&mut self, question: AccountQuestion) {
        let due = self.draft.office.now() + BETWEEN;
        let (asked, mail) = (Asked::Player(self.player.id), Some(self.mail.id));
        self.draft.decision.account_asks.push(NewAccountQuestion {
            expires_at: stamp(due + WAITS),
            due_at: Some(stamp(due)),
            ..self.draft.office.question(asked, &question, mail)
        });
        let timer = question_timer(stamp(due));
        self.draft.decision.timers.push(timer);
    }
}

impl Draft<'_> {
    /// Gives up the running games of somebody, of which a mail may have some open, and returns them.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(super) fn give_up_games(
        &mut self,
        open: &mut [OpenGame],
        leaving: &Leaving<'_>,
    ) -> Result<Vec<GameId>> {
        let player = leaving.player;
        let mut held: BTreeMap<GameId, Vec<Seat>> = BTreeMap::new();
        for (row, seat) in self.store.games_of(player, true, MOST_GAMES)? {
            held.entry(row.id).or_default().push(Seat(seat));
        }
        for (game, seats) in &held {
            if let Some(open) = open.iter_mut().find(|open| open.stored.row.id == *game) {
                give_up(&mut open.stored, &mut open.changes, seats)?;
                continue;
            }
            let (mut stored, mut changes) =
                (stored_game(self.store, *game)?, Changes::at(leaving.moment));
            stored.judged_at(&leaving.moment);
            give_up(&mut stored, &mut changes, seats)?;
            let readers = Readers::Others {
                own: seats,
                by: player,
            };
            self.close_game((&mut stored, changes), &leaving.cause, readers)?;
        }
        Ok(held.into_keys().collect())
    }
}

impl Office {
    /// Asks for the second time those who want to leave and have waited for a day, and answers
    /// mails of people who are not members as far as letters to them may go now.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn ask_due_questions(&mut self, store: &mut dyn Store) -> Result<()> {
        let now = self.stamp();
        self.decide(store, |draft| draft.ask_due(&now))
    }
}

impl Draft<'_> {
    fn ask_due(&mut self, now: &str) -> Result<()> {
        let due = self.store.due_account_questions(now, BATCH)?;
        let mut left = false;
        for row in &due {
            left |= self.answer_waiting(row)?;
            self.decision.close_account_questions.push(row.id);
            let question = serde_json::from_str(&row.data);
            if let (Asked::Player(player), Ok(AccountQuestion::Leave { asked, .. })) =
                (&row.asked, question)
            {
                self.ask_again(*player, asked.forget)?;
            }
        }
        let none = (TimerKind::Question, GameId(0));
        self.decision.clear_timers.push(none);
        // Those that are due later, and those that are left of many.
        let later = self.store.due_account_questions("9999", BATCH + 1)?;
        let next = later
            .into_iter()
            .find(|row| due.iter().all(|done| done.id != row.id));
        let next = next.and_then(|row| row.due_at);
        let left = left.then(|| self.office.next_hour());
        if let Some(at) = next.into_iter().chain(left).min() {
            self.decision.timers.push(question_timer(at));
        }
        Ok(())
    }

    fn ask_again(&mut self, player: PlayerId, forget: bool) -> Result<()> {
        let Some(player) = self.store.player(player)? else {
            return Ok(());
        };
        let question = AccountQuestion::Leave {
            asked: LeaveAsked {
                forget,
                games: running(self.store, player.id)?,
                again: true,
            },
            waits: false,
        };
        self.ask_player(&player, question, None);
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

/// Gives up a game for those of these seats that are still in it.
fn give_up(stored: &mut StoredGame, changes: &mut Changes, seats: &[Seat]) -> Result<()> {
    for &seat in seats {
        let actor = Actor::Seat {
            seat,
            shown: stored.state,
        };
        if let Decided::Done(events) = decide(stored, &actor, &Request::Resign) {
            for event in &events {
                changes.apply(stored, event, None)?;
            }
        }
    }
    Ok(())
}
