//! Runs programs of others that pair players, outside every transaction.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::clock::Deadline;
use crate::config::PairingProgram;
use crate::mail::child::wait;

/// No answer is longer, in bytes.
const LONGEST: u64 = 64 << 10;
/// What the program may use: address space and the size of a file in bytes. A Java machine reserves much of the former.
const LIMITS: [&str; 2] = ["--as=8589934592", "--fsize=1048576"];

/// What is run before the program: it has no network then, and limits; empty where the machine does not allow that.
pub fn confinement() -> &'static [&'static str] {
    static FOUND: OnceLock<Vec<&'static str>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let unshare: &[&str] = &["unshare", "--user", "--map-current-user", "--net", "--"];
        let limits: &[&str] = &["prlimit", LIMITS[0], LIMITS[1], "--"];
        let works = |words: &&[&str]| {
            let mut command = Command::new(words[0]);
            let command = command.args(&words[1..]).arg("true");
            let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
            let done = quiet.stderr(Stdio::null()).status();
            done.is_ok_and(|status| status.success())
        };
        let found = [unshare, limits].into_iter().filter(works);
        found.flatten().copied().collect()
    })
}

/// What the program answers to a tournament report.
///
/// # Errors
/// It cannot be run, does not end in time or well, or answers nothing or too much.
pub fn answer(program: &PairingProgram, report: &str) -> Result<String> {
    let path = Path::new(&program.command[0]);
    ensure!(
        path.components().count() < 2 || path.exists(),
        "{} is not there",
        path.display()
    );
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
    let words = confinement().iter().map(|word| (*word).to_owned());
    let words: Vec<String> = words.chain(program.command.iter().map(word)).collect();
    let (first, rest) = words.split_first().context("no program")?;
    let mut child = Command::new(first)
        .args(rest)
        .current_dir(folder.path())
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .with_context(|| format!("{first} cannot be run"))?;
    let limit = Duration::from_secs(u64::try_from(program.seconds)?);
    let ended = wait(&mut child, Deadline::after(limit));
    // Also what it has started and left behind.
    let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    let Some(status) = ended? else {
        child.wait()?;
        bail!("it did not end within {} seconds", program.seconds);
    };
    ensure!(status.success(), "it has ended with {status}");
    let length = fs::symlink_metadata(&output).context("it has written no answer")?;
    ensure!(length.is_file(), "its answer is no file");
    ensure!(
        length.len() <= LONGEST,
        "its answer is longer than {LONGEST} bytes"
    );
    fs::read_to_string(&output).context("its answer is no text")
}

#[cfg(test)]
mod tests;
