//! Texts by name and language: those of the program, and an operator's in their place.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock, RwLock};

use minijinja::{Environment, Error, Template};

use super::built_in::{self, files_of};
use super::check;
use super::environment::environment;
use super::forms::Forms;
use super::sections;
use super::trial::Trial;
use super::voice::Voice;
use crate::reading;

/// The language that has every text.
pub const ENGLISH: &str = "en";

/// The folders whose files hold many short texts. The names of these files mean nothing: a text is
/// known by folder and name.
const OF_SECTIONS: [&str; 7] = [
    "notices", "reasons", "help", "names", "lessons", "pages", "variants",
];

/// All texts in all languages, with those of the operator in place of built-in ones.
pub struct Words {
    /// An operator's files of words that are read, with their paths.
    read: Vec<(String, String)>,
    pub(super) languages: BTreeMap<String, Language>,
}

/// Texts whose names begin so are words for names of the rules.
pub(super) const NAMES: &str = "names/";

/// Texts whose names begin so are rules of games by file, whose English rules are in their files.
pub(super) const RULES_OF_FILES: &str = "variants/";

/// The texts of one language.
pub(super) struct Language {
    name: String,
    /// Those of the program, from when one of them is needed: together they take some megabytes, and a run writes in few
    /// languages.
    own: OnceLock<Own>,
    /// What the operator's texts were translated from ([`Words::faults`]).
    marks: BTreeMap<String, String>,
    /// The operator's texts, which come first, if there are any.
    pub(super) replaced: Option<Environment<'static>>,
    /// Whether names are among the operator's texts.
    replaces_names: bool,
    /// What the filters need to know.
    forms: Arc<Forms>,
    /// Texts that are always filled in with the same values, filled in, by name ([`Voice::say_same`]).
    pub(super) kept: RwLock<BTreeMap<String, String>>,
}

/// The texts that the program has in a language.
struct Own {
    /// By name.
    texts: Arc<BTreeMap<String, String>>,
    /// The same as templates, each compiled when it is first said.
    templates: Environment<'static>,
    /// Whether there are words for names.
    has_names: bool,
}

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.languages.keys()).finish()
    }
}

