//! The checker: the thread that checks files with games that came by mail, and counts ratings. Both may take seconds, for
//! which nobody else waits.

use std::time::Duration;

use anyhow::Result;

use crate::office::Office;
use crate::store::Store;

use super::{Common, presence};

/// It looks this often whether another thread or process has written.
const TICK: Duration = Duration::from_millis(500);
/// Longer than the check of a file; the watchdog counts on a sign of life within it.
const LIMIT: Duration = Duration::from_secs(180);
/// After a failure of the store it waits for so long.
const PAUSE: Duration = Duration::from_secs(30);

/// The thread and what it works with.
pub(super) struct Checker {
    pub office: Office,
    pub store: Box<dyn Store>,
    pub common: Common,
}

impl Checker {
    /// Works until the stop.
    pub fn run(mut self) {
        let (mut seen, mut wait) = (None, TICK);
        while !self.common.stop.is_set() {
            self.common.health.beat("checker", LIMIT);
            if !self.common.present.holds(presence::FILES) {
                // Another host checks them; if that ends, this one takes over.
                self.common.stop.sleep(PAUSE);
                continue;
            }
            let others = self.store.change_counter().ok();
            if others != seen || wait == PAUSE {
                seen = others;
                wait = match self.check() {
                    Ok(()) => TICK,
                    Err(error) => {
                        self.common.store_failed(&error);
                        tracing::error!(
                            "cannot check files of variants, or count ratings: {error:#}"
                        );
                        PAUSE
                    }
                };
            }
            self.common.stop.sleep(wait);
        }
    }

    /// Checks all files that wait.
    fn check(&mut self) -> Result<()> {
        while !self.common.stop.is_set() && self.office.check_file(self.store.as_mut())? {
            self.common.health.beat("checker", LIMIT);
        }
        let changed = self.office.count_ratings(self.store.as_mut())?;
        if changed > 0 {
            tracing::info!("{changed} ratings have changed");
        }
        Ok(())
    }
}
