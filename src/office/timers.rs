//! Work that timers make due.

use std::collections::BTreeSet;

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::games::instant;
use crate::letters::{Frozen, Report};
use crate::meeting::person::CODE_VALID;
use crate::status::GameStatus;
use crate::store::{self, NewTimer, PlayerChange, Snapshot, Store, TimerKind, words_of};
use crate::text::clean;

use crate::office::act::umpire::unknown_rules;
use crate::office::close::due::timer;
use crate::office::{Draft, Office, knowledge, stamp};

/// What is deleted in one day is at most so much older than what was deleted before. A clock that is wrong
/// by months deletes no more than this, and a server that was off for long catches up within days.
const STEP: TimeDelta = TimeDelta::days(2);
/// At most this many timers are looked at in one go.
const BATCH: usize = 100;
/// The timer of the clean-up is never set for later than this.
const LATEST: TimeDelta = TimeDelta::days(2);

/// A host that was there within this time may come back.
const AWAY: TimeDelta = TimeDelta::days(1);
/// The umpire hears of a source that nobody has read for so long.
const UNREAD: TimeDelta = TimeDelta::hours(2);

impl Office {
    /// Does what is due by its timers; returns when the next one is. The daemon calls it when one is due,
    /// `run --once` each time.
    ///
    /// # Errors
    /// The store fails.
    pub fn run_timers(&mut self, store: &mut dyn Store) -> Result<Option<String>> {
        self.refresh(store)?;
        let now = self.stamp();
        let (due, forget) = store::read(store, |store| {
            let due = store.due_timers(&now, BATCH)?;
            Ok((due, store.timer(TimerKind::Forget)?))
        })?;
        if forget.is_none() {
            // A store that has no such timer yet.
            self.forget_daily(store)?;
        }
        if forget.is_some_and(|forget| forget > stamp(self.now() + LATEST)) {
            // The clock was ahead when the timer was set.
            let mut decision = self.decision();
            decision.timers.push(self.forget_timer());
            store.commit(&[decision])?;
        }
        for timer in &due {
            match (timer.kind, timer.game) {
                (TimerKind::Forget, _) => self.forget_daily(store)?,
                (TimerKind::Digest, _) => self.send_digests(store)?,
                (TimerKind::Question, _) => {
                    self.decided(store, |draft| draft.ask_due_questions())?;
                }
                (TimerKind::Challenge, _) => {
                    self.decided(store, |draft| draft.expire_challenges())?;
                }
                (TimerKind::Contest, _) => self.run_contests(store)?,
                (TimerKind::Clock, Some(game)) => self.try_clock(store, game)?,
                (TimerKind::Clock, None) => tracing::error!("a clock of no game"),
            }
        }
        store::read(store, |store| Ok(store.next_timer()?))
    }

    /// Tells the umpire, once a day each, which sources no host has read for long: while that is so, no flag falls.
    ///
    /// # Errors
    /// The store fails.
    pub fn tell_of_unread(&mut self, store: &mut dyn Store) -> Result<()> {
        self.refresh(store)?;
        let before = stamp(self.now() - UNREAD);
        let unread = store::read(store, |store| {
            let mut reports = Vec::new();
            for (source, since) in store.sources()? {
                let report = Report::SourceUnread {
                    source: clean(&source, 200),
                    since: since.clone(),
                };
                if since < before && self.is_told(store, &report)? {
                    reports.push(report);
                }
            }
            Ok(reports)
        })?;
        if unread.is_empty() {
            return Ok(());
        }
        let mut decision = self.decision();
        for report in unread {
            self.tell_umpire(&mut decision, report);
        }
        store.commit(&[decision])?;
        Ok(())
    }

    /// The daily clean-up: deletes the bytes of old mails and letters (their rows stay), and freezes games
    /// whose rules are of a version that is not known here.
    fn forget_daily(&mut self, store: &mut dyn Store) -> Result<()> {
        let now = self.now();
        self.decided(store, |draft| {
            draft.decision.timers.push(draft.office.forget_timer());
            // For a while it is still said that a code is too old.
            let old = stamp(now - CODE_VALID - TimeDelta::days(30));
            let old = PlayerChange::ForgetConfirmations(old);
            draft.decision.players.push(old);
            draft.freeze_unknown_rules()
        })?;
        let days = i64::from(self.settings.keep_days);
        let before = match days {
            0 => None,
            days => Some(store::read(store, |store| forget_before(store, now, days))?),
        };
        let forgotten = store.forget(before.as_deref(), &self.today())?;
        if forgotten > 0 {
            tracing::info!("the bytes of {forgotten} old mails and letters were deleted");
        }
        Ok(())
    }

    /// The timer of the next clean-up.
    fn forget_timer(&self) -> NewTimer {
        let due = stamp(self.now() + TimeDelta::days(1));
        timer(TimerKind::Forget, due, false)
    }
}

impl Draft<'_> {
    /// Freezes the games that are being played by rules of a version that neither this program knows nor that of another
    /// host: a newer program began them. A program that knows the version unfreezes them with `db replay --compare`.
    fn freeze_unknown_rules(&mut self) -> Result<()> {
        let mut versions = self.store.rules_versions(&[GameStatus::Playing])?;
        let hosts = self.store.hosts()?;
        let seen = stamp(self.office.now() - AWAY);
        let hosts = hosts.iter().filter(|host| host.alive_at >= seen);
        let elsewhere: BTreeSet<String> = hosts.flat_map(|host| words_of(&host.knows)).collect();
        versions.retain(|(variant, version, by_file, _)| {
            !elsewhere.contains(&knowledge::rules(variant, *version, *by_file))
        });
        for (variant, version, _) in unknown_rules(&versions) {
            for game in self.store.games_by_rules(&variant, version)? {
                let variant = variant.clone();
                let reason = Frozen::UnknownRules { variant, version };
                self.freeze(game, reason)?;
            }
        }
        Ok(())
    }
}

/// The time before which bytes are deleted today: so many days ago, but not much later than the last time,
/// since it is not known whether the clock is right.
fn forget_before(store: &dyn Snapshot, now: DateTime<Utc>, days: i64) -> Result<String> {
    let keep = TimeDelta::days(days);
    let wanted = stamp(now - keep);
    let allowed = match store.forgotten_until()? {
        Some(until) => instant(&until)? + STEP,
        // The first clean-up trusts no clock that is ahead of everything that is stored.
        None => match store.newest()? {
            Some(newest) => instant(&newest)? + STEP - keep,
            None => return Ok(wanted),
        },
    };
    Ok(wanted.min(stamp(allowed)))
}
