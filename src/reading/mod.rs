//! The words by which the program reads what people and their mail programs write: those of all languages at once,
//! since nobody says which one a mail is in.
//!
//! They are in `templates/<language>/reading/`, one file for each purpose; `any` has those of no language.
//!
//! ```text
//! # A remark.
//! [section]
//! a phrase | another one
//! a phrase on a line of its own, which is so long that it goes on in the next line:
//!     that one begins with a blank
//! ```
//!
//! Such lines are joined by a blank, but for a `/` at the end of the first one. A blank that has to be there at the end
//! of a phrase is written `_`. What else a phrase may hold depends on who reads it: `commands::phrases` knows `(a/b)`
//! and `[a/b]`.

mod built_in;

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use built_in::BUILT_IN;
use foldhash::fast::FixedState;

/// The sections that an operator may add words to: those around what is said. What is final and what casts doubt on a
/// turn are not among them.
const OPEN: &[&str] = &[
    "closings/closings",
    "closings/from",
    "closings/links",
    "closings/lone",
    "frames/addresses",
    "frames/tails",
    "hosts/about-letter",
    "hosts/sending-limits",
    "mail/footer-ends",
    "mail/footer-starts",
    "mail/from-field",
    "mail/legal",
    "mail/links",
    "mail/other-fields",
    "mail/programs",
    "mail/quote-openings",
    "mail/scanners",
    "mail/subject-prefixes",
    "mail/wrote",
    "sentences/asides",
    "sentences/preludes",
    "sentences/remarks",
];

/// A file of an operator's: language, name, content.
type Added = (&'static str, String, String);
static ADDED: OnceLock<Vec<Added>> = OnceLock::new();

/// A section in all languages.
struct Section {
    /// The phrases, one a line.
    text: &'static str,
    phrases: Vec<&'static str>,
    languages: Languages,
}

/// The languages of a section, each with the number of phrases up to its end.
type Languages = Vec<(&'static str, usize)>;

/// All sections, by `file/section`. They are looked up for each line of a mail.
static ALL: LazyLock<HashMap<String, Section, FixedState>> = LazyLock::new(|| {
    let mut texts: HashMap<String, (String, Languages)> = HashMap::new();
    let built_in = BUILT_IN.iter().map(|(of, name, file)| (*of, *name, *file));
    let added = ADDED.get().into_iter().flatten();
    let added = added.map(|(of, name, file)| (*of, name.as_str(), file.as_str()));
    let own = BUILT_IN.len();
    for (at, (language, name, file)) in built_in.chain(added).enumerate() {
        for (section, phrases) in sections(file).0 {
            let section = format!("{name}/{section}");
            if at >= own && !OPEN.contains(&section.as_str()) {
                continue;
            }
            let (text, ends) = texts.entry(section).or_default();
            let before = ends.last().map_or(0, |(_, end)| *end);
            ends.push((language, before + phrases.len()));
            for phrase in phrases {
                text.push_str(&phrase);
                text.push('\n');
            }
        }
    }
    let section = |(name, (text, languages)): (_, (String, _))| {
        // The words stay as long as the program runs.
        let text: &'static str = text.leak();
        let phrases = text.lines().collect();
        let section = Section {
            text,
            phrases,
            languages,
        };
        (name, section)
    };
    texts.into_iter().map(section).collect()
});

/// Adds the words of an operator's files, each with its path below the folder: `cs/reading/frames.txt`. It is done before
/// any mail is read, and once; what cannot be used is passed over.
pub fn add(files: &[(String, String)]) {
    let added = files.iter().filter_map(|(path, file)| {
        let (language, name) = place(path)?;
        let language: &'static str = language.to_owned().leak();
        Some((language, name.to_owned(), file.clone()))
    });
    // A second server in the same process reads with the words of the first one.
    let _ = ADDED.set(added.collect());
}

/// Why parts of an operator's file cannot be used.
pub fn faults(path: &str, file: &str) -> Vec<String> {
    let known = |name: &str| BUILT_IN.iter().any(|(_, known, _)| *known == name);
    let Some((_, name)) = place(path).filter(|(_, name)| known(name)) else {
        return vec![format!("{path} is none of the files that are looked for")];
    };
    let (found, mut faults) = sections(file);
    for (section, _) in found {
        let full = format!("{name}/{section}");
        let mut files = BUILT_IN.iter().filter(|(_, known, _)| *known == name);
        let exists = files.any(|(.., file)| sections(file).0.iter().any(|(s, _)| *s == section));
        if !exists {
            faults.push(format!("there is no section [{section}]"));
        } else if !OPEN.contains(&full.as_str()) {
            faults.push(format!("[{section}] takes no further words"));
        }
    }
    let faults = faults.iter().map(|fault| format!("{path}: {fault}"));
    faults.collect()
}

/// The language and the name of a file.
fn place(path: &str) -> Option<(&str, &str)> {
    path.strip_suffix(".txt")?.split_once("/reading/")
}

/// The phrases of a section, given as `file/section`, in all languages, one a line; empty if there is no such section.
pub fn text(section: &str) -> &'static str {
    ALL.get(section).map_or("", |section| section.text)
}

/// The phrases of a section in all languages.
pub fn phrases(section: &str) -> &'static [&'static str] {
    let section = ALL.get(section);
    section.map_or(&[], |section| section.phrases.as_slice())
}

