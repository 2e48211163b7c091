//! Files that are there while mails are judged, and while a letter is rendered. If one is found at the next start,
//! that work may have ended the process; if not, something else has, and no mail or letter is to blame.

use std::fs::{self, File};
use std::path::Path;

/// How the names of the files begin that are there while a mail is judged: it may be hostile.
pub const JUDGING: &str = "zugpost.judging.";
/// The same while a letter is rendered, whose data could make that end the process.
pub const RENDERING: &str = "zugpost.rendering.";

/// Runs `work` on the mail or letter of this id while its file is in `folder`, if there is one. The file need not be
/// durable: it is about the end of a process, not of the machine. On a full disk there is none.
pub fn during<T>(folder: Option<&Path>, (work_of, id): (&str, i64), work: impl FnOnce() -> T) -> T {
    let path = folder.map(|folder| folder.join(format!("{work_of}{id}")));
    let made = path.filter(|path| File::create(path).is_ok());
    let done = work();
    if let Some(path) = made {
        let _ = fs::remove_file(path);
    }
    done
}

/// On which mails or letters an earlier process was at work when it ended; removes what says so.
pub fn cut_off(folder: &Path, work_of: &str) -> Vec<i64> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if let Some(id) = name.to_string_lossy().strip_prefix(work_of) {
            found.extend(id.parse::<i64>());
            let _ = fs::remove_file(entry.path());
        }
    }
    found
}
