//! Decides what becomes of a challenge when somebody wants something of it. Nothing is read or written here: a decision
//! follows from the challenge, the actor, the request and the [`ChallengeFacts`] alone.

use serde::{Deserialize, Serialize};

use crate::ids::{ChallengeId, PlayerId};
use crate::status::ChallengeStatus;

use super::{Challenge, ChallengeAct, Concluded, Line, LineError, challenge::wish_seat};

/// At most so many characters of the words with which somebody declines are sent on.
const MOST_WORDS: usize = 1000;

/// Who wants something of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeActor {
    /// A player, who has a place in it or wants to take one.
    Player {
        /// The player who writes.
        id: PlayerId,
        /// The version of the terms that the player has seen last, in a
        /// letter that this mail answers.
        seen: Option<i64>,
        /// Whether the mail is theirs beyond doubt, so that they can accept terms
        /// that they were not shown.
        sure: bool,
    },
    /// Somebody who is no player yet and answers an invitation.
    Invited {
        /// The place of the invited person.
        place: usize,
        /// The version of the terms that they have seen.
        version: i64,
    },
    /// The umpire, or the server by itself.
    Server,
}

/// What somebody wants of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeRequest {
    /// To make it: the challenge is as it is to be, except for the yes of its maker.
    Open,
    /// To agree to it, or to take a free place of a seek.
    Accept,
    /// To see the terms, so that a `yes` accepts them.
    See,
    /// To take it back as its maker, to leave it as one who has joined, or to decline it.
    Decline {
        /// Words to the others.
        words: String,
    },
    /// To offer other terms.
    Counter {
        /// The line that changes them, as it was read.
        line: Result<Line, LineError>,
        /// Until when they can be accepted.
        expires_at: String,
    },
    /// To take it back, or to give a place of a seek back.
    Withdraw,
    /// To be in it no longer: the actor is no longer a member.
    Depart,
    /// To tell its maker that nobody has answered.
    Unanswered,
    /// To end it when its time is over.
    Expire,
    /// To end it, for this reason.
    Cancel(Option<String>),
}

/// What a decision depends on besides the challenge, the actor and the request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChallengeFacts {
    /// The present time, as RFC 3339 in UTC; what expires at it or before is over.
    pub now: String,
    /// The limit that leaves no room for what is wanted.
    pub limit: Option<ChallengeLimit>,
    /// Whether the same mail begins another game.
    pub begins: bool,
    /// Whether somebody who has a place has blocked the actor.
    pub blocked: bool,
    /// The open challenges in which the actor has a place.
    pub open: Vec<Challenge>,
}

/// What is limited, with the number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeLimit {
    /// Games that are being played.
    Running(i64),
    /// Open challenges of one player.
    Open(i64),
    /// Open seeks of one player.
    Seeks(i64),
    /// Letters to this person in a day.
    LettersTo(String, i64),
    /// Letters to all in a day.
    Letters(i64),
    /// Open challenges to addresses.
    Invitations(i64),
    /// Challenges of all players to addresses in a day.
    InvitationsOfAll(i64),
    /// Somebody who is new here has to answer a letter before they may write to an address.
    ProveAddress,
    /// A member of so many days who has played a turn may write to an address.
    MayNotInvite(i64),
    /// Nobody is invited here.
    NobodyInvited,
}

/// The actor is shown the present terms, and asked whether they agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskTerms {
    /// Whether the terms are others than those that the actor has seen.
    pub changed: bool,
}

/// What comes of a request about a challenge.
pub type ChallengeConcluded = Concluded<ChallengeAct, AskTerms, ChallengeRefusal>;

/// Why nothing comes of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeRefusal {
    /// The actor has no place in it.
    NoSuch,
    /// It is not open any more, or not to the actor.
    Closed,
    /// Its time is not over.
    NotExpired,
    /// The actor has agreed already.
    Own,
    /// A seek has no terms to be countered.
    SeekCountered,
    /// The line is not read.
    Fault(LineError),
    /// The terms are the same.
    NoChange,
    /// A limit is reached.
    Limit(ChallengeLimit),
    /// One mail begins one game.
    OneGame,
    /// The actor has made the same challenge before: this one.
    Known(ChallengeId),
    /// Another player has made the same challenge: agreeing to this one is meant.
    Crosses(ChallengeId),
}

