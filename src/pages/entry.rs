//! What all pages say of a game: nothing that may not be shown is in it.

use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::{Deserialize, Serialize};

use crate::ids::{ContestId, GameId, PlayerId};
use crate::words::Voice;

use super::words::{made, plain};

/// A person as a page names them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Person {
    /// The name, or 'a player'.
    pub name: String,
    /// The folder of their page, if they have one.
    pub path: Option<String>,
    /// Who it is, if they are named.
    #[serde(skip)]
    pub id: Option<PlayerId>,
}

impl Person {
    /// Somebody who is not named.
    pub fn somebody(voice: Voice<'_>) -> Self {
        Self {
            name: plain(voice, "somebody"),
            path: None,
            id: None,
        }
    }
}

impl From<Person> for Value {
    fn from(person: Person) -> Self {
        Self::from(Serde(person))
    }
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SeatShown {
    /// The word for the seat.
    pub seat: String,
    /// Who has it.
    pub player: Person,
    /// The place at the end, from 1.
    pub place: Option<usize>,
}

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entry {
    /// Its number.
    pub game: GameId,
    /// The id of its variant.
    pub variant: String,
    /// The name of its variant.
    pub variant_name: String,
    /// The event that it is a game of.
    #[serde(skip)]
    pub contest: Option<ContestId>,
    /// Who plays.
    pub seats: Vec<SeatShown>,
    /// Whether it is over.
    pub over: bool,
    /// The result, if it has one.
    pub result: Option<String>,
    /// How it has ended, in words.
    pub reason: Option<String>,
    /// How many turns are shown.
    pub turns: usize,
    /// The last of them.
    pub last: Option<String>,
    /// Whether the last turns are not shown.
    pub delayed: bool,
    /// Whether it is rated.
    pub rated: bool,
    /// When it was begun.
    pub created: String,
    /// The time of the last turn that is shown, or of the end.
    pub updated: String,
    /// The file of the game for other programs, in its folder.
    pub file: Option<String>,
}

impl Entry {
    /// The folder of its page.
    pub fn path(&self) -> String {
        format!("games/{}/", self.game)
    }

    /// Who plays, in one line.
    pub fn title(&self) -> String {
        let names = self.seats.iter().map(|seat| seat.player.name.as_str());
        names.collect::<Vec<_>>().join(" \u{2013} ")
    }

    /// How it stands.
    pub fn state(&self, voice: Voice<'_>) -> String {
        match (&self.result, self.over) {
            (Some(result), _) => result.replace('-', "\u{2013}"),
            (None, true) => plain(voice, "called-off"),
            (None, false) => plain(voice, "going-on"),
        }
    }

    /// The month in which it ended.
    pub fn month(&self) -> Option<&str> {
        self.updated.get(..7).filter(|_| self.over)
    }

    /// The time by which lists order it: a turn of a game that goes on changes no list.
    pub fn since(&self) -> &str {
        if self.over {
            &self.updated
        } else {
            &self.created
        }
    }

    /// What lists say of it.
    pub fn listed(&self) -> impl PartialEq + '_ {
        let game = (self.game, &self.variant, &self.variant_name, self.contest);
        let how = (self.over, &self.result, self.rated, self.since());
        (game, how, &self.seats)
    }

    /// A row of a list of games.
    pub fn row(&self, voice: Voice<'_>) -> Value {
        context! {
            path => made(self.path()),
            number => self.game.0,
            variant => self.variant_name.as_str(),
            players => self.seats.iter().map(|seat| seat.player.clone()).collect::<Vec<_>>(),
            state => self.state(voice),
            over => self.over,
            day => day(self.since()),
        }
    }
}

/// The day of a time.
pub fn day(at: &str) -> &str {
    at.get(..10).unwrap_or(at)
}
