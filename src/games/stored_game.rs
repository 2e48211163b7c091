//! A stored game with its live position: its setup, its events, and the position they lead to.
//!
//! [`StoredGame::apply`] is the only place that says what an event means, both when a
//! game is loaded and when it is played on.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::rules::game::{Game, Seat};
use crate::rules::outcome::{Reason, SetupError};
use crate::rules::variant::Variant;
use crate::store::{Course, GameId, GameRow, GameStatus, LoggedEvent, SeatRow, Snapshot};
use crate::text::capitalised;
use crate::variants;

use super::event::{Event, EventKind, StoredTurn};
use super::request::Closure;

/// A stored game, with the position that its events lead to.
pub struct StoredGame {
    /// The row of the game as it was when loaded, with the course as last written.
    pub row: GameRow,
    /// Seats in order.
    pub seats: Vec<SeatRow>,
    /// The variant.
    pub variant: &'static dyn Variant,
    /// The position and all that the rules need.
    pub game: Box<dyn Game>,
    /// Turns that have not been taken back, in order.
    pub turns: Vec<StoredTurn>,
    /// Seats whose draw offer stands.
    pub offers: Vec<Seat>,
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
    rules_known: bool,
    /// Events that have not been taken back, without talk: `undo` shortens this list.
    standing: Vec<StandingEvent>,
}

/// An event that has not been taken back.
struct StandingEvent {
    /// The text of a turn is empty; it stands in [`StoredGame::turns`].
    event: Event,
    state: i64,
}

/// What an undo takes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakenBack {
    /// What ended the game, which was no turn.
    End,
    /// That a seat has left the game, which others have played on.
    Departure(Seat),
    /// The last turn, with its number.
    Turn(String),
}

impl StoredGame {
    /// Loads a game and applies all its events; `None` if there is no game with this number.
    ///
    /// # Errors
    /// An event cannot be applied (the message names game and event), or the store cannot be read.
    pub fn load(store: &dyn Snapshot, id: GameId) -> Result<Option<Self>> {
        let Some(row) = store.game(id)? else {
            return Ok(None);
        };
        Self::load_onto(store, row, store.seats(id)?).map(Some)
    }

    /// Builds a game from its row and seats, which are read already, and applies all its events.
    ///
    /// # Errors
    /// As [`StoredGame::load`].
    pub fn load_onto(store: &dyn Snapshot, row: GameRow, seats: Vec<SeatRow>) -> Result<Self> {
        Self::load_until(store, row, seats, None)
    }

    /// The same with the first `count` events alone.
    ///
    /// # Errors
    /// As [`StoredGame::load`].
    pub fn load_until(
        store: &dyn Snapshot,
        row: GameRow,
        seats: Vec<SeatRow>,
        count: Option<i64>,
    ) -> Result<Self> {
        let id = row.id;
        let mut stored = Self::begin(row, seats)?;
        store.replay(id, count, &mut |event| stored.apply_row(&event))?;
        Ok(stored)
    }

    /// The game before its first event.
    ///
    /// # Errors
    /// This program does not know the variant, its options or its position.
    pub fn begin(row: GameRow, seats: Vec<SeatRow>) -> Result<Self> {
        let variant = variants::find(&row.variant)
            .ok_or_else(|| anyhow!("game #{}: no variant {:?} here", row.id, row.variant))?;
        let (game, rules_known) = start(variant, &row)?;
        let frozen = row.course.status == GameStatus::Frozen || !rules_known;
        Ok(Self {
            row,
            seats,
            variant,
            game,
            turns: Vec::new(),
            offers: Vec::new(),
            state: 0,
            seq: 0,
            voided: 0,
            aborted: false,
            frozen,
            rules_known,
            standing: Vec::new(),
        })
    }

    /// Applies an event of the log. A turn is trusted to be legal and canonical.
    ///
    /// # Errors
    /// The kind is unknown, or as [`StoredGame::apply`]; the message names game and event.
    pub fn apply_row(&mut self, row: &LoggedEvent<'_>) -> Result<()> {
        let applied = Event::read(row).and_then(|event| {
            self.seq = row.seq;
            self.apply(&event, row.state)
        });
        applied.with_context(|| format!("game #{}, event {}", self.row.id, row.seq))
    }

