//! A decision that is being made.

use anyhow::Result;

use crate::letters::Report;
use crate::store::{self, Committed, Decision, Snapshot, Store};

use crate::office::Office;

/// A decision that is being made: by whom, from what, and what is to be written so far.
pub struct Draft<'a> {
    /// The settings, chance, the clock.
    pub office: &'a mut Office,
    /// What is stored, as one view that does not change while the decision is made.
    pub store: &'a dyn Snapshot,
    /// What is to be written.
    pub decision: &'a mut Decision,
    /// The language in which somebody writes who is no member, and whose mail this is about. Letters to them and, once
    /// they are a player, their choice of a language follow it.
    pub language: Option<String>,
}

impl Office {
    /// Goes on with a decision.
    pub(in crate::office) fn draft<'a>(
        &'a mut self,
        store: &'a dyn Snapshot,
        decision: &'a mut Decision,
    ) -> Draft<'a> {
        Draft {
            office: self,
            store,
            decision,
            language: None,
        }
    }

    /// Makes a decision.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn drafted<T>(
        &mut self,
        store: &dyn Snapshot,
        make: impl FnOnce(&mut Draft<'_>) -> Result<T>,
    ) -> Result<(Decision, T)> {
        let mut decision = self.decision();
        let made = make(&mut self.draft(store, &mut decision))?;
        Ok((decision, made))
    }

    /// Makes a decision and writes it. If others change meanwhile what it is about, it is made again.
    ///
    /// # Errors
    /// It cannot be made, or the store fails.
    pub fn decided<T>(
        &mut self,
        store: &mut dyn Store,
        mut make: impl FnMut(&mut Draft<'_>) -> Result<T>,
    ) -> Result<(Committed, T)> {
        store::decide(store, |store| self.drafted(store, &mut make))
    }
}

impl Draft<'_> {
    /// Tells the umpire something; see [`Office::tell_umpire`].
    pub(in crate::office) fn tell_umpire(&mut self, report: Report) -> bool {
        self.office.tell_umpire(self.decision, report)
    }
}
