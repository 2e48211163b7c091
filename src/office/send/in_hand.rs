//! The letters that one office has claimed and is handing over. Other threads see them, and take over if
//! the present one hangs: neither the letters behind it nor the notes of those before it may wait for it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;

use crate::clock::Stopwatch;
use crate::ids::LetterId;
use crate::store::{LetterChange, Store};

use crate::office::Office;

/// The letters that one office has claimed, as far as what came of them is not stored.
#[derive(Debug, Default)]
pub struct InHand(Mutex<Hand>);

#[derive(Debug, Default)]
struct Hand {
    /// When the present hand-over began.
    present: Option<Stopwatch>,
    rest: Rest,
}

/// What of it others can do.
#[derive(Debug, Default)]
struct Rest {
    /// Letters whose hand-over has not begun.
    waiting: Vec<LetterId>,
    /// What came of those before, as far as it is not stored.
    noted: Vec<LetterChange>,
    /// Under which name they are claimed.
    claimant: Option<String>,
}

impl InHand {
    fn with<T>(&self, work: impl FnOnce(&mut Hand) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.with(|hand| hand.present.is_none() && hand.rest.is_empty())
    }

    /// Whether the present hand-over takes longer than `limit`, and others wait behind it.
    pub fn waits_longer(&self, limit: Duration) -> bool {
        self.with(|hand| {
            let long = hand.present.is_some_and(|begun| begun.elapsed() > limit);
            long && !hand.rest.is_empty()
        })
    }

    /// Adds letters that were claimed under this name.
    pub fn put(&self, claimant: &str, letters: impl Iterator<Item = LetterId>) {
        self.with(|hand| {
            hand.rest.claimant = Some(claimant.to_owned());
            hand.rest.waiting.extend(letters);
        });
    }

    /// Begins to hand over a letter; false if it is not there any more.
    pub fn begin(&self, letter: LetterId) -> bool {
        self.with(|hand| {
            let waiting = &mut hand.rest.waiting;
            let found = waiting.iter().position(|waits| *waits == letter);
            if let Some(at) = found {
                waiting.remove(at);
                hand.present = Some(Stopwatch::start());
            }
            found.is_some()
        })
    }

    /// Ends the present hand-over with what is to be stored about it.
    pub fn end(&self, noted: [LetterChange; 1]) {
        self.with(|hand| {
            hand.present = None;
            hand.rest.noted.extend(noted);
        });
    }

    /// What is to be stored, which the caller does.
    fn take_noted(&self) -> Vec<LetterChange> {
        self.with(|hand| std::mem::take(&mut hand.rest.noted))
    }

    /// Puts back what could not be stored.
    fn return_noted(&self, noted: Vec<LetterChange>) {
        self.with(|hand| hand.rest.noted.splice(0..0, noted).for_each(drop));
    }

    /// Takes everything but the letter that is being handed over.
    fn take_all(&self) -> Rest {
        self.with(|hand| std::mem::take(&mut hand.rest))
    }

    /// Puts back what [`InHand::take_all`] has taken, because it could not be stored.
    fn return_all(&self, rest: Rest) {
        self.with(|hand| {
            hand.rest.claimant = rest.claimant;
            hand.rest.waiting.extend(rest.waiting);
            hand.rest.noted.extend(rest.noted);
        });
    }

    /// Forgets them, after the store has failed.
    pub fn clear(&self) {
        self.with(|hand| *hand = Hand::default());
    }
}

impl Rest {
    fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.noted.is_empty()
    }

    /// The changes that note what was done, and give back what was not begun.
    fn changes(&self) -> Vec<LetterChange> {
        let back = self.waiting.iter().copied().map(LetterChange::GiveBack);
        self.noted.iter().cloned().chain(back).collect()
    }
}

impl Office {
    /// Writes what came of the letters that this office has handed over.
    pub(in crate::office) fn note_handed(&self, store: &mut dyn Store) -> Result<()> {
        let mut decision = self.decision();
        decision.claimant = Some(self.owner.clone());
        decision.letter_changes = self.in_hand.take_noted();
        if decision.letter_changes.is_empty() {
            return Ok(());
        }
        let written = store.commit(std::slice::from_ref(&decision));
        written.inspect_err(|_| self.in_hand.return_noted(decision.letter_changes))?;
        Ok(())
    }

    /// Relieves another office whose present letter takes long: what came of its letters is noted, and
    /// those that it has not begun are given back, so that others can send them.
    ///
    /// # Errors
    /// The store fails; the other office still has them then.
    pub fn relieve(&self, store: &mut dyn Store, other: &InHand) -> Result<()> {
        let taken = other.take_all();
        if taken.is_empty() {
            return Ok(());
        }
        let mut decision = self.decision();
        decision.claimant.clone_from(&taken.claimant);
        decision.letter_changes = taken.changes();
        let written = store.commit(&[decision]);
        written.inspect_err(|_| other.return_all(taken))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_handed_over_or_given_back_never_both() {
        let hand = InHand::default();
        hand.put("host 1", [1, 2, 3].map(LetterId).into_iter());
        assert!(hand.begin(LetterId(1)) && !hand.begin(LetterId(1)));
        std::thread::sleep(Duration::from_millis(2));
        assert!(hand.waits_longer(Duration::from_millis(1)));
        let taken = hand.take_all();
        assert_eq!(
            taken.changes(),
            [2, 3].map(|id| LetterChange::GiveBack(LetterId(id)))
        );
        assert!(!hand.begin(LetterId(2)) && !hand.waits_longer(Duration::ZERO));
        hand.return_all(taken);
        assert!(hand.begin(LetterId(2)));
        hand.end([LetterChange::Due(LetterId(2))]);
        assert_eq!(hand.take_noted(), [LetterChange::Due(LetterId(2))]);
        assert!(hand.begin(LetterId(3)) && !hand.is_empty());
        hand.clear();
        assert!(hand.is_empty());
    }
}
