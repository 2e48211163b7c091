//! Moves files to free names. A file that exists is never replaced, no matter who has made it and
//! when.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Names that are tried before a folder is taken for broken.
pub(super) const MAX_NAMES: u32 = 10_000;

/// Moves the file `from` to the first free of `to(1)`, `to(2)`, …, and returns the new path. Each move is
/// atomic. Both have to be on one file system.
///
/// # Errors
/// As [`fs::rename`]; `NotFound` if `from` or the folder of `to` is missing.
pub(super) fn to_free_name(from: &Path, to: impl Fn(u32) -> PathBuf) -> io::Result<PathBuf> {
    for number in 1..=MAX_NAMES {
        let to = to(number);
        match without_replacing(from, &to) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            result => return result.map(|()| to),
        }
    }
    let why = "ten thousand files have this name";
    Err(io::Error::new(ErrorKind::AlreadyExists, why))
}

/// The file name of the copy `number` of a mail: `name` itself, then `name,2`, `name,3`, … Maildir names
/// may have such fields (`,S=1234`), and programs skip those that they do not know.
pub(super) fn numbered(name: &str, number: u32) -> String {
    match number {
        0 | 1 => name.to_owned(),
        number => format!("{name},{number}"),
    }
}

/// Moves a file; fails with `AlreadyExists` if the name `to` is taken by another file.
fn without_replacing(from: &Path, to: &Path) -> io::Result<()> {
    match by_rename(from, to) {
        Err(e) if e.kind() == ErrorKind::Unsupported => by_link(from, to),
        result => result,
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn by_rename(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE).map_err(|errno| match errno {
        // The kernel, or the file system (NFS, some of FUSE), cannot do it (rename(2)).
        Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP => ErrorKind::Unsupported.into(),
        other => other.into(),
    })
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn by_rename(_from: &Path, _to: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Gives the file its second name, then takes the first one away. A process that is killed in between
/// leaves both, and the next call completes the move.
fn by_link(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {
            let [one, other] = [from, to].map(|path| path.symlink_metadata().map(|m| identity(&m)));
            if one? != other? {
                return Err(e);
            }
        }
        result => result?,
    }
    fs::remove_file(from)
}

/// What tells a file from all others that exist, whatever their names: device and inode.
pub(super) fn identity(meta: &Metadata) -> (u64, u64) {
    (meta.dev(), meta.ino())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Move = fn(&Path, &Path) -> io::Result<()>;

    #[test]
    fn no_way_to_move_replaces_a_file() {
        for moved in [without_replacing as Move, by_link] {
            let dir = tempfile::tempdir().expect("a folder");
            let path = |name: &str| dir.path().join(name);
            let read = |name: &str| fs::read_to_string(path(name)).ok();
            fs::write(path("a"), "first").expect("written");
            moved(&path("a"), &path("b")).expect("moved");
            assert_eq!((read("a"), read("b")), (None, Some("first".to_owned())));
            fs::write(path("a"), "second").expect("written");
            let error = moved(&path("a"), &path("b")).expect_err("taken");
            assert_eq!(error.kind(), ErrorKind::AlreadyExists);
            assert_eq!(read("b").as_deref(), Some("first"));
            assert_eq!(read("a").as_deref(), Some("second"));
            let error = moved(&path("none"), &path("c")).expect_err("missing");
            assert_eq!(error.kind(), ErrorKind::NotFound);
        }
    }

    #[test]
    fn a_move_by_link_that_was_interrupted_is_completed() {
        let dir = tempfile::tempdir().expect("a folder");
        let (from, to) = (dir.path().join("a"), dir.path().join("b"));
        fs::write(&from, "mail").expect("written");
        fs::hard_link(&from, &to).expect("linked");
        by_link(&from, &to).expect("completed");
        assert!(!from.exists() && to.exists());
    }

    #[test]
    fn the_first_free_name_is_taken() {
        let dir = tempfile::tempdir().expect("a folder");
        let from = dir.path().join("a");
        for expected in ["1.host", "1.host,2", "1.host,3"] {
            fs::write(&from, expected).expect("written");
            let to = to_free_name(&from, |n| dir.path().join(numbered("1.host", n)));
            assert_eq!(to.expect("moved"), dir.path().join(expected));
        }
        assert_eq!(
            fs::read_to_string(dir.path().join("1.host")).expect("there"),
            "1.host"
        );
    }
}
