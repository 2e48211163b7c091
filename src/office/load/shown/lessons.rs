//! Positions of lessons, and how far the reader is.

use anyhow::Result;

use crate::lessons::{self, Step};
use crate::letters::LessonPart;
use crate::letters::shown::{ShownLesson, ShownPart, Shows};
use crate::text::capitalised;

use super::Loader;

impl Loader<'_> {
    /// The position that a part of an answer shows.
    pub(super) fn lesson(&mut self, part: &LessonPart) -> Result<ShownPart> {
        let shows = match part {
            LessonPart::Position {
                variant, position, ..
            } => self.of_lesson(variant, *position),
            LessonPart::Mistake { mistake, .. } | LessonPart::NotBetter { mistake, .. } => {
                self.mistake(mistake)?
            }
            _ => Shows::Nothing,
        };
        Ok(ShownPart {
            shows,
            ..ShownPart::default()
        })
    }

    fn of_lesson(&self, variant: &str, position: usize) -> Shows {
        let of_step = |step: &Step| {
            let game = step.game(self.shown.playable.find(variant)?)?;
            let mover = game.to_move();
            let board = game.view(Some(mover));
            let name = board
                .seats
                .get(mover.index())
                .map(|seat| seat.name.to_string());
            Some(Shows::Lesson(Box::new(ShownLesson {
                idea: step.idea.clone(),
                board,
                mover: capitalised(&name.unwrap_or_default()),
            })))
        };
        let lesson = self.shown.playable.find(variant).and_then(lessons::of);
        let step = lesson
            .as_ref()
            .and_then(|lesson| lesson.steps.get(position - 1));
        step.and_then(of_step).unwrap_or_default()
    }

    /// The lessons of our own games, and those by file that the reader has begun.
    pub(super) fn lessons(&mut self) {
        let Some(reader) = &self.shown.reader else {
            return;
        };
        let open = reader.chosen.settings().lessons();
        let games = self.shown.playable.all();
        let games = games.filter(|game| open.contains_key(game.id()) || game.credits().is_none());
        let lessons = games.filter_map(lessons::of).map(|lesson| {
            let of = lesson.steps.len();
            let open = open.get(&lesson.variant).copied().unwrap_or(0).min(of);
            (lesson.variant, open, of)
        });
        let lessons = lessons.collect();
        self.of_reader(|reader| reader.lessons = lessons);
    }
}
