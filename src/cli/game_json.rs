//! A game as `game --json` shows it.

use anyhow::Result;
use serde::Serialize;

use crate::games::StoredGame;

#[derive(Serialize)]
pub(super) struct GameJson {
    pub game: i64,
    pub variant: &'static str,
    pub options: serde_json::Value,
    pub start: Option<String>,
    pub seats: Vec<SeatJson>,
    pub status: String,
    pub to_move: Option<String>,
    pub result: Option<String>,
    pub reason: Option<String>,
    pub turns: Vec<String>,
    pub position: String,
}

#[derive(Serialize)]
pub(super) struct SeatJson {
    pub seat: &'static str,
    pub player: String,
    pub address: String,
}

/// Describes a game for `--json` and the exports.
pub(super) fn describe(stored: &StoredGame) -> Result<GameJson> {
    let course = stored.course();
    let seats = stored
        .seats
        .iter()
        .zip(stored.variant.seats())
        .map(|(row, seat)| SeatJson {
            seat,
            player: row.name.clone(),
            address: row.address.clone(),
        });
    let mover = usize::from(course.to_move);
    Ok(GameJson {
        game: stored.row.id,
        variant: stored.variant.id(),
        options: serde_json::from_str(&stored.row.options)?,
        start: stored.row.position.clone(),
        seats: seats.collect(),
        to_move: stored
            .is_on()
            .then(|| stored.variant.seats()[mover].to_owned()),
        status: course.status,
        result: course.result,
        reason: course.reason,
        turns: stored.turns.iter().map(|turn| turn.text.clone()).collect(),
        position: stored.game.position(),
    })
}
