//! What came of a line about a lesson.

use serde::{Deserialize, Serialize};

use crate::ids::GameId;
use crate::partner::Moment;
use crate::rules::outcome::Refusal;

/// A mistake of a player, found by a look back at a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mistake {
    /// The game.
    pub game: GameId,
    /// The event after which it was looked at.
    pub after: i64,
    /// The turn that was played, canonical.
    pub played: String,
    /// What was better, and why.
    #[serde(flatten)]
    pub moment: Moment,
}

impl Mistake {
    /// By which its position is told from others, and, since it is below 0, from those of lessons ([`crate::lessons::mark`]).
    pub fn mark(&self) -> i64 {
        let turn = i64::try_from(self.moment.turn).unwrap_or_default();
        -1 - (self.game.0 << 16) - turn
    }
}

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
    /// A position in which the reader has made a mistake.
    Mistake {
        /// The mistake.
        mistake: Box<Mistake>,
        /// How many are left, with this one.
        left: usize,
    },
    /// The turn is legal, and no better than what was played.
    NotBetter {
        /// The turn, in canonical text.
        turn: String,
        /// The mistake.
        mistake: Box<Mistake>,
    },
    /// The letter that is answered shows a mistake that is not asked for any more.
    Solved,
    /// There is no mistake of the reader to show.
    NoMistakes {
        /// Whether the reader has solved the last one now.
        solved: bool,
        /// A running game in which one stands that is left, and about which nothing is said.
        waits: Option<GameId>,
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

impl LessonPart {
    /// Whether it shows a position, to be answered with a turn.
    pub fn asks(&self) -> bool {
        matches!(self, Self::Position { .. } | Self::Mistake { .. })
    }
}
