//! A player as a plain value: the name, the addresses, the leave, whom the player blocks, whether
//! they are a member; and what may change about them. What the player wants is decided in
//! [`decide()`], what the umpire wants in [`rule()`].

mod decide;
mod rule;

pub use decide::{
    AskAgain, CODE_VALID, LeaveRefused, PersonConcluded, PersonFacts, PersonRefusal, PersonRequest,
    decide,
};
pub use rule::{PersonRuled, PersonRuling, PersonRulingRefusal, rule};

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::PlayerId;
use crate::status::Relation;
use crate::time::leave::Leave;

/// A player with what they or the umpire can change about them. By default: somebody who is none yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Person {
    /// The number of the player; 0: none yet.
    pub id: PlayerId,
    /// The name of the player.
    pub name: String,
    /// When they last changed it themselves.
    pub named_at: Option<DateTime<Utc>>,
    /// The addresses of record, the one that letters go to first.
    pub addresses: Vec<String>,
    /// The main one among them.
    pub main: Option<String>,
    /// Addresses that wait for a confirmation, and since when.
    pub asked: Vec<(String, DateTime<Utc>)>,
    /// Their leave, in order.
    pub leaves: Vec<Leave>,
    /// Whom they mute or block.
    pub relations: BTreeSet<(PlayerId, Relation)>,
    /// Whether they have left.
    pub left: bool,
    /// Whether the umpire has banned them.
    pub banned: bool,
    /// Whether their name and addresses are deleted.
    pub forgotten: bool,
}

/// What changes about a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PersonAct {
    /// Somebody becomes a player.
    Join {
        /// The name of the new player.
        name: String,
        /// The address of the new player.
        address: String,
    },
    /// The player is a member again, and has this name.
    Return(String),
    /// The player has chosen this name.
    Rename(String),
    /// The umpire has given the player this name.
    Named(String),
    /// This address waits for a confirmation.
    Ask {
        /// The address that waits.
        address: String,
        /// Whether a code is sent to it.
        send: bool,
    },
    /// This address no longer waits for a confirmation.
    Lapse(String),
    /// The player has confirmed this address.
    Confirm {
        /// The address that is confirmed.
        address: String,
        /// Whether it is the main one.
        main: bool,
    },
    /// The umpire has given the player this address.
    Assign {
        /// The address that the umpire gives.
        address: String,
        /// Whether it is the main one.
        main: bool,
    },
    /// This address is the main one.
    Main(String),
    /// This address is no longer the player's.
    Remove(String),
    /// The player is on leave on these days.
    BookLeave(Leave),
    /// A leave ends earlier.
    CutLeave {
        /// As it was booked.
        leave: Leave,
        /// What is left of it; `None`: nothing.
        left: Option<Leave>,
    },
    /// The player mutes or blocks somebody, or no longer does so.
    Relate {
        /// The player who is muted or blocked.
        other: PlayerId,
        /// Whether it is about muting or blocking.
        relation: Relation,
        /// `true`: from now on; `false`: no longer.
        on: bool,
    },
    /// The player is no longer a member.
    Depart,
    /// The name and the addresses of the player are deleted; this is in their place.
    Forget(String),
    /// The umpire bans the player, for this reason.
    Ban(String),
    /// The umpire lifts the ban.
    Unban,
    /// Everything of the player becomes that of another one.
    Merge(PlayerId),
    /// Everything of another player, who was this one, becomes theirs.
    Absorb(Box<Person>),
}

impl Person {
    /// The player after what has changed.
    #[must_use]
    pub fn after(mut self, acts: &[PersonAct], now: DateTime<Utc>) -> Self {
        for act in acts {
            self.apply(act, now);
        }
        self
    }

