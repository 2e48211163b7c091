//! A stored game with its live position: its setup, its events, and the position they lead to.
//!
//! [`StoredGame::apply`] is the only place that says what an event means, both when a
//! game is loaded and when it is played on.

use std::cell::RefCell;
use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, ensure};
use serde::{Deserialize, Serialize};

use crate::ids::GameId;
use crate::rules::{Game, Outcome, Seat, SetupError, Variant, outcome::Reason};
use crate::status::GameStatus;
use crate::store::{Course, GameRow, LoggedEvent, SeatRow, Snapshot};
use crate::text::capitalised;
use crate::variants::{Games, Playable};

use super::clocks::{Clocks, Known};
use super::consent::Topic;
use super::event::{CreditReason, Event, EventKind, StoredTurn, Votes};
use super::request::Closure;
pub use proposals::Proposed;
pub use undo::TakenBack;

mod proposals;
mod undo;

/// The variant of a stored game, as it was begun; `None`: this program does not know it.
pub fn variant_of(row: &GameRow) -> Option<Playable> {
    Games::built_in().begun(&row.variant, row.section.as_deref())
}

/// A stored game, with the position that its events lead to.
pub struct StoredGame {
    /// The row of the game as it was when loaded, with the course as last written.
    pub row: GameRow,
    /// The seats with their players, in playing order.
    pub seats: Vec<SeatRow>,
    /// The variant by whose rules the game is played.
    pub variant: Playable,
    /// The position and all that the rules need.
    pub game: Box<dyn Game>,
    /// Turns that have not been taken back, in order.
    pub turns: Vec<StoredTurn>,
    /// Seats whose draw offer stands: the one that has offered first, then those that have agreed.
    pub offers: Vec<Seat>,
    /// What is proposed, with the seat that has proposed it first and those that have agreed.
    pub proposals: Vec<Proposed>,
    /// The clocks as the events have left them; without terms if the game has no clocks.
    pub clocks: Clocks,
    /// What is known about the open turn besides the events.
    pub known: Known,
    /// State number: counts all events but talk.
    pub state: i64,
    /// Number of the last event in the log; 0 if there is none.
    pub seq: i64,
    /// State number after the last event that makes earlier reply tokens void.
    voided: i64,
    /// The umpire has called the game off.
    aborted: bool,
    /// The last comparison found an error in the log, or the rules are not known here: no turn is
    /// accepted.
    frozen: bool,
    /// Whether this program knows the version of the rules that the game was begun with. If not, the
    /// game is frozen and its events are only counted.
    pub rules_known: bool,
    /// Who has left a game of more than two while others played on, in order.
    pub departures: Vec<Departure>,
    /// The seat that has won by flag only and does not want the game to count for ratings.
    pub points_refused: Option<Seat>,
    /// Whether a seat has ever changed its player.
    pub(super) replaced: bool,
    /// Events that have not been taken back, without talk: `undo` shortens this list.
    pub(super) standing: Vec<StandingEvent>,
    /// The position that was last asked for by [`StoredGame::at`], with its count: each line of a mail may ask for it.
    pub(super) asked: RefCell<Option<(usize, Box<dyn Game>)>>,
}

/// With these signs a reason begins, in the log of a game, for what an event of several games brings about.
pub const OF_EVENT: &str = "(event ";

/// An event that has not been taken back.
pub(super) struct StandingEvent {
    pub(super) event: Event,
    state: i64,
}

/// A seat has left a game that others have played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departure {
    /// The seat that has left.
    pub seat: Seat,
    /// After how many turns.
    pub after: usize,
    /// Why: resignation, the umpire, or checkmate.
    pub reason: Reason,
}

impl StoredGame {
    /// Loads a game and applies all its events; `None` if there is no game with this number.
    ///
    /// # Errors
    /// An event cannot be applied (the message names game and event), or the store cannot be read.
    pub fn load(store: &dyn Snapshot, id: GameId) -> Result<Option<Self>> {
        let row = store.game(id)?;
        let loaded = row.map(|row| Self::load_onto(store, row, store.seats(id)?, None));
        loaded.transpose()
    }

