//! Games as letters speak of them: plain data, for which no rule has to be asked any more.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::games::{
    Closure, Deadline, Departure, Ended, Happening, Pause, Proposal, StoredTurn, seat_at,
};
use crate::ids::{About, GameId, PlayerId};
use crate::letters::settings::PlayerSettings;
use crate::rules::game::Seat;
use crate::rules::outcome::Outcome;
use crate::rules::reason::Reason;
use crate::rules::view::BoardView;
use crate::status::GameStatus;
use crate::text::capitalised;
use crate::time::{PlayerTimes, Terms};

/// A game after one of its events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameView {
    /// The number of the game, as in `#17`.
    pub id: GameId,
    /// The id of its variant.
    pub variant: String,
    /// The name of its variant.
    pub name: String,
    /// The options, as they are stored.
    pub options: String,
    /// The seats, in playing order.
    pub seats: Vec<ShownSeat>,
    /// Whether it is being played, and how it has ended if not.
    pub status: GameStatus,
    /// The result, such as `1-0`; `None` unless the game has ended with one.
    pub result: Option<String>,
    /// How it has ended on the board.
    pub outcome: Option<Outcome>,
    /// The label of the turn that is due.
    pub label: String,
    /// Whose turn it is.
    pub to_move: Seat,
    /// Who is still in the game.
    pub playing: Vec<Seat>,
    /// Whose draw offer is open: the first one has made it.
    pub offers: Vec<Seat>,
    /// The agreements that a player has proposed and not all have answered, such as a turn taken
    /// back.
    pub proposals: Vec<ProposalView>,
    /// Who gets time that is given.
    pub time_goes_to: Seat,
    /// The terms of time, if there are clocks.
    pub terms: Option<String>,
    /// Whether a turn was asked back.
    pub asked: bool,
    /// Whether it is rated.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Whether it is one of an event.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub of_event: bool,
    /// Who has ended it by leaving its event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_event: Option<Seat>,
    /// Whether adjudicators of its event have decided it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub adjudicated: bool,
    /// Whether the last day of its event is over, and it waits for a decision.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// Whether a director of its event has brought about the last event, in the name of the umpire.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub director: bool,
}

/// A seat with its player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownSeat {
    /// The word for the seat: `white`.
    pub word: String,
    /// The name of the player.
    pub player: String,
    /// The player of the seat.
    pub id: PlayerId,
    /// What the player has chosen about times.
    pub times: PlayerTimes,
    /// What else the player has chosen, as it is stored.
    pub settings: Option<String>,
}

/// Something that is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposalView {
    /// What is proposed, such as a pause or other terms of time.
    pub what: Proposal,
    /// Who has proposed it, then those who have agreed.
    pub by: Vec<Seat>,
    /// Who has not agreed.
    #[serde(default)]
    pub missing: Vec<Seat>,
    /// The turns that would be taken back, each with its number.
    #[serde(default)]
    pub turns: Vec<String>,
}

impl GameView {
    /// The seats, in playing order.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len()).map(seat_at)
    }

    /// The word for a seat, capitalised: `White`.
    pub fn seat_name(&self, seat: Seat) -> String {
        let row = self.seats.get(seat.index());
        capitalised(row.map_or("?", |row| row.word.as_str()))
    }

    /// The name of the player of a seat.
    pub fn player_name(&self, seat: Seat) -> &str {
        let row = self.seats.get(seat.index());
        row.map_or("?", |row| row.player.as_str())
    }

    /// The words for all seats.
    pub fn seat_words(&self) -> Vec<&str> {
        self.seats.iter().map(|row| row.word.as_str()).collect()
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let at = self.seats.iter().position(|row| row.id == player);
        at.map(seat_at)
    }

    /// What the player of a seat has chosen.
    pub fn settings(&self, seat: Seat) -> PlayerSettings {
        let row = self.seats.get(seat.index());
        PlayerSettings::of_stored(row.and_then(|row| row.settings.as_deref()))
    }

    /// What the player of a seat has chosen about times.
    pub fn times(&self, seat: Seat) -> PlayerTimes {
        let row = self.seats.get(seat.index());
        row.map(|row| row.times.clone()).unwrap_or_default()
    }

    /// A turn as the player of a seat has to write it: with its number, if they want only such
    /// turns to be played.
    pub fn typed(&self, seat: Seat, turn: &str) -> String {
        match self.settings(seat).strict() {
            true => format!("{} {turn}", self.label),
            false => turn.to_owned(),
        }
    }

    /// Whether the game is being played.
    pub fn is_on(&self) -> bool {
        self.status == GameStatus::Playing
    }

    /// Why the game is not being played, if it is not.
    pub fn closure(&self) -> Option<Closure> {
        match self.status {
            GameStatus::Playing => None,
            GameStatus::Frozen => Some(Closure::Frozen),
            GameStatus::Aborted => Some(Closure::Aborted),
            GameStatus::Finished => self.outcome.as_ref().map(|outcome| Closure::Over {
                result: self.result.clone().unwrap_or_default(),
                reason: outcome.reason,
            }),
        }
    }

    /// The terms of time.
    pub fn terms(&self) -> Option<Terms> {
        Terms::read(self.terms.as_deref()?).ok().flatten()
    }
}

