//! The lines of a mail, as they are read, and what is said about those that were not.

use anyhow::Result;

use crate::commands::{self, Command, Doubt, Line, Script, Turns, Why};
use crate::letters::{self, Echo, LessonPart, Note, Part};

use crate::office::act::requests::query;
use crate::office::act::session::of_mail;
use crate::office::load::reader::Reader;
use crate::office::{MailSession, OpenGame};

/// At most so many bytes of lines and words of one mail are carried out: they are stored for ever.
const MOST_TEXT: usize = 25_000;

impl MailSession<'_> {
    /// What the mail asks for, line by line.
    pub(super) fn script(&self) -> Result<Script> {
        let (subject, reader) = (&self.mail.message.subject, self.reader()?);
        let script = commands::read(&self.mail.lines, subject, &reader);
        let script = self.mail.allowed(script);
        let known = |line: &Line| line.command != Command::Unrecognised;
        if self.mail.unsure.is_empty() || script.too_many_turns || script.lines.iter().any(known) {
            return Ok(script);
        }
        let below = commands::read(&self.mail.unsure, "", &reader)
            .lines
            .into_iter();
        let lines: Vec<Line> = below.filter_map(|line| unsure(line, &reader)).collect();
        if lines.is_empty() {
            return Ok(script);
        }
        Ok(Script {
            lines,
            ..Script::default()
        })
    }

    /// The games of the mail, for its reader.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn reader(&self) -> Result<Reader<'_>> {
        let mut games = Vec::new();
        for game in &self.games {
            let asked = self.asked(game.stored.row.id, game.seat)?.is_some();
            games.push((&game.stored, game.seat, game.shown, asked));
        }
        // A mail about a game answers no lesson.
        let lesson = self.lesson.iter().filter(|_| self.games.is_empty());
        games.extend(lesson.map(|lesson| lesson.as_game()));
        let asked = self.is_asked_about_no_game()?;
        let mut reader = Reader::new(&self.player.name, &self.mail.games, games.into_iter());
        reader.names = Some(self.draft.store);
        reader.asked = asked;
        reader.asked_elsewhere = !self.games.is_empty() && self.account_question()?.is_some();
        Ok(reader)
    }

    /// The commands that help with what a mail speaks about of which something was not understood, and nothing done.
    pub(super) fn helps(&self, echoes: &[Echo]) -> Option<Echo> {
        use Part::{Misused, NotUnderstood, Refused};
        let lost = |part: &Part| match part {
            NotUnderstood(_) => true,
            Part::Lesson(of) => **of == LessonPart::NoTurn,
            Part::Note(note) => matches!(note, Note::Seen(_) | Note::NotKnown { .. }),
            _ => false,
        };
        // Beside an answer to a lesson stands its position.
        let idle = |part: &Part| {
            lost(part)
                || matches!(
                    part,
                    Misused(_) | Refused(_) | Part::Note(_) | Part::Lesson(_)
                )
        };
        let mut parts = echoes.iter().flat_map(|echo| &echo.parts);
        let any = parts.clone().all(idle) && parts.any(lost);
        let games = self.games.iter().map(|game| &game.stored);
        let players = games.flat_map(|game| game.all_seats().map(|seat| game.player_name(seat)));
        let names: Vec<&str> = players.filter(|name| *name != self.player.name).collect();
        let found = any.then(|| commands::phrases::subjects(&self.mail.lines, &names))?;
        // Where something waits, the lines that answer it take the place of the one that asks for it.
        let first = self.games.first();
        let (draw, asked) = first.map_or_else(Default::default, OpenGame::asks_of_others);
        let answers = [true, false].map(|agrees| letters::answer_lines(draw, &asked, agrees));
        let answers = answers.concat();
        let verb = |line: &str| line.split(' ').next().map(str::to_owned);
        let found = found.into_iter().flat_map(|line| {
            let own = answers.iter().filter(|answer| verb(answer) == verb(line));
            let own: Vec<String> = own.cloned().collect();
            match own.is_empty() {
                true => vec![line.to_owned()],
                false => own,
            }
        });
        let found: Vec<String> = found.collect();
        (!found.is_empty()).then(|| of_mail(Note::Helps(found)))
    }

    pub(super) fn nothing_read(&self) -> Echo {
        of_mail(Note::NothingRead {
            empty: self.mail.message.body.trim().is_empty(),
            cut: self.mail.message.truncated,
        })
    }
}

/// What is done about a line that may be quoted: what changes a game is asked about, questions are answered.
fn unsure(line: Line, turns: &dyn Turns) -> Option<Line> {
    let doubted = line.doubt.as_ref().map(|doubt| doubt.turns.clone());
    let turns = match &line.command {
        Command::Turn { turn, means, .. } => {
            let mut means = doubted.or_else(|| means.clone()).unwrap_or_default();
            if means.is_empty() {
                means.push(turns.legal(line.game, turn)?);
            }
            means
        }
        command if command.is_deed() => Vec::new(),
        command if query(command).is_some() => return Some(line),
        _ => return None,
    };
    Some(Line {
        words: None,
        doubt: Some(Doubt {
            turns,
            why: Why::Quoted,
        }),
        ..line
    })
}

/// How many of the lines have together no more text than one mail may have.
pub(super) fn fitting(lines: &[Line]) -> usize {
    let mut left = MOST_TEXT;
    let size = |line: &Line| line.text.len() + line.words.as_ref().map_or(0, |words| words.len());
    let mut sizes = lines.iter().map(size);
    // One line alone is bounded where it is carried out.
    sizes
        .position(|size| {
            let exceeds = size > left && left < MOST_TEXT;
            left = left.saturating_sub(size);
            exceeds
        })
        .unwrap_or(lines.len())
}
