//! One thread for each source: fetches, has the writer store, marks at the source, waits.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::mail::source::Source;

use super::Common;
use super::pause::Pause;
use super::writer::ToWriter;

/// Mails fetched at once.
const BATCH: usize = 32;
/// A source is looked at so often even if it gives no hint.
const PATIENCE: Duration = Duration::from_secs(60);
/// The writer notes so often that mail was looked for.
const NOTED: Duration = Duration::from_secs(60);
/// A source has its own time limits; these together are shorter.
const LIMIT: Duration = Duration::from_secs(600);
/// Our name in logs.
const NAME: &str = "fetcher";

/// The thread.
pub(super) struct Fetcher {
    pub source: Box<dyn Source>,
    pub writer: SyncSender<ToWriter>,
    pub pause: Pause,
    pub common: Common,
}

impl Fetcher {
    /// Works until told to stop, or until the writer is gone.
    pub fn run(mut self) {
        let name = self.source.name().to_owned();
        let mut noted: Option<Stopwatch> = None;
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            let looked = self.look();
            for trouble in self.source.troubles() {
                tracing::warn!("{trouble}");
            }
            match looked {
                Ok(Look::More) => {}
                Ok(Look::Nothing) => {
                    self.pause.reset();
                    if self.common.health.well(NAME) {
                        tracing::info!("{name} is back");
                        noted = None;
                    }
                    if noted.is_none_or(|noted| noted.elapsed() > NOTED) {
                        noted = Some(Stopwatch::start());
                        if self.writer.send(ToWriter::Looked(None)).is_err() {
                            return;
                        }
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
                Ok(Look::WriterGone) => return,
                Err(error) => {
                    let pause = self.pause.next();
                    let what = format!("cannot fetch mail from {name}: {error:#}");
                    tracing::warn!("{what}; trying again in {pause:.1?}");
                    if self.common.health.trouble(NAME, &what) {
                        let _ = self.writer.send(ToWriter::Looked(Some(what)));
                    }
                    self.common.stop.sleep(pause);
                }
            }
        }
    }

    fn look(&mut self) -> anyhow::Result<Look> {
        let mails = self.source.fetch(BATCH)?;
        if mails.is_empty() {
            return Ok(Look::Nothing);
        }
        let keys: Vec<String> = mails.iter().map(|mail| mail.key.clone()).collect();
        let (reply, stored) = sync_channel(1);
        let sent = self.writer.send(ToWriter::Mails { mails, reply });
        match sent.ok().and_then(|()| stored.recv().ok()) {
            None => return Ok(Look::WriterGone),
            Some(false) => return Ok(Look::NotStored),
            Some(true) => {}
        }
        self.source.done(&keys)?;
        Ok(Look::More)
    }

    /// A source that was lost while waiting connects anew at the next look, which comes at once: if
    /// the host is still away, that look begins the growing pauses.
    fn wait(&mut self) -> anyhow::Result<()> {
        let common = &self.common;
        let stop = || {
            common.health.beat(NAME, LIMIT);
            common.stop.is_set()
        };
        let watch = Stopwatch::start();
        let waited = self.source.wait(PATIENCE, &stop);
        if waited.is_err() && watch.elapsed() < Duration::from_secs(1) {
            // Whoever hangs up at once again and again is not to be called in a circle.
            common.stop.sleep(self.pause.next());
        }
        waited
    }
}

enum Look {
    /// There were mails; there may be more.
    More,
    Nothing,
    /// The writer could not store them (it says why).
    NotStored,
    WriterGone,
}
