//! A game as `game --json` shows it to the umpire.

use serde::Serialize;

use crate::games::{GameRecord, StoredGame};
use crate::store::EventRow;

/// The record of a game with the addresses of its players. Exports have no addresses.
#[derive(Serialize)]
pub(super) struct GameJson {
    #[serde(flatten)]
    pub record: GameRecord,
    pub seats: Vec<SeatJson>,
}

/// A seat with its player.
#[derive(Serialize)]
pub(super) struct SeatJson {
    pub seat: String,
    pub player: String,
    pub address: String,
}

/// Describes a game for `--json`.
pub(super) fn describe(stored: &StoredGame, events: &[EventRow]) -> GameJson {
    let mut record = GameRecord::new(stored, events);
    let seats = std::mem::take(&mut record.seats).into_iter();
    let seats = seats.zip(&stored.seats).map(|(seat, row)| SeatJson {
        seat: seat.seat,
        player: seat.player,
        address: row.address.clone(),
    });
    let seats = seats.collect();
    GameJson { record, seats }
}
