//! The pages thread: it keeps the folder of public pages up to date. Nobody waits for it.

use std::time::Duration;

use anyhow::Result;
use rustix::process::nice;

use crate::config::PagesSettings;
use crate::office::Office;
use crate::pages::{Club, Pages};
use crate::store::Store;

use super::Common;

/// It looks this often whether something was written; what happens meanwhile is written together.
const TICK: Duration = Duration::from_secs(3);
/// Longer than a part of the work.
const LIMIT: Duration = Duration::from_secs(600);
/// After a failure it waits for so long.
const PAUSE: Duration = Duration::from_secs(60);
/// How much the system lets other threads go first.
const NICE: i32 = 15;
/// The thread's name in logs, and that under which a failure is reported.
pub(super) const NAME: &str = "pages";

/// The thread and what it works with.
pub(super) struct Writer {
    pub settings: PagesSettings,
    pub club: Club,
    pub office: Office,
    pub store: Box<dyn Store>,
    pub common: Common,
}

impl Writer {
    /// Works until the stop.
    pub fn run(mut self) {
        // On Linux this is of one thread alone.
        if let Err(error) = nice(NICE) {
            tracing::warn!("{NAME}: its priority cannot be changed: {error}");
        }
        let mut pages = None;
        // The day counts, too: ratings change with it.
        let mut seen = None;
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            let counter = self.store.change_counter().ok();
            let mut now = counter.map(|counter| (counter, self.office.now().date_naive()));
            if now.is_some() && now != seen {
                match self.work(&mut pages) {
                    Ok(()) => {
                        self.common.health.well(NAME);
                    }
                    Err(error) => {
                        if self
                            .common
                            .health
                            .trouble(NAME, "the pages cannot be written")
                        {
                            tracing::error!("the pages cannot be written: {error:#}");
                        }
                        now = None;
                    }
                }
            }
            let wait = if now.is_some() { TICK } else { PAUSE };
            seen = now;
            self.common.stop.sleep(wait);
        }
    }

    fn work(&mut self, pages: &mut Option<Pages>) -> Result<()> {
        let mut of = match pages.take() {
            Some(pages) => pages,
            None => Pages::new(&self.settings, self.club.clone(), false)?,
        };
        // Files that were sent by umpires may have games.
        self.office.refresh(self.store.as_mut())?;
        let (health, stop) = (&self.common.health, &self.common.stop);
        let stops = || {
            health.beat(NAME, LIMIT);
            stop.is_set()
        };
        // What is known is lost by a failure, so that the next run looks at everything.
        let report = of.update(&self.office, self.store.as_mut(), &stops)?;
        let (changed, removed) = (report.changed.len(), report.removed.len());
        if changed + removed > 0 {
            tracing::debug!("pages: {changed} files were written, {removed} removed");
        }
        *pages = Some(of);
        Ok(())
    }
}