    /// Applies an event of the log after judging it: a turn has to be by the seat to move, legal,
    /// and stored in canonical notation.
    ///
    /// # Errors
    /// A turn is none of these, or as [`StoredGame::apply`].
    pub fn apply_checked(&mut self, row: &LoggedEvent<'_>) -> Result<()> {
        if let Event::Turn { seat, text } = Event::read(row)? {
            ensure!(
                seat == self.game.to_move(),
                "a turn by a seat that is not to move"
            );
            let played = self.game.fork().play(&text)?;
            ensure!(
                played.canonical == text,
                "{text:?} reads as {:?}",
                played.canonical
            );
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
        match event {
            Event::Say { .. } => return Ok(()),
            Event::Turn { seat, text } => {
                let label = self.game.label();
                self.game.replay(text)?;
                self.offers.retain(|offering| offering == seat);
                self.turns.push(StoredTurn {
                    label,
                    seat: *seat,
                    text: text.clone(),
                    state,
                });
            }
            Event::Resign(seat) => self.leave(*seat, Reason::Resignation),
            Event::Forfeit { seat, .. } => self.leave(*seat, Reason::Umpire),
            Event::Offer(seat) => {
                if !self.offers.contains(seat) {
                    self.offers.push(*seat);
                }
                self.agree();
            }
            Event::Decline(_) => self.offers.clear(),
            Event::Claim(_) => drop(self.game.claim_draw()?),
            Event::Adjudicate { result, .. } => {
                let outcome = self.read_result(result);
                self.game
                    .end(outcome.map_err(|_| anyhow!("{result:?} is no result"))?);
            }
            Event::Undo { .. } => self.take_back()?,
            Event::Abort { .. } => self.aborted = true,
        }
        self.state = state;
        if event.kind().voids_tokens() {
            self.voided = state;
        }
        if event.kind() != EventKind::Undo {
            // The texts of turns stand in `turns`.
            let event = match event {
                Event::Turn { seat, .. } => Event::Turn {
                    seat: *seat,
                    text: String::new(),
                },
                other => other.clone(),
            };
            self.standing.push(StandingEvent { event, state });
        }
        Ok(())
    }

    /// A seat leaves the game. Those who are left may all have agreed to a draw.
    fn leave(&mut self, seat: Seat, reason: Reason) {
        self.game.retire(seat, reason);
        let playing = self.game.playing();
        self.offers.retain(|offering| playing.contains(offering));
        if self.game.outcome().is_none() {
            self.agree();
        }
    }

    /// Ends the game as drawn if all who are in it have agreed to that. Those who are out keep their places.
    fn agree(&mut self) {
        let playing = self.game.playing();
        if !playing.is_empty() && playing.iter().all(|seat| self.offers.contains(seat)) {
            self.game.agree();
        }
    }

    /// Removes the event that [`StoredGame::undoable`] names and all later ones, and rebuilds the
    /// position from the rest.
    fn take_back(&mut self) -> Result<()> {
        let Some(last) = self.undoable() else {
            bail!("there is nothing to take back")
        };
        let kept: Vec<_> = self.standing.drain(..).take(last).collect();
        let mut turns = std::mem::take(&mut self.turns).into_iter();
        self.game = start(self.variant, &self.row)?.0;
        self.offers.clear();
        self.aborted = false;
        for StandingEvent { event, state } in kept {
            let event = match event {
                Event::Turn { seat, .. } => Event::Turn {
                    seat,
                    text: turns.next().map(|turn| turn.text).unwrap_or_default(),
                },
                other => other,
            };
            self.apply(&event, state)?;
        }
        Ok(())
    }

    /// Index in `standing` of the first event that `undo` removes: what ended the game, if that was
    /// no turn, else the last turn.
    fn undoable(&self) -> Option<usize> {
        let ended = self.aborted || self.game.outcome().is_some();
        match self.standing.last() {
            Some(last) if ended && last.event.kind() != EventKind::Turn => {
                Some(self.standing.len() - 1)
            }
            _ => self
                .standing
                .iter()
                .rposition(|standing| standing.event.kind().is_step()),
        }
    }

    /// What an undo would take back; `None` if there is nothing.
    #[must_use]
    pub fn takes_back(&self) -> Option<TakenBack> {
        let standing = self.standing.get(self.undoable()?)?;
        match &standing.event {
            Event::Turn { .. } => {}
            Event::Resign(seat) | Event::Forfeit { seat, .. } if self.is_on() => {
                return Some(TakenBack::Departure(*seat));
            }
            _ => return Some(TakenBack::End),
        }
        let last = self.turns.last()?;
        Some(TakenBack::Turn(format!("{} {}", last.label, last.text)))
    }

    /// Whether a letter that showed this state number shows the position on the board: since then
    /// nothing has happened but talk and draw offers.
    #[must_use]
    pub fn is_current(&self, shown: i64) -> bool {
        self.voided <= shown && shown <= self.state
    }

    /// Seats whose draw offer stands and was made after this state number.
    #[must_use]
    pub fn offers_since(&self, shown: i64) -> Vec<Seat> {
        let made = |seat: &Seat| {
            let mut later = self.standing.iter().rev();
            later.any(|one| one.state > shown && one.event == Event::Offer(*seat))
        };
        self.offers.iter().copied().filter(made).collect()
    }

    /// The beginning of a turn that a seat holds.
    #[must_use]
    pub fn held(&self, seat: Seat) -> Option<&str> {
        self.seats.get(seat.index())?.held.as_deref()
    }

    /// The seat with this word, in any case.
    #[must_use]
    pub fn seat_named(&self, word: &str) -> Option<Seat> {
        self.variant
            .seats()
            .iter()
            .position(|name| name.eq_ignore_ascii_case(word))
            .map(seat_at)
    }

    /// State, status, side to move and result, as the events have made them.
    #[must_use]
    pub fn course(&self) -> Course {
        let outcome = self.game.outcome();
        let status = match (self.frozen, self.aborted, outcome) {
            (true, ..) => GameStatus::Frozen,
            (_, true, _) => GameStatus::Aborted,
            (.., Some(_)) => GameStatus::Finished,
            _ => GameStatus::Playing,
        };
        Course {
            state: self.state,
            status,
            to_move: self.game.to_move().0,
            result: outcome.map(|outcome| outcome.result(self.variant.seats())),
            reason: outcome.map(|outcome| outcome.reason.as_str().to_owned()),
        }
    }

    /// Whether the game is being played: neither over, nor called off, nor frozen.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.frozen && !self.aborted && self.game.outcome().is_none()
    }

