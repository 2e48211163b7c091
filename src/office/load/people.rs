//! Players, of the rows in which they are stored.

use anyhow::Result;
use chrono::{DateTime, Utc};

use crate::games::instant;
use crate::ids::PlayerId;
use crate::meeting::person::Person;
use crate::store::{LeaveRow, PlayerRow, Snapshot};
use crate::time::account::Span;
use crate::time::leave::Leave;

use crate::office::{Draft, MailSession};

impl Draft<'_> {
    /// A stored player as a value.
    ///
    /// # Errors
    /// The store fails.
    pub fn person(&self, player: &PlayerRow) -> Result<Person> {
        let rows = self.store.address_rows(player.id)?;
        let main = rows.iter().find(|row| row.main);
        let asked = self.store.confirmations_of(player.id)?.into_iter();
        let asked = asked.filter_map(|row| Some((row.address, at(&row.created_at)?)));
        let leaves = self.store.leaves(player.id, "")?.into_iter();
        let relations = self.store.relations(player.id)?.into_iter();
        let of = &player.membership;
        Ok(Person {
            id: player.id,
            name: player.name.clone(),
            named_at: of.named_at.as_deref().and_then(at),
            main: main.map(|row| row.address.clone()),
            addresses: rows.into_iter().map(|row| row.address).collect(),
            asked: asked.collect(),
            leaves: leaves.filter_map(leave).collect(),
            relations: relations.map(|row| (row.other, row.relation)).collect(),
            left: of.left_at.is_some(),
            banned: of.banned_at.is_some(),
            forgotten: of.forgotten_at.is_some(),
        })
    }
}

impl MailSession<'_> {
    /// The author as the lines so far have changed them.
    ///
    /// # Errors
    /// The store fails.
    pub fn oneself(&self) -> Result<Person> {
        let stored = self.draft.person(&self.player)?;
        Ok(stored.after(&self.changed, self.draft.office.now()))
    }
}

/// Whether a player hides the words of another one.
///
/// # Errors
/// The store fails.
pub fn hides(store: &dyn Snapshot, reader: PlayerId, author: PlayerId) -> Result<bool> {
    Ok(store.is_muted(reader, author)? || store.is_blocked(reader, author)?)
}

fn leave(row: LeaveRow) -> Option<Leave> {
    Leave::of_span(Span::new(at(&row.from_at)?, at(&row.to_at)?))
}

fn at(text: &str) -> Option<DateTime<Utc>> {
    instant(text).ok()
}
