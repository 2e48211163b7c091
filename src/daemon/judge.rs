//! The judge: the thread that stores the mails of all fetchers and judges them, and does what is due by
//! its timers.

use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Duration;

use anyhow::Result;
use chrono::{DateTime, Utc};

use crate::clock::{Clock, Deadline, Stopwatch, SystemClock};
use crate::mail::source::RawMessage;
use crate::office::Office;
use crate::store::{self, Queue, Store, TakenIn};

use super::{Common, pause::Pause, presence};

/// The judge checks this often whether another process, such as `receive`, has written.
const TICK: Duration = Duration::from_millis(200);
/// Much longer than the database waits for locks; the watchdog counts on a sign of life within it.
const LIMIT: Duration = Duration::from_secs(180);
/// After a batch of so many mails there are more at the source.
const MANY: usize = 16;
/// They are waited for so long each, and taken in for so long before one batch is judged: senders take turns only
/// among mails that are stored.
const NEXT_BATCH: Duration = Duration::from_millis(250);
const TAKING: Duration = Duration::from_secs(2);
/// Where mail comes by `receive` alone, it is noted this often that it was read.
const NOTE_INTERVAL: Duration = Duration::from_secs(60);
/// The name under which that is noted.
const RECEIVE: &str = "receive";
/// The thread's name in logs.
const NAME: &str = "judge";
/// The name under which trouble with storing mails is reported.
const INBOX: &str = "inbox";

/// Messages from the fetchers, and from what takes mail by LMTP.
pub(super) enum ToJudge {
    /// Store these mails durably, and reply whether that was done.
    Mails {
        mails: Vec<RawMessage>,
        reply: SyncSender<bool>,
    },
    /// A source was polled successfully, or with this error.
    Looked(Option<String>),
    /// This source was read to its end by a reading that began at this time.
    Complete(String, DateTime<Utc>),
    /// The host of a source refuses our login.
    Refused(String),
}

/// Mails that are stored in one transaction, and who waits for that.
struct Together {
    mails: Vec<RawMessage>,
    replies: Vec<SyncSender<bool>>,
}

/// The thread and what it works with.
pub(super) struct Judge {
    pub office: Office,
    pub store: Box<dyn Store>,
    pub inbox: Receiver<ToJudge>,
    /// The names of all sources.
    pub sources: Vec<String>,
    /// A message to each of these wakes a deliverer, since letters wait to be sent.
    pub wake_deliverers: Vec<SyncSender<()>>,
    pub pause: Pause,
    pub common: Common,
}

