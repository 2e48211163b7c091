//! `questions` and `account_questions`: what waits for an answer. An answered one is deleted.

use rusqlite::{Connection, params};

use super::sql::Statements;
use super::{Result, View, limit};
use crate::ids::{AccountQuestionId, GameId, LetterId, QuestionId};
use crate::store::snapshot::ReadQuestions;
use crate::store::{AccountQuestionRow, Asked, NewAccountQuestion, NewQuestion, QuestionRow};

const SELECT: &str =
    "SELECT id, coalesce(player_id, address), data, inbox_id, created_at, expires_at, due_at,
    letter_id FROM account_questions";

impl ReadQuestions for View<'_> {
    fn account_question(&self, id: AccountQuestionId) -> Result<Option<AccountQuestionRow>> {
        let sql = format!("{SELECT} WHERE id = ?1");
        self.0.row(&sql, [id.0])
    }

    fn account_questions(&self, asked: &Asked) -> Result<Vec<AccountQuestionRow>> {
        let (condition, value): (_, Box<dyn rusqlite::ToSql>) = match asked {
            Asked::Player(player) => ("player_id = ?1", Box::new(player.0)),
            Asked::Address(address) => ("address = ?1", Box::new(address.to_lowercase())),
        };
        let sql = format!("{SELECT} WHERE {condition} ORDER BY id LIMIT 100");
        self.0.rows(&sql, [value])
    }

    fn due_account_questions(&self, now: &str, count: usize) -> Result<Vec<AccountQuestionRow>> {
        let sql = format!("{SELECT} WHERE due_at <= ?1 ORDER BY due_at, id LIMIT ?2");
        self.0.rows(&sql, params![now, limit(count)])
    }

    fn question(&self, game: GameId, seat: u8) -> Result<Option<QuestionRow>> {
        let sql = "SELECT id, game_id, seat, state, data, inbox_id, letter_id FROM questions
            WHERE game_id = ?1 AND seat = ?2";
        self.0.row(sql, params![game.0, seat])
    }
}

pub(super) fn ask_account(
    connection: &Connection,
    new: &NewAccountQuestion,
    now: &str,
) -> Result<AccountQuestionId> {
    let (player, address) = match &new.asked {
        Asked::Player(player) => (Some(player.0), None),
        Asked::Address(address) => (None, Some(address.to_lowercase())),
    };
    let sql = "INSERT INTO account_questions
            (player_id, address, data, inbox_id, created_at, expires_at, due_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let values = params![
        player,
        address,
        new.data,
        new.mail.map(|mail| mail.0),
        now,
        new.expires_at,
        new.due_at
    ];
    let id = connection.add(sql, values)?;
    Ok(AccountQuestionId(id))
}

/// Asks a question in place of the one that waits for the same seat.
pub(super) fn ask(connection: &Connection, new: &NewQuestion) -> Result<QuestionId> {
    let sql = "DELETE FROM questions WHERE game_id = ?1 AND seat = ?2";
    connection.count(sql, params![new.game.0, new.seat])?;
    let sql =
        "INSERT INTO questions (game_id, seat, state, data, inbox_id) VALUES (?1, ?2, ?3, ?4, ?5)";
    let mail = new.mail.map(|mail| mail.0);
    let id = connection.add(
        sql,
        params![new.game.0, new.seat, new.state, new.data, mail],
    )?;
    Ok(QuestionId(id))
}

/// Notes which letter asks a question of the table `table`.
pub(super) fn asked_by(connection: &Connection, table: &str, id: i64, by: LetterId) -> Result<()> {
    let sql = format!("UPDATE {table} SET letter_id = ?2 WHERE id = ?1");
    connection.run(&sql, [id, by.0])
}

/// Deletes a question of the table `table`.
pub(super) fn close(connection: &Connection, table: &str, id: i64) -> Result<()> {
    connection.run(&format!("DELETE FROM {table} WHERE id = ?1"), [id])
}

/// Deletes those that could be answered until `before` only.
pub(super) fn forget(connection: &Connection, before: &str) -> Result<()> {
    let sql = "DELETE FROM account_questions WHERE expires_at < ?1 AND due_at IS NULL";
    connection.run(sql, [before])
}
