//! People: who joins and leaves, what members may know of each other, and letters to those who are no members.
//!
//! | file | contents |
//! |---|---|
//! | `outsiders` | letters to people who are no members, and their limits |
//! | `joining` | how somebody becomes a member; names |
//! | `members` | commands of members about people: messages, notes, who wants nothing of whom |
//! | `leaving` | how a member leaves, and is forgotten |
//! | `managing` | what the umpire does about players |

pub(in crate::office) mod joining;
mod leaving;
pub mod managing;
mod members;
pub(in crate::office) mod outsiders;
mod substitute;
