//! Time controls and what belongs to them, as pure functions: the time is an argument.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Length`] | lengths of time as players write them, such as `1d12h` |
//! | [`Terms`] | the time control of a game, such as `30d+1d/move max 40d grace 2d` |
//! | [`account`] | which seconds of an open turn are charged, and when a charge will be reached |
//! | [`Balance`] | the clock of one seat: what is left, and what turns and credits make of it |
//! | [`leave`] | which days a player may take off |
//! | [`dates`] | dates as players write them |
//! | [`zones`] | time zones, and instants as they are written for a reader |
//! | [`Reminders`] | when a player is reminded of a deadline |
//! | [`Digest`] | the hour at which a player gets all news in one letter |
//! | [`PlayerTimes`] | what a player has chosen about times, as it is stored |
//! | [`Quiet`] | the hours in which a player wants no reminders |
//!
//! Instants are `DateTime<Utc>` and are used down to the second. Charges and credits are whole seconds.
//! Nothing here makes sentences; errors are data.

pub mod account;
mod balance;
pub mod dates;
mod digest;
pub mod leave;
mod lengths;
mod quiet;
pub mod reminders;
mod terms;
pub mod zones;

pub use balance::{Balance, Settled};
pub use digest::{Digest, TimeOfDay};
pub use lengths::{DAY, HOUR, LONGEST, Length, LengthError, MINUTE};
pub use quiet::{Quiet, QuietError};
pub use reminders::Reminders;
pub use terms::{Control, MOST_TURNS, Part, Terms, TermsError, TermsFault};

use serde::{Deserialize, Serialize};

/// What a player has chosen about times.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerTimes {
    /// IANA name of the player's time zone; `None`: UTC.
    pub zone: Option<String>,
    /// Hours without reminders: `22:00-07:00`.
    pub quiet: Option<String>,
    /// When reminders go, before a deadline: `3d 1d 6h`; empty: never; `None`: as usual.
    pub remind: Option<String>,
    /// Whether deadlines come as calendar entries.
    pub calendar: bool,
}
