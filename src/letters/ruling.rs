//! The words of answers to umpires who write their commands by mail.

use anyhow::Result;
use minijinja::context;

use crate::text::{SENTENCE, clean, with_bars, wrapped};

use super::data::{RulingEcho, RulingReply};
use super::game_words::GameWords;
use super::render::Renderer;
use super::seat::Echo;
use super::views;

/// At most this many characters of a command are repeated.
const LONGEST: usize = 300;

impl Renderer<'_> {
    /// A command of an umpire, with what came of it.
    ///
    /// # Errors
    /// A game was not read, or cannot be replayed.
    pub(super) fn ruling(&self, echo: &RulingEcho) -> Result<Echo> {
        let sentences = self.ruling_reply(&echo.reply)?;
        let result = sentences
            .iter()
            .flat_map(|line| wrapped(line, SENTENCE - 2));
        Ok(Echo {
            line: with_bars(&clean(&echo.line, LONGEST)),
            result: result.collect(),
            ..Echo::default()
        })
    }

    fn ruling_reply(&self, reply: &RulingReply) -> Result<Vec<String>> {
        let say = |name: &str, args| self.voice.say(&format!("notices/ruling-{name}"), args);
        Ok(match reply {
            RulingReply::Done { game, after } => {
                let stored = self.game_after(*game, *after)?;
                let done = say("done", context! {});
                vec![done, views::game_line(&stored, self.voice)]
            }
            RulingReply::Refused {
                game,
                after,
                refusal,
            } => {
                let stored = self.game_after(*game, *after)?;
                let words = GameWords {
                    voice: self.voice,
                    stored: &stored,
                };
                let why = words.refusal_for_umpire(refusal);
                vec![say("refused", context! { why })]
            }
            RulingReply::NoGame(game) => vec![say("no-game", context! { game => game.0 })],
            RulingReply::NoPlayer(typed) => {
                let typed = clean(typed, 80);
                vec![say("no-player", context! { typed })]
            }
            RulingReply::NotUnderstood => vec![say("not-understood", context! {})],
            RulingReply::NotRead => vec![say("not-read", context! {})],
            RulingReply::Waits(game) => vec![say("waits", context! { game => game.0 })],
            RulingReply::Long => vec![say("long", context! {})],
            RulingReply::Repeated => vec![say("repeated", context! {})],
            RulingReply::AnsweredBefore => vec![say("answered-before", context! {})],
            RulingReply::Dropped => vec![say("dropped", context! {})],
        })
    }
}
