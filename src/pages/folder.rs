//! The folder that the pages are in: files are written only if they differ, each by rename, and what may no longer be there
//! is removed.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, ensure};

/// The folders in it that are ours: whatever else is in them is removed.
const OWN: [&str; 5] = ["archive", "events", "games", "players", "variants"];
/// The files beside them that are ours.
const OWN_FILES: [&str; 7] = [
    "index.html",
    "style.css",
    "board.js",
    "search.js",
    "robots.txt",
    "sitemap.xml",
    "feed.atom",
];
/// How the names of the parts of the list for search engines begin.
pub const SITEMAP: &str = "sitemap-";
/// It says that the folder is ours. Without it, a folder in which something is already is not touched.
const MARK: &str = ".zugpost-pages";
/// How the names of files begin that are being written.
const TEMPORARY: &str = ".zugpost-new-";

/// What has come of writing, or of looking.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Report {
    /// Games that are shown.
    pub games: usize,
    /// Files that belong there.
    pub files: usize,
    /// Their bytes, of those that were made in this run.
    pub bytes: u64,
    /// Files that were written, or that differ or are not there.
    pub changed: Vec<String>,
    /// Files that were removed, or that should not be there.
    pub removed: Vec<String>,
}

/// A file as it was written: whether somebody else has changed it is seen by that.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Mark {
    /// Its path in the folder.
    pub path: String,
    /// Its length.
    bytes: u64,
    /// When it was written.
    at: u64,
}

/// A folder of pages.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// Nothing is written.
    check: bool,
    /// Files that are made once, and are there.
    made: HashSet<String>,
    /// What belongs there.
    wanted: BTreeSet<String>,
    /// What belonged there, and was not made again in this run.
    stale: BTreeSet<String>,
    /// Whether no run has ended yet.
    first: bool,
    report: Report,
}

impl Folder {
    /// The folder at `root`, which is made if it is not there; with `check` nothing is ever written.
    ///
    /// # Errors
    /// It cannot be made, or holds something that is not ours.
    pub fn open(root: &Path, check: bool) -> Result<Self> {
        let named = || format!("[pages] dir {}", root.display());
        let marked = root.join(MARK).is_file();
        if !marked {
            let taken = OWN.iter().chain(&OWN_FILES);
            let taken = taken
                .copied()
                .find(|name| root.join(name).symlink_metadata().is_ok());
            ensure!(
                taken.is_none(),
                "{} holds {:?}, which is not of this program: name an empty folder",
                named(),
                taken.unwrap_or_default()
            );
        }
        if !check {
            fs::create_dir_all(root).with_context(named)?;
            if !marked {
                let text = "The pages of a game server. What is in these folders is written and removed by it.\n";
                fs::write(root.join(MARK), text).with_context(named)?;
            }
        }
        Ok(Self {
            root: root.to_owned(),
            check,
            made: HashSet::new(),
            wanted: BTreeSet::new(),
            stale: BTreeSet::new(),
            first: true,
            report: Report::default(),
        })
    }

    /// Begins a run.
    pub fn begin(&mut self) {
        self.report = Report::default();
    }

    /// All files whose paths begin so are made again in this run, or do not belong there any more.
    pub fn renew(&mut self, start: &str) {
        let after = self.wanted.range(start.to_owned()..);
        let of: Vec<String> = after
            .take_while(|path| path.starts_with(start))
            .cloned()
            .collect();
        for path in of {
            self.wanted.remove(&path);
            self.stale.insert(path);
        }
    }

