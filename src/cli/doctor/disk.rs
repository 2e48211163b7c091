//! The disk: free space, and whether it can be written.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use chrono::{DateTime, Utc};

use crate::clock::Stopwatch;
use crate::config::{Config, Inbox};

use super::Finding;

/// Free bytes below which a folder is reported as wrong, and below which there is a note.
const DANGER: u64 = 20 << 20;
const SCARCE: u64 = 200 << 20;

/// Checks free space, and whether a file can be written durably.
pub(super) fn check(config: &Config) -> Vec<Finding> {
    let data = &config.server.data;
    let mut folders = vec![data];
    match &config.inbox {
        Inbox::Maildir { dir, .. } if dir.is_dir() => folders.push(dir),
        _ => {}
    }
    let mut findings: Vec<Finding> = folders.iter().filter_map(|dir| space(dir)).collect();
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

fn space(dir: &Path) -> Option<Finding> {
    let space = Space::of(dir)?;
    let text = space.words(dir);
    let more = "make room; without any, mail stays where it is and letters wait";
    Some(if space.is_danger() {
        Finding::wrong("disk", text, more)
    } else if space.bytes < SCARCE {
        Finding::note("disk", text, more)
    } else {
        Finding::ok("disk", text)
    })
}

/// In words, if there is so little room at a folder that the server may not be able to work.
pub(in crate::cli) fn scarce(dir: &Path) -> Option<String> {
    let space = Space::of(dir)?;
    space
        .is_danger()
        .then(|| format!("the disk is full: {}", space.words(dir)))
}

/// The room of a file system.
struct Space {
    /// How many bytes are free for this user.
    bytes: u64,
    /// Whether no further file can be made.
    no_files: bool,
}

impl Space {
    fn of(dir: &Path) -> Option<Self> {
        let found = rustix::fs::statvfs(dir).ok()?;
        Some(Self {
            bytes: found.f_bavail.saturating_mul(found.f_frsize),
            no_files: found.f_files > 0 && found.f_favail == 0,
        })
    }

    fn is_danger(&self) -> bool {
        self.bytes < DANGER || self.no_files
    }

    fn words(&self, dir: &Path) -> String {
        let (free, dir) = (self.bytes >> 20, dir.display());
        match self.no_files {
            true => format!("{free} MB are free at {dir}, and no file can be made"),
            false => format!("{free} MB are free at {dir}"),
        }
    }
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
