//! The judge: the thread that stores the mails of all fetchers and judges them.

use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Duration;

use anyhow::Result;

use crate::clock::{Deadline, Stopwatch};
use crate::mail::source::RawMessage;
use crate::office::{Office, stamp_now};
use crate::store::Store;

use super::Common;
use super::pause::Pause;

/// The judge checks this often whether another process, such as `receive`, has written.
const TICK: Duration = Duration::from_millis(200);
/// Much longer than the database waits for locks; the watchdog counts on a sign of life within it.
const LIMIT: Duration = Duration::from_secs(180);
/// The daily clean-up is tried this often.
const TIDY: Duration = Duration::from_secs(600);
/// The thread's name in logs.
const NAME: &str = "judge";
/// The name under which trouble with storing mails is reported.
const INBOX: &str = "inbox";

/// Messages from the fetchers.
pub(super) enum ToJudge {
    /// Store these mails durably, and reply whether that was done.
    Mails {
        mails: Vec<RawMessage>,
        reply: SyncSender<bool>,
    },
    /// A source was polled successfully, or with this error.
    Looked(Option<String>),
}

/// The thread and what it works with.
pub(super) struct Judge {
    pub office: Office,
    pub store: Store,
    pub inbox: Receiver<ToJudge>,
    /// Wakes the deliverer.
    pub wake_deliverer: SyncSender<()>,
    pub pause: Pause,
    pub common: Common,
}

impl Judge {
    /// Works until the stop.
    pub fn run(mut self) {
        // The inbox may hold mails from before the start.
        let mut more = true;
        let mut seen = None;
        let mut pausing: Option<Deadline> = None;
        let mut tidied: Option<Stopwatch> = None;
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            pausing = pausing.filter(|pause| pause.left().is_some());
            let timeout = if more && pausing.is_none() {
                Duration::ZERO
            } else {
                TICK
            };
            more |= self.take(timeout);
            let now = self.store.change_counter().ok();
            more |= now != seen;
            seen = now;
            if !more || pausing.is_some() {
                continue;
            }
            match self.work(&mut tidied) {
                Ok(worked) => {
                    more = worked;
                    self.pause.reset();
                    if self.common.health.well(NAME) {
                        tracing::info!("mail is judged again");
                    }
                }
                Err(error) => {
                    let pause = self.pause.next();
                    let what = format!("cannot judge mail: {error:#}");
                    tracing::error!("{what}; nothing is lost, trying again in {pause:.1?}");
                    self.common.health.trouble(NAME, &what);
                    pausing = Some(Deadline::after(pause));
                }
            }
        }
    }

    /// Handles all messages from the fetchers, waiting at most `timeout` for the first; true if mails
    /// were stored.
    fn take(&mut self, timeout: Duration) -> bool {
        let mut stored = false;
        let mut next = self.inbox.recv_timeout(timeout).ok();
        while let Some(message) = next {
            stored |= self.handle(message);
            if self.common.stop.is_set() {
                break;
            }
            next = self.inbox.try_recv().ok();
        }
        stored
    }

    fn handle(&mut self, message: ToJudge) -> bool {
        match message {
            ToJudge::Mails { mails, reply } => {
                let stored = self.office.store_mails(&mut self.store, &mails);
                // If the fetcher has ended, its mails stay at the source unmarked. When they are fetched
                // again, their source key shows that they are stored already.
                let _ = reply.send(stored.is_ok());
                match &stored {
                    Ok(new) => {
                        tracing::debug!("{} mails taken in, {new} new", mails.len());
                        if self.common.health.well(INBOX) {
                            tracing::info!("mail is taken in again");
                        }
                    }
                    Err(error) => {
                        let what = format!("cannot take mail in: {error:#}");
                        tracing::error!("{what}; it stays where it is, nothing is lost");
                        self.common.health.trouble(INBOX, &what);
                    }
                }
                stored.is_ok()
            }
            ToJudge::Looked(trouble) => {
                let now = stamp_now(&self.office);
                let noted = self.store.write(|tx| {
                    tx.set_meta("last poll", now.as_bytes())?;
                    if let Some(trouble) = &trouble {
                        tx.set_meta("last error", format!("{now} {trouble}").as_bytes())?;
                    }
                    Ok(())
                });
                if let Err(error) = noted {
                    tracing::debug!("the look could not be noted: {error:#}");
                }
                false
            }
        }
    }

    /// Judges one batch; true if there may be more.
    fn work(&mut self, tidied: &mut Option<Stopwatch>) -> Result<bool> {
        if tidied.is_none_or(|tidied| tidied.elapsed() > TIDY) {
            *tidied = Some(Stopwatch::start());
            let thrown = self.office.tidy(&mut self.store)?;
            if thrown > 0 {
                tracing::info!("the bytes of {thrown} old mails and letters were thrown away");
            }
        }
        let judged = self.office.judge_some(&mut self.store)?;
        if judged.is_some() {
            // A full channel means that the deliverer has yet to handle an earlier wake-up.
            let _ = self.wake_deliverer.try_send(());
        }
        Ok(judged.is_some())
    }
}
