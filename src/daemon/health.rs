//! Whether all threads are alive and what troubles them: for the watchdog and for `systemctl status`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Stopwatch;

/// Shared by all threads.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    beats: BTreeMap<&'static str, (Stopwatch, Duration)>,
    troubles: BTreeMap<&'static str, String>,
}

impl Health {
    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A thread is alive, and will say so again within `limit`.
    pub fn beat(&self, thread: &'static str, limit: Duration) {
        self.with(|state| state.beats.insert(thread, (Stopwatch::start(), limit)));
    }

    /// The thread that has not been heard of for too long.
    #[must_use]
    pub fn stuck(&self) -> Option<&'static str> {
        self.with(|state| {
            let mut beats = state.beats.iter();
            beats
                .find(|(_, (last, limit))| last.elapsed() > *limit)
                .map(|(thread, _)| *thread)
        })
    }

    /// Something does not work; true if that is news.
    pub fn trouble(&self, thread: &'static str, what: &str) -> bool {
        self.with(|state| state.troubles.insert(thread, what.to_owned()).is_none())
    }

    /// It works (again); true if that is news.
    pub fn well(&self, thread: &'static str) -> bool {
        self.with(|state| state.troubles.remove(thread).is_some())
    }

    /// All troubles in one line; empty if there is none.
    #[must_use]
    pub fn summary(&self) -> String {
        self.with(|state| {
            let troubles: Vec<&str> = state.troubles.values().map(String::as_str).collect();
            troubles.join("; ")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn troubles_are_news_once() {
        let health = Health::default();
        assert!(!health.well("sender"));
        assert!(health.trouble("sender", "nobody answers"));
        assert!(!health.trouble("sender", "still nobody"));
        assert_eq!(health.summary(), "still nobody");
        assert!(health.well("sender") && health.summary().is_empty());
    }

    #[test]
    fn who_is_silent_too_long_is_stuck() {
        let health = Health::default();
        health.beat("writer", Duration::from_secs(60));
        assert_eq!(health.stuck(), None);
        health.beat("sender", Duration::ZERO);
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(health.stuck(), Some("sender"));
    }
}
