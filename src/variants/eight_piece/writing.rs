use super::position::{Action, Position};
use crate::rules::reason::Reason;
pub fn worth(_action: &Action) -> u8 { 1 }
pub fn writing(_position: &Position) -> Vec<Reason> { vec![] }
