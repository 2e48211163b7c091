//! What players are told and asked in letters about no game.

use serde::{Deserialize, Serialize};

use crate::ids::{ChallengeId, GameId, PlayerId};

use super::{
    ChallengeNotice, ContestNews, DefenceAsked, EventPlan, Lack, LeaveAsked, PlaceAsked,
    ReviewFound, TeamAsked, WithdrawAsked,
};

/// Something that a player is told in a letter about no game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerNotice {
    /// A mail has come from the reader's address, but nothing shows that the reader wrote it, nor
    /// what it is about.
    Unproven {
        /// The game that it is about, in which another player has taken the reader's seat.
        left: Option<GameId>,
    },
    /// The reader keeps a seat that was to be given up: somebody has not agreed.
    SubstituteDeclined {
        /// The game whose seat the reader keeps.
        game: GameId,
        /// Who was to take it.
        name: String,
    },
    /// All players of a private game agree that the reader watches it.
    MayWatch {
        /// The private game that the reader watches from now on.
        game: GameId,
        /// The name of its variant.
        variant: String,
    },
    /// A question: the reader's `yes` to the letter answers it.
    Asked(AccountQuestion),
    /// Something has happened to a challenge.
    Challenge(Box<ChallengeNotice>),
    /// Something has happened to an event in which the reader plays.
    Event(ContestNews),
    /// A letter with a key of its own: the reader has asked for something by the letter of a game that is over.
    NewKey,
    /// What the program has found in a game that is over.
    Review(Box<ReviewFound>),
    /// The program has thought long enough about the reader's games today, and looks at this one on another day.
    ReviewWaits {
        /// The game.
        game: GameId,
    },
    /// The program cannot look at the game.
    ReviewFailed {
        /// The game.
        game: GameId,
    },
    /// Words of the umpire to all players.
    Announced {
        /// The announcement as the umpire has written it.
        words: String,
    },
    /// Another player has taken the reader's seat.
    SeatTaken {
        /// The game in which the reader no longer has a seat.
        game: GameId,
        /// The name of its variant.
        variant: String,
        /// The name of the player who holds the seat now.
        newcomer: String,
        /// Why, in the umpire's words; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// The reader is a player now. The letter belongs to the decision that adds them.
    Welcome {
        /// The name of the new player.
        name: String,
        /// Whether they were one before.
        back: bool,
        /// The word by which the program that plays is challenged, if it can be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        partner: Option<String>,
    },
    /// Another player has changed their name.
    Renamed {
        /// The name by which the reader has known the player.
        former: String,
        /// The name by which the player is known from now on.
        name: String,
        /// The running games of both.
        games: Vec<GameId>,
    },
    /// Another player has written to the reader.
    Message {
        /// The name of the player who has written.
        from: String,
        /// The message, cleaned, as the other player has written it.
        text: String,
    },
}

/// A question about no game: what waits for a `yes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccountQuestion {
    /// Whether another player may take a seat.
    Substitute(Substitute),
    /// Whether the player leaves an event that has begun.
    Withdraw(WithdrawAsked),
    /// Whether a reserve takes the place of a player who leaves an event.
    TakePlace(PlaceAsked),
    /// Whether a captain lets a team enter an event.
    EnterTeam(Box<TeamAsked>),
    /// Whether a player plays in the team by which they were named.
    JoinTeam(Box<TeamAsked>),
    /// Whether the player takes a challenge in a ladder.
    Defend(DefenceAsked),
    /// Whether another player may watch a private game.
    Watch(WatchAsked),
    /// Lines of a mail in the player's name that proves nothing; they are about no game.
    Lines {
        /// The lines as typed, which a `yes` carries out.
        lines: Vec<String>,
        /// Why the mail proves nothing about its author.
        lack: Lack,
    },
    /// Commands of an umpire's mail.
    Umpire {
        /// The commands as typed; a `yes` carries them out.
        lines: Vec<String>,
        /// The address of the umpire who has written them, if it is another one, who plays in the
        /// game. `None`: the mail seems to come from the reader, and nobody vouches for that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// The name of the director who has written them, in place of the address.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by_name: Option<String>,
        /// What those would do that cannot be taken back.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        plans: Vec<EventPlan>,
        /// They are the reader's, and give so much time that it may be a slip of the pen.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        much: bool,
        /// Whether the host vouches for the mail, but others have got it as well.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        shared: bool,
        /// The files of games that the mail has, described.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<String>,
    },
    /// Somebody who is no member is invited to a challenge.
    Invited {
        /// The challenge in which the reader has a place.
        challenge: ChallengeId,
        /// The place in it of the player who is invited.
        place: usize,
        /// The version of its terms.
        version: i64,
    },
    /// The terms of a challenge, which the answer to a mail has shown: whether the player accepts them.
    Accept {
        /// The challenge that a `yes` accepts.
        challenge: ChallengeId,
        /// The version of its terms.
        version: i64,
    },
    /// A challenge in which somebody has a place whom the player has blocked: whether they want to
    /// see it.
    Blocked {
        /// The challenge that a `yes` asks to see.
        challenge: ChallengeId,
        /// Who asks for the game.
        by: String,
        /// The id of the variant.
        variant: String,
        /// Those among the others whom the player has blocked.
        blocked: Vec<String>,
    },
    /// Somebody who is no member has asked to become one.
    Register {
        /// The name that they want; `None`: what they have asked for is not possible, and they are
        /// to name another one.
        name: Option<String>,
        /// The language in which they have written, if that is sure: they are asked, and later written to, in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        language: Option<String>,
        /// What stood behind `challenge` in their mail, if it names a program: the game begins when they join.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        challenge: Option<String>,
    },
    /// Somebody who is no member has written, and the answer waits until it may be sent. Nobody is asked before.
    Waiting {
        /// The name that they want, if they have asked for one.
        name: Option<String>,
        /// As in [`AccountQuestion::Register`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        challenge: Option<String>,
        /// The Message-ID of their mail.
        in_reply_to: Option<String>,
    },
    /// A player wants to answer on pages of the server, too.
    Web,
    /// A player wants to leave.
    Leave {
        /// What they are asked.
        asked: LeaveAsked,
        /// Whether they have said yes, and the second question waits for its time.
        waits: bool,
    },
}

/// Another player wants to watch a private game, if all its players agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchAsked {
    /// The private game that is to be watched.
    pub game: GameId,
    /// Its variant, as readers know it.
    pub variant: String,
    /// Who wants to watch it.
    pub by: PlayerId,
    /// The name of the player who wants to watch it.
    pub by_name: String,
    /// All who are asked.
    pub asked: Vec<PlayerId>,
}

/// Another player shall take a seat, if all agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Substitute {
    /// The game in which a seat changes its player.
    pub game: GameId,
    /// Its variant, as readers know it.
    pub variant: String,
    /// The index of the seat that is given up.
    pub seat: u8,
    /// Who has it, and wants to give it up.
    pub by: PlayerId,
    /// The name of the player who gives it up.
    pub by_name: String,
    /// Who shall have it.
    pub who: PlayerId,
    /// The name of the player who shall have it.
    pub name: String,
    /// All who are asked.
    pub asked: Vec<PlayerId>,
}

impl AccountQuestion {
    /// As it is stored. It cannot fail: every key is a string.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