/// Whether one of the phrases of a section is such a one.
pub fn any(section: &str, is: impl Fn(&str) -> bool) -> bool {
    phrases(section).iter().any(|phrase| is(phrase))
}

/// The phrases of a section, language by language.
pub fn by_language(
    section: &str,
) -> impl Iterator<Item = (&'static str, &'static [&'static str])> + use<> {
    let section = ALL.get(section);
    section.into_iter().flat_map(|section| {
        let mut from = 0;
        section.languages.iter().map(move |(language, end)| {
            let phrases = &section.phrases[from..*end];
            from = *end;
            (*language, phrases)
        })
    })
}

/// The language that somebody calls so, in small letters: by its English name, its own names, or its code.
pub fn language_named(name: &str) -> Option<&'static str> {
    let mut all = by_language("pieces/language");
    let found = all.find(|(_, names)| names.contains(&name));
    found.map(|(language, _)| language)
}

/// The names of all sections, as `file/section`.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.keys().map(String::as_str)
}

/// The sections of a file with their phrases, and what is wrong with the file.
fn sections(file: &str) -> (Vec<(&str, Vec<String>)>, Vec<String>) {
    let mut found: Vec<(&str, String)> = Vec::new();
    let mut faults = Vec::new();
    let lines = file.lines().map(str::trim_end);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = head(line) {
            if found.iter().any(|(known, _)| *known == name) {
                faults.push(format!("[{name}] is there twice"));
            }
            found.push((name, String::new()));
        } else if let Some((_, text)) = found.last_mut() {
            let goes_on = line.starts_with([' ', '\t']);
            text.push_str(match goes_on {
                true if text.ends_with('/') => "",
                true => " ",
                false => "\n",
            });
            text.push_str(line.trim_start());
        } else {
            faults.push(format!("{line:?} is above the first name in brackets"));
        }
    }
    let phrases = |text: &str| -> Vec<String> {
        let phrases = text.split(['|', '\n']).map(str::trim);
        let phrases = phrases.filter(|phrase| !phrase.is_empty());
        phrases.map(|phrase| phrase.replace('_', " ")).collect()
    };
    let found = found.iter().map(|(name, text)| (*name, phrases(text)));
    let found: Vec<_> = found.collect();
    let empty = found.iter().filter(|(_, phrases)| phrases.is_empty());
    faults.extend(empty.map(|(name, _)| format!("[{name}] is empty")));
    (found, faults)
}

/// The name of a section, if the line is its head: `[name]`.
fn head(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.chars().all(plain).then_some(name)
}

#[cfg(test)]
mod tests;
