//! What came of a line about a lesson.

use serde::{Deserialize, Serialize};

use crate::ids::GameId;
use crate::rules::outcome::Refusal;

/// What came of a line about a lesson, or of an answer to a position of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LessonPart {
    /// A position, with what is asked.
    Position {
        /// The id of the game.
        variant: String,
        /// Which position, from 1.
        position: usize,
        /// How many there are.
        of: usize,
    },
    /// The answer is right.
    Right {
        /// The turn, in canonical text.
        turn: String,
    },
    /// The turn is legal, and does not do what is asked.
    NotIt {
        /// The turn, in canonical text.
        turn: String,
    },
    /// The turn is not legal.
    Refused {
        /// Why.
        why: Refusal,
    },
    /// The line may mean several turns.
    Which {
        /// These, in canonical text.
        turns: Vec<String>,
    },
    /// The line is no turn.
    NoTurn,
    /// The letter that is answered shows a position that is not open.
    NotOpen {
        /// Its number, from 1.
        shown: usize,
    },
    /// The lesson is done.
    End {
        /// The id of the game.
        variant: String,
        /// The word by which the program that plays is challenged; `None`: it does not play here.
        partner: Option<String>,
    },
    /// The lesson is not as it was when the letter was written.
    Changed,
    /// The position comes in a letter of its own.
    Sent,
    /// The letter shows a position of another lesson already.
    OneLesson,
    /// Too many lessons of the player are kept.
    TooMany,
    /// There is no such position.
    NoPosition {
        /// How many there are.
        steps: usize,
    },
    /// No game is known by what was typed, or several are.
    WhichGame {
        /// What was typed.
        typed: String,
        /// The ids of those that it may mean.
        meant: Vec<String>,
    },
    /// There is no lesson of this game.
    None {
        /// The id of the game.
        variant: String,
    },
    /// The position stands in a running game of the reader.
    InGame {
        /// The game.
        game: GameId,
    },
}
