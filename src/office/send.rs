//! The loop over the outbox: count the try, hand over, mark.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::Stopwatch;
use crate::letters::text::clean;
use crate::mail::transport::{Delivery, Outgoing, Transport};
use crate::store::{LetterRow, Store, Tx};

use super::queue::{BATCH, Observer, Point, Work};
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

/// What came of sending some letters.
#[derive(Debug, Default)]
pub struct Sent {
    /// How many.
    pub work: Work,
    /// Why the way out is away, if it is; then the rest was not tried.
    pub away: Option<String>,
    /// The letters that were tried while it was away.
    pub held: Vec<i64>,
}

/// A letter that was handed over, or tried.
type Tried<'a> = (&'a LetterRow, Delivery);

impl Office {
    /// Sends what is due. A way out that is away ends it.
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
            let Some(sent) = self.send_some(store, transport, BATCH, &|| false, at)? else {
                return Ok(work);
            };
            work.sent += sent.work.sent;
            work.deferred += sent.work.deferred;
            work.failed += sent.work.failed;
            if sent.away.is_some() {
                return Ok(work);
            }
        }
    }

    /// Sends at most `max` letters that are due; `None` if none is. Between two letters `stop` is
    /// asked; what was not tried waits as before.
    ///
    /// # Errors
    /// Trouble with the file; trouble with the way out only defers letters.
    pub fn send_some(
        &mut self,
        store: &mut Store,
        transport: &mut dyn Transport,
        max: usize,
        stop: &dyn Fn() -> bool,
        at: Observer<'_>,
    ) -> Result<Option<Sent>> {
        let now = self.now();
        let due = store.read(|tx| tx.due_letters(&stamp(now), max.min(BATCH)))?;
        if due.is_empty() {
            return Ok(None);
        }
        store.write(|tx| {
            for (letter, _) in &due {
                tx.count_try(letter.id, &stamp(now + pause(letter.tries + 1, LONGEST)))?;
            }
            Ok(())
        })?;
        let tried = self.hand_over(&due, transport, stop, at);
        // How long handing over took is part of the pause.
        let now = self.now();
        let sent = store.write(|tx| {
            let mut sent = Sent::default();
            for (letter, delivery) in &tried {
                self.note_delivery(tx, letter, delivery, now, &mut sent)?;
            }
            for (letter, _) in due.iter().skip(tried.len()) {
                tx.uncount_try(letter.id, &letter.next_try)?;
                sent.work.deferred += usize::from(sent.away.is_some());
            }
            Ok(sent)
        })?;
        Ok(Some(sent))
    }

    /// Hands letters over in order; one that must wait keeps later ones to the same recipient
    /// back. Ends early where the way out is away or `stop` says so.
    fn hand_over<'a>(
        &self,
        due: &'a [(LetterRow, Vec<u8>)],
        transport: &mut dyn Transport,
        stop: &dyn Fn() -> bool,
        at: Observer<'_>,
    ) -> Vec<Tried<'a>> {
        let mut tried: Vec<Tried<'a>> = Vec::with_capacity(due.len());
        for (letter, raw) in due {
            if stop() {
                break;
            }
            let blocked = tried.iter().any(|(earlier, delivery)| {
                earlier.recipient == letter.recipient && matches!(delivery, Delivery::Deferred(_))
            });
            if blocked {
                let why = "an earlier letter to this address has to wait".to_owned();
                tried.push((letter, Delivery::Deferred(why)));
                continue;
            }
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
            at(Point::HandedOver);
            log(letter, &delivery, watch);
            let away = matches!(delivery, Delivery::Away(_));
            tried.push((letter, delivery));
            if away {
                break;
            }
        }
        tried
    }

    fn note_delivery(
        &mut self,
        tx: &Tx<'_>,
        letter: &LetterRow,
        delivery: &Delivery,
        now: DateTime<Utc>,
        sent: &mut Sent,
    ) -> Result<()> {
        let (why, longest) = match delivery {
            Delivery::Sent => {
                sent.work.sent += 1;
                return tx.close_letter(letter.id, "sent", None, &stamp(now));
            }
            Delivery::Failed(why) => {
                sent.work.failed += 1;
                tx.close_letter(letter.id, "failed", Some(why), &stamp(now))?;
                return self.address_failed(tx, letter, why);
            }
            Delivery::Deferred(why) => (why, LONGEST),
            Delivery::Away(why) => {
                sent.away = Some(why.clone());
                sent.held.push(letter.id);
                (why, LONGEST_AWAY)
            }
        };
        if is_old(letter, now) {
            sent.work.failed += 1;
            tracing::error!("letter o{} to {} is given up", letter.id, letter.recipient);
            return tx.close_letter(letter.id, "failed", Some(why), &stamp(now));
        }
        sent.work.deferred += 1;
        let next = now + pause(letter.tries + 1, longest);
        tx.defer_letter(letter.id, why, &stamp(next))
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