/// Turns that were played, and who has left the game when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Course {
    /// Turns, in order: the last ones, all, or the first ones, as they are to be shown.
    pub turns: Vec<StoredTurn>,
    /// Who has left a game of more than two while others played on.
    pub departures: Vec<Departure>,
}

impl Course {
    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty() && self.departures.is_empty()
    }

    /// Leaves out the first turns, and who has left the game before.
    pub fn without_first(&mut self, count: usize) {
        self.turns.drain(..count.min(self.turns.len()));
        self.departures.retain(|gone| gone.after >= count);
        for gone in &mut self.departures {
            gone.after -= count;
        }
    }
}

/// An event with what it has brought about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownEvent {
    /// What, with turns as the reader wants to see them.
    pub happenings: Vec<Happening>,
    /// The game after it.
    pub game: GameView,
    /// Whether the umpire has done it.
    pub umpire: bool,
    /// Whether it has happened by a plan.
    pub planned: bool,
}

/// A game as `export` writes it for the reader, in the letter that tells its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownRecord {
    /// The name of the format: `pgn`.
    pub format: String,
    /// The lines, as a file has them.
    pub lines: Vec<String>,
}

/// What the player of a seat gets of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownPage {
    /// The seat, and the events that are told.
    pub about: Option<About>,
    /// Seats of players whom the reader mutes or blocks.
    pub hidden: Vec<Seat>,
    /// The reader's own notes.
    pub notes: Vec<String>,
    /// Whether the signs on the board are explained to the reader.
    pub full: bool,
    /// The events that are news to the reader.
    pub events: Vec<ShownEvent>,
    /// The game after the last event.
    pub game: GameView,
    /// The board as the reader wants to see it.
    pub board: BoardView,
    /// How a turn is written, paragraph by paragraph.
    pub writing: Vec<Reason>,
    /// The last turns, of a game that goes on, or where there is a record; else all, or the last ones of very many.
    pub course: Course,
    /// How many turns there are.
    pub turns: usize,
    /// Whose kings are attacked.
    pub checked: Vec<Seat>,
    /// What the players should know before the next turn.
    pub warnings: Vec<Reason>,
    /// The place that the seat has or will have.
    pub place: Option<usize>,
    /// A turn that could be played.
    pub example: Option<String>,
    /// One that puts a piece from hand on the board.
    pub drop: Option<String>,
    /// The beginning of a turn that the reader holds.
    pub held: Option<Begun>,
    /// How many conditional turns there are, or why they have come to an end.
    pub plans: Option<(usize, Option<Ended>)>,
    /// The turns that can be played, where they are in the letter as links.
    pub links: Option<Vec<String>>,
    /// Where turns begin that are too many for links: squares, `@@` where squares can be placed, `B*` where pieces come
    /// from hand, and `pass`.
    pub origins: Option<Vec<String>>,
    /// The clocks of a game that is being played.
    pub clock: Option<ClockView>,
    /// The whole game, where the letter tells its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<ShownRecord>,
    /// What the end of a rated game means for the reader's rating, where the letter tells that end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<RatedEnding>,
}

/// What the end of a rated game means for a rating.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RatedEnding {
    /// Whether it counts.
    pub counts: bool,
    /// To whom a letter came back, so that it does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came_back: Option<Seat>,
    /// By about how many points the rating changes by the games of the month up to this one; `None`: that is not known before
    /// it is counted.
    pub gain: Option<i64>,
    /// How many other games of the month that is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub others: usize,
    /// When it is counted.
    pub on: String,
    /// Whether the reader has won by flag only, and can refuse the points.
    pub refusable: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl ShownPage {
    /// The drop that is shown beside the example, unless that is one, too.
    pub fn drop_beside(&self) -> Option<&String> {
        let example = self.example.as_deref().unwrap_or_default();
        self.drop.as_ref().filter(|_| !example.contains('*'))
    }
}

/// The beginning of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Begun {
    /// The actions so far, as they are held.
    pub made: String,
    /// What may follow, as much as is listed.
    pub next: Vec<String>,
    /// How much more may follow.
    pub more: usize,
    /// Whether it can be read, and the turn may stop here.
    pub ends: bool,
    /// The board after it, in games that have one to show.
    pub board: Option<BoardView>,
}

/// The clock of the seat to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClockView {
    /// Why it stands still.
    pub pause: Option<Pause>,
    /// The time of the machine is not trusted.
    pub untrusted: bool,
    /// When its time is over.
    pub deadline: Option<Deadline>,
    /// When a turn was asked back.
    pub asked: Option<DateTime<Utc>>,
}

/// What a player gets of a game that they watch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownWatched {
    /// The turns that are news to the reader.
    pub turns: Vec<StoredTurn>,
    /// The game after the last event.
    pub game: GameView,
    /// The number of the last event, after which the game is shown.
    pub after: i64,
    /// The board as the reader wants to see it.
    pub board: BoardView,
    /// The whole game, where the letter tells its end and the reader may have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<ShownRecord>,
}
