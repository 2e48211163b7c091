//! Another player takes a seat by consent: he himself and all other players of the game are asked, each by a letter of
//! his own. Who has not answered has an open question; the last `yes` gives him the seat, a `no` ends all of it.

use anyhow::Result;

use crate::games::{Cause, Person, Request};
use crate::ids::{AccountQuestionId, GameId, PlayerId};
use crate::letters::{AccountQuestion, Note, PeopleNote, PlayerNotice, Substitute};
use crate::store::{Asked, LetterKind, Snapshot};

use super::super::outgoing::PlayerLetter;
use super::super::session::MailSession;
use super::super::{Office, stored_game};
use super::members::member;

impl Office {
    /// Asks all who are concerned.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub(super) fn ask_substitute(
        &mut self,
        session: &mut MailSession<'_>,
        game: Option<GameId>,
        who: &str,
    ) -> Result<PeopleNote> {
        let no_seat = || PeopleNote::SubstituteNoSeat { game };
        let Some(number) = game else {
            return Ok(no_seat());
        };
        if session.store.game(number)?.is_none() {
            return Ok(no_seat());
        }
        let stored = stored_game(session.store, number)?;
        let by = session.player.id;
        let Some(own) = stored.seats.iter().find(|row| row.player == by) else {
            return Ok(no_seat());
        };
        if !stored.is_on() {
            return Ok(no_seat());
        }
        let other = match member(session, who)? {
            Ok(other) => other,
            Err(note) => return Ok(note),
        };
        let mut asked: Vec<PlayerId> = Vec::new();
        for player in stored.seats.iter().map(|row| row.player) {
            if player != by && !asked.contains(&player) {
                asked.push(player);
            }
        }
        let seated = asked.contains(&other.id);
        asked.push(other.id);
        let substitute = Substitute {
            game: number,
            variant: stored.variant.name().to_owned(),
            seat: own.seat,
            by,
            by_name: session.player.name.clone(),
            who: other.id,
            name: other.name.clone(),
            asked,
        };
        if seated || !open(session.store, &substitute)?.is_empty() {
            let name = other.name;
            return Ok(PeopleNote::SubstituteNot { game: number, name });
        }
        // Whom he writes to only in this game gets no more letters than of a challenge.
        let key = format!("p{}", other.id);
        let whom = (key.as_str(), other.name.as_str());
        let (store, player) = (session.store, &session.player);
        let used_up = self.writes_too_much(store, &session.decision, player, whom)?;
        if used_up.is_some() {
            let (most, all) = (
                self.settings.meeting.letters_to_one,
                self.settings.meeting.letters,
            );
            return Ok(PeopleNote::MessagesUsedUp { most, all });
        }
        self.count_letter(store, &mut session.decision, &session.player, &key)?;
        for player in &substitute.asked {
            let Some(reader) = session.store.player(*player)? else {
                continue;
            };
            let question = AccountQuestion::Substitute(substitute.clone());
            let mut row = self.account_question(&reader, &question, Some(session.mail));
            // He sees no difference: his question waits until it lapses.
            let blocked = session.store.is_blocked(*player, by)?;
            if !blocked {
                row.letter = Some(session.decision.letters.len());
                let letter = PlayerLetter::told(vec![PlayerNotice::Asked(question)]);
                let (kind, mail) = (LetterKind::Player, Some(session.mail.id));
                self.post_player(&mut session.decision, &reader, kind, mail, letter);
            }
            session.decision.account_asks.push(row);
        }
        let name = other.name;
        Ok(PeopleNote::SubstituteAsked { game: number, name })
    }

    /// What comes of an answer.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub(in crate::office) fn answer_substitute(
        &mut self,
        session: &mut MailSession<'_>,
        asked: &Substitute,
        agrees: bool,
    ) -> Result<Note> {
        let closed = &session.decision.close_account_questions;
        let left: Vec<AccountQuestionId> = open(session.store, asked)?;
        let left: Vec<_> = left.into_iter().filter(|id| !closed.contains(id)).collect();
        if !agrees {
            session.decision.close_account_questions.extend(left);
            if let Some(by) = session.store.player(asked.by)? {
                let notice = PlayerNotice::SubstituteDeclined {
                    game: asked.game,
                    name: asked.name.clone(),
                };
                let letter = PlayerLetter::told(vec![notice]);
                let (kind, mail) = (LetterKind::Player, Some(session.mail.id));
                self.post_player(&mut session.decision, &by, kind, mail, letter);
            }
            return Ok(Note::Declined);
        }
        let game = asked.game;
        if !left.is_empty() {
            let left = left.len();
            return Ok(Note::People(PeopleNote::SubstituteAgreed { game, left }));
        }
        let done = self.give_seat(session, asked)?;
        Ok(Note::People(match done {
            true => PeopleNote::SubstituteAgreed { game, left: 0 },
            false => PeopleNote::SubstituteOver { game },
        }))
    }

    /// Gives the seat to its new player; whether that was possible.
    fn give_seat(&mut self, session: &mut MailSession<'_>, asked: &Substitute) -> Result<bool> {
        // A mail changes a game in one place.
        if session.game_index(asked.game).is_some() {
            return Ok(false);
        }
        let store = session.store;
        let mut case = self.open_case(store, &session.decision, asked.game)?;
        let seats = &case.stored.seats;
        let holds = |row: &&crate::store::SeatRow| row.seat == asked.seat && row.player == asked.by;
        let same = seats.iter().any(|row| holds(&row))
            && seats
                .iter()
                .all(|row| row.player == asked.by || asked.asked.contains(&row.player))
            && seats.iter().all(|row| row.player != asked.who);
        let newcomer = store.player(asked.who)?;
        let newcomer = newcomer.filter(|player| player.membership.is_member());
        let (true, Some(newcomer)) = (same && case.stored.is_on(), newcomer) else {
            return Ok(false);
        };
        let request = Request::Replace {
            who: case.stored.variant.seats()[usize::from(asked.seat)].to_owned(),
            newcomer: Person {
                id: Some(newcomer.id.0),
                name: newcomer.name,
            },
            reason: String::new(),
        };
        let decided = self.decide_in(store, &mut session.decision, &mut case, &request)?;
        if decided.is_err() {
            return Ok(false);
        }
        let cause = Cause::Mail(session.mail.id, session.mail.arrived_at);
        self.close_case(store, &mut session.decision, case, &cause)?;
        Ok(true)
    }
}

/// The questions about it that wait for an answer.
fn open(store: &dyn Snapshot, asked: &Substitute) -> Result<Vec<AccountQuestionId>> {
    let mut all = Vec::new();
    for player in &asked.asked {
        for row in store.account_questions(&Asked::Player(*player))? {
            if let Ok(AccountQuestion::Substitute(other)) = serde_json::from_str(&row.data)
                && (other.game, other.seat, other.by, other.who)
                    == (asked.game, asked.seat, asked.by, asked.who)
            {
                all.push(row.id);
            }
        }
    }
    Ok(all)
}
