//! A Maildir on this host as a source of mail.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};

use super::{RawMessage, Source, envelope_from_headers};
use crate::mail::parse::MAX_MAIL;
use crate::mail::private;

/// The longest time between two listings.
const LIST_INTERVAL: Duration = Duration::from_millis(200);

/// Mail in `new/` and `cur/` of a Maildir. A mail is marked as done by moving it into the folder of
/// processed mail, a Maildir++ subfolder (`.Processed/cur/`). Flags, such as seen, have no meaning here.
///
/// The source key is the file name up to the `:`, since clients change the flags after it.
#[derive(Debug)]
pub struct MaildirSource {
    dir: PathBuf,
    processed: PathBuf,
    name: String,
    /// The rest of the last listing, oldest first.
    waiting: VecDeque<(String, PathBuf)>,
    /// Paths of mails that were handed over and are not marked yet, so that marking needs no search.
    places: HashMap<String, PathBuf>,
    troubles: Vec<String>,
    /// Files that were reported, so that each bad file is reported only once.
    bad: HashSet<String>,
}

impl MaildirSource {
    /// A source for the Maildir at `dir`. Mails that are done are moved to the subfolder `processed`,
    /// named with or without its leading dot. Nothing is read or written before the first fetch.
    #[must_use]
    pub fn new(dir: &Path, processed: &str) -> Self {
        let folder = format!(
            ".{}",
            processed.trim_start_matches('.').replace(['/', '\0'], ".")
        );
        Self {
            dir: dir.to_owned(),
            processed: dir.join(folder),
            name: format!("maildir {}", dir.display()),
            waiting: VecDeque::new(),
            places: HashMap::new(),
            troubles: Vec::new(),
            bad: HashSet::new(),
        }
    }

    /// Lists both folders. The listing is used until it is empty, so that a hundred thousand waiting
    /// mails are listed once.
    fn list(&mut self) -> Result<()> {
        let mut found: Vec<(SystemTime, String, PathBuf)> = Vec::new();
        for folder in ["new", "cur"] {
            let folder = self.dir.join(folder);
            let entries = match fs::read_dir(&folder) {
                // Before the first delivery, a Maildir may lack one of them.
                Err(e) if e.kind() == ErrorKind::NotFound && self.dir.is_dir() => continue,
                entries => {
                    entries.with_context(|| format!("cannot look into {}", folder.display()))?
                }
            };
            for entry in entries {
                let entry =
                    entry.with_context(|| format!("cannot look into {}", folder.display()))?;
                self.note(&entry, &mut found);
            }
        }
        // Renaming keeps the time of a file. Names begin with the seconds, and order equal times.
        found.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        self.places.clear();
        let mut seen = HashSet::new();
        found.retain(|(_, source_key, _)| seen.insert(source_key.clone()));
        self.waiting = found
            .into_iter()
            .map(|(_, source_key, path)| (source_key, path))
            .collect();
        Ok(())
    }

    fn note(&mut self, entry: &fs::DirEntry, found: &mut Vec<(SystemTime, String, PathBuf)>) {
        let name = entry.file_name();
        let Some(name) = name.to_str() else {
            self.complain(&name.to_string_lossy(), "the name is not readable");
            return;
        };
        let source_key = base_name(name);
        if name.starts_with('.') || source_key.is_empty() {
            return;
        }
        // A client has moved the file since; the next listing finds it.
        let Ok(meta) = entry.path().symlink_metadata() else {
            return;
        };
        if !meta.is_file() {
            self.complain(name, "not a plain file");
            return;
        }
        let time = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        found.push((time, source_key.to_owned(), entry.path()));
    }

    fn complain(&mut self, name: &str, why: &str) {
        if self.bad.insert(name.to_owned()) {
            self.troubles.push(format!(
                "{name:?} in {} is passed over: {why}",
                self.dir.display()
            ));
        }
    }

    /// The present path of a mail, whatever flags its name has.
    fn find(&self, source_key: &str) -> Option<PathBuf> {
        let plain = ["new", "cur"].map(|folder| self.dir.join(folder).join(source_key));
        let known = self.places.get(source_key).into_iter().chain(&plain);
        if let Some(path) = known
            .into_iter()
            .find(|path| path.symlink_metadata().is_ok())
        {
            return Some(path.clone());
        }
        ["new", "cur"]
            .iter()
            .filter_map(|f| fs::read_dir(self.dir.join(f)).ok())
            .flatten()
            .flatten()
            .find_map(|entry| {
                let name = entry.file_name();
                name.to_str()
                    .is_some_and(|n| base_name(n) == source_key)
                    .then(|| entry.path())
            })
    }

    fn mark(&self, source_key: &str) -> Result<()> {
        // A source key is a listed file name. One with a slash was never listed, and must not lead out
        // of the folder.
        if source_key.contains('/') || source_key.starts_with('.') || source_key.is_empty() {
            return Ok(());
        }
        // Nearly always the file is still where it was read, so that no search is needed.
        if let Some(path) = self.places.get(source_key)
            && fs::rename(path, self.target(source_key, path)).is_ok()
        {
            return Ok(());
        }
        let Some(path) = self.find(source_key) else {
            return Ok(());
        };
        let target = self.target(source_key, &path);
        let moved = fs::rename(&path, &target).or_else(|e| match e.kind() {
            ErrorKind::NotFound if path.symlink_metadata().is_ok() => {
                self.make_folder()?;
                fs::rename(&path, &target)
            }
            ErrorKind::NotFound => Ok(()),
            _ => Err(e),
        });
        moved.with_context(|| {
            format!(
                "cannot move {} to {}",
                path.display(),
                self.processed.display()
            )
        })
    }

