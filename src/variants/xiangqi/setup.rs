//! The option `setup` and the arrays it gives (X2).

use crate::rules::notation::echo;
use crate::rules::outcome::SetupError;
use crate::rules::variant::{OptionSpec, Options};

use super::fen;
use super::position::Position;

/// The options that xiangqi takes.
pub const OPTIONS: &[OptionSpec] = &[OptionSpec {
    key: "setup",
    default: "standard",
    values: "standard or chinches",
    about: "The array: the usual one, or that of CHINCHES with the cannons on the c- and g-file.",
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
    if let Some(key) = options.keys().find(|k| *k != "setup") {
        return Err(SetupError::BadOption(format!(
            "Xiangqi has no option {}; it has setup.",
            echo(key)
        )));
    }
    match options.get("setup").map(String::as_str) {
        None | Some("standard") => Ok(Rules::Standard),
        Some("chinches") => Ok(Rules::Chinches),
        Some(other) => Err(SetupError::BadOption(format!(
            "setup is standard or chinches, not {}.",
            echo(other)
        ))),
    }
}

/// The array.
pub fn start(rules: Rules) -> Position {
    let text = match rules {
        Rules::Standard => fen::STANDARD,
        Rules::Chinches => fen::CHINCHES,
    };
    fen::read(text).expect("the arrays can stand")
}
