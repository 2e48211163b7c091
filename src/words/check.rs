//! How far a language is translated: which texts it lacks, which have changed in English since, and which say or use
//! something else than they have to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use minijinja::Environment;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::catalog::{ENGLISH, NAMES, RULES_OF_FILES, Words};
use super::environment::environment;

/// A text with at most so many words may be the same in two languages.
const SAME: usize = 3;

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
    Values {
        /// Values of the English text that it does not use.
        lacks: Vec<String>,
        /// Values that the English text does not have.
        adds: Vec<String>,
    },
    /// What players type, in backquotes, or a sign by which the server knows its own letters, is another one.
    Typed {
        /// What the English text has, and this one has not.
        lacks: Vec<String>,
        /// What the English text has not.
        adds: Vec<String>,
    },
    /// It is the English text.
    English,
    /// English has no text of this name; of a form of a name, there is no such name.
    Unknown,
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
        let environment = environment(&Arc::default());
        let places = |text: &str| places(&environment, text);
        let of_files = rules.iter();
        let of_files =
            of_files.map(|(game, text)| (format!("{RULES_OF_FILES}{game}"), text.clone()));
        let mut faults = Vec::new();
        for (name, text) in english.clone().into_iter().chain(of_files) {
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
            if is_english(&name, &text, translated) {
                let kind = FaultKind::English;
                faults.push(Fault { name, kind });
                continue;
            }
            if name.starts_with(RULES_OF_FILES) {
                continue;
            }
            if let Some((lacks, adds)) = differences(&places(&text), &places(translated)) {
                let (name, kind) = (name.clone(), FaultKind::Values { lacks, adds });
                faults.push(Fault { name, kind });
            }
            if let Some((lacks, adds)) =
                differences(&typed(&name, &text), &typed(&name, translated))
            {
                let kind = FaultKind::Typed { lacks, adds };
                faults.push(Fault { name, kind });
            }
        }
        let known = |name: &String| {
            let of_form = name
                .strip_prefix(NAMES)
                .and_then(|named| named.split_once('.'));
            match (name.strip_prefix(RULES_OF_FILES), of_form) {
                (Some(game), _) => rules.contains_key(game),
                (_, Some((named, _))) => english.contains_key(&format!("{NAMES}{named}")),
                _ => english.contains_key(name),
            }
        };
        let unknown = own.keys().filter(|name| !known(name));
        faults.extend(unknown.map(|name| Fault {
            name: name.clone(),
            kind: FaultKind::Unknown,
        }));
        faults.sort_by(|one, other| one.name.cmp(&other.name));
        faults
    }

    /// The file `english.txt` of a language, of which these texts are translated from the present English ones: of those in
    /// the operator's folder, or of all if there are none there. `names`: only these; what is noted of the others stays.
    pub fn marked(
        &self,
        language: &str,
        names: &[String],
        rules: &BTreeMap<String, String>,
    ) -> String {
        let english = self.sources(ENGLISH);
        let before = self.marks(language);
        let mut file = "# What each text was translated from: the beginning of the SHA-256 of the English text.\n\
                        # `zugpost texts mark` writes this file.\n"
            .to_owned();
        for (name, translated) in self.own_sources(language) {
            let of_game = || rules.get(name.strip_prefix(RULES_OF_FILES)?);
            let Some(text) = english.get(&name).or_else(of_game) else {
                continue;
            };
            let now = names.is_empty() || names.contains(&name);
            let now = now && !is_english(&name, text, &translated);
            let marked = now.then(|| mark(text));
            if let Some(mark) = marked.or_else(|| before.get(&name).cloned()) {
                file.push_str(&format!("{name} {mark}\n"));
            }
        }
        file
    }

    /// The names of the texts that a language has itself, in order.
    pub fn names_in(&self, language: &str) -> Vec<String> {
        self.sources(language).into_keys().collect()
    }

    /// The text of a language as it stands in its file, if it has it.
    pub fn source(&self, language: &str, name: &str) -> Option<String> {
        self.sources(language).remove(name)
    }
}

/// The values that a text uses. A text that cannot be read uses none.
fn places(environment: &Environment<'_>, text: &str) -> BTreeSet<String> {
    let template = environment.template_from_str(text);
    let places = template.map(|template| template.undeclared_variables(false));
    places.unwrap_or_default().into_iter().collect()
}