    /// The path in the folder of processed mail for the mail at `path`. Flags stay; a mail without flags
    /// gets the flag for seen.
    fn target(&self, source_key: &str, path: &Path) -> PathBuf {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let flags = name
            .split_once(':')
            .map_or(":2,S", |(source_key, _)| &name[source_key.len()..]);
        self.processed
            .join("cur")
            .join(format!("{source_key}{flags}"))
    }

    /// Makes the folder of processed mail, as a Maildir++ folder, so that IMAP servers show it.
    fn make_folder(&self) -> std::io::Result<()> {
        for sub in ["cur", "new", "tmp"] {
            private::folder(&self.processed.join(sub))?;
        }
        private::file(&self.processed.join("maildirfolder")).map(drop)
    }
}

impl Source for MaildirSource {
    fn fetch(&mut self, max: usize) -> Result<Vec<RawMessage>> {
        if self.waiting.is_empty() {
            self.list()?;
        }
        let mut mails = Vec::new();
        while mails.len() < max {
            let Some((source_key, path)) = self.waiting.pop_front() else {
                break;
            };
            match read_capped(&path) {
                Ok((raw, truncated)) => {
                    self.places.insert(source_key.clone(), path);
                    let envelope = envelope_from_headers(&raw);
                    mails.push(RawMessage {
                        source_key,
                        envelope,
                        raw,
                        truncated,
                    });
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
            self.places.remove(source_key);
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

fn base_name(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

fn read_capped(path: &Path) -> std::io::Result<(Vec<u8>, bool)> {
    super::stdin::capped(File::open(path)?, MAX_MAIL)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct TestMaildir {
        dir: tempfile::TempDir,
        source: MaildirSource,
    }

    impl TestMaildir {
        fn new() -> Self {
            let dir = tempfile::tempdir().expect("a folder");
            for sub in ["new", "cur", "tmp"] {
                fs::create_dir(dir.path().join(sub)).expect("made");
            }
            let source = MaildirSource::new(dir.path(), "Processed");
            Self { dir, source }
        }

        fn put(&self, name: &str, content: &[u8], age: u64) {
            let path = self.dir.path().join(name);
            fs::write(&path, content).expect("written");
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_800_000_000 - age);
            File::options()
                .append(true)
                .open(path)
                .and_then(|f| f.set_modified(time))
                .expect("dated");
        }

        fn source_keys(&mut self, max: usize) -> Vec<String> {
            self.source
                .fetch(max)
                .expect("fetched")
                .into_iter()
                .map(|mail| mail.source_key)
                .collect()
        }
    }

    #[test]
    fn mails_are_fetched_oldest_first_until_they_are_done() {
        let mut maildir = TestMaildir::new();
        maildir.put("new/3.c.host", b"Return-Path: <a@b>\nFrom: a@b\n\nc", 10);
        maildir.put("cur/1.a.host:2,S", b"From: a@b\n\na", 30);
        maildir.put("new/2.b.host", b"From: a@b\n\nb", 20);
        maildir.put("tmp/0.t.host", b"half", 90);
        maildir.put("new/.hidden", b"no", 90);
        assert_eq!(maildir.source_keys(2), ["1.a.host", "2.b.host"]);
        assert_eq!(maildir.source_keys(2), ["3.c.host"]);
        // They are not marked, so they are fetched again, also one that a client has moved meanwhile.
        fs::rename(
            maildir.dir.path().join("new/2.b.host"),
            maildir.dir.path().join("cur/2.b.host:2,"),
        )
        .expect("moved");
        assert_eq!(maildir.source_keys(9).len(), 3);
        let done = ["1.a.host", "2.b.host", "gone"].map(str::to_owned);
        maildir.source.done(&done).expect("marked");
        maildir.source.done(&done).expect("marked twice");
        let processed = maildir.dir.path().join(".Processed/cur");
        assert!(processed.join("1.a.host:2,S").exists() && processed.join("2.b.host:2,").exists());
        let left = maildir.source.fetch(9).expect("fetched");
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].envelope.sender.as_deref(), Some("a@b"));
        assert!(maildir.source.troubles().is_empty());
    }

    #[test]
    fn a_bad_file_delays_nothing_and_is_reported_once() {
        let mut maildir = TestMaildir::new();
        fs::create_dir(maildir.dir.path().join("new/1.dir")).expect("made");
        std::os::unix::fs::symlink("/etc/passwd", maildir.dir.path().join("new/2.link"))
            .expect("linked");
        maildir.put("new/3.good", b"x", 0);
        maildir.put("new/4.vanishes", b"x", 0);
        maildir.source.list().expect("listed");
        fs::remove_file(maildir.dir.path().join("new/4.vanishes")).expect("gone");
        assert_eq!(maildir.source_keys(9), ["3.good"]);
        assert_eq!(maildir.source.troubles().len(), 2);
        assert_eq!(maildir.source_keys(9), ["3.good"]);
        assert!(maildir.source.troubles().is_empty());
    }

    #[test]
    fn a_long_mail_is_cut_and_says_so() {
        let mut maildir = TestMaildir::new();
        maildir.put("new/1.big", &vec![b'x'; MAX_MAIL + 1], 0);
        let mails = maildir.source.fetch(1).expect("fetched");
        assert!(mails[0].truncated && mails[0].raw.len() == MAX_MAIL);
        maildir
            .source
            .done(&["../../1.big".to_owned()])
            .expect("ignored");
    }

    #[test]
    fn a_missing_maildir_is_an_error() {
        assert!(
            MaildirSource::new(Path::new("/no/such/maildir"), "P")
                .fetch(1)
                .is_err()
        );
    }
}
