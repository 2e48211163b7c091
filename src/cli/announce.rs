//! `announce`: words of the umpire to the players of a game, or to all players.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::commands::umpire::UmpireAct;
use crate::ids::GameId;
use crate::text::counted;

use super::{Change, Json, Server};

/// The arguments of `announce`.
#[derive(Debug, Args)]
pub struct AnnounceArgs {
    /// The words, as the players are to read them
    text: String,
    /// To the players of this game; the words are kept in its log
    #[arg(
        long,
        value_name = "N",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    game: Option<i64>,
    /// To every player, one letter each
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    change: Change<Json>,
}

#[derive(Serialize)]
struct Announced {
    /// The game; `null`: to all players.
    game: Option<i64>,
    /// How many letters are written.
    letters: usize,
    /// Whether it was only tried.
    dry_run: bool,
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, args: &AnnounceArgs) -> Result<()> {
    let change = &args.change;
    let (letters, _) = server.change(change.dry_run, |draft| {
        let Some(game) = args.game else {
            draft.decision.by.clone_from(&change.by);
            return draft.announce(&args.text);
        };
        let words = args.text.clone();
        let act = UmpireAct::Announce { words };
        draft.act(GameId(game), &act, &change.by)?;
        Ok(draft.decision.letters.len())
    })?;
    let announced = Announced {
        game: args.game,
        letters,
        dry_run: change.dry_run,
    };
    let letters = counted(letters, "letter", "letters");
    change.print(
        &announced,
        &[format!("Announced{}: {letters}", change.tried())],
    )
}
