//! What a letter speaks of besides its own data: games, people, seeks, as plain data. It is read once, from one snapshot,
//! when the letter is tried for the first time (`src/office/load/shown/`), and is never stored by the server: it can be
//! written as JSON for the recorded letters (`samples`) alone.
//!
//! `game` has games after one of their events, `part` what the answer to a line shows of one.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{About, GameId, PlayerId};
use crate::rules::game::Seat;
use crate::rules::view::BoardView;
use crate::status::LetterFormat;
use crate::time::PlayerTimes;
use crate::variants::Games;

use super::data::{LetterData, Query, ShownContest, ShownPairing};
use super::settings::PlayerSettings;

mod game;
mod part;

pub use game::{
    Begun, ClockView, Course, GameView, ProposalView, RatedEnding, ShownEvent, ShownPage,
    ShownRecord, ShownSeat, ShownWatched,
};
pub use part::{
    Accounted, ClockAnswer, Film, Legal, Preview, ShownLesson, ShownPart, ShownParts, Shows,
    TimeLeft,
};

/// At most so many notes of the reader are in a letter of their game.
pub const PAGE_NOTES: usize = 10;
/// So many letters about a kind of game explain the signs on the board, unless their reader wants it in each.
pub const EXPLAINED: usize = 3;
/// Lists of games and of seeks have at most so many lines.
pub const LISTED: usize = 40;
/// A letter lists this many last turns.
pub const LAST_TURNS: usize = 4;
/// The last letter of a game lists its turns on so many lines at most.
pub const LONGEST_RECORD: usize = 200;
/// With more turns than these, pieces are linked instead.
pub const LINKED: usize = 30;
/// `legal` lists at most this many turns (`docs/mail-protocol.md`).
pub const LISTED_TURNS: usize = 200;
/// How many actions are listed that may follow a turn that stops too soon.
pub const FOLLOWING: usize = 60;
/// A film has at most so many boards, the one before its first turn included.
pub const FRAMES: usize = 60;
/// At most so many notes are shown.
pub const NOTES: usize = 500;

/// What a letter speaks of.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Shown {
    /// Games as they are now, for lists.
    pub games: BTreeMap<GameId, GameView>,
    /// What the reader gets of games in which they have a seat.
    pub pages: Vec<ShownPage>,
    /// What the reader gets of games that they watch.
    pub watched: Vec<ShownWatched>,
    /// What the answer shows: for each part of each line. What the letter has no room for is not there.
    pub parts: ShownParts,
    /// The reader, if it is a player.
    pub reader: Option<ShownReader>,
    /// Players by the names that the reader asks for; those who are no members are left out.
    pub members: BTreeMap<String, ShownMember>,
    /// Ratings that the reader asks for, by what was asked.
    pub ratings: Vec<ShownRatings>,
    /// Events that the reader asks for, by what was asked.
    pub contests: Vec<ShownContests>,
    /// Games that the reader adjudicates, by the numbers of their cases.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cases: BTreeMap<usize, ShownCase>,
    /// The open seeks that the reader may see.
    pub seeks: Vec<ShownSeek>,
    /// The letter that answered the same mail before, and what it shows.
    pub before: Option<(LetterData, Option<About>, ShownParts)>,
    /// The games that can be played.
    #[serde(skip)]
    pub playable: Games,
    /// The usual boards of the games to which the reader is invited, by variant.
    pub usual: BTreeMap<String, BoardView>,
}

/// A player who reads a letter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownReader {
    /// The id of the player who reads the letter.
    pub id: PlayerId,
    /// What the player has chosen.
    pub chosen: Chosen,
    /// The player's games, those that are played first; one more than are listed, if there are
    /// more.
    pub games: Vec<(GameId, Seat)>,
    /// The games in which it is the player's turn, with the end of their time, the earliest first;
    /// one more than are listed, if there are more.
    pub next: Vec<(GameId, Option<DateTime<Utc>>)>,
    /// All notes of the player.
    pub notes: Vec<(GameId, String)>,
    /// Lessons: the id of each game, which position is open, from 0, and how many there are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lessons: Vec<(String, usize, usize)>,
    /// Everything that is stored about the player, except for the games.
    pub own_data: Vec<(String, String)>,
}

/// A game that the reader adjudicates. Who plays it is in none of what is put into words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownCase {
    /// The game.
    pub game: GameView,
    /// The position.
    pub board: BoardView,
    /// The same as text.
    pub position: String,
    /// Its turns.
    pub course: Course,
}

