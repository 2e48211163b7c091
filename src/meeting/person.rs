//! A player as a plain value: his name, his addresses, his leave; and what may change about him. What is asked of him
//! is decided in [`decide`].

mod decide;

pub use decide::{
    CODE_VALID, LeaveRefused, MOST_ADDRESSES, PersonConcluded, PersonFacts, PersonRefusal,
    PersonRequest, decide,
};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::time::leave::Leave;

/// A player with what he can change about himself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Person {
    /// His name.
    pub name: String,
    /// When he last changed it himself.
    pub named_at: Option<DateTime<Utc>>,
    /// His addresses of record, the one that letters go to first.
    pub addresses: Vec<String>,
    /// The main one among them.
    pub main: Option<String>,
    /// Addresses that wait for a confirmation, and since when.
    pub asked: Vec<(String, DateTime<Utc>)>,
    /// His leave, in order.
    pub leaves: Vec<Leave>,
}

/// What changes about a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PersonAct {
    /// He has this name.
    Rename(String),
    /// This address waits for a confirmation.
    Ask {
        /// It.
        address: String,
        /// Whether a code is sent to it.
        send: bool,
    },
    /// This address waits for a confirmation no more.
    Lapse(String),
    /// This address is the main one.
    Main(String),
    /// This address is his no more.
    Remove(String),
    /// He is on leave on these days.
    BookLeave(Leave),
    /// A leave ends earlier.
    CutLeave {
        /// As it was booked.
        leave: Leave,
        /// What is left of it; `None`: nothing.
        left: Option<Leave>,
    },
}

impl Person {
    /// He after what has changed.
    #[must_use]
    pub fn after(mut self, acts: &[PersonAct], now: DateTime<Utc>) -> Self {
        for act in acts {
            self.apply(act, now);
        }
        self
    }

    fn apply(&mut self, act: &PersonAct, now: DateTime<Utc>) {
        match act {
            PersonAct::Rename(name) => {
                name.clone_into(&mut self.name);
                self.named_at = Some(now);
            }
            PersonAct::Ask { address, .. } => {
                self.asked
                    .retain(|(one, _)| !one.eq_ignore_ascii_case(address));
                self.asked.push((address.clone(), now));
            }
            PersonAct::Lapse(address) => self.asked.retain(|(one, _)| one != address),
            PersonAct::Main(address) => {
                self.addresses
                    .retain(|one| !one.eq_ignore_ascii_case(address));
                self.addresses.insert(0, address.clone());
                self.main = Some(address.clone());
            }
            PersonAct::Remove(address) => {
                self.addresses
                    .retain(|one| !one.eq_ignore_ascii_case(address));
            }
            PersonAct::BookLeave(leave) => self.change_leave(None, Some(*leave)),
            PersonAct::CutLeave { leave, left } => self.change_leave(Some(*leave), *left),
        }
    }

    fn change_leave(&mut self, former: Option<Leave>, now: Option<Leave>) {
        self.leaves.retain(|leave| Some(*leave) != former);
        self.leaves.extend(now);
        self.leaves.sort_unstable();
    }

    /// The leave that is not over, in order: what a list shows.
    #[must_use]
    pub fn leaves_ahead(&self, now: DateTime<Utc>) -> Vec<Leave> {
        let leaves = self.leaves.iter().copied();
        leaves.filter(|leave| leave.span().to > now).collect()
    }
}
