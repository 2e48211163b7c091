//! Ratings that follow from the games that are shown, and from no others.

use std::collections::BTreeMap;

use anyhow::Result;
use chrono::{DateTime, Utc};
use minijinja::context;

use crate::ids::{GameId, PlayerId};
use crate::office::ratings;
use crate::ratings::{CLUB, Counted};
use crate::store::Snapshot;
use crate::words::Voice;

use super::known::Games;
use super::words::{escaped, say};

/// The rating of a player after a month.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Point {
    /// The month: `2026-11`.
    pub month: String,
    /// In points.
    pub points: i64,
    /// Whether enough is known to rely on it.
    pub sure: bool,
    /// How many games were counted up to then.
    pub games: u32,
}

/// Those ratings.
#[derive(Default)]
pub struct Ratings {
    all: BTreeMap<PlayerId, BTreeMap<String, Vec<Point>>>,
}

impl Ratings {
    /// Counts them, and returns those whose ratings have changed.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn count(
        &mut self,
        store: &dyn Snapshot,
        now: DateTime<Utc>,
        games: &Games,
    ) -> Result<Vec<PlayerId>> {
        let counts = |game: GameId| {
            let entry = games.entry(game);
            entry.is_some_and(|entry| entry.over && entry.rated)
        };
        let before = std::mem::take(&mut self.all);
        if games.over().any(|entry| entry.rated) {
            for counted in ratings::of_games(store, now, &counts)? {
                self.add(&counted);
            }
        }
        let players = before.keys().chain(self.all.keys()).copied();
        Ok(players
            .filter(|player| before.get(player) != self.all.get(player))
            .collect())
    }

    fn add(&mut self, counted: &Counted) {
        // A list of a game by file has a hash behind the name.
        let name = match counted.list.split(' ').next() {
            Some(name) if counted.list != CLUB => name.to_owned(),
            _ => CLUB.to_owned(),
        };
        let lists = self.all.entry(counted.player).or_default();
        lists.entry(name).or_default().push(Point {
            month: counted.month.to_string(),
            points: counted.rating.points(),
            sure: counted.is_established(counted.month),
            games: counted.games,
        });
    }

    /// Those of a player, by list.
    pub fn of(&self, player: PlayerId) -> Option<&BTreeMap<String, Vec<Point>>> {
        self.all.get(&player)
    }
}

/// A rating over the months as a drawing, from numbers alone.
pub fn chart(voice: Voice<'_>, points: &[Point]) -> String {
    use std::fmt::Write;
    let (wide, high, edge) = (320.0_f64, 96.0_f64, 8.0_f64);
    let values = points.iter().map(|point| point.points);
    let (low, top) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
    let span = (top - low).max(50) as f64;
    let step = (wide - 2.0 * edge) / (points.len().max(2) - 1) as f64;
    let at = |index: usize, point: &Point| {
        let x = edge + step * index as f64;
        let y = high - edge - (point.points - low) as f64 / span * (high - 2.0 * edge);
        (x, y)
    };
    let mut line = String::new();
    let mut dots = String::new();
    for (index, point) in points.iter().enumerate() {
        let (x, y) = at(index, point);
        let _ = write!(line, "{x:.1},{y:.1} ");
        let _ = write!(dots, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>");
    }
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{}\">\
         <polyline points=\"{}\"/>{dots}</svg>",
        escaped(&say(voice, "chart", context! { low, top })),
        line.trim_end()
    )
}
