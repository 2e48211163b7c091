//! People: who joins and leaves, what members may know of each other, and letters to those who are no members.
//!
//! | file | contents |
//! |---|---|
//! | `outsiders` | letters to people who are no members, and their limits |

pub(super) mod outsiders;
