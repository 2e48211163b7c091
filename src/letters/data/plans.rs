//! What comes of lines about conditional turns.

use serde::{Deserialize, Serialize};

use crate::games::{Plans, Trial};

/// One thing that comes of a line about plans, or of plans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanPart {
    /// The pairs of the line, each a turn and the answer to it, are added to the reader's plans.
    Kept {
        /// How many are new.
        added: usize,
        /// How many there are now.
        pairs: usize,
    },
    /// Pairs are removed from the reader's plans, some or all.
    Cleared {
        /// How many are dropped.
        removed: usize,
        /// How many are left.
        left: usize,
    },
    /// The plans of the reader.
    List(Plans),
    /// What the plans of the reader would be after a `yes`.
    WouldBe(Plans),
    /// The reader has none.
    NoList,
    /// What plans would play if the opponent played these turns; nothing is changed.
    Trial(Trial),
    /// These events, from the first to the last, have happened by plans.
    Played {
        /// The number of the first event.
        first: i64,
        /// The number of the last event; the same as `first` if there is only one.
        last: i64,
    },
}
