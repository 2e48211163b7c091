//! Notes in the store when each queue has last worked, and when and why it has last failed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::{Clock, Stopwatch, SystemClock};
use crate::mail::refusal::Refusal;
use crate::office::{Office, stamp};
use crate::store::{self, Queue, Store};

/// What has not changed is noted this often.
const OFTEN: Duration = Duration::from_secs(60);

/// The notes of the daemon; all threads share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes(Arc<Mutex<BTreeMap<Queue, (bool, Stopwatch)>>>);

impl Notes {
    /// Notes a success or a failure: at once if the queue did the other thing before, else at most once a
    /// minute. If the store fails, it is noted at the next time.
    pub fn note(
        &self,
        office: &Office,
        store: &mut dyn Store,
        queue: Queue,
        failure: Option<&str>,
    ) {
        let well = failure.is_none();
        if !self.is_due(queue, well) {
            return;
        }
        match office.note_queue(store, queue, failure) {
            Ok(()) => self.noted(queue, well),
            Err(error) => tracing::debug!("{queue} could not be noted: {error:#}"),
        }
    }

    /// Forgets what was noted: somebody has changed it in the store.
    pub fn forget(&self, queue: Queue) {
        self.all().remove(&queue);
    }

    fn is_due(&self, queue: Queue, well: bool) -> bool {
        let is_due =
            |(before, since): &(bool, Stopwatch)| *before != well || since.elapsed() > OFTEN;
        self.all().get(&queue).is_none_or(is_due)
    }

    fn noted(&self, queue: Queue, well: bool) {
        self.all().insert(queue, (well, Stopwatch::start()));
    }

    /// Whether each queue worked when that was last noted, and since when.
    fn all(&self) -> MutexGuard<'_, BTreeMap<Queue, (bool, Stopwatch)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As `Notes::note`, for a process that does its work once: what was noted last is in the store.
///
/// # Errors
/// The store fails.
pub fn note_once(
    office: &Office,
    store: &mut dyn Store,
    queue: Queue,
    failure: Option<&str>,
) -> anyhow::Result<()> {
    let rows = store::read(store, |store| Ok(store.queues()?))?;
    let row = rows.into_iter().find(|row| row.queue == queue);
    let noted = row.and_then(|row| {
        Some(match row.fails() {
            true => (true, row.last_failure?),
            false => (false, row.last_success?),
        })
    });
    // How long a host that refuses is left alone is counted from here.
    let refused = failure.is_some_and(Refusal::is_told_by);
    let is_due =
        |(fails, at): (bool, String)| fails != failure.is_some() || is_old(&at, SystemClock.now());
    if refused || noted.is_none_or(is_due) {
        office.note_queue(store, queue, failure)?;
    }
    Ok(())
}

/// Whether a stored time is not within the last minute; one from the future is not.
fn is_old(at: &str, now: DateTime<Utc>) -> bool {
    at > stamp(now).as_str() || at < stamp(now - TimeDelta::seconds(60)).as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_noted_at_once_and_the_same_is_not() {
        let notes = Notes::default();
        assert!(notes.is_due(Queue::Send, true));
        notes.noted(Queue::Send, true);
        assert!(!notes.is_due(Queue::Send, true));
        assert!(notes.is_due(Queue::Send, false) && notes.is_due(Queue::Fetch, true));
        notes.noted(Queue::Send, false);
        assert!(!notes.is_due(Queue::Send, false) && notes.is_due(Queue::Send, true));
    }

    #[test]
    fn a_time_from_the_future_is_old() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::hours(1);
        for (at, old) in [(0, false), (59, false), (61, true), (-1, true)] {
            let at = stamp(now - TimeDelta::seconds(at));
            assert_eq!(is_old(&at, now), old, "{at}");
        }
    }
}
