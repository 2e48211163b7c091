//! The logs of challenges and of players: the form in which an act is stored, and the value that
//! all acts of a log lead to.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail, ensure};
use chrono::DateTime;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::person::{Person, PersonAct};
use super::{Challenge, ChallengeAct};

/// A value that acts change.
pub trait Logged: Clone + Serialize + DeserializeOwned {
    /// What happens to it.
    type Act: Clone + Serialize + DeserializeOwned;

    /// Changes it as an act does that was decided at this time, and by whom.
    fn apply(&mut self, act: &Self::Act, at: &str, by: &str);
}

impl Logged for Challenge {
    type Act = ChallengeAct;

    fn apply(&mut self, act: &ChallengeAct, at: &str, by: &str) {
        Challenge::apply(self, act, at, by);
    }
}

impl Logged for Person {
    type Act = PersonAct;

    fn apply(&mut self, act: &PersonAct, at: &str, _: &str) {
        // A time that cannot be read leaves a value that differs from what is stored.
        if let Ok(at) = DateTime::parse_from_rfc3339(at) {
            self.apply(act, at.to_utc());
        }
    }
}

/// An entry of a log. Its name has the version of what is in it: an entry of another form gets a
/// name of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry<V, A> {
    /// What it was when its log was begun: nothing is known of before.
    #[serde(rename = "taken-over-1")]
    TakenOver(V),
    /// What it is at the beginning, or after something that was no act.
    #[serde(rename = "state-1")]
    State(V),
    /// Something has happened: the value changes as this act says.
    #[serde(rename = "act-1")]
    Act(A),
    /// What was here is forgotten.
    #[serde(rename = "forgotten-1")]
    Forgotten,
}

impl<V: Logged> Entry<V, V::Act> {
    /// As it is stored. It cannot fail: every key is a string.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// An entry as the store has it, before its JSON is read.
#[derive(Clone, Debug)]
pub struct StoredEntry {
    /// Its position, from 1.
    pub seq: i64,
    /// When it was decided.
    pub at: String,
    /// By whom: the umpire, the time, or the mail (`i12`).
    pub by: String,
    /// An [`Entry`] as JSON.
    pub json: String,
}

/// What the entries of a log lead to.
///
/// # Errors
/// One is missing or cannot be read, or nothing says what they begin with.
pub fn replay<V: Logged>(entries: &[StoredEntry]) -> Result<V> {
    let mut value: Option<V> = None;
    for (entry, expected) in entries.iter().zip(1..) {
        let seq = entry.seq;
        ensure!(seq == expected, "act {expected} is missing");
        let read: Entry<V, V::Act> =
            serde_json::from_str(&entry.json).with_context(|| format!("act {seq}"))?;
        match (read, &mut value) {
            (Entry::TakenOver(now) | Entry::State(now), value) => *value = Some(now),
            (Entry::Act(act), Some(value)) => value.apply(&act, &entry.at, &entry.by),
            (Entry::Act(_), None) => bail!("act {seq} has nothing that it changes"),
            // What follows was forgotten, too, or says what it is then.
            (Entry::Forgotten, value) => *value = None,
        }
    }
    value.context("there is no act")
}

/// The fields of the value that what is replayed begins with: of others the log knows nothing.
pub fn begun(entries: &[StoredEntry]) -> BTreeSet<String> {
    let fields = |entry: &StoredEntry| match serde_json::from_str(&entry.json) {
        Ok(Entry::<BTreeMap<String, Value>, Value>::TakenOver(all) | Entry::State(all)) => {
            Some(all)
        }
        _ => None,
    };
    let newest = entries.iter().rev().find_map(fields);
    newest.unwrap_or_default().into_keys().collect()
}

#[cfg(test)]
mod tests;
