//! Games in letters to adjudicators: board, position, turns and rules, and nobody's name.

use minijinja::context;

use crate::drawings::guide;
use crate::text::{SENTENCE, wrapped};

use super::render::Renderer;
use super::seat::Echo;
use super::shown::ShownCase;
use super::views;

impl Renderer<'_> {
    /// What an adjudicator is told, with the games below it, and the rules of the variant.
    pub(super) fn with_cases(&self, told: Vec<Echo>, variant: &str) -> Vec<Echo> {
        let cases = self.shown.cases.iter();
        let cases = cases.map(|(number, case)| self.case(*number, case));
        let rules = self.shown.playable.find(variant).map(|game| {
            let title = self.voice.notice(
                "rules-title",
                context! { name => self.voice.name(game.name()) },
            );
            let rules = guide::expand(game, self.voice);
            below(title.trim(), rules.lines().map(str::to_owned).collect())
        });
        told.into_iter().chain(cases).chain(rules).collect()
    }

    fn case(&self, number: usize, case: &ShownCase) -> Echo {
        let game = &case.game;
        let words = self.words(game);
        let seats = game.seat_words().into_iter();
        let seats: Vec<String> = seats.map(str::to_owned).collect();
        let args = context! {
            number,
            seats,
            mover => words.seat(game.to_move),
            turn => words.turn(&game.label),
            turns => !case.course.is_empty(),
        };
        let look = self.shown.reader.as_ref();
        let look = look.map(|reader| reader.chosen.settings().look());
        let mut lines = self.drawn(&case.board, look.unwrap_or_default());
        lines.push(String::new());
        let position = wrapped(&case.position, SENTENCE - 2);
        lines.extend(position.into_iter().map(|line| format!("  {line}")));
        if !case.course.is_empty() {
            lines.push(String::new());
            lines.extend(views::history(game, &case.course, self.voice));
        }
        below(self.voice.notice("event-case", args).trim(), lines)
    }
}

/// A text with lines below it.
fn below(text: &str, block: Vec<String>) -> Echo {
    Echo {
        block,
        ..super::account::said(text)
    }
}
