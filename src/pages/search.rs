//! What the search of the archive reads: games that are over, by month, in pieces that are never large. They are scripts that
//! hand over data, since a page from a disk may read nothing else, and a strict policy for contents allows no more.

use anyhow::Result;
use serde_json::{Value, json};

use crate::words::Voice;

use super::entry::{Entry, day};
use super::words::shown;
use super::{Pages, Scope};

/// A piece has at most so many bytes before signs are escaped.
const MOST: usize = 90_000;

/// What is found of a game: number, players, variant, state, event, day.
fn row(voice: Voice<'_>, entry: &Entry, event: Option<String>) -> Value {
    let names: Vec<&str> = entry
        .seats
        .iter()
        .map(|seat| seat.player.name.as_str())
        .collect();
    let number = entry.game.0;
    json!([
        number,
        names,
        entry.variant_name,
        entry.state(voice),
        event.unwrap_or_default(),
        day(&entry.updated)
    ])
}

/// A piece as a script: within it nothing looks like markup.
fn script(name: &str, data: &str) -> String {
    let data = data
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026");
    format!("listOfGames(\"{name}\", {data});\n")
}

impl Pages {
    /// Writes the pieces of a month, in its folder; the newest games are in the first one.
    pub(super) fn pieces(&mut self, scope: &Scope<'_>, month: &str, folder: &str) -> Result<()> {
        let event = |entry: &Entry| {
            let event = scope.contests.get(&entry.contest?)?;
            super::lists::is_listed(event).then(|| shown(&event.name))
        };
        let games = self.games.of_month(month);
        let rows = games
            .iter()
            .rev()
            .map(|entry| row(scope.voice(), entry, event(entry)).to_string());
        let mut pieces: Vec<String> = Vec::new();
        for row in rows {
            match pieces.last_mut() {
                Some(piece) if piece.len() + row.len() + 4 <= MOST => {
                    piece.push_str(",\n");
                    piece.push_str(&row);
                }
                _ => pieces.push(row),
            }
        }
        for (number, piece) in (1..).zip(pieces) {
            let text = script(
                &format!("{}/{number}", month.replace('-', "/")),
                &format!("[{piece}]"),
            );
            self.folder
                .put(&format!("{folder}{number}.js"), text.as_bytes())?;
        }
        Ok(())
    }

    /// Writes which pieces there are, the newest month first.
    pub(super) fn piece_list(&mut self) -> Result<()> {
        let mut paths = Vec::new();
        for (month, _) in self.games.months().iter().rev() {
            let folder = month.replace('-', "/");
            let there = |number: &usize| {
                self.folder
                    .is_wanted(&format!("archive/{folder}/{number}.js"))
            };
            let numbers = (1..).take_while(there);
            paths.extend(numbers.map(|number| format!("{folder}/{number}")));
        }
        let text = script("pieces", &json!(paths).to_string());
        self.folder.put("archive/pieces.js", text.as_bytes())
    }
}
