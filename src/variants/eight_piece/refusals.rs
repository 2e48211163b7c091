use super::position::Position;
use super::typed::Typed;
use crate::rules::reason::Reason;
pub fn refuse(_position: &Position, _text: &str, _typed: &[Typed]) -> Reason {
    Reason::new("no-move-named")
}
