//! What comes of lines about conditional turns.

use serde::{Deserialize, Serialize};

use crate::games::{Plans, Trial};

/// One thing that comes of a line about plans, or of plans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanPart {
    /// Pairs are kept.
    Kept {
        /// How many are new.
        added: usize,
        /// How many there are now.
        pairs: usize,
    },
    /// Pairs are dropped.
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
    /// What would happen.
    Trial(Trial),
    /// These events, from the first to the last, have happened by plans.
    Played {
        /// The first.
        first: i64,
        /// The last.
        last: i64,
    },
}