impl Words {
    /// The texts of the program.
    pub fn built_in() -> &'static Self {
        static WORDS: OnceLock<Words> = OnceLock::new();
        WORDS.get_or_init(Self::of_the_program)
    }

    /// The texts of the program, and those of an operator's folder, which has the form of
    /// `templates/`. The second value says which of the operator's texts cannot be used, and why; each of them
    /// is passed over.
    pub fn load(folder: Option<&Path>) -> (Self, Vec<String>) {
        let mut words = Self::of_the_program();
        let mut warnings = Vec::new();
        if let Some(folder) = folder {
            for (path, text) in files(folder, &mut warnings) {
                words.replace(&path, &text, &mut warnings);
            }
        }
        (words, warnings)
    }

    fn of_the_program() -> Self {
        let mut words = Self {
            read: Vec::new(),
            languages: BTreeMap::new(),
        };
        for language in built_in::languages() {
            words.language(language);
        }
        words
    }

    /// Takes in a file of the operator's.
    fn replace(&mut self, path: &str, file: &str, warnings: &mut Vec<String>) {
        if path.contains("/reading/") {
            warnings.extend(reading::faults(path, file));
            self.read.push((path.to_owned(), file.to_owned()));
            return;
        }
        if let Some(language) = marked_language(path) {
            // What an operator notes is about the operator's texts; of the others, what the program notes stays.
            let marks = check::read_marks(file);
            self.language(language).marks.extend(marks);
            return;
        }
        let Some((language, texts)) = texts(path, file) else {
            warnings.push(format!("{path} is none of the files that are looked for"));
            return;
        };
        for (name, text) in texts {
            if let Err(why) = self.take_text(&language, &name, text) {
                let used = "the text of the program is used";
                warnings.push(format!("{path}, {name}: {why}; {used}"));
            }
        }
    }

    fn take_text(&mut self, language: &str, name: &str, text: String) -> Result<(), String> {
        let english = self.languages.get(ENGLISH);
        let known = english.and_then(|english| english.own().get_template(name).ok());
        // Names of pieces and seats may be more than English has to say, and the English rules of games by file are in
        // their files.
        let known = known.map(|known| known.undeclared_variables(false));
        let of_language = [NAMES, RULES_OF_FILES];
        if known.is_none() && !of_language.iter().any(|folder| name.starts_with(folder)) {
            return Err("there is no text of this name".to_owned());
        }
        let known = known.unwrap_or_default();
        // A text that cannot be used leaves no trace: neither a language nor a text replaced before.
        let said = |error: Error| error.to_string();
        let mut trial = environment(&Arc::default());
        trial
            .add_template_owned(name.to_owned(), text.clone())
            .map_err(said)?;
        let template = trial.get_template(name).map_err(said)?;
        let mut odd: Vec<String> = template.undeclared_variables(false).into_iter().collect();
        odd.retain(|variable| !known.contains(variable));
        odd.sort();
        if let Some(odd) = odd.first() {
            return Err(format!("there is no {odd:?} here"));
        }
        let language = self.language(language);
        // Its forms come after those of the program, which are read with the texts.
        language.own();
        language.forms.take(name, &text);
        let forms = &language.forms;
        let replaced = language.replaced.get_or_insert_with(|| environment(forms));
        let added = replaced.add_template_owned(name.to_owned(), text);
        added.map_err(said)?;
        language.replaces_names |= name.starts_with(NAMES);
        Ok(())
    }

    fn language(&mut self, language: &str) -> &mut Language {
        let languages = self.languages.entry(language.to_owned());
        languages.or_insert_with(|| Language::new(language))
    }

    /// The texts that an operator's folder has in a language; those of the program if it has none.
    pub(super) fn own_sources(&self, language: &str) -> BTreeMap<String, String> {
        let found = self.languages.get(language);
        if found.is_none_or(|language| language.replaced.is_none()) {
            return self.sources(language);
        }
        let all = found.into_iter().flat_map(Language::operators);
        all.map(|(name, template)| (name.to_owned(), template.source().to_owned()))
            .collect()
    }

    /// The texts of a language as they stand in its files, the operator's in place of the program's.
    pub(super) fn sources(&self, language: &str) -> BTreeMap<String, String> {
        let Some(language) = self.languages.get(language) else {
            return BTreeMap::new();
        };
        let mut sources: BTreeMap<String, String> = (**language.texts()).clone();
        for (name, template) in language.operators() {
            sources.insert(name.to_owned(), template.source().to_owned());
        }
        sources
    }

    /// What the texts of a language were translated from.
    pub(super) fn marks(&self, language: &str) -> BTreeMap<String, String> {
        let mut files = files_of(language).filter(|(path, _)| marked_language(path).is_some());
        let of_program = files.next().map(|(_, file)| check::read_marks(file));
        let mut marks = of_program.unwrap_or_default();
        if let Some(language) = self.languages.get(language) {
            marks.extend(language.marks.clone());
        }
        marks
    }

    /// The texts in a language; what it lacks is in English.
    pub fn voice<'a>(&'a self, language: &'a str) -> Voice<'a> {
        let (words, trial) = (self, None);
        Voice {
            words,
            language,
            trial,
        }
    }

    /// The texts in English.
    pub fn english(&self) -> Voice<'_> {
        self.voice(ENGLISH)
    }

    /// An operator's files of words that are read, with their paths below the folder.
    pub fn read(&self) -> &[(String, String)] {
        &self.read
    }

    /// The languages that have at least one text.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.languages.keys().map(String::as_str)
    }

    /// The languages in which an operator has texts.
    pub fn of_operator(&self) -> impl Iterator<Item = &str> {
        let all = self.languages.iter();
        let replaced = all.filter(|(_, language)| language.replaced.is_some());
        replaced.map(|(name, _)| name.as_str())
    }

    /// Tries the operator's texts that `trial` has not met, each with values of several kinds that
    /// the text of the program takes. One that fails with all of them has failed.
    pub fn try_rest(&self, trial: &Trial) {
        for (language, texts) in &self.languages {
            for (name, template) in texts.operators() {
                self.try_text_of(language, name, &template, trial);
            }
        }
    }

    /// The same for the program's own texts in a language.
    pub fn try_own(&self, language: &str, trial: &Trial) {
        let Some(texts) = self.languages.get(language) else {
            return;
        };
        for name in texts.texts().keys() {
            if let Ok(template) = texts.own().get_template(name) {
                self.try_text_of(language, name, &template, trial);
            }
        }
    }

    fn try_text_of(&self, language: &str, name: &str, template: &Template<'_, '_>, trial: &Trial) {
        let english = self.languages.get(ENGLISH);
        let model = english.and_then(|english| english.own().get_template(name).ok());
        if !trial.has_tried(language, name) {
            trial.try_with_any(language, name, template, model.as_ref());
        }
    }

    /// The names of all texts, in order.
    pub fn names(&self) -> Vec<String> {
        let english = self.languages.get(ENGLISH).into_iter();
        let names = english.flat_map(|english| english.texts().keys().cloned());
        names.collect()
    }
}

