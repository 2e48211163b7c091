//! The states of what is stored: words that everything speaks of, the store and letters alike.

mod public;

pub use public::Public;

macro_rules! words {
    ($($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $one:ident = $word:literal,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$of])* $one,)*
        }

        impl $name {
            /// All values, in the order in which they are declared.
            pub const ALL: &'static [Self] = &[$(Self::$one),*];

            /// The word in the database and in `--json`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$one => $word,)*
                }
            }

            /// The value with this word.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(from)?;
                let known = Self::parse(&word);
                known.ok_or_else(|| serde::de::Error::custom(format!("no word of status: {word:?}")))
            }
        }
    )*};
}
pub(crate) use words;

words! {
    /// The state of a game.
    #[derive(Default)]
    GameStatus {
        /// It is being played; clocks may run or be stopped.
        #[default]
        Playing = "playing",
        /// It has a result.
        Finished = "finished",
        /// The umpire has called it off.
        Aborted = "aborted",
        /// An error was found in its events, or its rules are not known here.
        Frozen = "frozen",
    }

    /// What a challenge is.
    ChallengeKind {
        /// To named people, who all have to accept it.
        Challenge = "challenge",
        /// To anybody who joins.
        Seek = "seek",
        /// Of a player of an ended game to the others, with other seats.
        Rematch = "rematch",
        /// To somebody who shall take a seat of a running game, and to its players.
        Substitute = "substitute",
    }

    /// The state of a challenge.
    ChallengeStatus {
        /// It can be answered.
        Open = "open",
        /// All have said yes.
        Accepted = "accepted",
        /// Somebody has said no.
        Declined = "declined",
        /// The player who made it has taken it back, or has left.
        Withdrawn = "withdrawn",
        /// Nobody has answered in time.
        Expired = "expired",
        /// The umpire has ended it.
        Cancelled = "cancelled",
    }

    /// The state of an event of several games.
    ContestStatus {
        /// It can be entered.
        Entries = "entries",
        /// Its games are begun or played.
        Playing = "playing",
        /// All its games are over.
        Ended = "ended",
        /// It was called off.
        Cancelled = "cancelled",
    }

    /// What letters to a player are made of.
    #[derive(Default)]
    LetterFormat {
        /// Plain text, and the same in HTML.
        #[default]
        Both = "both",
        /// Plain text without an HTML part.
        Plain = "plain",
    }

    /// What a player has decided about another one.
    Relation {
        /// The player does not read the other one's words.
        Mute = "mute",
        /// Nor does the player get anything else from the other one.
        Block = "block",
    }
}