/// Decides about one request.
pub fn decide(
    challenge: &Challenge,
    actor: &ChallengeActor,
    request: &ChallengeRequest,
    facts: &ChallengeFacts,
) -> ChallengeConcluded {
    let case = Case {
        challenge,
        actor,
        facts,
    };
    case.decided(request).unwrap_or_else(Concluded::Refused)
}

/// What a request is about.
struct Case<'a> {
    challenge: &'a Challenge,
    actor: &'a ChallengeActor,
    facts: &'a ChallengeFacts,
}

impl Case<'_> {
    fn decided(&self, request: &ChallengeRequest) -> Result<ChallengeConcluded, ChallengeRefusal> {
        let open = match request {
            // That its time is over is no end of it before it is noted.
            ChallengeRequest::Expire | ChallengeRequest::Cancel(_) => {
                self.challenge.status == ChallengeStatus::Open
            }
            _ => self.challenge.is_open(&self.facts.now),
        };
        if !open {
            return Err(ChallengeRefusal::Closed);
        }
        let done = |act| Concluded::Done(vec![act]);
        match request {
            ChallengeRequest::Open => self.make(),
            ChallengeRequest::Accept => self.accept(),
            ChallengeRequest::See if self.challenge.has_agreed(self.place()?) => {
                Err(ChallengeRefusal::Own)
            }
            ChallengeRequest::See => Ok(Concluded::Ask(AskTerms { changed: false })),
            ChallengeRequest::Decline { words } => self.end(Some(words)).map(done),
            ChallengeRequest::Counter { line, expires_at } => self.counter(line, expires_at),
            ChallengeRequest::Withdraw => self.end(None).map(done),
            ChallengeRequest::Depart => self.depart().map(done),
            ChallengeRequest::Unanswered if !self.challenge.is_unanswered() => {
                Err(ChallengeRefusal::NoChange)
            }
            ChallengeRequest::Unanswered => Ok(done(ChallengeAct::Unanswered)),
            ChallengeRequest::Expire if self.challenge.is_open(&self.facts.now) => {
                Err(ChallengeRefusal::NotExpired)
            }
            ChallengeRequest::Expire => Ok(done(ChallengeAct::Expire)),
            ChallengeRequest::Cancel(reason) => Ok(done(ChallengeAct::Cancel(reason.clone()))),
        }
    }

    /// The place of the actor.
    fn place(&self) -> Result<usize, ChallengeRefusal> {
        let named = |at: &usize| {
            let place = self.challenge.places.get(*at);
            place.is_some_and(|place| place.address.is_some())
        };
        let place = match *self.actor {
            ChallengeActor::Player { id, .. } => self.challenge.place_of(id),
            ChallengeActor::Invited { place, .. } => Some(place).filter(named),
            ChallengeActor::Server => None,
        };
        place.ok_or(ChallengeRefusal::NoSuch)
    }

    /// A challenge of somebody to themselves begins at once.
    fn make(&self) -> Result<ChallengeConcluded, ChallengeRefusal> {
        let challenge = self.challenge;
        if self.yes(ChallengeAct::Open).len() > 1 {
            return self.begin(ChallengeAct::Open);
        }
        for other in &self.facts.open {
            if challenge.is_repeated(other) {
                return Err(ChallengeRefusal::Known(other.id));
            }
            let told = other.place_of(challenge.maker).is_some();
            if told && other.maker != challenge.maker && challenge.crosses(other) {
                return Err(ChallengeRefusal::Crosses(other.id));
            }
        }
        self.within()?;
        Ok(Concluded::Done(vec![ChallengeAct::Open]))
    }

    fn within(&self) -> Result<(), ChallengeRefusal> {
        let limit = self.facts.limit.clone();
        limit.map_or(Ok(()), |limit| Err(ChallengeRefusal::Limit(limit)))
    }

    /// A yes; the last one begins the game.
    fn yes(&self, act: ChallengeAct) -> Vec<ChallengeAct> {
        let mut acts = vec![act];
        if self.challenge.after(&acts, "", "").missing().is_empty() {
            acts.push(ChallengeAct::Accept);
        }
        acts
    }

    /// A yes, if the actor may begin a game.
    fn begin(&self, act: ChallengeAct) -> Result<ChallengeConcluded, ChallengeRefusal> {
        self.within()?;
        match self.facts.begins {
            true => Err(ChallengeRefusal::OneGame),
            false => Ok(Concluded::Done(self.yes(act))),
        }
    }

    /// Terms that the actor has not seen, or without enough proof, are shown to them first.
    fn accept(&self) -> Result<ChallengeConcluded, ChallengeRefusal> {
        let challenge = self.challenge;
        let (seen, sure) = match (self.place(), *self.actor) {
            (Err(_), ChallengeActor::Player { id, .. }) if challenge.is_seek() => {
                return self.join(id);
            }
            (_, ChallengeActor::Player { seen, sure, .. }) => (seen, sure),
            (_, ChallengeActor::Invited { version, .. }) => (Some(version), false),
            (_, ChallengeActor::Server) => (None, false),
        };
        let place = self.place()?;
        if challenge.has_agreed(place) {
            return Err(ChallengeRefusal::Own);
        }
        let changed = seen.is_some() || challenge.version > 1;
        if seen != Some(challenge.version) && (changed || !sure) {
            return Ok(Concluded::Ask(AskTerms { changed }));
        }
        self.begin(ChallengeAct::Agree(place))
    }

    /// Nobody learns who has blocked them.
    fn join(&self, player: PlayerId) -> Result<ChallengeConcluded, ChallengeRefusal> {
        let free = self.challenge.free_place();
        let free = free.filter(|_| !self.facts.blocked);
        let place = free.ok_or(ChallengeRefusal::Closed)?;
        self.begin(ChallengeAct::Join { place, player })
    }

    /// The player who has made it takes it back, a player who has joined gives the place back,
    /// others decline, with words or without.
    fn end(&self, words: Option<&str>) -> Result<ChallengeAct, ChallengeRefusal> {
        let (challenge, place) = (self.challenge, self.place()?);
        let made = challenge.player_at(place) == Some(challenge.maker);
        Ok(match place {
            1.. if challenge.is_seek() => ChallengeAct::Leave(place),
            0 if challenge.is_seek() || words.is_none() => ChallengeAct::Withdraw(place),
            _ if made => ChallengeAct::Withdraw(place),
            _ => ChallengeAct::Decline {
                place,
                words: words.unwrap_or_default().chars().take(MOST_WORDS).collect(),
            },
        })
    }

    /// Also where the player was not told.
    fn depart(&self) -> Result<ChallengeAct, ChallengeRefusal> {
        let of_actor =
            |player| matches!(self.actor, ChallengeActor::Player { id, .. } if Some(*id) == player);
        let mut places = self.challenge.places.iter();
        match places.position(|place| of_actor(place.player)) {
            None => Err(ChallengeRefusal::NoSuch),
            Some(place @ 1..) if self.challenge.is_seek() => Ok(ChallengeAct::Leave(place)),
            Some(place) => Ok(ChallengeAct::Depart(place)),
        }
    }

    fn counter(
        &self,
        line: &Result<Line, LineError>,
        expires_at: &str,
    ) -> Result<ChallengeConcluded, ChallengeRefusal> {
        let challenge = self.challenge;
        if challenge.is_seek() {
            return Err(ChallengeRefusal::SeekCountered);
        }
        let (place, ChallengeActor::Player { seen, .. }) = (self.place()?, self.actor) else {
            return Err(ChallengeRefusal::NoSuch);
        };
        if seen.is_some_and(|seen| seen != challenge.version) {
            return Ok(Concluded::Ask(AskTerms { changed: true }));
        }
        let line = line.clone().map_err(ChallengeRefusal::Fault)?;
        let mut places = challenge.places.clone();
        if let Some(wish) = line.wish {
            wish_seat(&mut places, place, wish);
        }
        if line.terms == challenge.terms && places == challenge.places {
            return Err(ChallengeRefusal::NoChange);
        }
        self.within()?;
        Ok(Concluded::Done(vec![ChallengeAct::Counter {
            place,
            terms: line.terms,
            wish: line.wish,
            expires_at: expires_at.to_owned(),
        }]))
    }
}

#[cfg(test)]
mod tests;
