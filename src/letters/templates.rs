//! The templates: built in, and overridden by a folder of the operator's.

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
        "seat/subject.txt",
        include_str!("../../templates/seat/subject.txt"),
    ),
    (
        "seat/body.txt",
        include_str!("../../templates/seat/body.txt"),
    ),
    (
        "public/subject.txt",
        include_str!("../../templates/public/subject.txt"),
    ),
    (
        "public/body.txt",
        include_str!("../../templates/public/body.txt"),
    ),
    (
        "umpire/subject.txt",
        include_str!("../../templates/umpire/subject.txt"),
    ),
    (
        "umpire/body.txt",
        include_str!("../../templates/umpire/body.txt"),
    ),
];

/// A letter in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// One line.
    pub subject: String,
    /// Lines end in `\n`.
    pub body: String,
}

/// All templates, ready to use.
pub struct Templates {
    environment: Environment<'static>,
}

impl std::fmt::Debug for Templates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Templates")
    }
}

impl Templates {
    /// The built-in templates, each overridden by the file of the same name below `folder`.
    ///
    /// # Errors
    /// A template that cannot be read, or that is no valid template (Jinja).
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

    /// Subject and body of a letter; the subject is one line.
    ///
    /// # Errors
    /// A template (of the operator's) that names what the letter does not have.
    pub fn render<L: LetterText>(&self, letter: &L) -> Result<Rendered> {
        let value = Value::from(Serde(letter));
        let render = |part: &str| -> Result<String> {
            let name = format!("{}/{part}.txt", L::FOLDER);
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
