//! The loop over the outbox. Letters are claimed, rendered if they were not before, and their tries are
//! counted; then they are handed over one after the other, and what came of it is noted.
//!
//! Claims, tries and notes of a few letters are written together, which saves most of the cost of the
//! database. A process that is killed leaves in doubt the letters that it has handed over within the last
//! moments (`NOTE_WITHIN`); they are sent again, as the same letters.
//!
//! | file | contents |
//! |---|---|
//! | `budget` | own budgets of sending |
//! | `prepare` | letters that were claimed are made ready |
//! | `hand_over` | one letter is handed over, and what came of it |
//! | `compose` | letters that leave: words, headers, bytes |
//! | `calendar` | deadlines as calendar entries |
//! | `in_hand` | the letters that one thread is handing over |

mod budget;
mod calendar;
mod compose;
mod hand_over;
pub(in crate::office) mod in_hand;
mod prepare;

use std::time::Duration;

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;

use crate::clock::Stopwatch;
use crate::ids::LetterId;
use crate::mail::transport::Transport;
use crate::store::{self, LetterChange, LetterClaim, LetterRow, NewTry, Store};

use crate::office::judge::Work;
use crate::office::{Office, stamp};

/// At most this many letters are claimed at once.
const GROUP: usize = 8;
/// What came of a letter is noted at the latest so long after it was handed over, if others follow.
const NOTE_WITHIN: Duration = Duration::from_millis(100);
/// After so many letters in a row that the relay has refused by a sending limit, the rest is not tried.
const LIMITED: usize = 2;
/// The longest pause between two tries of a letter, in minutes.
const LONGEST: i64 = 240;
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

/// What is used of a limit of sending at present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sending {
    /// What it limits: `a day`, `a minute`, `a day to gmail.com`.
    pub what: String,
    /// How many letters may be sent.
    pub most: i64,
    /// How many were sent, or tried.
    pub sent: i64,
    /// When it begins anew.
    pub until: String,
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
    /// Its row, with the address that its reader has now.
    row: LetterRow,
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
        // Before anything is claimed: what fails here leaves nothing behind.
        self.refresh(store)?;
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
        let claimed = self.within_budgets(store, claimed)?;
        let mut ready = self.prepare(store, claimed)?;
        let tries = ready.iter().map(|ready| self.new_try(ready, now));
        let tries: Vec<NewTry> = tries.collect();
        // Some may have been dropped meanwhile.
        let waiting = store.begin_tries(&tries)?;
        ready.retain(|ready| waiting.contains(&ready.row.id));
        let in_hand = self.in_hand();
        in_hand.put(&self.owner, ready.iter().map(|ready| ready.row.id));
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
                self.note_handed(store)?;
                *since = Stopwatch::start();
            }
        }
        self.note_handed(store)?;
        Ok(Some(handed))
    }

    fn new_try(&self, ready: &Ready, now: DateTime<Utc>) -> NewTry {
        let fresh = !ready.row.rendered;
        NewTry {
            letter: ready.row.id,
            claimed_by: Some(self.owner.clone()),
            recipient: fresh.then(|| ready.row.recipient.clone()),
            rendered: fresh.then(|| ready.raw.clone()),
            next_try: stamp(now + pause(ready.row.tries + 1, LONGEST)),
        }
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
            None => Ok((self.compose(store, row)?.1, true)),
        }
    }
}

/// The pause before the next try: 1 minute after the first try, doubled each time, at most `longest`
/// minutes.
fn pause(tries: i64, longest: i64) -> TimeDelta {
    let doublings = u32::try_from(tries.clamp(1, 9) - 1).unwrap_or(0);
    TimeDelta::minutes((1_i64 << doublings).min(longest))
}
