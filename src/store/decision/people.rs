//! Changes that concern who is a member, people who are none, and what members have to do with each other.

use crate::ids::{GameId, PlayerId};
use crate::status::Relation;

/// A change of what is known about people, apart from names and addresses ([`super::PlayerChange`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeopleChange {
    /// What is known about a mailbox of no member, which is given by its salted hash.
    Mailbox(Vec<u8>, MailboxChange),
    /// A player mutes or blocks another one, or no longer does.
    Relate {
        /// The player who mutes or blocks.
        player: PlayerId,
        /// The player who is muted or blocked.
        other: PlayerId,
        /// Whether it is about muting or blocking.
        relation: Relation,
        /// Whether they do.
        on: bool,
    },
    /// A player's own note about a game.
    Note {
        /// The player who has written it.
        player: PlayerId,
        /// About which game.
        game: GameId,
        /// The words.
        text: String,
    },
    /// A player has changed their name themselves.
    Named(PlayerId),
    /// A player is no longer a member (`true`), or one again.
    Left(PlayerId, bool),
    /// The umpire bans a player (`true`), or lifts the ban.
    Ban(PlayerId, bool),
    /// Name and addresses of a player are replaced by this name wherever they are stored, and so is
    /// what they alone have written. Games stay.
    Forget(PlayerId, String),
    /// Everything of the first player becomes the second one's; the first one is left empty.
    Merge(PlayerId, PlayerId),
}

/// A change of what is known about a mailbox of no member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailboxChange {
    /// A letter is written to it.
    Written,
    /// It has answered a letter, or its host vouches for a mail from it.
    Answered,
    /// A member has invited it.
    Invited,
    /// It is not invited before this time.
    RefusedUntil(String),
    /// It gets no letter ever again.
    Never,
    /// Whether it is one of a banned player.
    Banned(bool),
}
