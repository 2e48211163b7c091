//! LMTP in the daemon: a thread takes connections of the mail host, and starts one for each session. Sessions send their
//! mails to the judge, as fetchers do, and answer them when the judge has stored them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::{Clock, Deadline, Stopwatch, SystemClock};
use crate::mail::OwnAddress;
use crate::mail::lmtp::{Arrival, Client, Copies, Intake, Listener, Session};
use crate::mail::source::RawMessage;

use super::{Common, Health, Stop, judge::ToJudge};

/// At most so many sessions at once, each with one mail of at most 1 MiB in memory. Postfix and Exim open 20 at most if
/// nobody has told them otherwise.
const SESSIONS: usize = 32;
/// The thread looks this often whether the program ends.
const TICK: Duration = Duration::from_millis(200);
/// It is noted this often that mail can be handed over.
const NOTE_INTERVAL: Duration = Duration::from_secs(60);
/// Of clients that may not connect, one is logged in this time.
const WARN_INTERVAL: Duration = Duration::from_secs(600);
/// At the stop, sessions have so long to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);
/// The watchdog counts on a sign of life within it.
const LIMIT: Duration = Duration::from_secs(60);
/// Copies that are too old are deleted this often.
const FORGET_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);
/// The thread's name in logs.
pub(super) const NAME: &str = "LMTP listener";
/// The name under which trouble with copies is reported.
pub(super) const COPIES: &str = "copies";

/// Where the mail host hands mail over.
pub struct Lmtp {
    /// Listens already, so that a wrong setting is noticed at the start.
    pub listener: Listener,
    /// The longest time after which the mail host tries again.
    pub retry_within: TimeDelta,
    /// Where each mail is kept besides.
    pub copies: Option<Arc<Copies>>,
}

/// The thread and what it works with.
pub(super) struct Accepter {
    lmtp: Lmtp,
    us: Arc<OwnAddress>,
    judge: SyncSender<ToJudge>,
    taken: Arc<Mutex<Taken>>,
    open: Arc<AtomicUsize>,
    common: Common,
}

/// Whether all mail that was handed over was taken.
struct Taken {
    /// Since the start, or since the last mail that was not taken.
    all_since: Stopwatch,
    /// The last mail could not be stored.
    failing: bool,
}

impl Accepter {
    pub fn new(lmtp: Lmtp, us: OwnAddress, judge: SyncSender<ToJudge>, common: &Common) -> Self {
        Self {
            lmtp,
            us: Arc::new(us),
            judge,
            taken: Arc::new(Mutex::new(Taken {
                all_since: Stopwatch::start(),
                failing: false,
            })),
            open: Arc::default(),
            common: common.clone(),
        }
    }

