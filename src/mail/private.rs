//! Folders and files for mail with owner-only modes (0700, 0600) whatever the umask: letters hold reply
//! tokens.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a folder and all missing parents with mode 0700. Folders that exist keep their mode.
///
/// # Errors
/// As [`std::fs::create_dir_all`].
pub fn folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes an empty file with mode 0600. A file that exists is emptied and keeps its mode.
///
/// # Errors
/// As [`File::create`].
pub fn file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes what is missing of a Maildir.
///
/// # Errors
/// As [`std::fs::create_dir_all`].
pub fn maildir(path: &Path) -> io::Result<()> {
    let parts = ["tmp", "cur", "new"];
    parts.iter().try_for_each(|part| folder(&path.join(part)))
}
