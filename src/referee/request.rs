//! Requests, and how they are read.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::rules::{Options, echo};
use crate::variants::Games;

use super::reply::{Code, Refused};

/// A question, or several, about a position of a game.
///
/// Read from JSON, only `variant` has to be there; what is `null` counts as left out, and fields of
/// other names are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Value")]
pub struct Request {
    /// The id of a variant.
    pub variant: String,
    /// Options of the game; those that are left out have their default values.
    pub options: Options,
    /// A position text; `None`: the usual start position.
    pub position: Option<String>,
    /// Turns that are played in order, as players write them. The last one may be `draw claim`.
    pub turns: Vec<String>,
    /// The questions: `position`, `legal`, `count`, `check`, `outcome`, `canonical`, `board`,
    /// `actions`, `uci`, `fen`, `perft:N`.
    pub ask: Vec<String>,
    /// The actions made of an unfinished turn, separated by blanks; only `actions` looks at it. In
    /// JSON it may also be a list of them.
    pub partial: String,
}

impl Request {
    /// Reads a request from the bytes of a JSON object.
    ///
    /// # Errors
    /// The bytes are not JSON, not an object, or a field is of the wrong type; the variant is unknown.
    pub fn read(games: &Games, json: &[u8]) -> Result<Self, Refused> {
        let value: Value = serde_json::from_slice(json)
            .map_err(|why| Refused::new(Code::BadJson, format!("This is not JSON: {why}.")))?;
        Self::of(games, value)
    }
}

impl TryFrom<Value> for Request {
    type Error = Refused;

    /// A request about a game that comes with the program.
    fn try_from(value: Value) -> Result<Self, Refused> {
        Self::of(Games::built_in(), value)
    }
}

impl Request {
    fn of(games: &Games, value: Value) -> Result<Self, Refused> {
        let Value::Object(fields) = value else {
            return Err(bad_json("A request is a JSON object."));
        };
        let Some(Value::String(variant)) = fields.get("variant") else {
            return Err(bad_json("A request names its \"variant\", a string."));
        };
        // A front end that asks for a game of a newer program learns that first, whatever else it
        // sends with it.
        if games.find(variant).is_none() {
            return Err(unknown_variant(variant));
        }
        Ok(Self {
            variant: variant.clone(),
            options: options(&fields)?,
            position: match fields.get("position") {
                None | Some(Value::Null) => None,
                Some(Value::String(text)) => Some(text.clone()),
                Some(_) => return Err(bad_json("\"position\" is a string or null.")),
            },
            turns: strings(&fields, "turns")?,
            ask: strings(&fields, "ask")?,
            partial: match fields.get("partial") {
                Some(Value::String(text)) => text.clone(),
                _ => strings(&fields, "partial")?.join(" "),
            },
        })
    }
}

/// There is no variant with this id.
pub(super) fn unknown_variant(id: &str) -> Refused {
    let message = format!("There is no variant \"{}\".", echo(id));
    Refused::new(Code::UnknownVariant, message)
}

fn bad_json(message: &str) -> Refused {
    Refused::new(Code::BadJson, message.to_owned())
}

fn options(fields: &Map<String, Value>) -> Result<Options, Refused> {
    let all = match fields.get("options") {
        None | Some(Value::Null) => return Ok(Options::new()),
        Some(Value::Object(all)) => all,
        Some(_) => return Err(bad_json("\"options\" is an object of strings.")),
    };
    let option = |(key, value): (&String, &Value)| match value {
        Value::String(value) => Ok((key.clone(), value.clone())),
        _ => {
            let message = format!("The value of option {} is a string.", echo(key));
            Err(Refused::new(Code::BadOption, message))
        }
    };
    all.iter().map(option).collect()
}

fn strings(fields: &Map<String, Value>, key: &str) -> Result<Vec<String>, Refused> {
    let wrong = || bad_json(&format!("\"{key}\" is a list of strings."));
    match fields.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(all)) => all
            .iter()
            .map(|value| value.as_str().map(str::to_owned).ok_or_else(wrong))
            .collect(),
        Some(_) => Err(wrong()),
    }
}
