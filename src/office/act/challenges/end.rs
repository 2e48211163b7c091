//! Challenges that end without an answer: their time is over, the umpire ends them, or somebody leaves.

use anyhow::{Result, bail};

use crate::ids::{ChallengeId, PlayerId};
use crate::letters::ChallengeNews;
use crate::meeting::challenge;
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{self, ChallengeRow, ChallengeWrite, Decision, Snapshot, Store};

use crate::office::act::challenges::{load, open_of, shown};
use crate::office::close::challenge::ChallengeReaders;
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
        store::decide(store, |store| self.drafted(store, |draft| draft.expired()))?;
        Ok(())
    }
}

impl Draft<'_> {
    fn expired(&mut self) -> Result<()> {
        let open = self.store.due_challenges(EVER, BATCH + 1)?;
        let mut next = None;
        for (nth, mut row) in open.into_iter().enumerate() {
            if row.expires_at > self.decision.now || nth >= BATCH {
                next = Some(row.expires_at);
                break;
            }
            let now = self.decision.now.clone();
            challenge::close(&mut row, ChallengeStatus::Expired, "time", &now);
            let readers = ChallengeReaders::AllBut(None, &|_| Ok(ChallengeNews::Expired));
            self.close_challenge(ChallengeWrite::new(row), None, readers)?;
        }
        self.set_challenge_timer(next, false);
        Ok(())
    }
}

impl Office {
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
    ) -> Result<(Decision, ChallengeRow)> {
        let mut decision = self.decision();
        let Some(mut row) = store.challenge(id)? else {
            bail!("there is no challenge or seek {id}; `zugpost challenge list` shows them");
        };
        if row.status != ChallengeStatus::Open {
            bail!("number {id} is not open: it is {}", row.status);
        }
        let now = decision.now.clone();
        challenge::close(&mut row, ChallengeStatus::Cancelled, by, &now);
        let reason = reason.map(|reason| {
            let reason = crate::text::clean(reason, 300);
            reason.trim_end_matches('.').to_owned()
        });
        let news = |_| {
            let reason = reason.clone();
            Ok(ChallengeNews::Cancelled { reason })
        };
        let readers = ChallengeReaders::AllBut(None, &news);
        let write = ChallengeWrite::new(row.clone());
        let mut draft = self.draft(store, &mut decision);
        draft.close_challenge(write, None, readers)?;
        Ok((decision, row))
    }
}

impl Draft<'_> {
    /// Ends what a player has open who leaves or is banned: his challenges and those to him, and his places in seeks.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn end_challenges_of(
        &mut self,
        player: PlayerId,
        by: &str,
    ) -> Result<()> {
        for row in open_of(self.store, self.decision, player)? {
            let Some(mut row) = load(self.store, self.decision, row.id)? else {
                continue;
            };
            let own = row.places.iter().position(|p| p.player == Some(player));
            let Some(own) = own else { continue };
            let store = self.store;
            if row.kind == ChallengeKind::Seek && own > 0 {
                let by = shown::name(store, &row, own, row.maker)?;
                challenge::leave(&mut row, own);
                let readers = ChallengeReaders::Place(0, ChallengeNews::Left { by });
                self.close_challenge(ChallengeWrite::new(row), None, readers)?;
                continue;
            }
            let now = self.decision.now.clone();
            challenge::close(&mut row, ChallengeStatus::Withdrawn, by, &now);
            let news = |reader| {
                let by = shown::name(store, &row, own, reader)?;
                Ok(match own {
                    0 => ChallengeNews::Withdrawn { by },
                    // It is the challenge of another player.
                    _ => ChallengeNews::Declined { by, words: None },
                })
            };
            let readers = match row.places[own].hidden {
                // Nobody learns that he was not told.
                true => ChallengeReaders::Nobody,
                false => ChallengeReaders::AllBut(Some(player), &news),
            };
            self.close_challenge(ChallengeWrite::new(row.clone()), None, readers)?;
        }
        Ok(())
    }
}
