//! The time: when mails came, when mail was last read, and whether the machine's clock can be trusted.

use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use chrono::{DateTime, TimeDelta, Utc};

use crate::games::{EventTime, instant};
use crate::ids::MailId;
use crate::letters::Report;
use crate::mail::ParsedMessage;
use crate::mail::source::is_of_all_hosts;
use crate::store::{self, ClaimedMail, ClockChange, Decision, Snapshot, Store};

use crate::office::{Draft, Office, stamp};

/// A mail that seems to have come so long before both the last look at its source and the Received line of our
/// own host has come later.
const TOO_EARLY: TimeDelta = TimeDelta::hours(1);
/// Dates of mail servers that differ so much from the machine's clock mean that it is wrong.
const FAR: TimeDelta = TimeDelta::days(3);
/// So many mails before another one are looked at.
const LAST_MAILS: usize = 50;
/// By so much the clock of a store that hosts share may seem to be behind: each of them measures it.
const BEHIND: TimeDelta = TimeDelta::seconds(5);
/// So long it is waited for a mail that agrees with a clock that is far ahead.
const AGREEING: TimeDelta = TimeDelta::minutes(15);
/// If no sign of life was given for so long, no host worked.
const UNATTENDED: TimeDelta = TimeDelta::minutes(5);
/// A clock that steps back by no more than this is a good one.
const STEP: TimeDelta = TimeDelta::minutes(5);

impl Office {
    /// The moment of a decision that no mail has caused.
    ///
    /// # Errors
    /// The time of the decision cannot be read.
    pub(in crate::office) fn moment(&self, decision: &Decision) -> Result<EventTime> {
        let at = instant(&decision.now)?;
        Ok(EventTime {
            at,
            came: at,
            longest_gap: self.longest_gap(),
        })
    }

    /// When a mail came, as far as can be trusted: by the source, or by the Received line of our own host where
    /// that is earlier. The date that its author has written counts for nothing.
    ///
    /// # Errors
    /// A stored time cannot be read.
    pub(in crate::office) fn arrival(
        &self,
        store: &dyn Snapshot,
        claimed: &ClaimedMail,
        message: &ParsedMessage,
        decision: &mut Decision,
    ) -> Result<EventTime> {
        let mut moment = self.moment(decision)?;
        let stored = instant(&claimed.received_at)?.min(moment.at);
        let by_source = instant(&claimed.arrived_at)?.min(stored);
        let mut came = by_source;
        let looked = claimed.looked_at.as_deref().map(instant).transpose()?;
        if let Some(received) = message.received_at {
            let received = received.min(stored);
            match looked {
                Some(looked) if came + TOO_EARLY < looked && came + TOO_EARLY < received => {
                    // The mailbox was full of it, had it come then: the file may have been given a false time.
                    came = looked.max(received);
                    let report = Report::OddArrival { mail: claimed.id };
                    self.tell_umpire(decision, report);
                }
                _ => came = came.min(received),
            }
            // Anybody may write such a line where the host writes none. It counts where the host vouches for the
            // author, since it has written this mail's headers then, or where the source says the same.
            let early = |time: DateTime<Utc>| looked.is_some_and(|looked| time + FAR < looked);
            let agrees = || -> Result<bool> {
                Ok(early(by_source) && !has_newer(store, claimed.id, by_source)?)
            };
            if early(received) && (message.vouched.is_yes() || agrees()?) {
                let why = format!(
                    "our mail server took a mail in at {}, and the last look was at {}",
                    stamp(received),
                    claimed.looked_at.as_deref().unwrap_or_default()
                );
                self.stop_clocks(decision, why);
            }
        }
        moment.came = came;
        Ok(moment)
    }

    /// Says that the machine's clock cannot be trusted: no flag falls until the umpire accepts it.
    pub(in crate::office) fn stop_clocks(&self, decision: &mut Decision, why: String) {
        self.tell_umpire(decision, Report::ClockStopped { why: why.clone() });
        decision.clock_changes.push(ClockChange::Stop(why));
    }

