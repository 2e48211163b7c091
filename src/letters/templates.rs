//! The templates: built in, each of which a file of the operator can replace.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment};

use super::LetterText;

/// Every template that is built in: name below `templates/`, text.
const BUILT_IN: &[(&str, &str)] = &[
    (
        "en/letters/seat/subject.txt",
        include_str!("../../templates/en/letters/seat/subject.txt"),
    ),
    (
        "en/letters/seat/body.txt",
        include_str!("../../templates/en/letters/seat/body.txt"),
    ),
    (
        "en/letters/public/subject.txt",
        include_str!("../../templates/en/letters/public/subject.txt"),
    ),
    (
        "en/letters/public/body.txt",
        include_str!("../../templates/en/letters/public/body.txt"),
    ),
    (
        "en/letters/umpire/subject.txt",
        include_str!("../../templates/en/letters/umpire/subject.txt"),
    ),
    (
        "en/letters/umpire/body.txt",
        include_str!("../../templates/en/letters/umpire/body.txt"),
    ),
];

/// A rendered letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The subject, one line.
    pub subject: String,
    /// The body; lines end with `\n`.
    pub body: String,
}

/// All templates, compiled.
pub struct Templates {
    environment: Environment<'static>,
}

impl std::fmt::Debug for Templates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Templates")
    }
}

impl Templates {
    /// Compiles the built-in templates, each replaced by the file of the same name below `folder`, if there
    /// is one.
    ///
    /// # Errors
    /// A file cannot be read or is no valid template (Jinja syntax).
    pub fn load(folder: Option<&Path>) -> Result<Self> {
        let mut environment = Environment::new();
        environment.set_syntax(
            SyntaxConfig::builder()
                .trim_blocks(true)
                .lstrip_blocks(true)
                .keep_trailing_newline(true)
                .build()?,
        );
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        for &(name, text) in BUILT_IN {
            let own = folder
                .map(|folder| folder.join(name))
                .filter(|path| path.is_file());
            let Some(path) = own else {
                environment.add_template(name, text)?;
                continue;
            };
            let text = fs::read_to_string(&path)
                .with_context(|| format!("cannot read the template {}", path.display()))?;
            environment
                .add_template_owned(name, text)
                .with_context(|| format!("{} is no valid template", path.display()))?;
        }
        Ok(Self { environment })
    }

    /// Renders subject and body of a letter.
    ///
    /// # Errors
    /// A template uses a value that the letter does not have.
    pub fn render<L: LetterText>(&self, letter: &L) -> Result<Rendered> {
        let value = Value::from(Serde(letter));
        let render = |part: &str| -> Result<String> {
            let name = format!("en/letters/{}/{part}.txt", L::FOLDER);
            Ok(self.environment.get_template(&name)?.render(&value)?)
        };
        let subject = render("subject")?
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let body = render("body")?;
        Ok(Rendered { subject, body })
    }
}
