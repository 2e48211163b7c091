//! Another player takes a seat by consent: that player and all other players of the game are asked,
//! each by a letter of their own. A player who has not answered has an open question; the last
//! `yes` gives the other player the seat, a `no` ends all of it.

use anyhow::Result;

use crate::games::{Cause, Person, Request, StoredGame};
use crate::ids::{AccountQuestionId, GameId, PlayerId};
use crate::letters::{AccountQuestion, Note, PeopleNote, PlayerNotice, Substitute};
use crate::store::SeatRow;

use crate::office::MailSession;

impl MailSession<'_> {
    /// Asks all who are concerned.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub(super) fn ask_substitute(&mut self, game: Option<GameId>, who: &str) -> Result<PeopleNote> {
        let by = self.player.id;
        let stored = game.map(|game| StoredGame::load(self.draft.store, game));
        let stored = stored.transpose()?.flatten().filter(StoredGame::is_on);
        let mut seats = stored.iter().flat_map(|stored| &stored.seats);
        let own = seats.find(|row| row.player == by);
        let (Some(stored), Some(own)) = (&stored, own) else {
            return Ok(PeopleNote::SubstituteNoSeat { game });
        };
        let number = stored.row.id;
        if stored.row.contest.is_some() {
            return Ok(PeopleNote::SubstituteOfEvent { game: number });
        }
        let other = match self.member(who)? {
            Ok(other) => other,
            Err(note) => return Ok(note),
        };
        let mut asked: Vec<PlayerId> = Vec::new();
        // Programs agree.
        let people = stored.seats.iter().filter(|row| row.program == 0);
        for player in people.map(|row| row.player) {
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
            by_name: self.player.name.clone(),
            who: other.id,
            name: other.name.clone(),
            asked,
        };
        if seated || !self.open_substitutes(&substitute)?.is_empty() {
            let name = other.name;
            return Ok(PeopleNote::SubstituteNot { game: number, name });
        }
        // Somebody to whom the player writes only in this game gets no more
        // letters than of a challenge.
        let key = format!("p{}", other.id);
        let whom = (key.as_str(), other.name.as_str());
        if self.draft.writes_too_much(&self.player, whom)?.is_some() {
            return Ok(self.messages_used_up());
        }
        self.draft.count_letter(&self.player, &key)?;
        let question = AccountQuestion::Substitute(substitute.clone());
        self.ask_all(&substitute.asked, &question)?;
        let name = other.name;
        Ok(PeopleNote::SubstituteAsked { game: number, name })
    }

    /// The questions about it that wait for an answer.
    fn open_substitutes(&self, asked: &Substitute) -> Result<Vec<AccountQuestionId>> {
        let of = |one: &Substitute| (one.game, one.seat, one.by, one.who);
        self.open_questions(&asked.asked, |question| match question {
            AccountQuestion::Substitute(other) => of(other) == of(asked),
            _ => false,
        })
    }

    /// What comes of an answer.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub(in crate::office) fn answer_substitute(
        &mut self,
        asked: &Substitute,
        agrees: bool,
    ) -> Result<Note> {
        let left = self.open_substitutes(asked)?;
        if !agrees {
            self.draft.decision.close_account_questions.extend(left);
            if let Some(by) = self.draft.store.player(asked.by)? {
                let notice = PlayerNotice::SubstituteDeclined {
                    game: asked.game,
                    name: asked.name.clone(),
                };
                self.draft.tell_player(&by, Some(self.mail.id), notice);
            }
            return Ok(Note::Declined);
        }
        let (game, left) = (asked.game, left.len());
        Ok(Note::People(match left > 0 || self.give_seat(asked)? {
            true => PeopleNote::SubstituteAgreed { game, left },
            false => PeopleNote::SubstituteOver { game },
        }))
    }

    /// Gives the seat to its new player; whether that was possible.
    fn give_seat(&mut self, asked: &Substitute) -> Result<bool> {
        // A mail changes a game in one place.
        if self.game_index(asked.game).is_some() {
            return Ok(false);
        }
        let mut case = self.draft.open_case(asked.game)?;
        let seats = &case.stored.seats;
        let given_up = |row: &SeatRow| row.seat == asked.seat && row.player == asked.by;
        let known = |player: PlayerId| player == asked.by || asked.asked.contains(&player);
        let same = seats.iter().any(given_up)
            && (seats.iter())
                .all(|row| (row.program > 0 || known(row.player)) && row.player != asked.who);
        let newcomer = self.draft.store.player(asked.who)?;
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
        if self.draft.decide_in(&mut case, &request)?.is_err() {
            return Ok(false);
        }
        let cause = Cause::Mail(self.mail.id, &self.mail.arrived_at);
        self.draft.close_case(case, &cause)?;
        Ok(true)
    }
}
