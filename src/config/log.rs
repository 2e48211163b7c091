//! `log` of `[server]`: the form of the daemon's log.

use serde::{Deserialize, Deserializer, de::Error};

/// The form of the lines of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogForm {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line, for programs that collect logs.
    Json,
}

impl<'de> Deserialize<'de> for LogForm {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match String::deserialize(from)?.as_str() {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            other => Err(D::Error::custom(format!(
                "log is {other:?}: write \"text\" or \"json\""
            ))),
        }
    }
}
