//! One letter is handed over, and what came of it is noted.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::Stopwatch;
use crate::commands;
use crate::games::instant;
use crate::mail::transport::{Delivery, Outgoing, Transport};
use crate::metrics::Work;
use crate::store::{LetterChange, LetterRow, LetterStatus, Store};
use crate::text::{clean, keys};

use crate::office::act::bounce::Undelivered;
use crate::office::close::letters::technical;
use crate::office::send::compose::message_id;
use crate::office::send::{Handed, LONGEST, Ready, pause};
use crate::office::{Office, stamp};

/// A letter older than this is given up.
const MAX_AGE: TimeDelta = TimeDelta::days(5);
/// No letter is given up before this many tries, whatever its age: the server may have been switched
/// off for a week, or its clock may have jumped.
const MIN_TRIES: i64 = 10;
/// The longest pause, in minutes, after a try when the relay was unavailable: shorter, since the pause
/// only has to end soon after the relay is back.
const LONGEST_UNAVAILABLE: i64 = 5;

impl Office {
    /// Hands one letter over, and keeps what came of it until it is stored ([`InHand`](crate::office::InHand)).
    pub(super) fn hand_over(
        &mut self,
        store: &mut dyn Store,
        transport: &mut dyn Transport,
        letter: &Ready,
        handed: &mut Handed,
    ) -> Result<()> {
        let row = &letter.row;
        let sender = self.detailed(&self.secret.envelope_token(row.id.0));
        let sender = sender.as_ref().unwrap_or(&self.settings.address);
        let watch = Stopwatch::start();
        let delivery = transport.send(&Outgoing {
            sender: &sender.to_string(),
            recipient: &row.recipient,
            message_id: &message_id(&letter.raw),
            raw: &letter.raw,
        });
        self.metrics.took(Work::HandingOver, watch.elapsed());
        self.metrics.letter(result(&delivery));
        log(letter, &delivery, watch);
        // Read again: the pause starts after the hand-over, which may have taken long.
        let now = self.now();
        let close = |status, reason: Option<&str>| LetterChange::Close {
            letter: row.id,
            status,
            reason: reason.map(technical),
        };
        let (why, longest, hung) = match &delivery {
            Delivery::Sent => {
                handed.work.sent += 1;
                (handed.taken, handed.limited) = (true, 0);
                self.in_hand.end([close(LetterStatus::Sent, None)]);
                return Ok(());
            }
            Delivery::Failed(why) => {
                handed.work.failed += 1;
                (handed.taken, handed.limited) = (true, 0);
                self.in_hand.end([close(LetterStatus::Failed, Some(why))]);
                return self.mark(store, letter, why);
            }
            Delivery::Withheld => {
                self.in_hand.end([LetterChange::GiveBack(row.id)]);
                return Ok(());
            }
            Delivery::Deferred(why) => (why, LONGEST, false),
            Delivery::Hung(why) => {
                handed.hung = true;
                (why, LONGEST, true)
            }
            Delivery::Limited(why) => {
                handed.limited += 1;
                (why, LONGEST, row.hung)
            }
            Delivery::RelayUnavailable(why) | Delivery::RelayRefuses(why) => {
                handed.refused = matches!(delivery, Delivery::RelayRefuses(_));
                handed.relay_unavailable = Some(why.clone());
                handed.held.push(row.id);
                // It says nothing about the recipient.
                (why, LONGEST_UNAVAILABLE, row.hung)
            }
        };
        if is_old(row, now) {
            tracing::error!("letter o{} to {} is given up", row.id, row.recipient);
            self.metrics.letter("given_up");
            handed.work.failed += 1;
            self.in_hand.end([close(LetterStatus::Failed, Some(why))]);
            if matches!(delivery, Delivery::Deferred(_)) {
                self.mark(store, letter, why)?;
            }
            return Ok(());
        }
        handed.work.deferred += 1;
        handed.trouble = Some(format!("letter o{}: {}", row.id, technical(why)));
        self.in_hand.end([LetterChange::Defer {
            letter: row.id,
            reason: technical(why),
            next_try: stamp(now + pause(row.tries + 1, longest)),
            hung,
        }]);
        Ok(())
    }

    /// Marks the address of a letter that will not be delivered.
    fn mark(&mut self, store: &mut dyn Store, letter: &Ready, why: &str) -> Result<()> {
        // What follows from it depends on what came of the letters before.
        self.note_handed(store)?;
        self.decided(store, |draft| {
            let refused = Undelivered { why, proven: true };
            draft.address_failed(&letter.row, refused)
        })?;
        Ok(())
    }
}

/// What came of a try, in a word.
fn result(delivery: &Delivery) -> &'static str {
    match delivery {
        Delivery::Sent => "sent",
        Delivery::Failed(_) => "failed",
        Delivery::Deferred(_) => "deferred",
        Delivery::Hung(_) => "hung",
        Delivery::Limited(_) => "limited",
        Delivery::RelayUnavailable(_) => "relay_unavailable",
        Delivery::RelayRefuses(_) => "relay_refuses",
        Delivery::Withheld => "withheld",
    }
}

/// Logs one delivery in one line.
fn log(letter: &Ready, delivery: &Delivery, watch: Stopwatch) {
    let row = &letter.row;
    let game = row.about.map(|about| format!("game #{}, ", about.game));
    let game = game.unwrap_or_default();
    let recipient = clean(&row.recipient, 80);
    let what = format!("letter o{} to {recipient}: {game}{}", row.id, row.kind);
    let took = watch.elapsed().as_secs_f64() * 1000.0;
    let tries = row.tries + 1;
    let why = |why: &str| commands::without_plans(&keys::blanked(&clean(why, 200)));
    match delivery {
        Delivery::Sent => tracing::info!("{what}, sent ({took:.1} ms)"),
        Delivery::Deferred(reason) | Delivery::Hung(reason) | Delivery::Limited(reason) => {
            let why = why(reason);
            tracing::warn!("{what}, delayed after try {tries}: {why} ({took:.1} ms)");
        }
        Delivery::RelayUnavailable(reason) | Delivery::RelayRefuses(reason) => {
            let why = why(reason);
            tracing::debug!("{what}, not taken at try {tries}: {why} ({took:.1} ms)");
        }
        Delivery::Failed(reason) => {
            tracing::warn!("{what}, refused: {} ({took:.1} ms)", why(reason));
        }
        Delivery::Withheld => {
            tracing::warn!(
                "{what}, given back: another host may have taken it over ({took:.1} ms)"
            );
        }
    }
}

fn is_old(letter: &LetterRow, now: DateTime<Utc>) -> bool {
    // The umpire may have made it wait again.
    let since = letter.revived_at.as_ref().unwrap_or(&letter.created_at);
    letter.tries >= MIN_TRIES && instant(since).is_ok_and(|written| now - written > MAX_AGE)
}
