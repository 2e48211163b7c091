//! The loop over the outbox. Letters are claimed, rendered if they were not before, and their tries are
//! counted; then they are handed over one after the other, and what came of it is noted.
//!
//! Claims, tries and notes of a few letters are written together, which saves most of the cost of the
//! database. A process that is killed leaves in doubt the letters that it has handed over within the last
//! moments (`NOTE_WITHIN`); they are sent again, as the same letters.
//!
//! | file | contents |
//! |---|---|
//! | `compose` | letters that leave: words, headers, bytes |
//! | `calendar` | deadlines as calendar entries |
//! | `in_hand` | the letters that one thread is handing over |

mod calendar;
mod compose;
pub(in crate::office) mod in_hand;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, anyhow};
use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::Stopwatch;
use crate::commands;
use crate::ids::LetterId;
use crate::letters::Report;
use crate::mail::transport::{Delivery, Outgoing, Transport};
use crate::store::{
    self, Decision, LetterChange, LetterClaim, LetterKind, LetterRow, LetterStatus, NewTry, Store,
    StoreError,
};
use crate::text::{clean, keys};

use crate::office::act::bounce::Undelivered;
use crate::office::apart::Task;
use crate::office::close::letters::technical;
use crate::office::judge::{Work, panic_text};
use crate::office::send::compose::{Composed, message_id};
use crate::office::{Office, stamp};

/// At most this many letters are claimed at once.
const GROUP: usize = 8;
/// What came of a letter is noted at the latest so long after it was handed over, if others follow.
const NOTE_WITHIN: Duration = Duration::from_millis(100);
/// After so many letters in a row that the relay has refused by a sending limit, the rest is not tried.
const LIMITED: usize = 2;
/// A letter older than this is given up.
const MAX_AGE: TimeDelta = TimeDelta::days(5);
/// No letter is given up before this many tries, whatever its age: the server may have been switched
/// off for a week, or its clock may have jumped.
const MIN_TRIES: i64 = 10;
/// A letter that could not be rendered so often is quarantined.
const RENDERINGS: i64 = 3;
/// The longest pause between two tries of a letter, in minutes.
const LONGEST: i64 = 240;
/// The longest pause, in minutes, after a try when the relay was unavailable: shorter, since the pause
/// only has to end soon after the relay is back.
const LONGEST_UNAVAILABLE: i64 = 5;

/// What came of handing over some letters.
#[derive(Debug, Default)]
pub struct Handed {
    /// Letters that were sent, deferred or failed.
    pub work: Work,
    /// Letters that were tried while the relay was unavailable.
    pub held: Vec<LetterId>,
    /// Why the relay is unavailable, if it is.
    pub relay_unavailable: Option<String>,
    /// Whether the relay has refused to log us in.
    pub refused: bool,
    /// Whether the relay has taken a letter, or refused it for good.
    pub taken: bool,
    /// How many letters since then it has refused by a sending limit.
    pub limited: usize,
    /// Why a letter was deferred.
    pub trouble: Option<String>,
    /// Whether a letter has hung.
    pub hung: bool,
}

/// Which letters are to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Those to recipients on whom no try has hung.
    Normal,
    /// Those to recipients on whom a try has hung: they delay only each other.
    Hung,
}

/// A letter that is ready to be handed over.
struct Ready {
    row: LetterRow,
    recipient: String,
    raw: Vec<u8>,
}

impl Office {
    /// Sends all letters that are due, or stops at the first one for which the relay is unavailable.
    ///
    /// # Errors
    /// The store fails. A failed delivery is no error: it defers the letter.
    pub fn send(&mut self, store: &mut dyn Store, transport: &mut dyn Transport) -> Result<Work> {
        let mut work = Work::default();
        for lane in [Lane::Normal, Lane::Hung] {
            while let Some(done) = self.send_some(store, transport, lane, GROUP, &|| false)? {
                work.sent += done.work.sent;
                work.deferred += done.work.deferred;
                work.failed += done.work.failed;
                if done.relay_unavailable.is_some() {
                    return Ok(work);
                }
            }
        }
        Ok(work)
    }

