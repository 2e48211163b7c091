//! Threads for work that one host does, and that may take seconds, for which nobody else waits: each has an office and a
//! store of its own, and works when something was written.

use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use rustix::process::nice;

use crate::office::Office;
use crate::store::Store;

use super::{Common, presence};

/// It looks this often whether another thread or process has written.
const TICK: Duration = Duration::from_millis(500);
/// Longer than a piece of the work; the watchdog counts on a sign of life within it.
const LIMIT: Duration = Duration::from_secs(180);
/// After a failure of the store it waits for so long.
const PAUSE: Duration = Duration::from_secs(30);

/// What is to be done, piece by piece; `Ok(false)`: nothing more.
type Work = fn(&mut Office, &mut dyn Store, &dyn Fn() -> bool) -> Result<bool>;

/// The work of a thread.
#[derive(Clone, Copy)]
pub(super) struct Duty {
    /// The name of the thread.
    pub name: &'static str,
    /// Only the host that holds this lease works; if it ends, another one does.
    lease: &'static str,
    /// What does not happen if it fails.
    fails: &'static str,
    /// How much the system lets other threads go first.
    nice: i32,
    work: Work,
}

/// Checks files with games that came by mail, and counts ratings.
pub(super) const CHECKER: Duty = Duty {
    name: "checker",
    lease: presence::FILES,
    fails: "cannot check files of variants, or count ratings",
    nice: 0,
    work: |office, store, _| {
        if office.check_file(store)? {
            return Ok(true);
        }
        let changed = office.count_ratings(store)?;
        if changed > 0 {
            tracing::info!("{changed} ratings have changed");
        }
        Ok(false)
    },
};

/// Lets programs play their turns.
pub(super) const THINKER: Duty = Duty {
    name: "thinker",
    lease: presence::PROGRAMS,
    fails: "programs cannot play",
    nice: 10,
    work: |office, store, stop| office.play_programs(store, stop),
};

/// Lets programs do one thing, in a thread that lets others go first; whether there was anything.
///
/// # Errors
/// The store fails.
pub fn think(
    office: &mut Office,
    store: &mut dyn Store,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<bool> {
    let thinking = || {
        lower(THINKER);
        (THINKER.work)(office, store, stop)
    };
    thread::scope(|scope| match scope.spawn(thinking).join() {
        Ok(done) => done,
        Err(panic) => resume_unwind(panic),
    })
}

/// Gives this thread the priority of its duty.
fn lower(duty: Duty) {
    // On Linux this is of one thread alone.
    if let Err(error) = nice(duty.nice) {
        let name = duty.name;
        tracing::warn!("{name}: its priority cannot be changed: {error}");
    }
}

/// The thread and what it works with.
pub(super) struct Leased {
    pub duty: Duty,
    pub office: Office,
    pub store: Box<dyn Store>,
    pub common: Common,
}

impl Leased {
    /// Works until the stop.
    pub fn run(mut self) {
        let mut seen = None;
        lower(self.duty);
        while !self.common.stop.is_set() {
            self.common.health.beat(self.duty.name, LIMIT);
            // What another host has left is looked at when it ends.
            let holds = self.common.present.holds(self.duty.lease);
            let mut now = self.store.change_counter().ok().filter(|_| holds);
            if now.is_some()
                && now != seen
                && let Err(error) = self.work()
            {
                self.common.store_failed(&error);
                tracing::error!("{}: {error:#}", self.duty.fails);
                now = None;
            }
            let wait = if now.is_some() { TICK } else { PAUSE };
            seen = now;
            self.common.stop.sleep(wait);
        }
    }

    fn work(&mut self) -> Result<()> {
        let stop = || self.common.stop.is_set();
        while !stop() && (self.duty.work)(&mut self.office, self.store.as_mut(), &stop)? {
            self.common.health.beat(self.duty.name, LIMIT);
        }
        Ok(())
    }
}
