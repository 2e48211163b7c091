//! The texts of letters: one struct for each, rendered to subject and body by the templates.
//!
//! The module knows nothing of headers, addresses and the database: `office` fills the structs in, and
//! passes the text on to [`crate::mail`].

mod block;
pub mod help;
mod templates;

use minijinja::Value;
use serde::{Deserialize, Serialize};

use crate::drawings::Diagram;

use block::Block;

pub use templates::{Rendered, Templates};

/// What a letter is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterKind {
    /// To the author of a mail, about that mail.
    Answer,
    /// To a seat, about what others have done.
    News,
    /// To somebody without a reply token.
    Public,
    /// To the umpire.
    Umpire,
}

impl LetterKind {
    /// The word in the column `outbox.kind`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::News => "news",
            Self::Public => "public",
            Self::Umpire => "umpire",
        }
    }
}

/// A line of a mail and what it is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Echo {
    /// The line as the player wrote it, with a bar before it.
    pub line: Vec<String>,
    /// The reply, in the server's words.
    pub result: Vec<String>,
    /// The player's words that are passed on to others, with bars.
    pub words: Vec<String>,
    /// A board, a list or a text that was asked for.
    pub block: Vec<String>,
}

/// Words from another player or the umpire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Words {
    /// `Boris (Black) writes:`
    pub title: String,
    /// The words, with a bar before each line.
    pub lines: Vec<String>,
}

/// A letter to one seat of one game. Templates can print a list of lines whole (`{{ how }}`) or loop over
/// it.
#[derive(Clone, Debug, Serialize)]
pub struct SeatLetter {
    /// Game number.
    pub game: i64,
    /// Name of the variant.
    pub name: String,
    /// End of the subject: `your turn 3`.
    pub tail: String,
    /// The first line, which is the same in all letters of the game.
    pub marker: String,
    /// The reader's own lines, if this answers a mail.
    pub echoes: Vec<Echo>,
    /// Sentences about what has happened and whose turn it is.
    #[serde(serialize_with = "block")]
    pub news: Vec<String>,
    /// The board as the reader sees it.
    #[serde(serialize_with = "board_blocks")]
    pub board: Option<Board>,
    /// Heading of the list of turns.
    pub turns_title: String,
    /// The last turns, one a line.
    pub turns: Vec<String>,
    /// Words of others.
    pub words: Vec<Words>,
    /// How to answer.
    #[serde(serialize_with = "block")]
    pub how: Vec<String>,
    /// `Game #17, Hans38 Chess. You are White, against Boris (Black).`
    #[serde(serialize_with = "block")]
    pub place: Vec<String>,
    /// The reply token; templates know it as `key`.
    #[serde(rename = "key")]
    pub reply_token: String,
}

/// A board in a letter.
#[derive(Clone, Debug)]
pub struct Board {
    /// The board with its notes and legend.
    pub diagram: Diagram,
    /// How a turn is written here.
    pub writing: Vec<String>,
}

/// An answer to somebody without a reply token.
#[derive(Clone, Debug, Serialize)]
pub struct PublicLetter {
    /// Name of the server.
    pub server: String,
    /// The answer, without any text of the mail.
    pub lines: Vec<String>,
}

/// A note to the umpire.
#[derive(Clone, Debug, Serialize)]
pub struct UmpireLetter {
    /// Name of the server.
    pub server: String,
    /// What it is about.
    pub subject: String,
    /// The note.
    pub lines: Vec<String>,
}

/// What a letter says: the data of one folder of templates.
pub trait LetterText: Serialize {
    /// The folder below `templates/en/letters/`.
    const FOLDER: &'static str;
}

impl LetterText for SeatLetter {
    const FOLDER: &'static str = "seat";
}

impl LetterText for PublicLetter {
    const FOLDER: &'static str = "public";
}

impl LetterText for UmpireLetter {
    const FOLDER: &'static str = "umpire";
}

fn block<S: serde::Serializer>(lines: &[String], to: S) -> Result<S::Ok, S::Error> {
    Block::value(lines).serialize(to)
}

/// Serializes a board as templates know it.
fn board_blocks<S: serde::Serializer>(board: &Option<Board>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Blocks {
        board: Value,
        notes: Value,
        legend: Value,
        writing: Value,
    }
    let blocks = board.as_ref().map(|Board { diagram, writing }| Blocks {
        board: Block::value(&diagram.board),
        notes: Block::value(&diagram.notes),
        legend: Block::value(&diagram.legend),
        writing: Block::value(writing),
    });
    blocks.serialize(to)
}
