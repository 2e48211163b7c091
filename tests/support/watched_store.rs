//! A store that tells of its points.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use rusqlite::hooks::Action;
use zugpost::ids::LetterId;
use zugpost::store::{
    ClaimedMail, Committed, Decision, EndedIn, HostRow, LeaseRow, LetterChange, LetterClaim,
    LetterRow, LetterStatus, Look, NewMail, NewTry, Queue, RatingRow, Result, SignOfLife, Snapshot,
    SqliteStore, Store, TakenIn,
};

use super::watched_snapshot::WatchedSnapshot;
use super::{Point, Watch, Within, set};

struct WatchedStore {
    store: Box<dyn Store>,
    watch: Watch,
    within: Within,
}

impl Watch {
    /// Watches a store.
    #[allow(dead_code, reason = "some programs watch SQLite alone")]
    pub fn store(&self, store: Box<dyn Store>) -> Box<dyn Store> {
        self.store_within(store, Within::default())
    }

    /// Watches an SQLite store, and the points within its transactions.
    pub fn sqlite(&self, mut store: SqliteStore) -> rusqlite::Result<Box<dyn Store>> {
        let within = Within::default();
        let connection = store.connection();
        let watch = self.clone();
        connection.update_hook(Some(move |action, _: &str, table: &str, _| {
            if (table, action) == ("outbox", Action::SQLITE_INSERT) {
                (watch.tell)(Point::LetterWritten);
            }
        }))?;
        let (watch, point) = (self.clone(), Within::clone(&within));
        connection.commit_hook(Some(move || {
            let point = *point.lock().expect("no panic");
            if let Some(point) = point {
                (watch.tell)(point);
            }
            false
        }))?;
        Ok(self.store_within(Box::new(store), within))
    }

    /// Watches a store. Who sees its transactions tells of the point that is in `within` before each commit.
    pub fn store_within(&self, store: Box<dyn Store>, within: Within) -> Box<dyn Store> {
        Box::new(WatchedStore {
            store,
            watch: self.clone(),
            within,
        })
    }
}

impl WatchedStore {
    /// Does `work`, and tells of the point `within` its transaction and of the one after it.
    fn step<T>(
        &mut self,
        points: Option<(Point, Point)>,
        work: impl FnOnce(&mut dyn Store) -> Result<T>,
    ) -> Result<T> {
        set(&self.within, points.map(|(within, _)| within));
        let done = work(self.store.as_mut());
        set(&self.within, None);
        if let (Ok(_), Some((_, after))) = (&done, points) {
            (self.watch.tell)(after);
        }
        done
    }

    fn tell_if(&self, something: bool, point: Point) {
        if something {
            (self.watch.tell)(point);
        }
    }
}

/// The points of a commit; `None` if it is about neither mails, timers nor deliveries.
fn points(decisions: &[Decision]) -> Option<(Point, Point)> {
    let noted = |change: &LetterChange| match change {
        LetterChange::Close { status, .. } => *status != LetterStatus::Quarantined,
        LetterChange::Defer { .. } => true,
        _ => false,
    };
    let any = |what: &dyn Fn(&Decision) -> bool| decisions.iter().any(what);
    if any(&|decision| decision.mail.is_some()) {
        Some((Point::DecisionsWritten, Point::Committed))
    } else if any(&|decision| !decision.timers.is_empty()) {
        Some((Point::TimersWritten, Point::TimersSet))
    } else if any(&|decision| !decision.thoughts.is_empty()) {
        Some((Point::ThoughtWritten, Point::ThoughtNoted))
    } else if any(&|decision| !decision.reviews.is_empty()) {
        Some((Point::ReviewWritten, Point::ReviewNoted))
    } else if any(&|decision| decision.letter_changes.iter().any(noted)) {
        Some((Point::NotesWritten, Point::Noted))
    } else {
        None
    }
}

impl Store for WatchedStore {
    fn look(
        &mut self,
        work: &mut dyn FnMut(&dyn Snapshot) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let watch = &self.watch;
        let mut watched = |snapshot: &dyn Snapshot| work(&WatchedSnapshot { snapshot, watch });
        self.store.look(&mut watched)
    }

