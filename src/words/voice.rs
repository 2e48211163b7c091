//! The texts in the language of one reader.

use std::sync::PoisonError;

use minijinja::value::Value;
use minijinja::{Environment, Error, ErrorKind, Template};

use super::catalog::{ENGLISH, NAMES, Words};
use super::trial::Trial;

/// The texts in the language of one reader.
#[derive(Clone, Copy)]
pub struct Voice<'a> {
    pub(super) words: &'a Words,
    pub(super) language: &'a str,
    pub(super) trial: Option<&'a Trial>,
}

impl std::fmt::Debug for Voice<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Voice").field(&self.language).finish()
    }
}

impl<'a> Voice<'a> {
    /// The code of the language.
    pub fn language(&self) -> &'a str {
        self.language
    }

    /// The same texts; `trial` keeps which of them were filled in, and which have failed.
    #[must_use]
    pub const fn on_trial(self, trial: &'a Trial) -> Self {
        Self {
            trial: Some(trial),
            ..self
        }
    }

    /// A text with its places filled in. A text of the operator's that fails is replaced by that of
    /// the program; a name that is unknown is returned in brackets.
    pub fn say(&self, name: &str, args: Value) -> String {
        self.try_say(name, args)
            .unwrap_or_else(|error| self.unsaid(name, &error))
    }

    /// A text of `notices/`: as [`Voice::say`].
    pub fn notice(&self, name: &str, args: Value) -> String {
        self.say(&format!("notices/{name}"), args)
    }

    /// What takes the place of a text that cannot be said.
    fn unsaid(&self, name: &str, error: &Error) -> String {
        self.failed(self.language, name, error);
        format!("[{name}]")
    }

    /// As [`Voice::say`], for texts that nothing can replace.
    ///
    /// # Errors
    /// The name is unknown, or the text of the program asks for a value that is not in `args`.
    pub fn try_say(&self, name: &str, args: Value) -> Result<String, Error> {
        for (language, place, own) in self.places() {
            let Ok(template) = place.get_template(name) else {
                continue;
            };
            if let Some(trial) = self.trial {
                trial.try_text(language, name);
            }
            match template.render(args.clone()) {
                Err(error) if !own => self.failed(language, name, &error),
                said => return said,
            }
        }
        let why = format!("there is no text {name}");
        Err(Error::new(ErrorKind::TemplateNotFound, why))
    }

    /// Where a text is looked for, in order, and whether the program's own texts are there.
    fn places(&self) -> impl Iterator<Item = (&'a str, &'a Environment<'static>, bool)> {
        let english = (self.language != ENGLISH).then_some(ENGLISH);
        let languages = [self.language].into_iter().chain(english);
        let words = self.words;
        let texts = languages.filter_map(|name| Some((name, words.languages.get(name)?)));
        texts.flat_map(|(name, texts)| {
            let replaced = texts.replaced.iter().map(move |texts| (name, texts, false));
            replaced.chain([(name, texts.own(), true)])
        })
    }

    /// Keeps why a text has failed: for the trial, or else for the log.
    fn failed(&self, language: &str, name: &str, error: &Error) {
        match self.trial {
            Some(trial) => trial.fail(language, name, error),
            None => tracing::warn!("the text {name}: {error:#}"),
        }
    }

    /// Whether this language has the text itself.
    pub(super) fn has_own(&self, name: &str) -> bool {
        let language = self.words.languages.get(self.language);
        language.is_some_and(|language| {
            let mut places = language.replaced.iter().chain([language.own()]);
            places.any(|texts| texts.get_template(name).is_ok())
        })
    }

    /// The same texts in English.
    pub(super) const fn in_english(&self) -> Self {
        Self {
            language: ENGLISH,
            ..*self
        }
    }

    /// Whether a text has places for values and nothing else that depends on them: no conditions, no filters. Only then
    /// can its places be filled in later.
    pub(crate) fn has_places_alone(&self, name: &str) -> bool {
        self.template(name).is_some_and(|template| {
            let source = template.source();
            let mut parts = source.split("{{");
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let before = parts.next().unwrap_or_default();
            !source.contains("{%")
                && !source.contains(char::is_control)
                && !before.contains("}}")
                && parts.all(|part| {
                    let inner = part.split_once("}}");
                    inner.is_some_and(|(inner, _)| inner.trim().chars().all(word))
                })
        })
    }

    /// A text without places.
    pub fn plain(&self, name: &str) -> String {
        self.say_same(name, || Value::UNDEFINED)
    }

    /// As [`Voice::say`], for a text whose `args` are always the same: it is filled in once for each language.
    pub fn say_same(&self, name: &str, args: impl FnOnce() -> Value) -> String {
        let language = self.words.languages.get(self.language);
        // A trial wants to see every text.
        let Some(language) = language.filter(|_| self.trial.is_none()) else {
            return self.say(name, args());
        };
        let kept = language.kept.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(said) = kept.get(name) {
            return said.clone();
        }
        drop(kept);
        match self.try_say(name, args()) {
            Ok(said) => {
                let mut kept = (language.kept.write()).unwrap_or_else(PoisonError::into_inner);
                kept.insert(name.to_owned(), said.clone());
                said
            }
            Err(error) => self.unsaid(name, &error),
        }
    }

    /// Whether there is a text of this name, in this language or in English.
    pub fn has(&self, name: &str) -> bool {
        self.template(name).is_some()
    }

    fn template(&self, name: &str) -> Option<Template<'a, 'a>> {
        let mut places = self.places();
        places.find_map(|(_, place, _)| place.get_template(name).ok())
    }

    /// The word of this language for a name of the rules, such as `knight`; the name itself where it
    /// has none.
    pub fn name(&self, named: &str) -> String {
        let language = self.words.languages.get(self.language);
        if !language.is_some_and(|language| language.has_names()) {
            return named.to_owned();
        }
        let key = format!("{NAMES}{}", named.to_lowercase().replace(' ', "-"));
        let places = self.places().filter(|(of, ..)| *of == self.language);
        for (language, place, _) in places {
            let Ok(template) = place.get_template(&key) else {
                continue;
            };
            match template.render(Value::UNDEFINED) {
                Ok(said) => return said,
                Err(error) => self.failed(language, &key, &error),
            }
        }
        named.to_owned()
    }
}
