//! The loop over the outbox: each letter's try is counted, then the letter is handed over, then the
//! result is noted.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::Stopwatch;
use crate::mail::transport::{Delivery, Outgoing, Transport};
use crate::store::{LetterRow, Store, Tx};
use crate::text::clean;

use super::queue::Work;
use super::{Office, stamp};

/// A letter older than this is given up.
const MAX_AGE: TimeDelta = TimeDelta::days(5);
/// No letter is given up before this many tries, whatever its age: the server may have been switched
/// off for a week, or its clock may have jumped.
const MIN_TRIES: i64 = 10;
/// The longest pause between two tries of a letter, in minutes.
const LONGEST: i64 = 240;
/// The longest pause, in minutes, after a try when the relay was unavailable: shorter, since the pause
/// only has to end soon after the relay is back.
const LONGEST_UNAVAILABLE: i64 = 5;

/// The result of one try to send a letter.
#[derive(Debug)]
pub struct Tried {
    /// Id of the letter.
    pub letter: i64,
    /// Counts it as sent, deferred or failed.
    pub work: Work,
    /// Why the relay is unavailable, if it is.
    pub relay_unavailable: Option<String>,
}

impl Office {
    /// Sends all letters that are due, or stops at the first one for which the relay is unavailable.
    ///
    /// # Errors
    /// The database fails. A failed delivery is no error: it defers the letter.
    pub fn send(&mut self, store: &mut Store, transport: &mut dyn Transport) -> Result<Work> {
        let mut work = Work::default();
        while let Some(tried) = self.send_one(store, transport)? {
            work.sent += tried.work.sent;
            work.deferred += tried.work.deferred;
            work.failed += tried.work.failed;
            if tried.relay_unavailable.is_some() {
                break;
            }
        }
        Ok(work)
    }

    /// Sends the oldest letter that is due; `None` if none is. Letters are counted and sent one at a
    /// time, so that after a crash at most one letter is sent twice, and no try is counted that was
    /// not made.
    ///
    /// # Errors
    /// The database fails. A failed delivery is no error: it defers the letter.
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
            .detailed(&self.secret.envelope_token(letter.id))
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
        // Read again: the pause starts after the hand-over, which may have taken minutes.
        let now = self.now();
        let work = store.write(|tx| self.note_delivery(tx, letter, &delivery, now))?;
        Ok(Some(Tried {
            letter: letter.id,
            work,
            relay_unavailable: match delivery {
                Delivery::RelayUnavailable(why) => Some(why),
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
            Delivery::Deferred(why) | Delivery::Hung(why) => (why, LONGEST),
            Delivery::RelayUnavailable(why) => (why, LONGEST_UNAVAILABLE),
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

    /// Makes these letters due now; for letters that waited because the relay was unavailable.
    ///
    /// # Errors
    /// The database fails.
    pub fn make_due(&self, store: &mut Store, letters: &[i64]) -> Result<()> {
        let now = self.stamp();
        store.write(|tx| {
            for letter in letters {
                tx.make_due(*letter, &now)?;
            }
            Ok(())
        })
    }

    /// Makes letters due now whose next try lies further ahead than the longest pause: the clock was
    /// ahead when it was written. Returns how many there were.
    ///
    /// # Errors
    /// The database fails.
    pub fn correct_next_tries(&self, store: &mut Store) -> Result<usize> {
        let now = self.now();
        let latest = stamp(now + TimeDelta::minutes(LONGEST + 1));
        store.write(|tx| tx.correct_next_tries(&latest, &stamp(now)))
    }
}

/// Logs one delivery in one line.
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
        Delivery::Deferred(why) | Delivery::Hung(why) => {
            tracing::warn!(
                "{what}, delayed after try {tries}: {} ({took:.1} ms)",
                clean(why, 200)
            );
        }
        Delivery::RelayUnavailable(why) => {
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

/// The pause before the next try: 1 minute after the first try, doubled each time, at most `longest`
/// minutes.
fn pause(tries: i64, longest: i64) -> TimeDelta {
    let doublings = u32::try_from(tries.clamp(1, 9) - 1).unwrap_or(0);
    TimeDelta::minutes((1_i64 << doublings).min(longest))
}

fn is_old(letter: &LetterRow, now: DateTime<Utc>) -> bool {
    letter.tries >= MIN_TRIES
        && DateTime::parse_from_rfc3339(&letter.created_at)
            .is_ok_and(|written| now - written.to_utc() > MAX_AGE)
}