    /// A file as it is there now.
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.root.join(path)).ok()
    }

    /// The names in a folder, in order.
    pub fn names(&self, path: &str) -> Vec<String> {
        let entries = fs::read_dir(self.root.join(path)).into_iter().flatten();
        let names = entries.flatten().map(|entry| entry.file_name());
        let mut names: Vec<String> = names.filter_map(|name| name.into_string().ok()).collect();
        names.sort();
        names
    }

    /// A file that was written, to be recognised.
    pub fn mark(&self, path: &str) -> Option<Mark> {
        let found = fs::metadata(self.root.join(path)).ok()?;
        let at = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Mark {
            path: path.to_owned(),
            bytes: found.len(),
            at: u64::try_from(at.as_nanos()).ok()?,
        })
    }

    /// Whether a file is there as it was written.
    pub fn is_intact(&self, mark: &Mark) -> bool {
        self.mark(&mark.path).as_ref() == Some(mark)
    }

    /// Whether a file belongs there.
    pub fn is_wanted(&self, path: &str) -> bool {
        self.wanted.contains(path)
    }

    /// Says that a file belongs there as it is.
    pub fn keep(&mut self, path: &str) {
        self.stale.remove(path);
        self.wanted.insert(path.to_owned());
    }

    /// Writes a file unless it is there with these bytes.
    ///
    /// # Errors
    /// It cannot be written. It is not there then, not even as it was.
    pub fn put(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        self.keep(path);
        self.report.bytes += bytes.len() as u64;
        let file = self.root.join(path);
        if fs::read(&file).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        self.report.changed.push(path.to_owned());
        if self.check {
            return Ok(());
        }
        let written = write(&file, bytes);
        if written.is_err() {
            // What it shows may be what must no longer be seen.
            let _ = fs::remove_file(&file);
        }
        written.with_context(|| format!("cannot write {}", file.display()))
    }

    /// The same, for a file that never has other bytes.
    ///
    /// # Errors
    /// As [`Folder::put`].
    pub fn put_once(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        if self.made.contains(path) {
            self.keep(path);
            return Ok(());
        }
        self.put(path, bytes)?;
        self.made.insert(path.to_owned());
        Ok(())
    }

    /// Removes a folder of ours with all that is in it, at once.
    ///
    /// # Errors
    /// It cannot be removed.
    pub fn remove(&mut self, path: &str) -> Result<()> {
        self.renew(&format!("{path}/"));
        self.sweep_in(path, &|_| false)
    }

    /// Removes what does not belong in a folder of ours.
    ///
    /// # Errors
    /// Something cannot be removed.
    pub fn sweep(&mut self, path: &str) -> Result<()> {
        let wanted = std::mem::take(&mut self.wanted);
        let swept = self.sweep_in(path, &|file| wanted.contains(file));
        self.wanted = wanted;
        swept
    }

    /// Removes whatever does not belong there, of files beside our folders those that only we write; returns what has come
    /// of the run. Only the first run looks for files that were not written here.
    ///
    /// # Errors
    /// Something cannot be removed.
    pub fn end(&mut self) -> Result<Report> {
        for path in std::mem::take(&mut self.stale) {
            self.drop_file(&path)?;
            self.drop_folders(&path);
        }
        if self.first {
            OWN.iter().try_for_each(|folder| self.sweep(folder))?;
        }
        self.first = false;
        for name in self.names("") {
            let named = OWN_FILES.contains(&&*name) || name.starts_with(SITEMAP);
            let ours = named && !self.wanted.contains(&name);
            if ours || name.starts_with(TEMPORARY) {
                self.drop_file(&name)?;
            }
        }
        self.report.files = self.wanted.len();
        Ok(std::mem::take(&mut self.report))
    }

    fn sweep_in(&mut self, path: &str, wanted: &dyn Fn(&str) -> bool) -> Result<()> {
        let at = self.root.join(path);
        let Ok(kind) = at.symlink_metadata() else {
            return Ok(());
        };
        if !kind.is_dir() {
            // A link is removed, not what it leads to.
            return if wanted(path) {
                Ok(())
            } else {
                self.drop_file(path)
            };
        }
        let entries = fs::read_dir(&at).with_context(|| format!("cannot read {}", at.display()))?;
        for entry in entries {
            let name = entry?.file_name();
            match name.to_str() {
                Some(name) => self.sweep_in(&format!("{path}/{name}"), wanted)?,
                None => self.drop_at(&at.join(&name), &name.to_string_lossy())?,
            }
        }
        if !self.check {
            // One that is not empty stays.
            let _ = fs::remove_dir(&at);
        }
        Ok(())
    }

    fn drop_file(&mut self, path: &str) -> Result<()> {
        self.made.remove(path);
        let at = self.root.join(path);
        self.drop_at(&at, path)
    }

    /// Removes the folders of a file that are empty.
    fn drop_folders(&self, path: &str) {
        let mut at = Path::new(path).parent();
        while let Some(folder) = at.filter(|at| !self.check && !at.as_os_str().is_empty()) {
            if fs::remove_dir(self.root.join(folder)).is_err() {
                break;
            }
            at = folder.parent();
        }
    }

    fn drop_at(&mut self, at: &Path, named: &str) -> Result<()> {
        if at.symlink_metadata().is_err() {
            return Ok(());
        }
        self.report.removed.push(named.to_owned());
        if self.check {
            return Ok(());
        }
        match fs::remove_file(at) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", at.display()))
            }
            _ => Ok(()),
        }
    }
}

/// Writes a file beside its place and renames it, so that nobody reads a half of it.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = file.parent().ok_or(io::ErrorKind::InvalidInput)?;
    fs::create_dir_all(folder)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let beside = folder.join(format!("{TEMPORARY}{name}"));
    // What a killed process has left.
    let _ = fs::remove_file(&beside);
    let mut new = fs::File::create_new(&beside)?;
    let written = new
        .write_all(bytes)
        .and_then(|()| fs::rename(&beside, file));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written_and_what_is_left_is_removed() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().join("www");
        let mut folder = Folder::open(&root, false).expect("opened");
        let run = |folder: &mut Folder, files: &[(&str, &str)]| {
            folder.begin();
            folder.renew("");
            for (path, text) in files {
                folder.put(path, text.as_bytes()).expect("put");
            }
            folder.end().expect("swept")
        };
        let both = [("games/17/index.html", "a"), ("index.html", "b")];
        assert_eq!(run(&mut folder, &both).changed.len(), 2);
        fs::write(root.join("games/17/.zugpost-new-index.html"), "half").expect("written");
        fs::write(root.join("favicon.ico"), "the operator's").expect("written");
        // Only the first run looks for what others have left.
        let mut folder = Folder::open(&root, false).expect("opened");
        let report = run(&mut folder, &both);
        assert!(report.changed.is_empty());
        assert_eq!(report.removed, ["games/17/.zugpost-new-index.html"]);
        let report = run(&mut folder, &[("index.html", "c")]);
        assert_eq!(report.changed, ["index.html"]);
        assert_eq!(report.removed, ["games/17/index.html"]);
        assert!(!root.join("games").exists() && root.join("favicon.ico").is_file());
        // Who only looks changes nothing.
        let mut look = Folder::open(&root, true).expect("opened");
        fs::create_dir_all(root.join("games/18")).expect("made");
        fs::write(root.join("games/18/index.html"), "old").expect("written");
        let report = run(&mut look, &[("index.html", "d")]);
        assert_eq!(report.changed, ["index.html"]);
        assert_eq!(report.removed, ["games/18/index.html"]);
        assert!(root.join("games/18/index.html").is_file());
    }

    #[test]
    fn the_folders_of_others_are_not_touched() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::create_dir(dir.path().join("games")).expect("made");
        let why = Folder::open(dir.path(), false).expect_err("not ours");
        assert!(why.to_string().contains("games"), "{why}");
    }
}
