//! What documents name in backquotes is there: files, and what the sources call a thing.
//!
//! What is in backquotes, outside of examples that are set apart, is looked at if it is one of these:
//!
//! - **A path** has one of the [`ENDINGS`], or ends with `/`. A file or folder has to be there whose path ends with it,
//!   so that folders above may be left out. `<family>`, `TARGET` and `*` stand for any name.
//! - **A name in a file**: where a path to a Rust file follows, as in "`NAME` (`FILE`)" or "`NAME` in `FILE`", what is
//!   before it has to be defined in that file, or to be a word of it if no file defines it.
//! - **A name of the sources** is `Type::name` or `module::name`, `CamelCase` of several words, `snake_case` or `name()`,
//!   whatever arguments follow. In the pages for people who change the program ([`CODE`]) one word with a capital is a
//!   name, too. It has to be a word of the sources without their comments, or the name of a file or folder; a type
//!   and what belongs to it have to be in one file.
//!
//! The pages about a format of other programs ([`FOREIGN`]) are left out. Everything else, such as commands, turns and
//! values of settings, is not looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{files, root};

/// The endings of files of this project.
const ENDINGS: [&str; 12] = [
    "rs", "md", "txt", "toml", "sh", "sql", "jsonl", "golden", "expect", "js", "dict", "py",
];

/// Where one word with a capital is a name of the sources. Elsewhere it may be a turn or a word of players.
const CODE: [&str; 2] = ["ARCHITECTURE.md", "CONTRIBUTING.md"];

/// Pages in which names are those of another program's format; their index is read as all others are.
const FOREIGN: &str = "docs/variants/";

/// What looks like a name and is none of ours, with the page that says it.
const EXCEPTIONS: [(&str, &str); 13] = [
    // A setting of systemd, and those of mail programs.
    ("README.md", "NoNewPrivileges"),
    ("docs/settings.md", "reject_unverified_recipient"),
    ("docs/settings.md", "message_size_limit"),
    ("docs/settings.md", "delivery_date_add"),
    // One of PostgreSQL.
    ("docs/hosts.md", "synchronous_standby_names"),
    ("tests/corpus/SOURCES.md", "indent_string"),
    ("tests/corpus/SOURCES.md", "sig_on_top"),
    ("tests/corpus/SOURCES.md", "text_flowed"),
    // Files that a mail, an operator, a fuzzer or a test makes.
    ("docs/mail-protocol.md", "games.txt"),
    ("docs/settings.md", "en/help/ours.txt"),
    ("CONTRIBUTING.md", "fuzz/artifacts/TARGET/"),
    ("tests/conversations/README.md", "target/tmp/conversations/"),
    // What a worked example adds.
    ("CONTRIBUTING.md", "Opponents"),
];

/// What is in backquotes, each with the text between it and the one before.
fn spans(page: &str) -> Vec<(String, String)> {
    let mut inside = false;
    let lines = page.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut found = Vec::new();
    for paragraph in text.split("\n\n") {
        let parts: Vec<String> = paragraph.split('`').map(|p| p.replace('\n', " ")).collect();
        let pairs = parts.chunks_exact(2);
        found.extend(pairs.map(|pair| (pair[0].clone(), pair[1].clone())));
    }
    found
}

fn is_word(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty() && text.chars().all(letter) && !text.starts_with(|c: char| c.is_ascii_digit())
}

fn is_path(span: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "./_-<>*".contains(c);
    let named = |(stem, ending): (&str, &str)| !stem.is_empty() && ENDINGS.contains(&ending);
    span.chars().all(plain)
        && !span.starts_with(['/', '-'])
        && (span.ends_with('/') || span.rsplit_once('.').is_some_and(named))
}

/// Whether a part of a path as it is written stands for a part of one that is there.
fn stands_for(written: &str, there: &str) -> bool {
    let (stem, ending) = written.split_once('.').unwrap_or((written, ""));
    let any = match stem.split_once(['<', '*']) {
        Some((before, rest)) => {
            let after = rest.split_once('>').map_or(rest, |(_, after)| after);
            let there = there.split('.').next().unwrap_or_default();
            there.starts_with(before) && there.ends_with(after)
        }
        None => stem.len() > 1 && stem.bytes().all(|b| b.is_ascii_uppercase()),
    };
    written == there || (any && there.ends_with(ending))
}

fn ends_with(there: &[String], written: &str) -> bool {
    let written: Vec<&str> = written.trim_matches(['.', '/']).split('/').collect();
    let from = there.len().checked_sub(written.len());
    let mut pairs = from
        .into_iter()
        .flat_map(|from| written.iter().zip(&there[from..]));
    from.is_some() && pairs.all(|(written, there)| stands_for(written, there))
}

/// The parts of a path to a name of the sources, without arguments; none if it is no such path.
fn parts(span: &str) -> Vec<&str> {
    let head = span.find(['(', '{']).map_or(span, |at| &span[..at]);
    let parts: Vec<&str> = head.trim_end_matches([' ', ':']).split("::").collect();
    let words = parts.iter().all(|part| is_word(part));
    if words { parts } else { Vec::new() }
}

