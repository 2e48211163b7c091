//! The house player: which turn a program finds best in a position, in every variant.
//!
//! It knows the rules alone, by [`Game::walk`]: no mail, no store, no clock. The same game, level and lot give the same
//! turn on every machine, unless the caller stops it.
//!
//! | file | what is there |
//! |---|---|
//! | `values.rs` | what pieces are worth, made from their movement, and positions |
//! | `search.rs` | the search: alpha-beta, deeper and deeper, until its budget is spent |
//! | `search/checks.rs` | mates by checks alone, looked for before all else |
//! | `search/odds.rs` | how likely others mate without seeing it, where whoever is mated has won |
//! | `search/order.rs` | which choices are tried at a place, and in which order |
//! | `table.rs` | what is known of positions that were looked at |
//! | `review.rs`, `facts.rs` | a look back at a game that is over: its mistakes, and what the rules say about each |
//!
//! ```
//! use zugpost::partner::{Level, think};
//! use zugpost::rules::variant::Options;
//! use zugpost::variants::find;
//!
//! let game = find("chess").unwrap();
//! let game = game.start(&Options::new(), Some("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")).unwrap();
//! let thought = think(game.as_ref(), Level::new(3).unwrap(), 0, &|| false).unwrap();
//! assert_eq!(thought.turn, "Ra1-a8");
//! assert_eq!(thought.mate, Some(1));
//! ```

mod facts;
mod review;
mod search;
mod table;
mod values;

use std::fmt;

use crate::rules::Game;

pub use self::facts::Fact;
pub use self::review::{Moment, Review};

use self::search::Search;
use self::values::Values;

/// How strong the program plays, from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The levels that there are.
    pub const ALL: [Self; 5] = [Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.0 == number)
    }

    /// How much may be looked at for a turn: about the number of positions, more where there are many turns.
    pub const fn budget(self) -> u64 {
        match self.0 {
            0 | 1 => 1_500,
            2 => 6_000,
            3 => 30_000,
            4 => 160_000,
            _ => 1_800_000,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A mate is worth this less the turns that it takes; a position without one never that much.
const MATE: i32 = 100_000;
/// What is at least so good is a mate.
const MATED: i32 = MATE - 1_000;

/// In how many own turns a game with so many seats is won that stands so, or lost if below 0, as far as that was seen.
fn mate(score: i32, seats: i32) -> Option<i32> {
    let own = (MATE - score.abs() + seats - 1) / seats;
    (score.abs() >= MATED).then_some(own * score.signum())
}

/// What the program found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The turn, canonical.
    pub turn: String,
    /// How good it is for the player, in hundredths of a pawn; near 100,000, a win that cannot be kept off.
    pub score: i32,
    /// In how many own turns the game is won, or lost if below 0, as far as that was seen.
    pub mate: Option<i32>,
    /// How many turns deep all was looked at.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// The turn that the program plays; `None` if the game is over. `lot` decides between good turns at level 1. Once `stop`
/// says yes, the best turn so far is taken.
pub fn think(game: &dyn Game, level: Level, lot: u64, stop: &dyn Fn() -> bool) -> Option<Thought> {
    think_within(game, level, level.budget(), lot, stop)
}

/// The same with another budget than that of the level, to measure levels by.
pub fn think_within(
    game: &dyn Game,
    level: Level,
    budget: u64,
    lot: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Thought> {
    if game.outcome().is_some() {
        return None;
    }
    let search = Search::new(game.walk(), budget, stop);
    match level.0 {
        1 => search.by_lot(lot),
        _ => search.deepen(),
    }
}

/// What the kinds of piece of a game are worth, in hundredths of a pawn, in the order of the game; kings nothing.
pub fn worths(game: &dyn Game) -> Vec<i32> {
    Values::new(game.walk().as_ref()).worth
}
