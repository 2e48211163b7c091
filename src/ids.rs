//! Numbers of rows, a type for each table; and the span of a game that a letter is about.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident)*) => {$(
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

ids! {
    /// The number of a game, as players write it: `#17`.
    GameId
    /// The number of a player, which stays when their name or address changes.
    PlayerId
    /// A mail, as the umpire writes it: `i17`.
    MailId
    /// A letter, as the umpire writes it: `o17`.
    LetterId
    /// The public id of a token.
    TokenId
    /// A question that waits for `yes`.
    QuestionId
    /// A challenge or a seek, as players write it: `12`.
    ChallengeId
    /// An event of several games ([`crate::contests`]).
    ContestId
    /// A question about no game that waits for `yes`.
    AccountQuestionId
    /// A file with games that came by mail.
    VariantFileId
}

/// What a letter to a seat is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The game of the seat that the letter is for.
    pub game: GameId,
    /// The index of the seat in playing order, from 0.
    pub seat: u8,
    /// The first event that it tells; 0: none.
    pub first_event: i64,
    /// The last event whose position it shows; 0: the start.
    pub last_event: i64,
}
