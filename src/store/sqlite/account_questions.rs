//! `account_questions`: what waits for an answer and is about no game. An answered one is deleted.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Result, limit};
use crate::ids::{AccountQuestionId, LetterId, MailId, PlayerId};
use crate::store::{AccountQuestionRow, Asked, NewAccountQuestion};

const SELECT: &str =
    "SELECT id, player_id, address, data, inbox_id, created_at, expires_at, due_at,
    letter_id FROM account_questions";

pub(super) fn ask(
    connection: &Connection,
    new: &NewAccountQuestion,
    now: &str,
) -> Result<AccountQuestionId> {
    let (player, address) = match &new.asked {
        Asked::Player(player) => (Some(player.0), None),
        Asked::Address(address) => (None, Some(address.to_lowercase())),
    };
    let mut insert = connection.prepare_cached(
        "INSERT INTO account_questions
            (player_id, address, data, inbox_id, created_at, expires_at, due_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let id = insert.insert(params![
        player,
        address,
        new.data,
        new.mail.map(|mail| mail.0),
        now,
        new.expires_at,
        new.due_at
    ])?;
    Ok(AccountQuestionId(id))
}

/// Notes which letter asks a question.
pub(super) fn asked_by(
    connection: &Connection,
    id: AccountQuestionId,
    letter: LetterId,
) -> Result<()> {
    connection
        .prepare_cached("UPDATE account_questions SET letter_id = ?2 WHERE id = ?1")?
        .execute([id.0, letter.0])?;
    Ok(())
}

pub(super) fn close(connection: &Connection, id: AccountQuestionId) -> Result<()> {
    connection
        .prepare_cached("DELETE FROM account_questions WHERE id = ?1")?
        .execute([id.0])?;
    Ok(())
}

/// Deletes those that could be answered until `before` only.
pub(super) fn forget(connection: &Connection, before: &str) -> Result<()> {
    connection.execute(
        "DELETE FROM account_questions WHERE expires_at < ?1 AND due_at IS NULL",
        [before],
    )?;
    Ok(())
}

pub(super) fn question(
    connection: &Connection,
    id: AccountQuestionId,
) -> Result<Option<AccountQuestionRow>> {
    let mut select = connection.prepare_cached(&format!("{SELECT} WHERE id = ?1"))?;
    Ok(select.query_row([id.0], row).optional()?)
}

pub(super) fn of(connection: &Connection, asked: &Asked) -> Result<Vec<AccountQuestionRow>> {
    let (condition, value): (_, Box<dyn rusqlite::ToSql>) = match asked {
        Asked::Player(player) => ("player_id = ?1", Box::new(player.0)),
        Asked::Address(address) => ("address = ?1", Box::new(address.to_lowercase())),
    };
    let sql = format!("{SELECT} WHERE {condition} ORDER BY id LIMIT 100");
    let mut select = connection.prepare_cached(&sql)?;
    let rows = select.query_map([value], row)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn due(
    connection: &Connection,
    now: &str,
    count: usize,
) -> Result<Vec<AccountQuestionRow>> {
    let sql = format!("{SELECT} WHERE due_at <= ?1 ORDER BY due_at, id LIMIT ?2");
    let mut select = connection.prepare_cached(&sql)?;
    let rows = select.query_map(params![now, limit(count)], row)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn row(row: &Row<'_>) -> rusqlite::Result<AccountQuestionRow> {
    let player: Option<i64> = row.get(1)?;
    Ok(AccountQuestionRow {
        id: AccountQuestionId(row.get(0)?),
        asked: match player {
            Some(player) => Asked::Player(PlayerId(player)),
            None => Asked::Address(row.get::<_, Option<String>>(2)?.unwrap_or_default()),
        },
        data: row.get(3)?,
        mail: row.get::<_, Option<i64>>(4)?.map(MailId),
        created_at: row.get(5)?,
        expires_at: row.get(6)?,
        due_at: row.get(7)?,
        letter: row.get::<_, Option<i64>>(8)?.map(LetterId),
    })
}
