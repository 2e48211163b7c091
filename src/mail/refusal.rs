//! Refusals that are not mended by trying again soon: a login, and a sending limit. Each try may make it
//! worse, since hosts lock out anyone who tries too often.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::SystemTime;

/// What all texts of refused logins have in common.
pub(crate) const LOGIN: &str = "refuses user ";
/// What all texts of sending limits have in common.
pub(crate) const LIMIT: &str = "by a sending limit";

/// A host has refused to work for us. The reason, with what to do, in one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// The refusal in an error, if it is one.
    pub fn of(error: &anyhow::Error) -> Option<&Self> {
        error.downcast_ref()
    }

    /// Whether a text that was stored about a failure tells of a refusal, which concerns all mail: not one
    /// of a single letter.
    pub fn is_told_by(text: &str) -> bool {
        (text.contains(LOGIN) || text.contains(LIMIT)) && !text.starts_with("letter o")
    }
}

/// What a login depends on: if it changes, a refused one is worth another try.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Credentials {
    /// Of the file that holds the password: when it was changed, its length and its inode.
    file: Option<(Option<SystemTime>, u64, u64)>,
}

impl Credentials {
    /// Those of a password in a file, as it is now.
    pub(crate) fn in_file(path: &Path) -> Self {
        let stamp = |meta: Metadata| (meta.modified().ok(), meta.len(), meta.ino());
        let file = fs::metadata(path).ok().map(stamp);
        Self { file }
    }

    /// When they were changed, if that is known.
    pub fn changed_at(&self) -> Option<SystemTime> {
        self.file?.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_written_anew_is_a_change() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("password");
        let missing = Credentials::in_file(&path);
        assert_eq!(
            (missing.changed_at(), &missing),
            (None, &Credentials::default())
        );
        fs::write(&path, "one").expect("written");
        let first = Credentials::in_file(&path);
        assert!(first != missing && first == Credentials::in_file(&path));
        assert!(first.changed_at().is_some());
        fs::write(&path, "three").expect("written");
        assert_ne!(first, Credentials::in_file(&path));
    }

    #[test]
    fn a_refusal_is_known_in_an_error_and_in_what_was_stored() {
        let error = anyhow::Error::new(Refusal("h refuses user u".to_owned()));
        assert!(Refusal::of(&error.context("at login")).is_some());
        assert!(Refusal::of(&anyhow::anyhow!("h refuses user u")).is_none());
        assert!(Refusal::is_told_by(
            "cannot fetch mail: h refuses user u: no"
        ));
        assert!(Refusal::is_told_by(
            "letters cannot leave: letter o1: refused by a sending limit: x"
        ));
        assert!(!Refusal::is_told_by(
            "letter o1: refused by a sending limit: x"
        ));
        assert!(!Refusal::is_told_by("h: nothing answers there"));
    }
}
