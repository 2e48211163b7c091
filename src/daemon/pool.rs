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
use crate::ids::LetterId;
use crate::mail::refusal::Credentials;
use crate::office::send::Handed;
use crate::office::{InHand, Office};
use crate::store::Store;

use super::refused::Refused;

/// A letter that takes longer than this may be one that hangs.
pub(super) const SLOW: Duration = Duration::from_secs(1);
/// Letters are claimed one by one for so long after one that was slow.
const CAREFUL: Duration = Duration::from_secs(120);
/// After so many letters in a row that were refused by a sending limit, all wait: one alone may concern
/// its recipient.
const LIMITED: usize = 2;
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
    /// How many letters in a row were refused by a sending limit.
    limited: usize,
    /// The relay refuses to work for us, and is left alone.
    refused: Option<Refused>,
}

/// Whether a member may send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum May {
    Send,
    /// One letter, to see whether the relay still refuses.
    Probe,
    /// The relay has refused to work for us, and is left alone.
    Wait,
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
    /// The relay refuses to work for us, and is left alone for so long.
    pub refused: Option<Duration>,
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
                limited: 0,
                refused: None,
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
            let refused = state.refused.is_some() || state.limited > 0;
            if reaches && !careful && !refused {
                MANY
            } else {
                1
            }
        })
    }

    /// Whether a member may send, given what a login depends on now.
    pub fn may_send(&self, member: usize, credentials: Option<&Credentials>) -> May {
        self.with(|state| match &mut state.refused {
            None => May::Send,
            // Its connection is open since before the refusal.
            Some(_) if state.reaches.get(member) == Some(&true) => May::Send,
            Some(refused) => match refused.may_try(member, credentials) {
                true => May::Probe,
                false => May::Wait,
            },
        })
    }

    /// Whether the relay has refused to work for us, and is left alone.
    pub fn rests(&self) -> bool {
        self.with(|state| state.refused.is_some())
    }

    /// The umpire wants letters to be tried at once.
    pub fn retry(&self) {
        self.with(|state| (state.refused, state.limited) = (None, 0));
    }

    /// A member that might have sent had nothing to send.
    pub fn nothing_sent(&self, member: usize) {
        self.with(|state| {
            if let Some(refused) = &mut state.refused {
                refused.not_tried(member);
            }
        });
    }

    /// How often the relay has become available again: a pause that began before the last time is over.
    pub fn recoveries(&self) -> usize {
        self.with(|state| state.recoveries)
    }

    /// Takes in what came of handing letters over, with what a login depends on now.
    pub fn note(&self, member: usize, handed: &Handed, credentials: Option<Credentials>) -> Next {
        self.with(|state| {
            if handed.hung {
                state.slow = Some(Stopwatch::start());
            }
            if let Some(refused) = &mut state.refused {
                refused.not_tried(member);
            }
            let before = if handed.taken { 0 } else { state.limited };
            state.limited = before + handed.limited;
            let reached = handed.relay_unavailable.is_none();
            if let Some(reaches) = state.reaches.get_mut(member) {
                *reaches = reached;
            }
            let is_limited = handed.limited > 0 && state.limited >= LIMITED;
            let refused = (is_limited || handed.refused).then(|| {
                let refused = Refused::after(state.refused.as_ref(), credentials);
                state.refused.insert(refused).length()
            });
            if is_limited {
                state.reaches.fill(false);
            }
            let mut next = Next {
                rest: true,
                ..Next::default()
            };
            match &handed.relay_unavailable {
                _ if is_limited => {
                    (next.unavailable, next.refused) = (handed.trouble.clone(), refused)
                }
                None => {
                    if handed.limited == 0 {
                        state.refused = None;
                    }
                    next.due = std::mem::take(&mut state.held);
                    state.recoveries += usize::from(!next.due.is_empty());
                    next.rest = false;
                }
                // A host that allows fewer connections refuses those beyond.
                Some(_) if state.reaches.contains(&true) => next.due.clone_from(&handed.held),
                Some(why) => {
                    state.held.extend(&handed.held);
                    (next.unavailable, next.refused) = (Some(why.clone()), refused);
                }
            }
            next
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
        pool.note(0, &Handed::default(), None);
        assert_eq!((pool.most(0), pool.most(1)), (MANY, 1));
    }

    #[test]
    fn a_relay_that_no_member_reaches_holds_letters_until_one_does() {
        let pool = pool();
        let next = pool.note(0, &unavailable(1), None);
        assert_eq!(next.unavailable.as_deref(), Some("nobody answers"));
        assert!(next.rest && next.due.is_empty());
        pool.note(1, &unavailable(2), None);
        assert_eq!((pool.probe(), pool.recoveries()), (Some(LetterId(1)), 0));
        let next = pool.note(0, &Handed::default(), None);
        assert_eq!((next.due, next.rest), (vec![LetterId(2)], false));
        assert_eq!((pool.probe(), pool.recoveries()), (None, 1));
    }

    #[test]
    fn a_refused_connection_rests_alone() {
        let pool = pool();
        pool.note(0, &Handed::default(), None);
        let next = pool.note(1, &unavailable(1), None);
        assert_eq!((next.due, next.unavailable), (vec![LetterId(1)], None));
        assert!(next.rest);
        assert_eq!((pool.most(0), pool.most(1)), (MANY, 1));
        // The member beyond the list counts for nothing.
        pool.note(2, &Handed::default(), None);
        assert!(pool.note(0, &unavailable(2), None).unavailable.is_some());
    }

    #[test]
    fn after_a_letter_that_hung_letters_are_claimed_one_by_one() {
        let pool = pool();
        let hung = Handed {
            hung: true,
            ..Handed::default()
        };
        pool.note(0, &Handed::default(), None);
        pool.note(1, &hung, None);
        assert_eq!((pool.most(0), pool.most(1)), (1, 1));
    }

    #[test]
    fn a_refused_login_is_left_alone_by_all() {
        let pool = pool();
        let refused = Handed {
            refused: true,
            ..unavailable(1)
        };
        assert_eq!(pool.may_send(0, None), May::Send);
        let next = pool.note(0, &refused, None);
        assert!(next.rest && next.refused.is_some() && next.unavailable.is_some());
        for member in 0..3 {
            assert_eq!(pool.may_send(member, None), May::Wait, "{member}");
        }
        // With another password one of them tries, and then all send.
        let other = Some(Credentials::default());
        assert_eq!(pool.may_send(1, other.as_ref()), May::Probe);
        assert_eq!(pool.may_send(0, other.as_ref()), May::Wait);
        pool.nothing_sent(1);
        assert_eq!(pool.may_send(0, other.as_ref()), May::Probe);
        let next = pool.note(0, &Handed::default(), other.clone());
        assert_eq!((next.due, next.refused), (vec![LetterId(1)], None));
        assert_eq!(pool.may_send(2, other.as_ref()), May::Send);
    }

    #[test]
    fn a_connection_that_is_open_is_used_while_others_are_refused() {
        let pool = pool();
        pool.note(0, &Handed::default(), None);
        let refused = Handed {
            refused: true,
            ..unavailable(1)
        };
        let next = pool.note(1, &refused, None);
        assert_eq!((next.due, next.rest), (vec![LetterId(1)], true));
        assert_eq!(pool.may_send(0, None), May::Send);
        assert_eq!(pool.may_send(1, None), May::Wait);
    }

    #[test]
    fn two_letters_beyond_a_limit_stop_all_and_one_does_not() {
        let limited = Handed {
            limited: 1,
            trouble: Some("letter o1: 550 5.4.5".to_owned()),
            ..Handed::default()
        };
        let taken = Handed {
            taken: true,
            ..Handed::default()
        };
        let pool = pool();
        pool.note(0, &taken, None);
        assert!(!pool.note(0, &limited, None).rest);
        pool.note(0, &taken, None);
        assert!(!pool.note(1, &limited, None).rest);
        let next = pool.note(0, &limited, None);
        assert!(next.rest && next.refused.is_some());
        assert_eq!(next.unavailable.as_deref(), Some("letter o1: 550 5.4.5"));
        assert_eq!(pool.may_send(0, None), May::Wait);
        assert_eq!(pool.may_send(1, None), May::Wait);
    }
}
