//! `[[pairing]]`: programs of others that pair the rounds of Swiss events.

use serde::Deserialize;

/// A program that pairs players.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingProgram {
    /// Its name, which events and their tables say: `bbpPairings 5.0.1`.
    pub name: String,
    /// The program and its arguments: `{input}` stands for the file with the tournament report, `{output}` for that with the
    /// pairs.
    pub command: Vec<String>,
    /// The form of the report.
    #[serde(default)]
    pub dialect: Dialect,
    /// The code of the system by which it pairs, which TRF26 wants (FIDE's table of encoded tournament types).
    #[serde(default = "dutch")]
    pub system: String,
    /// It may work for so many seconds.
    #[serde(default = "minute")]
    pub seconds: i64,
}

/// The forms of a tournament report that the server writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// TRF16, of 2015.
    #[default]
    Trf16,
    /// TRF26, of 2025.
    Trf26,
}

const fn minute() -> i64 {
    60
}

fn dutch() -> String {
    "FIDE_DUTCH".to_owned()
}

impl PairingProgram {
    /// # Errors
    /// It cannot be named or run.
    pub(super) fn check(&self) -> Result<(), String> {
        let plain = |c: char| c.is_alphanumeric() || " -_.".contains(c);
        let length = self.name.trim().chars().count();
        if !(1..=40).contains(&length) || !self.name.chars().all(plain) {
            return Err("name has 1 to 40 letters, digits, blanks, hyphens and dots".to_owned());
        }
        let of_code = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if !(1..=40).contains(&self.system.len()) || !self.system.chars().all(of_code) {
            return Err("system is a code such as \"FIDE_DUTCH\"".to_owned());
        }
        let has = |part: &str| self.command.iter().skip(1).any(|word| word.contains(part));
        if self.command.first().is_none_or(String::is_empty) || !has("{input}") || !has("{output}")
        {
            return Err(
                "command is a program with its arguments, among them {input} and {output}: \
                 [\"/usr/local/bin/bbpPairings\", \"--dutch\", \"{input}\", \"-p\", \"{output}\"]"
                    .to_owned(),
            );
        }
        super::check_ranges(&[("seconds", self.seconds, 1, 60)])
    }
}
