//! How players find each other: what is agreed before a game begins, as pure functions. There is not a sentence here.
//!
//! | file | contents |
//! |---|---|
//! | `terms` | what a game is to be played by, and the line of text that says it |
//! | `line` | reads such a line, whole or not at all |
//! | `challenge` | a challenge or a seek, and what may happen to it |
//! | `decide` | what happens to it when somebody wants something of it |
//! | `log` | how its acts are stored, and what they lead to |
//! | `names` | which names players may have |
//! | `partner` | whether the program plays that members can challenge |
//! | `person` | a player, and what the player and the umpire may change about them |

pub mod challenge;
pub mod decide;
pub mod line;
pub mod log;
pub mod names;
pub mod partner;
pub mod person;
pub mod terms;

pub use challenge::{Challenge, ChallengeAct, Place};
pub use decide::{
    AskTerms, ChallengeActor, ChallengeConcluded, ChallengeFacts, ChallengeLimit, ChallengeRefusal,
    ChallengeRequest, decide,
};
pub use line::{Base, Line, LineError, LineFault, Wish};
pub use names::NameFault;
pub use terms::GameTerms;

/// What comes of a request about a challenge or a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Concluded<Act, Question, Refusal> {
    /// This happens, in order.
    Done(Vec<Act>),
    /// The actor is asked first.
    Ask(Question),
    /// Nothing happens, for this reason.
    Refused(Refusal),
}
