//! The deliverer: the thread that sends letters. It is a thread of its own so that a slow relay does
//! not delay the judging of mail.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use anyhow::Result;
use chrono::{DateTime, Utc};

use crate::clock::{Clock, Deadline, Stopwatch, SystemClock};
use crate::mail::transport::Transport;
use crate::office::{Office, stamp_now};
use crate::store::Store;

use super::Common;
use super::pause::Pause;

/// The deliverer checks this often whether another process, such as `game new`, has written letters.
const TICK: Duration = Duration::from_millis(200);
/// Longer than any transport's time limit for a letter; the watchdog counts on a sign of life within
/// it.
const LIMIT: Duration = Duration::from_secs(900);
/// A connection that is not used for this long is closed.
const IDLE: Duration = Duration::from_secs(30);
/// If the wall clock differs by more than this many seconds from a monotonic one, it has been set.
const JUMP: i64 = 30;
/// The thread's name in logs.
const NAME: &str = "deliverer";

/// The thread and what it works with.
pub(super) struct Deliverer {
    pub office: Office,
    pub store: Store,
    pub transport: Box<dyn Transport>,
    pub wake: Receiver<()>,
    pub pause: Pause,
    pub common: Common,
}

/// What the deliverer remembers between two rounds.
struct State {
    /// Letters that were tried while the relay was unavailable.
    held: VecDeque<i64>,
    /// The end of the pause after a failure.
    pausing: Option<Deadline>,
    /// When the next letter is due, as of the last round.
    next_due: Option<String>,
    /// Runs since the last letter that was sent over the open connection.
    idle: Option<Stopwatch>,
}

impl Deliverer {
    /// Works until the stop.
    pub fn run(mut self) {
        let mut state = State {
            held: VecDeque::new(),
            pausing: None,
            next_due: None,
            idle: None,
        };
        let (mut look, mut seen) = (true, None);
        let mut clocks = Clocks::start();
        self.correct_next_tries();
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            if let Some(seconds) = clocks.jumped() {
                tracing::warn!("the clock was set by {seconds} s");
                self.correct_next_tries();
                look = true;
            }
            let others = self.store.change_counter().ok();
            look |= others != seen;
            seen = others;
            look |= state
                .next_due
                .as_ref()
                .is_some_and(|due| *due <= stamp_now(&self.office));
            look |= state.pausing.is_some_and(|pause| pause.left().is_none());
            let pausing = state.pausing.is_some_and(|pause| pause.left().is_some());
            if look && !pausing {
                look = false;
                if let Err(error) = self.work(&mut state) {
                    let pause = self.pause.next();
                    let what = format!("cannot send letters: {error:#}");
                    tracing::error!("{what}; nothing is lost, trying again in {pause:.1?}");
                    self.common.health.trouble(NAME, &what);
                    state.pausing = Some(Deadline::after(pause));
                }
            }
            if state.idle.is_some_and(|idle| idle.elapsed() > IDLE) {
                state.idle = None;
                self.transport.close();
            }
            match self.wake.recv_timeout(TICK) {
                Ok(()) => look = true,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.common.stop.sleep(TICK);
                }
            }
        }
        self.transport.close();
    }

    /// Sends until nothing is due, the relay is unavailable, or the stop is set.
    fn work(&mut self, state: &mut State) -> Result<()> {
        if state.pausing.take().is_some() {
            // After the pause one letter is sent as a probe, although its own pause may be longer.
            if let Some(probe) = state.held.pop_front() {
                self.office.make_due(&mut self.store, &[probe])?;
            }
        }
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            let (store, transport) = (&mut self.store, self.transport.as_mut());
            let tried = self.office.send_one(store, transport)?;
            let Some(tried) = tried else {
                state.next_due = self.store.read(|tx| tx.next_due())?;
                return Ok(());
            };
            if let Some(why) = tried.relay_unavailable {
                state.held.push_back(tried.letter);
                let pause = self.pause.next();
                let what = format!("letters cannot leave: {why}");
                tracing::warn!("{what}; trying again in {pause:.1?}");
                state.pausing = Some(Deadline::after(pause));
                if self.common.health.trouble(NAME, &what) {
                    let noted = format!("{} {what}", stamp_now(&self.office));
                    self.store
                        .write(|tx| tx.set_meta("last error", noted.as_bytes()))?;
                }
                return Ok(());
            }
            state.idle = Some(Stopwatch::start());
            self.pause.reset();
            if self.common.health.well(NAME) {
                tracing::info!("letters leave again");
            }
            let held: Vec<i64> = state.held.drain(..).collect();
            if !held.is_empty() {
                self.office.make_due(&mut self.store, &held)?;
            }
        }
        Ok(())
    }

    fn correct_next_tries(&mut self) {
        match self.office.correct_next_tries(&mut self.store) {
            Ok(0) => {}
            Ok(count) => tracing::warn!(
                "{count} letters waited for a time that no pause leads to: they are tried now"
            ),
            Err(error) => {
                tracing::debug!("the letters' times could not be looked through: {error:#}")
            }
        }
    }
}

/// Compares the wall clock with a monotonic one.
struct Clocks {
    begun: DateTime<Utc>,
    watch: Stopwatch,
}

impl Clocks {
    fn start() -> Self {
        Self {
            begun: SystemClock.now(),
            watch: Stopwatch::start(),
        }
    }

    /// By how many seconds the wall clock was set since this was last asked.
    fn jumped(&mut self) -> Option<i64> {
        let wall = (SystemClock.now() - self.begun).num_seconds();
        let passed = i64::try_from(self.watch.elapsed().as_secs()).unwrap_or(i64::MAX);
        *self = Self::start();
        Some(wall - passed).filter(|by| by.abs() > JUMP)
    }
}
