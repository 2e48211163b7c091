//! The loop over the inbox; that over the outbox is in `send`. Daemon and command line call both.
//!
//! The order of the steps makes them safe (`docs/operations.md`): a mail is stored, then marked at its
//! source; all that a mail changes, and the letters, are written in one transaction; a try is counted,
//! then the letter is sent, then the result noted. A process may be killed within any step or between two, and the next
//! one continues without losing or repeating anything but one letter in doubt.

use anyhow::Result;
use chrono::TimeDelta;

use crate::mail::source::{RawMessage, Source};
use crate::store::{NewMail, Store, Tx};

use super::{Office, stamp};

/// At most this many mails are stored, or judged, in one transaction: enough to share the cost of a sync,
/// few enough to keep in memory and not to delay a player because of others.
const BATCH: usize = 64;

/// Numbers of mails and letters that were worked on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Work {
    /// Mails that were stored.
    pub fetched: usize,
    /// Mails that were judged, whether they got an answer or not.
    pub handled: usize,
    /// Mails quarantined because judging them failed.
    #[serde(rename = "parked")]
    pub quarantined: usize,
    /// Letters sent.
    pub sent: usize,
    /// Letters that have to be tried again.
    pub deferred: usize,
    /// Letters given up.
    pub failed: usize,
}

impl Office {
    /// Stores one mail durably and returns its id; `None` if it is stored already.
    ///
    /// # Errors
    /// The database fails.
    pub fn store_mail(&self, store: &mut Store, mail: &RawMessage) -> Result<Option<i64>> {
        let now = self.stamp();
        store.write(|tx| add_mail(tx, mail, &now))
    }

    /// Stores mails durably, in one transaction; returns how many were new.
    ///
    /// # Errors
    /// Trouble with the file; then none is stored.
    pub fn store_mails(&self, store: &mut Store, mails: &[RawMessage]) -> Result<usize> {
        let now = self.stamp();
        store.write(|tx| {
            let mut new = 0;
            for mail in mails {
                new += usize::from(add_mail(tx, mail, &now)?.is_some());
            }
            Ok(new)
        })
    }

    /// Stores all mails of a source, and marks them there; returns how many there were.
    ///
    /// # Errors
    /// The source or the database fails.
    pub fn take_in(&self, store: &mut Store, source: &mut dyn Source) -> Result<usize> {
        let mut count = 0;
        loop {
            let mails = source.fetch(BATCH)?;
            if mails.is_empty() {
                return Ok(count);
            }
            self.store_mails(store, &mails)?;
            let source_keys: Vec<String> =
                mails.iter().map(|mail| mail.source_key.clone()).collect();
            source.done(&source_keys)?;
            count += mails.len();
        }
    }

    /// Judges all new mails in the inbox.
    ///
    /// # Errors
    /// The database fails.
    pub fn judge(&mut self, store: &mut Store) -> Result<Work> {
        let mut work = Work::default();
        while let Some(done) = self.judge_some(store)? {
            work.handled += done.handled;
            work.quarantined += done.quarantined;
        }
        Ok(work)
    }

    /// Judges one batch of the oldest new mails; `None` if there are none.
    ///
    /// # Errors
    /// The database fails.
    pub fn judge_some(&mut self, store: &mut Store) -> Result<Option<Work>> {
        let waiting = store.read(|tx| tx.new_mails(BATCH))?;
        // A mail that was begun before without a result may have crashed the process: judge it alone.
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
                // The database has failed, not a mail, so the attempt must not count. If this write fails,
                // too, the count stays too high by one.
                let _ = store.write(|tx| {
                    let mut rows = batch.iter();
                    rows.try_for_each(|(row, _)| tx.uncount_attempt(row.id))
                });
                return Err(trouble);
            }
        };
        let quarantined = judged.iter().filter(|mail| mail.quarantined).count();
        Ok(Some(Work {
            handled: judged.len() - quarantined,
            quarantined,
            ..Work::default()
        }))
    }

    /// Does the daily clean-up, if it was not done today: deletes the bytes of old mails and letters (their
    /// rows stay), moves the Message-IDs of the day to the large index, and freezes games whose rules
    /// are of a version that is not known here. Returns how many mails and letters have lost their
    /// bytes.
    ///
    /// # Errors
    /// The database fails.
    pub fn tidy(&mut self, store: &mut Store) -> Result<usize> {
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
            self.freeze_unknown_rules(tx)?;
            match self.settings.keep_days {
                0 => Ok(0),
                days => tx.forget_bytes(&stamp(now - TimeDelta::days(i64::from(days)))),
            }
        })
    }
}

fn add_mail(tx: &Tx<'_>, mail: &RawMessage, now: &str) -> Result<Option<i64>> {
    let new = NewMail {
        source: &mail.source_key,
        sender: mail.envelope.sender.as_deref(),
        recipients: &mail.envelope.recipients,
        truncated: mail.truncated,
        raw: &mail.raw,
    };
    tx.add_mail(&new, now)
}
