//! `[umpires]`: who may direct games by mail.

use serde::Deserialize;

/// `[umpires]`: who may direct games by mail; by default nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Umpires {
    /// The addresses of the umpires, in the order of the file.
    pub addresses: Vec<String>,
}
