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
pub use lengths::{DAY, HOUR, LONGEST, Length, LengthError, MINUTE, Unit};
pub use quiet::{Quiet, QuietError};
pub use reminders::Reminders;
pub use terms::{Control, MOST_TURNS, Part, Terms, TermsError, TermsFault};
