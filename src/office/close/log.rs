//! What is written of acts to the logs of challenges and of players.

use crate::ids::PlayerId;
use crate::meeting::log::{Entry, Logged};
use crate::meeting::person::{Person, PersonAct};
use crate::store::{NewAct, PlayerActs, PlayerRef};

use crate::meeting::Challenge;
use crate::office::Draft;
use crate::office::close::challenge::Happened;

/// What has happened to a challenge; `new`: it was not stored before, nor written by this decision.
pub(super) fn of_challenge(before: &Challenge, new: bool, happened: &Happened<'_>) -> Vec<NewAct> {
    let by = || happened.by.to_owned();
    let acts = written(before, new, happened.acts).into_iter();
    acts.map(|act| NewAct { by: by(), act }).collect()
}

/// Acts as they are stored; a new log begins with what there was before them.
pub(super) fn written<V: Logged>(before: &V, new: bool, acts: &[V::Act]) -> Vec<String> {
    let begins = new.then(|| Entry::State(before.clone()));
    let acts = acts.iter().cloned().map(Entry::Act);
    let entries = begins.into_iter().chain(acts);
    entries.map(|entry| entry.to_json()).collect()
}

impl Draft<'_> {
    /// Writes acts to the log of a player. They say what the decision changes of players and people
    /// from these numbers on.
    pub(super) fn log_person(
        &mut self,
        person: &Person,
        acts: &[PersonAct],
        (players, people): (usize, usize),
    ) {
        let new = person.id == PlayerId(0);
        let player = match self.decision.added().count().checked_sub(1) {
            Some(nth) if new => PlayerRef::New(nth),
            _ => PlayerRef::Known(person.id),
        };
        let (changes, of_people) = (&self.decision.players, &self.decision.people);
        self.decision.player_acts.push(PlayerActs {
            player,
            acts: written(person, new, acts),
            // No change may be left of leave that the same decision has booked and ends.
            changes: changes.get(players..).unwrap_or_default().to_vec(),
            people: of_people.get(people..).unwrap_or_default().to_vec(),
        });
    }
}
