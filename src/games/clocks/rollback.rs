//! The umpire goes back to an earlier turn: the clocks are set back to what they were then.

use crate::time::{Balance, Terms};

use super::{After, Clocks};

/// Who has to play again a turn that was taken back by a rollback has at least so many seconds.
const LEAST: i64 = 24 * 60 * 60;

/// The clocks of all seats at a moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Stand {
    terms: Option<Terms>,
    next_terms: Option<Option<Terms>>,
    balances: Vec<Balance>,
}

impl Clocks {
    /// The clocks as they are now.
    pub(super) fn stand(&self) -> Stand {
        Stand {
            terms: self.terms,
            next_terms: self.next_terms,
            balances: self.balances.clone(),
        }
    }

    /// The clocks are set back to what they were when the turn that is open again was to be played.
    /// Its player has at least a day.
    pub(super) fn roll_back(&mut self, after: After) {
        let fallen = self.fallen.take();
        let kept = after.turns.checked_sub(self.skipped);
        let kept_turns = kept.unwrap_or(0).min(self.turns.len());
        let removed = self.turns.split_off(kept_turns);
        match (kept, removed.into_iter().next()) {
            // The game had no clocks then.
            (None, _) => {
                self.terms = None;
                self.next_terms = None;
                self.balances.clear();
            }
            (Some(_), Some(first)) => {
                self.terms = first.before.terms;
                self.next_terms = first.before.next_terms;
                self.balances = first.before.balances;
            }
            (Some(_), None) => {
                if let Some(fallen) = fallen
                    && let Some(balance) = self.balances.get_mut(fallen.seat.index())
                {
                    *balance = fallen.before;
                }
            }
        }
        if let Some(balance) = self.balances.get_mut(after.to_move.index()) {
            balance.bank = balance.bank.max(LEAST);
        }
    }
}
