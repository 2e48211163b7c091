//! A Maildir on this host as a source of mail.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs::{self, File, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};

use super::{MOST_BYTES, RawMessage, Source, envelope_from_headers};
use crate::mail::rename::{self, numbered, to_free_name};
use crate::mail::{parse::MAX_MAIL, private};

/// The longest time between two listings.
const LIST_INTERVAL: Duration = Duration::from_millis(200);

/// Mail in `new/` and `cur/` of a Maildir. A mail is marked as done by moving it into the folder of
/// processed mail, a Maildir++ subfolder (`.Processed/cur/`); a name that is taken there gets a number.
/// Flags, such as seen, have no meaning here.
///
/// The source key is the file name up to the `:`, since clients change the flags after it. Delivery agents
/// use a name once, but a restored backup or a script may use it again, for another mail. Such a mail has
/// the same source key, and is marked only after it was fetched itself.
#[derive(Debug)]
pub struct MaildirSource {
    dir: PathBuf,
    processed: PathBuf,
    name: String,
    /// The rest of the last listing, oldest first.
    waiting: VecDeque<(String, PathBuf)>,
    /// Mails that were handed over and are not marked yet, each with the path where it was, so that marking needs no
    /// search.
    handed: HashMap<String, (PathBuf, FileId)>,
    troubles: Vec<String>,
    /// Files that were reported, so that each bad file is reported only once.
    bad: HashSet<String>,
}

/// Identity and modification time of a file. A file system may use the inode of a removed file again.
type FileId = ((u64, u64), Option<SystemTime>);

fn file_id(meta: &Metadata) -> FileId {
    (rename::identity(meta), meta.modified().ok())
}

impl MaildirSource {
    /// A source for the Maildir at `dir`. Mails that are done are moved to the subfolder `processed`,
    /// named with or without its leading dot. Nothing is read or written before the first fetch.
    pub fn new(dir: &Path, processed: &str) -> Self {
        let folder = processed.trim_start_matches('.').replace(['/', '\0'], ".");
        Self {
            dir: dir.to_owned(),
            processed: dir.join(format!(".{folder}")),
            name: format!("maildir {}", dir.display()),
            waiting: VecDeque::new(),
            handed: HashMap::new(),
            troubles: Vec::new(),
            bad: HashSet::new(),
        }
    }

    /// Lists both folders. The listing is used until it is empty, so that a hundred thousand waiting
    /// mails are listed once.
    fn list(&mut self) -> Result<()> {
        let dir = self.dir.clone();
        let mut found = listed(&dir, |name, why| self.complain(name, why))?;
        let mut seen = HashSet::new();
        found.retain(|(_, source_key, _)| seen.insert(source_key.clone()));
        // What was handed over may still be marked, but what is gone will not be.
        self.handed.retain(|key, _| seen.contains(key));
        let waiting = found.into_iter();
        self.waiting = waiting.map(|(_, key, path)| (key, path)).collect();
        Ok(())
    }

    fn complain(&mut self, name: &str, why: &str) {
        if self.bad.insert(name.to_owned()) {
            let dir = self.dir.display();
            self.troubles
                .push(format!("{name:?} in {dir} is passed over: {why}"));
        }
    }

    /// The present path of a mail, whatever flags its name has. Of a mail that was handed over, it is the
    /// path of that very file; a later file of the same name is another mail.
    fn find(&self, source_key: &str) -> Option<PathBuf> {
        let handed = self.handed.get(source_key);
        let same = |meta: Metadata| handed.is_none_or(|(_, file)| *file == file_id(&meta));
        let is_it = |path: &PathBuf| path.symlink_metadata().is_ok_and(same);
        let plain = ["new", "cur"].map(|folder| self.dir.join(folder).join(source_key));
        // Nearly always the file is still where it was read, so that no folder is searched.
        let mut known = handed.map(|(path, _)| path).into_iter().chain(&plain);
        if let Some(path) = known.find(|path| is_it(path)) {
            return Some(path.clone());
        }
        let folders = ["new", "cur"].map(|folder| fs::read_dir(self.dir.join(folder)));
        let mut entries = folders.into_iter().flatten().flatten().flatten();
        let entry = entries.find(|entry| {
            let name = entry.file_name();
            name.to_str()
                .is_some_and(|name| base_name(name) == source_key)
                && is_it(&entry.path())
        });
        Some(entry?.path())
    }

    fn mark(&self, source_key: &str) -> Result<()> {
        // A source key is a listed file name. One with a slash was never listed, and must not lead out
        // of the folder.
        if source_key.contains('/') || source_key.starts_with('.') || source_key.is_empty() {
            return Ok(());
        }
        let Some(path) = self.find(source_key) else {
            return Ok(());
        };
        let target = |number| self.target(source_key, &path, number);
        let moved = to_free_name(&path, target).or_else(|e| match e.kind() {
            ErrorKind::NotFound if path.symlink_metadata().is_ok() => {
                self.make_folder()?;
                to_free_name(&path, target)
            }
            ErrorKind::NotFound => Ok(path.clone()),
            _ => Err(e),
        });
        let (from, to) = (path.display(), self.processed.display());
        moved.with_context(|| format!("cannot move {from} to {to}"))?;
        Ok(())
    }

