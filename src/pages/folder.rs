//! The folder that the pages are in: files are written only if they differ, each by rename, and what may no longer be there
//! is removed.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// The folders in it that are ours: whatever else is in them is removed.
const OWN: [&str; 5] = ["archive", "events", "games", "players", "variants"];
/// The files beside them that are ours.
const OWN_FILES: [&str; 6] = [
    "index.html",
    "style.css",
    "board.js",
    "robots.txt",
    "sitemap.xml",
    "feed.atom",
];
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

/// A folder of pages.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// Nothing is written.
    check: bool,
    /// What each file was made from, by its path.
    made: HashMap<String, u64>,
    /// What belongs there after this run.
    wanted: BTreeSet<String>,
    /// What belonged there after the run before; `None`: this is the first one.
    last: Option<BTreeSet<String>>,
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
            made: HashMap::new(),
            wanted: BTreeSet::new(),
            last: None,
            report: Report::default(),
        })
    }

    /// Begins a run.
    pub fn begin(&mut self) {
        self.wanted.clear();
        self.report = Report::default();
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

    /// Whether a file was made from what `key` stands for and is still there.
    pub fn has(&self, path: &str, key: u64) -> bool {
        self.made.get(path) == Some(&key) && self.root.join(path).is_file()
    }

    /// Says that a file belongs there as it is.
    pub fn keep(&mut self, path: &str) {
        self.wanted.insert(path.to_owned());
    }

    /// Writes a file unless it is there with these bytes. `key` stands for what it was made from.
    ///
    /// # Errors
    /// It cannot be written. It is not there then, not even as it was.
    pub fn put(&mut self, path: &str, key: u64, bytes: &[u8]) -> Result<()> {
        self.keep(path);
        self.report.bytes += bytes.len() as u64;
        let file = self.root.join(path);
        if fs::read(&file).is_ok_and(|there| there == bytes) {
            self.made.insert(path.to_owned(), key);
            return Ok(());
        }
        self.report.changed.push(path.to_owned());
        if self.check {
            return Ok(());
        }
        self.made.remove(path);
        let written = write(&file, bytes);
        if written.is_err() {
            // What it shows may be what must no longer be seen.
            let _ = fs::remove_file(&file);
        }
        written.with_context(|| format!("cannot write {}", file.display()))?;
        self.made.insert(path.to_owned(), key);
        Ok(())
    }

    /// The same, made only if it was not made from the same.
    ///
    /// # Errors
    /// As [`Folder::put`], or it cannot be made.
    pub fn put_with(
        &mut self,
        path: &str,
        key: u64,
        make: impl FnOnce() -> Result<Vec<u8>>,
    ) -> Result<()> {
        if self.has(path, key) {
            self.keep(path);
            return Ok(());
        }
        let bytes = make()?;
        self.put(path, key, &bytes)
    }

    /// Removes a folder of ours with all that is in it, at once.
    ///
    /// # Errors
    /// It cannot be removed.
    pub fn remove(&mut self, path: &str) -> Result<()> {
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
        match self.last.take() {
            None => OWN.iter().try_for_each(|folder| self.sweep(folder))?,
            Some(last) => {
                for path in last.difference(&self.wanted.clone()) {
                    self.drop_file(path)?;
                    self.drop_folders(path);
                }
            }
        }
        for name in self.names("") {
            let ours = OWN_FILES.contains(&&*name) && !self.wanted.contains(&name);
            if ours || name.starts_with(TEMPORARY) {
                self.drop_file(&name)?;
            }
        }
        self.report.files = self.wanted.len();
        self.last = Some(self.wanted.clone());
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
            for (path, text) in files {
                folder.put(path, 0, text.as_bytes()).expect("put");
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
