//! Remarks about people: joining and leaving, names, messages, notes.

use serde::{Deserialize, Serialize};

use crate::ids::GameId;
use crate::meeting::NameFault;
use crate::status::Relation;

/// A remark about people in an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PeopleNote {
    /// The writer is a member already.
    AlreadyMember {
        /// The name by which the writer is a member.
        name: String,
    },
    /// The writer has left: only a few commands are open to them.
    NoMember,
    /// The writer cannot have this name.
    NameRefused(NameFault),
    /// The writer has changed their name not long ago.
    NameTooSoon {
        /// The day from which on they may change it again.
        from: String,
    },
    /// The writer has another name now.
    Named {
        /// The writer's name from now on.
        name: String,
    },
    /// Nobody has this name.
    Nobody {
        /// The name that was looked for, as typed.
        typed: String,
    },
    /// It is the writer's own name.
    Oneself,
    /// The writer mutes or blocks somebody, or no longer does.
    Related {
        /// The name of the player who is muted or blocked, or no longer is.
        name: String,
        /// Whether it is about muting or blocking.
        relation: Relation,
        /// Whether the writer does.
        on: bool,
    },
    /// A message is taken.
    MessageTaken {
        /// The name of the player who gets it.
        name: String,
    },
    /// A message has no words.
    MessageEmpty,
    /// All who are concerned are asked whether somebody may take the writer's seat.
    SubstituteAsked {
        /// The game in which the writer wants to give up their seat.
        game: GameId,
        /// Who shall take it.
        name: String,
    },
    /// The writer has no seat in this game, or it is over.
    SubstituteNoSeat {
        /// The game; `None`: the writer has named none.
        game: Option<GameId>,
    },
    /// This person plays in the game already, or has been asked.
    SubstituteNot {
        /// The game in which the writer wants to give up their seat.
        game: GameId,
        /// The name of this person.
        name: String,
    },
    /// In a game of an event nobody else can take a seat.
    SubstituteOfEvent {
        /// The game in which the writer wants to give up their seat.
        game: GameId,
    },
    /// The writer has agreed; when all have, the seat changes its player.
    SubstituteAgreed {
        /// The game in which a seat is given up.
        game: GameId,
        /// How many have not answered yet.
        left: usize,
    },
    /// The seat cannot be given any more: the game or its players have changed.
    SubstituteOver {
        /// The game in which a seat was to be given up.
        game: GameId,
    },
    /// No more messages are taken today.
    MessagesUsedUp {
        /// How many are, to one person.
        most: i64,
        /// How many are, to all together.
        all: i64,
    },
    /// A note is kept.
    NoteKept {
        /// The game that the note is about.
        game: GameId,
    },
    /// There are too many notes.
    NotesFull {
        /// At most so many.
        most: usize,
    },
    /// The umpire gets a report.
    Reported,
    /// There is no umpire's address.
    ReportKept,
    /// The writer is a player now, and their first game begins.
    Joined {
        /// The name of the new player.
        name: String,
    },
    /// The line stood in the mail by which the writer became a player, and was not carried out.
    SendAgain,
    /// The umpire has got enough reports of the writer's today.
    ReportsUsedUp,
    /// The writer wants to leave: what it means, and that their `yes` is needed.
    LeaveAsked(LeaveAsked),
    /// The writer has said yes once; they are asked again later.
    LeaveWaits {
        /// Whether they want to be forgotten, too.
        forget: bool,
    },
    /// The writer has left.
    Left {
        /// Whether they are forgotten, too: their name from now on.
        forgotten: Option<String>,
        /// The games that they have given up.
        games: Vec<GameId>,
    },
    /// `never` is for those who are no members.
    NotNever,
}

/// What is asked of somebody who wants to leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveAsked {
    /// Whether they want to be forgotten, too.
    pub forget: bool,
    /// Their games that are being played, which would end for them.
    pub games: Vec<GameId>,
    /// The names of events that they would leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// Whether it is the second question, a day later.
    pub again: bool,
}
