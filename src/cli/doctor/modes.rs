//! Who else may read or write the files of settings and passwords.

use std::fs;
use std::path::Path;

use crate::config::{Config, Inbox, Outbox};
use crate::mail::servers::SecretSource;

use super::Finding;

/// The bits of a file mode.
const GROUP_READS: u32 = 0o040;
const OTHERS_READ: u32 = 0o004;
const OTHERS_WRITE: u32 = 0o022;

/// Checks the modes of the files with settings and passwords. Files that cannot be looked at are reported
/// by those who read them.
pub(super) fn check(config: &Config) -> Vec<Finding> {
    let mut findings: Vec<Finding> = settings(&config.file).into_iter().collect();
    let (mut inbox, mut outbox) = (Vec::new(), Vec::new());
    if let Inbox::Imap(imap) = &config.inbox {
        inbox.extend([&imap.password, &imap.token]);
    }
    if let Outbox::Smtp(smtp) = &config.outbox {
        outbox.extend([&smtp.password, &smtp.token]);
    }
    let files = inbox.into_iter().chain(outbox).flatten();
    let mut files: Vec<&Path> = files
        .filter_map(|secret| match secret {
            SecretSource::File(path) => Some(path.as_path()),
            SecretSource::Command(_) | SecretSource::Env(_) => None,
        })
        .collect();
    files.dedup();
    findings.extend(files.into_iter().filter_map(password));
    findings
}

/// The settings: anyone who can write them can run programs as the server's user.
fn settings(path: &Path) -> Option<Finding> {
    let mode = mode(path)?;
    let shown = path.display();
    let mend = format!("chmod go-w {shown}");
    (mode & OTHERS_WRITE != 0).then(|| {
        let text = format!("other users of this host may change {shown}");
        Finding::wrong("settings", text, &mend)
    })
}

fn password(path: &Path) -> Option<Finding> {
    let mode = mode(path)?;
    let shown = path.display();
    let mend = format!("chmod 600 {shown}");
    if mode & (OTHERS_READ | OTHERS_WRITE) != 0 {
        let text = format!("other users of this host may read or change the password in {shown}");
        return Some(Finding::wrong("password", text, &mend));
    }
    (mode & GROUP_READS != 0).then(|| {
        let text = format!("the group of {shown} may read the password in it");
        Finding::note("password", text, &mend)
    })
}

fn mode(path: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::metadata(path).ok()?.permissions().mode())
}
