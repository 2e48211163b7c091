//! The words of answers to umpires who write their commands by mail.

use anyhow::{Context, Result};
use minijinja::context;

use crate::text::{SENTENCE, clean, with_bars, wrapped};

use super::data::{RulingEcho, RulingReply};
use super::game_words::GameWords;
use super::render::{Renderer, part};
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
        let result = sentences
            .iter()
            .flat_map(|line| wrapped(line, SENTENCE - 2));
        Ok(Echo {
            line: with_bars(&clean(&echo.line, LONGEST)),
            result: result.collect(),
            ..Echo::default()
        })
    }

    fn ruling_reply(&self, at: usize, reply: &RulingReply) -> Result<Vec<String>> {
        let say = |name: &str, args| self.voice.say(&format!("notices/ruling-{name}"), args);
        let voice = self.voice;
        let game = || {
            let part = part(&self.shown.parts, at, 0);
            part.map(|part| &part.game).context("a game was not read")
        };
        Ok(match reply {
            RulingReply::Done { .. } => {
                let done = say("done", context! {});
                vec![done, views::game_line(game()?, voice)]
            }
            RulingReply::Refused { refusal, .. } => {
                let game = game()?;
                let why = GameWords { voice, game }.refusal_for_umpire(refusal);
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