    pub(super) fn apply(&mut self, act: &PersonAct, now: DateTime<Utc>) {
        match act {
            PersonAct::Rename(name) => {
                name.clone_into(&mut self.name);
                self.named_at = Some(now);
            }
            PersonAct::Named(name) => name.clone_into(&mut self.name),
            PersonAct::Join { name, address } => {
                name.clone_into(&mut self.name);
                self.have(address, true);
            }
            PersonAct::Return(name) => {
                name.clone_into(&mut self.name);
                self.left = false;
            }
            PersonAct::Ask { address, .. } => {
                self.asked.retain(|(one, _)| !same(one, address));
                self.asked.push((address.clone(), now));
            }
            PersonAct::Lapse(address) => self.asked.retain(|(one, _)| !same(one, address)),
            PersonAct::Confirm { address, main } | PersonAct::Assign { address, main } => {
                self.have(address, *main);
            }
            PersonAct::Main(address) => self.have(address, true),
            PersonAct::Remove(address) => self.lose(address),
            PersonAct::BookLeave(leave) => self.change_leave(None, Some(*leave)),
            PersonAct::CutLeave { leave, left } => self.change_leave(Some(*leave), *left),
            PersonAct::Relate {
                other,
                relation,
                on,
            } => {
                let of = (*other, *relation);
                match on {
                    true => self.relations.insert(of),
                    false => self.relations.remove(&of),
                };
            }
            PersonAct::Depart => self.left = true,
            PersonAct::Forget(name) => {
                *self = Self {
                    id: self.id,
                    name: name.clone(),
                    leaves: std::mem::take(&mut self.leaves),
                    left: true,
                    banned: self.banned,
                    forgotten: true,
                    ..Self::default()
                }
            }
            PersonAct::Ban(_) => self.banned = true,
            PersonAct::Unban => self.banned = false,
            PersonAct::Merge(_) => {
                self.addresses.clear();
                self.main = None;
                self.asked.clear();
                self.leaves.clear();
                self.relations.clear();
            }
            PersonAct::Absorb(other) => self.absorb(other),
        }
    }

    /// An address becomes the player's, as the main one or not.
    fn have(&mut self, address: &str, main: bool) {
        self.lose(address);
        let at = if main { 0 } else { self.addresses.len() };
        self.addresses.insert(at, address.to_owned());
        if main {
            self.main = Some(address.to_owned());
        }
    }

    fn lose(&mut self, address: &str) {
        self.addresses.retain(|one| !same(one, address));
        self.main = self.main.take().filter(|one| !same(one, address));
    }

    fn absorb(&mut self, other: &Self) {
        self.addresses.extend(other.addresses.iter().cloned());
        for (address, at) in &other.asked {
            if !self.asked.iter().any(|(one, _)| same(one, address)) {
                self.asked.push((address.clone(), *at));
            }
        }
        for leave in &other.leaves {
            self.change_leave(None, Some(*leave));
        }
        self.relations.extend(&other.relations);
        self.relations.retain(|(whom, _)| *whom != other.id);
    }

    /// That another player becomes this one. Nobody mutes themselves.
    pub fn absorbing(&self, mut other: Self) -> PersonAct {
        other.relations.retain(|(whom, _)| *whom != self.id);
        PersonAct::Absorb(Box::new(other))
    }

    /// Whether the player is a member.
    pub const fn is_member(&self) -> bool {
        !self.left && !self.banned && !self.forgotten
    }

    /// The address that letters go to; empty: none.
    pub fn address(&self) -> &str {
        self.addresses.first().map_or("", String::as_str)
    }

    /// What the player is called once forgotten.
    fn nameless(&self) -> String {
        format!("player {}", self.id)
    }

    fn change_leave(&mut self, former: Option<Leave>, now: Option<Leave>) {
        self.leaves.retain(|leave| Some(*leave) != former);
        self.leaves.extend(now);
        self.leaves.sort_unstable();
    }

    /// The leave that is not over, in order: what a list shows.
    pub fn leaves_ahead(&self, now: DateTime<Utc>) -> Vec<Leave> {
        let leaves = self.leaves.iter().copied();
        leaves.filter(|leave| leave.span().to > now).collect()
    }
}

/// Whether two addresses are one.
pub fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}
