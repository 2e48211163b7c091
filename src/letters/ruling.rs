//! The words of answers to umpires who write their commands by mail.

use anyhow::{Context, Result};
use minijinja::context;

use crate::text::{SENTENCE, clean, with_bars, wrapped};
use crate::words::unnamed;

use super::data::{RulingEcho, RulingReply};
use super::render::Renderer;
use super::seat::Echo;
use super::views;

/// At most this many characters of a command are repeated.
const LONGEST: usize = 300;

impl Renderer<'_> {
    /// A command of an umpire, the one at this place, with what came of it.
    ///
    /// # Errors
    /// A game was not read.
    pub(super) fn ruling(&self, at: usize, echo: &RulingEcho) -> Result<Echo> {
        let sentences = self.ruling_reply(at, &echo.reply)?;
        let result = sentences.iter().map(|line| wrapped(line, SENTENCE - 2));
        Ok(Echo {
            line: with_bars(&clean(&echo.line, LONGEST)),
            result: result.flatten().collect(),
            ..Echo::default()
        })
    }

    fn ruling_reply(&self, at: usize, reply: &RulingReply) -> Result<Vec<String>> {
        let voice = self.voice;
        let parts = self.shown.parts.get(at).and_then(|parts| parts.first());
        let game = || {
            let part = parts.and_then(Option::as_ref);
            part.map(|part| &part.game).context("a game was not read")
        };
        let tell = |args| voice.tell("ruling", reply, args);
        Ok(match reply {
            RulingReply::Done { .. } => {
                vec![tell(context! {}), views::game_line(game()?, voice)]
            }
            RulingReply::Refused { refusal, .. } => {
                let why = self.words(game()?).refusal_for_umpire(refusal);
                vec![tell(context! { why })]
            }
            RulingReply::NoPlayer(typed) => vec![tell(context! { typed => clean(typed, 80) })],
            _ => vec![tell(unnamed(reply, &["game"]))],
        })
    }
}
