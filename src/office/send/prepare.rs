//! Letters are made ready to be handed over.

use anyhow::{Context, Result, bail};

use crate::clock::Stopwatch;
use crate::letters::Report;
use crate::metrics::Work;
use crate::store::{
    self, Decision, LetterChange, LetterKind, LetterRow, LetterStatus, Snapshot, Store, StoreError,
};

use crate::office::apart::Task;
use crate::office::close::letters::technical;
use crate::office::judge::caught;
use crate::office::load::ahead;
use crate::office::marks::{RENDERING, during};
use crate::office::send::{LONGEST, Ready, pause};
use crate::office::{Office, stamp};

/// A letter that could not be rendered so often is quarantined.
const RENDERINGS: i64 = 3;

impl Office {
    /// Renders the letters that were not rendered before. One that cannot be rendered is put off, and
    /// quarantined at the third time.
    pub(super) fn prepare(
        &mut self,
        store: &mut dyn Store,
        claimed: Vec<LetterRow>,
    ) -> Result<Vec<Ready>> {
        let mut ready = Vec::new();
        let mut broken = Vec::new();
        let mut well = Vec::with_capacity(claimed.len());
        for row in claimed {
            // One whose rendering was begun before is claimed alone.
            let ends = if row.rendered { 0 } else { row.renderings - 1 };
            if let Some(fault) = self.fault(ends, || Task::Letter(row.id))? {
                broken.push((row, format!("writing it ends the program: {fault}")));
            } else {
                well.push(row);
            }
        }
        store.look(&mut |snapshot| {
            ahead::letters(snapshot, &well)?;
            for mut row in well.drain(..) {
                match self.composed(snapshot, &row) {
                    Ok((recipient, raw)) => {
                        row.recipient = recipient;
                        ready.push(Ready { row, raw });
                    }
                    Err(error) if store::is_trouble(&error) => return Err(error),
                    Err(error) => broken.push((row, format!("{error:#}"))),
                }
            }
            Ok(())
        })?;
        if !broken.is_empty() {
            let mut decision = self.decision();
            decision.claimant = Some(self.owner.clone());
            for (row, why) in broken {
                self.put_off(&mut decision, &row, &why);
            }
            store.commit(&[decision])?;
        }
        Ok(ready)
    }

    /// The recipient and the bytes that are kept of a letter, or those of one that is rendered now.
    fn composed(&self, store: &dyn Snapshot, row: &LetterRow) -> Result<(String, Vec<u8>)> {
        if row.rendered {
            let raw = match store.letter_bytes(row.id) {
                // Other letters are not damaged.
                Err(StoreError::Corrupt(why)) => bail!(why),
                kept => kept?.context("its bytes are not kept")?,
            };
            return Ok((row.recipient.clone(), raw));
        }
        let render = || caught(|| self.compose(store, row));
        let watch = Stopwatch::start();
        let rendered = during(self.marks.as_deref(), (RENDERING, row.id.0), render);
        self.metrics.took(Work::Rendering, watch.elapsed());
        rendered
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
}
