//! The loop over the outbox: count the try, hand over, mark.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::Stopwatch;
use crate::letters::text::clean;
use crate::mail::transport::{Delivery, Outgoing, Transport};
use crate::store::{LetterRow, Store, Tx};

use super::queue::Work;
use super::{Office, stamp};

/// Letters are given up by age, never by count ...
const GIVE_UP: TimeDelta = TimeDelta::days(5);
/// ... but not before so many tries: the server may have been switched off for a week, or its clock
/// may have jumped.
const EARNEST: i64 = 10;
/// The longest pause between two tries of a letter, in minutes.
const LONGEST: i64 = 240;
/// The longest one where the way out was away: the host is not to be spared, only to be back.
const LONGEST_AWAY: i64 = 5;

/// What came of trying to send a letter.
#[derive(Debug)]
pub struct Tried {
    /// Its id.
    pub letter: i64,
    /// Sent, delayed or given up.
    pub work: Work,
    /// Why the way out is away, if it is.
    pub away: Option<String>,
}

impl Office {
    /// Sends what is due. A way out that is away ends it.
    ///
    /// # Errors
    /// Trouble with the file; trouble with the way out only defers letters.
    pub fn send(&mut self, store: &mut Store, transport: &mut dyn Transport) -> Result<Work> {
        let mut work = Work::default();
        while let Some(tried) = self.send_one(store, transport)? {
            work.sent += tried.work.sent;
            work.deferred += tried.work.deferred;
            work.failed += tried.work.failed;
            if tried.away.is_some() {
                break;
            }
        }
        Ok(work)
    }

    /// Sends the oldest letter that is due; `None` if none is. One at a time: whatever happens, only
    /// the letter in hand may go out twice, and none is counted that was not tried.
    ///
    /// # Errors
    /// Trouble with the file; trouble with the way out only defers the letter.
    pub fn send_one(
        &mut self,
        store: &mut Store,
        transport: &mut dyn Transport,
    ) -> Result<Option<Tried>> {
        let now = self.now();
        let due = store.read(|tx| tx.due_letter(&stamp(now)))?;
        let Some((letter, raw)) = &due else {
            return Ok(None);
        };
        store
            .write(|tx| tx.count_try(letter.id, &stamp(now + pause(letter.tries + 1, LONGEST))))?;
        let sender = self
            .detailed(&self.secret.token(letter.id))
            .unwrap_or_else(|| self.settings.address.clone())
            .to_string();
        let watch = Stopwatch::start();
        let delivery = transport.send(&Outgoing {
            sender: &sender,
            recipient: &letter.recipient,
            message_id: &letter.message_id,
            raw,
        });
        log(letter, &delivery, watch);
        // How long handing over took is part of the pause.
        let now = self.now();
        let work = store.write(|tx| self.note_delivery(tx, letter, &delivery, now))?;
        Ok(Some(Tried {
            letter: letter.id,
            work,
            away: match delivery {
                Delivery::Away(why) => Some(why),
                _ => None,
            },
        }))
    }

    fn note_delivery(
        &mut self,
        tx: &Tx<'_>,
        letter: &LetterRow,
        delivery: &Delivery,
        now: DateTime<Utc>,
    ) -> Result<Work> {
        let failed = Work {
            failed: 1,
            ..Work::default()
        };
        let (why, longest) = match delivery {
            Delivery::Sent => {
                tx.close_letter(letter.id, "sent", None, &stamp(now))?;
                return Ok(Work {
                    sent: 1,
                    ..Work::default()
                });
            }
            Delivery::Failed(why) => {
                tx.close_letter(letter.id, "failed", Some(why), &stamp(now))?;
                self.address_failed(tx, letter, why)?;
                return Ok(failed);
            }
            Delivery::Deferred(why) => (why, LONGEST),
            Delivery::Away(why) => (why, LONGEST_AWAY),
        };
        if is_old(letter, now) {
            tracing::error!("letter o{} to {} is given up", letter.id, letter.recipient);
            tx.close_letter(letter.id, "failed", Some(why), &stamp(now))?;
            return Ok(failed);
        }
        let next = now + pause(letter.tries + 1, longest);
        tx.defer_letter(letter.id, why, &stamp(next))?;
        Ok(Work {
            deferred: 1,
            ..Work::default()
        })
    }

    /// Lets letters be tried at once that only waited because the way out was away.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn release(&self, store: &mut Store, held: &[i64]) -> Result<()> {
        let now = self.stamp();
        store.write(|tx| {
            for letter in held {
                tx.hurry_letter(*letter, &now)?;
            }
            Ok(())
        })
    }

    /// Mends what a clock that was ahead has written: no letter waits longer than the longest pause.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn recall(&self, store: &mut Store) -> Result<usize> {
        let now = self.now();
        let latest = stamp(now + TimeDelta::minutes(LONGEST + 1));
        store.write(|tx| tx.recall_letters(&latest, &stamp(now)))
    }
}

/// One line for the operator.
fn log(letter: &LetterRow, delivery: &Delivery, watch: Stopwatch) {
    let game = letter
        .game
        .map_or(String::new(), |game| format!("game #{game}, "));
    let what = format!(
        "letter o{} to {}: {game}{}",
        letter.id,
        clean(&letter.recipient, 80),
        letter.kind
    );
    let took = watch.elapsed().as_secs_f64() * 1000.0;
    let tries = letter.tries + 1;
    match delivery {
        Delivery::Sent => tracing::info!("{what}, sent ({took:.1} ms)"),
        Delivery::Deferred(why) => {
            tracing::warn!(
                "{what}, delayed after try {tries}: {} ({took:.1} ms)",
                clean(why, 200)
            );
        }
        Delivery::Away(why) => {
            tracing::debug!(
                "{what}, not taken at try {tries}: {} ({took:.1} ms)",
                clean(why, 200)
            );
        }
        Delivery::Failed(why) => {
            tracing::warn!("{what}, refused: {} ({took:.1} ms)", clean(why, 200));
        }
    }
}

/// The pause before the next try: 1 minute after the first, doubled each time, `longest` at most.
fn pause(tries: i64, longest: i64) -> TimeDelta {
    let doublings = u32::try_from(tries.clamp(1, 9) - 1).unwrap_or(0);
    TimeDelta::minutes((1_i64 << doublings).min(longest))
}

fn is_old(letter: &LetterRow, now: DateTime<Utc>) -> bool {
    letter.tries >= EARNEST
        && DateTime::parse_from_rfc3339(&letter.created_at)
            .is_ok_and(|written| now - written.to_utc() > GIVE_UP)
}
