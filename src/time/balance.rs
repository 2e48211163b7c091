//! The clock of one seat, between its turns and in them.

use serde::{Deserialize, Serialize};

use super::lengths::{DAY, Length};
use super::terms::{Control, Terms};

#[cfg(test)]
mod tests;

/// The most that a clock holds, whatever is credited: a hundred years. It keeps sums far from the
/// limits of `i64`.
const MOST: i64 = 36525 * DAY;

/// What one seat has left, in seconds. While a turn of the seat is open these are the values at its
/// beginning, with what was credited since; the charge is taken off when it is played
/// ([`Balance::settle`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Balance {
    /// The time on the clock.
    pub bank: i64,
    /// What is left of the grace of the game.
    pub grace: i64,
    /// Turns played under these terms, which count for `N/D`.
    pub played: u32,
    /// What was credited in the open turn; it makes `turn max` longer.
    pub credited: i64,
}

/// What a turn has made of a clock, in seconds. The bank after it is the bank before, less `taken`, plus
/// `gained`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// Taken from the bank.
    pub taken: i64,
    /// Taken from the grace: the charge above that at which the clock was at zero.
    pub grace_used: i64,
    /// The increment, or the new time of `D/move` and `N/D`. Negative where time that was credited
    /// under `D/move` is left: it is not saved up.
    pub gained: i64,
}

impl Balance {
    /// The clock at the beginning of a game.
    pub fn new(terms: &Terms) -> Self {
        Self {
            bank: fresh(terms),
            grace: terms.grace.map_or(0, Length::seconds),
            played: 0,
            credited: 0,
        }
    }

    /// The charge of the open turn at which the clock is at zero.
    pub fn zero(&self, terms: &Terms) -> i64 {
        let most = terms.turn_max.map(Length::seconds);
        let most = most.map_or(i64::MAX, |most| most.saturating_add(self.credited));
        self.bank.min(most).max(0)
    }

    /// The charge of the open turn at which the flag falls: at zero, when the grace is used up too.
    pub fn limit(&self, terms: &Terms) -> i64 {
        self.zero(terms).saturating_add(self.grace)
    }

    /// Takes off `charge` for a turn that was played, and adds what it brings. Grace is used for the
    /// charge above zero, as far as there is any; the same seconds are not taken from the bank too.
    ///
    /// A `planned` turn is played by the server: it costs nothing and brings no increment, but counts
    /// for `N/D`. `D/move` has D after every turn.
    pub fn settle(&mut self, terms: &Terms, charge: i64, planned: bool) -> Settled {
        let charge = if planned { 0 } else { charge.max(0) };
        let grace_used = (charge - self.zero(terms)).min(self.grace).max(0);
        let taken = (charge - grace_used).min(self.bank).max(0);
        self.grace -= grace_used;
        self.bank -= taken;
        self.played = self.played.saturating_add(1);
        self.credited = 0;
        let before = self.bank;
        self.bank = match terms.control {
            Control::PerMove { length } => length.seconds(),
            Control::Bank { .. } if planned => before,
            Control::Bank { increment, max, .. } => {
                let grown = before.saturating_add(increment.seconds());
                grown.min(most(max)).max(before)
            }
            Control::Turns { count, length } if self.played.is_multiple_of(count.max(1)) => {
                before.saturating_add(length.seconds()).min(MOST)
            }
            Control::Turns { .. } => before,
        };
        Settled {
            taken,
            grace_used,
            gained: self.bank.saturating_sub(before),
        }
    }

    /// Adds `seconds`, in the open turn if one is open: `charge` is what it is charged so far, and 0
    /// otherwise. What is then left on the clock is not above the `max` of the terms. Returns how much
    /// was added.
    pub fn credit(&mut self, terms: &Terms, charge: i64, seconds: i64) -> i64 {
        let left = self.bank.saturating_sub(charge.max(0)).max(0);
        let room = most(terms.max()) - left;
        let room = room.min(MOST.saturating_sub(self.bank)).max(0);
        let added = seconds.clamp(0, room);
        self.bank += added;
        self.credited = self.credited.saturating_add(added);
        added
    }

    /// The clock under `new` terms instead of `old` ones, between two turns: after an open turn was
    /// settled.
    ///
    /// The time left is kept, up to the `max` of the new terms. Under `D/move` nothing is saved up:
    /// from it the clock starts as in a new game, and to it the next turn has D. Grace that is left is
    /// kept up to the new one; where the old terms had none, the new one is there. Turns played count on
    /// only where N is the same.
    pub fn change(&mut self, old: &Terms, new: &Terms) {
        self.bank = match (old.control, new.control) {
            (_, Control::PerMove { .. }) | (Control::PerMove { .. }, _) => fresh(new),
            _ => self.bank.min(most(new.max())),
        };
        let grace = new.grace.map_or(0, Length::seconds);
        self.grace = match old.grace {
            Some(_) => self.grace.min(grace),
            None => grace,
        };
        let same = match (old.control, new.control) {
            (Control::Turns { count: old, .. }, Control::Turns { count: new, .. }) => old == new,
            _ => false,
        };
        if !same {
            self.played = 0;
        }
        self.credited = 0;
    }

    /// Takes back what an undone turn of this seat brought (`gained` of its [`Settled`]), and its count.
    /// What was charged stays charged.
    pub fn unplay(&mut self, terms: &Terms, gained: i64) {
        self.bank = match terms.control {
            Control::PerMove { length } => length.seconds(),
            Control::Bank { .. } | Control::Turns { .. } => {
                self.bank.saturating_sub(gained).clamp(0, MOST)
            }
        };
        self.played = self.played.saturating_sub(1);
        self.credited = 0;
    }

    /// Opens a turn again after it was undone: the mover has in the bank the `had` seconds that were
    /// left there when the turn was played, and at least a day, or one turn's time where that is less. Not
    /// above `max`, unless `had` is.
    pub fn take_back(&mut self, terms: &Terms, had: i64) {
        let least = terms.one_turn().seconds().min(DAY).min(most(terms.max()));
        self.bank = had.max(least).min(MOST);
        self.credited = 0;
    }
}

/// The time on a clock at the beginning of a game.
const fn fresh(terms: &Terms) -> i64 {
    match terms.control {
        Control::PerMove { length } | Control::Turns { length, .. } => length.seconds(),
        Control::Bank { bank, .. } => bank.seconds(),
    }
}

/// What a clock may hold, with `max` in its terms.
fn most(max: Option<Length>) -> i64 {
    max.map_or(MOST, Length::seconds)
}
