//! How a member leaves: he is asked twice, a day apart. His running games are given up.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use anyhow::Result;
use chrono::TimeDelta;

use crate::games::{
    Actor, Cause, Changes, Decided, EventTime, Request, StoredGame, decide, instant,
};
use crate::letters::{AccountQuestion, LeaveAsked, Note, Part, PeopleNote, PlayerNotice};
use crate::rules::game::Seat;
use crate::store::{
    self, Asked, Decision, GameId, LetterKind, NewAccountQuestion, NewTimer, PeopleChange,
    PlayerId, Snapshot, Store, TimerKind,
};

use super::super::member::WAITS;
use super::super::outgoing::{PlayerLetter, SeatLetter};
use super::super::session::MailSession;
use super::super::{Office, stamp, stored_game};

/// The second question is asked so long after the answer to the first one.
const BETWEEN: TimeDelta = TimeDelta::hours(24);
/// At most so many games are given up at once.
const MOST_GAMES: usize = 1000;
/// At most so many questions are asked in one go.
const BATCH: usize = 100;

impl Office {
    /// Asks the author for the first time whether he wants to leave.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn ask_to_leave(&self, session: &mut MailSession<'_>, forget: bool) -> Result<Part> {
        if !session.decision.account_asks.is_empty() {
            return Ok(Part::Note(Note::OneQuestion));
        }
        let asked = LeaveAsked {
            forget,
            games: running(session.store, session.player.id)?,
            again: false,
        };
        let question = AccountQuestion::Leave {
            asked: asked.clone(),
            waits: false,
        };
        let question = self.account_question(&session.player, &question, Some(session.mail));
        session.decision.account_asks.push(question);
        Ok(Part::Note(Note::People(PeopleNote::LeaveAsked(asked))))
    }

    /// Carries out the `yes` to the first or the second question.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(in crate::office) fn answer_leave(
        &mut self,
        session: &mut MailSession<'_>,
        asked: LeaveAsked,
    ) -> Result<Note> {
        let forget = asked.forget;
        let note = if asked.again {
            let games = self.leave_server(session)?;
            let name = format!("player {}", session.player.id);
            if forget {
                let gone = PeopleChange::Forget(session.player.id, name.clone());
                session.decision.people.push(gone);
            }
            PeopleNote::Left {
                forgotten: forget.then_some(name),
                games,
            }
        } else {
            let question = AccountQuestion::Leave { asked, waits: true };
            let due = stamp(self.now() + BETWEEN);
            let decision = &mut session.decision;
            decision.account_asks.push(NewAccountQuestion {
                asked: Asked::Player(session.player.id),
                data: question.to_json(),
                mail: Some(session.mail.id),
                expires_at: stamp(self.now() + BETWEEN + WAITS),
                due_at: Some(due.clone()),
                letter: None,
            });
            decision.timers.push(question_timer(due));
            PeopleNote::LeaveWaits { forget }
        };
        Ok(Note::People(note))
    }

    /// Ends the author's membership: gives up his running games, and tells his opponents.
    fn leave_server(&mut self, session: &mut MailSession<'_>) -> Result<Vec<GameId>> {
        let player = session.player.id;
        let moment = EventTime {
            came: instant(session.mail.arrived_at)?,
            ..self.moment(&session.decision)?
        };
        let mut given_up = Vec::new();
        let mut others: BTreeMap<GameId, (StoredGame, Changes)> = BTreeMap::new();
        for (row, seat) in session.store.games_of(player, true, MOST_GAMES)? {
            if let Some(open) = session
                .games
                .iter_mut()
                .find(|open| open.stored.row.id == row.id)
            {
                give_up(&mut open.stored, &mut open.changes, Seat(seat))?;
            } else {
                let (stored, changes) = match others.entry(row.id) {
                    Entry::Occupied(open) => open.into_mut(),
                    Entry::Vacant(place) => {
                        let mut stored = stored_game(session.store, row.id)?;
                        stored.judged_at(&moment);
                        place.insert((stored, Changes::at(moment)))
                    }
                };
                give_up(stored, changes, Seat(seat))?;
            }
            given_up.push(row.id);
        }
        let mail = session.mail;
        for (stored, changes) in others.into_values() {
            if changes.is_empty() {
                continue;
            }
            self.tell_of_end(
                &mut session.decision,
                (&stored, &changes),
                player,
                Some(mail.id),
            );
            self.set_clock_timer(&mut session.decision, &stored, &changes);
            let cause = Cause::Mail(mail.id, mail.arrived_at);
            let change = changes.into_change(&stored, &cause);
            session.decision.games.push(change);
        }
        let (store, by) = (session.store, format!("i{}", mail.id));
        self.end_challenges_of(store, &mut session.decision, player, &by)?;
        session
            .decision
            .people
            .push(PeopleChange::Left(player, true));
        given_up.sort_unstable();
        given_up.dedup();
        Ok(given_up)
    }

    /// Gives up all running games of a player for the umpire, and ends the membership.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(super) fn retire(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        player: PlayerId,
        umpire: &str,
    ) -> Result<Vec<GameId>> {
        let moment = self.moment(decision)?;
        let mut games: BTreeMap<GameId, (StoredGame, Changes)> = BTreeMap::new();
        for (row, seat) in store.games_of(player, true, MOST_GAMES)? {
            let (stored, changes) = match games.entry(row.id) {
                Entry::Occupied(open) => open.into_mut(),
                Entry::Vacant(place) => {
                    let mut stored = stored_game(store, row.id)?;
                    stored.judged_at(&moment);
                    place.insert((stored, Changes::at(moment)))
                }
            };
            give_up(stored, changes, Seat(seat))?;
        }
        let given_up = games.keys().copied().collect();
        for (stored, changes) in games.into_values() {
            if changes.is_empty() {
                continue;
            }
            self.tell_of_end(decision, (&stored, &changes), player, None);
            self.set_clock_timer(decision, &stored, &changes);
            let change = changes.into_change(&stored, &Cause::Umpire(umpire));
            decision.games.push(change);
        }
        self.end_challenges_of(store, decision, player, umpire)?;
        decision.people.push(PeopleChange::Left(player, true));
        Ok(given_up)
    }

    /// Tells the others in a game what has happened.
    fn tell_of_end(
        &mut self,
        decision: &mut Decision,
        (stored, changes): (&StoredGame, &Changes),
        but: PlayerId,
        mail: Option<store::MailId>,
    ) {
        for other in stored.all_seats() {
            let own = stored.seats.get(other.index()).map(|row| row.player) == Some(but);
            if !own && changes.concerns(other) && changes.reaches(stored, other) {
                let letter = SeatLetter::news(stored, changes, mail);
                self.post_seat(decision, stored, other, letter);
            }
        }
    }

    /// Asks for the second time whoever wants to leave and has waited for a day, and answers mails of people who are no
    /// members as far as letters to them may go now.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn ask_due_questions(&mut self, store: &mut dyn Store) -> Result<()> {
        let now = self.stamp();
        let mut decision = self.decision();
        store.look(&mut |snapshot| {
            decision = self.decision();
            let due = snapshot.due_account_questions(&now, BATCH)?;
            let mut left = false;
            for row in &due {
                left |= self.answer_waiting(snapshot, &mut decision, row)?;
                decision.close_account_questions.push(row.id);
                let question = serde_json::from_str(&row.data);
                if let (Asked::Player(player), Ok(AccountQuestion::Leave { asked, .. })) =
                    (&row.asked, question)
                {
                    self.ask_again(snapshot, &mut decision, *player, asked.forget)?;
                }
            }
            decision.clear_timers.push((TimerKind::Question, GameId(0)));
            // Those that are due later, and those that are left of many.
            let later = snapshot.due_account_questions("9999", BATCH + 1)?;
            let next = later
                .into_iter()
                .find(|row| due.iter().all(|done| done.id != row.id));
            let next = next.and_then(|row| row.due_at);
            let left = left.then(|| self.next_hour());
            if let Some(at) = next.into_iter().chain(left).min() {
                decision.timers.push(question_timer(at));
            }
            Ok(())
        })?;
        store.commit(&[decision])?;
        Ok(())
    }

    fn ask_again(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        player: PlayerId,
        forget: bool,
    ) -> Result<()> {
        let Some(player) = store.player(player)? else {
            return Ok(());
        };
        let question = AccountQuestion::Leave {
            asked: LeaveAsked {
                forget,
                games: running(store, player.id)?,
                again: true,
            },
            waits: false,
        };
        let mut asked = self.account_question(&player, &question, None);
        asked.letter = Some(decision.letters.len());
        let letter = PlayerLetter::told(vec![PlayerNotice::Asked(question)]);
        if self
            .post_player(decision, &player, LetterKind::Player, None, letter)
            .is_some()
        {
            decision.account_asks.push(asked);
        }
        Ok(())
    }
}

/// The timer of the questions that are due at a time.
pub(super) fn question_timer(due: String) -> NewTimer {
    NewTimer {
        due,
        kind: TimerKind::Question,
        game: None,
        seat: None,
        keep_earlier: true,
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

/// Gives up a game for a seat, if it is still in it.
fn give_up(stored: &mut StoredGame, changes: &mut Changes, seat: Seat) -> Result<()> {
    let actor = Actor::Seat {
        seat,
        shown: stored.state,
    };
    if let Decided::Done(events) = decide(stored, &actor, &Request::Resign) {
        for event in &events {
            changes.apply(stored, event, None)?;
        }
    }
    Ok(())
}