    /// Sends some letters that are due, at most `most`, until `stop`; `None` if none is due.
    ///
    /// # Errors
    /// The store fails. A failed delivery is no error: it defers the letter.
    pub fn send_some(
        &mut self,
        store: &mut dyn Store,
        transport: &mut dyn Transport,
        lane: Lane,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Handed>> {
        let now = self.now();
        let claimed = store.claim_letters(&LetterClaim {
            owner: &self.owner,
            now: &stamp(now),
            max: most.min(GROUP),
            hung: lane == Lane::Hung,
        })?;
        if claimed.is_empty() {
            return Ok(None);
        }
        let mut ready = self.prepare(store, claimed)?;
        let tries: Vec<NewTry> = ready.iter().map(|ready| new_try(ready, now)).collect();
        // Some may have been dropped meanwhile.
        let waiting = store.begin_tries(&tries)?;
        ready.retain(|ready| waiting.contains(&ready.row.id));
        let in_hand = self.in_hand();
        in_hand.put(ready.iter().map(|ready| ready.row.id));
        let mut handed = Handed::default();
        let mut since: Option<Stopwatch> = None;
        for letter in ready {
            if !in_hand.begin(letter.row.id) {
                // Another thread has given it back, since the letter before took long.
                continue;
            }
            let ends = handed.relay_unavailable.is_some() || handed.limited >= LIMITED;
            if stop() || ends || handed.hung {
                // After one that hung, letters to the same recipient leave over the connection for such recipients.
                in_hand.end([LetterChange::GiveBack(letter.row.id)]);
                continue;
            }
            self.hand_over(store, transport, &letter, &mut handed)?;
            let since = since.get_or_insert_with(Stopwatch::start);
            if since.elapsed() > NOTE_WITHIN {
                self.note_handed(store, &in_hand)?;
                *since = Stopwatch::start();
            }
        }
        self.note_handed(store, &in_hand)?;
        Ok(Some(handed))
    }

    /// Renders the letters that were not rendered before. One that cannot be rendered is put off, and
    /// quarantined at the third time.
    fn prepare(&mut self, store: &mut dyn Store, claimed: Vec<LetterRow>) -> Result<Vec<Ready>> {
        let mut ready = Vec::new();
        let mut broken = Vec::new();
        let mut well = Vec::with_capacity(claimed.len());
        for row in claimed {
            // One whose rendering was begun before is claimed alone.
            let ends = if row.rendered { 0 } else { row.renderings - 1 };
            match self.fault(ends, || Task::Letter(row.id))? {
                Some(fault) => {
                    let why = format!("writing it ends the program: {fault}");
                    broken.push((row, why));
                }
                None => well.push(row),
            }
        }
        store.look(&mut |snapshot| {
            for row in &well {
                if row.rendered {
                    match snapshot.letter_bytes(row.id) {
                        Ok(Some(raw)) => ready.push(Ready {
                            row: row.clone(),
                            recipient: row.recipient.clone(),
                            raw,
                        }),
                        Ok(None) => broken.push((row.clone(), "its bytes are not kept".to_owned())),
                        // Other letters are not damaged.
                        Err(StoreError::Corrupt(why)) => broken.push((row.clone(), why)),
                        Err(trouble) => return Err(trouble.into()),
                    }
                    continue;
                }
                let render = || catch_unwind(AssertUnwindSafe(|| self.compose(snapshot, row)));
                let rendered = match &self.rendering {
                    Some(mark) => mark.during(row.id.0, render),
                    None => render(),
                };
                let composed = rendered
                    .unwrap_or_else(|panic| Err(anyhow!("panic: {}", panic_text(panic.as_ref()))));
                match composed {
                    Ok(Composed { recipient, raw }) => ready.push(Ready {
                        row: row.clone(),
                        recipient,
                        raw,
                    }),
                    Err(error) if store::is_trouble(&error) => return Err(error),
                    Err(error) => broken.push((row.clone(), format!("{error:#}"))),
                }
            }
            Ok(())
        })?;
        if !broken.is_empty() {
            let mut decision = self.decision();
            for (row, why) in broken {
                self.put_off(&mut decision, &row, &why);
            }
            store.commit(&[decision])?;
        }
        Ok(ready)
    }

    /// A letter that could not be rendered: it is tried again, or quarantined.
    fn put_off(&mut self, decision: &mut Decision, row: &LetterRow, why: &str) {
        let reason = technical(why);
        tracing::error!("letter o{} cannot be written: {reason}", row.id);
        if row.renderings < RENDERINGS && !row.rendered {
            let next_try = stamp(self.now() + pause(row.renderings, LONGEST));
            decision.letter_changes.push(LetterChange::Defer {
                letter: row.id,
                reason,
                next_try,
                hung: false,
            });
            return;
        }
        decision.letter_changes.push(LetterChange::Close {
            letter: row.id,
            status: LetterStatus::Quarantined,
            reason: Some(reason.clone()),
        });
        // If the umpire's letters cannot be written, a letter about it would not be either.
        if row.kind != LetterKind::Umpire {
            let letter = row.id;
            self.tell_umpire(decision, Report::LetterQuarantined { letter, reason });
        }
    }

    /// Hands one letter over, and keeps what came of it until it is stored ([`InHand`](crate::office::InHand)).
    fn hand_over(
        &mut self,
        store: &mut dyn Store,
        transport: &mut dyn Transport,
        letter: &Ready,
        handed: &mut Handed,
    ) -> Result<()> {
        let row = &letter.row;
        let sender = self
            .detailed(&self.secret.envelope_token(row.id.0))
            .unwrap_or_else(|| self.settings.address.clone())
            .to_string();
        let watch = Stopwatch::start();
        let delivery = transport.send(&Outgoing {
            sender: &sender,
            recipient: &letter.recipient,
            message_id: &message_id(&letter.raw),
            raw: &letter.raw,
        });
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
            tracing::error!("letter o{} to {} is given up", row.id, letter.recipient);
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
        self.note_handed(store, &self.in_hand())?;
        store::decide(store, |store| {
            let mut decision = self.decision();
            let refused = Undelivered { why, proven: true };
            let (row, recipient) = (&letter.row, &letter.recipient);
            self.draft(store, &mut decision)
                .address_failed(row, recipient, refused)?;
            Ok((decision, ()))
        })?;
        Ok(())
    }

    /// Makes these letters due now; for letters that waited because the relay was unavailable.
    ///
    /// # Errors
    /// The store fails.
    pub fn make_due(&self, store: &mut dyn Store, letters: &[LetterId]) -> Result<()> {
        let mut decision = self.decision();
        let changes = letters.iter().map(|letter| LetterChange::Due(*letter));
        decision.letter_changes.extend(changes);
        store.commit(&[decision])?;
        Ok(())
    }

    /// Makes all waiting letters due now: the clock was set back.
    ///
    /// # Errors
    /// The store fails.
    pub fn make_waiting_due(&self, store: &mut dyn Store) -> Result<usize> {
        let now = self.stamp();
        Ok(store.correct_next_tries(&now, &now)?)
    }

    /// Makes letters due now whose next try lies further ahead than the longest pause: the clock was
    /// ahead when it was written. Returns how many there were.
    ///
    /// # Errors
    /// The store fails.
    pub fn correct_next_tries(&self, store: &mut dyn Store) -> Result<usize> {
        let now = self.now();
        let latest = stamp(now + TimeDelta::minutes(LONGEST + 1));
        Ok(store.correct_next_tries(&latest, &stamp(now))?)
    }

    /// A letter as it would be sent now, for the umpire: the bytes that are kept, or the letter made
    /// anew. The second value: it was made anew.
    ///
    /// # Errors
    /// The store fails, or neither bytes nor data are kept.
    pub fn letter_text(
        &self,
        store: &dyn store::Snapshot,
        row: &LetterRow,
    ) -> Result<(Vec<u8>, bool)> {
        match store.letter_bytes(row.id)? {
            Some(raw) => Ok((raw, false)),
            None => Ok((self.compose(store, row)?.raw, true)),
        }
    }
}

fn new_try(ready: &Ready, now: DateTime<Utc>) -> NewTry {
    let fresh = !ready.row.rendered;
    NewTry {
        letter: ready.row.id,
        recipient: fresh.then(|| ready.recipient.clone()),
        rendered: fresh.then(|| ready.raw.clone()),
        next_try: stamp(now + pause(ready.row.tries + 1, LONGEST)),
    }
}

/// Logs one delivery in one line.
fn log(letter: &Ready, delivery: &Delivery, watch: Stopwatch) {
    let row = &letter.row;
    let game = row
        .about
        .map_or(String::new(), |about| format!("game #{}, ", about.game));
    let recipient = clean(&letter.recipient, 80);
    let what = format!("letter o{} to {recipient}: {game}{}", row.id, row.kind);
    let took = watch.elapsed().as_secs_f64() * 1000.0;
    let tries = row.tries + 1;
    let why = |why: &str| commands::without_plans(&keys::blanked(&clean(why, 200)));
    match delivery {
        Delivery::Sent => tracing::info!("{what}, sent ({took:.1} ms)"),
        Delivery::Deferred(reason) | Delivery::Hung(reason) | Delivery::Limited(reason) => {
            tracing::warn!(
                "{what}, delayed after try {tries}: {} ({took:.1} ms)",
                why(reason)
            );
        }
        Delivery::RelayUnavailable(reason) | Delivery::RelayRefuses(reason) => {
            tracing::debug!(
                "{what}, not taken at try {tries}: {} ({took:.1} ms)",
                why(reason)
            );
        }
        Delivery::Failed(reason) => {
            tracing::warn!("{what}, refused: {} ({took:.1} ms)", why(reason));
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
    // The umpire may have made it wait again.
    let since = letter.revived_at.as_ref().unwrap_or(&letter.created_at);
    letter.tries >= MIN_TRIES
        && DateTime::parse_from_rfc3339(since).is_ok_and(|written| now - written.to_utc() > MAX_AGE)
}
