//! The disk: free space, and whether it can be written.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use chrono::{DateTime, Utc};

use crate::clock::Stopwatch;
use crate::config::{Config, Inbox};

use super::{Finding, State};

/// Free bytes below which a folder is reported as wrong, and below which there is a note.
const DANGER: u64 = 20 << 20;
const SCARCE: u64 = 200 << 20;
/// What to do about it.
const MORE: &str = "make room; without any, mail stays where it is and letters wait";

/// Checks free space, and whether a file can be written durably.
pub(super) fn check(config: &Config) -> Vec<Finding> {
    let data = &config.server.data;
    let mut folders = vec![data];
    match &config.inbox {
        Inbox::Maildir { dir, .. } if dir.is_dir() => folders.push(dir),
        Inbox::Lmtp(lmtp) => folders.extend(lmtp.copy.iter().filter(|dir| dir.is_dir())),
        _ => {}
    }
    let finding = |(state, text)| match state {
        State::Ok => Finding::ok("disk", text),
        _ => Finding {
            state,
            ..Finding::note("disk", text, MORE)
        },
    };
    let spaces = folders.iter().filter_map(|dir| space(dir));
    let mut findings: Vec<Finding> = spaces.map(finding).collect();
    findings.push(match probe(data) {
        Ok((took, _)) => {
            let text = format!("{} can be written, durably in {took:.1} ms", data.display());
            Finding::ok("disk", text)
        }
        Err(error) => {
            let error = error.context(format!("{} cannot be written", data.display()));
            let mend = "the folder must exist and belong to the user that runs zugpost";
            Finding::error("disk", &error, mend)
        }
    });
    findings
}

/// Whether there is room enough at a folder, and how much there is.
fn space(dir: &Path) -> Option<(State, String)> {
    let found = rustix::fs::statvfs(dir).ok()?;
    let free = found.f_bavail.saturating_mul(found.f_frsize);
    let mut text = format!("{} MB are free at {}", free >> 20, dir.display());
    if found.f_files > 0 && found.f_favail == 0 {
        text.push_str(", and no file can be made");
        return Some((State::Wrong, text));
    }
    let state = match free {
        ..DANGER => State::Wrong,
        DANGER..SCARCE => State::Note,
        _ => State::Ok,
    };
    Some((state, text))
}

/// In words, if there is so little room at a folder that the server may not be able to work.
pub(in crate::cli) fn scarce(dir: &Path) -> Option<String> {
    let (state, text) = space(dir)?;
    (state == State::Wrong).then(|| format!("the disk is full: {text}"))
}

/// Writes a file durably and removes it; returns the milliseconds it took, and its modification time.
pub(super) fn probe(dir: &Path) -> Result<(f64, DateTime<Utc>)> {
    let path = dir.join(format!(".doctor-{}", std::process::id()));
    let watch = Stopwatch::start();
    let written = (|| -> Result<(f64, DateTime<Utc>)> {
        let mut file = File::create(&path)?;
        file.write_all(&[b'x'; 4096])?;
        file.sync_all()?;
        let took = watch.elapsed().as_secs_f64() * 1000.0;
        Ok((took, file.metadata()?.modified()?.into()))
    })();
    let _ = fs::remove_file(&path);
    written
}
