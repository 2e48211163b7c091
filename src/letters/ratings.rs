//! Answers about ratings.

use minijinja::context;
use minijinja::value::{Serde, Value};

use super::challenges::name;
use super::data::Query;
use super::query::{Reply, item};
use super::render::Renderer;
use super::shown::{LISTED, ShownRating, ShownRatings};

impl Renderer<'_> {
    /// Answers a query about ratings; `None`: it is about something else.
    pub(super) fn of_ratings(&self, query: &Query) -> Option<Reply> {
        let is_list = matches!(query, Query::Ratings(_));
        if !is_list && !matches!(query, Query::Rating { .. }) {
            return None;
        }
        let found = self
            .shown
            .ratings
            .iter()
            .find(|found| found.query == *query);
        let found = found?;
        Some(match &found.unknown {
            Some(typed) => self.reply("rating-unknown", context! { typed }),
            None if is_list => self.ratings(found),
            None => self.rating(found),
        })
    }

    /// The ratings of a player: those of today in all lists, or one of them month by month.
    fn rating(&self, found: &ShownRatings) -> Reply {
        let lines = found.lines.iter().map(|line| {
            let game = Some(line.list.as_str()).filter(|list| !list.is_empty());
            let game = game.map(|list| self.list_name(list));
            let month = found.game.as_ref().map(|_| &line.month);
            self.rating_line("rating-line", line, context! { game, month })
        });
        let block: Vec<String> = lines.flatten().collect();
        let game = found.game.as_deref().map(|list| self.list_name(list));
        let args = context! { name => &found.name, game, some => !block.is_empty() };
        self.rated("rating-title", found, args, block)
    }

    /// Who has which rating in a list.
    fn ratings(&self, found: &ShownRatings) -> Reply {
        let lines = found.lines.iter().take(LISTED).zip(1_u32..);
        let lines = lines.map(|(line, place)| {
            let args = context! { place, name => &line.name };
            self.rating_line("ratings-line", line, args)
        });
        let block: Vec<String> = lines.flatten().collect();
        let game = found.game.as_deref().map(|list| self.list_name(list));
        let (cut, some) = (found.lines.len() > LISTED, !block.is_empty());
        let args = context! { game, cut, some };
        self.rated("ratings-title", found, args, block)
    }

    fn rated(&self, title: &str, found: &ShownRatings, args: Value, block: Vec<String>) -> Reply {
        let mut reply = self.above(title, args, block);
        if !reply.block.is_empty() {
            let until = &found.until;
            let marks = self.voice.notice("rating-marks", context! { until });
            reply.text = format!("{} {}", reply.text.trim(), marks.trim());
        }
        reply
    }

    fn rating_line(&self, text: &str, line: &ShownRating, args: Value) -> Vec<String> {
        let args = context! { ..args, ..Value::from(Serde(line)) };
        item(self.voice.notice(text, args).trim())
    }

    /// The name of a list: that of its game.
    fn list_name<'a>(&'a self, list: &'a str) -> &'a str {
        let id = list.split(' ').next().unwrap_or_default();
        name(&self.shown.playable, id)
    }
}
