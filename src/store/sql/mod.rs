//! The statements, which are the same for SQLite and PostgreSQL: in one file for each table, or for a few that belong
//! together.
//!
//! A database of either kind is a [`Database`], which makes it a [`Store`](super::Store) (`store.rs`). What is written in
//! SQL here has to be understood by both: `CASE` instead of `iif` and of `min` with two values, names for subqueries, the
//! columns of a conflict. Truth values in columns are 0 and 1. `unixepoch` and `instr` are functions of SQLite, and are
//! made in PostgreSQL by its schema; a parameter is compared before it is asked whether it is NULL, so that its type is known; `INDEXED BY` is for SQLite, and PostgreSQL never sees it.

mod acts;
mod budgets;
mod bytes;
mod challenges;
mod claims;
mod clocks;
mod columns;
mod commit;
mod connection;
mod contests;
mod copied;
mod delivery;
mod digests;
mod events;
mod forgetting;
mod games;
mod hosts;
mod inbox;
mod intake;
mod outbox;
mod people;
mod players;
mod questions;
mod ratings;
mod statements;
mod store;
mod subjects;
mod thoughts;
mod timers;
mod times;
mod tokens;
mod upkeep;
mod values;
mod variants;

pub(super) use budgets::{DecisionName, name_decisions, were_written};
pub(super) use claims::LastSender;
pub(super) use connection::{Connection, Dialect, Each, Row};
pub(super) use copied::require_open;
pub(super) use statements::Statements;
pub(super) use store::{Database, Locks};
pub(super) use subjects::slot;
pub(super) use upkeep::{meta, set_meta};
pub(super) use values::Value;

use super::{Result, Snapshot, StoreError};

/// A connection in a transaction in which one consistent view is read.
pub(super) struct View<'a>(pub &'a dyn Connection);

impl Snapshot for View<'_> {
    fn ahead(&self, reads: &dyn Fn(&dyn Snapshot)) -> Result<()> {
        self.0.ahead(&|connection| reads(&View(connection)))
    }
}

/// A limit as databases take it.
fn limit(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
