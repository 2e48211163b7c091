//! Answers to people without a token: short, and without a word of theirs.

use crate::text::{SENTENCE, wrapped};

use super::data::Query;
use super::render::Renderer;

/// An answer of more bytes is replaced by a sentence that says so.
const LONGEST: usize = 1400;

impl Renderer<'_> {
    /// The answers to what was asked, or what else there is to say.
    pub(super) fn public_lines(&self, queries: &[Query]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut asked: Vec<&Query> = Vec::new();
        for query in queries {
            // The answer to a game that is not there would repeat what was written.
            let query = match query {
                Query::Rules(Some(name)) if self.shown.playable.find(name.trim()).is_none() => {
                    &Query::Variants
                }
                // So would the answer to a search.
                Query::FindVariants(_) => &Query::Variants,
                // Both list what may be written.
                Query::Commands => &Query::Help(None),
                query => query,
            };
            if asked.contains(&query) {
                continue;
            }
            asked.push(query);
            let reply = match query {
                Query::Help(None) => Some(self.public_help()),
                // The games by file would make it too long.
                Query::Variants => Some(self.own_variants()),
                query => self.public(query),
            };
            if let Some(reply) = reply {
                lines.extend(wrapped(&reply.text, SENTENCE));
                lines.extend(reply.block);
                lines.push(String::new());
            }
        }
        let length: usize = lines.iter().map(|line| line.len() + 1).sum();
        let instead = match length {
            0 => Some("notices/public-unknown"),
            length if length > LONGEST => Some("notices/public-too-long"),
            _ => None,
        };
        if let Some(name) = instead {
            lines = wrapped(&self.voice.plain(name), SENTENCE);
        }
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    }
}
