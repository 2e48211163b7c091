//! The mails that do not come out as wanted yet: `open.lines` has, for each file, the lines on which they begin. Most of them
//! are asked about, with the right turn, where it is to be played at once.
//!
//! `UPDATE=1` writes the lines of the files that are run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::sync::{Mutex, PoisonError};

/// The lines of a file.
pub type Lines = BTreeSet<usize>;

/// What begins `open.lines`.
const HEAD: &str = "# Mails that do not come out as wanted yet, by the lines on which they begin (`UPDATE=1` writes them).\n";

fn read() -> BTreeMap<String, Lines> {
    let path = super::folder().join("open.lines");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let files = lines.map(|line| {
        let (name, numbers) = line.split_once(':').expect("a file and its lines");
        let numbers = numbers
            .split_whitespace()
            .map(|number| number.parse().expect("a line"));
        (name.to_owned(), numbers.collect())
    });
    files.collect()
}

/// The lines of this file that are known.
pub fn known(name: &str) -> Lines {
    read().remove(name).unwrap_or_default()
}

/// From now on these are known.
pub fn write(name: &str, lines: &Lines) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = read();
    all.insert(name.to_owned(), lines.clone());
    all.retain(|_, lines| !lines.is_empty());
    let number = |name: &str| {
        name.rsplit('-')
            .next()
            .and_then(|end| end.parse::<u32>().ok())
    };
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|(name, _)| (number(name), name.clone()));
    let mut text = HEAD.to_owned();
    for (name, lines) in all {
        let _ = write!(text, "{name}:");
        for line in lines {
            let _ = write!(text, " {line}");
        }
        text.push('\n');
    }
    fs::write(super::folder().join("open.lines"), text).expect("written");
}

/// Which of the mails are sent: all, or each `ZUGPOST_SHORT`-th one, for the short form of `./test.sh`.
pub fn is_sent(name: &str, number: usize) -> bool {
    let every = std::env::var("ZUGPOST_SHORT").ok();
    let every = every.map_or(1, |every| every.parse().expect("ZUGPOST_SHORT is a number"));
    // Not the first one of every file.
    let first: usize = name.bytes().map(usize::from).sum();
    (number + first).is_multiple_of(every)
}
