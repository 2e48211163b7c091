//! Why settings cannot be loaded.

use std::io;
use std::path::PathBuf;

use super::{FILE_NAME, VARIABLE};

/// Why the settings cannot be loaded. Each message is one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// No file was named and none is here.
    #[error(
        "no {FILE_NAME} in this folder: run `zugpost init`, or name the file with --config or {VARIABLE}"
    )]
    Missing,
    /// A file that cannot be read.
    #[error("{} cannot be read: {reason}; check the path given by {by}", path.display())]
    Unreadable {
        /// The path of the file, as it was tried.
        path: PathBuf,
        /// What has named the file: `--config`, the variable, or the default.
        by: &'static str,
        /// The error of the system.
        reason: io::Error,
    },
    /// A file with a mistake in it.
    #[error("{}{}: {reason}", path.display(), line.map(|l| format!(", line {l}")).unwrap_or_default())]
    Invalid {
        /// The path of the settings file.
        path: PathBuf,
        /// The line, where it is known, from 1.
        line: Option<usize>,
        /// What is wrong and what to write instead.
        reason: String,
    },
}
