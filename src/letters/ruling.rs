//! The words of answers to umpires who write their commands by mail.

use anyhow::{Context, Result};
use minijinja::context;

use crate::drawings::{guide, new_game};
use crate::text::{SENTENCE, clean, with_bars, wrapped};
use crate::words::unnamed;

use super::data::{CheckedFile, RulingEcho, RulingReply};
use super::files::{FileContent, LetterFile};
use super::render::Renderer;
use super::seat::Echo;
use super::views;

/// At most this many characters of a command are repeated.
const LONGEST: usize = 300;

/// An event as a file.
fn event_file(name: &str, text: &str) -> LetterFile {
    LetterFile {
        name: name.to_owned(),
        media_type: match name.rsplit('.').next() {
            Some("csv") => "text/csv",
            Some("pgn") => "application/vnd.chess-pgn",
            _ => "text/plain",
        },
        content: FileContent::Text(text.to_owned()),
    }
}

impl Renderer<'_> {
    /// A command of an umpire, the one at this place, with what came of it.
    ///
    /// # Errors
    /// A game was not read.
    pub(super) fn ruling(&self, at: usize, echo: &RulingEcho) -> Result<Echo> {
        let file = match &echo.reply {
            RulingReply::EventFile { name, text } => Some(event_file(name, text)),
            reply => self.new_file(reply),
        };
        // The other game may be gone since.
        let gone = match &echo.reply {
            RulingReply::NewVariant { like, .. } if file.is_none() => Some(RulingReply::NotLike {
                typed: like.clone(),
                meant: Vec::new(),
            }),
            _ => None,
        };
        let sentences = self.ruling_reply(at, gone.as_ref().unwrap_or(&echo.reply))?;
        let result = sentences
            .iter()
            .map(|line| wrapped(line.trim(), SENTENCE - 2));
        let words = match &echo.reply {
            RulingReply::Checked(file) => self.checked_file(file),
            RulingReply::EventShown { event, games, .. } => self.event_shown(event, games).block,
            RulingReply::EventLog { lines, .. } => {
                let lines = lines.iter().flat_map(|line| wrapped(line, SENTENCE - 2));
                lines.collect()
            }
            _ => Vec::new(),
        };
        let words = match (&echo.reply, words.is_empty()) {
            (RulingReply::Checked(_), _) | (_, true) => words,
            _ => [String::new()].into_iter().chain(words).collect(),
        };
        Ok(Echo {
            line: with_bars(&clean(&echo.line, LONGEST)),
            result: result.flatten().collect(),
            words,
            files: file.into_iter().collect(),
            ..Echo::default()
        })
    }

    /// The file for a new game.
    fn new_file(&self, reply: &RulingReply) -> Option<LetterFile> {
        let RulingReply::NewVariant { id, like } = reply else {
            return None;
        };
        Some(LetterFile {
            name: format!("{id}.ini"),
            media_type: "text/plain",
            content: FileContent::Text(new_game(&self.shown.playable, id, like, self.voice)?),
        })
    }

    /// What was found in a file, line by line, and its games: the board and how the pieces move.
    fn checked_file(&self, file: &CheckedFile) -> Vec<String> {
        let voice = self.voice;
        let mut lines = Vec::new();
        for fault in &file.found {
            let args = context! {
                line => fault.line,
                section => fault.section.as_deref(),
                remark => fault.remark,
                why => voice.reason(&fault.reason).trim(),
            };
            lines.push(String::new());
            lines.extend(wrapped(&voice.notice("ruling-file-fault", args), SENTENCE));
        }
        if file.more > 0 {
            let more = voice.notice("ruling-file-more", context! { more => file.more });
            lines.extend([String::new()].into_iter().chain(wrapped(&more, SENTENCE)));
        }
        let mut left_out = Vec::new();
        for id in &file.right {
            let length: usize = lines.iter().map(|line| line.len() + 1).sum();
            let game = self.shown.playable.find(id).zip(self.shown.usual.get(id));
            let Some((game, board)) = game.filter(|_| length < self.limit) else {
                left_out.push(id.as_str());
                continue;
            };
            lines.push(String::new());
            lines.extend(guide::presented(game, board, voice));
        }
        if !left_out.is_empty() {
            let args = context! { ids => left_out.join(", ") };
            let said = voice.notice("ruling-file-left-out", args);
            lines.extend([String::new()].into_iter().chain(wrapped(&said, SENTENCE)));
        }
        lines
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
            RulingReply::BadFile(fault) => vec![voice.tell("ruling-file", fault, context! {})],
            RulingReply::Checked(file) => vec![tell(context! {
                right => file.right.clone(), replaced => file.replaced.clone(), adds => file.adds,
            })],
            RulingReply::VariantName(reason) => {
                vec![tell(context! { why => voice.reason(reason) })]
            }
            RulingReply::EventDone(event) => {
                vec![tell(context! {}), self.event_line(event)]
            }
            RulingReply::EventShown { event, games, left } => {
                let more = context! { left, held => &event.held };
                let more = self.voice.notice("ruling-event-more", more);
                let shown = self.event_shown(event, games).text;
                vec![
                    format!("{} {}", shown.trim(), more.trim())
                        .trim()
                        .to_owned(),
                ]
            }
            RulingReply::NotLike { .. } | RulingReply::NewVariant { .. } => vec![tell(context! {})],
            _ => vec![tell(unnamed(reply, &["game"]))],
        })
    }
}
