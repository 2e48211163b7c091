//! The time: when mails came, when mail was last read, and whether the machine's clock can be trusted.

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

    /// Notes that a source was read to its end by a reading that began at `begun`, and checks the machine's clock.
    /// `sources`: the names of all sources, without `source` itself if that is the only one.
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
        let trusted = "the clock of this machine is trusted: there is nothing to accept";
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
