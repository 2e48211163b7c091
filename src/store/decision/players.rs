//! Changes of players and their addresses; of who is a member, people who are none, and what members have to do with
//! each other.

use crate::ids::{GameId, PlayerId};
use crate::status::{LetterFormat, Relation};
use crate::store::ConfirmationRow;
use crate::time::PlayerTimes;

/// A change of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerChange {
    /// A new one, with a main address.
    Add {
        /// The name as others see it; nobody else may have it; upper and lower case count as the same.
        name: String,
        /// The address that letters go to; it may belong to nobody else.
        address: String,
    },
    /// Another name, which nobody else may have.
    Rename(PlayerId, String),
    /// An address of record; a main one takes the place of the former main one.
    Address {
        /// The player to whom it belongs.
        player: PlayerId,
        /// The address; it may be one of the player's already, but no other player's.
        address: String,
        /// Whether letters go there.
        main: bool,
    },
    /// An address is no longer an address of record.
    RemoveAddress(PlayerId, String),
    /// Whether mails from this address of record are vouched for.
    Vouched(String, bool),
    /// A player wants to add an address; what they have asked for the same one before lapses.
    AskConfirmation(ConfirmationRow),
    /// This address waits for no confirmation of this player any more.
    CloseConfirmation(PlayerId, String),
    /// Nobody waits any more for confirmations that were asked for before this time.
    ForgetConfirmations(String),
    /// A line of the log of a player: what, and more about it.
    Log(PlayerId, String, String),
    /// A program of the server's that plays at a level is added, with this name and without an address.
    AddProgram {
        /// The name, which nobody else has.
        name: String,
        /// The level, from 1.
        level: u8,
        /// The name in the settings if it is a program of others; empty: it is not.
        engine: String,
    },
    /// The language of the nth [`PlayerChange::Add`] of the decision, from 0.
    LanguageOfNew(usize, String),
    /// Another language; `None`: that of the server.
    Language(PlayerId, Option<String>),
    /// What letters are made of.
    Format(PlayerId, LetterFormat),
    /// What the player has chosen about times.
    Times(PlayerId, PlayerTimes),
    /// What else the player has chosen, as JSON; `None`: nothing.
    Settings(PlayerId, Option<String>),
    /// Days on which the player's clocks stand still: from here, to here.
    BookLeave(PlayerId, String, String),
    /// The player's leave with this id ends here; where it begins: it is cancelled as a whole.
    CutLeave(PlayerId, i64, String),
    /// A letter to this address of a player could not be delivered: it is marked, if it is not yet.
    Failed {
        /// The player to whom the address belongs.
        player: PlayerId,
        /// The address of record; letters go to another one, if there is one without a mark.
        address: String,
        /// Why it could not be delivered.
        why: String,
    },
    /// A letter to this address is late.
    Trouble {
        /// The address, which is not marked: letters still go there.
        address: String,
        /// Why it is late.
        why: String,
    },
    /// A mail has come from this address: its failures are forgotten, and its mark is taken away.
    ClearFailures(String),
}

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
        /// `true`: from now on; `false`: no longer.
        on: bool,
    },
    /// A player's own note about a game.
    Note {
        /// The player who has written it.
        player: PlayerId,
        /// The game that it is about, in which the player has a seat.
        game: GameId,
        /// The note, which nobody else reads.
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
