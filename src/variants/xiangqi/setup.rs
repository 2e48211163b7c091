//! The option `setup` and the arrays it gives (X2).

use crate::rules::moves::{Position, fen};
use crate::rules::variant::{self, bad_option};
use crate::rules::{OptionSpec, Options, Reason, SetupError, echo};

use super::pieces::PIECES;

/// The options that xiangqi takes.
pub const OPTIONS: &[OptionSpec] = &[OptionSpec {
    key: "setup",
    default: "standard",
    values: Reason::new("xiangqi-arrays"),
    about: Reason::new("about-xiangqi-array"),
}];

/// The array in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Cannons on b3 and h3.
    Standard,
    /// Cannons on c3 and g3, as the source draws them.
    Chinches,
}

/// Resolves options.
///
/// # Errors
/// Unknown options and values.
pub fn rules(options: &Options) -> Result<Rules, SetupError> {
    match variant::setup(options, Reason::new("xiangqi-has-no-option"))? {
        None | Some("standard") => Ok(Rules::Standard),
        Some("chinches") => Ok(Rules::Chinches),
        Some(other) => bad_option(Reason::new("bad-xiangqi-array").text("value", echo(other))),
    }
}

/// The usual array (X2).
pub const STANDARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
/// The array that the source draws, cannons on the c- and g-file (X2).
pub const CHINCHES: &str = "rnbakabnr/9/2c3c2/p1p1p1p1p/9/9/P1P1P1P1P/2C3C2/9/RNBAKABNR w - - 0 1";

/// The position at the beginning, with the array in force.
pub fn start(rules: Rules) -> Position {
    let text = match rules {
        Rules::Standard => STANDARD,
        Rules::Chinches => CHINCHES,
    };
    fen::read(&PIECES, None, text, &|_| Ok(())).expect("the arrays can stand")
}
