//! What a line of a mail does to a challenge or a seek: it is decided, what follows is closed, and the author is answered.

use anyhow::Result;

use crate::ids::ChallengeId;
use crate::letters::{AccountQuestion, ChallengeNote, Part};
use crate::meeting::{
    self, Base, Challenge, ChallengeAct, ChallengeActor, ChallengeFacts, ChallengeLimit,
    ChallengeRefusal, ChallengeRequest, Concluded,
};
use crate::store::Asked;
use crate::text;

use crate::office::MailSession;
use crate::office::act::challenges::play::seat_of;
use crate::office::act::challenges::{Noted, make, part, shown};
use crate::office::close::challenge::Happened;
use crate::office::load::challenges::open_of;

impl MailSession<'_> {
    /// Carries out what a line wants of the challenge that it is about.
    pub(super) fn answer_challenge(
        &mut self,
        number: Option<ChallengeId>,
        request: &ChallengeRequest,
    ) -> Noted {
        let challenge = match self.meant(number)? {
            Ok(challenge) => challenge,
            Err(note) => return Ok(note),
        };
        let actor = ChallengeActor::Player {
            id: self.player.id,
            seen: self.shown_version(challenge.id),
            sure: self.account.vouched || self.has_confirmed(),
        };
        self.decide_challenge(&challenge, &actor, request)
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
    ) -> Result<Vec<Part>> {
        let note = match self.load(id)? {
            None => ChallengeNote::NoSuch(id),
            Some(challenge) => {
                let request = match version {
                    Some(_) => ChallengeRequest::Accept,
                    None => ChallengeRequest::See,
                };
                self.decide_challenge(&challenge, &self.having_seen(version), &request)?
            }
        };
        Ok(vec![part(note)])
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
        match meeting::decide(challenge, actor, request, &facts) {
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
                facts.open = open_of(store, self.draft.decision, player)?;
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
        let by = self.author_mark();
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
            ChallengeAct::Agree(_) | ChallengeAct::Join { .. } => {
                let (missing, free) = missing(self, &after)?;
                ChallengeNote::Waits {
                    number,
                    missing,
                    free,
                }
            }
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
        Ok(match self.draft.play_challenge(before, happened)? {
            Some(_) if happened.acts.contains(&ChallengeAct::Open) => ChallengeNote::Practice,
            Some(begun) => ChallengeNote::Begins {
                number,
                seat: seat_of(&begun, self.player.id),
                drawn: begun.drawn,
                crossed: false,
            },
            // One of them has left meanwhile.
            None => no_longer_open(number),
        })
    }

    /// Shows the present terms; `yes` to the answer accepts them.
    fn ask_terms(&mut self, challenge: &Challenge, changed: bool) -> Noted {
        if !self.draft.decision.account_asks.is_empty() {
            return Ok(ChallengeNote::OneGame(challenge.id));
        }
        let question = AccountQuestion::Accept {
            challenge: challenge.id,
            version: challenge.version,
        };
        let of = (Asked::Player(self.player.id), Some(self.mail.id));
        let asked = self.draft.office.question(of.0, &question, of.1);
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
                shown::closed(challenge, &self.draft.decision.now, mine)
            }
            ChallengeRefusal::Own => {
                let (missing, _) = missing(self, challenge)?;
                ChallengeNote::Own { number, missing }
            }
            ChallengeRefusal::SeekCountered => ChallengeNote::SeekCountered(number),
            ChallengeRefusal::Fault(error) => ChallengeNote::Fault(error),
            ChallengeRefusal::NoChange => ChallengeNote::NoChange(number),
            ChallengeRefusal::Limit(limit) => ChallengeNote::Limit(limit),
            ChallengeRefusal::OneGame => ChallengeNote::OneGame(number),
            ChallengeRefusal::Known(other) => match self.load(other)? {
                Some(other) => ChallengeNote::Known(self.shown(&other)?),
                None => ChallengeNote::NoSuch(other),
            },
            ChallengeRefusal::Crosses(other) => return self.accept_crossing(other),
        })
    }

    /// Agrees to the challenge that another player has made to the author, who has made the same one.
    fn accept_crossing(&mut self, other: ChallengeId) -> Noted {
        let Some(other) = self.load(other)? else {
            return Ok(ChallengeNote::NoSuch(other));
        };
        let actor = self.having_seen(Some(other.version));
        let mut note = self.decide_challenge(&other, &actor, &ChallengeRequest::Accept)?;
        if let ChallengeNote::Begins { crossed, .. } = &mut note {
            *crossed = true;
        }
        Ok(note)
    }

    /// `counter`: the same challenge with other terms, to which all others have to answer again.
    pub(super) fn counter(
        &mut self,
        number: Option<ChallengeId>,
        (typed, below): (&str, Option<&str>),
        unsent: &mut bool,
    ) -> Noted {
        let challenge = match self.meant(number)? {
            Ok(challenge) => challenge,
            Err(note) => return Ok(note),
        };
        let base = Base::Changes(&challenge.terms);
        let line = make::read_wrapped(typed, below, false, base, unsent);
        let expires = line.as_ref().ok().and_then(|line| line.expires);
        let expires_at = self.draft.office.expiry(expires);
        let request = ChallengeRequest::Counter { line, expires_at };
        self.answer_challenge(Some(challenge.id), &request)
    }

    /// `withdraw`: takes a challenge or a seek back, or gives a place of a seek back.
    pub(super) fn withdraw(&mut self, number: Option<ChallengeId>) -> Noted {
        let number = match number {
            None if self.account.challenges.is_empty() => match own_open(self)? {
                Ok(number) => Some(number),
                Err(note) => return Ok(note),
            },
            number => number,
        };
        self.answer_challenge(number, &ChallengeRequest::Withdraw)
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
            let name = shown::name(self.draft.store, challenge, at, player.id)?;
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
}

fn no_longer_open(number: ChallengeId) -> ChallengeNote {
    ChallengeNote::Closed {
        number,
        how: None,
        game: None,
    }
}

/// The names of those who have not said yes, and how many places are free.
fn missing(session: &MailSession<'_>, challenge: &Challenge) -> Result<(Vec<String>, usize)> {
    let mut names = Vec::new();
    let mut free = 0;
    for at in challenge.missing() {
        if challenge.places[at].is_free() {
            free += 1;
            continue;
        }
        let name = shown::name(session.draft.store, challenge, at, session.player.id)?;
        names.push(text::clean(&name, 80));
    }
    Ok((names, free))
}

/// The only open challenge or seek that the author has made.
fn own_open(session: &MailSession<'_>) -> Result<Result<ChallengeId, ChallengeNote>> {
    let player = session.player.id;
    let mut open = open_of(session.draft.store, session.draft.decision, player)?;
    open.retain(|one| one.maker == player);
    match open.as_slice() {
        [only] => Ok(Ok(only.id)),
        _ => session.which_of(&open).map(Err),
    }
}

/// What lines are read with; see [`meeting::line::read`].
pub(super) use meeting::line::read as read_line;
