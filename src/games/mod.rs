//! Stored games: a game's row, seats and events, the position that the events lead to, and what is
//! decided about a request.
//!
//! | file | contents |
//! |---|---|
//! | `stored_game` | [`StoredGame`]: loading a game and applying events to it |
//! | `turns` | turns by their numbers, and positions before them |
//! | `event` | [`Event`]: what happens in a game |
//! | `request` | [`Request`] by an [`Actor`], [`Decided`], [`Refusal`] |
//! | `decide` | [`decide`]: what comes of a request |
//! | `consent` | what needs the consent of others: [`Wish`], [`Topic`], [`ConsentRefusal`] |
//! | `clock_facts` | what requests ask about the clocks |
//! | `log` | [`GameLog`]: a game as plain data, which can be replayed up to any event |
//! | `happening` | [`Happening`]: an event as its readers see it |
//! | `clocks` | [`Clocks`]: what every seat has left, accounts of turns, deadlines |
//! | `changes` | [`Changes`]: what one mail or one command changes |
//! | `plans` | [`Plans`]: conditional turns, which are played when their time comes |
//! | `program` | [`answers`]: what a program says to what others ask for |
//! | `export` | games in the formats of other programs: PGN, WXF |
//! | `rated` | [`RatedEnd`]: what counts for ratings |
//! | `record` | [`GameRecord`]: a game for programs and other people |
//! | `result` | results as the umpire types them |
//!
//! There is not a sentence here: `letters` has the words.

mod changes;
mod clock_facts;
mod clocks;
mod consent;
mod decide;
mod event;
pub mod export;
mod happening;
mod log;
mod plans;
mod program;
mod rated;
mod record;
mod request;
mod result;
mod running;
mod stored_game;
mod turns;

pub use changes::{Cause, Changes};
pub use clock_facts::Standstill;
pub use clocks::{
    Account, After, Clocks, Deadline, EventTime, Fallen, Known, LONGEST_PAUSE, Pause, Settling,
    instant,
};
pub use consent::{ConsentRefusal, MOST_ADDED, Topic, Wish};
pub use decide::{decide, resolve};
pub use event::{
    CreditReason, Event, EventKind, Person, Proposal, ReopenReason, Replacement, StoredTurn, Votes,
};
pub use happening::{Basis, Happening, Moment, ProposalStep};
pub use log::GameLog;
pub use plans::{
    Answer, Ended, MOST_DEPTH, MOST_PAIRS, MOST_PLAYED, Pair, PlanFault, Plans, Trial, TrialEnd,
    TrialTurn, by_plan,
};
pub use program::answers;
pub use rated::RatedEnd;
pub use record::{EventRecord, GameRecord, Readers, SeatRecord};
pub use request::{Actor, Closure, Decided, Guard, PointsRefusal, Refusal, Request};
pub use running::Running;
pub use stored_game::{Departure, Proposed, StoredGame, TakenBack, seat_at, variant_of};

#[cfg(test)]
mod tests;
