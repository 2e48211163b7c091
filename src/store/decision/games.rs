//! Changes of games.

use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::store::{Answers, Course, EventRow, GameRow, OpenTurn};

/// A player, who may be one that the same decision adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerRef {
    /// A player who has a number already.
    Known(PlayerId),
    /// The nth [`super::PlayerChange::Add`] of the decision, from 0.
    New(usize),
}

/// A game, which may be the one that the same decision begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRef {
    /// A game that has a number already.
    Known(GameId),
    /// [`super::Decision::new_game`], which gets its number when it is written.
    New,
}

/// A game to be begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The game before its first event. The store sets its number, and when it was created.
    pub row: GameRow,
    /// The players by seat, in playing order; every seat has one.
    pub players: Vec<PlayerRef>,
    /// The challenge that makes it.
    pub challenge: Option<ChallengeId>,
}

/// A change of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChange {
    /// The game that changes, which is stored already.
    pub id: GameId,
    /// Position in the log of the last event that the decision knows of; 0: none.
    pub expected_seq: i64,
    /// Events to be appended, in order. The store sets where they are in the log, after `expected_seq`, and when they
    /// were decided.
    pub events: Vec<EventRow>,
    /// Status, result and reason, if they change.
    pub course: Option<Course>,
    /// Changes of seats that are no events, in order.
    pub seats: Vec<SeatChange>,
}

impl GameChange {
    /// A change with nothing in it yet; `expected_seq` is 0 for a game without events.
    pub fn new(id: GameId, expected_seq: i64) -> Self {
        Self {
            id,
            expected_seq,
            events: Vec::new(),
            course: None,
            seats: Vec::new(),
        }
    }
}

/// A change of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatChange {
    /// The held beginning of a turn; `None`: it is dropped.
    Held(u8, Option<String>),
    /// An unproven mail was answered at this state.
    Nudged(u8, i64),
    /// So many mails were answered that have changed nothing.
    Answers(u8, Answers),
    /// The conditional turns of the seat, as JSON; `None`: it has none.
    Plans(u8, Option<String>),
    /// The turn that the seat has to play.
    OpenTurn(u8, OpenTurn),
    /// Another player holds the seat. What its former player has begun and planned is dropped, and so is what was
    /// counted for them; the existing tokens of the seat no longer count. The turn that is open
    /// stays.
    Player(u8, PlayerRef),
}