impl Language {
    fn new(name: &str) -> Self {
        let forms = Arc::new(Forms::default());
        Self {
            name: name.to_owned(),
            own: OnceLock::new(),
            marks: BTreeMap::new(),
            replaced: None,
            forms,
            replaces_names: false,
            kept: RwLock::default(),
        }
    }

    /// The operator's texts by name.
    fn operators(&self) -> impl Iterator<Item = (&str, Template<'_, '_>)> {
        self.replaced.iter().flat_map(Environment::templates)
    }

    fn read(&self) -> &Own {
        self.own
            .get_or_init(|| Own::of_the_program(&self.name, &self.forms))
    }

    /// The texts of the program as templates.
    pub(super) fn own(&self) -> &Environment<'static> {
        &self.read().templates
    }

    /// The texts of the program by name.
    fn texts(&self) -> &Arc<BTreeMap<String, String>> {
        &self.read().texts
    }

    /// Whether there are words for names.
    pub(super) fn has_names(&self) -> bool {
        self.replaces_names || self.read().has_names
    }
}

impl Own {
    fn of_the_program(language: &str, forms: &Arc<Forms>) -> Self {
        let found = files_of(language).filter_map(|(path, file)| texts(path, file));
        let texts: BTreeMap<String, String> = found.flat_map(|(_, texts)| texts).collect();
        for (name, text) in &texts {
            forms.take(name, text);
        }
        let texts = Arc::new(texts);
        let mut templates = environment(forms);
        let source = Arc::clone(&texts);
        templates.set_loader(move |name| Ok(source.get(name).cloned()));
        Self {
            // English names are those of the rules: its file of names is there to be translated.
            has_names: texts.iter().any(|(name, text)| {
                let named = name.strip_prefix(NAMES);
                named.is_some_and(|named| named.replace('-', " ") != *text)
            }),
            texts,
            templates,
        }
    }
}

/// The language of a file with what its texts were translated from.
fn marked_language(path: &str) -> Option<&str> {
    let language = path.strip_suffix("/english.txt")?;
    (!language.contains('/')).then_some(language)
}

/// The language of a file, and its texts by folder and name; `None` if it is no file of texts.
fn texts(path: &str, file: &str) -> Option<(String, Vec<(String, String)>)> {
    let (language, rest) = path.strip_suffix(".txt")?.split_once('/')?;
    let (folder, _) = rest.split_once('/')?;
    let texts = if OF_SECTIONS.contains(&folder) {
        let all = sections::read(file).into_iter();
        all.map(|(name, text)| (format!("{folder}/{name}"), text))
            .collect()
    } else {
        vec![(rest.to_owned(), file.to_owned())]
    };
    Some((language.to_owned(), texts))
}

/// All text files below a folder, with their paths below it, in order.
fn files(folder: &Path, warnings: &mut Vec<String>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                warnings.push(format!("cannot read {}: {error}", folder.display()));
                continue;
            }
        };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = format!("{prefix}{}", name.to_string_lossy());
            if path.is_dir() {
                folders.push((path, format!("{name}/")));
            } else if name.ends_with(".txt") && path.is_file() {
                match fs::read_to_string(&path) {
                    // Some editors begin a file with a byte order mark.
                    Ok(text) => found.push((name, text.trim_start_matches('\u{feff}').to_owned())),
                    Err(error) => warnings.push(format!("cannot read {}: {error}", path.display())),
                }
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_name_is_used_twice_in_a_language() {
        let mut seen = BTreeSet::new();
        for (path, file) in built_in::languages().flat_map(files_of) {
            if marked_language(path).is_some() {
                continue;
            }
            let (language, found) = texts(path, file).expect("a file of texts");
            for (name, _) in found {
                assert!(
                    seen.insert((language.clone(), name.clone())),
                    "{path}: {name}"
                );
            }
        }
        assert!(seen.len() > 50);
    }

    #[test]
    fn every_text_of_the_program_is_a_template() {
        let words = Words::built_in();
        let mut read = 0;
        for language in words.languages.values() {
            for name in language.texts().keys() {
                let template = language.own().get_template(name);
                assert!(template.is_ok(), "{name}: {:#}", template.unwrap_err());
                read += 1;
            }
        }
        assert!(read > 500, "only {read}");
    }
}
