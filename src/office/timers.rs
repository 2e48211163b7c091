//! Work that timers make due.

use anyhow::Result;
use chrono::TimeDelta;

use crate::letters::Frozen;
use crate::store::{self, Decision, NewTimer, Snapshot, Store, TimerKind, TimerRow};

use super::umpire::unknown_rules;
use super::{Office, stamp};

/// At most this many timers are looked at in one go.
const BATCH: usize = 100;

impl Office {
    /// Does what is due by its timers; returns when the next one is. The daemon calls it when one is due,
    /// `run --once` each time.
    ///
    /// # Errors
    /// The store fails.
    pub fn run_timers(&mut self, store: &mut dyn Store) -> Result<Option<String>> {
        let now = self.stamp();
        let (due, next) = store::read(store, |store| {
            Ok((store.due_timers(&now, BATCH)?, store.next_timer()?))
        })?;
        if due.is_empty() && next.is_none() {
            // A store that has no timer yet.
            self.forget_daily(store)?;
        }
        for timer in &due {
            match timer {
                TimerRow {
                    kind: TimerKind::Forget,
                    ..
                } => self.forget_daily(store)?,
            }
        }
        store::read(store, |store| Ok(store.next_timer()?))
    }

    /// The daily clean-up: deletes the bytes of old mails and letters (their rows stay), and freezes games
    /// whose rules are of a version that is not known here.
    fn forget_daily(&mut self, store: &mut dyn Store) -> Result<()> {
        let now = self.now();
        let mut decision = self.decision();
        decision.timers.push(NewTimer {
            due: stamp(now + TimeDelta::days(1)),
            kind: TimerKind::Forget,
            game: None,
            seat: None,
        });
        store.look(&mut |snapshot| self.freeze_unknown_rules(snapshot, &mut decision))?;
        store.commit(&[decision])?;
        let days = i64::from(self.settings.keep_days);
        let before = (days > 0).then(|| stamp(now - TimeDelta::days(days)));
        let forgotten = store.forget(before.as_deref(), &self.today())?;
        if forgotten > 0 {
            tracing::info!("the bytes of {forgotten} old mails and letters were deleted");
        }
        Ok(())
    }

    /// Freezes the games that are being played by rules of a version that is not known here: a newer
    /// program began them. A program that knows the version unfreezes them with `db replay --compare`.
    fn freeze_unknown_rules(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
    ) -> Result<()> {
        let versions = store.rules_versions(&[store::GameStatus::Playing])?;
        for (variant, version, _) in unknown_rules(&versions) {
            for game in store.games_by_rules(&variant, version)? {
                let variant = variant.clone();
                let reason = Frozen::UnknownRules { variant, version };
                self.freeze(store, decision, game, reason)?;
            }
        }
        Ok(())
    }
}
