//! The lists below `tests/rules/`. A list that is missing or empty is a failure.

use std::path::{Path, PathBuf};

use zugpost::rules::game::Game;
use zugpost::rules::outcome::Refusal;
use zugpost::rules::variant::Options;
use zugpost::variants::find;
use zugpost::words::Words;

/// A line of a list, and where it is, for messages.
pub struct Row {
    pub text: String,
    pub place: String,
}

/// The files of a folder with this extension, in order.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no .{extension} in {}", folder.display());
    files
}

/// The folders that hold a file of this name, in order (at least two do).
pub fn folders_with(file: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root()).expect("tests/rules");
    let mut folders: Vec<String> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join(file).is_file())
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    folders.sort();
    assert!(folders.len() >= 2, "{file} stands in {folders:?} only");
    folders
}

/// The rows of a file: its lines except empty ones and comments (`#`).
pub fn rows(path: impl AsRef<Path>) -> Vec<Row> {
    let path = root().join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows: Vec<Row> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| Row {
            text: line.to_owned(),
            place: format!("{}:{number}", path.display()),
        })
        .collect();
    assert!(!rows.is_empty(), "{} is empty", path.display());
    rows
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

/// Starts a game; `options` as `key=value key=value`, `position` `-` for the start position.
pub fn start(variant: &str, options: &str, position: &str) -> Box<dyn Game> {
    let pair = |p: &str| p.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned()));
    let options: Options = options.split_whitespace().filter_map(pair).collect();
    find(variant)
        .unwrap_or_else(|| panic!("no variant {variant}"))
        .start(&options, (position != "-").then_some(position))
        .unwrap_or_else(|e| panic!("{position}: {e}"))
}

/// What a player is told who wrote this.
pub fn said(refusal: &Refusal) -> String {
    Words::built_in().english().refusal(refusal)
}
