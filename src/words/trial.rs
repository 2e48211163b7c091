//! Which texts were filled in, and which of them have failed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use minijinja::{Error, Template, Value};

/// A text: language and name.
type Text = (String, String);

/// More values than this in one text are tried with the first kind of value alone.
const MOST_VALUES: usize = 5;

/// Keeps which texts were filled in, and which of them have failed: see
/// [`Voice::on_trial`](super::Voice::on_trial).
#[derive(Debug, Default)]
pub struct Trial(Mutex<Seen>);

#[derive(Debug, Default)]
struct Seen {
    tried: BTreeSet<Text>,
    failed: BTreeMap<Text, String>,
}

impl Trial {
    /// A line for each text that has failed: language, name, and why.
    pub fn failures(&self) -> Vec<String> {
        let line = |((language, name), why): (&Text, &String)| format!("{language}, {name}: {why}");
        self.seen().failed.iter().map(line).collect()
    }

    /// Whether a text was filled in.
    pub fn has_tried(&self, language: &str, name: &str) -> bool {
        self.seen().tried.contains(&text(language, name))
    }

    /// The texts that were filled in: language and name.
    pub fn tried(&self) -> BTreeSet<Text> {
        self.seen().tried.clone()
    }

    pub(super) fn try_text(&self, language: &str, name: &str) {
        self.seen().tried.insert(text(language, name));
    }

    pub(super) fn fail(&self, language: &str, name: &str, why: &Error) {
        let (text, why) = (text(language, name), why.to_string());
        self.seen().failed.entry(text).or_insert(why);
    }

    /// Fills a text in with values of several kinds, those that `model` takes.
    pub(super) fn try_with_any(
        &self,
        language: &str,
        name: &str,
        template: &Template<'_, '_>,
        model: Option<&Template<'_, '_>>,
    ) {
        self.try_text(language, name);
        let values = model.map(|model| model.undeclared_variables(false));
        let values: Vec<String> = values.unwrap_or_default().into_iter().collect();
        let mut failed = None;
        for args in combinations(&values) {
            if model.is_some_and(|model| model.render(args.clone()).is_err()) {
                continue;
            }
            match template.render(args) {
                Ok(_) => return,
                Err(why) => failed = Some(why),
            }
        }
        if let Some(why) = failed {
            self.fail(language, name, &why);
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn text(language: &str, name: &str) -> Text {
    (language.to_owned(), name.to_owned())
}

/// Each way to give these names a text, a list or a number.
fn combinations(names: &[String]) -> impl Iterator<Item = Value> {
    let kinds = [
        Value::from("e4"),
        Value::from(vec!["e2", "e4"]),
        Value::from(3),
    ];
    let count = if names.len() > MOST_VALUES {
        1
    } else {
        kinds.len().pow(u32::try_from(names.len()).unwrap_or(0))
    };
    (0..count).map(move |number| {
        let mut rest = number;
        let pairs = names.iter().map(|name| {
            let kind = kinds[rest % kinds.len()].clone();
            rest /= kinds.len();
            (name.clone(), kind)
        });
        Value::from_pairs(pairs)
    })
}
