//! Ratings: what the rated games of each month make of the ratings of those who have played them.
//!
//! They are computed from what is stored of games alone, always in the same way, so that they can be computed again at any
//! time: docs/ratings.md says how. No clock is read here, and nothing is stored.
//!
//! | file | what is there |
//! |---|---|
//! | [`rating`] | a rating of two-player games: Glicko-2 |
//! | [`table`] | a rating of games for four: Weng-Lin |
//! | [`count`](mod@count) | all ratings, month by month |
//! | [`flags`] | games lost on time that do not count |

pub mod count;
pub mod flags;
pub mod month;
pub mod rating;
pub mod table;

pub use count::{Counted, RatedGame, count, first, score, that_count};
pub use month::Month;
pub use rating::Rating;

/// The list of all rated games of two players, whatever is played.
pub const CLUB: &str = "";

/// The version of the method. It is noted with ratings, so that those of another one are counted anew.
pub const METHOD: u32 = 1;
