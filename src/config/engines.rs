//! `[[engines]]`: programs of others that members can challenge (`docs/partner.md`).

use serde::Deserialize;

/// A program that plays.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineProgram {
    /// By which name it is challenged; as a player it has the word `program` and its level behind it.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How it is talked to.
    #[serde(default)]
    pub protocol: Protocol,
    /// Whether it is run with network where the machine has no way to take it from it.
    #[serde(default)]
    pub unconfined: bool,
    /// It may think about a turn for so many seconds.
    #[serde(default = "usual")]
    pub seconds: i64,
}

const fn usual() -> i64 {
    10
}

/// The protocols by which programs that play are talked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Most programs for chess and variants.
    #[default]
    Uci,
    /// Programs for shogi.
    Usi,
    /// XBoard and WinBoard, version 2.
    Xboard,
}

impl EngineProgram {
    /// # Errors
    /// It cannot be named or run.
    pub(super) fn check(&self, others: &[&str]) -> Result<(), String> {
        super::partner::check_name(&self.name)?;
        let is_it = |other: &&str| other.to_lowercase() == self.name.to_lowercase();
        if others.iter().any(is_it) {
            return Err(format!("name is {:?}: another program has it", self.name));
        }
        if self.command.first().is_none_or(String::is_empty) {
            return Err(
                "command is a program with its arguments: [\"fairy-stockfish\"]".to_owned(),
            );
        }
        super::check_ranges(&[("seconds", self.seconds, 1, 10)])
    }
}
