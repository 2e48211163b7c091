//! The loop over the inbox, which daemon and command line drive; that over the outbox is in `send`.
//!
//! The order of every step is that of operations.md, Promises: store, then mark at the source;
//! effect, state and letters in one transaction; count the try, send, mark. Killed between any two of
//! these steps, or within one, the next start goes on without losing or doubling anything.

use anyhow::Result;
use chrono::TimeDelta;

use crate::mail::source::{Fetched, Source};
use crate::store::{NewMail, Store, Tx};

use super::{Office, stamp};

/// Mails taken in, or judged, in one transaction at most: enough to share the cost of making it
/// durable, few enough to be held in memory whole and not to let a player wait for others.
const BATCH: usize = 64;

/// What a round of work has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Work {
    /// Mails taken in.
    pub fetched: usize,
    /// Mails read and answered, or found to need no answer.
    pub handled: usize,
    /// Mails put aside because reading them failed.
    pub parked: usize,
    /// Letters sent.
    pub sent: usize,
    /// Letters that have to be tried again.
    pub deferred: usize,
    /// Letters given up.
    pub failed: usize,
}

impl Office {
    /// Stores one mail durably; `None` if its source has handed it over before.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn store_mail(&self, store: &mut Store, mail: &Fetched) -> Result<Option<i64>> {
        let now = self.stamp();
        store.write(|tx| add_mail(tx, mail, &now))
    }

    /// Stores mails durably, in one transaction; returns how many were new.
    ///
    /// # Errors
    /// Trouble with the file; then none is stored.
    pub fn store_mails(&self, store: &mut Store, mails: &[Fetched]) -> Result<usize> {
        let now = self.stamp();
        store.write(|tx| {
            let mut new = 0;
            for mail in mails {
                new += usize::from(add_mail(tx, mail, &now)?.is_some());
            }
            Ok(new)
        })
    }

    /// Takes in everything that waits at a source, and marks it there.
    ///
    /// # Errors
    /// Trouble with the source or the file.
    pub fn take_in(&self, store: &mut Store, source: &mut dyn Source) -> Result<usize> {
        let mut count = 0;
        loop {
            let mails = source.fetch(BATCH)?;
            if mails.is_empty() {
                return Ok(count);
            }
            self.store_mails(store, &mails)?;
            let keys: Vec<String> = mails.iter().map(|mail| mail.key.clone()).collect();
            source.done(&keys)?;
            count += mails.len();
        }
    }

    /// Reads and answers everything in the inbox.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn judge(&mut self, store: &mut Store) -> Result<Work> {
        let mut work = Work::default();
        while let Some(done) = self.judge_some(store)? {
            work.handled += done.handled;
            work.parked += done.parked;
        }
        Ok(work)
    }

    /// Reads and answers the oldest mails of the inbox, those that share one transaction; `None` if
    /// nothing waits.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn judge_some(&mut self, store: &mut Store) -> Result<Option<Work>> {
        let waiting = store.read(|tx| tx.new_mails(BATCH))?;
        // A mail that was begun before without an end is read alone.
        let fresh = waiting
            .iter()
            .take_while(|(row, _)| row.attempts == 0)
            .count();
        let Some(batch) = waiting.get(..fresh.max(1)) else {
            return Ok(None);
        };
        store.write(|tx| {
            let mut rows = batch.iter();
            rows.try_for_each(|(row, _)| tx.count_attempt(row.id))
        })?;
        let judged = match self.judge_batch(store, batch) {
            Ok(judged) => judged,
            Err(trouble) => {
                // The file's trouble is no mail's fault. If this fails too, the count stays.
                let _ = store.write(|tx| {
                    let mut rows = batch.iter();
                    rows.try_for_each(|(row, _)| tx.uncount_attempt(row.id))
                });
                return Err(trouble);
            }
        };
        let parked = judged.iter().filter(|mail| mail.parked).count();
        Ok(Some(Work {
            handled: judged.len() - parked,
            parked,
            ..Work::default()
        }))
    }

    /// What is done once a day: throws away the bytes of mails and letters whose time is over (their
    /// records stay), and files the day's mails. Returns how many lost their bytes.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn tidy(&self, store: &mut Store) -> Result<usize> {
        const TIDIED: &str = "tidied";
        let now = self.now();
        let today = now.format("%Y-%m-%d").to_string();
        let last = store.read(|tx| tx.meta(TIDIED))?;
        if last.as_deref() == Some(today.as_bytes()) {
            return Ok(0);
        }
        store.write(|tx| {
            tx.set_meta(TIDIED, today.as_bytes())?;
            tx.file_mails()?;
            match self.settings.keep_days {
                0 => Ok(0),
                days => tx.forget_bytes(&stamp(now - TimeDelta::days(i64::from(days)))),
            }
        })
    }
}

fn add_mail(tx: &Tx<'_>, mail: &Fetched, now: &str) -> Result<Option<i64>> {
    let new = NewMail {
        source: &mail.key,
        sender: mail.envelope.sender.as_deref(),
        recipients: &mail.envelope.recipients,
        truncated: mail.truncated,
        raw: &mail.raw,
    };
    tx.add_mail(&new, now)
}
