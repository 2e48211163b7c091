//! The thinker: the thread in which programs think about their turns. It has an office and a store of its own, so that no
//! mail waits for it.

use std::time::Duration;

use anyhow::Result;

use crate::office::Office;
use crate::store::Store;

use super::{Common, presence};

/// It looks this often whether another thread or process has written.
const TICK: Duration = Duration::from_millis(500);
/// Longer than the turns of a game are thought about; the watchdog counts on a sign of life within it.
const LIMIT: Duration = Duration::from_secs(180);
/// After a failure of the store it waits for so long.
const PAUSE: Duration = Duration::from_secs(30);

/// The thread and what it works with.
pub(super) struct Thinker {
    pub office: Office,
    pub store: Box<dyn Store>,
    pub common: Common,
}

impl Thinker {
    /// Works until the stop.
    pub fn run(mut self) {
        let mut seen = None;
        while !self.common.stop.is_set() {
            self.common.health.beat("thinker", LIMIT);
            if !self.common.present.holds(presence::PROGRAMS) {
                // They think on another host; if that ends, here.
                self.common.stop.sleep(PAUSE);
                continue;
            }
            let now = self.store.change_counter().ok();
            if now == seen {
                self.common.stop.sleep(TICK);
                continue;
            }
            seen = now;
            if let Err(error) = self.think() {
                self.common.store_failed(&error);
                tracing::error!("programs cannot play: {error:#}");
                seen = None;
                self.common.stop.sleep(PAUSE);
            }
        }
    }

    fn think(&mut self) -> Result<()> {
        let stop = self.common.stop.clone();
        let stop = || stop.is_set();
        while self.office.play_programs(self.store.as_mut(), &stop)? {
            self.common.health.beat("thinker", LIMIT);
        }
        Ok(())
    }
}
