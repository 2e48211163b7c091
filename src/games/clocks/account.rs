//! The account of a turn: where the time went between its being given and the mail that played it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::time::account::{Parts, Span};

/// What an account settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settling {
    /// A turn that its player has sent.
    Turn,
    /// A turn that was planned before: it costs nothing.
    Planned,
    /// The time that is over.
    Flag,
}

/// The account of the time of a turn, or of the turn in which a flag fell. It is kept in the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// When the turn was given.
    pub given: DateTime<Utc>,
    /// When the letter that gave it first left; `None`: it had not left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<DateTime<Utc>>,
    /// When the mail that played it came; of a flag: the deadline.
    pub came: DateTime<Utc>,
    /// Every second in between, each in one part.
    #[serde(flatten)]
    pub parts: Parts,
    /// What the seat had left before: the charge at which its clock is at zero.
    pub zero: i64,
    /// How much grace the turn has used.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub grace: i64,
    /// What the seat has left after it, with what the turn has added.
    pub bank: i64,
    /// The turn was a conditional one: it costs nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub planned: bool,
    /// The machine's clock was not trusted: nothing is charged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untrusted: bool,
    /// Of a flag: when a delivery report came last that a letter with the turn has come back (docs/ratings.md).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came_back: Option<DateTime<Utc>>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(seconds: &i64) -> bool {
    *seconds == 0
}

impl Account {
    /// How much at most was charged in `span` that would not have been, had it been an outage like `known`. Where a
    /// part of the turn was on leave, in a pause or a weekend, it is not known which seconds of the span were: the
    /// charge is the bound.
    pub fn charged_in(&self, span: Span, known: &[Span]) -> i64 {
        let Some(left) = self.left else { return 0 };
        let (from, to) = (left.max(span.from), self.came.min(span.to));
        let inside = |one: &Span| Span::new(one.from.max(from), one.to.min(to));
        let known: Vec<Span> = known.iter().map(inside).collect();
        let known = Span::merged(&known);
        let taken = known.iter().map(|one| (one.to - one.from).num_seconds());
        let taken: i64 = taken.sum();
        ((to - from).num_seconds().max(0) - taken).clamp(0, self.parts.charge)
    }

    /// Whether the parts are the time between its ends.
    pub fn adds_up(&self) -> bool {
        let parts = &self.parts;
        let stopped = [parts.unsent, parts.outage, parts.pause];
        let own = [parts.leave, parts.weekend, parts.charge];
        let whole = (self.came - self.given).num_seconds().max(0);
        stopped.iter().chain(&own).all(|part| *part >= 0) && parts.total() == whole
    }
}
