//! How players find each other: what is agreed before a game begins, as pure functions. There is not a sentence here.
//!
//! | file | contents |
//! |---|---|
//! | `names` | which names players may have |

pub mod names;

pub use names::NameFault;
