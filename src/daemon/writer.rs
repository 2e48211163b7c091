//! The thread that stores what comes, and judges it.

use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Duration;

use anyhow::Result;

use crate::clock::{Deadline, Stopwatch};
use crate::mail::source::Fetched;
use crate::office::{Office, stamp_now};
use crate::store::Store;

use super::Common;
use super::pause::Pause;

/// So often the writer looks whether other processes have written, such as `receive`.
const TICK: Duration = Duration::from_millis(200);
/// The database's own waiting for locks is shorter by far.
const LIMIT: Duration = Duration::from_secs(180);
/// So often old bytes are looked for.
const TIDY: Duration = Duration::from_secs(600);
/// Our name in logs, and that of the part that takes mail in.
const NAME: &str = "writer";
const INBOX: &str = "inbox";

/// What fetchers tell.
pub(super) enum ToWriter {
    /// Store these durably, and say whether that was done.
    Mails {
        mails: Vec<Fetched>,
        reply: SyncSender<bool>,
    },
    /// A source was looked at: well, or with this trouble.
    Looked(Option<String>),
}

/// The thread.
pub(super) struct Writer {
    pub office: Office,
    pub store: Store,
    pub incoming: Receiver<ToWriter>,
    /// Wakes the sender.
    pub poke: SyncSender<()>,
    pub pause: Pause,
    pub common: Common,
}

impl Writer {
    /// Works until told to stop.
    pub fn run(mut self) {
        // What waits in the inbox from before is read first.
        let mut more = true;
        let mut seen = None;
        let mut away: Option<Deadline> = None;
        let mut tidied: Option<Stopwatch> = None;
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            away = away.filter(|away| away.left().is_some());
            let patience = if more && away.is_none() {
                Duration::ZERO
            } else {
                TICK
            };
            more |= self.take(patience);
            let now = self.store.others_writes().ok();
            more |= now != seen;
            seen = now;
            if !more || away.is_some() {
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
                    away = Some(Deadline::after(pause));
                }
            }
        }
    }

    /// Takes what fetchers bring, waiting for the first; true if mails were stored.
    fn take(&mut self, patience: Duration) -> bool {
        let mut stored = false;
        let mut next = self.incoming.recv_timeout(patience).ok();
        while let Some(message) = next {
            stored |= self.handle(message);
            if self.common.stop.is_set() {
                break;
            }
            next = self.incoming.try_recv().ok();
        }
        stored
    }

    fn handle(&mut self, message: ToWriter) -> bool {
        match message {
            ToWriter::Mails { mails, reply } => {
                let stored = self.office.store_mails(&mut self.store, &mails);
                // A fetcher that is gone has left its mails at the source; they are known there.
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
            ToWriter::Looked(trouble) => {
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

    /// Judges what shares a transaction; true if there may be more.
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
            // If the sender has been poked already, it has not looked yet.
            let _ = self.poke.try_send(());
        }
        Ok(judged.is_some())
    }
}
