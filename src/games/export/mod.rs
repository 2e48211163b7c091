//! Games in the formats of other programs: PGN for chess and games by file ([`pgn`]), WXF for xiangqi ([`wxf`]).
//!
//! They are made from a [`GameRecord`], so that no address can be in them. What players have said is in none, unless
//! it is given as [`Comment`]s: players get those of their own games.

mod by_file;
pub mod pgn;
pub mod wxf;

use anyhow::{Context, Result};

use crate::rules::{Game, Options, Seat};
use crate::status::words;
use crate::store::{EventRow, GameRow, SeatRow};
use crate::variants::{Games, VARIANTS};

use super::{event::Event, record::GameRecord, stored_game::StoredGame};

words! {
    /// How an export is written.
    Format {
        /// Portable Game Notation, the format of chess programs.
        Pgn = "pgn",
        /// The format of xiangqi programs with the notation of the World Xiangqi Federation.
        Wxf = "wxf",
        /// The notation of the game itself, a turn on each line.
        Text = "text",
        /// The [`GameRecord`] as JSON.
        Json = "json",
    }
}

impl Format {
    /// That of the programs which know this variant; else text.
    pub fn of(variant: &str) -> Self {
        match variant {
            "chess" => Self::Pgn,
            "xiangqi" => Self::Wxf,
            _ if is_by_file(variant) => Self::Pgn,
            _ => Self::Text,
        }
    }

    /// Whether games of this variant can be written so.
    pub fn takes(self, variant: &str) -> bool {
        match self {
            Self::Text | Self::Json => true,
            Self::Pgn | Self::Wxf => Self::of(variant) == self,
        }
    }
}

/// Whether games of this variant come from a file.
fn is_by_file(variant: &str) -> bool {
    VARIANTS.iter().all(|own| own.id() != variant)
}

/// What somebody has said during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// After how many turns, of those that stand.
    pub after: usize,
    /// Who; `None`: the umpire, or the program that has looked back at the game.
    pub by: Option<Seat>,
    /// Whether that program says it.
    pub review: bool,
    /// The words as they were written.
    pub words: String,
}

impl Comment {
    /// Who says it, if no seat does.
    pub const fn other(&self) -> &'static str {
        if self.review { "Review" } else { "Umpire" }
    }
}

/// What a seat of a game may read of what was said in it, in order.
///
/// # Errors
/// An event cannot be applied.
pub fn comments(
    row: &GameRow,
    seats: &[SeatRow],
    events: &[EventRow],
    reader: Seat,
) -> Result<Vec<Comment>> {
    let mut stored = StoredGame::begin(row.clone(), seats.to_vec())?;
    let mut comments: Vec<Comment> = Vec::new();
    for row in events {
        let event = row.logged();
        stored.apply_row(&event)?;
        // What was said about a turn that was taken back follows the last one that stands.
        let turns = stored.turns.len();
        for comment in &mut comments {
            comment.after = comment.after.min(turns);
        }
        if let Event::Say { by, to, words } = Event::read(&event)?
            && to.is_none_or(|to| to == reader || by == Some(reader))
        {
            let after = turns;
            comments.push(Comment {
                after,
                by,
                review: false,
                words,
            });
        }
    }
    Ok(comments)
}

/// The game of a record before its first turn.
fn start(record: &GameRecord) -> Result<Box<dyn Game>> {
    let variant = Games::built_in().begun(&record.variant, record.section.as_deref());
    let variant = variant.with_context(|| format!("no variant {:?} here", record.variant))?;
    let options: Options = serde_json::from_value(record.options.clone())?;
    let start = record.start.as_deref();
    Ok(variant.start_version(record.rules_version, &options, start)?)
}

/// The result as both formats write it: `*` while there is none.
fn result(record: &GameRecord) -> &str {
    record.result.as_deref().unwrap_or("*")
}

/// `2026.01.31`, of the time at which the game was set up.
fn date(record: &GameRecord) -> String {
    let day = record.created_at.get(..10);
    day.unwrap_or("????.??.??").replace('-', ".")
}

/// The name of the player of a seat.
fn player(record: &GameRecord, seat: usize) -> &str {
    record.seats.get(seat).map_or("?", |seat| &seat.player)
}
