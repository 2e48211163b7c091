//! Numbers of rows, a type for each table.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// A player.
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
    /// A question about no game that waits for `yes`.
    AccountQuestionId
}
