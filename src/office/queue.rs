//! The loop over the inbox, which daemon and command line drive; that over the outbox is in `send`.
//!
//! The order of every step is that of operations.md, Promises: store, then mark at the source;
//! effect, state and letters in one transaction; count the try, send, mark. Killed at any of the
//! named [`Point`]s, the next start goes on without losing or doubling anything.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, anyhow};
use chrono::TimeDelta;

use crate::clock::Stopwatch;
use crate::letters::text::clean;
use crate::mail::source::{Fetched, Source};
use crate::store::{self, InboxRow, NewMail, Store, Tx, Verdict};

use super::{Office, stamp};

/// Mails judged, or letters counted, in one transaction at most: enough to share the cost of making
/// it durable, few enough that a player does not wait for others.
pub(super) const BATCH: usize = 32;
/// A mail whose reading was begun this often without an end has brought the process down.
const ATTEMPTS: i64 = 5;

/// Where a process may be killed; tests do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Mails are in the inbox, durably.
    Stored,
    /// They are marked at their source.
    Marked,
    /// A mail has been judged; its effects are written but not committed.
    InTransaction,
    /// They are.
    Committed,
    /// A letter has been handed over; the outbox does not know yet.
    HandedOver,
}

/// Told of every point that is passed.
pub type Observer<'a> = &'a dyn Fn(Point);

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
    pub fn take_in(
        &self,
        store: &mut Store,
        source: &mut dyn Source,
        at: Observer<'_>,
    ) -> Result<usize> {
        let mut count = 0;
        loop {
            let mails = source.fetch(BATCH)?;
            if mails.is_empty() {
                return Ok(count);
            }
            self.store_mails(store, &mails)?;
            at(Point::Stored);
            let keys: Vec<String> = mails.iter().map(|mail| mail.key.clone()).collect();
            source.done(&keys)?;
            at(Point::Marked);
            count += mails.len();
        }
    }

    /// Reads and answers everything in the inbox.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn judge(&mut self, store: &mut Store, at: Observer<'_>) -> Result<Work> {
        let mut work = Work::default();
        while let Some(done) = self.judge_some(store, at)? {
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
    pub fn judge_some(&mut self, store: &mut Store, at: Observer<'_>) -> Result<Option<Work>> {
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
        let judged = match self.judge_batch(store, batch, at) {
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
        judged.iter().for_each(Judged::log);
        Ok(Some(Work {
            handled: judged.len() - parked,
            parked,
            ..Work::default()
        }))
    }

    fn judge_batch(
        &mut self,
        store: &mut Store,
        batch: &[(InboxRow, Vec<u8>)],
        at: Observer<'_>,
    ) -> Result<Vec<Judged>> {
        let judged = store.write(|tx| {
            let mut judged = Vec::with_capacity(batch.len());
            for (row, raw) in batch {
                judged.push(self.judge_one(tx, row, raw)?);
                at(Point::InTransaction);
            }
            Ok(judged)
        })?;
        at(Point::Committed);
        Ok(judged)
    }

    /// Judges one mail, or puts it aside.
    fn judge_one(&mut self, tx: &Tx<'_>, row: &InboxRow, raw: &[u8]) -> Result<Judged> {
        let watch = Stopwatch::start();
        let judged = |verdict: Verdict, parked| Judged {
            id: row.id,
            parked,
            sender: verdict.sender.or_else(|| row.env_sender.clone()),
            game: verdict.game,
            word: verdict.word,
            reason: verdict.reason,
            took: watch.elapsed(),
        };
        let trouble = if row.attempts >= ATTEMPTS {
            anyhow!(
                "reading it has brought the program down {} times",
                row.attempts
            )
        } else {
            let work = || {
                catch_unwind(AssertUnwindSafe(|| self.handle(tx, row, raw)))
                    .unwrap_or_else(|panic| Err(anyhow!("panic: {}", panic_text(panic.as_ref()))))
            };
            match tx.attempt(work)? {
                Ok(verdict) => {
                    tx.close_mail(row.id, &verdict)?;
                    return Ok(judged(verdict, false));
                }
                Err(trouble) if store::is_trouble(&trouble) => return Err(trouble),
                Err(trouble) => trouble,
            }
        };
        let reason = format!("{trouble:#}");
        tx.park_mail(row.id, &reason)?;
        self.tell_umpire(
            tx,
            &format!("mail {} was put aside", row.id),
            &format!(
                "Reading mail {} failed: {reason}\nIt is kept whole: `zugpost mail show {}` shows \
                 it, `zugpost mail retry` reads it again.",
                row.id, row.id
            ),
        )?;
        let verdict = Verdict {
            word: "put aside".to_owned(),
            reason: Some(reason),
            ..Verdict::default()
        };
        Ok(judged(verdict, true))
    }

    /// Throws away the bytes of mails and letters whose time is over, once a day; their records
    /// stay.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn tidy(&self, store: &mut Store) -> Result<usize> {
        const TIDIED: &str = "tidied";
        let now = self.now();
        let today = now.format("%Y-%m-%d").to_string();
        let last = store.read(|tx| tx.meta(TIDIED))?;
        if self.settings.keep_days == 0 || last.as_deref() == Some(today.as_bytes()) {
            return Ok(0);
        }
        let before = stamp(now - TimeDelta::days(i64::from(self.settings.keep_days)));
        store.write(|tx| {
            tx.set_meta(TIDIED, today.as_bytes())?;
            tx.forget_bytes(&before)
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

/// What became of one mail, for the log.
struct Judged {
    id: i64,
    sender: Option<String>,
    game: Option<i64>,
    word: String,
    reason: Option<String>,
    parked: bool,
    took: Duration,
}

impl Judged {
    fn log(&self) {
        let who = clean(self.sender.as_deref().unwrap_or("nobody known"), 80);
        let game = self
            .game
            .map_or(String::new(), |game| format!("game #{game}, "));
        let reason = self
            .reason
            .as_deref()
            .map_or(String::new(), |reason| format!(": {}", clean(reason, 200)));
        let took = self.took.as_secs_f64() * 1000.0;
        let line = format!(
            "mail i{} from {who}: {game}{}{reason} ({took:.1} ms)",
            self.id, self.word
        );
        if self.parked {
            tracing::error!("{line}");
        } else {
            tracing::info!("{line}");
        }
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}
