//! What umpires are answered and asked who write their commands by mail.

use serde::{Deserialize, Serialize};

use crate::games::Refusal;
use crate::ids::GameId;
use crate::rules::reason::Reason;

use super::contests::{ShownContest, ShownPairing};

/// A command of an umpire's mail, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulingEcho {
    /// The command as typed.
    pub line: String,
    /// What came of it.
    pub reply: RulingReply,
}

/// What came of a command of an umpire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulingReply {
    /// It is done, and the players are told.
    Done {
        /// The game that the command was about.
        game: GameId,
        /// The event after which it is shown.
        after: i64,
    },
    /// It is not done.
    Refused {
        /// The game that the command was about.
        game: GameId,
        /// The event after which that was decided.
        after: i64,
        /// Why it is not done.
        refusal: Refusal,
    },
    /// There is no such game.
    NoGame(GameId),
    /// There is no such player, or the player cannot be added.
    NoPlayer(String),
    /// It is not written as a command is.
    NotUnderstood,
    /// It is no command of the umpire's, but may be meant for the server: such lines need a mail of their own.
    NotRead,
    /// The umpire plays in the game: another umpire was asked.
    Waits(GameId),
    /// Not done yet: it is so much time that the umpire is asked for a `yes`.
    Long,
    /// The event is changed, or was announced.
    EventDone(Box<ShownContest>),
    /// Nothing comes of it.
    EventRefused {
        /// Why, in words.
        why: String,
    },
    /// What was asked for: an event.
    EventShown {
        /// The event.
        event: Box<ShownContest>,
        /// Its games.
        games: Vec<ShownPairing>,
        /// Who has left it: names.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left: Vec<String>,
    },
    /// What was asked for: the log of an event.
    EventLog {
        /// Its name.
        event: String,
        /// The newest entries.
        lines: Vec<String>,
        /// How many older ones there are.
        more: usize,
    },
    /// What was asked for: an event as a file.
    EventFile {
        /// The name of the file.
        name: String,
        /// What is in it.
        text: String,
    },
    /// Not done yet: somebody is asked for a `yes`.
    EventWaits {
        /// Whether that is another one, since the writer plays in the event.
        other: bool,
    },
    /// The writer does not direct the game's event, or only the umpire can do this.
    NotYours,
    /// The writer, or who has agreed, may not do this with an event.
    NotDirected {
        /// Its name, as typed.
        event: String,
        /// Why.
        why: NotDirected,
    },
    /// The writer plays in it, and nobody else can agree.
    OwnGame,
    /// Not done: it needs a mail of its own.
    Apart,
    /// The same mail was carried out before.
    Repeated,
    /// The letter that the umpire answers was answered before.
    AnsweredBefore,
    /// The umpire has answered `no`.
    Dropped,
    /// The mail has no file with games that can be checked.
    BadFile(FileFault),
    /// The file that came with the mail was checked.
    Checked(CheckedFile),
    /// No more games of this one are begun.
    VariantRemoved(String),
    /// This game comes with the program.
    OfProgram(String),
    /// This game comes from a file of the settings.
    OfSettings(String),
    /// There is no such game.
    NoVariant(String),
    /// A file for a new game goes with the letter.
    NewVariant {
        /// The id of the new game.
        id: String,
        /// The id of the game as which it begins.
        like: String,
    },
    /// A new game cannot have this name.
    VariantName(Reason),
    /// A new game cannot begin as this one: there is none, or several are meant, or it is one of our own.
    NotLike {
        /// What was asked for.
        typed: String,
        /// The games that are meant.
        meant: Vec<String>,
    },
}

/// What a line about an event that cannot be taken back would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventPlan {
    /// The name of the event.
    pub event: String,
    /// The player who is taken out; `None`: the event is called off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// The player who takes the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newcomer: Option<String>,
    /// The games that are not over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<GameId>,
    /// Whether none of the results of the player would count in the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub struck: bool,
    /// Whether the last day of the event comes now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closes: bool,
}

/// Why the file of a mail cannot be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileFault {
    /// There is none, or there are several.
    NotOne,
    /// It is larger than files of games may be.
    TooLarge,
    /// It is not in UTF-8.
    NotUtf8,
    /// The mail has a command about its file already.
    Again,
    /// It stands in the mail itself, and some of it was not read.
    Cut,
}

/// What was found in a file with games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedFile {
    /// What was found, in the order of the lines.
    pub found: Vec<FoundFault>,
    /// How much more was found.
    pub more: usize,
    /// The games without a fault.
    pub right: Vec<String>,
    /// The first of them: the name, and the text of the section with those that it takes over from.
    pub shown: Vec<(String, String)>,
    /// Those of them that take the place of others that came by mail.
    pub replaced: Vec<String>,
    /// Whether they can be played from now on; `false`: the file was only to be checked.
    pub adds: bool,
}

/// One fault or remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundFault {
    /// The section; `None`: it is one of the file.
    pub section: Option<String>,
    /// The line, from 1.
    pub line: u32,
    /// Whether the game can be played all the same.
    pub remark: bool,
    /// What is wrong.
    pub reason: Reason,
}

/// Why a director may not do something with an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotDirected {
    /// There is no such event.
    Unknown,
    /// They do not direct it.
    Other,
    /// It is over, and so are the rights of its directors.
    Over,
    /// Only the umpire can do it.
    Umpire,
    /// Players are named by their addresses.
    Address,
    /// They would enter themselves.
    Oneself,
    /// The entry waits for the umpire, since one of its addresses is in the mailbox of somebody else there.
    Held,
}
