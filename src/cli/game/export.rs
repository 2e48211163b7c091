//! `game export`: a game as anybody may read it.

use anyhow::{Result, bail};
use clap::Args;

use crate::cli::{Server, print, say};
use crate::games::GameRecord;
use crate::games::export::Format;
use crate::office::shown::export::{FILE_WIDTH, lines};

use super::command::game_number;

/// Arguments of `game export`.
#[derive(Debug, Args)]
#[command(after_help = "Example: zugpost game export 17 > game17.pgn\n\
                        No address is in it, and nothing that the players have said.")]
pub struct ExportArgs {
    /// Game number: 17 or #17
    #[arg(value_parser = game_number)]
    number: i64,
    /// pgn (chess), wxf (xiangqi), text or json; default: pgn for chess, wxf for xiangqi, else text
    #[arg(long, value_name = "FORMAT", value_parser = ["pgn", "wxf", "text", "json"])]
    format: Option<String>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// # Errors
/// There is no such game, or its variant has not this format.
pub(super) fn run(server: &mut Server, args: &ExportArgs) -> Result<()> {
    let (stored, events) = super::load(server, args.number)?;
    let record = GameRecord::new(&stored, &events).public();
    let named = args.format.as_deref().and_then(Format::parse);
    let format = match named {
        Some(format) if !format.takes(&record.variant) => bail!(
            "{} cannot be written as {format}; take --format text or --format json",
            record.variant
        ),
        Some(format) => format,
        None if args.json => Format::Json,
        // The turns of a game whose rules are not known here cannot be played.
        None if !stored.rules_known => Format::Text,
        None => Format::of(&record.variant),
    };
    if format == Format::Json {
        return print(true, &record, &[]);
    }
    say(lines(&stored, &record, format, &[], FILE_WIDTH)?)
}
