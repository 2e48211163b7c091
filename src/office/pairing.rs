//! Runs programs of others that pair players, outside every transaction.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::clock::Deadline;
use crate::config::{Dialect, PairingProgram};
use crate::contests::rounds::by_program::Version;
use crate::mail::child::wait;
use crate::outside;

/// What the program may use: address space and the size of a file in bytes. A Java machine reserves much of the former.
const LIMITS: &[&str] = &["--as=8589934592", "--fsize=1048576"];

/// The version of tournament reports that a program reads.
#[must_use]
pub fn version(program: &PairingProgram) -> Version<'_> {
    match program.dialect {
        Dialect::Trf16 => Version::Trf16,
        Dialect::Trf26 => Version::Trf26(&program.system),
    }
}

/// What the program answers to a tournament report.
///
/// # Errors
/// It cannot be run, does not end in time or well, or answers nothing or too much.
pub fn answer(program: &PairingProgram, report: &str) -> Result<String> {
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let (input, output) = (
        folder.path().join("input.trf"),
        folder.path().join("output.txt"),
    );
    fs::write(&input, report).context("no temporary file")?;
    let word = |word: &String| {
        let word = word.replace("{input}", &input.to_string_lossy());
        word.replace("{output}", &output.to_string_lossy())
    };
    let words: Vec<String> = program.command.iter().map(word).collect();
    let mut running = outside::run(&words, folder.path(), LIMITS, false)?;
    let limit = Duration::from_secs(u64::try_from(program.seconds)?);
    let Some(status) = wait(&mut running.child, Deadline::after(limit))? else {
        bail!("it did not end within {} seconds", program.seconds);
    };
    // What it has started ends before its answer is read.
    drop(running);
    ensure!(status.success(), "it has ended with {status}");
    outside::written(&output)
}

#[cfg(test)]
mod tests;
