//! Changes of games.

use crate::ids::{ChallengeId, GameId, MailId, PlayerId};
use crate::store::{Answers, Course, OpenTurn};

/// A player, who may be one that the same decision adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerRef {
    /// A stored player.
    Known(PlayerId),
    /// The nth [`super::PlayerChange::Add`] of the decision, from 0.
    New(usize),
}

/// A game, which may be the one that the same decision begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRef {
    /// A stored game.
    Known(GameId),
    /// [`super::Decision::new_game`].
    New,
}

/// A game to be begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Variant id.
    pub variant: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Options as a JSON object.
    pub options: String,
    /// Start position, if not that of the variant.
    pub position: Option<String>,
    /// The terms of time; `None`: without clocks.
    pub time: Option<String>,
    /// Seat index of the first player to move.
    pub to_move: u8,
    /// Players by seat.
    pub players: Vec<PlayerRef>,
    /// Who has created it.
    pub actor: String,
    /// Whether it is in no public list.
    pub private: bool,
    /// The challenge that makes it.
    pub challenge: Option<ChallengeId>,
}

/// A change of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChange {
    /// The game.
    pub id: GameId,
    /// Position in the log of the last event that the decision knows of; 0: none.
    pub expected_seq: i64,
    /// Events to be appended, in order; their positions follow `expected_seq`.
    pub events: Vec<NewEvent>,
    /// Status, result and reason, if they change.
    pub course: Option<Course>,
    /// Changes of seats.
    pub seats: Vec<SeatChange>,
}

impl GameChange {
    /// Nothing yet.
    #[must_use]
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

/// An event to be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// The game's state number after it.
    pub state: i64,
    /// The seat to move after it.
    pub to_move: u8,
    /// When the mail that causes it arrived.
    pub arrived_at: Option<String>,
    /// The kind of event.
    pub kind: String,
    /// The seat that it is of, if any.
    pub seat: Option<u8>,
    /// The seat that alone may read its words; `None`: all.
    pub reader: Option<u8>,
    /// A turn in canonical notation, words, a result, or a reason.
    pub text: String,
    /// The line as the player wrote it; stored only if it differs from `text`.
    pub typed: Option<String>,
    /// The mail that causes it.
    pub mail: Option<MailId>,
    /// The umpire who causes it; `None`: the author of that mail.
    pub actor: Option<String>,
    /// The account of the time of a turn or a flag, as JSON.
    pub time: Option<String>,
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