impl Judge {
    /// Works until the stop.
    pub fn run(mut self) {
        // The inbox may hold mails from before the start, and a timer may be due.
        let mut more = true;
        let mut next_timer = Some(String::new());
        let mut seen = None;
        let mut pausing: Option<Deadline> = None;
        let mut noted: Option<Stopwatch> = None;
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            pausing = pausing.filter(|pause| pause.left().is_some());
            let at_once = more && pausing.is_none();
            more |= self.take(if at_once { Duration::ZERO } else { TICK });
            // Without a source, all mail that there is has been handed over.
            if self.sources.is_empty() && noted.is_none_or(|noted| noted.elapsed() > NOTE_INTERVAL)
            {
                noted = Some(Stopwatch::start());
                self.note_look(RECEIVE, SystemClock.now());
            }
            let now = self.store.change_counter().ok();
            more |= now != seen;
            seen = now;
            more |= self.is_due(next_timer.as_deref());
            if !more || pausing.is_some() {
                continue;
            }
            match self.work(&mut next_timer) {
                Ok(worked) => {
                    more = worked;
                    self.pause.reset();
                    self.note(Queue::Judge, None);
                    if self.common.health.well(NAME) {
                        tracing::info!("mail is judged again");
                    }
                }
                Err(error) => {
                    let pause = self.pause.next();
                    self.common.store_failed(&error);
                    let what = format!("cannot judge mail: {error:#}");
                    tracing::error!("{what}; nothing is lost, trying again in {pause:.1?}");
                    self.common.health.trouble(NAME, &what);
                    self.note(Queue::Judge, Some(&what));
                    pausing = Some(Deadline::after(pause));
                }
            }
        }
    }

    /// Handles the messages that have come, waiting at most `timeout` for the first; true if mails were stored. Sessions of
    /// LMTP may send mails without an end: after a while what is stored is judged first.
    fn take(&mut self, timeout: Duration) -> bool {
        let mut stored = false;
        let watch = Stopwatch::start();
        let mut next = self.inbox.recv_timeout(timeout).ok();
        while let Some(message) = next {
            let (mails, behind) = match message {
                ToJudge::Mails { mails, reply } => {
                    let (together, behind) = self.gather(mails, reply);
                    stored |= self.store_mails(&together);
                    (together.mails.len(), behind)
                }
                message => {
                    self.handle(message);
                    (0, None)
                }
            };
            let is_over = watch.elapsed() >= TAKING && behind.is_none();
            if is_over || self.common.stop.is_set() {
                break;
            }
            next = behind.or_else(|| match mails >= MANY {
                true => self.inbox.recv_timeout(NEXT_BATCH).ok(),
                false => self.inbox.try_recv().ok(),
            });
        }
        stored
    }

    /// Adds the mails that others have sent meanwhile, which shares the cost of a sync; also returns a message that is not
    /// of this kind, if one came behind them.
    fn gather(
        &self,
        mails: Vec<RawMessage>,
        reply: SyncSender<bool>,
    ) -> (Together, Option<ToJudge>) {
        let replies = vec![reply];
        let mut together = Together { mails, replies };
        while together.mails.len() < MANY {
            match self.inbox.try_recv() {
                Ok(ToJudge::Mails { mails, reply }) => {
                    together.mails.extend(mails);
                    together.replies.push(reply);
                }
                Ok(other) => return (together, Some(other)),
                Err(_) => break,
            }
        }
        (together, None)
    }

    fn handle(&mut self, message: ToJudge) {
        match message {
            ToJudge::Mails { mails, reply } => {
                let replies = vec![reply];
                self.store_mails(&Together { mails, replies });
            }
            ToJudge::Looked(trouble) => self.note(Queue::Fetch, trouble.as_deref()),
            ToJudge::Complete(source, begun) => self.note_look(&source, begun),
            ToJudge::Refused(what) => {
                let store = self.store.as_mut();
                if let Err(error) = self.office.tell_refusal(store, Queue::Fetch, &what) {
                    tracing::debug!("the umpire could not be told: {error:#}");
                }
                self.wake_deliverers();
                self.note(Queue::Fetch, Some(&what));
            }
        }
    }

    fn store_mails(&mut self, Together { mails, replies }: &Together) -> bool {
        let stored = self.office.store_mails(self.store.as_mut(), mails);
        for reply in replies {
            // If the fetcher has ended, its mails stay at the source unmarked. When they are fetched again,
            // their source key shows that they are stored already.
            let _ = reply.send(stored.is_ok());
        }
        match &stored {
            Ok(taken) => {
                let known = |taken: &&TakenIn| matches!(taken, TakenIn::Known(_));
                let known = taken.iter().filter(known).count();
                tracing::debug!("{} mails taken in, {known} of them known", mails.len());
                if self.common.health.well(INBOX) {
                    tracing::info!("mail is taken in again");
                }
                self.note(Queue::Fetch, None);
            }
            Err(error) => {
                self.common.store_failed(error);
                let what = format!("cannot take mail in: {error:#}");
                tracing::error!("{what}; it stays where it is, nothing is lost");
                self.common.health.trouble(INBOX, &what);
                self.note(Queue::Fetch, Some(&what));
            }
        }
        stored.is_ok()
    }

    /// Does what is due by its timers, and judges one batch; true if there may be more.
    fn work(&mut self, next_timer: &mut Option<String>) -> Result<bool> {
        let is_sure = self.common.present.is_sure();
        let judged = match is_sure {
            true => self.office.judge_some(self.store.as_mut())?,
            // Another host has other settings, or a newer secret, or has taken over the work of this one.
            false => None,
        };
        let here = self.common.present.holds(presence::TIMERS);
        *next_timer = if here && self.is_due(next_timer.as_deref()) {
            self.office.run_timers(self.store.as_mut())?
        } else {
            store::read(self.store.as_mut(), |store| Ok(store.next_timer()?))?
        };
        if judged.is_some() {
            self.wake_deliverers();
        }
        Ok(judged.is_some())
    }

    fn note_look(&mut self, source: &str, begun: DateTime<Utc>) {
        let (office, store) = (&mut self.office, self.store.as_mut());
        if let Err(error) = office.note_look(store, source, &self.sources, begun) {
            tracing::debug!("the look could not be noted: {error:#}");
        }
    }

    fn wake_deliverers(&self) {
        for deliverer in &self.wake_deliverers {
            // A full channel means that the deliverer has yet to handle an earlier wake-up.
            let _ = deliverer.try_send(());
        }
    }

    fn is_due(&self, timer: Option<&str>) -> bool {
        timer.is_some_and(|due| *due <= *self.office.stamp())
    }

    fn note(&mut self, queue: Queue, failure: Option<&str>) {
        let (notes, store) = (&self.common.notes, self.store.as_mut());
        notes.note(&self.office, store, queue, failure);
    }
}