    /// The path in the folder of processed mail for the mail at `path`, if it is the mail `number` of
    /// that name. Flags stay; a mail without flags gets the flag for seen.
    fn target(&self, source_key: &str, path: &Path, number: u32) -> PathBuf {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let flags = name.find(':').map_or(":2,S", |at| &name[at..]);
        let name = format!("{}{flags}", numbered(source_key, number));
        self.processed.join("cur").join(name)
    }

    /// Makes the folder of processed mail, as a Maildir++ folder, so that IMAP servers show it.
    fn make_folder(&self) -> std::io::Result<()> {
        private::maildir(&self.processed)?;
        private::file(&self.processed.join("maildirfolder")).map(drop)
    }
}

impl Source for MaildirSource {
    fn fetch(&mut self, max: usize) -> Result<Vec<RawMessage>> {
        if self.waiting.is_empty() {
            self.list()?;
        }
        let mut mails = Vec::new();
        let mut length = 0;
        while mails.len() < max && length < MOST_BYTES {
            let Some((source_key, path)) = self.waiting.pop_front() else {
                break;
            };
            match read_mail(&path, &source_key) {
                Ok((mail, file)) => {
                    self.handed.insert(source_key, (path, file));
                    length += mail.raw.len();
                    mails.push(mail);
                }
                // Another program has moved the file; the next listing finds it if it is still there.
                Err(e) if e.kind() == ErrorKind::NotFound => {}
                Err(e) => self.complain(&source_key, &e.to_string()),
            }
        }
        Ok(mails)
    }

    fn done(&mut self, source_keys: &[String]) -> Result<()> {
        for source_key in source_keys {
            self.mark(source_key)?;
            self.handed.remove(source_key);
        }
        Ok(())
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn troubles(&mut self) -> Vec<String> {
        std::mem::take(&mut self.troubles)
    }

    /// Sleeps: a folder gives no sign of new mail, and listing it is cheap enough to do often.
    fn wait(&mut self, timeout: Duration, stop: &dyn Fn() -> bool) -> Result<()> {
        super::sleep(timeout.min(LIST_INTERVAL), stop);
        Ok(())
    }
}

/// The mails in `new/` and `cur/` of a Maildir, oldest first: the time, the source key and the path of each. `complain` is
/// called with the name of what is no mail, and why.
///
/// # Errors
/// A folder cannot be read.
pub(in crate::mail) fn listed(
    dir: &Path,
    mut complain: impl FnMut(&str, &str),
) -> Result<Vec<(SystemTime, String, PathBuf)>> {
    let mut found = Vec::new();
    for folder in ["new", "cur"] {
        let folder = dir.join(folder);
        let problem = || format!("cannot look into {}", folder.display());
        let entries = match fs::read_dir(&folder) {
            // Before the first delivery, a Maildir may lack one of them.
            Err(e) if e.kind() == ErrorKind::NotFound && dir.is_dir() => continue,
            entries => entries.with_context(problem)?,
        };
        for entry in entries {
            let entry = entry.with_context(problem)?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                complain(&name.to_string_lossy(), "the name is not readable");
                continue;
            };
            let source_key = base_name(name);
            if name.starts_with('.') || source_key.is_empty() {
                continue;
            }
            // A client has moved the file since; the next listing finds it.
            let Ok(meta) = entry.path().symlink_metadata() else {
                continue;
            };
            if !meta.is_file() {
                complain(name, "not a plain file");
                continue;
            }
            let time = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            found.push((time, source_key.to_owned(), entry.path()));
        }
    }
    // Renaming keeps the time of a file. Names begin with the seconds, and order equal times.
    found.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    Ok(found)
}

fn base_name(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

fn read_mail(path: &Path, source_key: &str) -> std::io::Result<(RawMessage, FileId)> {
    let file = File::open(path)?;
    let meta = file.metadata()?;
    let (raw, truncated) = super::stdin::capped(file, MAX_MAIL)?;
    let mail = RawMessage {
        source_key: source_key.to_owned(),
        former_source_key: None,
        // Delivery agents write a file once, and renaming it keeps this time.
        arrived_at: meta.modified().ok().and_then(utc),
        envelope: envelope_from_headers(&raw),
        raw,
        truncated,
    };
    Ok((mail, file_id(&meta)))
}

/// The time of a file. A file can carry any time; `None` before 1970 and beyond all calendars.
fn utc(time: SystemTime) -> Option<DateTime<Utc>> {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    DateTime::from_timestamp(i64::try_from(since.as_secs()).ok()?, since.subsec_nanos())
}

#[cfg(test)]
mod tests;
