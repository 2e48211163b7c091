//! The deliverers: threads that send letters, each over a connection of its own. They are threads of
//! their own so that a slow relay does not delay the judging of mail. The last one sends the letters to
//! recipients on whom an earlier try has hung, one by one.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use anyhow::Result;
use chrono::{DateTime, Utc};

use crate::clock::{Deadline, Stopwatch};
use crate::mail::transport::Transport;
use crate::office::Office;
use crate::office::send::{Handed, Lane};
use crate::store::{self, Queue, Store};
use crate::text::counted;

use super::pool::{May, Pool, SLOW};
use super::{Common, pause::Pause};

/// A deliverer checks this often whether another process, such as `game new`, has written letters.
const TICK: Duration = Duration::from_millis(200);
/// Longer than any transport's time limit for the letters of one claim; the watchdog counts on a sign of
/// life within it.
const LIMIT: Duration = Duration::from_secs(900);
/// A connection that is not used for this long is closed.
const IDLE: Duration = Duration::from_secs(30);
/// How often letters whose next try lies too far ahead are looked for.
const CORRECTED_EVERY: Duration = Duration::from_secs(600);
/// Letters that are due but wait for others are looked for this often.
const BLOCKED: Duration = Duration::from_secs(1);
/// If the wall clock differs by more than this many seconds from a monotonic one, it has been set.
const JUMP: i64 = 30;
/// The name under which it is reported that letters cannot leave.
pub(super) const OUTBOX: &str = "deliverer";

/// The thread and what it works with.
pub(super) struct Deliverer {
    /// Its name in logs and in claims.
    pub name: String,
    /// Which member of the pool it is.
    pub member: usize,
    pub lane: Lane,
    pub office: Office,
    pub store: Box<dyn Store>,
    pub transport: Box<dyn Transport>,
    pub wake: Receiver<()>,
    pub pause: Pause,
    pub pool: Pool,
    pub common: Common,
}

/// What a deliverer remembers between two rounds.
#[derive(Default)]
struct State {
    /// The end of the pause after a failure, and how often the relay had recovered when it began.
    pausing: Option<(Deadline, usize)>,
    /// Whether the store has failed in the middle of the work.
    store_failed: bool,
    /// Whether the next letter is to show whether the relay still refuses to work for us.
    probes: bool,
    /// When the next letter is due, as of the last round.
    next_due: Option<String>,
    /// Since the last round.
    looked: Option<Stopwatch>,
    /// Since the last letter that was sent over the open connection.
    idle: Option<Stopwatch>,
}

impl State {
    /// Whether a letter is due. One that was due in the last round already waits for another one, and its
    /// turn comes at a time that is not known here.
    fn is_due(&self, now: &str) -> bool {
        let due = self.next_due.as_deref().is_some_and(|due| due <= now);
        due && self.looked.is_none_or(|looked| looked.elapsed() > BLOCKED)
    }
}

impl Deliverer {
    /// Works until the stop.
    pub fn run(mut self) {
        let present = self.common.present.clone();
        self.transport
            .send_while(Arc::new(move || present.is_sure()));
        let mut state = State::default();
        let (mut look, mut seen) = (true, None);
        let mut asked = (self.office.now(), Stopwatch::start());
        self.correct_next_tries();
        let mut corrected = Stopwatch::start();
        while !self.common.stop.is_set() {
            if corrected.elapsed() > CORRECTED_EVERY {
                // Another process may have had a wrong clock.
                corrected = Stopwatch::start();
                self.correct_next_tries();
            }
            self.common.health.beat(&self.name, LIMIT);
            if let Some(seconds) = jumped(&mut asked, self.office.now()) {
                tracing::warn!("the clock was set by {seconds} s");
                if seconds < 0 {
                    self.make_waiting_due();
                }
                look = true;
            }
            let others = self.store.change_counter().ok();
            let changed = others != seen;
            look |= changed;
            seen = others;
            if changed && (state.pausing.is_some() || self.pool.rests()) && self.is_to_retry() {
                self.pool.retry();
                self.common.notes.forget(Queue::Send);
                state.pausing = None;
            }
            look |= state.is_due(&self.office.stamp());
            let recoveries = self.pool.recoveries();
            let ended =
                |(pause, before): (Deadline, usize)| pause.left().is_none() || before != recoveries;
            look |= state.pausing.is_some_and(ended);
            if look && state.pausing.is_none_or(ended) {
                match self.may_send() {
                    May::Wait => {}
                    may => {
                        look = false;
                        state.probes |= may == May::Probe;
                        self.round(&mut state);
                    }
                }
            }
            look |= self.relieve(SLOW);
            if state.idle.is_some_and(|idle| idle.elapsed() > IDLE) {
                state.idle = None;
                self.transport.close();
            }
            match self.wake.recv_timeout(TICK) {
                Ok(()) => look = true,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => drop(self.common.stop.sleep(TICK)),
            }
        }
        // What others have in hand beside a letter that hangs is not begun any more.
        self.relieve(Duration::ZERO);
        self.transport.close();
    }

    /// Relieves others whose present letter takes longer than `limit`; whether there were any.
    fn relieve(&mut self, limit: Duration) -> bool {
        let relieved = self.pool.relieve(&self.office, self.store.as_mut(), limit);
        relieved.unwrap_or_else(|error| {
            tracing::debug!("letters behind a slow one wait for it: {error:#}");
            false
        })
    }

