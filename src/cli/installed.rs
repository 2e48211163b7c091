//! The operator's files of variants (`[variants]` of the settings).

use crate::config::VariantFiles;
use crate::office::installed::{Files, Installed};
use crate::words::Words;

use super::variant::bytes;

/// Reads the files of the settings; what keeps one from being read is returned, too.
pub(in crate::cli) fn read(settings: &VariantFiles) -> (Files, Vec<String>) {
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    for path in &settings.files {
        let name = path.display().to_string();
        match bytes(path) {
            Ok(bytes) => files.push((name, bytes)),
            Err(error) => unread.push(format!("{error:#}")),
        }
    }
    let files = Files::read(&files, &settings.public);
    let unknown = files
        .unknown_public()
        .map(|id| format!("`public` names {id}, which is in no file"));
    unread.extend(unknown);
    (files, unread)
}

/// Reads the files of the settings and lets their games count from now on. What is wrong is logged: the rest is played.
pub(in crate::cli) fn load(settings: &VariantFiles, installed: &Installed) {
    let (files, unread) = read(settings);
    for why in unread {
        tracing::warn!("[variants]: {why}");
    }
    let words = Words::built_in().english();
    for off in files.off() {
        let (file, line, text) = (&off.file, off.line, words.reason(&off.reason));
        let section = off.section.as_deref().unwrap_or("the whole file");
        tracing::warn!("{file}, line {line}: {section} is off: {text}");
    }
    installed.put(files);
}
