//! The form of templates: delimiters, blanks, and filters for English sentences.

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

/// A place for templates.
pub(super) fn environment() -> Environment<'static> {
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
    environment.add_filter("alternatives", alternatives);
    environment.add_filter("together", together);
    environment
}

/// `a knight`, `an elephant`: for English texts.
fn article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// `b1, c1 or g1`; of more than `most` the first ones, `b1, c1 and 12 more`: for English texts.
fn alternatives(all: Vec<String>, most: Option<usize>) -> String {
    match most.filter(|most| all.len() > *most) {
        Some(most) => format!("{} and {} more", all[..most].join(", "), all.len() - most),
        None => joined(&all, " or "),
    }
}

/// `b1, c1 and g1`: for English texts.
fn together(all: Vec<String>) -> String {
    joined(&all, " and ")
}

fn joined(all: &[String], last: &str) -> String {
    match all {
        [first @ .., one, other] => [first, &[format!("{one}{last}{other}")]]
            .concat()
            .join(", "),
        all => all.concat(),
    }
}
