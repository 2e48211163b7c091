//! What one mail or one command of the umpire changes in a game: applied in memory first, then
//! written in one transaction.

use anyhow::Result;

use crate::rules::game::Seat;
use crate::store::{NewEvent, Tx};
use crate::text;

use super::event::EventKind;
use super::stored_game::StoredGame;

/// Words from one player or the umpire to one or all of the others.
#[derive(Clone, Debug)]
pub struct Talk {
    /// Who says them; `None`: the umpire.
    pub by: Option<Seat>,
    /// Who reads them; `None`: everybody else.
    pub to: Option<Seat>,
    /// The words.
    pub text: String,
}

/// What caused the changes.
#[derive(Clone, Copy, Debug)]
pub enum Cause<'a> {
    /// A player's mail, by its inbox id.
    Mail(i64),
    /// A command of the umpire with this name.
    Umpire(&'a str),
}

/// An event that is applied in memory and not yet written.
#[derive(Clone, Debug)]
struct Pending {
    kind: EventKind,
    seat: Option<Seat>,
    text: String,
    typed: Option<String>,
    state: i64,
    to_move: u8,
}

/// All that one mail, or one command of the umpire, changes in one game.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    events: Vec<Pending>,
    /// Sentences that the other players are told.
    pub news: Vec<String>,
    /// Words that go from one to others.
    pub talk: Vec<Talk>,
    /// A seat whose held beginning of a turn changes, and the new one; `None`: it is dropped.
    pub held: Option<(Seat, Option<String>)>,
}

impl Talk {
    /// Whether `seat` reads them.
    fn is_for(&self, seat: Seat) -> bool {
        self.by != Some(seat) && self.to.is_none_or(|to| to == seat)
    }
}

impl Changes {
    /// Applies an event to the game and keeps it to be written. `typed` is the line as the player
    /// wrote it.
    ///
    /// # Errors
    /// As [`StoredGame::apply`].
    pub fn apply(
        &mut self,
        stored: &mut StoredGame,
        kind: EventKind,
        seat: Option<Seat>,
        text: &str,
        typed: Option<&str>,
    ) -> Result<()> {
        let state = stored.state + i64::from(kind.counts());
        stored.apply(kind, seat, text, state)?;
        let typed = typed.map(|line| text::clean(line, 500));
        self.events.push(Pending {
            kind,
            seat,
            text: text.to_owned(),
            typed,
            state,
            to_move: stored.game.to_move().0,
        });
        Ok(())
    }

    /// Adds words from a seat or the umpire to one or all of the others.
    ///
    /// # Errors
    /// As [`StoredGame::apply`].
    pub fn say(&mut self, stored: &mut StoredGame, talk: Talk) -> Result<()> {
        self.apply(stored, EventKind::Say, talk.by, &talk.text, None)?;
        self.talk.push(talk);
        Ok(())
    }

    /// Whether a turn was played.
    #[must_use]
    pub fn played(&self) -> bool {
        self.events
            .iter()
            .any(|event| event.kind == EventKind::Turn)
    }

    /// Whether `seat` has to be told of anything.
    #[must_use]
    pub fn concerns(&self, seat: Seat) -> bool {
        !self.news.is_empty() || self.talk.iter().any(|talk| talk.is_for(seat))
    }

    /// What players and umpire said to `seat`.
    pub fn talk_for(&self, seat: Seat) -> impl Iterator<Item = &Talk> {
        self.talk.iter().filter(move |talk| talk.is_for(seat))
    }

    /// Writes the events, the held beginning, and the game's status where that has changed.
    ///
    /// # Errors
    /// Another process has written events of the same game, or the database fails.
    pub fn write(
        &self,
        tx: &Tx<'_>,
        stored: &mut StoredGame,
        cause: Cause<'_>,
        now: &str,
    ) -> Result<()> {
        let (inbox_id, actor) = match cause {
            Cause::Mail(id) => (Some(id), None),
            Cause::Umpire(name) => (None, Some(name)),
        };
        for event in &self.events {
            stored.seq += 1;
            tx.add_event(&NewEvent {
                game: stored.row.id,
                seq: stored.seq,
                state: event.state,
                now,
                kind: event.kind.as_str(),
                seat: event.seat.map(|seat| seat.0),
                text: &event.text,
                typed: event.typed.as_deref(),
                inbox_id,
                actor,
                to_move: event.to_move,
            })?;
        }
        if let Some((seat, held)) = &self.held {
            tx.set_held(stored.row.id, seat.0, held.as_deref())?;
            if let Some(row) = stored.seats.get_mut(usize::from(seat.0)) {
                row.held.clone_from(held);
            }
        }
        if self.events.iter().any(|event| event.kind.counts()) {
            let course = stored.course();
            if !course.has_same_end(&stored.row.course) {
                tx.set_status(stored.row.id, &course)?;
            }
            stored.row.course = course;
        }
        Ok(())
    }
}
