//! What one mail or one command changes in a game: applied in memory first, then written as part of a
//! decision.

use anyhow::Result;
use chrono::{DateTime, Utc};

use crate::ids::MailId;
use crate::rules::Seat;
use crate::store::{BY_PROGRAM, EventRow, GameChange, SeatChange};
use crate::text;

use super::clocks::{EventTime, Settling};
use super::event::{Event, EventKind};
use super::stored_game::StoredGame;

/// Who or what causes changes, for the log of the game.
#[derive(Clone, Debug)]
pub enum Cause<'a> {
    /// A player's mail, and when it arrived.
    Mail(MailId, &'a str),
    /// A command of the umpire with this name.
    Umpire(&'a str),
    /// A program of the server's that plays in the game.
    Program,
    /// The server itself, by a timer.
    Server,
}

impl Cause<'_> {
    /// The mail that causes the changes; `None`: the umpire or the server does.
    pub fn mail(&self) -> Option<MailId> {
        match self {
            Self::Mail(mail, _) => Some(*mail),
            Self::Umpire(_) | Self::Program | Self::Server => None,
        }
    }
}

/// All that one mail, or one command of the umpire, changes in one game.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    events: Vec<EventRow>,
    /// What changes about seats besides events: beginnings that are held, plans, players.
    seats: Vec<SeatChange>,
    /// Whether a seat has left the game, or is in it again.
    departure: bool,
    /// Which of the events happen by plans.
    planned: Vec<usize>,
    /// When it happens, for the clocks; `None` in the default value only.
    moment: Option<EventTime>,
}

impl Changes {
    /// No changes yet, of something that happens at `moment`.
    pub fn at(moment: EventTime) -> Self {
        Self {
            moment: Some(moment),
            ..Self::default()
        }
    }

    /// Says when the mail came whose turn is played by what follows: it had to wait for a `yes`.
    pub fn came(&mut self, came: DateTime<Utc>) {
        if let Some(moment) = &mut self.moment {
            moment.came = came.min(moment.at);
        }
    }

    /// Applies an event to the game and keeps it to be written; returns its position in the log.
    /// `typed` is the line as the player wrote it.
    ///
    /// # Errors
    /// As [`StoredGame::apply`].
    pub fn apply(
        &mut self,
        stored: &mut StoredGame,
        event: &Event,
        typed: Option<&str>,
    ) -> Result<i64> {
        self.apply_with(stored, event, typed, false)
    }

    /// Applies an event that happens by a plan: no mail holds it, and it costs no time.
    ///
    /// # Errors
    /// As [`StoredGame::apply`].
    pub fn apply_planned(&mut self, stored: &mut StoredGame, event: &Event) -> Result<i64> {
        self.planned.push(self.events.len());
        self.apply_with(stored, event, None, true)
    }

    fn apply_with(
        &mut self,
        stored: &mut StoredGame,
        event: &Event,
        typed: Option<&str>,
        planned: bool,
    ) -> Result<i64> {
        let account = self.moment.as_ref().and_then(|moment| match event {
            Event::Turn { .. } if planned => stored.account(moment, Settling::Planned),
            Event::Turn { .. } => stored.account(moment, Settling::Turn),
            // The instant that counts is the deadline, whenever it is noticed.
            Event::Flag { .. } => {
                let came = stored.deadline(moment.at, moment.longest_gap)?.falls;
                stored.account(&EventTime { came, ..*moment }, Settling::Flag)
            }
            _ => None,
        });
        let state = stored.state + i64::from(event.kind().counts());
        let (playing, moved) = (stored.game.playing().len(), stored.game.to_move());
        stored.apply(event, state)?;
        self.departure |= stored.game.playing().len() != playing;
        stored.seq += 1;
        if let Some(moment) = &self.moment
            && (stored.has_clocks() || matches!(event, Event::Terms(_) | Event::Pause { .. }))
        {
            stored.clocks_follow(event, moment, account.as_ref(), moved)?;
        }
        let mut row = event.row(state, stored.game.to_move());
        let account = account.as_ref().map(serde_json::to_string);
        row.time = account.transpose()?;
        row.typed = typed.map(|line| text::clean(line, 500));
        self.events.push(row);
        match event {
            Event::Turn { seat, .. } => self.hold(stored, *seat, None),
            Event::Undo { .. } | Event::TakeBack(_) | Event::Rollback { .. } => {
                // What is held was begun in another position.
                for seat in stored.all_seats() {
                    self.hold(stored, seat, None);
                }
            }
            // What the former player has begun and planned is not the newcomer's.
            Event::Replace { seat, .. } => {
                self.hold(stored, *seat, None);
                self.plan(stored, *seat, None);
            }
            _ => {}
        }
        if planned {
            stored.mark_planned(event);
        }
        self.end_plans(stored, event, playing, planned);
        Ok(stored.seq)
    }

