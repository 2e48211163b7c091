//! The thread that sends letters, one way out at a time: a slow host holds nothing else up.

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

/// So often the sender looks whether other processes have written letters, such as `game new`.
const TICK: Duration = Duration::from_millis(200);
/// A way out has its own time limit for a letter; this is longer.
const LIMIT: Duration = Duration::from_secs(900);
/// A connection that nobody needs is given back after so long.
const IDLE: Duration = Duration::from_secs(30);
/// Clocks that differ by more have been set.
const JUMP: i64 = 30;
/// Our name in logs.
const NAME: &str = "sender";

/// The thread.
pub(super) struct Sender {
    pub office: Office,
    pub store: Store,
    pub transport: Box<dyn Transport>,
    pub poked: Receiver<()>,
    pub pause: Pause,
    pub common: Common,
}

/// What the sender keeps in mind between two looks.
struct Mind {
    /// Letters that were tried while the way out was away.
    held: VecDeque<i64>,
    /// Until when the way out is left alone.
    away: Option<Deadline>,
    /// When the next letter is due, as far as is known.
    next_due: Option<String>,
    /// Since when nothing was sent over an open connection.
    idle: Option<Stopwatch>,
}

impl Sender {
    /// Works until told to stop.
    pub fn run(mut self) {
        let mut mind = Mind {
            held: VecDeque::new(),
            away: None,
            next_due: None,
            idle: None,
        };
        let (mut look, mut seen) = (true, None);
        let mut clocks = Clocks::start();
        self.recall();
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            if let Some(seconds) = clocks.jumped() {
                tracing::warn!("the clock was set by {seconds} s");
                self.recall();
                look = true;
            }
            let others = self.store.others_writes().ok();
            look |= others != seen;
            seen = others;
            look |= mind
                .next_due
                .as_ref()
                .is_some_and(|due| *due <= stamp_now(&self.office));
            look |= mind.away.is_some_and(|away| away.left().is_none());
            let resting = mind.away.is_some_and(|away| away.left().is_some());
            if look && !resting {
                look = false;
                if let Err(error) = self.work(&mut mind) {
                    let pause = self.pause.next();
                    let what = format!("cannot send letters: {error:#}");
                    tracing::error!("{what}; nothing is lost, trying again in {pause:.1?}");
                    self.common.health.trouble(NAME, &what);
                    mind.away = Some(Deadline::after(pause));
                }
            }
            if mind.idle.is_some_and(|idle| idle.elapsed() > IDLE) {
                mind.idle = None;
                self.transport.close();
            }
            match self.poked.recv_timeout(TICK) {
                Ok(()) => look = true,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.common.stop.sleep(TICK);
                }
            }
        }
        self.transport.close();
    }

    /// Sends until nothing is due, the way out is away, or all shall stop.
    fn work(&mut self, mind: &mut Mind) -> Result<()> {
        if mind.away.take().is_some() {
            // One of them is the probe, whatever pause its tries have brought it.
            if let Some(probe) = mind.held.pop_front() {
                self.office.release(&mut self.store, &[probe])?;
            }
        }
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            let (store, transport) = (&mut self.store, self.transport.as_mut());
            let tried = self.office.send_one(store, transport)?;
            let Some(tried) = tried else {
                mind.next_due = self.store.read(|tx| tx.next_due())?;
                return Ok(());
            };
            if let Some(why) = tried.away {
                mind.held.push_back(tried.letter);
                let pause = self.pause.next();
                let what = format!("letters cannot leave: {why}");
                tracing::warn!("{what}; trying again in {pause:.1?}");
                mind.away = Some(Deadline::after(pause));
                if self.common.health.trouble(NAME, &what) {
                    let noted = format!("{} {what}", stamp_now(&self.office));
                    self.store
                        .write(|tx| tx.set_meta("last error", noted.as_bytes()))?;
                }
                return Ok(());
            }
            mind.idle = Some(Stopwatch::start());
            self.pause.reset();
            if self.common.health.well(NAME) {
                tracing::info!("letters leave again");
            }
            let held: Vec<i64> = mind.held.drain(..).collect();
            if !held.is_empty() {
                self.office.release(&mut self.store, &held)?;
            }
        }
        Ok(())
    }

    fn recall(&mut self) {
        match self.office.recall(&mut self.store) {
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

/// The wall clock beside one that never steps.
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