    fn take_in(&mut self, mails: &[NewMail<'_>], now: &str) -> Result<Vec<TakenIn>> {
        let points = Some((Point::MailsWritten, Point::Stored));
        self.step(points, |store| store.take_in(mails, now))
    }

    fn claim_inbox(&mut self, max: usize, owner: &str, now: &str) -> Result<Vec<ClaimedMail>> {
        let claimed = self.store.claim_inbox(max, owner, now)?;
        self.tell_if(!claimed.is_empty(), Point::Begun);
        Ok(claimed)
    }

    fn give_back(&mut self, owner: &str, now: &str) -> Result<()> {
        self.store.give_back(owner, now)
    }

    fn commit(&mut self, decisions: &[Decision]) -> Result<Vec<Committed>> {
        let points = points(decisions);
        let judged = points.is_some_and(|(_, after)| after == Point::Committed);
        self.tell_if(judged, Point::Judged);
        self.step(points, |store| store.commit(decisions))
    }

    fn claim_letters(&mut self, claim: &LetterClaim<'_>) -> Result<Vec<LetterRow>> {
        let claimed = self.store.claim_letters(claim)?;
        self.tell_if(!claimed.is_empty(), Point::LettersClaimed);
        Ok(claimed)
    }

    fn begin_tries(&mut self, tries: &[NewTry]) -> Result<Vec<LetterId>> {
        let points = (!tries.is_empty()).then_some((Point::TriesWritten, Point::Counted));
        self.step(points, |store| store.begin_tries(tries))
    }

    fn release(&mut self, owner: &str, now: &str) -> Result<()> {
        self.store.release(owner, now)
    }

    fn give_up_claims(&mut self, owner: &str, ended_in: &EndedIn, now: &str) -> Result<()> {
        self.store.give_up_claims(owner, ended_in, now)
    }

    fn correct_next_tries(&mut self, latest: &str, now: &str) -> Result<usize> {
        self.store.correct_next_tries(latest, now)
    }

    fn note_look(&mut self, look: &Look<'_>, now: &str) -> Result<()> {
        self.store.note_look(look, now)
    }

    fn note_queue(&mut self, queue: Queue, now: &str, failure: Option<&str>) -> Result<()> {
        self.store.note_queue(queue, now, failure)
    }

    fn forget(&mut self, before: Option<&str>, today: &str) -> Result<usize> {
        let forgotten = self.store.forget(before, today)?;
        (self.watch.tell)(Point::Forgotten);
        Ok(forgotten)
    }

    fn set_secret_check(&mut self, check: &[u8]) -> Result<()> {
        self.store.set_secret_check(check)
    }

    fn publish_settings(&mut self, settings: &str) -> Result<()> {
        self.store.publish_settings(settings)
    }

    fn void_all_tokens(&mut self, generation: i64) -> Result<()> {
        self.store.void_all_tokens(generation)
    }

    fn change_counter(&self) -> Result<i64> {
        self.store.change_counter()
    }

    fn clock_ahead(&self) -> Option<Arc<AtomicI64>> {
        self.store.clock_ahead()
    }

    fn sign_of_life(&mut self, host: &HostRow, over: &str) -> Result<SignOfLife> {
        self.store.sign_of_life(host, over)
    }

    fn leave(&mut self, host: &HostRow) -> Result<()> {
        self.store.leave(host)
    }

    fn forgo(&mut self, words: &BTreeSet<String>, over: &str) -> Result<Option<String>> {
        self.store.forgo(words, over)
    }

    fn set_ratings(&mut self, ratings: &[RatingRow], counted: &str) -> Result<usize> {
        self.store.set_ratings(ratings, counted)
    }

    fn note_counted(&mut self, counted: &str) -> Result<()> {
        self.store.note_counted(counted)
    }

    fn retire_source(&mut self, name: &str) -> Result<bool> {
        self.store.retire_source(name)
    }

    fn take_lease(&mut self, lease: &LeaseRow, now: &str) -> Result<bool> {
        self.store.take_lease(lease, now)
    }
}