/// What two texts have and the other one has not; nothing if they have the same.
fn differences(
    english: &BTreeSet<String>,
    theirs: &BTreeSet<String>,
) -> Option<(Vec<String>, Vec<String>)> {
    let lacks = english.difference(theirs).cloned().collect();
    let adds = theirs.difference(english).cloned().collect();
    (english != theirs).then_some((lacks, adds))
}

/// What stands in backquotes, and the beginnings of the lines by which the server knows its own letters: `--- #17: `,
/// `[#17]`.
fn typed(name: &str, text: &str) -> BTreeSet<String> {
    let said = without(text, "{#", "#}");
    let joined = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let quoted = joined.split('`').skip(1).step_by(2).map(str::to_owned);
    let of_letter = name.starts_with("letters/");
    let signs = said.lines().filter(|_| of_letter).filter_map(|line| {
        let subject = line.starts_with("[#").then(|| "[#".to_owned());
        let dashes = line.starts_with("--- ").then(|| {
            let kept = line.rsplit_once(": ").map_or(line, |(kept, _)| kept);
            format!("{kept}:")
        });
        subject.or(dashes)
    });
    quoted.chain(signs).collect()
}

/// A text without what stands between two marks, such as remarks in `{# #}`.
fn without(text: &str, from: &str, to: &str) -> String {
    let mut parts = text.split(from);
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once(to).map_or("", |(_, after)| after));
    [first].into_iter().chain(rest).collect()
}

/// Whether a text is the English one, and says something: names may be the same in two languages.
fn is_english(name: &str, english: &str, translated: &str) -> bool {
    if english != translated || name.starts_with(NAMES) {
        return false;
    }
    let code = [("{#", "#}"), ("{{", "}}"), ("{%", "%}")];
    let said = code
        .into_iter()
        .fold(english.to_owned(), |said, (from, to)| {
            without(&said, from, to)
        });
    let words = said.split(|c: char| !c.is_alphabetic());
    words.filter(|word| word.len() > 1).count() > SAME
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
                "cs/names/n.txt",
                "[knight]\njezdec\n\n[knight.acc]\njezdce\n\n[knigth.acc]\njezdce\n".to_owned(),
            ),
            (
                "cs/notices/b.txt",
                format!(
                    "[clocks-paused]\n{}\n\n[how-waiting]\n`konec`\n",
                    english["notices/clocks-paused"]
                ),
            ),
            (
                "cs/letters/seat/subject.txt",
                "Partie {{ game }} {{ name }}: {{ players }}\n".to_owned(),
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
        assert_eq!(of("names/rook"), [FaultKind::Missing]);
        assert_eq!(of("names/knight.acc"), []);
        assert_eq!(of("names/knigth.acc"), [FaultKind::Unknown]);
        assert_eq!(of("notices/clocks-paused"), [FaultKind::English]);
        let typed = |name: &str| {
            let kinds = of(name);
            kinds.iter().find_map(|kind| match kind {
                FaultKind::Typed { lacks, adds } => Some((lacks.clone(), adds.clone())),
                _ => None,
            })
        };
        let (lacks, adds) = typed("notices/how-waiting").expect("typed");
        assert!(lacks.contains(&"resign".to_owned()), "{lacks:?}");
        assert_eq!(adds, ["konec"]);
        assert_eq!(
            typed("letters/seat/subject"),
            Some((vec!["[#".to_owned()], Vec::new()))
        );
        assert_eq!(of("notices/hint-no-password"), [FaultKind::Changed]);
        let (lacks, adds) = (vec!["seat".to_owned()], Vec::new());
        assert_eq!(of("notices/player"), [FaultKind::Values { lacks, adds }]);
        let marked = words.marked("cs", &[], &rules);
        assert!(
            marked.contains(&format!(
                "notices/turn {}\n",
                mark(&english["notices/turn"])
            )),
            "{marked}"
        );
        assert!(!marked.contains("clocks-paused"), "{marked}");
        let marks = read_marks(&words.marked("cs", &["notices/turn".to_owned()], &rules));
        assert_eq!(
            marks.get("notices/hint-no-password"),
            Some(&"00000000".to_owned())
        );
        assert_eq!(
            marks.get("notices/turn"),
            Some(&mark(&english["notices/turn"]))
        );
        assert_eq!(marks.get("names/knight"), None);
    }
}
