use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::*;

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// All files below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let files = |path: PathBuf| match path.is_dir() {
        true => below(&path),
        false => vec![path],
    };
    entries.flat_map(|entry| files(entry.path())).collect()
}

#[test]
fn the_form_of_a_file() {
    let file = "# Remark\n[one]\na | b c\nd_\n  e\n\n[two-2]\n[x] (y/\n  w) | z\n";
    let expected = vec![
        (
            "one",
            vec!["a".to_owned(), "b c".to_owned(), "d  e".to_owned()],
        ),
        ("two-2", vec!["[x] (y/w)".to_owned(), "z".to_owned()]),
    ];
    assert_eq!(sections(file), (expected, Vec::new()));
    let wrong = "a\n[one]\n[two]\nb\n[two]\nc\n";
    assert_eq!(
        sections(wrong).1,
        [
            "\"a\" is above the first name in brackets",
            "[two] is there twice",
            "[one] is empty"
        ]
    );
}

#[test]
fn every_file_is_listed_once_and_has_the_form() {
    let folder = root("templates");
    let listed: BTreeMap<String, &str> = BUILT_IN
        .iter()
        .map(|(language, name, file)| (format!("{language}/reading/{name}.txt"), *file))
        .collect();
    let found = below(&folder).into_iter().filter_map(|path| {
        let path = path.strip_prefix(&folder).expect("below it");
        let path = path.to_str().expect("UTF-8").replace('\\', "/");
        path.contains("/reading/").then_some(path)
    });
    let found: BTreeSet<String> = found.collect();
    assert!(found.len() > 200 && BUILT_IN.len() == listed.len());
    assert!(found.iter().eq(listed.keys()));
    for (path, file) in listed {
        let (sections, faults) = sections(file);
        assert_eq!(faults, Vec::<String>::new(), "{path}");
        for (section, phrases) in sections {
            let mut seen = BTreeSet::new();
            for phrase in phrases {
                assert!(seen.insert(phrase.clone()), "{path} [{section}] {phrase}");
            }
        }
        for line in file.lines() {
            assert!(line.chars().count() <= 100, "{path}: {line}");
        }
    }
}

/// A section that nobody reads is a mistake in its name, and so is one that is read and not there.
#[test]
fn every_section_is_read() {
    let folders = ["commands", "mail", "rules", "variants"].map(|name| root("src").join(name));
    let mut sources: Vec<PathBuf> = folders.iter().flat_map(|folder| below(folder)).collect();
    sources.retain(|path| path.extension().is_some_and(|e| e == "rs"));
    let texts: Vec<String> = sources
        .iter()
        .map(|path| fs::read_to_string(path).expect("a source"))
        .collect();
    let files: BTreeSet<&str> = BUILT_IN.iter().map(|(_, name, _)| *name).collect();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let literals = texts.iter().flat_map(|text| text.split('"'));
    let asked: BTreeSet<&str> = literals
        .filter(|literal| {
            let parts = literal.split_once('/');
            parts.is_some_and(|(file, section)| {
                files.contains(file) && !section.is_empty() && section.chars().all(plain)
            })
        })
        .collect();
    let named: BTreeSet<&str> = names().collect();
    // A subject is found by the verb of its command.
    let subject = |name: &&&str| !name.starts_with("subjects/");
    assert!(asked.len() > 20);
    assert_eq!(
        named.iter().filter(subject).collect::<Vec<_>>(),
        asked.iter().filter(subject).collect::<Vec<_>>()
    );
}

#[test]
fn an_operator_adds_words_of_talk_alone() {
    let all: BTreeSet<&str> = names().collect();
    assert!(OPEN.iter().all(|section| all.contains(section)));
    let final_files = [
        "offers/",
        "wishes/",
        "requests/",
        "doubts/",
        "turns/",
        "pieces/",
    ];
    let is_final = |section: &&&str| final_files.iter().any(|file| section.starts_with(file));
    assert_eq!(OPEN.iter().find(is_final), None);
    let file = "[addresses]\nzdarec\n[heads]\nx\n[greetings]\ny\n[tails]\n";
    assert_eq!(
        faults("cs/reading/frames.txt", file),
        [
            "cs/reading/frames.txt: [tails] is empty",
            "cs/reading/frames.txt: [heads] takes no further words",
            "cs/reading/frames.txt: there is no section [greetings]",
        ]
    );
    assert_eq!(faults("cs/reading/hello.txt", "").len(), 1);
}

#[test]
fn languages_part_a_section() {
    let all: Vec<&str> = by_language("mail/wrote")
        .flat_map(|(_, all)| all)
        .copied()
        .collect();
    assert_eq!(all, phrases("mail/wrote"));
    assert_eq!(all, text("mail/wrote").lines().collect::<Vec<_>>());
    let mut german = by_language("mail/wrote").filter(|(language, _)| *language == "de");
    assert!(german.any(|(_, phrases)| phrases.contains(&"schrieb")));
}
