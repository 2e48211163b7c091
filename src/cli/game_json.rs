//! A game as `game --json` shows it to the umpire.

use anyhow::Result;
use serde_json::{Value, json};

use crate::games::{GameRecord, StoredGame};

/// The record of a game with the addresses of its players and the name of the one to move, for `--json`. Exports have
/// neither.
///
/// # Errors
/// Never: every key of a record is text.
pub(super) fn describe(record: &GameRecord, stored: &StoredGame) -> Result<Value> {
    let mut value = serde_json::to_value(record)?;
    if let Some(Value::Array(seats)) = value.get_mut("seats") {
        for (seat, row) in seats.iter_mut().zip(&stored.seats) {
            seat["address"] = json!(row.address);
        }
    }
    let mover = stored.is_on().then(|| stored.game.to_move());
    value["mover"] = json!(mover.map(|seat| stored.player_name(seat)));
    Ok(value)
}