/// Whether one word can only be a name of the sources.
fn is_name(word: &str, code: bool) -> bool {
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    if capitals == 0 {
        return word.contains('_');
    }
    let camel = word.starts_with(|c: char| c.is_ascii_uppercase()) && !word.contains('_');
    camel && capitals < word.len() / 2 && word.len() > 3 && (code || capitals > 1)
}

/// A source: its words outside of comments, and the names that it defines.
#[derive(Default)]
struct Source {
    words: BTreeSet<String>,
    defined: BTreeSet<String>,
}

impl Source {
    fn read(text: &str) -> Self {
        const DEFINES: [&str; 7] = ["const", "enum", "fn", "static", "struct", "trait", "type"];
        let mut source = Self::default();
        for line in text.lines() {
            let code = line.split("//").next().unwrap_or("");
            let mut before = "";
            for word in code.split(|c: char| !c.is_alphanumeric() && c != '_') {
                if DEFINES.contains(&before) {
                    source.defined.insert(word.to_owned());
                }
                source.words.insert(word.to_owned());
                before = word;
            }
        }
        source
    }
}

/// The sources, by the parts of their paths.
fn sources() -> BTreeMap<Vec<String>, Source> {
    let mut found = BTreeMap::new();
    for folder in ["src", "tests", "benches", "fuzz", "db"] {
        for file in files(&root(folder)) {
            let source = file.extension().is_some_and(|e| e == "rs" || e == "sql");
            if source && !file.ends_with("borders/prose.rs") {
                let text = fs::read_to_string(&file).expect("a source");
                found.insert(components(&file), Source::read(&text));
            }
        }
    }
    found
}

fn components(path: &Path) -> Vec<String> {
    let path = path.strip_prefix(root("")).expect("in the repository");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts.collect()
}

/// All files of the repository.
fn repository() -> Vec<PathBuf> {
    let top = fs::read_dir(root("")).expect("the root");
    let top = top.map(|entry| entry.expect("an entry").path());
    let ours = top.filter(|path| !path.ends_with(".git") && !path.ends_with("target"));
    let files = ours.flat_map(|path| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    });
    files.collect()
}

#[test]
fn what_documents_name_is_there() {
    let (all, sources) = (repository(), sources());
    let mut paths = BTreeSet::new();
    for file in &all {
        let parts = components(file);
        paths.extend((1..=parts.len()).map(|length| parts[..length].to_vec()));
    }
    let stems: BTreeSet<&str> = paths
        .iter()
        .filter_map(|p| p.last()?.split('.').next())
        .collect();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for file in all
        .iter()
        .filter(|file| file.extension().is_some_and(|e| e == "md"))
    {
        let page = components(file).join("/");
        if page.starts_with(FOREIGN) && !page.ends_with("README.md") {
            continue;
        }
        let code = CODE.contains(&page.as_str());
        let text = fs::read_to_string(file).expect("a page");
        let mut before = String::new();
        for (between, span) in spans(&text) {
            let former = std::mem::replace(&mut before, span.clone());
            if EXCEPTIONS.contains(&(page.as_str(), span.as_str())) {
                continue;
            }
            let (parts, former) = (parts(&span), parts(&former));
            let mut fine = Vec::new();
            if is_path(&span) {
                fine.push(paths.iter().any(|there| ends_with(there, &span)));
                let follows = [" (", " in "].contains(&between.as_str());
                if let (true, true, Some(name)) = (follows, span.ends_with(".rs"), former.last()) {
                    let defines = |source: &Source| source.defined.contains(*name);
                    let defined = sources.values().any(defines);
                    let mut in_file = sources.iter().filter(|(there, _)| ends_with(there, &span));
                    fine.push(in_file.any(|(_, source)| match defined {
                        true => defines(source),
                        false => source.words.contains(*name),
                    }));
                }
            } else if let [.., owner, last] = parts[..] {
                fine.push(sources.iter().any(|(there, source)| {
                    let module = |part: &String| part.split('.').next() == Some(owner);
                    source.words.contains(last)
                        && (source.words.contains(owner) || there.iter().any(module))
                }));
            } else if let [one] = parts[..]
                && (is_name(one, code) || span.ends_with("()"))
            {
                let known = sources.values().any(|source| source.words.contains(one));
                fine.push(known || stems.contains(one));
            }
            count += fine.len();
            if fine.contains(&false) {
                wrong.push(format!("{page}: `{span}`"));
            }
        }
    }
    assert!(count > 500, "only {count} names were found");
    assert!(wrong.is_empty(), "not there:\n{}", wrong.join("\n"));
}

#[test]
fn lib_rs_lists_each_module_once() {
    let text = fs::read_to_string(root("src/lib.rs")).expect("lib.rs");
    let declared = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let table = text
        .lines()
        .filter_map(|line| line.strip_prefix("//! | [")?.split_once(" | "));
    let cells = table.flat_map(|(cell, _)| cell.split('`').skip(1).step_by(2));
    let mut listed: Vec<&str> = cells.collect();
    listed.sort_unstable();
    assert_eq!(listed, declared.collect::<Vec<_>>());
}
