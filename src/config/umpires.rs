//! `[umpires]`: who may direct games by mail.

use serde::Deserialize;

/// `[umpires]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Umpires {
    /// Their addresses.
    pub addresses: Vec<String>,
}
