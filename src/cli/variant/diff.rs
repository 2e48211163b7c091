//! `variant diff`: what differs between the rules of two games by file.

use std::sync::Arc;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use crate::cli::print_rows;
use crate::variants::Games;
use crate::variants::by_file::base;
use crate::variants::by_file::diff::{Difference, differences};
use crate::variants::by_file::section::Resolved;

/// # Errors
/// There is no such game by file, or standard output cannot be written.
pub fn run(games: &Games, ids: [&str; 2], json: bool) -> Result<()> {
    let [first, second] = [section(games, ids[0])?, section(games, ids[1])?];
    let found = differences([&first, &second]);
    let row = |one: &Difference| {
        let [first, second] = &one.values;
        json!({"key": one.key, "first": first, "second": second})
    };
    let line = |one: &Difference| {
        let [first, second] = &one.values;
        format!(
            "{}\n    {:<16} {first}\n    {:<16} {second}",
            one.key, ids[0], ids[1]
        )
    };
    let rows: Vec<Value> = found.iter().map(row).collect();
    let mut lines: Vec<String> = found.iter().map(line).collect();
    if found.is_empty() {
        lines.push(format!("{} and {} have the same rules", ids[0], ids[1]));
    }
    print_rows(json, &rows, &lines)
}

/// The section of a game; `chess` and other names of the format's own games mean those, as in a file.
fn section(games: &Games, id: &str) -> Result<Arc<Resolved>> {
    if let Some(section) = games.section(id).or_else(|| base::find(id)) {
        return Ok(section);
    }
    super::find(games, id)?;
    bail!("{id} is a game of the program itself, and no game by file")
}
