//! Folders and files for mail, which nobody but the server's user may look into, whatever the umask:
//! letters hold keys.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a folder and what is missing above it, with mode 0700; those that are there stay as they
/// are.
///
/// # Errors
/// As [`std::fs::create_dir_all`].
pub fn folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes an empty file with mode 0600, or empties the one that is there.
///
/// # Errors
/// As [`File::create`].
pub fn file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
