//! The loops over inbox and outbox, which daemon and command line drive.
//!
//! The order of every step is that of operations.md, Promises: store, then mark at the source;
//! effect, state and letters in one transaction; count the try, send, mark. Killed at any of the
//! named [`Point`]s, the next start goes on without losing or doubling anything.

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::{Result, anyhow};
use chrono::{DateTime, TimeDelta, Utc};

use crate::mail::source::{Fetched, Source};
use crate::mail::transport::{Delivery, Outgoing, Transport};
use crate::store::{self, InboxRow, LetterRow, NewMail, Store, Tx};

use super::{Office, stamp};

/// Mails taken in, or judged, in one transaction at most: enough to share the cost of making it
/// durable, few enough to be held in memory whole and not to let a player wait for others.
const MAILS: usize = 64;
/// Letters handed over at most before that is noted: as many may be sent twice after a crash.
const LETTERS: usize = 32;
/// A mail whose reading was begun this often without an end has brought the process down.
const ATTEMPTS: i64 = 5;
/// Letters are given up by age, never by count.
const GIVE_UP: TimeDelta = TimeDelta::days(5);

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
            let mails = source.fetch(MAILS)?;
            if mails.is_empty() {
                return Ok(count);
            }
            let now = self.stamp();
            store.write(|tx| {
                for mail in &mails {
                    add_mail(tx, mail, &now)?;
                }
                Ok(())
            })?;
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
        loop {
            let waiting = store.read(|tx| tx.new_mails(MAILS))?;
            if waiting.is_empty() {
                return Ok(work);
            }
            // A mail that was begun before without an end is read alone.
            let fresh = waiting
                .iter()
                .take_while(|(row, _)| row.attempts == 0)
                .count();
            let batch = &waiting[..fresh.max(1)];
            store.write(|tx| {
                batch
                    .iter()
                    .try_for_each(|(row, _)| tx.count_attempt(row.id))
            })?;
            let (handled, parked) = self.judge_batch(store, batch, at)?;
            work.handled += handled;
            work.parked += parked;
        }
    }

    fn judge_batch(
        &mut self,
        store: &mut Store,
        batch: &[(InboxRow, Vec<u8>)],
        at: Observer<'_>,
    ) -> Result<(usize, usize)> {
        let done = store.write(|tx| {
            let mut parked = 0;
            for (row, raw) in batch {
                if !self.judge_one(tx, row, raw)? {
                    parked += 1;
                }
                at(Point::InTransaction);
            }
            Ok((batch.len() - parked, parked))
        })?;
        at(Point::Committed);
        Ok(done)
    }

    /// Judges one mail; false if it had to be put aside.
    fn judge_one(&mut self, tx: &Tx<'_>, row: &InboxRow, raw: &[u8]) -> Result<bool> {
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
                    return Ok(true);
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
        Ok(false)
    }

    /// Sends what is due.
    ///
    /// # Errors
    /// Trouble with the file; trouble with the way out only defers letters.
    pub fn send(
        &mut self,
        store: &mut Store,
        transport: &mut dyn Transport,
        at: Observer<'_>,
    ) -> Result<Work> {
        let mut work = Work::default();
        loop {
            let now = self.now();
            let due = store.read(|tx| tx.due_letters(&stamp(now), LETTERS))?;
            if due.is_empty() {
                return Ok(work);
            }
            store.write(|tx| {
                for (letter, _) in &due {
                    tx.count_try(letter.id, &stamp(now + pause(letter.tries + 1)))?;
                }
                Ok(())
            })?;
            let deliveries = self.hand_over(&due, transport, at);
            store.write(|tx| {
                for (letter, delivery) in &deliveries {
                    self.note_delivery(tx, letter, delivery, now, &mut work)?;
                }
                Ok(())
            })?;
        }
    }

    /// Hands letters over in order; one that must wait keeps later ones to the same recipient
    /// back.
    fn hand_over<'a>(
        &self,
        due: &'a [(LetterRow, Vec<u8>)],
        transport: &mut dyn Transport,
        at: Observer<'_>,
    ) -> Vec<(&'a LetterRow, Delivery)> {
        let mut deliveries: Vec<(&LetterRow, Delivery)> = Vec::with_capacity(due.len());
        for (letter, raw) in due {
            let blocked = deliveries.iter().any(|(earlier, delivery)| {
                earlier.recipient == letter.recipient && matches!(delivery, Delivery::Deferred(_))
            });
            if blocked {
                let why = "an earlier letter to this address has to wait".to_owned();
                deliveries.push((letter, Delivery::Deferred(why)));
                continue;
            }
            let sender = self
                .detailed(&self.secret.token(letter.id))
                .unwrap_or_else(|| self.settings.address.clone())
                .to_string();
            let delivery = transport.send(&Outgoing {
                sender: &sender,
                recipient: &letter.recipient,
                message_id: &letter.message_id,
                raw,
            });
            at(Point::HandedOver);
            deliveries.push((letter, delivery));
        }
        deliveries
    }

    fn note_delivery(
        &mut self,
        tx: &Tx<'_>,
        letter: &LetterRow,
        delivery: &Delivery,
        now: DateTime<Utc>,
        work: &mut Work,
    ) -> Result<()> {
        match delivery {
            Delivery::Sent => {
                work.sent += 1;
                tx.close_letter(letter.id, "sent", None, &stamp(now))
            }
            Delivery::Failed(why) => {
                work.failed += 1;
                tx.close_letter(letter.id, "failed", Some(why), &stamp(now))?;
                self.address_failed(tx, letter, why)
            }
            Delivery::Deferred(why) => {
                if is_old(letter, now) {
                    work.failed += 1;
                    return tx.close_letter(letter.id, "failed", Some(why), &stamp(now));
                }
                work.deferred += 1;
                tx.defer_letter(letter.id, why, &stamp(now + pause(letter.tries + 1)))
            }
        }
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

/// The pause before the next try: 1 minute after the first, doubled each time, 4 hours at most.
fn pause(tries: i64) -> TimeDelta {
    let doublings = u32::try_from(tries.clamp(1, 9) - 1).unwrap_or(0);
    TimeDelta::minutes((1_i64 << doublings).min(240))
}

fn is_old(letter: &LetterRow, now: DateTime<Utc>) -> bool {
    DateTime::parse_from_rfc3339(&letter.created_at)
        .is_ok_and(|written| now - written.to_utc() > GIVE_UP)
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}
