//! Answers about ratings.

use minijinja::context;
use minijinja::value::{Serde, Value};

use super::challenges::name;
use super::data::Query;
use super::html::Block;
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
        let mut items: Vec<Vec<String>> = lines.collect();
        if found.game.is_some() {
            self.with_bars(&mut items, &found.lines);
        }
        let block = items.concat();
        let game = found.game.as_deref().map(|list| self.list_name(list));
        let args = context! { name => &found.name, game, some => !block.is_empty() };
        self.rated("rating-title", found, args, block)
    }

    /// Months with a bar each in the HTML part, whose lines say the same.
    fn with_bars(&self, items: &mut [Vec<String>], lines: &[ShownRating]) {
        let Some(html) = self.html.filter(|_| lines.len() > 1) else {
            return;
        };
        let lengths = bars(&lines.iter().map(|line| line.points).collect::<Vec<_>>());
        let bars = items.iter().zip(lengths);
        let bars = bars.map(|(item, length)| {
            let item: Vec<&str> = item.iter().map(|line| line.trim()).collect();
            (item.join(" "), length)
        });
        let bars = Block::Bars(bars.collect());
        let mut all: Vec<String> = items.concat();
        html.replace(&mut all, bars);
        let mut all = all.into_iter();
        for item in items {
            *item = all.by_ref().take(item.len()).collect();
        }
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
    fn list_name(&self, list: &str) -> String {
        let id = list.split(' ').next().unwrap_or_default();
        self.voice.name(name(&self.shown.playable, id))
    }
}

/// The bar of the lowest rating has so many hundredths of the length of the highest one's.
const LOWEST: i64 = 20;

/// How long the bars of ratings are, in hundredths of the longest one. Ratings that hardly differ have bars that hardly do:
/// the scale has at least 200 points.
fn bars(points: &[i64]) -> Vec<u16> {
    let highest = points.iter().max().copied().unwrap_or_default();
    let lowest = points.iter().min().copied().unwrap_or_default();
    let scale = (highest - lowest).max(200);
    let length = |points: &i64| 100 - (highest - points) * (100 - LOWEST) / scale;
    let lengths = points.iter().map(length);
    lengths
        .map(|length| u16::try_from(length).unwrap_or(100))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_ratings_are_high() {
        assert_eq!(bars(&[1300, 1700, 1500]), [20, 100, 60]);
        assert_eq!(bars(&[1500, 1510]), [96, 100]);
        assert_eq!(bars(&[1500, 1500]), [100, 100]);
    }
}
