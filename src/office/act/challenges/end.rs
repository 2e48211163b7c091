//! Challenges that end without an answer: their time is over, the umpire ends them, or somebody leaves.

use anyhow::{Context, Result, bail};
use chrono::TimeDelta;

use crate::games::instant;
use crate::ids::{ChallengeId, PlayerId};
use crate::meeting::log::Entry;
use crate::meeting::{
    Challenge, ChallengeAct, ChallengeActor, ChallengeFacts, ChallengeRequest, Concluded, decide,
};
use crate::store::{LogOf, TimerKind};
use crate::text::clean;

use crate::office::close::challenge::Happened;
use crate::office::close::due::reset_timer;
use crate::office::load::challenges::value;
use crate::office::{Draft, knowledge, stamp};

/// At most this many challenges expire in one decision.
const BATCH: usize = 50;
/// At most this many seeks are looked at.
const LOOKED_AT: usize = 500;
/// Later than any time that is stored.
const EVER: &str = "9999";
/// After so long its maker hears that nobody has joined a seek.
const UNANSWERED: TimeDelta = TimeDelta::days(1);

/// When its maker is to hear that nobody has joined a seek.
///
/// # Errors
/// The time at which it was made cannot be read.
pub(in crate::office) fn unanswered_at(seek: &Challenge) -> Result<String> {
    Ok(stamp(instant(&seek.created_at)? + UNANSWERED))
}

impl Draft<'_> {
    /// Ends an open challenge or seek for the umpire, and tells all who know of it.
    ///
    /// # Errors
    /// There is no such challenge, or it is not open.
    pub fn cancel_challenge(
        &mut self,
        id: ChallengeId,
        reason: Option<&str>,
        by: &str,
    ) -> Result<Challenge> {
        let Some(open) = self.challenge(id)? else {
            bail!("there is no challenge or seek {id}; `zugpost challenge list` shows them");
        };
        let reason = reason.map(|reason| clean(reason, 300).trim_end_matches('.').to_owned());
        let request = ChallengeRequest::Cancel(reason);
        let ended = self.end(&open, &ChallengeActor::Server, &request, by)?;
        ended.with_context(|| format!("number {id} is not open: it is {}", open.status))
    }

    /// Ends the challenges whose time is over, and sets the timer for the next one.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn expire_challenges(&mut self) -> Result<()> {
        let (actor, expire) = (ChallengeActor::Server, ChallengeRequest::Expire);
        let mut next = None;
        let open = self.store.due_challenges(EVER, BATCH + 1)?.into_iter();
        for (nth, row) in open.enumerate() {
            let due = row.expires_at.clone();
            if nth >= BATCH || self.end(&value(row)?, &actor, &expire, "time")?.is_none() {
                next = Some(due);
                break;
            }
        }
        for row in self.store.seeks(LOOKED_AT)? {
            let seek = value(row)?;
            let due = unanswered_at(&seek)?;
            if due > self.decision.now {
                next = next.into_iter().chain([due]).min();
            } else if self.offers_program(&seek)? {
                self.end(&seek, &actor, &ChallengeRequest::Unanswered, "time")?;
            }
        }
        reset_timer(self.decision, TimerKind::Challenge, next);
        Ok(())
    }

    /// Whether the maker of a seek can play the program instead, and nobody has ever joined it, and this was not said.
    fn offers_program(&self, seek: &Challenge) -> Result<bool> {
        let settings = &self.office.settings.partner;
        let can = settings.enabled
            && knowledge::all_know(knowledge::Known::Programs, self.office.lacking())
            && self.can_be_played(&seek.terms)
            && self.store.player_by_name(&settings.name)?.is_none();
        let acts = self.store.acts(LogOf::Challenge(seek.id))?;
        let done = acts.iter().any(|row| {
            use ChallengeAct::{Join, Unanswered};
            let read = serde_json::from_str(&row.act);
            matches!(
                read,
                Ok(Entry::<Challenge, _>::Act(Join { .. } | Unanswered))
            )
        });
        Ok(can && !done)
    }

    /// Ends what a player who leaves or is banned has open: their challenges and those to them,
    /// and their places in seeks.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn end_challenges_of(&mut self, id: PlayerId, by: &str) -> Result<()> {
        let actor = ChallengeActor::Player {
            id,
            seen: None,
            sure: true,
        };
        for open in self.open_challenges(id)? {
            self.end(&open, &actor, &ChallengeRequest::Depart, by)?;
        }
        Ok(())
    }

    /// Decides about a request to end a challenge, and closes what follows; `None`: nothing comes of it.
    fn end(
        &mut self,
        challenge: &Challenge,
        actor: &ChallengeActor,
        request: &ChallengeRequest,
        by: &str,
    ) -> Result<Option<Challenge>> {
        let facts = ChallengeFacts {
            now: self.decision.now.clone(),
            ..ChallengeFacts::default()
        };
        let Concluded::Done(acts) = decide(challenge, actor, request, &facts) else {
            return Ok(None);
        };
        let happened = Happened::by(by, &acts);
        self.close_challenge(challenge, &happened).map(Some)
    }
}
