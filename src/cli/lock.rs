//! The lock of the one process that works on a database, with a note of which process it is.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::clock::Deadline;

/// The role of `zugpost run`.
pub const DAEMON: &str = "daemon";
const FILE: &str = "zugpost.lock";
/// The lock of the one process that waits for the other lock.
const NEXT: &str = "zugpost.next";

/// The lock. It is released when it is dropped, or by the system when the process ends.
#[derive(Debug)]
pub struct Lock(File);

/// The process that holds the lock.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Holder {
    /// `daemon`, `run --once` or `receive`; empty if it has not been noted yet, or is about to end.
    pub role: String,
    /// The id of the process; 0 if it has not been noted.
    pub process: u32,
}

impl Holder {
    /// The process in words, for messages.
    pub fn name(&self) -> String {
        match self.role.as_str() {
            "" => "another process".to_owned(),
            role => format!("`zugpost` as {role}, process {},", self.process),
        }
    }
}

impl Lock {
    /// Takes the lock in a data folder and notes `role` in it, waiting at most `wait` for a process that
    /// holds it. `None` if that process keeps it, or is a daemon, for which it does not wait.
    ///
    /// # Errors
    /// The lock file cannot be made or written.
    pub fn take(data: &Path, role: &'static str, wait: Duration) -> Result<Option<Self>> {
        let path = data.join(FILE);
        let file = open(&path)?;
        let deadline = Deadline::after(wait);
        loop {
            match file.try_lock() {
                Ok(()) => {
                    let mut lock = Self(file);
                    // On a full disk the note cannot be written. The lock is held without it.
                    let _ = lock.note(&format!("{role} {}\n", std::process::id()));
                    return Ok(Some(lock));
                }
                Err(TryLockError::Error(error)) => return Err(explained(error, &path)),
                Err(TryLockError::WouldBlock) => {}
            }
            // The note of a killed daemon may still be there after the next daemon has taken the lock. That
            // one writes its note before it reads the inbox, so it will judge a mail that was stored before
            // this check.
            if read(&path).role == DAEMON {
                return Ok(None);
            }
            let Some(left) = deadline.left() else {
                return Ok(None);
            };
            std::thread::sleep(left.min(Duration::from_millis(20)));
        }
    }

    /// As [`Lock::take`], for work that need not be done twice: at most one process waits. It does its work
    /// after whatever led others here, so that they need not wait, and get `None` at once.
    ///
    /// # Errors
    /// A lock file cannot be made.
    pub fn take_next(data: &Path, role: &'static str, wait: Duration) -> Result<Option<Self>> {
        if let Some(lock) = Self::take(data, role, Duration::ZERO)? {
            return Ok(Some(lock));
        }
        // Until the other lock is taken: a process that finds nobody waiting has to wait.
        let next = open(&data.join(NEXT))?;
        match next.try_lock() {
            Ok(()) => Self::take(data, role, wait),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(explained(error, &data.join(NEXT))),
        }
    }

    /// Removes the note, since this process is about to end and others may wait for the lock.
    pub fn leaving(&mut self) {
        let _ = self.note("");
    }

    fn note(&mut self, text: &str) -> std::io::Result<()> {
        self.0.set_len(0)?;
        self.0.rewind()?;
        self.0.write_all(text.as_bytes())
    }

    /// The process that holds the lock in a data folder, in words.
    pub fn holder_name(data: &Path) -> String {
        Self::holder(data).map_or("another process".to_owned(), |holder| holder.name())
    }

    /// The process that holds the lock in a data folder; `None` if there is none.
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

fn open(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path);
    file.with_context(|| format!("cannot make the lock file {}", path.display()))
}

/// Why a file cannot be locked, and what to do.
fn explained(error: std::io::Error, path: &Path) -> anyhow::Error {
    use rustix::io::Errno;
    let path = path.display();
    let what = match Errno::from_io_error(&error) {
        Some(Errno::NOLCK | Errno::NOSYS | Errno::OPNOTSUPP) => format!(
            "cannot lock {path}: the file system of this folder gives no locks, as a network share whose lock service \
             does not run; put the folder `data` of the settings on a local disk, or start that service"
        ),
        _ => format!("cannot lock {path}"),
    };
    anyhow::Error::new(error).context(what)
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

    #[test]
    fn a_folder_without_locks_is_explained() {
        let errno = rustix::io::Errno::NOLCK;
        let said = format!(
            "{:#}",
            explained(errno.into(), Path::new("/srv/zugpost.lock"))
        );
        assert!(
            said.contains("/srv/zugpost.lock") && said.contains("local disk"),
            "{said}"
        );
    }

    #[test]
    fn one_waits_and_the_others_leave() {
        let dir = tempfile::tempdir().expect("a folder");
        let take = |role, wait| Lock::take_next(dir.path(), role, wait).expect("lock files");
        let held = take("run --once", Duration::ZERO).expect("free");
        let long = Deadline::after(Duration::from_secs(60));
        std::thread::scope(|scope| {
            // Of two that come while the lock is held one leaves at once. Nothing else takes the lock of the
            // one that waits here: a look at it from outside could make both leave.
            let mut two = ["receive", "run --once"]
                .map(|role| scope.spawn(move || take(role, Duration::from_secs(600))));
            while two.iter().all(|one| !one.is_finished()) {
                assert!(long.left().is_some(), "both wait");
                std::thread::sleep(Duration::from_millis(1));
            }
            two.sort_by_key(|one| !one.is_finished());
            let [leaves, waits] = two;
            assert!(leaves.join().expect("no panic").is_none());
            assert!(!waits.is_finished());
            drop(held);
            assert!(waits.join().expect("no panic").is_some());
        });
    }
}
