//! Challenges that end without an answer: their time is over, the umpire ends them, or somebody leaves.

use anyhow::{Result, bail};

use crate::ids::{ChallengeId, PlayerId};
use crate::meeting::{
    Challenge, ChallengeActor, ChallengeFacts, ChallengeRequest, Concluded, decide,
};
use crate::store::{Decision, Snapshot, Store, TimerKind};

use crate::office::close::challenge::Happened;
use crate::office::close::due::reset_timer;
use crate::office::load::challenges::{challenge, open_of, value};
use crate::office::{Draft, Office};

/// At most this many challenges expire in one decision.
const BATCH: usize = 50;
/// Later than any time that is stored.
const EVER: &str = "9999";

impl Office {
    /// Ends the challenges whose time is over, and sets the timer for the next one.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn expire_challenges(&mut self, store: &mut dyn Store) -> Result<()> {
        self.decide(store, |draft| draft.expired())
    }

    /// Ends an open challenge or seek for the umpire, and tells all who know of it.
    ///
    /// # Errors
    /// There is no such challenge, or it is not open.
    pub fn cancel_challenge(
        &mut self,
        store: &dyn Snapshot,
        id: ChallengeId,
        reason: Option<&str>,
        by: &str,
    ) -> Result<(Decision, Challenge)> {
        let mut decision = self.decision();
        let Some(open) = challenge(store, &decision, id)? else {
            bail!("there is no challenge or seek {id}; `zugpost challenge list` shows them");
        };
        let reason = reason.map(|reason| {
            let reason = crate::text::clean(reason, 300);
            reason.trim_end_matches('.').to_owned()
        });
        let mut draft = self.draft(store, &mut decision);
        let request = ChallengeRequest::Cancel(reason);
        match draft.end(&open, &ChallengeActor::Server, &request, by)? {
            Some(ended) => Ok((decision, ended)),
            None => bail!("number {id} is not open: it is {}", open.status),
        }
    }
}

impl Draft<'_> {
    fn expired(&mut self) -> Result<()> {
        let open = self.store.due_challenges(EVER, BATCH + 1)?;
        let mut next = None;
        for (nth, row) in open.into_iter().enumerate() {
            let due = row.expires_at.clone();
            let expire = ChallengeRequest::Expire;
            if nth >= BATCH
                || self
                    .end(&value(row)?, &ChallengeActor::Server, &expire, "time")?
                    .is_none()
            {
                next = Some(due);
                break;
            }
        }
        reset_timer(self.decision, TimerKind::Challenge, next);
        Ok(())
    }

    /// Ends what a player who leaves or is banned has open: their challenges and those to them,
    /// and their places in seeks.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn end_challenges_of(
        &mut self,
        player: PlayerId,
        by: &str,
    ) -> Result<()> {
        let actor = ChallengeActor::Player {
            id: player,
            seen: None,
            sure: true,
        };
        for open in open_of(self.store, self.decision, player)? {
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
        match decide(challenge, actor, request, &facts) {
            Concluded::Done(acts) => self
                .close_challenge(challenge, &Happened::by(by, &acts))
                .map(Some),
            Concluded::Ask(_) | Concluded::Refused(_) => Ok(None),
        }
    }
}
