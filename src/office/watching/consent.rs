//! A private game is watched if all its players agree: each is asked by a letter of his own. Who has not answered has an
//! open question; the last `yes` lets the other player watch, a `no` ends all of it, and nobody is told that.

use anyhow::Result;

use crate::games::StoredGame;
use crate::ids::{AccountQuestionId, GameId, PlayerId};
use crate::letters::{AccountQuestion, Note, PlayerNotice, WatchAsked, WatchNote};
use crate::status::GameStatus;
use crate::store::{Asked, LetterKind, Snapshot, Subject, WatchChange};

use super::super::outgoing::PlayerLetter;
use super::super::session::MailSession;
use super::super::{Office, stored_game};
use super::{MOST_WATCHED, MOST_WATCHERS};

impl Office {
    /// The author of a mail wants to watch a game that is not public, or that there is not: what he is told is the same.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub(super) fn ask_to_watch(
        &mut self,
        session: &mut MailSession<'_>,
        game: GameId,
    ) -> Result<WatchNote> {
        let key = format!("w{game}");
        let (store, decision) = (session.store, &session.decision);
        let whom = (key.as_str(), "");
        if self.has_written(store, decision, &session.player, &key)?
            || self
                .writes_too_much(store, decision, &session.player, whom)?
                .is_some()
        {
            return Ok(WatchNote::NotToday(game));
        }
        self.count_letter(store, &mut session.decision, &session.player, &key)?;
        let row = store.game(game)?;
        if row.is_some_and(|row| row.course.status == GameStatus::Playing) {
            let stored = stored_game(store, game)?;
            self.ask_players(session, &stored)?;
        }
        Ok(WatchNote::Asked(game))
    }

    /// Asks all players of a game whether the author of a mail may watch it.
    fn ask_players(&mut self, session: &mut MailSession<'_>, stored: &StoredGame) -> Result<()> {
        let by = session.player.id;
        let mut asked: Vec<PlayerId> = stored.seats.iter().map(|row| row.player).collect();
        asked.sort_unstable();
        asked.dedup();
        let request = WatchAsked {
            game: stored.row.id,
            variant: stored.variant.name().to_owned(),
            by,
            by_name: session.player.name.clone(),
            asked,
        };
        if !open(session.store, &request)?.is_empty() {
            return Ok(());
        }
        for player in &request.asked {
            let Some(reader) = session.store.player(*player)? else {
                continue;
            };
            let question = AccountQuestion::Watch(request.clone());
            let mut row = self.account_question(&reader, &question, Some(session.mail));
            // He is not asked, and the question waits until it lapses.
            if !session.store.is_blocked(*player, by)? {
                row.letter = Some(session.decision.letters.len());
                let letter = PlayerLetter::told(vec![PlayerNotice::Asked(question)]);
                let (kind, mail) = (LetterKind::Player, Some(session.mail.id));
                self.post_player(&mut session.decision, &reader, kind, mail, letter);
            }
            session.decision.account_asks.push(row);
        }
        Ok(())
    }

    /// What comes of an answer.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub(in crate::office) fn answer_watch(
        &mut self,
        session: &mut MailSession<'_>,
        asked: &WatchAsked,
        agrees: bool,
    ) -> Result<Note> {
        // Who answers last begins it.
        let watchers = Subject::Watchers(asked.game);
        session.decision.subjects.insert(watchers);
        let closed = &session.decision.close_account_questions;
        let left: Vec<AccountQuestionId> = open(session.store, asked)?;
        let left: Vec<_> = left.into_iter().filter(|id| !closed.contains(id)).collect();
        if !agrees {
            session.decision.close_account_questions.extend(left);
            return Ok(Note::Declined);
        }
        if left.is_empty() && !self.let_watch(session, asked)? {
            return Ok(Note::Watch(WatchNote::Lapsed(asked.game)));
        }
        Ok(Note::Watch(WatchNote::Agreed {
            game: asked.game,
            name: asked.by_name.clone(),
            left: left.len(),
        }))
    }

    /// Lets the other player watch, and tells him; whether that is possible still.
    fn let_watch(&mut self, session: &mut MailSession<'_>, asked: &WatchAsked) -> Result<bool> {
        let store = session.store;
        let stored = stored_game(store, asked.game)?;
        let mut players = stored.seats.iter().map(|row| row.player);
        let same = players.all(|player| player != asked.by && asked.asked.contains(&player));
        let reader = store.player(asked.by)?;
        let reader = reader.filter(|reader| reader.membership.is_member());
        let room = store.watchers(asked.game)?.len() < MOST_WATCHERS
            && store.watched(asked.by)?.len() < MOST_WATCHED;
        let (true, Some(reader)) = (same && room && stored.is_on(), reader) else {
            return Ok(false);
        };
        let change = WatchChange::Begin(asked.game, asked.by);
        session.decision.watches.push(change);
        let notice = PlayerNotice::MayWatch {
            game: asked.game,
            variant: asked.variant.clone(),
        };
        let letter = PlayerLetter::told(vec![notice]);
        let (kind, mail) = (LetterKind::Player, Some(session.mail.id));
        self.post_player(&mut session.decision, &reader, kind, mail, letter);
        Ok(true)
    }
}

/// The questions about it that wait for an answer.
fn open(store: &dyn Snapshot, asked: &WatchAsked) -> Result<Vec<AccountQuestionId>> {
    let mut all = Vec::new();
    for player in &asked.asked {
        for row in store.account_questions(&Asked::Player(*player))? {
            if let Ok(AccountQuestion::Watch(other)) = serde_json::from_str(&row.data)
                && (other.game, other.by) == (asked.game, asked.by)
            {
                all.push(row.id);
            }
        }
    }
    Ok(all)
}
