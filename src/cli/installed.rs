//! The operator's files of variants (`[variants]` of the settings).

use crate::config::VariantFiles;
use crate::office::installed::{Files, Installed};
use crate::variants::Off;
use crate::words::Words;

use super::variant::bytes;

/// Reads the files of the settings.
pub(in crate::cli) fn read(settings: &VariantFiles) -> Files {
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    for path in &settings.files {
        let name = path.display().to_string();
        match bytes(path) {
            Ok(bytes) => files.push((name, bytes)),
            Err(error) => unread.push(format!("{error:#}")),
        }
    }
    Files::read(&files, unread, &settings.public)
}

/// What is wrong with the settings themselves: files that cannot be read, games that are in none.
pub(in crate::cli) fn troubles(files: &Files) -> Vec<String> {
    let unknown = files.unknown_public();
    let unknown = unknown.map(|id| format!("`public` names {id}, which is in no file"));
    files.unread().iter().cloned().chain(unknown).collect()
}

/// Reads the files of the settings and lets their games count from now on. What is wrong is logged: the rest is played.
pub(in crate::cli) fn load(settings: &VariantFiles, installed: &Installed) {
    let files = read(settings);
    for why in troubles(&files) {
        tracing::warn!("[variants]: {why}");
    }
    for off in files.off() {
        tracing::warn!("{}", told(off));
    }
    installed.put(files);
}

/// What keeps a section out, in a line.
pub(in crate::cli) fn told(off: &Off) -> String {
    let text = Words::built_in().english().reason(&off.reason);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (file, line) = (&off.file, off.line);
    match &off.section {
        Some(section) => format!("{file}, line {line}: {section} is off: {text}"),
        None => format!("{file}, line {line}: nothing of it is played: {text}"),
    }
}
