//! Challenges and seeks.

pub use crate::challenge::Place as PlaceRow;

/// A challenge whose terms are JSON.
pub type ChallengeRow = crate::challenge::Challenge<String>;
