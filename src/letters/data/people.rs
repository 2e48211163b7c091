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
        /// His name.
        name: String,
    },
    /// The writer has left: only few commands are for him.
    NoMember,
    /// The name cannot be his.
    NameRefused(NameFault),
    /// He has changed his name not long ago.
    NameTooSoon {
        /// The day from which on he may again.
        from: String,
    },
    /// He has another name now.
    Named {
        /// The new one.
        name: String,
    },
    /// Nobody has this name.
    Nobody {
        /// As typed.
        typed: String,
    },
    /// It is his own name.
    Oneself,
    /// He mutes or blocks somebody, or does so no more.
    Related {
        /// Whom.
        name: String,
        /// What.
        relation: Said,
        /// Whether he does.
        on: bool,
    },
    /// A message is taken.
    MessageTaken {
        /// To whom.
        name: String,
    },
    /// A message has no words.
    MessageEmpty,
    /// All who are concerned are asked whether somebody may take the writer's seat.
    SubstituteAsked {
        /// The game.
        game: GameId,
        /// Who shall take it.
        name: String,
    },
    /// He has no seat in this game, or it is over.
    SubstituteNoSeat {
        /// The game; `None`: he has named none.
        game: Option<GameId>,
    },
    /// This person plays in the game already, or has been asked.
    SubstituteNot {
        /// The game.
        game: GameId,
        /// Who.
        name: String,
    },
    /// He has agreed; when all have, the seat changes its player.
    SubstituteAgreed {
        /// The game.
        game: GameId,
        /// How many have not answered yet.
        left: usize,
    },
    /// The seat cannot be given any more: the game or its players have changed.
    SubstituteOver {
        /// The game.
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
        /// About which game.
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
    /// He is a player now, and his first game begins.
    Joined {
        /// His name.
        name: String,
    },
    /// The umpire has got enough reports of the writer's today.
    ReportsUsedUp,
    /// He wants to leave: what it means, and that his `yes` is needed.
    LeaveAsked(LeaveAsked),
    /// He has said yes once; he is asked again later.
    LeaveWaits {
        /// Whether he wants to be forgotten, too.
        forget: bool,
    },
    /// He has left.
    Left {
        /// Whether he is forgotten, too: his name from now on.
        forgotten: Option<String>,
        /// The games that he has given up.
        games: Vec<GameId>,
    },
    /// `never` is for those who are no members.
    NotNever,
}

/// What is asked of somebody who wants to leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveAsked {
    /// Whether he wants to be forgotten, too.
    pub forget: bool,
    /// His running games.
    pub games: Vec<GameId>,
    /// Whether it is the second question, a day later.
    pub again: bool,
}

/// [`Relation`], as it is stored in letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// Muted.
    Mute,
    /// Blocked.
    Block,
}

impl From<Relation> for Said {
    fn from(relation: Relation) -> Self {
        match relation {
            Relation::Mute => Self::Mute,
            Relation::Block => Self::Block,
        }
    }
}
