//! What a mail or the umpire changes: collected first, written in one go.

use anyhow::Result;

use crate::letters::Words;
use crate::rules::game::Seat;
use crate::store::{NewEvent, Tx};
use crate::text;

use super::table::{Kind, Table};

/// Words for some or all of the others.
#[derive(Clone, Debug)]
pub struct Said {
    /// Who says them; `None`: the umpire.
    pub by: Option<Seat>,
    /// For whom; `None`: everybody else.
    pub to: Option<Seat>,
    /// The words.
    pub text: String,
}

/// What events come of.
#[derive(Clone, Copy, Debug)]
pub enum Cause<'a> {
    /// A player's mail.
    Mail(i64),
    /// An umpire's command, by name.
    Umpire(&'a str),
}

/// An event that has happened in memory and is to be written.
#[derive(Clone, Debug)]
struct Pending {
    kind: Kind,
    seat: Option<Seat>,
    text: String,
    typed: Option<String>,
    state: i64,
    to_move: u8,
}

/// Everything that one mail or one command of the umpire's changes in one game.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    events: Vec<Pending>,
    /// What the others are told, in the server's words.
    pub news: Vec<String>,
    /// What they are told in the player's own.
    pub said: Vec<Said>,
    /// The kept beginning of a turn, where that changes.
    pub held: Option<(Seat, Option<String>)>,
}

impl Changes {
    /// Lets an event happen on the table and remembers to write it.
    ///
    /// # Errors
    /// It cannot happen.
    pub fn happen(
        &mut self,
        table: &mut Table,
        kind: Kind,
        seat: Option<Seat>,
        text: &str,
        typed: Option<&str>,
    ) -> Result<()> {
        let state = table.state + i64::from(kind.counts());
        table.apply(kind, seat, text, state)?;
        let typed = typed.map(|line| text::clean(line, 500));
        self.events.push(Pending {
            kind,
            seat,
            text: text.to_owned(),
            typed,
            state,
            to_move: table.game.to_move().0,
        });
        Ok(())
    }

    /// Words from a seat, or from the umpire, to another or to all.
    ///
    /// # Errors
    /// As [`Changes::happen`].
    pub fn say(&mut self, table: &mut Table, said: Said) -> Result<()> {
        self.happen(table, Kind::Say, said.by, &said.text, None)?;
        self.said.push(said);
        Ok(())
    }

    /// Whether a turn was played.
    #[must_use]
    pub fn played(&self) -> bool {
        self.events.iter().any(|event| event.kind == Kind::Turn)
    }

    /// Whether there is anything that others must hear of.
    #[must_use]
    pub fn concerns(&self, seat: Seat) -> bool {
        !self.news.is_empty() || self.said.iter().any(|said| heard(said, seat))
    }

    /// The words that `seat` hears.
    #[must_use]
    pub fn words_for(&self, table: &Table, seat: Seat) -> Vec<Words> {
        let heard = self.said.iter().filter(|said| heard(said, seat));
        heard
            .map(|said| {
                let who = said
                    .by
                    .map_or("The umpire".to_owned(), |by| table.player_name(by));
                let only = if said.to.is_some() {
                    " to you alone"
                } else {
                    ""
                };
                Words {
                    title: format!("{who} writes{only}:"),
                    lines: text::barred(&said.text),
                }
            })
            .collect()
    }

    /// Writes the events and what they have come to.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn write(&self, tx: &Tx<'_>, table: &mut Table, cause: Cause<'_>, now: &str) -> Result<()> {
        let (inbox_id, actor) = match cause {
            Cause::Mail(id) => (Some(id), None),
            Cause::Umpire(name) => (None, Some(name)),
        };
        for event in &self.events {
            table.seq += 1;
            tx.add_event(&NewEvent {
                game: table.row.id,
                seq: table.seq,
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
            tx.set_held(table.row.id, seat.0, held.as_deref())?;
            if let Some(row) = table.seats.get_mut(usize::from(seat.0)) {
                row.held.clone_from(held);
            }
        }
        if self.events.iter().any(|event| event.kind.counts()) {
            let course = table.course();
            if !course.stands_like(&table.row.course) {
                tx.set_status(table.row.id, &course)?;
            }
            table.row.course = course;
        }
        Ok(())
    }
}

fn heard(said: &Said, seat: Seat) -> bool {
    said.by != Some(seat) && said.to.is_none_or(|to| to == seat)
}
