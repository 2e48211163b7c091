//! Files that are there while mails are judged, and while a letter is rendered. If one is found at the next start,
//! that work may have ended the process; if not, something else has, and no mail or letter is to blame.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Work that a hostile mail, or the data of a letter, could make end the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::office) enum Risk {
    Judging,
    Rendering,
}

impl Risk {
    /// How the names of its files begin.
    const fn name(self) -> &'static str {
        match self {
            Self::Judging => "zugpost.judging.",
            Self::Rendering => "zugpost.rendering.",
        }
    }
}

/// Where an office says that it does such work.
#[derive(Clone, Debug)]
pub(in crate::office) struct Mark {
    data: PathBuf,
    risk: Risk,
}

impl Mark {
    /// In the folder of the database.
    pub(in crate::office) fn new(data: &Path, risk: Risk) -> Self {
        let data = data.to_owned();
        Self { data, risk }
    }

    /// Runs `work` on a mail or letter while its file is there. The file need not be durable: it is about the end of a
    /// process, not of the machine. On a full disk there is none.
    pub(in crate::office) fn during<T>(&self, id: i64, work: impl FnOnce() -> T) -> T {
        let path = self.data.join(format!("{}{id}", self.risk.name()));
        let made = File::create(&path);
        let done = work();
        if made.is_ok() {
            let _ = fs::remove_file(&path);
        }
        done
    }
}

/// On which mails or letters an earlier process was at work when it ended; removes what says so.
pub(in crate::office) fn cut_off(data: &Path, risk: Risk) -> Vec<i64> {
    let mut found = Vec::new();
    for entry in fs::read_dir(data).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if let Some(id) = name.strip_prefix(risk.name()) {
            found.extend(id.parse::<i64>());
            let _ = fs::remove_file(entry.path());
        }
    }
    found
}
