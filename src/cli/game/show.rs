//! `game show`: the state of a game, with the board in any drawing.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::cli::{Json, Server, print};
use crate::drawings::{Pieces, Style, html_board, picture};
use crate::games::{GameRecord, StoredGame};
use crate::letters::views;
use crate::office::shown::view_of;

use super::{command::game_number, describe, load};

/// Arguments of `game show`.
#[derive(Debug, Args)]
#[command(after_help = "Example: zugpost game show 17 --board --as spoken")]
pub struct ShowArgs {
    /// Game number: 17 or #17
    #[arg(value_parser = game_number)]
    number: i64,
    /// The position before this turn
    #[arg(long, value_name = "TURN")]
    at: Option<u32>,
    /// Print the board as well, below the position text
    #[arg(long)]
    board: bool,
    /// How the board is drawn
    #[arg(
        long = "as",
        value_enum,
        value_name = "DRAWING",
        requires = "board",
        default_value = "ascii"
    )]
    drawing: Drawing,
    /// Where the picture is written
    #[arg(value_name = "FILE", required_if_eq("drawing", "picture"))]
    file: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
}

/// The drawings of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Drawing {
    /// As letters show it
    Ascii,
    /// With the game's own signs, where it has some
    Unicode,
    /// The table of HTML letters
    Html,
    /// In words, for readers who hear it
    Spoken,
    /// As a PNG, which is written to a file
    Picture,
}

/// Writes a file that is not there yet.
fn write_new(file: &Path, content: &[u8]) -> Result<()> {
    let shown = file.display();
    let made = File::create_new(file);
    match made.and_then(|mut made| made.write_all(content)) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} exists already, and is not overwritten: name another file")
        }
        written => written.with_context(|| shown.to_string()),
    }
}

/// Prints a game in one line, its position text, and the board if that is wanted.
pub fn run(server: &mut Server, args: &ShowArgs) -> Result<()> {
    let number = args.number;
    if let (Some(file), false) = (&args.file, args.drawing == Drawing::Picture) {
        let file = file.display();
        bail!("only pictures are written to a file: --board --as picture {file}");
    }
    let (stored, events) = load(server, number)?;
    let voice = server.office.voice();
    let mut record = GameRecord::new(&stored, &events);
    let mut lines = vec![views::game_line(&view_of(&stored), voice)];
    let due = StoredGame::number(&stored.game.label());
    let play = match args.at {
        None => stored.game.fork(),
        Some(at) if at > due => bail!("game #{number} has come to turn {due}"),
        Some(at) => {
            let play = stored.at(stored.turns_before(at, false))?;
            record.turns.truncate(stored.turns_before(at, false));
            record.position = play.position();
            lines.push(format!("When {} was to be played:", play.label()));
            play
        }
    };
    lines.push(play.position());
    let mut board = Vec::new();
    if args.board {
        lines.push(String::new());
        let view = play.view(None);
        let style = match args.drawing {
            Drawing::Ascii | Drawing::Html | Drawing::Picture => Style::Ascii,
            Drawing::Unicode => Style::Unicode,
            Drawing::Spoken => Style::Spoken,
        };
        match args.drawing {
            Drawing::Html => {
                board.extend(html_board(&view, style, voice).lines().map(str::to_owned));
            }
            Drawing::Picture => {
                let file = args.file.as_deref().context("the file of the picture")?;
                let picture = picture(&view, Pieces::default())?;
                write_new(file, &picture.png)?;
                lines.push(format!("{}: {} bytes", file.display(), picture.png.len()));
            }
            _ => board.extend(views::viewed(&view, style, voice)),
        }
    }
    let mut described = describe(&record, &stored)?;
    if !board.is_empty() {
        described["board"] = json!(board.join("\n"));
    }
    lines.extend(board);
    print(args.json.json, &described, &lines)
}
