//! Games that players watch: turns and results of others, no words.

mod consent;

use anyhow::Result;

use crate::commands;
use crate::ids::GameId;
use crate::letters::WatchNote;
use crate::status::GameStatus;
use crate::store::WatchChange;

use crate::office::MailSession;

/// At most this many players watch a game.
const MOST_WATCHERS: usize = 20;
/// At most this many games a player watches.
const MOST_WATCHED: usize = 50;

impl MailSession<'_> {
    /// The author of a mail wants to watch a game.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn watch(&mut self, game: GameId) -> Result<WatchNote> {
        let store = self.draft.store;
        let player = self.player.id;
        let watched = self.watched()?;
        if watched.contains(&game) {
            return Ok(WatchNote::Already(game));
        }
        if store.seats(game)?.iter().any(|seat| seat.player == player) {
            return Ok(WatchNote::Own(game));
        }
        // Nobody learns that there is a private game.
        let Some(row) = store.game(game)?.filter(|row| !row.private) else {
            return self.ask_to_watch(game);
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
        self.draft.decision.watches.push(change);
        Ok(WatchNote::Begun(game))
    }

    /// The author of a mail no longer wants to watch a game: the one that they name, or
    /// that their letter is about.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn unwatch(&mut self, game: Option<GameId>) -> Result<WatchNote> {
        let watched = self.watched()?;
        let answered = commands::subject_game(&self.mail.message.subject).map(GameId);
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
        let change = WatchChange::End(game, self.player.id);
        self.draft.decision.watches.push(change);
        Ok(WatchNote::Ended(game))
    }
}

impl MailSession<'_> {
    /// The games that the author watches, as the lines so far have changed them.
    fn watched(&self) -> Result<Vec<GameId>> {
        let player = self.player.id;
        let mut watched = self.draft.store.watched(player)?;
        for change in &self.draft.decision.watches {
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
