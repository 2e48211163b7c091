//! Signs of life and present troubles of all threads, for the watchdog and for `systemctl status`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Stopwatch;

use super::{deliverer, fetcher, lmtp};

/// The state that all threads share.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    beats: BTreeMap<String, (Stopwatch, Duration)>,
    troubles: BTreeMap<String, String>,
    /// Threads whose host refuses to work for us.
    refused: BTreeSet<String>,
}

impl Health {
    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes a sign of life of a thread, which has to give the next one within `limit`.
    pub fn beat(&self, thread: &str, limit: Duration) {
        let beat = (Stopwatch::start(), limit);
        self.with(|state| state.beats.insert(thread.to_owned(), beat));
    }

    /// A thread whose next sign of life is overdue.
    pub fn stuck(&self) -> Option<String> {
        self.with(|state| {
            let mut beats = state.beats.iter();
            let (thread, _) = beats.find(|(_, (last, limit))| last.elapsed() > *limit)?;
            Some(thread.clone())
        })
    }

    /// Notes that something fails; true if it worked before.
    pub fn trouble(&self, thread: &str, what: &str) -> bool {
        let what = what.to_owned();
        self.with(|state| state.troubles.insert(thread.to_owned(), what).is_none())
    }

    /// Notes and logs that a host fails. It is tried again after `pause`, or as `or_when` says. That it refuses to
    /// work for us is said once.
    pub fn host_fails(
        &self,
        thread: &str,
        what: &str,
        refuses: bool,
        pause: Duration,
        or_when: &str,
    ) {
        if self.refused(thread, refuses) {
            tracing::debug!("{what}; trying again in {pause:.1?}");
        } else {
            tracing::warn!("{what}; trying again in {pause:.1?}{or_when}");
        }
        self.trouble(thread, what);
    }

    /// Notes whether the failure is a refusal; true if it was one before.
    fn refused(&self, thread: &str, refused: bool) -> bool {
        self.with(|state| match refused {
            true => !state.refused.insert(thread.to_owned()),
            false => {
                state.refused.remove(thread);
                false
            }
        })
    }

    /// Notes that it works; true if it failed before.
    pub fn well(&self, thread: &str) -> bool {
        self.with(|state| {
            state.refused.remove(thread);
            state.troubles.remove(thread).is_some()
        })
    }

    /// Why mail cannot be worked on now, in a line that names nobody; `None`: it can. A relay that fails is no reason:
    /// letters wait for it, and turns are judged.
    pub fn not_ready(&self) -> Option<String> {
        let kind = |thread: &String| match thread.as_str() {
            deliverer::OUTBOX => None,
            fetcher::NAME | lmtp::NAME | lmtp::COPIES => Some("mail cannot be taken in"),
            _ => Some("the database does not work"),
        };
        let whys: BTreeSet<&str> =
            self.with(|state| state.troubles.keys().filter_map(kind).collect());
        let whys = Vec::from_iter(whys).join("; ");
        (!whys.is_empty()).then_some(whys)
    }

    /// All present troubles in one line; empty if there is none.
    pub fn summary(&self) -> String {
        self.with(|state| Vec::from_iter(state.troubles.values().cloned()).join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trouble_is_new_once() {
        let health = Health::default();
        assert!(!health.well("deliverer"));
        assert!(health.trouble("deliverer", "nobody answers"));
        assert!(!health.trouble("deliverer", "still nobody"));
        assert_eq!(health.summary(), "still nobody");
        assert!(health.well("deliverer") && health.summary().is_empty());
    }

    #[test]
    fn a_refusal_is_said_once_until_it_is_over() {
        let health = Health::default();
        assert!(!health.refused("fetcher", true) && health.refused("fetcher", true));
        assert!(!health.refused("fetcher", false) && !health.refused("fetcher", true));
        health.well("fetcher");
        assert!(!health.refused("fetcher", true));
    }

    #[test]
    fn a_relay_that_fails_is_no_reason_not_to_be_ready() {
        let health = Health::default();
        assert_eq!(health.not_ready(), None);
        health.trouble(deliverer::OUTBOX, "the relay of Anna");
        assert_eq!(health.not_ready(), None);
        health.trouble(fetcher::NAME, "a host");
        health.trouble("deliverer 1", "a disk");
        health.trouble("judge", "the same disk");
        let why = health.not_ready();
        let whole = "mail cannot be taken in; the database does not work";
        assert_eq!(why.as_deref(), Some(whole));
    }

    #[test]
    fn a_thread_without_a_sign_of_life_is_stuck() {
        let health = Health::default();
        health.beat("judge", Duration::from_secs(60));
        assert_eq!(health.stuck(), None);
        health.beat("deliverer", Duration::ZERO);
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(health.stuck(), Some("deliverer".to_owned()));
    }
}