/// What a player has chosen about letters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Chosen {
    /// The language; `None`: that of the server.
    pub language: Option<String>,
    /// What letters are made of.
    pub format: LetterFormat,
    /// Time zone, quiet hours, reminders and calendar entries.
    pub times: PlayerTimes,
    /// What else, as it is stored.
    pub settings: Option<String>,
}

impl Chosen {
    /// What has no column of its own.
    pub fn settings(&self) -> PlayerSettings {
        PlayerSettings::of_stored(self.settings.as_deref())
    }
}

/// What anybody may know of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownMember {
    /// The name of the player as others read it.
    pub name: String,
    /// Since when the player is known.
    pub since: String,
    /// The level at which it plays, if it is a program; 0: a person.
    #[serde(skip_serializing_if = "is_person")]
    pub level: i64,
    /// Titles of the club that the player has.
    pub titles: Vec<String>,
    /// Results of public games by variant.
    pub results: BTreeMap<String, Results>,
    /// Public games, those that are played first, as many as are listed.
    pub games: Vec<GameId>,
    /// Whether there are more.
    pub more: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
fn is_person(level: &i64) -> bool {
    *level == 0
}

/// Results of a player in one variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Results {
    /// Games that are being played.
    pub running: usize,
    /// Won without sharing the first place.
    pub won: usize,
    /// Drawn, or won with others.
    pub drawn: usize,
    /// Others were placed before the player.
    pub lost: usize,
    /// Ended by a result that is neither a win, a draw nor a loss of the player.
    pub other: usize,
}

/// What is known of events that the reader asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownContests {
    /// What was asked.
    pub query: Query,
    /// The event; of a list, all that are in it.
    pub contests: Vec<ShownContest>,
    /// The games of the event, if they are wanted.
    #[serde(default)]
    pub pairings: Vec<ShownPairing>,
}

/// What is known of ratings that the reader asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownRatings {
    /// What was asked.
    pub query: Query,
    /// What was typed for a game or a player that there is not.
    #[serde(default)]
    pub unknown: Option<String>,
    /// Whose ratings they are; empty: everybody's.
    #[serde(default)]
    pub name: String,
    /// The list; `None`: several, or all games for two.
    #[serde(default)]
    pub game: Option<String>,
    /// The last month that was counted: `2026-11`.
    #[serde(default)]
    pub until: String,
    /// The ratings, in the order in which they are shown; one more than are listed, if there are more.
    #[serde(default)]
    pub lines: Vec<ShownRating>,
}

impl Default for ShownRatings {
    fn default() -> Self {
        Self {
            query: Query::Ratings(None),
            unknown: None,
            name: String::new(),
            game: None,
            until: String::new(),
            lines: Vec::new(),
        }
    }
}

/// A rating of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownRating {
    /// The list: the id of a game, perhaps with a hash of its rules; empty: all games for two.
    pub list: String,
    /// Whose it is.
    pub name: String,
    /// In points.
    pub points: i64,
    /// The rating deviation, in points.
    pub deviation: i64,
    /// Whether it can be relied on.
    pub sure: bool,
    /// How many games were counted.
    pub games: u32,
    /// The last month in which some were: `2026-11`.
    pub month: String,
}

/// A seek that can be joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownSeek {
    /// The number by which the seek is joined: `join 5`.
    pub number: i64,
    /// The id of the variant that is looked for.
    pub variant: String,
    /// Who has made it.
    pub who: String,
    /// Its terms, as they are typed.
    pub line: String,
    /// How many places are free.
    pub free: usize,
}

impl Shown {
    /// A game as it is now.
    ///
    /// # Errors
    /// It was not read, or does not exist.
    pub fn game(&self, game: GameId) -> Result<&GameView> {
        let view = self.games.get(&game);
        view.with_context(|| format!("there is no game #{game}"))
    }

    /// What the reader gets of one of their games.
    ///
    /// # Errors
    /// As [`Shown::game`].
    pub fn page(&self, about: About) -> Result<&ShownPage> {
        let page = self.pages.iter().find(|page| page.about == Some(about));
        page.with_context(|| format!("there is no game #{}", about.game))
    }
}

/// The first square that a turn names.
pub fn first_square(turn: &str) -> Option<&str> {
    let begins = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit();
    let at = turn.as_bytes().windows(2).position(begins)?;
    let digits = turn.bytes().skip(at + 1).take_while(u8::is_ascii_digit);
    turn.get(at..=at + digits.count())
}
