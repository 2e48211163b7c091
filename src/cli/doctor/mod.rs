//! `doctor`: checks everything that the server needs, and says what is wrong and how to correct it.

mod checks;
pub(in crate::cli) mod disk;
mod engines;
mod lmtp;
mod modes;
mod pairing;
mod round_trip;
mod stored;
mod trust;
mod variants;
mod words;
mod work;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::config::{Config, ConfigError};
use crate::text::keys;

use super::server::Server;

/// What to do about a trouble that comes from another one.
const FIRST: &str = "first correct what is wrong above";

#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Send the server a letter, and report how it arrives
    #[arg(long)]
    round_trip: bool,
    /// With --round-trip: seconds to wait for the letter
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        requires = "round_trip"
    )]
    wait: u64,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    /// It works, but the operator should know.
    Note,
    Wrong,
}

/// One check and its result.
#[derive(Clone, Debug, Serialize)]
struct Finding {
    part: &'static str,
    state: State,
    text: String,
    /// What to do about it.
    mend: Option<String>,
}

impl Finding {
    fn ok(part: &'static str, text: impl Into<String>) -> Self {
        Self {
            part,
            state: State::Ok,
            text: text.into(),
            mend: None,
        }
    }

    fn note(part: &'static str, text: impl Into<String>, mend: &str) -> Self {
        Self {
            state: State::Note,
            mend: Some(mend.to_owned()),
            ..Self::ok(part, text)
        }
    }

    fn wrong(part: &'static str, text: impl Into<String>, mend: &str) -> Self {
        Self {
            state: State::Wrong,
            ..Self::note(part, text, mend)
        }
    }

    /// An error as a finding.
    fn error(part: &'static str, error: &anyhow::Error, mend: &str) -> Self {
        Self::wrong(part, format!("{error:#}"), mend)
    }

    fn lines(&self) -> Vec<String> {
        let word = match self.state {
            State::Ok => "ok   ",
            State::Note => "note ",
            State::Wrong => "WRONG",
        };
        let text = keys::blanked(&self.text.replace('\n', " "));
        let text = crate::commands::without_plans(&text);
        let mend = self.mend.as_ref();
        let mend = mend.map(|mend| format!("      {:9} -> {mend}", ""));
        let line = format!("{word} {:9} {text}", self.part);
        [line].into_iter().chain(mend).collect()
    }
}

/// # Errors
/// Standard output cannot be written. Wrong findings are no error here, but set the exit status.
pub fn run(args: &DoctorArgs, config: Option<&Path>) -> Result<ExitCode> {
    let findings = match Config::load(config) {
        Err(error) => {
            let mend = match &error {
                ConfigError::Unreadable { reason, .. }
                    if reason.kind() != io::ErrorKind::NotFound =>
                {
                    stored::ACCESS
                }
                ConfigError::Invalid { .. } => {
                    "correct that line; `zugpost init --dir NEW` writes a file with comments to compare with"
                }
                _ => {
                    "`zugpost init` writes a file with comments; --config or ZUGPOST_CONFIG name \
                     another one"
                }
            };
            vec![Finding::wrong("settings", error.to_string(), mend)]
        }
        Ok(config) => {
            let mut findings = checks::all(&config);
            if args.round_trip {
                findings.extend(match Server::with(config) {
                    Ok(mut server) => round_trip::run(&mut server, args.wait),
                    Err(error) => {
                        let error = error.context("no letter was sent");
                        vec![Finding::error("letter", &error, FIRST)]
                    }
                });
            }
            findings
        }
    };
    let is_well = print(&findings, args.json)?;
    Ok(ExitCode::from(u8::from(!is_well)))
}

/// Checks everything, and prints what was found; returns whether nothing is wrong.
///
/// # Errors
/// Standard output cannot be written.
pub(in crate::cli) fn report(config: &Config) -> Result<bool> {
    print(&checks::all(config), false)
}

fn print(findings: &[Finding], json: bool) -> Result<bool> {
    let lines: Vec<String> = findings.iter().flat_map(Finding::lines).collect();
    super::print_rows(json, findings, &lines)?;
    Ok(findings.iter().all(|found| found.state != State::Wrong))
}