    /// Builds a game from its row and seats, which are read already, and applies all its events, or the first `count`.
    ///
    /// # Errors
    /// As [`StoredGame::load`].
    pub fn load_onto(
        store: &dyn Snapshot,
        row: GameRow,
        seats: Vec<SeatRow>,
        count: Option<i64>,
    ) -> Result<Self> {
        let id = row.id;
        let mut stored = Self::begin(row, seats)?;
        store.replay(id, count, &mut |event| stored.apply_row(&event))?;
        stored.load_known(store)?;
        Ok(stored)
    }

    /// The game before its first event.
    ///
    /// # Errors
    /// This program does not know the variant, its options or its position.
    pub fn begin(row: GameRow, seats: Vec<SeatRow>) -> Result<Self> {
        let variant = variant_of(&row)
            .ok_or_else(|| anyhow!("game #{}: no variant {:?} here", row.id, row.variant))?;
        let (game, rules_known) = start(&*variant, &row)?;
        let frozen = row.course.status == GameStatus::Frozen || !rules_known;
        let clocks = Self::begin_clocks(row.time.as_deref(), &row.created_at, seats.len())
            .with_context(|| format!("game #{}", row.id))?;
        Ok(Self {
            clocks,
            known: Known::default(),
            row,
            seats,
            variant,
            game,
            turns: Vec::new(),
            offers: Vec::new(),
            proposals: Vec::new(),
            departures: Vec::new(),
            points_refused: None,
            replaced: false,
            state: 0,
            seq: 0,
            voided: 0,
            aborted: false,
            frozen,
            rules_known,
            standing: Vec::new(),
            asked: RefCell::new(None),
        })
    }

    /// Applies an event of the log. A turn is trusted to be legal and canonical.
    ///
    /// # Errors
    /// The kind is unknown, or as [`StoredGame::apply`]; the message names game and event.
    pub fn apply_row(&mut self, row: &LoggedEvent<'_>) -> Result<()> {
        let applied = Event::read(row).and_then(|event| {
            self.seq = row.seq;
            let moved = self.game.to_move();
            self.apply(&event, row.state)?;
            if row.planned {
                self.mark_planned(&event);
            }
            self.clocks_follow_row(row, &event, moved)
        });
        applied.with_context(|| format!("game #{}, event {}", self.row.id, row.seq))
    }

    /// Applies an event of the log after judging it: a turn has to be by the seat to move, legal,
    /// and stored in canonical notation.
    ///
    /// # Errors
    /// A turn is none of these, or as [`StoredGame::apply`].
    pub fn apply_checked(&mut self, row: &LoggedEvent<'_>) -> Result<()> {
        let event = Event::read(row)?;
        self.check_account(row, &event)?;
        if let Event::Turn { seat, text } = event {
            let due = seat == self.game.to_move();
            ensure!(due, "a turn by a seat that is not to move");
            let read = self.game.fork().play(&text)?.canonical;
            ensure!(read == text, "{text:?} reads as {read:?}");
        }
        self.apply_row(row)
    }

