//! A stored game with its live position: its setup, its events, and the position they lead to.
//!
//! [`StoredGame::apply`] is the only place that says what an event means. Loading a game and playing
//! on both go through it.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::rules::game::{Game, Seat};
use crate::rules::outcome::{Outcome, Reason, SetupError};
use crate::rules::variant::Variant;
use crate::store::{Course, Event, GameRow, SeatRow, Tx};
use crate::text::capitalised;
use crate::variants;

use super::event::{EventKind, StoredTurn};

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
    /// The umpire has called the game off.
    aborted: bool,
    /// The last comparison found an error in the log: no turn is accepted.
    frozen: bool,
    /// Whether this program knows the version of the rules that the game was begun with. If not, the
    /// game is frozen and its events are only counted.
    rules_known: bool,
    /// Events that have not been taken back, without talk: `undo` shortens this list.
    standing: Vec<StandingEvent>,
}

/// An event that has not been taken back.
struct StandingEvent {
    kind: EventKind,
    seat: Option<Seat>,
    /// Empty for a turn, whose text stands in [`StoredGame::turns`].
    text: String,
    state: i64,
}

impl StoredGame {
    /// Loads a game and applies all its events; `None` if there is no game with this number.
    ///
    /// # Errors
    /// An event cannot be applied (the message names game and event), or the database fails.
    pub fn load(tx: &Tx<'_>, id: i64) -> Result<Option<Self>> {
        let Some(row) = tx.game(id)? else {
            return Ok(None);
        };
        Self::load_onto(tx, row, tx.seats(id)?).map(Some)
    }

    /// Builds a game from its row and seats, which are read already, and applies all its events.
    ///
    /// # Errors
    /// As [`StoredGame::load`].
    pub fn load_onto(tx: &Tx<'_>, row: GameRow, seats: Vec<SeatRow>) -> Result<Self> {
        let id = row.id;
        let mut stored = Self::begin(row, seats)?;
        tx.events(id, &mut |event| {
            stored
                .apply_stored(&event)
                .with_context(|| format!("game #{id}, event {}", event.seq))
        })?;
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
        let frozen = row.course.status == "frozen" || !rules_known;
        Ok(Self {
            row,
            seats,
            variant,
            game,
            turns: Vec::new(),
            offers: Vec::new(),
            state: 0,
            seq: 0,
            aborted: false,
            frozen,
            rules_known,
            standing: Vec::new(),
        })
    }

    /// Applies an event of the log. A turn is trusted to be legal and canonical.
    ///
    /// # Errors
    /// The kind is unknown, or as [`StoredGame::apply`].
    fn apply_stored(&mut self, event: &Event<'_>) -> Result<()> {
        let known = EventKind::parse(event.kind);
        let kind = known.ok_or_else(|| anyhow!("unknown event {:?}", event.kind))?;
        self.seq = event.seq;
        self.apply(kind, event.seat.map(Seat), event.text, event.state)
    }

    /// Applies an event of the log after judging it: a turn has to be by the seat to move, legal,
    /// and stored in canonical notation.
    ///
    /// # Errors
    /// A turn is none of these, or as [`StoredGame::apply`].
    pub fn apply_checked(&mut self, event: &Event<'_>) -> Result<()> {
        if event.kind == EventKind::Turn.as_str() {
            ensure!(
                event.seat.map(Seat) == Some(self.game.to_move()),
                "a turn by a seat that is not to move"
            );
            let played = self.game.fork().play(event.text)?;
            ensure!(
                played.canonical == event.text,
                "{:?} reads as {:?}",
                event.text,
                played.canonical
            );
        }
        self.apply_stored(event)
    }

    /// Applies an event in memory; `state` is the game's state number after it.
    ///
    /// # Errors
    /// The event cannot happen in this position, or its text or seat is missing or wrong.
    pub fn apply(
        &mut self,
        kind: EventKind,
        seat: Option<Seat>,
        text: &str,
        state: i64,
    ) -> Result<()> {
        if !self.rules_known {
            self.state = state;
            return Ok(());
        }
        let by = || seat.ok_or_else(|| anyhow!("{} without a seat", kind.as_str()));
        match kind {
            EventKind::Say => return Ok(()),
            EventKind::Turn => {
                let label = self.game.label();
                self.game.replay(text)?;
                let seat = by()?;
                self.offers.retain(|offering| *offering == seat);
                self.turns.push(StoredTurn {
                    label,
                    seat,
                    text: text.to_owned(),
                    state,
                });
            }
            EventKind::Resign => self.game.retire(by()?, Reason::Resignation),
            EventKind::Offer => {
                let seat = by()?;
                if !self.offers.contains(&seat) {
                    self.offers.push(seat);
                }
                let playing = self.game.playing();
                if playing.iter().all(|seat| self.offers.contains(seat)) {
                    self.game.end(Outcome::draw(playing, Reason::Agreement));
                }
            }
            EventKind::Decline => self.offers.clear(),
            EventKind::Claim => drop(self.game.claim_draw()?),
            EventKind::Adjudicate => {
                let outcome = self.read_result(text)?;
                self.game.end(outcome);
            }
            EventKind::Undo => self.take_back()?,
            EventKind::Abort => self.aborted = true,
        }
        self.state = state;
        if kind != EventKind::Undo {
            let text = if kind == EventKind::Turn { "" } else { text };
            self.standing.push(StandingEvent {
                kind,
                seat,
                text: text.to_owned(),
                state,
            });
        }
        Ok(())
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
        for event in kept {
            let text = match event.kind {
                EventKind::Turn => turns.next().map(|turn| turn.text).unwrap_or_default(),
                _ => event.text,
            };
            self.apply(event.kind, event.seat, &text, event.state)?;
        }
        Ok(())
    }

