//! What is written of acts to the logs of challenges and of players.

use crate::ids::PlayerId;
use crate::meeting::log::{Entry, Logged};
use crate::meeting::person::{Person, PersonAct};
use crate::store::{NewAct, PlayerActs};

use crate::meeting::Challenge;
use crate::office::Draft;
use crate::office::close::challenge::Happened;

/// What has happened to a challenge; `new`: it was not stored before, nor written by this decision.
pub(super) fn of_challenge(before: &Challenge, new: bool, happened: &Happened<'_>) -> Vec<NewAct> {
    let begins = new.then(|| Entry::State(before.clone()));
    let acts = happened.acts.iter().cloned().map(Entry::Act);
    let entries = begins.into_iter().chain(acts);
    entries
        .map(|entry| written::<Challenge>(&entry, happened.by))
        .collect()
}

fn written<V: Logged>(entry: &Entry<V, V::Act>, by: &str) -> NewAct {
    NewAct {
        by: by.to_owned(),
        act: entry.to_json(),
    }
}

impl Draft<'_> {
    /// Writes acts to the log of a player. They say what the decision changes of players from
    /// `before` on.
    pub(super) fn log_person(
        &mut self,
        player: PlayerId,
        (acts, before): (&[PersonAct], usize),
        by: &str,
    ) {
        let acts = acts.iter().cloned().map(Entry::Act);
        let acts = acts.map(|act| written::<Person>(&act, by)).collect();
        let changes = self.decision.players.get(before..);
        let changes = changes.unwrap_or_default().to_vec();
        self.decision.player_acts.push(PlayerActs {
            player,
            acts,
            changes,
        });
    }
}
