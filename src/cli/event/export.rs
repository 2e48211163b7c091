//! `event export` and `event import`: an event in the formats of other programs.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;

use crate::cli::{Server, output, say};
use crate::contests::trf;
use crate::office::contests::export::{EventFormat, export};
use crate::office::contests::{find, pairings, shown};
use crate::text::clean;

use super::page;

/// Arguments of `event export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Its name
    name: String,
    #[command(flatten)]
    format: Formats,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Formats {
    /// The table, with commas, for spreadsheets
    #[arg(long)]
    csv: bool,
    /// All games, one after the other, each as `game export` writes it
    #[arg(long)]
    pgn: bool,
    /// The tournament report file TRF16 of FIDE
    #[arg(long)]
    trf: bool,
    /// The table and the games as a page for browsers
    #[arg(long)]
    html: bool,
}

/// # Errors
/// There is no such event, it has no table, it is a ladder and has no rounds or has games of four, or a game of it cannot be read.
pub(super) fn run(server: &mut Server, args: &ExportArgs) -> Result<()> {
    let name = &args.name;
    let format = match &args.format {
        Formats { csv: true, .. } => Some(EventFormat::Csv),
        Formats { pgn: true, .. } => Some(EventFormat::Pgn),
        Formats { trf: true, .. } => Some(EventFormat::Trf),
        // As a page.
        Formats { .. } => None,
    };
    let lines = server.look(|office, store| match format {
        Some(format) => export(office, store, name, format),
        None => {
            let contest = find(store, name)?;
            ensure!(!contest.order.is_empty(), "{name} has no table yet");
            let games = pairings(store, &contest)?;
            Ok(page::page(&shown(store, &contest)?, &games))
        }
    })?;
    if !matches!(format, Some(EventFormat::Csv | EventFormat::Trf)) {
        return say(lines);
    }
    // Both formats want it so.
    let mut out = io::stdout().lock();
    for line in lines {
        write!(out, "{}\r\n", output::line(&line))?;
    }
    Ok(())
}

/// The names of the players of a tournament report file.
///
/// # Errors
/// It cannot be read, is not in the format, or has no players.
pub(super) fn names(file: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(file);
    let file = file.display();
    let text = text.with_context(|| format!("{file} cannot be read"))?;
    let players = trf::players(&text).map_err(|wrong| {
        let (line, (from, to)) = (wrong.line, wrong.columns);
        anyhow!(
            "{file}: nobody was entered: line {line} is not as TRF16 wants it: {:?} in columns {from}-{to}",
            clean(&wrong.text, 40)
        )
    })?;
    let names = players.iter();
    let names: Vec<String> = names.map(|player| trf::turned(&player.name)).collect();
    ensure!(!names.is_empty(), "{file}: no line begins with 001");
    Ok(names)
}
