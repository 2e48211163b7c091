//! A file that is there while a letter is rendered. If it is found at the next start, rendering may have ended the
//! process; if not, something else has, and no letter is to blame.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How the names of these files begin.
const NAME: &str = "zugpost.rendering.";

/// Where an office says that it renders a letter.
#[derive(Debug)]
pub(super) struct Mark(PathBuf);

impl Mark {
    /// A file of its own in the folder of the database.
    pub(super) fn new(data: &Path) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self(data.join(format!("{NAME}{}.{number}", std::process::id())))
    }

    /// Runs `work` while the file is there. It need not be durable: it is about the end of a process, not
    /// of the machine. On a full disk there is none.
    pub(super) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let made = File::create(&self.0);
        let done = work();
        if made.is_ok() {
            let _ = fs::remove_file(&self.0);
        }
        done
    }
}

/// Whether an earlier process has ended while it rendered a letter; removes what says so.
pub(super) fn was_cut_off(data: &Path) -> bool {
    let mut found = false;
    for entry in fs::read_dir(data).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(NAME) {
            found = true;
            let _ = fs::remove_file(entry.path());
        }
    }
    found
}
