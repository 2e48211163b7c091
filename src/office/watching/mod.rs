//! Games that players watch: turns and results of others, no words.

mod consent;

use anyhow::Result;

use crate::commands;
use crate::games::{Changes, EventKind, StoredGame};
use crate::ids::{GameId, PlayerId};
use crate::letters::{Content, DigestSection, PlayerSettings, WatchNote};
use crate::status::GameStatus;
use crate::store::{Decision, DigestRow, LetterKind, NewScope, Snapshot, WatchChange};

use super::session::MailSession;
use super::{Office, digests, stamp};

/// At most this many players watch a game.
const MOST_WATCHERS: usize = 20;
/// At most this many games a player watches.
const MOST_WATCHED: usize = 50;

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

impl Office {
    /// The author of a mail wants to watch a game.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn watch(
        &mut self,
        session: &mut MailSession<'_>,
        game: GameId,
    ) -> Result<WatchNote> {
        let (store, player) = (session.store, session.player.id);
        let watched = session.watched()?;
        if watched.contains(&game) {
            return Ok(WatchNote::Already(game));
        }
        if store.seats(game)?.iter().any(|seat| seat.player == player) {
            return Ok(WatchNote::Own(game));
        }
        // Nobody learns that there is a private game.
        let Some(row) = store.game(game)?.filter(|row| !row.private) else {
            return self.ask_to_watch(session, game);
        };
        if row.course.status != GameStatus::Playing {
            return Ok(WatchNote::Over(game));
        }
        if watched.len() >= MOST_WATCHED {
            return Ok(WatchNote::TooMany(MOST_WATCHED));
        }
        if store.watchers(game)?.len() >= MOST_WATCHERS {
            let most = MOST_WATCHERS;
            return Ok(WatchNote::Full { game, most });
        }
        let change = WatchChange::Begin(game, player);
        session.decision.watches.push(change);
        Ok(WatchNote::Begun(game))
    }

    /// The author of a mail wants to watch a game no more: the one that he names, or that his letter is about.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn unwatch(
        &self,
        session: &mut MailSession<'_>,
        game: Option<GameId>,
    ) -> Result<WatchNote> {
        let watched = session.watched()?;
        let answered = commands::subject_game(&session.mail.message.subject).map(GameId);
        let answered = answered.filter(|game| watched.contains(game));
        let game = match (game.or(answered), watched.as_slice()) {
            (Some(game), _) => game,
            (None, []) => return Ok(WatchNote::Nothing),
            (None, [only]) => *only,
            (None, _) => return Ok(WatchNote::Which(watched)),
        };
        if !watched.contains(&game) {
            return Ok(WatchNote::NotWatched(game));
        }
        let change = WatchChange::End(game, session.player.id);
        session.decision.watches.push(change);
        Ok(WatchNote::Ended(game))
    }

    /// Tells those who watch a game what has happened in it.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn tell_watchers(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        stored: &StoredGame,
        changes: &Changes,
    ) -> Result<()> {
        let seen = changes.kinds().any(|kind| {
            TOLD.iter().any(|told| told.as_str() == kind)
                && (kind != EventKind::Offer.as_str() || !stored.is_on())
        });
        if !seen {
            return Ok(());
        }
        let game = stored.row.id;
        let first = stored.seq - changes.count() + 1;
        let watchers = store.watchers(game)?;
        for player in &watchers {
            if stored.row.private && is_blocked(store, stored, *player)? {
                continue;
            }
            let reader = store.player(*player)?;
            let Some(reader) = reader.filter(|reader| reader.membership.is_member()) else {
                continue;
            };
            let chosen = PlayerSettings::of_stored(reader.settings.as_deref());
            if let Some(due) = self.next_digest(&chosen, &reader.times) {
                let news = DigestRow {
                    player: *player,
                    game,
                    seat: None,
                    first_event: first,
                    last_event: stored.seq,
                    due: stamp(due),
                };
                digests::wait(decision, news);
                continue;
            }
            let section = DigestSection {
                game,
                seat: None,
                first,
                after: stored.seq,
            };
            let content = Content::Watch {
                player: *player,
                section,
            };
            let token = self.new_token(NewScope::Player(*player));
            let kind = LetterKind::Watch;
            let mail = None;
            if let Some(letter) = self.post_to(decision, kind, &reader.address, mail, content) {
                letter.tokens.push(token);
            }
        }
        if !stored.is_on() && !watchers.is_empty() {
            decision.watches.push(WatchChange::EndOfGame(game));
        }
        Ok(())
    }
}

/// Whether a player of a game blocks somebody, and so does not agree any more that he watches it.
fn is_blocked(store: &dyn Snapshot, stored: &StoredGame, watcher: PlayerId) -> Result<bool> {
    for row in &stored.seats {
        if store.is_blocked(row.player, watcher)? {
            return Ok(true);
        }
    }
    Ok(false)
}

impl MailSession<'_> {
    /// The games that the author watches, as the lines so far have changed them.
    fn watched(&self) -> Result<Vec<GameId>> {
        let player = self.player.id;
        let mut watched = self.store.watched(player)?;
        for change in &self.decision.watches {
            match change {
                WatchChange::Begin(game, by) if *by == player => watched.push(*game),
                WatchChange::End(game, by) if *by == player => watched.retain(|one| one != game),
                WatchChange::EndAllOf(by) if *by == player => watched.clear(),
                _ => {}
            }
        }
        Ok(watched)
    }
}