    /// Applies an event in memory; `state` is the game's state number after it.
    ///
    /// # Errors
    /// The event cannot happen in this position, or its text is wrong.
    pub fn apply(&mut self, event: &Event, state: i64) -> Result<()> {
        if !self.rules_known {
            self.state = state;
            return Ok(());
        }
        self.asked.take();
        let left = self.game.left().len();
        match event {
            Event::Say { .. } => return Ok(()),
            Event::RefusePoints(seat) => {
                self.points_refused = Some(*seat);
                return Ok(());
            }
            Event::Turn { seat, text } => {
                let label = self.game.label();
                self.game.replay(text)?;
                // Who has agreed to an offer has agreed to it in the position of that moment.
                let own = self.offers.first() == Some(seat);
                self.offers.truncate(usize::from(own));
                // A seat that plays on has not agreed.
                self.proposals.clear();
                self.turns.push(StoredTurn {
                    label,
                    seat: *seat,
                    text: text.clone(),
                    state,
                    planned: false,
                });
            }
            Event::Resign(_) | Event::Forfeit { .. } | Event::Flag { drawn: false, .. } => {
                if let Some((seat, reason)) = event.leaves() {
                    self.leave(seat, reason);
                }
            }
            Event::Offer(seat) => {
                if !self.offers.contains(seat) {
                    self.offers.push(*seat);
                }
                self.agree();
            }
            Event::Decline(_) => self.offers.clear(),
            Event::Claim(_) => drop(self.game.claim_draw()?),
            Event::Adjudicate { result, .. } => {
                let no_result = |_| anyhow!("{result:?} is no result");
                let outcome = self.read_result(result).map_err(no_result)?;
                self.game.end(outcome);
            }
            Event::Flag { drawn: true, .. } => {
                let playing = self.game.playing();
                self.game.end(Outcome::draw(playing, Reason::Time));
            }
            Event::Propose { seat, what } => self.propose(*seat, what, state),
            Event::Refuse { what, .. } => self.proposals.retain(|known| known.what != *what),
            Event::Pause { .. } => self.done_with(Topic::Pause),
            Event::Terms(_) => self.done_with(Topic::Terms),
            Event::Credit { why, .. } => match why {
                CreditReason::Forgive => self.done_with(Topic::Forgive),
                CreditReason::AddTime => self.done_with(Topic::AddTime),
                CreditReason::Outage | CreditReason::Umpire => {}
            },
            Event::Resume { .. } | Event::Grace(_) => {}
            Event::Replace { seat, .. } => {
                self.replaced = true;
                self.withdraw_offers(*seat);
            }
            Event::Undo { .. }
            | Event::TakeBack(_)
            | Event::Reopen { .. }
            | Event::Rollback { .. } => self.take_back(event)?,
            Event::Abort { .. } => self.aborted = true,
        }
        self.note_departures(event, left);
        self.state = state;
        // A seat that is out while others play on has another one to move.
        let next_moves = event.kind() == EventKind::Flag && self.game.outcome().is_none();
        if event.kind().voids_tokens() || next_moves {
            self.voided = state;
        }
        if !event.kind().takes_back() {
            let event = event.clone();
            self.standing.push(StandingEvent { event, state });
        }
        Ok(())
    }

    /// Notes that an event that was just applied has happened by a plan.
    pub(super) fn mark_planned(&mut self, event: &Event) {
        if let (Event::Turn { .. }, Some(turn)) = (event, self.turns.last_mut()) {
            turn.planned = true;
        }
    }

    /// A seat leaves the game. Those who are left may all have agreed to a draw.
    fn leave(&mut self, seat: Seat, reason: Reason) {
        self.game.retire(seat, reason);
        let playing = self.game.playing();
        self.offers.retain(|offering| playing.contains(offering));
        self.proposals.clear();
        if self.game.outcome().is_none() {
            self.agree();
        }
    }

    /// What a seat has offered and asked for no longer stands, nor does its consent: another player
    /// holds it.
    fn withdraw_offers(&mut self, seat: Seat) {
        if self.offers.contains(&seat) {
            self.offers.clear();
        }
        self.proposals.retain(|one| !one.by.contains(&seat));
    }

    /// Keeps who has left the game by an event, before which `left` groups had left it.
    fn note_departures(&mut self, event: &Event, left: usize) {
        let leaving = event.leaves();
        let seats = self.game.left().into_iter().skip(left).flatten();
        let after = self.turns.len();
        self.departures.extend(seats.map(|seat| Departure {
            seat,
            after,
            reason: match leaving {
                Some((leaving, reason)) if leaving == seat => reason,
                _ => Reason::Checkmate,
            },
        }));
    }

    /// Ends the game as drawn if all who are in it have agreed to that. Those who are out keep their places.
    fn agree(&mut self) {
        let playing = self.game.playing();
        if !playing.is_empty() && playing.iter().all(|seat| self.offers.contains(seat)) {
            self.game.agree();
        }
    }

    /// Whether a letter that showed this state number shows the position on the board: since then
    /// nothing has happened but talk and draw offers.
    pub fn is_current(&self, shown: i64) -> bool {
        self.voided <= shown && shown <= self.state
    }

