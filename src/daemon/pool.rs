//! What the threads that send letters share: which of them reach the relay, which letters wait for it,
//! and who relieves whom.
//!
//! A recipient on whom the way out hangs costs one connection one time limit. The letters that this
//! thread has in hand besides are given back meanwhile, so that the others send them; from then on
//! letters are claimed one by one for a while, so that nothing waits behind the next one that hangs.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;

use crate::clock::Stopwatch;
use crate::office::send::Handed;
use crate::office::{InHand, Office};
use crate::store::{LetterId, Store};

/// A letter that takes longer than this may be one that hangs.
pub(super) const SLOW: Duration = Duration::from_secs(1);
/// Letters are claimed one by one for so long after one that was slow.
const CAREFUL: Duration = Duration::from_secs(120);
/// As many letters as an office claims at once.
const MANY: usize = usize::MAX;

/// The threads that send letters.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    in_hand: Arc<[Arc<InHand>]>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    /// Of each member: whether its last letter has reached the relay. Members beyond the list do not
    /// count: their last letter may be long ago.
    reaches: Vec<bool>,
    /// Letters that were tried while no member reached the relay.
    held: Vec<LetterId>,
    /// Since the last letter that was slow.
    slow: Option<Stopwatch>,
    /// How often the relay has become available again.
    recoveries: usize,
}

/// What a member has to do after handing letters over.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Next {
    /// These letters are to be made due.
    pub due: Vec<LetterId>,
    /// Why letters cannot leave at all.
    pub unavailable: Option<String>,
    /// Whether this member alone cannot send, and is to rest.
    pub rest: bool,
}

impl Pool {
    /// A pool of these offices, of which the first `normal` send to recipients on whom nothing has hung.
    pub fn new(in_hand: Vec<Arc<InHand>>, normal: usize) -> Self {
        Self {
            in_hand: in_hand.into(),
            state: Arc::new(Mutex::new(State {
                reaches: vec![false; normal],
                held: Vec::new(),
                slow: None,
                recoveries: 0,
            })),
        }
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How many letters a member may claim: one as a probe, if its last one has not reached the relay.
    pub fn most(&self, member: usize) -> usize {
        self.with(|state| {
            let careful = state.slow.is_some_and(|slow| slow.elapsed() < CAREFUL);
            let reaches = state.reaches.get(member).copied().unwrap_or(false);
            if reaches && !careful { MANY } else { 1 }
        })
    }

    /// How often the relay has become available again: a pause that began before the last time is over.
    pub fn recoveries(&self) -> usize {
        self.with(|state| state.recoveries)
    }

    /// Takes in what came of handing letters over.
    pub fn note(&self, member: usize, handed: &Handed) -> Next {
        self.with(|state| {
            if handed.hung {
                state.slow = Some(Stopwatch::start());
            }
            let reached = handed.relay_unavailable.is_none();
            if let Some(reaches) = state.reaches.get_mut(member) {
                *reaches = reached;
            }
            let Some(why) = &handed.relay_unavailable else {
                let due = std::mem::take(&mut state.held);
                state.recoveries += usize::from(!due.is_empty());
                return Next {
                    due,
                    ..Next::default()
                };
            };
            if state.reaches.contains(&true) {
                // A host that allows fewer connections refuses those beyond.
                return Next {
                    due: handed.held.clone(),
                    rest: true,
                    ..Next::default()
                };
            }
            state.held.extend(&handed.held);
            Next {
                unavailable: Some(why.clone()),
                rest: true,
                ..Next::default()
            }
        })
    }

    /// A letter to try after a pause, although its own pause may be longer.
    pub fn probe(&self) -> Option<LetterId> {
        self.with(|state| (!state.held.is_empty()).then(|| state.held.remove(0)))
    }

    /// Whether a member has letters in hand.
    pub fn is_busy(&self) -> bool {
        self.in_hand.iter().any(|hand| !hand.is_empty())
    }

    /// Relieves the members whose present letter takes longer than `limit`; whether there were any.
    ///
    /// # Errors
    /// The store fails.
    pub fn relieve(&self, office: &Office, store: &mut dyn Store, limit: Duration) -> Result<bool> {
        let mut found = false;
        for hand in self.in_hand.iter().filter(|hand| hand.waits_longer(limit)) {
            self.with(|state| state.slow = Some(Stopwatch::start()));
            office.relieve(store, hand)?;
            found = true;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unavailable(letter: i64) -> Handed {
        Handed {
            held: vec![LetterId(letter)],
            relay_unavailable: Some("nobody answers".to_owned()),
            ..Handed::default()
        }
    }

    fn pool() -> Pool {
        Pool::new(vec![Arc::default(), Arc::default(), Arc::default()], 2)
    }

    #[test]
    fn the_first_letter_of_each_member_is_a_probe() {
        let pool = pool();
        assert_eq!((pool.most(0), pool.most(1), pool.most(2)), (1, 1, 1));
        pool.note(0, &Handed::default());
        assert_eq!((pool.most(0), pool.most(1)), (MANY, 1));
    }

    #[test]
    fn a_relay_that_no_member_reaches_holds_letters_until_one_does() {
        let pool = pool();
        let next = pool.note(0, &unavailable(1));
        assert_eq!(next.unavailable.as_deref(), Some("nobody answers"));
        assert!(next.rest && next.due.is_empty());
        pool.note(1, &unavailable(2));
        assert_eq!((pool.probe(), pool.recoveries()), (Some(LetterId(1)), 0));
        let next = pool.note(0, &Handed::default());
        assert_eq!((next.due, next.rest), (vec![LetterId(2)], false));
        assert_eq!((pool.probe(), pool.recoveries()), (None, 1));
    }

    #[test]
    fn a_refused_connection_rests_alone() {
        let pool = pool();
        pool.note(0, &Handed::default());
        let next = pool.note(1, &unavailable(1));
        assert_eq!((next.due, next.unavailable), (vec![LetterId(1)], None));
        assert!(next.rest);
        assert_eq!((pool.most(0), pool.most(1)), (MANY, 1));
        // The member beyond the list counts for nothing.
        pool.note(2, &Handed::default());
        assert!(pool.note(0, &unavailable(2)).unavailable.is_some());
    }

    #[test]
    fn after_a_letter_that_hung_letters_are_claimed_one_by_one() {
        let pool = pool();
        let hung = Handed {
            hung: true,
            ..Handed::default()
        };
        pool.note(0, &Handed::default());
        pool.note(1, &hung);
        assert_eq!((pool.most(0), pool.most(1)), (1, 1));
    }
}
