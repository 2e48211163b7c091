//! Letters on which every text is tried: recorded from the conversations of the tests, as data.
//!
//! `samples.json` has one letter in each line. Together they say every kind of thing that letters say.
//! `RECORD=1 cargo test --test conversations letters_are_recorded` writes it anew.

use anyhow::{Context, Result};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::About;
use crate::words::{Trial, Voice, Words};

use super::clock::Present;
use super::data::LetterData;
use super::game_words::GameWords;
use super::html::{AnswerTo, HtmlPart};
use super::render::Renderer;
use super::shown::Shown;

const RECORDED: &str = include_str!("samples.json");

/// A letter that a conversation has sent, recorded with all that its text depends on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// The conversation that it is from, and the line there.
    pub from: String,
    /// When it left: the time from which clocks and deadlines are told.
    pub now: DateTime<Utc>,
    /// So many bytes it may have; `None`: as many as most letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// The seat that it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<About>,
    /// The data that was stored for the letter.
    pub letter: LetterData,
    /// What it speaks of. What no text depends on is left out, and most boards are empty.
    #[serde(default)]
    pub shown: Shown,
}

impl Sample {
    /// The letter with its HTML part, and what calendars say of its games.
    ///
    /// # Errors
    /// It cannot be rendered.
    pub fn render(&self, voice: Voice<'_>) -> Result<String> {
        let html = HtmlPart::new(AnswerTo {
            local: "play+TOKEN".to_owned(),
            domain: "example.org".to_owned(),
            token: None,
        });
        // Most boards of samples are empty.
        let html = html.without_pictures();
        let renderer = Renderer {
            shown: &self.shown,
            voice,
            server: "Zugpost",
            umpire: Some("umpire@example.org"),
            limit: self.limit.unwrap_or(75 << 10),
            language: "en",
            html: Some(&html),
            turn_page: Some("https://example.org/t/#TOKEN"),
            key_in_address: true,
            present: Present {
                now: self.now,
                longest_gap: TimeDelta::hours(2),
            },
        };
        let tokens = vec!["TOKEN".to_owned(); 20];
        let letter = renderer.render(&self.letter, self.about, &tokens)?;
        let mut all = vec![letter.subject, letter.body];
        all.extend(letter.html);
        let pages = self.shown.pages.iter().map(|page| &page.game);
        let summary = |game| GameWords { voice, game }.calendar_summary();
        all.extend(pages.map(summary));
        Ok(all.join("\n"))
    }
}

/// The recorded letters.
///
/// # Errors
/// What letters say has changed since, so that they cannot be read any more.
pub fn recorded() -> Result<Vec<Sample>> {
    serde_json::from_str(RECORDED).context(
        "src/letters/samples.json cannot be read: `RECORD=1 cargo test --test conversations letters_are_recorded` \
         writes it anew",
    )
}

/// Renders the recorded letters in every language in which an operator has texts. Returns a line for each text that has failed: where one
/// of the operator's fails, readers get that of the program.
///
/// The letters fill in every text of letters, notices and help. Texts of the operator that no letter
/// needs, such as most reasons of games, are tried with made-up values.
pub fn check(words: &Words) -> Vec<String> {
    let trial = Trial::default();
    let mut failures = Vec::new();
    let samples = recorded().unwrap_or_else(|error| {
        failures.push(format!("no samples: {error:#}"));
        Vec::new()
    });
    for sample in &samples {
        for language in words.of_operator() {
            if let Err(error) = sample.render(words.voice(language).on_trial(&trial)) {
                failures.push(format!("a sample ({}): {error:#}", sample.from));
            }
        }
    }
    words.try_rest(&trial);
    failures.extend(trial.failures());
    failures
}

#[cfg(test)]
mod tests;
