//! What may follow the actions of a turn, kept while the position does not change: reading a mail
//! means to judge many texts in one position.

use std::cell::{Cell, RefCell};

use super::listing::next;
use super::ruleset::{Ruleset, State, Turn};

/// At most this many beginnings of turns are kept; it bounds the memory.
const KEPT: usize = 64;
/// Looking at what is kept counts as much as so many actions that have to be found.
const KNOWN: u64 = 5;

/// What may follow in one position, and how much was looked at.
pub struct Followers<R: Ruleset> {
    kept: RefCell<Vec<Known<R>>>,
    effort: Cell<u64>,
}

/// The beginning of a turn, and the actions that may follow it.
type Known<R> = (Turn<R>, Vec<<R as Ruleset>::Action>);

impl<R: Ruleset> Default for Followers<R> {
    fn default() -> Self {
        Self {
            kept: RefCell::default(),
            effort: Cell::new(0),
        }
    }
}

impl<R: Ruleset> Followers<R> {
    /// The actions that may follow those made. `state` is the same at every call.
    pub fn of(&self, ruleset: &R, state: &State<R>, made: &[R::Action]) -> Vec<R::Action> {
        let kept = self.kept.borrow();
        if let Some((_, actions)) = kept.iter().find(|(begun, _)| begun == made) {
            self.count(KNOWN);
            return actions.clone();
        }
        drop(kept);
        let actions = next(ruleset, state, made);
        // The actions made are made anew to find those that follow.
        self.count(KNOWN + (made.len() + actions.len()) as u64);
        let mut kept = self.kept.borrow_mut();
        if kept.len() < KEPT {
            kept.push((made.to_vec(), actions.clone()));
        }
        actions
    }

    /// Counts the reading of a text, which takes as long as looking at some actions.
    pub fn read(&self, text: &str) {
        self.count(2 + text.len() as u64 / 8);
    }

    /// How much was looked at, in actions: it grows with the time that judging texts takes.
    pub fn effort(&self) -> u64 {
        self.effort.get()
    }

    fn count(&self, more: u64) {
        self.effort.set(self.effort.get().saturating_add(more));
    }
}
