//! The fetcher, one thread for each source: it fetches mails, has the judge store them, marks them at
//! the source, and waits for more.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

use crate::clock::{Clock, Stopwatch, SystemClock};
use crate::mail::{refusal::Refusal, source::Source};

use super::{Common, judge::ToJudge, pause::Pause, presence, refused::Refused};

/// At most this many mails are fetched at once.
const BATCH: usize = 32;
/// A source is asked this often even if it does not announce new mail.
const POLL_INTERVAL: Duration = Duration::from_secs(60);
/// A connection that lasts for so long while it waits is a good one.
const STEADY: Duration = Duration::from_secs(30);
/// The time of the last successful poll is stored this often.
const NOTE_INTERVAL: Duration = Duration::from_secs(60);
/// Longer than all time limits of a source together; the watchdog counts on a sign of life within it.
const LIMIT: Duration = Duration::from_secs(600);
/// A host that waits for its turn to read a source looks this often whether it has come.
const TURN: Duration = Duration::from_millis(500);
/// While a login is refused, it is checked this often whether the password has changed.
const LOOK_AT_PASSWORD: Duration = Duration::from_secs(1);
/// The thread's name in logs.
pub(super) const NAME: &str = "fetcher";

/// The thread and what it works with.
pub(super) struct Fetcher {
    pub source: Box<dyn Source>,
    pub judge: SyncSender<ToJudge>,
    pub pause: Pause,
    pub common: Common,
}

impl Fetcher {
    /// Works until the stop, or until the judge has ended.
    pub fn run(mut self) {
        let name = self.source.name().to_owned();
        let mut noted: Option<Stopwatch> = None;
        let mut refused: Option<Refused> = None;
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            if !self.common.present.holds(&presence::source(&name)) {
                // Another host does; if that ends, this one takes over.
                noted = None;
                self.common.stop.sleep(TURN);
                continue;
            }
            let begun = SystemClock.now();
            let looked = self.look();
            for trouble in self.source.troubles() {
                tracing::warn!("{trouble}");
            }
            if looked.is_ok() {
                // The login was taken, or was not tried.
                refused = None;
            }
            match looked {
                Err(error) if Refusal::of(&error).is_some() => {
                    let again = Refused::after(refused.as_ref(), self.source.credentials());
                    self.refused(&format!("{error:#}"), &again);
                    refused = Some(again);
                }
                Ok(Look::More) => {}
                Ok(Look::Nothing) => {
                    if self.common.health.well(NAME) {
                        tracing::info!("{name} is back");
                        noted = None;
                    }
                    if noted.is_none_or(|noted| noted.elapsed() > NOTE_INTERVAL) {
                        noted = Some(Stopwatch::start());
                        if self.judge.send(ToJudge::Looked(None)).is_err() {
                            return;
                        }
                        // What could not be read may be anybody's turn.
                        let _ = match self.source.standing_trouble() {
                            Some(partly) => self.judge.send(ToJudge::Looked(Some(partly))),
                            None => self.judge.send(ToJudge::Complete(name.clone(), begun)),
                        };
                    }
                    if let Err(error) = self.wait() {
                        tracing::debug!("{name}: waiting ended: {error:#}");
                    }
                }
                Ok(Look::NotStored) => {
                    let pause = self.pause.next();
                    tracing::debug!("mail stays in {name}; the next look is in {pause:.1?}");
                    self.common.stop.sleep(pause);
                }
                Ok(Look::JudgeGone) => return,
                Err(error) => {
                    let pause = self.pause.next();
                    let what = format!("cannot fetch mail from {name}: {error:#}");
                    self.common.health.host_fails(NAME, &what, false, pause, "");
                    let _ = self.judge.send(ToJudge::Looked(Some(what)));
                    self.common.stop.sleep(pause);
                }
            }
        }
    }

    /// Leaves a host alone that has refused our login, until the pause is over or the password has changed.
    fn refused(&self, error: &str, refused: &Refused) {
        let what = format!("cannot fetch mail from {}: {error}", self.source.name());
        let (health, or_when) = (&self.common.health, ", or when the password has changed");
        health.host_fails(NAME, &what, true, refused.length(), or_when);
        let _ = self.judge.send(ToJudge::Refused(what));
        while !refused.is_over(self.source.credentials().as_ref()) {
            self.common.health.beat(NAME, LIMIT);
            if self.common.stop.sleep(LOOK_AT_PASSWORD) {
                return;
            }
        }
    }

    fn look(&mut self) -> anyhow::Result<Look> {
        let mails = self.source.fetch(BATCH)?;
        if mails.is_empty() {
            return Ok(Look::Nothing);
        }
        let source_keys: Vec<String> = mails.iter().map(|mail| mail.source_key.clone()).collect();
        let (reply, stored) = sync_channel(1);
        let sent = self.judge.send(ToJudge::Mails { mails, reply });
        match sent.ok().and_then(|()| stored.recv().ok()) {
            None => return Ok(Look::JudgeGone),
            Some(false) => return Ok(Look::NotStored),
            Some(true) => {}
        }
        self.source.done(&source_keys)?;
        Ok(Look::More)
    }

    /// Waits for new mail. A source that loses its connection here connects again at the next fetch,
    /// which follows at once, or after a growing pause if the connection was a short one. If the host is
    /// still unavailable, that fetch fails, and the pauses grow further.
    fn wait(&mut self) -> anyhow::Result<()> {
        let common = &self.common;
        let stop = || {
            common.health.beat(NAME, LIMIT);
            common.stop.is_set()
        };
        let watch = Stopwatch::start();
        let waited = self.source.wait(POLL_INTERVAL, &stop);
        if waited.is_err() && watch.elapsed() < STEADY {
            // A host that closes every connection soon is not called in an endless loop.
            common.stop.sleep(self.pause.next().min(POLL_INTERVAL));
        } else {
            self.pause.reset();
        }
        waited
    }
}

/// The result of one fetch.
enum Look {
    /// Mails were stored and marked; there may be more.
    More,
    /// There was no new mail.
    Nothing,
    /// The judge could not store the mails, and has logged why.
    NotStored,
    /// The judge has ended.
    JudgeGone,
}
