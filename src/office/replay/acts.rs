//! Makes every challenge and every player anew from what has happened to them, and compares.

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::contests::Contest;
use crate::ids::{ChallengeId, PlayerId};
use crate::meeting::Challenge;
use crate::meeting::log::{self, StoredEntry};
use crate::meeting::person::Person;
use crate::office::load::{challenges, contests};
use crate::store::{self, ContestRow, LogOf, Snapshot, Store};

use super::Findings;

/// So many challenges are read at once.
const PAGE: usize = 200;

/// Compares all challenges, contests and players with their logs.
///
/// # Errors
/// The store fails.
pub fn compare(store: &mut dyn Store, findings: &mut Findings) -> Result<()> {
    let mut next = Some(ChallengeId(0));
    while let Some(after) = next {
        next = store::read(store, |store| {
            let rows = store.challenges(None, after, PAGE)?;
            for row in &rows {
                findings.challenges += 1;
                let found = of_challenge(store, row.id)?;
                findings.add(format!("challenge {}", row.id), found);
            }
            Ok(rows.last().map(|row| row.id))
        })?;
    }
    store::read(store, |store| {
        for row in store.contests(false)? {
            findings.contests += 1;
            let found = of_contest(store, &row)?;
            findings.add(format!("contest {}", row.id), found);
        }
        for player in store.players()? {
            findings.players += 1;
            let found = of_player(store, player.id)?;
            findings.add(format!("player {}", player.id), found);
        }
        Ok(())
    })
}

impl Findings {
    fn add(&mut self, of: String, (acts, difference): (usize, Option<String>)) {
        self.acts += acts;
        let difference = difference.map(|what| (of, what));
        self.act_differences.extend(difference);
    }
}

/// How many acts a challenge has, and what it is not that they lead to.
fn of_challenge(store: &dyn Snapshot, id: ChallengeId) -> Result<(usize, Option<String>)> {
    let stored = store.challenge(id)?.context("it was there")?;
    let entries = entries(store, LogOf::Challenge(id))?;
    let fields = challenges::value(stored).and_then(|stored| {
        let replayed = log::replay::<Challenge>(&entries)?;
        differing(&stored, &replayed)
    });
    Ok((entries.len(), described(fields)))
}

/// The same of a contest.
fn of_contest(store: &dyn Snapshot, row: &ContestRow) -> Result<(usize, Option<String>)> {
    let entries = entries(store, LogOf::Contest(row.id))?;
    let fields = contests::value(row).and_then(|stored| {
        let replayed = log::replay::<Contest>(&entries)?;
        differing(&stored, &replayed)
    });
    Ok((entries.len(), described(fields)))
}

/// How many acts a player has, and what they lead to that differs, as far as the store says, and the
/// value that the log begins with. In which order addresses are used depends on what could be
/// delivered, and is no part of that.
fn of_player(store: &dyn Snapshot, id: PlayerId) -> Result<(usize, Option<String>)> {
    let stored = store.player_state(id)?.context("the player was there")?;
    let entries = entries(store, LogOf::Player(id))?;
    let sorted = |mut person: Person| {
        person.addresses.sort();
        person.asked.sort();
        person
    };
    let replayed = || {
        let known: Map<String, Value> = serde_json::from_str(&stored)?;
        let stored: Person = serde_json::from_str(&stored)?;
        let replayed = log::replay::<Person>(&entries)?;
        let begun = log::begun(&entries);
        let fields = differing(&sorted(stored), &sorted(replayed))?.into_iter();
        let fields = fields.filter(|field| known.contains_key(field));
        Ok(fields.filter(|field| begun.contains(field)).collect())
    };
    Ok((entries.len(), described(replayed())))
}

fn entries(store: &dyn Snapshot, of: LogOf) -> Result<Vec<StoredEntry>> {
    let acts = store.acts(of)?.into_iter();
    let entries = acts.map(|row| StoredEntry {
        seq: row.seq,
        by: row.by(),
        at: row.at,
        json: row.act,
    });
    Ok(entries.collect())
}

/// The fields in which what is stored and what was replayed differ.
fn differing<T: Serialize>(stored: &T, replayed: &T) -> Result<Vec<String>> {
    let stored = serde_json::to_value(stored)?;
    let replayed = serde_json::to_value(replayed)?;
    let fields = stored.as_object().into_iter().flatten();
    let fields = fields.filter(|(field, value)| replayed.get(field) != Some(value));
    Ok(fields.map(|(field, _)| field.clone()).collect())
}

/// The values of fields that differ may be personal, and are not said.
fn described(fields: Result<Vec<String>>) -> Option<String> {
    match fields.map(|fields| fields.join(", ")) {
        Ok(none) if none.is_empty() => None,
        Ok(fields) => Some(format!("its acts lead to other values of {fields}")),
        Err(error) => Some(format!("{error:#}")),
    }
}
