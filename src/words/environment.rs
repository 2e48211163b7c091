//! The form of templates: delimiters, blanks, and filters.

use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

use super::forms::Forms;
use crate::rules::notation::title;
use crate::text;

/// A place for templates of the language that has these forms.
pub(super) fn environment(forms: &Arc<Forms>) -> Environment<'static> {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true)
        .build();
    // The delimiters are those of Jinja, with which this cannot fail.
    if let Ok(syntax) = syntax {
        environment.set_syntax(syntax);
    }
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.add_filter("a", article);
    environment.add_filter("first_upper", |text: &str| text::capitalised(text));
    environment.add_filter("every_upper", |text: &str| title(text));
    let of = Arc::clone(forms);
    environment.add_filter("form", move |word: &str, form: &str| of.form(word, form));
    let of = Arc::clone(forms);
    environment.add_filter("together", move |all: Vec<String>| of.together(&all));
    let of = Arc::clone(forms);
    environment.add_filter("alternatives", move |all: Vec<String>, most| {
        of.alternatives(&all, most)
    });
    environment
}

/// `a knight`, `an elephant`: for English texts.
fn article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}