    /// Works, and pauses after a failure of the store.
    fn round(&mut self, state: &mut State) {
        state.looked = Some(Stopwatch::start());
        match self.work(state) {
            Ok(()) => {
                // The store works again. If the relay does not, that is noted already.
                if self.common.health.well(&self.name) && state.pausing.is_none() {
                    self.note(None);
                }
            }
            Err(error) => {
                let pause = self.pause.next();
                self.common.store_failed(&error);
                let what = format!("cannot send letters: {error:#}");
                tracing::error!("{what}; nothing is lost, trying again in {pause:.1?}");
                self.common.health.trouble(&self.name, &what);
                self.note(Some(&what));
                state.store_failed = true;
                state.pausing = Some((Deadline::after(pause), self.pool.recoveries()));
            }
        }
    }

    /// Sends until nothing is due, the relay is unavailable, or the stop is set.
    fn work(&mut self, state: &mut State) -> Result<()> {
        if state.store_failed {
            self.office.release_own(self.store.as_mut())?;
            state.store_failed = false;
        }
        let probes = std::mem::take(&mut state.probes);
        if (state.pausing.take().is_some() || probes)
            && let Some(probe) = self.pool.probe()
        {
            self.office.make_due(self.store.as_mut(), &[probe])?;
        }
        while !self.common.stop.is_set() {
            self.common.health.beat(&self.name, LIMIT);
            let most = self.pool.most(self.member);
            let (store, transport) = (self.store.as_mut(), self.transport.as_mut());
            if !self.common.present.is_sure() {
                return Ok(());
            }
            let stop = || self.common.stop.is_set() || !self.common.present.is_sure();
            let office = &mut self.office;
            let handed = office.send_some(store, transport, self.lane, most, &stop)?;
            let Some(handed) = handed else {
                self.pool.nothing_sent(self.member);
                state.next_due = store::read(store, |store| Ok(store.next_try()?))?;
                return Ok(());
            };
            if !self.took(&handed, state)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Draws the conclusions from what came of some letters; whether to go on.
    fn took(&mut self, handed: &Handed, state: &mut State) -> Result<bool> {
        let credentials = self.transport.credentials();
        let next = self.pool.note(self.member, handed, credentials);
        if !next.due.is_empty() {
            self.office.make_due(self.store.as_mut(), &next.due)?;
        }
        if next.rest {
            // The pool ends the pause after a refusal, which is for all.
            let pause = next.refused.unwrap_or_else(|| self.pause.next());
            if next.refused.is_none() {
                state.pausing = Some((Deadline::after(pause), self.pool.recoveries()));
            }
            if let Some(why) = next.unavailable {
                let what = format!("letters cannot leave: {why}");
                let refuses = next.refused.is_some();
                let health = &self.common.health;
                health.host_fails(OUTBOX, &what, refuses, pause, "");
                if refuses {
                    self.tell_refusal(&what);
                }
                self.note(Some(&what));
            } else {
                tracing::debug!("{}: no connection; it rests for {pause:.1?}", self.name);
            }
            return Ok(false);
        }
        state.idle = Some(Stopwatch::start());
        self.pause.reset();
        if self.common.health.well(OUTBOX) {
            tracing::info!("letters leave again");
        }
        let delivered = handed.work.sent + handed.work.failed > 0;
        if delivered || handed.trouble.is_some() {
            self.note(handed.trouble.as_deref());
        }
        Ok(true)
    }

    /// Whether this deliverer may send, as the relay has last treated all of them.
    fn may_send(&self) -> May {
        let credentials = self.transport.credentials();
        self.pool.may_send(self.member, credentials.as_ref())
    }

    /// Whether `mail retry` has ended the pause.
    fn is_to_retry(&mut self) -> bool {
        let rows = store::read(self.store.as_mut(), |store| Ok(store.queues()?));
        let mut rows = rows.into_iter().flatten();
        rows.any(|row| row.queue == Queue::Send && row.is_to_retry())
    }

    /// Tells the umpire, once, that the relay refuses to work for us.
    fn tell_refusal(&mut self, what: &str) {
        let store = self.store.as_mut();
        if let Err(error) = self.office.tell_refusal(store, Queue::Send, what) {
            tracing::debug!("the umpire could not be told: {error:#}");
        }
    }

    fn note(&mut self, failure: Option<&str>) {
        let (notes, store) = (&self.common.notes, self.store.as_mut());
        notes.note(&self.office, store, Queue::Send, failure);
    }

    /// Their pauses would last longer by as much as the clock was set back.
    fn make_waiting_due(&mut self) {
        if let Err(error) = self.office.make_waiting_due(self.store.as_mut()) {
            tracing::debug!("the letters' times could not be corrected: {error:#}");
        }
    }

    fn correct_next_tries(&mut self) {
        match self.office.correct_next_tries(self.store.as_mut()) {
            Ok(0) => {}
            Ok(count) => tracing::warn!(
                "{} waited for a time that no pause leads to, and will be tried now",
                counted(count, "letter", "letters")
            ),
            Err(error) => {
                tracing::debug!("the letters' times could not be looked through: {error:#}")
            }
        }
    }
}

/// By how many seconds the wall clock was set since this was last asked, by a monotonic clock.
fn jumped(asked: &mut (DateTime<Utc>, Stopwatch), now: DateTime<Utc>) -> Option<i64> {
    let (before, watch) = std::mem::replace(asked, (now, Stopwatch::start()));
    let passed = i64::try_from(watch.elapsed().as_secs()).unwrap_or(i64::MAX);
    Some((now - before).num_seconds() - passed).filter(|by| by.abs() > JUMP)
}
