//! A private game is watched if all its players agree: each is asked by a letter of their own. A
//! player who has not answered has an open question; the last `yes` lets the other player watch, a
//! `no` ends all of it, and nobody is told that.

use anyhow::Result;

use crate::games::StoredGame;
use crate::ids::{AccountQuestionId, GameId, PlayerId};
use crate::letters::{AccountQuestion, Note, PlayerNotice, WatchAsked, WatchNote};
use crate::status::GameStatus;
use crate::store::{Subject, WatchChange};

use crate::office::act::watching::{MOST_WATCHED, MOST_WATCHERS};
use crate::office::{MailSession, stored_game};

impl MailSession<'_> {
    /// The author of a mail wants to watch a game that is not public, or does not exist: what
    /// they are told is the same.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub(super) fn ask_to_watch(&mut self, game: GameId) -> Result<WatchNote> {
        let key = format!("w{game}");
        let whom = (key.as_str(), "");
        if self.draft.has_written(&self.player, &key)?
            || self.draft.writes_too_much(&self.player, whom)?.is_some()
        {
            return Ok(WatchNote::NotToday(game));
        }
        self.draft.count_letter(&self.player, &key)?;
        let row = self.draft.store.game(game)?;
        if row.is_some_and(|row| row.course.status == GameStatus::Playing) {
            let stored = stored_game(self.draft.store, game)?;
            self.ask_players(&stored)?;
        }
        Ok(WatchNote::Asked(game))
    }

    /// Asks all players of a game whether the author of a mail may watch it.
    fn ask_players(&mut self, stored: &StoredGame) -> Result<()> {
        let by = self.player.id;
        let mut asked: Vec<PlayerId> = stored.seats.iter().map(|row| row.player).collect();
        asked.sort_unstable();
        asked.dedup();
        let request = WatchAsked {
            game: stored.row.id,
            variant: stored.variant.name().to_owned(),
            by,
            by_name: self.player.name.clone(),
            asked,
        };
        if !self.open_watch(&request)?.is_empty() {
            return Ok(());
        }
        self.ask_all(&request.asked, &AccountQuestion::Watch(request.clone()))
    }

    /// The questions about it that wait for an answer.
    fn open_watch(&self, asked: &WatchAsked) -> Result<Vec<AccountQuestionId>> {
        self.open_questions(&asked.asked, |question| match question {
            AccountQuestion::Watch(other) => (other.game, other.by) == (asked.game, asked.by),
            _ => false,
        })
    }

    /// What comes of an answer.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub(in crate::office) fn answer_watch(
        &mut self,
        asked: &WatchAsked,
        agrees: bool,
    ) -> Result<Note> {
        // The player who answers last begins it.
        let watchers = Subject::Watchers(asked.game);
        self.draft.decision.subjects.insert(watchers);
        let left = self.open_watch(asked)?;
        if !agrees {
            self.draft.decision.close_account_questions.extend(left);
            return Ok(Note::Declined);
        }
        if left.is_empty() && !self.let_watch(asked)? {
            return Ok(Note::Watch(WatchNote::Lapsed(asked.game)));
        }
        Ok(Note::Watch(WatchNote::Agreed {
            game: asked.game,
            name: asked.by_name.clone(),
            left: left.len(),
        }))
    }

    /// Lets the other player watch, and tells them; whether that is possible still.
    fn let_watch(&mut self, asked: &WatchAsked) -> Result<bool> {
        let stored = stored_game(self.draft.store, asked.game)?;
        let mut players = stored.seats.iter().map(|row| row.player);
        let same = players.all(|player| player != asked.by && asked.asked.contains(&player));
        let reader = self.draft.store.player(asked.by)?;
        let reader = reader.filter(|reader| reader.membership.is_member());
        let room = self.draft.store.watchers(asked.game)?.len() < MOST_WATCHERS
            && self.draft.store.watched(asked.by)?.len() < MOST_WATCHED;
        let (true, Some(reader)) = (same && room && stored.is_on(), reader) else {
            return Ok(false);
        };
        let change = WatchChange::Begin(asked.game, asked.by);
        self.draft.decision.watches.push(change);
        let notice = PlayerNotice::MayWatch {
            game: asked.game,
            variant: asked.variant.clone(),
        };
        self.draft.tell_player(&reader, Some(self.mail.id), notice);
        Ok(true)
    }
}