    /// Seats whose draw offer stands and was made after this state number.
    pub fn offers_since(&self, shown: i64) -> Vec<Seat> {
        let made = |seat: &Seat| {
            let mut later = self.standing.iter().rev();
            later.any(|one| one.state > shown && one.event == Event::Offer(*seat))
        };
        self.offers.iter().copied().filter(made).collect()
    }

    /// The beginning of a turn that a seat holds.
    pub fn held(&self, seat: Seat) -> Option<&str> {
        self.seats.get(seat.index())?.held.as_deref()
    }

    /// The seat with this word, in any case.
    pub fn seat_named(&self, word: &str) -> Option<Seat> {
        let mut names = self.variant.seats().into_iter();
        let seat = names.position(|name| name.eq_ignore_ascii_case(word));
        seat.map(seat_at)
    }

    /// State, status, side to move and result, as the events have made them.
    pub fn course(&self) -> Course {
        let outcome = self.game.outcome();
        Course {
            state: self.state,
            status: self.status(),
            to_move: self.game.to_move().0,
            result: outcome.map(|outcome| outcome.result(&self.variant.seats())),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            rated_end: self.rated_end().map(|end| end.to_json()),
        }
    }

    pub(super) fn status(&self) -> GameStatus {
        match self.game.outcome() {
            _ if self.frozen => GameStatus::Frozen,
            _ if self.aborted => GameStatus::Aborted,
            Some(_) => GameStatus::Finished,
            None => GameStatus::Playing,
        }
    }

    /// Whether the game is being played: neither over, nor called off, nor frozen.
    pub fn is_on(&self) -> bool {
        self.status() == GameStatus::Playing
    }

    /// Why the game is not being played, if it is not.
    pub fn closure(&self) -> Option<Closure> {
        match self.status() {
            GameStatus::Playing => None,
            GameStatus::Frozen => Some(Closure::Frozen),
            GameStatus::Aborted => Some(Closure::Aborted),
            GameStatus::Finished => self.game.outcome().map(|outcome| Closure::Over {
                result: outcome.result(&self.variant.seats()),
                reason: outcome.reason,
            }),
        }
    }

    /// Who has ended the game by leaving the event that it is one of.
    pub fn left_event(&self) -> Option<Seat> {
        match self.standing.last().map(|one| &one.event) {
            Some(Event::Forfeit { seat, reason }) if reason.starts_with(OF_EVENT) => Some(*seat),
            _ => None,
        }
    }

    /// What the adjudicators of its event have said, if they have decided it.
    pub fn votes(&self) -> Option<Votes> {
        match self.standing.last().map(|one| &one.event) {
            Some(Event::Adjudicate { votes, .. }) => *votes,
            _ => None,
        }
    }

    /// Ends the freeze, once a comparison has found no error in the log.
    pub fn unfreeze(&mut self) {
        self.frozen = !self.rules_known;
    }

    /// The seat's word, capitalised: `White`.
    pub fn seat_name(&self, seat: Seat) -> String {
        let names = self.variant.seats();
        capitalised(names.get(seat.index()).copied().unwrap_or("?"))
    }

    /// The name of a seat's player.
    pub fn player_name(&self, seat: Seat) -> &str {
        let row = self.seats.get(seat.index());
        row.map_or("?", |row| row.name.as_str())
    }

    /// The seats, in playing order.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len()).map(seat_at)
    }
}

/// The seat with this index.
pub fn seat_at(index: usize) -> Seat {
    Seat(u8::try_from(index).unwrap_or(u8::MAX))
}

/// The game before its first turn, and whether the version of its rules is known here. If it is not,
/// the newest known version is used, so that there is a board to show.
pub(super) fn start(variant: &dyn Variant, row: &GameRow) -> Result<(Box<dyn Game>, bool)> {
    let options: BTreeMap<String, String> = serde_json::from_str(&row.options)
        .with_context(|| format!("game #{}: its options cannot be read", row.id))?;
    let position = row.position.as_deref();
    match variant.start_version(row.rules_version, &options, position) {
        Err(SetupError::UnknownVersion { .. }) => Ok((variant.start(&options, position)?, false)),
        game => Ok((game?, true)),
    }
}
