//! A game as `game --json` shows it to the umpire.

use anyhow::Result;
use serde_json::{Value, json};

use crate::games::{GameRecord, StoredGame};

/// The record of a game with the addresses of its players, for `--json`. Exports have no addresses.
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
    Ok(value)
}
