//! The option `setup` and the arrays it gives (X2).

use crate::rules::{OptionSpec, Reason};

/// The options that xiangqi takes.
pub const OPTIONS: &[OptionSpec] = &[OptionSpec {
    key: "setup",
    default: "standard",
    values: Reason::new("xiangqi-arrays"),
    about: Reason::new("about-xiangqi-array"),
}];

/// The usual array (X2).
pub const STANDARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
/// The array that the source draws, cannons on the c- and g-file (X2).
pub const CHINCHES: &str = "rnbakabnr/9/2c3c2/p1p1p1p1p/9/9/P1P1P1P1P/2C3C2/9/RNBAKABNR w - - 0 1";
