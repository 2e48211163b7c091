//! Changes of players and their addresses.

use crate::ids::PlayerId;
use crate::status::LetterFormat;
use crate::store::ConfirmationRow;
use crate::time::PlayerTimes;

/// A change of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerChange {
    /// A new one, with a main address.
    Add {
        /// The name.
        name: String,
        /// The address.
        address: String,
    },
    /// Another name.
    Rename(PlayerId, String),
    /// An address of record; a main one takes the place of the former main one.
    Address {
        /// The player to whom it belongs.
        player: PlayerId,
        /// The address.
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
        /// The address.
        address: String,
        /// Why it could not be delivered.
        why: String,
    },
    /// A letter to this address is late.
    Trouble {
        /// The address.
        address: String,
        /// Why it is late.
        why: String,
    },
    /// A mail has come from this address: its failures are forgotten, and its mark is taken away.
    ClearFailures(String),
}
