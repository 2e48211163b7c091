//! Questions about no game, and the letters that ask them.

use anyhow::Result;
use chrono::TimeDelta;

use crate::ids::{AccountQuestionId, MailId, PlayerId};
use crate::letters::{AccountQuestion, PlayerNotice};
use crate::store::{Asked, NewAccountQuestion, NewTimer, PlayerRow, TimerKind};

use crate::office::close::due::timer;
use crate::office::{Draft, MailSession, Office, stamp};

/// A question about no game waits for so long.
pub const WAITS: TimeDelta = TimeDelta::days(14);

impl Office {
    /// A question without the letter that asks it.
    pub(in crate::office) fn question(
        &self,
        asked: Asked,
        question: &AccountQuestion,
        mail: Option<MailId>,
    ) -> NewAccountQuestion {
        NewAccountQuestion {
            asked,
            data: question.to_json(),
            mail,
            expires_at: stamp(self.now() + WAITS),
            due_at: None,
            letter: None,
        }
    }
}

impl Draft<'_> {
    /// Asks a player something by a letter, and returns the question.
    pub fn ask_player(
        &mut self,
        player: &PlayerRow,
        question: AccountQuestion,
        mail: Option<MailId>,
    ) -> Option<&mut NewAccountQuestion> {
        let asked = Asked::Player(player.id);
        let mut asked = self.office.question(asked, &question, mail);
        let at = self.decision.letters.len();
        let notice = PlayerNotice::Asked(question);
        asked.letter = self.tell_player(player, mail, notice).map(|_| at);
        self.decision.account_asks.push(asked);
        self.decision.account_asks.last_mut()
    }
}

impl MailSession<'_> {
    /// Whether this mail has asked its author something already that is about no game: a `yes` answers one question.
    pub fn has_asked_author(&self) -> bool {
        let mut asks = self.draft.decision.account_asks.iter();
        asks.any(|ask| ask.asked == Asked::Player(self.player.id))
    }

    /// Asks several players the same. A player who blocks the author is not asked: their
    /// question waits until it lapses.
    ///
    /// # Errors
    /// The store fails.
    pub fn ask_all(&mut self, players: &[PlayerId], question: &AccountQuestion) -> Result<()> {
        let mail = Some(self.mail.id);
        for player in players {
            let Some(reader) = self.draft.store.player(*player)? else {
                continue;
            };
            if self.draft.store.is_blocked(*player, self.player.id)? {
                let asked = Asked::Player(*player);
                let row = self.draft.office.question(asked, question, mail);
                self.draft.decision.account_asks.push(row);
            } else {
                self.draft.ask_player(&reader, question.clone(), mail);
            }
        }
        Ok(())
    }

    /// The questions to several players that wait for an answer and are the same.
    ///
    /// # Errors
    /// The store fails.
    pub fn open_questions(
        &self,
        players: &[PlayerId],
        same: impl Fn(&AccountQuestion) -> bool,
    ) -> Result<Vec<AccountQuestionId>> {
        let closed = &self.draft.decision.close_account_questions;
        let mut all = Vec::new();
        for player in players {
            let asked = Asked::Player(*player);
            for row in self.draft.store.account_questions(&asked)? {
                let question = serde_json::from_str(&row.data);
                if question.is_ok_and(|question| same(&question)) && !closed.contains(&row.id) {
                    all.push(row.id);
                }
            }
        }
        Ok(all)
    }
}

/// The timer of the questions that are due at a time.
pub fn question_timer(due: String) -> NewTimer {
    timer(TimerKind::Question, due, true)
}
