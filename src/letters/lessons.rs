//! The words of lessons.

use minijinja::context;

use crate::lessons::Idea;
use crate::rules::view::BoardView;
use crate::text::{SENTENCE, wrapped};

use super::challenges::name;
use super::data::LessonPart;
use super::query::Reply;
use super::render::Renderer;
use super::reviews::comment;
use super::shown::{ShownLesson, ShownPart, Shows};

impl Renderer<'_> {
    /// What came of a line about a lesson; `shown` is the position that is to be answered.
    pub(super) fn lesson(&self, part: &LessonPart, shown: Option<&ShownPart>) -> Reply {
        let known = &self.shown.playable;
        let tell = |args| Reply::plain(self.voice.tell("lesson", part, args));
        match (part, shown.map(|shown| &shown.shows)) {
            (
                LessonPart::Position {
                    variant,
                    position,
                    of,
                },
                Some(Shows::Lesson(lesson)),
            ) => {
                let args = context! { name => name(known, variant) };
                let next = (position < of).then(|| format!("lesson {variant} {}", position + 1));
                Reply::with(
                    self.voice.tell("lesson", part, args),
                    self.task(lesson, next),
                )
            }
            (LessonPart::Mistake { mistake, left }, Some(Shows::Mistake(name, mover, moment))) => {
                let args = context! { game => mistake.game.0, name, left };
                let (label, played) = (&moment.label, &moment.played);
                let task = context! { label, played };
                let task = self.voice.notice("quiz-task", task);
                let said = self.voice.tell("lesson", part, args);
                Reply::with(said, self.asked((&task, None), &moment.board, mover))
            }
            (LessonPart::NotBetter { turn, mistake }, Some(Shows::Mistake(.., moment))) => {
                let played = *turn == mistake.played;
                let why = comment(self.voice, moment);
                tell(context! { played, why })
            }
            (
                LessonPart::Position { .. }
                | LessonPart::Mistake { .. }
                | LessonPart::NotBetter { .. },
                _,
            ) => self.reply("lesson-changed", context! {}),
            (LessonPart::Refused { why }, _) => tell(context! { why => self.voice.refusal(why) }),
            (LessonPart::End { variant, .. } | LessonPart::None { variant }, _) => {
                tell(context! { name => name(known, variant) })
            }
            (LessonPart::InGame { game }, _) => tell(context! { game => game.0 }),
            _ => tell(context! {}),
        }
    }

    /// The board of a position, above it what is asked. `next` is the line that goes on to another one.
    fn task(&self, lesson: &ShownLesson, next: Option<String>) -> Vec<String> {
        let voice = self.voice;
        let idea = match &lesson.idea {
            Idea::Text(name) => voice.plain(&format!("lessons/{name}")),
            Idea::Piece {
                name,
                square,
                moves,
                captures,
            } => {
                let moves = moves.as_ref().map(|moves| voice.reason(moves));
                let square = square.to_string();
                let args = context! { name => voice.name(name), square, moves, captures };
                voice.notice("lesson-idea-piece", args)
            }
            Idea::Drop { takes } => voice.notice("lesson-idea-drop", context! { takes }),
            Idea::End(reason) => {
                let reason = voice.name(&reason.to_string());
                voice.notice("lesson-idea-end", context! { reason })
            }
        };
        self.asked((&idea, next), &lesson.board, &lesson.mover)
    }

    fn asked(
        &self,
        (task, next): (&str, Option<String>),
        board: &BoardView,
        mover: &str,
    ) -> Vec<String> {
        let voice = self.voice;
        let reader = self.shown.reader.as_ref();
        let look = reader
            .map(|reader| reader.chosen.settings().look())
            .unwrap_or_default();
        let mut lines = wrapped(task, SENTENCE);
        lines.push(String::new());
        lines.extend(self.drawn(board, look));
        lines.push(String::new());
        let mover = voice.name(mover);
        let write = voice.notice("lesson-write", context! { mover, next });
        lines.extend(wrapped(&write, SENTENCE));
        lines
    }

    /// The lessons that there are, and how far the reader is.
    pub(super) fn lessons(&self) -> Reply {
        let reader = self.shown.reader.as_ref();
        let lessons = reader.map_or(&[][..], |reader| &reader.lessons);
        let lines = lessons.iter().map(|(variant, open, of)| {
            let name = self.voice.name(name(&self.shown.playable, variant));
            let args = context! { name, variant, open, of };
            format!("  {}", self.voice.notice("lessons-line", args))
        });
        self.above("lessons-title", context! {}, lines.collect())
    }
}
