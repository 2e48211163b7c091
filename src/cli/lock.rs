//! The lock that the one working process of a database holds, and who that is.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::clock::Deadline;

/// The role of `zugpost run`.
pub const DAEMON: &str = "daemon";
const FILE: &str = "zugpost.lock";

/// Held as long as it lives; released by the system if the process is killed.
#[derive(Debug)]
pub struct Lock(File);

/// Who holds it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Holder {
    /// `daemon`, `run --once` or `receive`; empty if it has not said so, or is about to leave.
    pub role: String,
    /// Its process.
    pub process: u32,
}

impl Holder {
    /// For messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self.role.as_str() {
            "" => "another process".to_owned(),
            role => format!("`zugpost` as {role}, process {},", self.process),
        }
    }
}

impl Lock {
    /// Takes the lock in a data folder and notes `role` in it. `None` if another process has it and
    /// keeps it for `wait`; a daemon, which keeps it for good, is not waited for.
    ///
    /// # Errors
    /// The lock file cannot be made or written.
    pub fn take(data: &Path, role: &'static str, wait: Duration) -> Result<Option<Self>> {
        let path = data.join(FILE);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .with_context(|| format!("cannot make the lock file {}", path.display()))?;
        let deadline = Deadline::after(wait);
        loop {
            match file.try_lock() {
                Ok(()) => {
                    let mut lock = Self(file);
                    // A full disk cannot take the note; the lock holds without it.
                    let _ = lock.note(&format!("{role} {}\n", std::process::id()));
                    return Ok(Some(lock));
                }
                Err(TryLockError::Error(error)) => return Err(error.into()),
                Err(TryLockError::WouldBlock) => {}
            }
            // A killed daemon's note may stand until its successor writes its own, which it does
            // before it reads any mail: whoever stored one before looking here may leave.
            if read(&path).role == DAEMON {
                return Ok(None);
            }
            let Some(left) = deadline.left() else {
                return Ok(None);
            };
            std::thread::sleep(left.min(Duration::from_millis(20)));
        }
    }

    /// Says that the holder is about to leave: waiting is worth while.
    pub fn leaving(&mut self) {
        let _ = self.note("");
    }

    fn note(&mut self, text: &str) -> std::io::Result<()> {
        self.0.set_len(0)?;
        self.0.rewind()?;
        self.0.write_all(text.as_bytes())
    }

    /// Who holds the lock in a data folder; `None` if nobody does.
    #[must_use]
    pub fn holder(data: &Path) -> Option<Holder> {
        let path = data.join(FILE);
        match File::open(&path).ok()?.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Some(read(&path)),
            _ => None,
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.leaving();
    }
}

fn read(path: &Path) -> Holder {
    let mut text = String::new();
    let file = File::open(path).map(|file| file.take(100));
    let _ = file.and_then(|mut file| file.read_to_string(&mut text));
    let (role, process) = text.trim().rsplit_once(' ').unwrap_or_default();
    Holder {
        role: role.to_owned(),
        process: process.parse().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holds_it_and_says_who() {
        let dir = tempfile::tempdir().expect("a folder");
        let take = |role, wait| Lock::take(dir.path(), role, wait).expect("a lock file");
        assert_eq!(Lock::holder(dir.path()), None);
        let mut lock = take(DAEMON, Duration::ZERO).expect("free");
        let holder = Lock::holder(dir.path()).expect("held");
        assert_eq!(
            (holder.role.as_str(), holder.process),
            (DAEMON, std::process::id())
        );
        let long = Deadline::after(Duration::from_secs(60));
        assert!(take("receive", Duration::from_secs(600)).is_none() && long.left().is_some());
        lock.leaving();
        assert_eq!(Lock::holder(dir.path()).expect("held").role, "");
        drop(lock);
        assert_eq!(Lock::holder(dir.path()), None);
        assert!(take("run --once", Duration::ZERO).is_some());
    }
}
