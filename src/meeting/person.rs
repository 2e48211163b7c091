//! A player as a plain value, as far as he changes himself by mail: his name and his addresses; and what is decided about
//! it. Nothing is read or written here.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::NameFault;

/// A name may be changed once in so long.
const NAME_KEPT: TimeDelta = TimeDelta::days(30);
/// A player has at most this many addresses.
pub const MOST_ADDRESSES: usize = 10;
/// At most this many codes are sent in a day for one player, and to one address.
const CODES_PER_DAY: usize = 3;
/// A code is valid for this long.
pub const CODE_VALID: TimeDelta = TimeDelta::days(7);

/// A player with his name and his addresses.
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
}

/// What a player wants to change about himself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonRequest {
    /// Another name, if it is possible.
    Rename(Result<String, NameFault>),
    /// One more address.
    AddAddress {
        /// It.
        address: String,
        /// Whether it is nobody's. If it is, no code is sent, and its new owner is told nothing else.
        free: bool,
        /// How many codes were sent to it within a day, whoever has asked for them.
        sent: usize,
    },
    /// One address less.
    RemoveAddress(String),
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
}

/// Why nothing changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonRefusal {
    /// He has changed his name lately; from here on he may again.
    NameTooSoon(DateTime<Utc>),
    /// Nobody may have this name, or somebody has it.
    Name(NameFault),
    /// He has too many addresses, or too many codes were sent.
    TooMany,
    /// A code was sent to this address already.
    SentBefore(String),
    /// This is no address of his.
    NotHis(String),
    /// He has no other address.
    Last,
}

/// Decides about one request.
///
/// # Errors
/// Why nothing changes.
pub fn decide(
    person: &Person,
    request: &PersonRequest,
    now: DateTime<Utc>,
) -> Result<Vec<PersonAct>, PersonRefusal> {
    match request {
        PersonRequest::Rename(name) => {
            let again = person.named_at.map(|at| at + NAME_KEPT);
            if let Some(again) = again.filter(|again| *again > now) {
                return Err(PersonRefusal::NameTooSoon(again));
            }
            let name = name.clone().map_err(PersonRefusal::Name)?;
            Ok(vec![PersonAct::Rename(name)])
        }
        PersonRequest::AddAddress {
            address,
            free,
            sent,
        } => add(person, (address, *free), *sent, now),
        PersonRequest::RemoveAddress(typed) => remove(person, typed),
    }
}

fn add(
    person: &Person,
    (address, free): (&str, bool),
    sent: usize,
    now: DateTime<Utc>,
) -> Result<Vec<PersonAct>, PersonRefusal> {
    if person.addresses.len() >= MOST_ADDRESSES {
        return Err(PersonRefusal::TooMany);
    }
    let asked = person.asked.iter();
    let today = asked
        .clone()
        .filter(|(_, at)| *at > now - TimeDelta::days(1));
    if today
        .clone()
        .any(|(one, _)| one.eq_ignore_ascii_case(address))
    {
        return Err(PersonRefusal::SentBefore(address.to_owned()));
    }
    if today.count() >= CODES_PER_DAY || sent >= CODES_PER_DAY {
        return Err(PersonRefusal::TooMany);
    }
    let over = asked.filter(|(_, at)| *at < now - CODE_VALID);
    let lapse = over.map(|(one, _)| PersonAct::Lapse(one.clone()));
    let (address, send) = (address.to_owned(), free);
    Ok(lapse.chain([PersonAct::Ask { address, send }]).collect())
}

/// Another one becomes the main one before.
fn remove(person: &Person, typed: &str) -> Result<Vec<PersonAct>, PersonRefusal> {
    let mut all = person.addresses.iter();
    let address = all.find(|one| one.eq_ignore_ascii_case(typed));
    let address = address.ok_or_else(|| PersonRefusal::NotHis(typed.to_owned()))?;
    let mut others = person.addresses.iter().filter(|one| *one != address);
    let next = others.next().ok_or(PersonRefusal::Last)?;
    let is_main = person
        .main
        .as_ref()
        .is_some_and(|main| main.eq_ignore_ascii_case(address));
    let main = is_main.then(|| PersonAct::Main(next.clone()));
    Ok(main
        .into_iter()
        .chain([PersonAct::Remove(address.clone())])
        .collect())
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
        }
    }
}

#[cfg(test)]
mod tests;
