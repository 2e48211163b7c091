//! The file that holds the server's secret.
//!
//! It is owner-only (0600), since anyone who reads it and the database can write every reply token.
//! It is apart from the database, so that a copy of the database opens no game.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::tokens::Secret;

const HEAD: &str = "\
# The secret of this server: every reply token is derived from it. Keep a copy
# in a safe place, apart from copies of the database. Without it no answer to a
# letter that was sent before is accepted.
";

/// Reads the secret; `None` if there is no file.
///
/// # Errors
/// The file cannot be read, or holds something else.
pub fn load(path: &Path) -> Result<Option<Secret>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("cannot read the secret {}", path.display()))?,
    };
    match Secret::from_text(&text) {
        Some(secret) => Ok(Some(secret)),
        None => bail!("{} does not hold a secret of this server", path.display()),
    }
}

/// Writes a new file, and syncs it to the disk.
///
/// # Errors
/// The file exists already, or cannot be written.
pub fn create(path: &Path, secret: &Secret) -> Result<()> {
    let shown = path.display();
    ensure!(
        !path.exists(),
        "{shown} exists already; it is not overwritten"
    );
    replace(path, secret)
}

/// Writes the file in place of an earlier one, whole or not at all, and syncs it to the disk.
///
/// # Errors
/// The file cannot be written.
pub fn replace(path: &Path, secret: &Secret) -> Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    let written = || -> Result<()> {
        // One that was left by a process that was killed has the same name, and is replaced.
        let new = PathBuf::from(format!("{}.new", path.display()));
        let _ = fs::remove_file(&new);
        let mut options = File::options();
        options.write(true).create_new(true);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&new)?;
        file.write_all(HEAD.as_bytes())?;
        file.write_all(secret.to_text().as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)?;
        File::open(folder)?.sync_all()?;
        Ok(())
    };
    written().with_context(|| format!("cannot write the secret {}", path.display()))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha12Rng;

    use super::*;

    #[test]
    fn a_secret_is_kept_and_never_overwritten_by_chance() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("zugpost.secret");
        assert!(load(&path).expect("no trouble").is_none());
        let mut secret = Secret::new(1, vec![7; 32]);
        create(&path, &secret).expect("written");
        assert!(create(&path, &secret).is_err());
        secret.rotate(&mut ChaCha12Rng::seed_from_u64(9));
        replace(&path, &secret).expect("written");
        let found = load(&path).expect("read").expect("there");
        assert_eq!(found.checks(), secret.checks());
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        // A process that was killed has left this.
        fs::write(dir.path().join("zugpost.secret.new"), "half").expect("written");
        replace(&path, &secret).expect("written");
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1);
        fs::write(&path, "something").expect("written");
        assert!(load(&path).is_err());
    }
}
