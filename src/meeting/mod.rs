//! How players find each other: what is agreed before a game begins, as pure functions. There is not a sentence here.
//!
//! | file | contents |
//! |---|---|
//! | `terms` | what a game is to be played by, and the line of text that says it |
//! | `line` | reads such a line, whole or not at all |
//! | `challenge` | what becomes of a challenge or a seek when somebody answers it |
//! | `names` | which names players may have |

pub mod challenge;
pub mod line;
pub mod names;
pub mod terms;

pub use line::{Base, Line, LineError, LineFault, Wish};
pub use names::NameFault;
pub use terms::GameTerms;