    /// Works until the stop, or until the judge has ended.
    pub fn run(self) {
        let (mut noted, mut warned): (Option<Stopwatch>, Option<Stopwatch>) = (None, None);
        let mut forgotten: Option<Stopwatch> = None;
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            match self.lmtp.listener.accept(TICK) {
                Ok(Arrival::Nobody) => {}
                Ok(Arrival::Refused(peer)) => {
                    if warned.is_none_or(|warned| warned.elapsed() > WARN_INTERVAL) {
                        warned = Some(Stopwatch::start());
                        tracing::warn!("{peer} may not connect: it is not in `allow` of [inbox]");
                    }
                }
                Ok(Arrival::Client(client)) => {
                    self.common.health.well(NAME);
                    self.begin(client);
                }
                Err(error) => self.fails(&format!("{error:#}")),
            }
            if noted.is_none_or(|noted| noted.elapsed() > NOTE_INTERVAL) {
                match self.note() {
                    Ok(()) => noted = Some(Stopwatch::start()),
                    Err(TrySendError::Full(_)) => {}
                    Err(TrySendError::Disconnected(_)) => return,
                }
            }
            if forgotten.is_none_or(|forgotten| forgotten.elapsed() > FORGET_INTERVAL) {
                forgotten = Some(Stopwatch::start());
                self.forget();
            }
        }
        let goodbye = Deadline::after(GOODBYE);
        while self.open.load(Ordering::SeqCst) > 0 && goodbye.left().is_some() {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// No connection can be taken, for example because too many files are open. It passes, or somebody has to act.
    fn fails(&self, why: &str) {
        put_off(&self.taken, why);
        let what = format!("cannot take mail from {}: {why}", self.lmtp.listener.name());
        if self.common.health.trouble(NAME, &what) {
            tracing::error!("{what}");
        }
        let _ = self.judge.try_send(ToJudge::Looked(Some(what)));
        self.common.stop.sleep(TICK);
    }

    /// Deletes copies that are too old. This is no work of the daily timer: of several hosts one has that, and each has
    /// copies of its own.
    fn forget(&self) {
        let Some(copies) = &self.lmtp.copies else {
            return;
        };
        match copies.forget(SystemClock.now()) {
            Ok(0) => {}
            Ok(count) => tracing::info!("old copies of mails were deleted: {count}"),
            Err(error) => tracing::warn!("old copies of mails are not deleted: {error:#}"),
        }
    }

    /// Notes that mail can be handed over, and up to when all of it was.
    fn note(&self) -> Result<(), TrySendError<ToJudge>> {
        let (all_for, failing) = {
            let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            (taken.all_since.elapsed(), taken.failing)
        };
        let complete = complete(all_for, self.lmtp.retry_within, SystemClock.now());
        // A mail that could not be stored comes again within that time.
        if !failing || complete.is_some() {
            self.judge.try_send(ToJudge::Looked(None))?;
        }
        if let Some(at) = complete {
            let name = self.lmtp.listener.name().to_owned();
            self.judge.try_send(ToJudge::Complete(name, at))?;
        }
        Ok(())
    }

    /// Starts a session, unless there are too many.
    fn begin(&self, mut client: Client) {
        let open = Open::one_more(&self.open);
        if open.count > SESSIONS {
            put_off(&self.taken, "there are too many sessions");
            client.refuse("421 4.3.2 too many sessions; try again later");
            return;
        }
        let (us, stop) = (Arc::clone(&self.us), self.common.stop.clone());
        let mut handover = Handover {
            judge: self.judge.clone(),
            taken: Arc::clone(&self.taken),
            copies: self.lmtp.copies.clone(),
            health: self.common.health.clone(),
        };
        let session = move || {
            let _open = open;
            serve(&us, client, &mut handover, &stop);
        };
        let started = thread::Builder::new().name("LMTP session".to_owned());
        if let Err(error) = started.spawn(session) {
            self.fails(&format!("cannot start a thread: {error}"));
        }
    }
}

fn serve(us: &OwnAddress, mut client: Client, intake: &mut dyn Intake, stop: &Stop) {
    let trusted = client.trusted;
    let stop = || stop.is_set();
    Session::new(us, trusted, intake).serve(&mut client.wire(&stop));
}

/// Up to when all mail that the mail host had was handed over. Mail that came to the host before has been tried at least
/// once since then, and was taken: the listener has taken everything for as long as the host may wait between two tries.
fn complete(
    all_for: Duration,
    retry_within: TimeDelta,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let all_for = TimeDelta::from_std(all_for).ok()?;
    (all_for >= retry_within).then(|| now - retry_within)
}

/// Notes that a mail was not taken.
fn put_off(taken: &Mutex<Taken>, why: &str) {
    tracing::debug!("mail is not taken: {why}");
    let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
    taken.all_since = Stopwatch::start();
}

/// Hands the mails of a session to the judge.
struct Handover {
    judge: SyncSender<ToJudge>,
    taken: Arc<Mutex<Taken>>,
    copies: Option<Arc<Copies>>,
    health: Health,
}

impl Handover {
    /// Writes the copy of a mail, if copies are kept; false if that is not possible now.
    fn copy(&self, mail: &RawMessage) -> bool {
        let Some(copies) = &self.copies else {
            return true;
        };
        let Err(error) = copies.keep(mail, SystemClock.now()) else {
            if self.health.well(COPIES) {
                tracing::info!("copies of mails are written again");
            }
            return true;
        };
        let dir = copies.dir().display();
        let what = format!("cannot write the copy of a mail to {dir}: {error}");
        if self.health.trouble(COPIES, &what) {
            tracing::error!("{what}; mail stays at its host, nothing is lost");
        }
        let _ = self.judge.try_send(ToJudge::Looked(Some(what)));
        false
    }

    /// Hands a mail to the judge; false if it cannot be stored now.
    fn hand_on(&self, mail: RawMessage) -> bool {
        let (reply, stored) = sync_channel(1);
        let mails = vec![mail];
        let sent = self.judge.send(ToJudge::Mails { mails, reply });
        // At the stop, the judge ends without a reply.
        sent.is_ok() && stored.recv().is_ok_and(|stored| stored)
    }
}

impl Intake for Handover {
    fn store(&mut self, mail: RawMessage) -> bool {
        // The copy first: whatever the database has, and loses again, was copied.
        let stored = self.copy(&mail) && self.hand_on(mail);
        if !stored {
            put_off(&self.taken, "it could not be stored");
        }
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.failing = !stored;
        stored
    }

    fn put_off(&mut self, why: &str) {
        put_off(&self.taken, why);
    }
}

/// Counts a session for as long as it lasts, however it ends.
struct Open {
    all: Arc<AtomicUsize>,
    count: usize,
}

impl Open {
    fn one_more(all: &Arc<AtomicUsize>) -> Self {
        let count = all.fetch_add(1, Ordering::SeqCst) + 1;
        let all = Arc::clone(all);
        Self { all, count }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.all.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_is_read_up_to_the_last_time_that_the_host_has_tried_everything() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::hours(9);
        let within = TimeDelta::minutes(75);
        for (minutes, expected) in [(0, None), (74, None), (75, Some(75)), (900, Some(75))] {
            let found = complete(Duration::from_secs(60 * minutes), within, now);
            let expected = expected.map(|minutes| now - TimeDelta::minutes(minutes));
            assert_eq!(found, expected, "{minutes}");
        }
    }
}