    /// Index in `standing` of the first event that `undo` removes: what ended the game, if that was
    /// no turn, else the last turn.
    fn undoable(&self) -> Option<usize> {
        let ended = self.aborted || self.game.outcome().is_some();
        match self.standing.last() {
            Some(event) if ended && event.kind != EventKind::Turn => Some(self.standing.len() - 1),
            _ => self
                .standing
                .iter()
                .rposition(|event| event.kind == EventKind::Turn),
        }
    }

    /// What `undo` would take back, in words; `None` if there is nothing.
    #[must_use]
    pub fn undo_words(&self) -> Option<String> {
        let event = self.standing.get(self.undoable()?)?;
        if event.kind != EventKind::Turn {
            return Some("the end of the game".to_owned());
        }
        self.turns
            .last()
            .map(|turn| format!("{} {}", turn.label, turn.text))
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
            (true, ..) => "frozen",
            (_, true, _) => "aborted",
            (.., Some(_)) => "finished",
            _ => "playing",
        };
        Course {
            state: self.state,
            status: status.to_owned(),
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

    /// Why the game is not on, in a sentence: `The game is over: 1-0, checkmate.`
    #[must_use]
    pub fn end_sentence(&self) -> Option<String> {
        match (self.frozen, self.aborted, self.game.outcome()) {
            (true, ..) => {
                Some("The umpire is looking into this game; it is stopped until then.".to_owned())
            }
            (_, true, _) => Some("The umpire has called this game off.".to_owned()),
            (.., Some(outcome)) => {
                let result = outcome.result(self.variant.seats());
                let reason = match outcome.reason {
                    Reason::Umpire => "as the umpire has decided".to_owned(),
                    reason => reason.to_string(),
                };
                Some(format!("The game is over: {result}, {reason}."))
            }
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
                .get(usize::from(seat.0))
                .copied()
                .unwrap_or("?"),
        )
    }

    /// `Boris (Black)`.
    #[must_use]
    pub fn player_name(&self, seat: Seat) -> String {
        let name = self
            .seats
            .get(usize::from(seat.0))
            .map_or("?", |row| row.name.as_str());
        format!("{name} ({})", self.seat_name(seat))
    }

    /// The label of the turn that was due when the game was in `state`.
    #[must_use]
    pub fn label_at(&self, state: i64) -> String {
        let later = self.turns.iter().find(|turn| turn.state > state);
        later.map_or_else(|| self.game.label(), |turn| turn.label.clone())
    }

    /// `turn 3`, from a label.
    #[must_use]
    pub fn turn_number(label: &str) -> String {
        format!("turn {}", label.trim_end_matches('.'))
    }

    /// 3, from a label.
    #[must_use]
    pub fn number(label: &str) -> u32 {
        label.trim_end_matches('.').parse().unwrap_or(0)
    }

    /// The number of the turn now due.
    #[must_use]
    pub fn due_number(&self) -> u32 {
        let label = self.game.label();
        label.trim_end_matches('.').parse().unwrap_or(0)
    }

    /// How many turns were played before turn number `at` was due for the first seat.
    #[must_use]
    pub fn turns_before(&self, at: u32) -> usize {
        self.turns
            .iter()
            .take_while(|turn| Self::number(&turn.label) < at)
            .count()
    }

    /// The game as it stood after the first `count` turns.
    ///
    /// # Errors
    /// The record does not add up.
    pub fn at(&self, count: usize) -> Result<Box<dyn Game>> {
        let (mut game, _) = start(self.variant, &self.row)?;
        for turn in self.turns.iter().take(count) {
            game.replay(&turn.text)?;
        }
        Ok(game)
    }
}

/// The seat with this index.
#[must_use]
pub fn seat_at(index: usize) -> Seat {
    Seat(u8::try_from(index).unwrap_or(u8::MAX))
}

/// The game before its first turn, and whether the version of its rules is known here. If it is not,
/// the newest known version stands in, so that there is a board to show.
fn start(variant: &'static dyn Variant, row: &GameRow) -> Result<(Box<dyn Game>, bool)> {
    let options: BTreeMap<String, String> = serde_json::from_str(&row.options)
        .with_context(|| format!("game #{}: its options cannot be read", row.id))?;
    let position = row.position.as_deref();
    match variant.start_version(row.rules_version, &options, position) {
        Err(SetupError::UnknownVersion { .. }) => Ok((variant.start(&options, position)?, false)),
        game => Ok((game?, true)),
    }
}
