//! Letters in words: the texts `letters/<kind>/subject` and `letters/<kind>/body`.

use std::path::Path;

use anyhow::Result;
use minijinja::value::{Serde, Value};

use crate::words::Words;

use super::LetterText;

/// A rendered letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The subject, one line.
    pub subject: String,
    /// The body; lines end with `\n`.
    pub body: String,
}

/// The texts of letters, and all others.
#[derive(Debug)]
pub struct Templates {
    words: Words,
    warnings: Vec<String>,
}

impl Templates {
    /// The texts of the program, and those of an operator's folder in their place. What cannot be used
    /// of his is logged, and passed over.
    ///
    /// # Errors
    /// A text of the program is no template.
    pub fn load(folder: Option<&Path>) -> Result<Self> {
        let (words, warnings) = Words::load(folder)?;
        for warning in &warnings {
            tracing::warn!("{warning}");
        }
        Ok(Self { words, warnings })
    }

    /// All texts.
    #[must_use]
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Which texts of the operator's cannot be used, and why.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Renders subject and body of a letter.
    ///
    /// # Errors
    /// A text of the program uses a value that the letter does not have.
    pub fn render<L: LetterText>(&self, letter: &L) -> Result<Rendered> {
        let (voice, value) = (self.words.english(), Value::from(Serde(letter)));
        let render = |part: &str| {
            let name = format!("letters/{}/{part}", L::FOLDER);
            voice.try_say(&name, value.clone())
        };
        let subject = render("subject")?;
        let subject: Vec<&str> = subject.split_whitespace().collect();
        Ok(Rendered {
            subject: subject.join(" "),
            body: render("body")?,
        })
    }
}