    /// Says that the events since there were `count` were written in another mail than the one that
    /// carries them out: they had to wait for a `yes`.
    pub fn written_in(&mut self, mail: MailId, count: i64) {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        for (at, event) in self.events.iter_mut().enumerate().skip(count) {
            if !self.planned.contains(&at) {
                event.mail = Some(mail);
            }
        }
    }

    /// Sets what a seat holds of its next turn.
    pub fn hold(&mut self, stored: &mut StoredGame, seat: Seat, held: Option<String>) {
        let Some(row) = stored.seats.get_mut(seat.index()) else {
            return;
        };
        if row.held != held {
            row.held.clone_from(&held);
            self.seats.push(SeatChange::Held(seat.0, held));
        }
    }

    /// Keeps when the mail came whose turn is asked back: the flag of the seat waits for the `yes`. It does so once
    /// in a turn; a second question uses that up.
    pub fn asked(&mut self, stored: &mut StoredGame, seat: Seat) {
        let change = stored.asked_back(seat);
        self.seats
            .extend(change.map(|turn| SeatChange::OpenTurn(seat.0, turn)));
    }

    /// Adds a change of a seat that its game does not know of.
    pub fn of_seat(&mut self, change: SeatChange) {
        self.seats.push(change);
    }

    /// Whether a turn was played.
    pub fn played(&self) -> bool {
        let turn = EventKind::Turn.as_str();
        self.events.iter().any(|event| event.kind == turn)
    }

    /// Whether anything has happened that `seat` has to be told of: by somebody else, and not words
    /// for others.
    pub fn concerns(&self, seat: Seat) -> bool {
        self.events.iter().any(|event| {
            let author = EventKind::parse(&event.kind).is_none_or(EventKind::is_of_author);
            let own = author && event.seat == Some(seat.0);
            !own && event.reader.is_none_or(|reader| reader == seat.0)
        })
    }

    /// Whether nothing has happened but that something was said.
    pub fn only_says(&self) -> bool {
        let mut events = self.events.iter();
        events.all(|event| event.kind == EventKind::Say.as_str())
    }

    /// Whether a player gets a letter about the changes. One who is out of a game that others play on gets none about
    /// their turns, draw offers, requests and clocks, until
    /// somebody else goes out or comes back, or the game ends.
    pub fn reaches(&self, stored: &StoredGame, seat: Seat) -> bool {
        let out = stored.is_on() && !stored.game.playing().contains(&seat);
        let everyday =
            |event: &EventRow| EventKind::parse(&event.kind).is_some_and(EventKind::is_everyday);
        let mut events = self.events.iter();
        !out || self.departure || events.any(|event| !everyday(event))
    }

    /// Whether the conditional turns of a seat change.
    pub fn plans_changed(&self) -> bool {
        let mut seats = self.seats.iter();
        seats.any(|change| matches!(change, SeatChange::Plans(..)))
    }

    /// Whether somebody offers a draw, or asks the others for something.
    pub fn asks(&self) -> bool {
        let kinds = [EventKind::Offer, EventKind::Propose].map(EventKind::as_str);
        self.kinds().any(|kind| kinds.contains(&kind))
    }

    /// The kinds of the events.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.events.iter().map(|event| event.kind.as_str())
    }

    /// How many events there are.
    pub fn count(&self) -> i64 {
        i64::try_from(self.events.len()).unwrap_or(i64::MAX)
    }

    /// Whether there are neither events nor changes of seats to be written.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty() && self.seats.is_empty()
    }

    /// The changes to be written: events, held beginnings, and the game's status where that has
    /// changed.
    pub fn into_change(mut self, stored: &StoredGame, cause: &Cause<'_>) -> GameChange {
        for (at, event) in self.events.iter_mut().enumerate() {
            let planned = self.planned.contains(&at);
            match cause {
                Cause::Mail(mail, arrived_at) => {
                    event.arrived_at = Some((*arrived_at).to_owned());
                    if !planned {
                        event.mail.get_or_insert(*mail);
                    }
                }
                Cause::Umpire(name) if !planned => event.actor = Some((*name).to_owned()),
                Cause::Program if !planned => event.actor = Some(BY_PROGRAM.to_owned()),
                Cause::Umpire(_) | Cause::Program | Cause::Server => {}
            }
        }
        if !self.events.is_empty() {
            let at = self.moment.as_ref().map(|moment| moment.at);
            self.seats.extend(stored.open_turns(at));
        }
        let course = stored.course();
        let changed = !course.has_same_end(&stored.row.course) && !self.events.is_empty();
        GameChange {
            id: stored.row.id,
            expected_seq: stored.seq - self.count(),
            events: self.events,
            course: changed.then_some(course),
            seats: self.seats,
        }
    }
}
