//! Challenges that end without an answer: their time is over, the umpire ends them, or somebody leaves.

use anyhow::{Result, bail};

use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::letters::ChallengeNews;
use crate::meeting::challenge;
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{
    self, ChallengeRow, ChallengeWrite, Decision, NewTimer, Snapshot, Store, TimerKind,
};

use super::super::Office;
use super::{load, open_of, put, shown};

/// At most this many challenges expire in one decision.
const BATCH: usize = 50;
/// Later than any time that is stored.
const EVER: &str = "9999";

/// The timer of a challenge: of all, the one that expires first counts.
pub(super) fn timer(row: &ChallengeRow) -> NewTimer {
    NewTimer {
        due: row.expires_at.clone(),
        kind: TimerKind::Challenge,
        game: None,
        seat: None,
        keep_earlier: true,
    }
}

impl Office {
    /// Ends the challenges whose time is over, and sets the timer for the next one.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn expire_challenges(&mut self, store: &mut dyn Store) -> Result<()> {
        store::decide(store, |store| Ok((self.expired(store)?, ())))?;
        Ok(())
    }

    fn expired(&mut self, store: &dyn Snapshot) -> Result<Decision> {
        let mut decision = self.decision();
        let open = store.due_challenges(EVER, BATCH + 1)?;
        let mut next = None;
        for (nth, mut row) in open.into_iter().enumerate() {
            if row.expires_at > decision.now || nth >= BATCH {
                next = Some(row.expires_at);
                break;
            }
            let now = decision.now.clone();
            challenge::close(&mut row, ChallengeStatus::Expired, "time", &now);
            put(&mut decision, ChallengeWrite::new(row.clone()));
            let mut news = |_: &dyn Snapshot, _| Ok(ChallengeNews::Expired);
            self.tell_places(store, &mut decision, &row, None, None, &mut news)?;
        }
        match next {
            Some(due) => decision.timers.push(NewTimer {
                due,
                kind: TimerKind::Challenge,
                game: None,
                seat: None,
                keep_earlier: false,
            }),
            // 0: of no game.
            None => decision
                .clear_timers
                .push((TimerKind::Challenge, GameId(0))),
        }
        Ok(decision)
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
        put(&mut decision, ChallengeWrite::new(row.clone()));
        let reason = reason.map(|reason| {
            let reason = crate::text::clean(reason, 300);
            reason.trim_end_matches('.').to_owned()
        });
        let mut news = |_: &dyn Snapshot, _| {
            let reason = reason.clone();
            Ok(ChallengeNews::Cancelled { reason })
        };
        self.tell_places(store, &mut decision, &row, None, None, &mut news)?;
        Ok((decision, row))
    }

    /// Ends what a player has open who leaves or is banned: his challenges and those to him, and his places in seeks.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn end_challenges_of(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        player: PlayerId,
        by: &str,
    ) -> Result<()> {
        for row in open_of(store, decision, player)? {
            let Some(mut row) = load(store, decision, row.id)? else {
                continue;
            };
            let own = row.places.iter().position(|p| p.player == Some(player));
            let Some(own) = own else { continue };
            let name = |store: &dyn Snapshot, row: &ChallengeRow, reader| {
                shown::name(store, row, own, reader)
            };
            if row.kind == ChallengeKind::Seek && own > 0 {
                let by = name(store, &row, row.maker)?;
                challenge::leave(&mut row, own);
                put(decision, ChallengeWrite::new(row.clone()));
                let news = ChallengeNews::Left { by };
                self.post_challenge(store, decision, (&row, 0), None, news)?;
                continue;
            }
            let now = decision.now.clone();
            challenge::close(&mut row, ChallengeStatus::Withdrawn, by, &now);
            put(decision, ChallengeWrite::new(row.clone()));
            if row.places[own].hidden {
                // Nobody learns that he was not told.
                continue;
            }
            let mut news = |store: &dyn Snapshot, reader| {
                let by = name(store, &row, reader)?;
                Ok(match own {
                    0 => ChallengeNews::Withdrawn { by },
                    // It is the challenge of another player.
                    _ => ChallengeNews::Declined { by, words: None },
                })
            };
            self.tell_places(store, decision, &row, Some(player), None, &mut news)?;
        }
        Ok(())
    }
}
