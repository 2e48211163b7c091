//! `questions`: what waits for a player's answer. An answered one is deleted.

use rusqlite::{Connection, OptionalExtension, params};

use crate::ids::{GameId, LetterId, MailId, QuestionId};
use crate::store::{NewQuestion, QuestionRow, Result};

/// Asks a question in place of the one that waits for the same seat.
pub(super) fn ask(connection: &Connection, new: &NewQuestion) -> Result<QuestionId> {
    let mut delete =
        connection.prepare_cached("DELETE FROM questions WHERE game_id = ?1 AND seat = ?2")?;
    delete.execute(params![new.game.0, new.seat])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO questions (game_id, seat, state, data, inbox_id) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let mail = new.mail.map(|mail| mail.0);
    let id = insert.insert(params![new.game.0, new.seat, new.state, new.data, mail])?;
    Ok(QuestionId(id))
}

/// Notes which letter asks a question.
pub(super) fn asked_by(connection: &Connection, id: QuestionId, letter: LetterId) -> Result<()> {
    let mut update =
        connection.prepare_cached("UPDATE questions SET letter_id = ?2 WHERE id = ?1")?;
    update.execute([id.0, letter.0])?;
    Ok(())
}

pub(super) fn close(connection: &Connection, id: QuestionId) -> Result<()> {
    let mut delete = connection.prepare_cached("DELETE FROM questions WHERE id = ?1")?;
    delete.execute([id.0])?;
    Ok(())
}

pub(super) fn of_seat(
    connection: &Connection,
    game: GameId,
    seat: u8,
) -> Result<Option<QuestionRow>> {
    let mut select = connection.prepare_cached(
        "SELECT id, state, data, inbox_id, letter_id FROM questions WHERE game_id = ?1 AND seat = ?2",
    )?;
    let row = select.query_row(params![game.0, seat], |row| {
        Ok(QuestionRow {
            id: QuestionId(row.get(0)?),
            game,
            seat,
            state: row.get(1)?,
            data: row.get(2)?,
            mail: row.get::<_, Option<i64>>(3)?.map(MailId),
            letter: row.get::<_, Option<i64>>(4)?.map(LetterId),
        })
    });
    Ok(row.optional()?)
}
