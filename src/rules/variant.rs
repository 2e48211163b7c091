//! The catalogue's side of a game: what can be started, with which options.
//!
//! [`Variant`] is one entry of [`crate::variants::VARIANTS`]. It is object-safe: text in, text and
//! games out. Each family implements the typed [`super::turns::ruleset::Ruleset`]; one blanket
//! implementation in `turns/session.rs` makes a `Variant` of it.

use std::collections::BTreeMap;

use crate::rules::view::KindView;
use crate::rules::{Game, Reason, SetupError, Sketch, echo};

/// Options of a game as players and umpires write them: `turn` → `postal`.
pub type Options = BTreeMap<String, String>;

/// Draws lots: given a number, it returns one below it.
pub type Sample<'a> = &'a mut dyn FnMut(u32) -> u32;

/// A game before its first turn, or why it cannot be begun.
pub type Started = Result<Box<dyn Game>, SetupError>;

/// One option that a variant understands.
#[derive(Clone, Debug)]
pub struct OptionSpec {
    /// The word before `=`.
    pub key: &'static str,
    /// The value taken when the option is not given.
    pub default: &'static str,
    /// Allowed values in words, for help texts: `single, postal or postal-plus`.
    pub values: Reason,
    /// What the option changes, one line.
    pub about: Reason,
}

/// The value of `setup` in a game that takes no other option.
///
/// # Errors
/// There is another one; `unknown` is what is said of it.
pub fn setup(options: &Options, unknown: Reason) -> Result<Option<&str>, SetupError> {
    match options.keys().find(|key| *key != "setup") {
        Some(key) => bad_option(unknown.text("option", echo(key))),
        None => Ok(options.get("setup").map(String::as_str)),
    }
}

/// That an option cannot be taken.
///
/// # Errors
/// Always.
pub const fn bad_option<T>(reason: Reason) -> Result<T, SetupError> {
    Err(SetupError::BadOption(reason))
}

/// What a file says of its game to readers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credits<'a> {
    /// Who invented it.
    pub by: Option<&'a str>,
    /// In which year, as far as it is known.
    pub year: Option<&'a str>,
    /// Where it is described.
    pub source: Option<&'a str>,
    /// A paragraph on its rules.
    pub rules: Option<&'a str>,
    /// The group of games that it is one of (`variants/by_file/keys/readers.rs`).
    pub group: &'a str,
    /// Turns of a game to look at; empty without one.
    pub example: &'a [String],
    /// The game in whose list of ratings it counts, if not in one of its own, and by which the section of that is known.
    pub rated_as: Option<(&'a str, Option<&'a str>)>,
    /// Its section, with those that it takes over from.
    pub section: &'a str,
}

/// A variant as the catalogue lists it.
pub trait Variant: Send + Sync {
    /// The id players write: `hans38`.
    fn id(&self) -> &str;
    /// The name people read: `Hans38 Chess`.
    fn name(&self) -> &str;
    /// One line for lists.
    fn summary(&self) -> Reason;
    /// Seat words in playing order, lower case: `["white", "black"]`.
    fn seats(&self) -> Vec<&str>;
    /// What its file says of it, for a game that comes from a file: its rules have no text of their own.
    fn credits(&self) -> Option<Credits<'_>>;
    /// All kinds of piece and how each moves, in the order of a page of rules; empty for a game whose rules have a text.
    fn kinds(&self) -> Vec<KindView>;
    /// What a part of such a page says, a statement each: of kings, pawns, castling, hands, captures, other turns, how
    /// turns are written, ends. Empty where there is nothing to say.
    fn explained(&self, part: &str) -> Vec<Reason>;
    /// The options this variant takes.
    fn options(&self) -> &'static [OptionSpec];
    /// The newest version of the rules; a game keeps the version that it was begun with.
    fn rules_version(&self) -> u32;
    /// How the kind of piece with this letter (in upper case) moves; `None` if the variant has none.
    fn sketch(&self, letter: char) -> Option<Sketch>;
    /// Checks `options`, and picks by lot what is `random` (`sample(n)` returns a number below `n`), so
    /// that the result starts the same game for ever. Defaults are not filled in unless they were
    /// picked.
    ///
    /// # Errors
    /// Unknown options and values.
    fn settle(&self, options: &Options, sample: Sample<'_>) -> Result<Options, SetupError>;
    /// A game before its first turn by one version of the rules, from the usual start position or
    /// from a position text.
    ///
    /// # Errors
    /// A version that is not known here; unknown options and values; a position text that cannot be
    /// read or cannot stand.
    fn start_version(&self, version: u32, options: &Options, position: Option<&str>) -> Started;
    /// A new game, by the newest version of the rules.
    ///
    /// # Errors
    /// As [`Variant::start_version`].
    fn start(&self, options: &Options, position: Option<&str>) -> Started {
        self.start_version(self.rules_version(), options, position)
    }
}
