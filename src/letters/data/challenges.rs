//! What players are told and answered about challenges and seeks.

use serde::{Deserialize, Serialize};

use crate::ids::{ChallengeId, GameId};
use crate::meeting::partner::ProgramRefusal;
use crate::meeting::{ChallengeLimit, LineError};
use crate::status::ChallengeStatus;

/// A challenge or a seek as a reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownChallenge {
    /// The number by which players name it in their lines.
    pub number: ChallengeId,
    /// The terms whole, as a line that the reader could write.
    pub line: String,
    /// The id of the variant that is to be played, such as `chess`.
    pub variant: String,
    /// Whether anybody may join.
    #[serde(default)]
    pub seek: bool,
    /// Those who shall play, the reader as well.
    pub places: Vec<ShownPlace>,
    /// Until when it is open: RFC 3339.
    pub until: String,
}

/// Somebody who shall play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPlace {
    /// Who has the place; free in a seek that nobody has joined yet.
    pub who: ShownWho,
    /// The seat, if it is agreed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// Whether they have said yes.
    pub yes: bool,
}

/// Who has a place, as far as the reader may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShownWho {
    /// The reader of the letter.
    You,
    /// This name, or this address, by which the reader has named them.
    Named(String),
    /// Somebody whom another player has named by an address.
    Somebody,
    /// Nobody yet: anybody may join, as it is a seek.
    Free,
}

/// What a player is told of a challenge in a letter of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChallengeNotice {
    /// The challenge as the player sees it.
    pub shown: ShownChallenge,
    /// Why the letter is written: what has happened to the challenge since the last one.
    pub news: ChallengeNews,
}

/// What has happened to a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeNews {
    /// The reader is asked for a game.
    Asked {
        /// The name of the player who asks.
        by: String,
        /// Whether these are other terms than those before.
        counter: bool,
        /// The game that has ended, after which another one is offered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rematch: Option<GameId>,
    },
    /// Somebody has said yes or joined; others are missing.
    Agreed {
        /// The name of the player who has said yes or joined.
        by: String,
    },
    /// Somebody has given their place back.
    Left {
        /// The name of the player who has left.
        by: String,
    },
    /// Somebody has said no.
    Declined {
        /// The name of the player who has said no.
        by: String,
        /// The words of the player who declined.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
        /// Whether they are no member any more, and have said nothing.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        gone: bool,
    },
    /// It was taken back.
    Withdrawn {
        /// The name of the player who has taken it back.
        by: String,
    },
    /// Nobody has joined the seek yet; the program plays at once.
    Unanswered {
        /// The name by which it is challenged.
        program: String,
    },
    /// Its time is over.
    Expired,
    /// The umpire has ended it.
    Cancelled {
        /// Why, in the umpire's words, if the umpire has said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// What a line about challenges is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeNote {
    /// The line is not read.
    Fault(LineError),
    /// There is no player of this name.
    NoPlayer(String),
    /// This is no address that can be invited.
    NoAddress(String),
    /// Somebody is named twice.
    Twice(String),
    /// The variant needs so many others.
    Count {
        /// The id of the variant that was asked for.
        variant: String,
        /// How many others the variant needs besides the writer.
        needed: usize,
        /// So many were named.
        given: usize,
    },
    /// The challenge has gone to these.
    Sent {
        /// The challenge as the reader sees it.
        shown: ShownChallenge,
        /// Those to whom it has gone.
        to: Vec<String>,
        /// Whether it has changed terms.
        counter: bool,
    },
    /// The seek is in the list.
    Seeking(ShownChallenge),
    /// It is open already.
    Known(ShownChallenge),
    /// The reader plays against themselves.
    Practice,
    /// All have said yes: the game begins.
    Begins {
        /// The challenge or seek that has led to the game.
        number: ChallengeId,
        /// The word for the seat that the reader has got, such as `white`.
        seat: String,
        /// Whether seats were drawn by lot.
        drawn: bool,
        /// Whether the other one has made the same challenge.
        crossed: bool,
    },
    /// The program plays: the game begins.
    AgainstProgram {
        /// The word for the seat that the reader has got, such as `white`.
        seat: String,
        /// Whether seats were drawn by lot.
        drawn: bool,
    },
    /// The program does not play.
    ProgramRefused(ProgramRefusal),
    /// The reader has said yes; these have not.
    Waits {
        /// The challenge that others have to answer before it becomes a game.
        number: ChallengeId,
        /// Those who are missing.
        missing: Vec<String>,
        /// How many places are free.
        free: usize,
    },
    /// `yes` to this letter accepts these terms.
    Ask {
        /// The challenge with the terms that a `yes` accepts.
        shown: ShownChallenge,
        /// Whether the terms are others than those that the reader has seen.
        changed: bool,
    },
    /// There is no such challenge to the reader.
    NoSuch(ChallengeId),
    /// It is not open any more.
    Closed {
        /// The challenge that has ended before the reader's line came.
        number: ChallengeId,
        /// How it has ended; not told where the reader has no place in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        how: Option<ChallengeStatus>,
        /// The game that it has made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    /// The reader has made these terms: these have to answer.
    Own {
        /// The challenge whose terms are the reader's own.
        number: ChallengeId,
        /// Those who are missing.
        missing: Vec<String>,
    },
    /// All have said yes, but the game is not played here any more, or not by these terms.
    NotPlayed {
        /// The challenge that cannot become a game.
        number: ChallengeId,
        /// The id of the game.
        variant: String,
    },
    /// The reader has said no.
    Declined(ChallengeId),
    /// The reader has taken it back.
    Withdrawn(ChallengeId),
    /// The reader has given their place back.
    Left(ChallengeId),
    /// It is not clear which one is meant of these.
    Which(Vec<ShownChallenge>),
    /// Nobody waits for an answer.
    NoneOpen,
    /// The reader may not do that now, because of a limit on challenges.
    Limit(ChallengeLimit),
    /// `counter` without anything that is different.
    NoChange(ChallengeId),
    /// A seek has no terms to be countered.
    SeekCountered(ChallengeId),
    /// One mail begins one game.
    OneGame(ChallengeId),
    /// Words below a line go to nobody.
    WordsUnsent,
    /// There is no rematch of a game that is being played.
    NotOver,
    /// There is no rematch of a game that ended long ago, or was called off.
    NoRematch,
}
