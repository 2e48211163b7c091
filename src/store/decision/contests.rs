//! Changes of contests.

use super::NewAct;
use crate::store::ContestRow;

/// A contest as it is to be stored, with what has happened to it. What is stored has to be as the decision knows it: its
/// `revision`, 0 for one whose number is not used yet, is counted up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestWrite {
    /// The contest after the acts; its `revision` is still that of the stored one.
    pub row: ContestRow,
    /// The acts that have made it of what is stored, for its log. Without any it is not written.
    pub acts: Vec<NewAct>,
}