    /// Why the game is not being played, if it is not.
    #[must_use]
    pub fn closure(&self) -> Option<Closure> {
        match (self.frozen, self.aborted, self.game.outcome()) {
            (true, ..) => Some(Closure::Frozen),
            (_, true, _) => Some(Closure::Aborted),
            (.., Some(outcome)) => Some(Closure::Over {
                result: outcome.result(self.variant.seats()),
                reason: outcome.reason,
            }),
            _ => None,
        }
    }

    /// Whether this program knows the version of the rules that the game was begun with.
    #[must_use]
    pub fn rules_known(&self) -> bool {
        self.rules_known
    }

    /// Ends the freeze, once a comparison has found no error in the log.
    pub fn unfreeze(&mut self) {
        self.frozen = !self.rules_known;
    }

    /// The seat's word, capitalised: `White`.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> String {
        capitalised(
            self.variant
                .seats()
                .get(seat.index())
                .copied()
                .unwrap_or("?"),
        )
    }

    /// The name of a seat's player.
    #[must_use]
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
#[must_use]
pub fn seat_at(index: usize) -> Seat {
    Seat(u8::try_from(index).unwrap_or(u8::MAX))
}

/// The game before its first turn, and whether the version of its rules is known here. If it is not,
/// the newest known version is used, so that there is a board to show.
pub(super) fn start(variant: &'static dyn Variant, row: &GameRow) -> Result<(Box<dyn Game>, bool)> {
    let options: BTreeMap<String, String> = serde_json::from_str(&row.options)
        .with_context(|| format!("game #{}: its options cannot be read", row.id))?;
    let position = row.position.as_deref();
    match variant.start_version(row.rules_version, &options, position) {
        Err(SetupError::UnknownVersion { .. }) => Ok((variant.start(&options, position)?, false)),
        game => Ok((game?, true)),
    }
}
