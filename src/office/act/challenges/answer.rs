//! What a line of a mail does to a challenge or a seek: it is decided, what follows is closed, and the author is answered.

use anyhow::Result;

use crate::commands::Meeting;
use crate::ids::ChallengeId;
use crate::letters::{AccountQuestion, ChallengeNote};
use crate::meeting::{
    Base, Challenge, ChallengeAct, ChallengeActor, ChallengeFacts, ChallengeLimit,
    ChallengeRefusal, ChallengeRequest, Concluded, decide,
};
use crate::status::ChallengeStatus;
use crate::store::Asked;
use crate::text;

use crate::office::MailSession;
use crate::office::act::challenges::{Noted, make};
use crate::office::close::challenge::Happened;

impl MailSession<'_> {
    /// Carries out what a line wants of the challenge that it is about.
    pub(super) fn answer_challenge(
        &mut self,
        meeting: &Meeting,
        below: Option<&str>,
        unsent: &mut bool,
    ) -> Noted {
        let number = match meeting {
            Meeting::Join(number) => Some(*number),
            Meeting::Accept(number)
            | Meeting::Withdraw(number)
            | Meeting::Decline { number, .. }
            | Meeting::Counter { number, .. } => *number,
            _ => None,
        };
        let withdraws = matches!(meeting, Meeting::Withdraw(_));
        let challenge = match self.meant(number.map(ChallengeId), withdraws)? {
            Ok(challenge) => challenge,
            Err(note) => return Ok(note),
        };
        let request = match meeting {
            Meeting::Withdraw(_) => ChallengeRequest::Withdraw,
            Meeting::Decline { words, .. } => {
                let said = [words.as_deref(), below].into_iter().flatten();
                let said = said.collect::<Vec<_>>().join("\n");
                let words = said.trim().to_owned();
                ChallengeRequest::Decline { words }
            }
            // The same challenge with other terms, to which all others have to answer again.
            Meeting::Counter { changes, .. } => {
                let base = Base::Changes(&challenge.terms);
                let line = self.read_line((changes, below), false, base, unsent);
                let expires = line.as_ref().ok().and_then(|line| line.expires);
                let expires_at = self.draft.office.expiry(expires);
                ChallengeRequest::Counter { line, expires_at }
            }
            _ => ChallengeRequest::Accept,
        };
        let actor = ChallengeActor::Player {
            id: self.player.id,
            seen: self.shown_version(challenge.id),
            sure: self.account.vouched || self.has_confirmed(),
        };
        self.decide_challenge(&challenge, &actor, &request)
    }

    /// The version of a challenge that the answered letters have shown.
    fn shown_version(&self, id: ChallengeId) -> Option<i64> {
        let tokens = self.account.challenges.iter();
        let of_it = tokens.filter(|(number, ..)| *number == id);
        of_it.map(|(_, _, version)| *version).max()
    }

    /// Carries out the `yes` to an answer that has shown this version of the terms of a challenge.
    /// Without one the author has blocked somebody in it and wants to see it all the same: the
    /// answer shows the terms, and a `yes` to it accepts them.
    ///
    /// # Errors
    /// The store fails, or a game cannot be begun.
    pub(in crate::office) fn accept_version(
        &mut self,
        id: ChallengeId,
        version: Option<i64>,
    ) -> Noted {
        let Some(challenge) = self.draft.challenge(id)? else {
            return Ok(ChallengeNote::NoSuch(id));
        };
        let request = match version {
            Some(_) => ChallengeRequest::Accept,
            None => ChallengeRequest::See,
        };
        self.decide_challenge(&challenge, &self.having_seen(version), &request)
    }

    pub(super) fn having_seen(&self, seen: Option<i64>) -> ChallengeActor {
        ChallengeActor::Player {
            id: self.player.id,
            seen,
            sure: false,
        }
    }

    /// Decides about a request, and closes what follows.
    pub(super) fn decide_challenge(
        &mut self,
        challenge: &Challenge,
        actor: &ChallengeActor,
        request: &ChallengeRequest,
    ) -> Noted {
        let facts = self.facts(challenge, request)?;
        match decide(challenge, actor, request, &facts) {
            Concluded::Done(acts) => self.done(challenge, &acts),
            Concluded::Ask(ask) => self.ask_terms(challenge, ask.changed),
            Concluded::Refused(refusal) => self.refused(challenge, refusal),
        }
    }

    fn facts(&self, challenge: &Challenge, request: &ChallengeRequest) -> Result<ChallengeFacts> {
        let (store, player) = (self.draft.store, self.player.id);
        let mut facts = ChallengeFacts {
            now: self.draft.decision.now.clone(),
            begins: self.draft.decision.new_game.is_some(),
            ..ChallengeFacts::default()
        };
        match request {
            ChallengeRequest::Open => {
                facts.open = self.draft.open_challenges(player)?;
                facts.limit = self.opens_too_many(challenge)?;
            }
            ChallengeRequest::Accept => {
                for other in challenge.places.iter().filter_map(|place| place.player) {
                    facts.blocked |= store.is_blocked(other, player)?;
                }
                facts.limit = self.plays_too_many()?;
            }
            ChallengeRequest::Counter { .. } => {
                facts.limit = self.may_write_to_places(challenge, challenge.place_of(player))?;
            }
            _ => {}
        }
        Ok(facts)
    }

    /// Closes what has happened by a line.
    fn done(&mut self, before: &Challenge, acts: &[ChallengeAct]) -> Noted {
        let by = format!("i{}", self.mail.id);
        let happened = Happened {
            mail: Some(self.mail.id),
            ..Happened::by(&by, acts)
        };
        let number = before.id;
        let Some(last) = acts.last() else {
            return Ok(no_longer_open(number));
        };
        match last {
            ChallengeAct::Accept => return self.play(before, &happened),
            ChallengeAct::Open => self.draft.limit_open(before),
            ChallengeAct::Withdraw(own) => self.count_letters_to_others(before, *own)?,
            _ => {}
        }
        let after = self.draft.close_challenge(before, &happened)?;
        Ok(match last {
            ChallengeAct::Open if after.is_seek() => ChallengeNote::Seeking(self.shown(&after)?),
            ChallengeAct::Open => self.send_challenge(&after, 0, false)?,
            ChallengeAct::Counter { place, .. } => self.send_challenge(&after, *place, true)?,
            ChallengeAct::Agree(_) | ChallengeAct::Join { .. } => ChallengeNote::Waits {
                number,
                missing: self.missing(&after)?,
                free: after.places.iter().filter(|place| place.is_free()).count(),
            },
            ChallengeAct::Leave(_) => ChallengeNote::Left(number),
            ChallengeAct::Withdraw(_) => ChallengeNote::Withdrawn(number),
            ChallengeAct::Decline { .. } => ChallengeNote::Declined(number),
            // No line asks for the others.
            _ => no_longer_open(number),
        })
    }

    /// Begins the game: all have said yes.
    fn play(&mut self, before: &Challenge, happened: &Happened<'_>) -> Noted {
        let number = before.id;
        if !self.draft.can_be_played(&before.terms) {
            let variant = before.terms.variant.clone();
            return Ok(ChallengeNote::NotPlayed { number, variant });
        }
        Ok(match self.draft.play_challenge(before, happened)? {
            Some(_) if happened.acts.contains(&ChallengeAct::Open) => ChallengeNote::Practice,
            Some((seats, drawn)) => {
                let mut seats = seats.into_iter();
                let own = seats.find(|(player, _)| *player == self.player.id);
                ChallengeNote::Begins {
                    number,
                    seat: own.map_or_else(String::new, |(_, seat)| seat.to_owned()),
                    drawn,
                    crossed: false,
                }
            }
            // One of them has left meanwhile.
            None => no_longer_open(number),
        })
    }

    /// Shows the present terms; `yes` to the answer accepts them.
    fn ask_terms(&mut self, challenge: &Challenge, changed: bool) -> Noted {
        if self.has_asked_author() {
            return Ok(ChallengeNote::OneGame(challenge.id));
        }
        let question = AccountQuestion::Accept {
            challenge: challenge.id,
            version: challenge.version,
        };
        let (author, mail) = (Asked::Player(self.player.id), Some(self.mail.id));
        let asked = self.draft.office.question(author, &question, mail);
        self.draft.decision.account_asks.push(asked);
        let shown = self.shown(challenge)?;
        Ok(ChallengeNote::Ask { shown, changed })
    }

    fn refused(&mut self, challenge: &Challenge, refusal: ChallengeRefusal) -> Noted {
        let number = challenge.id;
        Ok(match refusal {
            ChallengeRefusal::NoSuch => ChallengeNote::NoSuch(number),
            ChallengeRefusal::Closed | ChallengeRefusal::NotExpired => {
                let mine = challenge.place_of(self.player.id).is_some();
                let how = challenge.status_at(&self.draft.decision.now);
                let made = mine && how == ChallengeStatus::Accepted;
                ChallengeNote::Closed {
                    number,
                    how: Some(how).filter(|_| mine),
                    game: challenge.game.filter(|_| made),
                }
            }
            ChallengeRefusal::Own => ChallengeNote::Own {
                number,
                missing: self.missing(challenge)?,
            },
            ChallengeRefusal::SeekCountered => ChallengeNote::SeekCountered(number),
            ChallengeRefusal::Fault(error) => ChallengeNote::Fault(error),
            ChallengeRefusal::NoChange => ChallengeNote::NoChange(number),
            ChallengeRefusal::Limit(limit) => ChallengeNote::Limit(limit),
            ChallengeRefusal::OneGame => ChallengeNote::OneGame(number),
            ChallengeRefusal::Known(other) => match self.draft.challenge(other)? {
                Some(other) => ChallengeNote::Known(self.shown(&other)?),
                None => ChallengeNote::NoSuch(other),
            },
            ChallengeRefusal::Crosses(other) => return self.accept_crossing(other),
        })
    }

    /// Agrees to the challenge that another player has made to the author, who has made the same one.
    fn accept_crossing(&mut self, other: ChallengeId) -> Noted {
        let Some(other) = self.draft.challenge(other)? else {
            return Ok(ChallengeNote::NoSuch(other));
        };
        let actor = self.having_seen(Some(other.version));
        let mut note = self.decide_challenge(&other, &actor, &ChallengeRequest::Accept)?;
        if let ChallengeNote::Begins { crossed, .. } = &mut note {
            *crossed = true;
        }
        Ok(note)
    }

    /// Why letters about a challenge may not go to the others today.
    pub(super) fn may_write_to_places(
        &self,
        challenge: &Challenge,
        own: Option<usize>,
    ) -> Result<Option<ChallengeLimit>> {
        let player = &self.player;
        for at in (0..challenge.places.len()).filter(|at| Some(*at) != own) {
            let Some(key) = make::key_of(challenge, at) else {
                continue;
            };
            let name = self.draft.name_at(challenge, at, player.id)?;
            let to = (key.as_str(), name.as_str());
            if let Some(limit) = self.draft.writes_too_much(player, to)? {
                return Ok(Some(limit));
            }
        }
        Ok(None)
    }

    /// Counts the letters that tell the others that a challenge is taken back. None is left out: the reader would wait
    /// for a game, or answer for nothing. There are no more of them than of challenges.
    fn count_letters_to_others(&mut self, challenge: &Challenge, own: usize) -> Result<()> {
        for at in (0..challenge.places.len()).filter(|at| *at != own) {
            let told = challenge.player_at(at).is_some();
            if let Some(key) = make::key_of(challenge, at).filter(|_| told) {
                self.draft.count_letter(&self.player, &key)?;
            }
        }
        Ok(())
    }

    /// Whether the author has answered in this mail that what waited is theirs.
    fn has_confirmed(&self) -> bool {
        !self.draft.decision.close_account_questions.is_empty()
    }

    /// The names of those who have not said yes.
    fn missing(&self, challenge: &Challenge) -> Result<Vec<String>> {
        let missing = challenge.missing().into_iter();
        let named = missing.filter(|at| !challenge.places[*at].is_free());
        let name = |at| self.draft.name_at(challenge, at, self.player.id);
        named.map(|at| Ok(text::clean(&name(at)?, 80))).collect()
    }
}

fn no_longer_open(number: ChallengeId) -> ChallengeNote {
    ChallengeNote::Closed {
        number,
        how: None,
        game: None,
    }
}
