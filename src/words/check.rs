//! How far a language is translated: which texts it lacks, which have changed in English since, and which have other places.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::catalog::{ENGLISH, NAMES, RULES_OF_FILES, Words};

/// What is to be done about a text of a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The name of the text, such as `notices/turn`.
    pub name: String,
    /// What is wrong with it.
    #[serde(flatten)]
    pub kind: FaultKind,
}

/// What is wrong with a text of a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "fault", rename_all = "kebab-case")]
pub enum FaultKind {
    /// The language has no such text, so that the English one is used.
    Missing,
    /// The English text is another one since this was translated from it.
    Changed,
    /// It has other places for values than the English text.
    Places {
        /// Values of the English text that it does not use.
        lacks: Vec<String>,
        /// Values that the English text does not have.
        adds: Vec<String>,
    },
}

/// What a text was translated from: the first eight digits of the SHA-256 of the English text.
pub fn mark(english: &str) -> String {
    let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(english.as_bytes()));
    digest[..8].to_owned()
}

/// The marks of a language, as they stand in its file `english.txt`.
pub(super) fn read_marks(file: &str) -> BTreeMap<String, String> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.trim().split_once(' '));
    pairs
        .map(|(name, mark)| (name.to_owned(), mark.to_owned()))
        .collect()
}

impl Words {
    /// What is to be done for a language, in the order of names. `rules` has the English rules of games by file, by
    /// the name of the game.
    pub fn faults(&self, language: &str, rules: &BTreeMap<String, String>) -> Vec<Fault> {
        let (english, own) = (self.sources(ENGLISH), self.sources(language));
        let marks = self.marks(language);
        let rules = rules.iter();
        let rules = rules.map(|(game, text)| (format!("{RULES_OF_FILES}{game}"), text.clone()));
        let mut faults = Vec::new();
        for (name, text) in english.into_iter().chain(rules) {
            let Some(translated) = own.get(&name) else {
                faults.push(Fault {
                    name,
                    kind: FaultKind::Missing,
                });
                continue;
            };
            if marks.get(&name).is_some_and(|known| *known != mark(&text)) {
                let kind = FaultKind::Changed;
                faults.push(Fault {
                    name: name.clone(),
                    kind,
                });
            }
            let (places, theirs) = (places(&text), places(translated));
            if places != theirs && !name.starts_with(RULES_OF_FILES) {
                let lacks = places.difference(&theirs).cloned().collect();
                let adds = theirs.difference(&places).cloned().collect();
                faults.push(Fault {
                    name,
                    kind: FaultKind::Places { lacks, adds },
                });
            }
        }
        faults.sort_by(|one, other| one.name.cmp(&other.name));
        faults
    }

    /// The file `english.txt` of a language that is translated from the present English texts.
    pub fn marked(&self, language: &str, rules: &BTreeMap<String, String>) -> String {
        let english = self.sources(ENGLISH);
        let mut file = "# What each text was translated from: the beginning of the SHA-256 of the English text.\n\
                        # `zugpost texts mark` writes this file.\n"
            .to_owned();
        for name in self.sources(language).into_keys() {
            let of_game = || rules.get(name.strip_prefix(RULES_OF_FILES)?);
            if let Some(text) = english.get(&name).or_else(of_game) {
                file.push_str(&format!("{name} {}\n", mark(text)));
            }
        }
        file
    }

    /// The names of the texts that a language has itself, in order; of names, those that all languages have.
    pub fn names_in(&self, language: &str) -> Vec<String> {
        self.sources(language).into_keys().collect()
    }

    /// The text of a language as it stands in its file, if it has it.
    pub fn source(&self, language: &str, name: &str) -> Option<String> {
        self.sources(language).remove(name)
    }
}

/// The values that a text uses. A text that cannot be read uses none.
fn places(text: &str) -> BTreeSet<String> {
    let environment = super::environment::environment(&std::sync::Arc::default());
    let template = environment.template_from_str(text);
    let places = template.map(|template| template.undeclared_variables(false));
    places.unwrap_or_default().into_iter().collect()
}

/// Whether a text has to be in every language: forms of names are a language's own.
pub(super) fn is_common(name: &str) -> bool {
    name.strip_prefix(NAMES)
        .is_none_or(|name| !name.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_compared_with_english() {
        let folder = tempfile::tempdir().expect("a folder");
        let english = Words::built_in().sources(ENGLISH);
        let of = |name: &str| mark(&english[name]);
        for (path, text) in [
            (
                "cs/notices/a.txt",
                "[turn]\ntah {{ number }}\n\n[hint-no-password]\nNic.\n\n[player]\n{{ name }}\n"
                    .to_owned(),
            ),
            (
                "cs/english.txt",
                format!(
                    "# A remark.\nnotices/turn {}\nnotices/hint-no-password 00000000\n",
                    of("notices/turn")
                ),
            ),
        ] {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let (words, warnings) = Words::load(Some(folder.path()));
        assert_eq!(warnings, Vec::<String>::new());
        let rules = BTreeMap::from([("duck".to_owned(), "A duck.".to_owned())]);
        let faults = words.faults("cs", &rules);
        let of = |name: &str| {
            let found = faults.iter().filter(|fault| fault.name == name);
            found.map(|fault| fault.kind.clone()).collect::<Vec<_>>()
        };
        assert_eq!(of("notices/turn"), []);
        assert_eq!(of("notices/news-turn"), [FaultKind::Missing]);
        assert_eq!(of("variants/duck"), [FaultKind::Missing]);
        assert_eq!(of("names/knight"), [FaultKind::Missing]);
        assert_eq!(of("notices/hint-no-password"), [FaultKind::Changed]);
        let (lacks, adds) = (vec!["seat".to_owned()], Vec::new());
        assert_eq!(of("notices/player"), [FaultKind::Places { lacks, adds }]);
        let marked = words.marked("cs", &rules);
        assert!(
            marked.contains(&format!(
                "notices/turn {}\n",
                mark(&english["notices/turn"])
            )),
            "{marked}"
        );
        assert_eq!(read_marks(&marked).len(), 3);
    }
}
