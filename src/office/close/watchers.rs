//! Those who watch a game are told: turns and results, no words.

use anyhow::Result;

use crate::games::{Changes, EventKind, StoredGame};
use crate::ids::PlayerId;
use crate::letters::{Content, DigestSection};
use crate::store::{LetterKind, NewScope, PlayerRef, Snapshot, WatchChange};

use crate::office::Draft;

/// The events that a watcher gets a letter about.
const TOLD: [EventKind; 12] = [
    EventKind::Turn,
    EventKind::Resign,
    EventKind::Forfeit,
    EventKind::Claim,
    EventKind::Undo,
    EventKind::TakeBack,
    EventKind::Adjudicate,
    EventKind::Abort,
    EventKind::Flag,
    EventKind::Reopen,
    EventKind::Rollback,
    EventKind::Offer,
];

impl Draft<'_> {
    /// Tells those who watch a game what has happened in it.
    ///
    /// # Errors
    /// The store fails.
    pub fn tell_watchers(&mut self, stored: &StoredGame, changes: &Changes) -> Result<()> {
        let seen = changes.kinds().any(|kind| {
            TOLD.iter().any(|told| told.as_str() == kind)
                && (kind != EventKind::Offer.as_str() || !stored.is_on())
        });
        if !seen {
            return Ok(());
        }
        let game = stored.row.id;
        let first = stored.seq - changes.count() + 1;
        let watchers = self.store.watchers(game)?;
        for player in watchers.iter().copied() {
            if stored.row.private && is_blocked(self.store, stored, player)? {
                continue;
            }
            let reader = self.store.player(player)?;
            let Some(reader) = reader.filter(|reader| reader.membership.is_member()) else {
                continue;
            };
            let chosen = (reader.settings.as_deref(), &reader.times);
            if self.waits_for_digest(stored, (player, None), chosen, first) {
                continue;
            }
            let section = DigestSection {
                game,
                seat: None,
                first,
                after: stored.seq,
            };
            let content = Content::Watch { player, section };
            let scope = NewScope::Player(PlayerRef::Known(player));
            let token = self.office.new_token(scope);
            let to = &reader.address;
            self.post_to(LetterKind::Watch, to, None, Some(token), content);
        }
        if !stored.is_on() && !watchers.is_empty() {
            self.decision.watches.push(WatchChange::EndOfGame(game));
        }
        Ok(())
    }
}

/// Whether a player of a game blocks the watcher, and so no longer agrees that they watch it.
fn is_blocked(store: &dyn Snapshot, stored: &StoredGame, watcher: PlayerId) -> Result<bool> {
    for row in &stored.seats {
        if store.is_blocked(row.player, watcher)? {
            return Ok(true);
        }
    }
    Ok(false)
}
