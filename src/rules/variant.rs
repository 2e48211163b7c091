//! The catalogue's side of a game: what can be started, with which options.
//!
//! [`Variant`] is one entry of [`crate::variants::VARIANTS`]. It is object-safe: text in, text and
//! games out. Each family implements the typed [`super::ruleset::Ruleset`]; one blanket
//! implementation in [`super::session`] makes a `Variant` of it.

use std::collections::BTreeMap;

use super::game::Game;
use super::outcome::SetupError;

/// Options of a game as players and umpires write them: `turn` → `postal`.
pub type Options = BTreeMap<String, String>;

/// One option that a variant understands.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The word before `=`.
    pub key: &'static str,
    /// The value taken when the option is not given.
    pub default: &'static str,
    /// Allowed values in words, for help texts: `single, postal or postal-plus`.
    pub values: &'static str,
    /// What the option changes, one line.
    pub about: &'static str,
}

/// A variant as the catalogue lists it.
pub trait Variant: Sync {
    /// The id players write: `hans38`.
    fn id(&self) -> &'static str;
    /// The name people read: `Hans38 Chess`.
    fn name(&self) -> &'static str;
    /// One line for lists.
    fn summary(&self) -> &'static str;
    /// Seat words in playing order, lower case: `["white", "black"]`.
    fn seats(&self) -> &'static [&'static str];
    /// The options this variant takes.
    fn options(&self) -> &'static [OptionSpec];
    /// Version of the rules as coded; a game keeps the version that it was begun with.
    fn rules_version(&self) -> u32;
    /// The rules in words that a newcomer can play from, at most 72 columns.
    fn rules(&self) -> String;
    /// Checks `options`, and draws what is `random` by `chance` (`chance(n)` returns a number below
    /// `n`), so that the result starts the same game for ever. Defaults are not filled in unless
    /// they were drawn.
    ///
    /// # Errors
    /// Unknown options and values.
    fn settle(
        &self,
        options: &Options,
        chance: &mut dyn FnMut(u32) -> u32,
    ) -> Result<Options, SetupError>;
    /// A game before its first turn, from the usual array or from a position text.
    ///
    /// # Errors
    /// Unknown options and values; a position text that cannot be read or cannot stand.
    fn start(&self, options: &Options, position: Option<&str>)
    -> Result<Box<dyn Game>, SetupError>;
}
