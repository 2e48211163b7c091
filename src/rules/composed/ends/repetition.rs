//! Positions and moves that come again (docs/variants/4-ends.md, 6.2 to 6.4).

use super::Value;

/// What becomes of positions and moves that come again.
#[derive(Clone, Debug)]
pub struct Repetition {
    /// `nFoldRule`, 0 without.
    pub fold: i32,
    /// `nFoldValue`.
    pub value: Value,
    /// The value is White's (`nFoldValueAbsolute`).
    pub absolute: bool,
    /// `perpetualCheckIllegal`.
    pub perpetual_check: bool,
    /// `moveRepetitionIllegal`.
    pub move_repetition: bool,
}

impl Default for Repetition {
    fn default() -> Self {
        Self {
            fold: 3,
            value: Value::DRAW,
            absolute: false,
            perpetual_check: false,
            move_repetition: false,
        }
    }
}
