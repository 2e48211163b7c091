//! `questions` and `account_questions`: what waits for an answer. An answered one is deleted.

use crate::store::sql::values::params;

use super::{Result, View, commit::Writing, limit, statements::Statements};
use crate::ids::{AccountQuestionId, GameId, QuestionId};
use crate::store::snapshot::ReadQuestions;
use crate::store::{AccountQuestionRow, Asked, NewAccountQuestion, NewQuestion, QuestionRow};

const SELECT: &str =
    "SELECT id, player_id, address, data, inbox_id, created_at, expires_at, due_at,
    letter_id FROM account_questions";

impl ReadQuestions for View<'_> {
    fn account_question(&self, id: AccountQuestionId) -> Result<Option<AccountQuestionRow>> {
        let sql = format!("{SELECT} WHERE id = ?1");
        self.row(&sql, [id.0])
    }

    fn account_questions(&self, asked: &Asked) -> Result<Vec<AccountQuestionRow>> {
        let of = |column: &str| format!("{SELECT} WHERE {column} = ?1 ORDER BY id LIMIT 100");
        match asked {
            Asked::Player(player) => self.rows(&of("player_id"), [player.0]),
            Asked::Address(address) => self.rows(&of("address"), [address.to_lowercase()]),
        }
    }

    fn due_account_questions(&self, now: &str, count: usize) -> Result<Vec<AccountQuestionRow>> {
        let sql = format!("{SELECT} WHERE due_at <= ?1 ORDER BY due_at, id LIMIT ?2");
        self.rows(&sql, params![now, limit(count)])
    }

    fn question(&self, game: GameId, seat: u8) -> Result<Option<QuestionRow>> {
        let sql = "SELECT id, game_id, seat, state, data, inbox_id, letter_id FROM questions
            WHERE game_id = ?1 AND seat = ?2";
        self.row(sql, params![game.0, seat])
    }
}

impl Writing<'_> {
    pub(super) fn ask_account(&self, new: &NewAccountQuestion) -> Result<AccountQuestionId> {
        let (player, address) = match &new.asked {
            Asked::Player(player) => (Some(player.0), None),
            Asked::Address(address) => (None, Some(address.to_lowercase())),
        };
        let sql = "INSERT INTO account_questions
            (player_id, address, data, inbox_id, created_at, expires_at, due_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let (mail, data) = (new.mail.map(|mail| mail.0), &new.data);
        let (expires, due) = (&new.expires_at, &new.due_at);
        let values = params![player, address, data, mail, self.now, expires, due];
        self.add(sql, values).map(AccountQuestionId)
    }

    /// Asks a question in place of the one that waits for the same seat.
    pub(super) fn ask(&self, new: &NewQuestion) -> Result<QuestionId> {
        let (game, mail) = (new.game.0, new.mail.map(|mail| mail.0));
        let sql = "DELETE FROM questions WHERE game_id = ?1 AND seat = ?2";
        self.run(sql, (game, new.seat))?;
        let sql = "INSERT INTO questions (game_id, seat, state, data, inbox_id)
             VALUES (?1, ?2, ?3, ?4, ?5)";
        let values = params![game, new.seat, new.state, new.data, mail];
        self.add(sql, values).map(QuestionId)
    }
}
