//! Answers to people without a token: short, and without a word of theirs.

use minijinja::context;

use crate::store::{GameId, Snapshot};
use crate::text::{SENTENCE, wrapped};
use crate::variants;
use crate::words::Voice;

use super::data::Query;
use super::query::Asker;

/// An answer of more bytes is replaced by a sentence that says so.
const LONGEST: usize = 1400;

/// What is known about the author of a mail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The address is a player's.
    pub player: bool,
    /// Anybody may become a player by mail.
    pub joins: bool,
    /// The game that it is about, in which another player has taken his seat.
    pub left: Option<GameId>,
}

/// The answers to what was asked, or what else there is to say.
pub(super) fn lines(
    store: &dyn Snapshot,
    voice: Voice<'_>,
    queries: &[Query],
    known: Known,
) -> Vec<String> {
    let asker = Asker {
        store,
        voice,
        language: "",
        html: None,
    };
    let mut lines = Vec::new();
    let mut asked: Vec<&Query> = Vec::new();
    for query in queries {
        // The answer to a game that is not there would repeat what was written.
        let query = match query {
            Query::Rules(Some(name)) if variants::find(name.trim()).is_none() => &Query::Variants,
            query => query,
        };
        if !asked.contains(&query) {
            asked.push(query);
        }
    }
    let reply = |query: &Query| match query {
        Query::Help(None) => Some(asker.public_help()),
        query => asker.public(query),
    };
    for reply in asked.into_iter().filter_map(reply) {
        lines.extend(wrapped(&reply.text, SENTENCE));
        lines.extend(reply.block);
        lines.push(String::new());
    }
    if let Some(game) = known.left {
        let game = game.0;
        let left = voice.say("notices/public-left", context! { game });
        lines.splice(
            0..0,
            wrapped(&left, SENTENCE).into_iter().chain([String::new()]),
        );
    }
    let length: usize = lines.iter().map(|line| line.len() + 1).sum();
    let instead = if length > LONGEST {
        Some("notices/public-too-long")
    } else if lines.is_empty() {
        let unknown = "notices/public-unknown";
        Some(if known.player {
            "notices/public-known"
        } else {
            unknown
        })
    } else {
        None
    };
    if let Some(name) = instead {
        lines = wrapped(
            &voice.say(name, context! { joins => known.joins }),
            SENTENCE,
        );
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}