    /// Compares the clock of a store that hosts share with the latest time at which one of them was there. No flag falls any
    /// more if it is behind, or if it is far ahead and no mail agrees with it in a while, whichever hosts work then.
    ///
    /// # Errors
    /// The store fails.
    pub fn compare_clock(&mut self, store: &mut dyn Store) -> Result<()> {
        let mut look = || -> Result<_> {
            let latest = store::read(store, latest)?;
            Ok(latest.map(|latest| (self.now(), latest)))
        };
        let is_behind = |(now, latest): (DateTime<Utc>, _)| now + BEHIND < latest;
        let mut seen = look()?;
        if seen.is_some_and(is_behind) {
            // This process may have stood still while it measured.
            seen = look()?;
        }
        let Some((now, latest)) = seen else {
            return Ok(());
        };
        let change = if is_behind((now, latest)) {
            let why = format!("it says {}, after {}", stamp(now), stamp(latest));
            Some(ClockChange::Stop(why))
        } else {
            let is_far = now > latest + FAR;
            let was_there = now - latest < UNATTENDED;
            store::read(store, |store| far_ahead(store, now, is_far, was_there))?
        };
        let Some(change) = change else {
            return Ok(());
        };
        self.decided(store, |draft| {
            match &change {
                _ if draft.store.clock_stopped()?.is_some() => {}
                ClockChange::Stop(why) => draft.office.stop_clocks(draft.decision, why.clone()),
                other => draft.decision.clock_changes.push(other.clone()),
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Notes that a source was read to its end by a reading that began at `begun`, and checks the machine's clock.
    /// `begun` is by the clock of this machine; `sources`: the names of all sources, without `source` itself if that is the only one.
    ///
    /// # Errors
    /// The store fails.
    pub fn note_look(
        &mut self,
        store: &mut dyn Store,
        source: &str,
        sources: &[String],
        begun: DateTime<Utc>,
    ) -> Result<()> {
        let now = self.now();
        let (heartbeat, stopped) = store::read(store, |store| {
            Ok((store.heartbeat()?, store.clock_stopped()?.is_some()))
        })?;
        if stopped {
            return Ok(());
        }
        let last = heartbeat.as_deref().map(instant).transpose()?;
        if let Some(last) = last.filter(|last| now + STEP < *last) {
            let mut decision = self.decision();
            let why = format!("it says {}, after {}", stamp(now), stamp(last));
            self.stop_clocks(&mut decision, why);
            store.commit(&[decision])?;
            return Ok(());
        }
        // It was read from the clock of this machine.
        let ahead = store.clock_ahead();
        let ahead = ahead.map_or(0, |ahead| ahead.load(Ordering::Relaxed));
        let begun = begun + TimeDelta::milliseconds(ahead);
        let source = &match store.is_shared() && !is_of_all_hosts(source) {
            true => format!("{source} of {}", self.host),
            false => source.to_owned(),
        };
        let mut sources = sources.to_vec();
        sources.push(source.to_owned());
        let look = store::Look {
            source,
            sources: &sources,
            at: &stamp(begun.min(now)),
            longest_gap: self.longest_gap().num_seconds(),
        };
        Ok(store.note_look(&look, &stamp(now))?)
    }

    /// A longer time between two complete readings of all mail is an outage.
    #[must_use]
    pub fn longest_gap(&self) -> TimeDelta {
        let time = &self.settings.time;
        let three_looks = time.every.seconds().saturating_mul(3);
        TimeDelta::seconds(time.outage_after.seconds().max(three_looks))
    }
}

impl Draft<'_> {
    /// Accepts the machine's clock again. The time since it was not trusted counts for nobody. All games with clocks are looked at
    /// again.
    ///
    /// # Errors
    /// The clock is trusted, or the store fails.
    pub fn accept_clock(&mut self) -> Result<()> {
        let trusted = "the clock is trusted: there is nothing to accept";
        let (since, _) = self.store.clock_stopped()?.context(trusted)?;
        if since < self.decision.now {
            self.decision.clock_changes.push(ClockChange::Outage {
                from_at: since,
                to_at: self.decision.now.clone(),
                declared: None,
            });
        }
        self.decision.clock_changes.push(ClockChange::Accept);
        Ok(())
    }
}

/// The latest time at which a host was there, or a source was read.
fn latest(store: &dyn Snapshot) -> Result<Option<DateTime<Utc>>> {
    // One that does not work compares no clock, so its sign of life agrees with none.
    let mut hosts = store.hosts()?;
    hosts.retain(|host| host.differs.is_empty());
    let hosts = hosts.into_iter().map(|host| host.alive_at);
    let sources = store.sources()?.into_iter().map(|(_, at)| at);
    let latest = hosts.chain(sources).max().filter(|at| !at.is_empty());
    latest.as_deref().map(instant).transpose()
}

/// What changes about a clock that is far ahead: that it is, that a mail agrees with it, or that none does for too long.
fn far_ahead(
    store: &dyn Snapshot,
    now: DateTime<Utc>,
    is_far: bool,
    was_there: bool,
) -> Result<Option<ClockChange>> {
    let Some(since) = store.far_ahead_since()? else {
        return Ok(is_far.then_some(ClockChange::FarAhead(true)));
    };
    if agrees(store, now)? {
        return Ok(Some(ClockChange::FarAhead(false)));
    }
    if !was_there {
        // Nobody could have read such a mail meanwhile.
        return Ok(Some(ClockChange::FarAhead(true)));
    }
    let why = || format!("it says {}, and no mail was sent then", stamp(now));
    let is_over = now - instant(&since)? >= AGREEING;
    Ok(is_over.then(|| ClockChange::Stop(why())))
}

/// Whether one of the last mails was sent at about this time, as its author's clock says.
fn agrees(store: &dyn Snapshot, now: DateTime<Utc>) -> Result<bool> {
    let last = store.mails_before(MailId(i64::MAX), LAST_MAILS)?;
    let verdicts = last.iter().filter_map(|mail| mail.verdict.as_ref());
    let mut sent = verdicts.filter_map(|verdict| DateTime::from_timestamp(verdict.sent_at, 0));
    Ok(sent.any(|sent| (now - sent).abs() < FAR))
}

/// Whether one of the last mails came long after this moment, by its source: then the mail host's clock has been beyond
/// it, and somebody has moved an old mail.
fn has_newer(store: &dyn Snapshot, than: MailId, moment: DateTime<Utc>) -> Result<bool> {
    for mail in store.mails_before(than, LAST_MAILS)? {
        if instant(&mail.arrived_at)? > moment + FAR {
            return Ok(true);
        }
    }
    Ok(false)
}
